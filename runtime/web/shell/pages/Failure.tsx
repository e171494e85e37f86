/** A message that something cannot be shown, with buttons to retry or reload. */
import { Button } from '@blueprintjs/core'
import { Error as ErrorIcon } from '@blueprintjs/icons'
import { useT } from '../../core/i18n/shell-texts.ts'

export interface FailureProps {
  readonly title: string
  readonly text: string
  /** Absent = only reloading the page can help. */
  readonly retry?: () => void
}

export function Failure({ title, text, retry }: FailureProps) {
  const t = useT()
  return (
    <div className="tw-page-note" role="alert">
      <ErrorIcon size={40} className="tw-page-note-icon tw-danger" />
      <h1>{title}</h1>
      <p>{text}</p>
      <div className="tw-page-note-actions">
        {retry && <Button intent="primary" text={t('page.retry')} onClick={retry} />}
        <Button intent={retry ? 'none' : 'primary'} text={t('page.reload')} onClick={() => location.reload()} />
      </div>
    </div>
  )
}
