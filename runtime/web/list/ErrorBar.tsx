import { Button, Callout, Classes } from '@blueprintjs/core'
import { useScreen } from './screen.ts'
import { useTexts } from './texts/index.ts'

/** What went wrong with the last load, with a way to try again; or that the address could not be read. */
export function ProblemBar() {
  const { loaded, reload, isBroken, go } = useScreen()
  const say = useTexts()
  const { problem } = loaded
  return (
    <div role="alert" className="list-note">
      {isBroken && (
        <Callout compact intent="warning">
          {say('brokenAddress')} <Button size="small" text={say('clearFilters')} onClick={() => go({}, 'replace')} />
        </Callout>
      )}
      {problem && (
        <Callout intent="danger">
          <p>
            <b>{say('failed')}</b>
          </p>
          <p>
            {problem.message} {loaded.isLoaded && say('failedStale')}
          </p>
          {problem.requestId && <p className={Classes.TEXT_MUTED}>{say('requestId', { id: problem.requestId })}</p>}
          <Button text={say('retry')} loading={loaded.isBusy} onClick={() => void reload()} />
          {problem.refusal?.reason === 'bad_query' && (
            <Button
              variant="minimal"
              text={say('clearFilters')}
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
  const say = useTexts()
  return (
    <p className="list-waiting" aria-live="polite">
      {say('loading')}
    </p>
  )
}
