import { Button } from '@blueprintjs/core'
import { errorText } from 'tablewright/web'
import { signOut } from './centre.ts'
import { useT } from './texts.ts'

/** The centre could not be loaded. */
export function LoadProblem({ error, retry }: { readonly error: unknown; readonly retry: () => void }) {
  const t = useT()
  return (
    <main className="tw-page-note" id="main" tabIndex={-1}>
      <h1>{t('centre')}</h1>
      <p role="alert">{errorText(error)}</p>
      <div className="tw-page-note-actions">
        <Button intent="primary" text={t('retry')} onClick={retry} />
        <Button text={t('sign-out')} onClick={() => void signOut()} />
      </div>
    </main>
  )
}
