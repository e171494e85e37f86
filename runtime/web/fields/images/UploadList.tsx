import { Button, ProgressBar } from '@blueprintjs/core'
import { Cross, Repeat } from '@blueprintjs/icons'
import type { Site } from '../input.ts'
import type { Upload } from './uploads.ts'

interface UploadListProps {
  readonly uploads: readonly Upload[]
  readonly site: Site
  readonly onRemove: (key: number) => void
  readonly onRetry: (upload: Upload) => void
}

/** Running and failed uploads, each with buttons to retry or remove it. */
export function UploadList({ uploads, site, onRemove, onRetry }: UploadListProps) {
  if (uploads.length === 0) return null
  return (
    <ul className="record-uploads">
      {uploads.map((upload) => (
        <li key={upload.key} className="record-upload">
          <span className="record-upload-name">{upload.file.name || site.t('unnamed-file')}</span>
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
                  text={site.t('try-again')}
                  onClick={() => onRetry(upload)}
                />
              )}
              <Button
                variant="minimal"
                size="small"
                icon={<Cross />}
                aria-label={site.t('remove-item', { item: upload.file.name })}
                onClick={() => onRemove(upload.key)}
              />
            </>
          ) : (
            <div
              role="progressbar"
              aria-label={site.t('uploading-file', { name: upload.file.name })}
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
