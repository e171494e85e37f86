import { Callout } from '@blueprintjs/core'
import type { RecordResult } from './action-run.ts'
import type { Target } from './action-host.ts'
import { useT } from './texts.ts'

/** The outcome for several records: how many succeeded, which failed, and why. */
export function BatchResults({
  results,
  target,
}: {
  readonly results: readonly RecordResult[]
  readonly target: Target
}) {
  const t = useT()
  const failed = results.filter(({ code }) => code !== 1)
  const nameOf = (id: number): string => ('nameOf' in target ? target.nameOf(id) : `#${id}`)
  return (
    <div role="alert">
      <Callout intent="warning" compact>
        <p>
          <b>{t('some-failed', { done: results.length - failed.length, failed: failed.length })}</b> {t('failed-stay')}
        </p>
        <ul className="action-results">
          {failed.map(({ id, msg }) => (
            <li key={id}>
              <b>{nameOf(id)}</b> {msg}
            </li>
          ))}
        </ul>
      </Callout>
    </div>
  )
}
