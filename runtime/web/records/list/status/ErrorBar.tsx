import { Button, Callout, Classes } from '@blueprintjs/core'
import { useListActions, useListData } from '../context/contexts.ts'
import { useT } from '../texts/index.ts'

/** What went wrong with the last load, with a way to try again; or that the address could not be read. */
export function ErrorBar() {
  const { loaded, isBroken } = useListData()
  const { reload, go } = useListActions()
  const t = useT()
  const { problem } = loaded
  return (
    <div role="alert" className="list-note">
      {isBroken && (
        <Callout compact intent="warning">
          {t('brokenAddress')} <Button size="small" text={t('clearFilters')} onClick={() => go({}, 'replace')} />
        </Callout>
      )}
      {problem && (
        <Callout intent="danger">
          <p>
            <b>{t('failed')}</b>
          </p>
          <p>
            {problem.message} {loaded.isLoaded && t('failedStale')}
          </p>
          {problem.requestId && <p className={Classes.TEXT_MUTED}>{t('requestId', { id: problem.requestId })}</p>}
          <Button text={t('retry')} loading={loaded.isBusy} onClick={() => void reload()} />
          {problem.refusal?.reason === 'bad_query' && (
            <Button
              variant="minimal"
              text={t('clearFilters')}
              onClick={() => go({ page: 1, search: [], quickSearch: '', order: null, deleted: false }, 'replace')}
            />
          )}
        </Callout>
      )}
    </div>
  )
}

/** Keeps the place of a part that is being fetched. */
export function LoadingState() {
  const t = useT()
  return (
    <p className="list-waiting" aria-live="polite">
      {t('loading')}
    </p>
  )
}
