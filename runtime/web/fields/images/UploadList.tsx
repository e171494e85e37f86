import { Button, ProgressBar } from '@blueprintjs/core'
import { Cross, Repeat } from '@blueprintjs/icons'
import type { FieldLocale } from '../input.ts'
import type { Upload } from './uploads.ts'

interface UploadListProps {
  readonly uploads: readonly Upload[]
  readonly locale: FieldLocale
  readonly onRemove: (key: number) => void
  readonly onRetry: (upload: Upload) => void
}

/** Running and failed uploads, each with buttons to retry or remove it. */
export function UploadList({ uploads, locale, onRemove, onRetry }: UploadListProps) {
  if (uploads.length === 0) return null
  return (
    <ul className="record-uploads">
      {uploads.map((upload) => (
        <li key={upload.key} className="record-upload">
          <span className="record-upload-name">{upload.file.name || locale.t('unnamed-file')}</span>
          {upload.state === 'failed' ? (
            <>
              <span role="alert" className="record-picture-problem">
                {upload.message}
              </span>
              {upload.canRetry && (
                <Button
                  variant="minimal"
                  size="small"
                  icon={<Repeat />}
                  text={locale.t('try-again')}
                  onClick={() => onRetry(upload)}
                />
              )}
              <Button
                variant="minimal"
                size="small"
                icon={<Cross />}
                aria-label={locale.t('remove-item', { item: upload.file.name })}
                onClick={() => onRemove(upload.key)}
              />
            </>
          ) : (
            <div
              role="progressbar"
              aria-label={locale.t('uploading-file', { name: upload.file.name })}
              aria-valuemin={0}
              aria-valuemax={100}
              aria-valuenow={Math.round(upload.progress * 100)}
              className="record-upload-progress"
            >
              <ProgressBar value={upload.progress} stripes={false} aria-hidden />
            </div>
          )}
        </li>
      ))}
    </ul>
  )
}
