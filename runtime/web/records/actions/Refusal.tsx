import { Callout, HTMLTable } from '@blueprintjs/core'
import { formatDecimal, type Shortage, type TableModel } from '../../../protocol/index.ts'
import type { ApiError } from '../../core/api/api-error.ts'
import type { WireRow } from '../../fields/input-props.ts'
import { useLanguage } from '../../core/i18n/language.ts'
import { stateLabel } from './available-actions.ts'
import { useT } from './texts.ts'

interface RefusalProps {
  readonly model: TableModel
  readonly problem: ApiError
  /** The record as it is now. */
  readonly row: WireRow | null
  /** Fields that show their own errors. */
  readonly shown: readonly string[]
}

/** The message and the numbers of the server; shortages are shown in a table. */
export function Refusal({ model, problem, row, shown: shownFields }: RefusalProps) {
  const t = useT()
  const language = useLanguage()
  const { refusal, requestId, kind } = problem
  const short = refusal?.short ?? []
  const isOthers = refusal?.reason === 'conflict'
  const all = Object.entries(refusal?.errors ?? {})
  const errors = all.filter(([name]) => !shownFields.includes(name)).map(([, text]) => text)
  if (all.length > 0 && errors.length === 0) return null
  return (
    <div role="alert" className="action-refusal">
      <Callout intent={kind === 'refused' ? 'danger' : 'warning'} compact icon={short.length > 0 ? false : undefined}>
        <p>
          <b>{isOthers ? t('conflict') : short.length > 0 ? t('short-head') : problem.message}</b>
        </p>
        {kind !== 'refused' && <p>{t('unanswered')}</p>}
        {errors.length > 0 && (
          <ul>
            {errors.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        )}
        {row && refusal?.row && <p>{t('state-now', { state: stateLabel(model, row, language) })}</p>}
        {short.length > 0 && <Shortages short={short} />}
        {requestId && <p className="action-request">{t('request-id', { id: requestId })}</p>}
      </Callout>
    </div>
  )
}

function Shortages({ short }: { readonly short: readonly Shortage[] }) {
  const t = useT()
  const language = useLanguage()
  const figure = (text: string): string => formatDecimal(text, 0, language)
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the table scrolls, also by keyboard
    <div className="action-short" role="group" aria-label={t('short')} tabIndex={0}>
      <HTMLTable compact>
        <caption className="tw-visually-hidden">{t('short')}</caption>
        <thead>
          <tr>
            <th scope="col" className="action-short-cell">
              {t('short-what')}
            </th>
            {(['short-on-hand', 'short-available', 'short-wanted'] as const).map((key) => (
              <th key={key} scope="col" className="action-short-cell" data-align="end">
                {t(key)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {short.map((shortage) => (
            <tr key={JSON.stringify([shortage.table, shortage.key])}>
              <th scope="row" className="action-short-cell">
                {Object.values(shortage.labels).join(' · ')}
              </th>
              <td className="action-short-cell" data-align="end">
                {figure(shortage.on_hand)}
              </td>
              <td className="action-short-cell" data-align="end">
                {figure(shortage.available)}
              </td>
              <td className="action-short-cell" data-align="end">
                {figure(shortage.wanted)}
              </td>
            </tr>
          ))}
        </tbody>
      </HTMLTable>
    </div>
  )
}
