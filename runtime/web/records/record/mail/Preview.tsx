import { Button, Spinner } from '@blueprintjs/core'
import { Paperclip } from '@blueprintjs/icons'
import { useLanguage } from '../../../core/i18n/language.ts'
import { formatBytes } from '../../../files/file-texts.ts'
import { useT } from './texts.ts'
import type { PreviewState } from './use-mail-preview.ts'

/**
 * The mail as its receiver sees it. The frame is sandboxed: nothing in a template or in a record can run or reach the
 * page.
 */
export function Preview({ preview: { value, isFailed, isLoading, reload } }: { readonly preview: PreviewState }) {
  const t = useT()
  const language = useLanguage()
  return (
    <section className="mail-preview" aria-label={t('preview')} aria-busy={isLoading}>
      {isFailed && (
        <p role="alert" className="mail-preview-state">
          {t('failed')} <Button size="small" variant="outlined" text={t('retry')} onClick={reload} />
        </p>
      )}
      {!isFailed && value === null && (
        <div role="status" className="mail-preview-state">
          <Spinner size={20} /> {t('loading')}
        </div>
      )}
      {!isFailed && value !== null && (
        <>
          <p className="mail-subject">
            <span>{t('subject')}</span> <b>{value.subject}</b>
          </p>
          {value.html === '' ? (
            <pre>{value.text}</pre>
          ) : (
            <iframe
              title={t('preview-of')}
              sandbox=""
              srcDoc={`<!doctype html><body style="margin:8px">${value.html}`}
            />
          )}
          {value.files.length > 0 && (
            <ul className="mail-files" aria-label={t('files')}>
              {value.files.map(({ name, size }) => (
                <li key={name}>
                  <Paperclip size={14} /> <span>{name}</span> <small>{formatBytes(size, language)}</small>
                </li>
              ))}
            </ul>
          )}
        </>
      )}
    </section>
  )
}
