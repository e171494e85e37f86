import { Button, Tag } from '@blueprintjs/core'
import { ArrowRight } from '@blueprintjs/icons'
import { useId } from 'react'
import { formatSeconds, type HistoryData, type TableModel } from '../../../protocol/index.ts'
import { getData } from '../../api/client.ts'
import type { FieldLocale, WireRow } from '../../fields/input.ts'
import { useLoaded } from '../../loading/use-loaded.ts'
import './history.css'
import { useT } from './texts.ts'
import { formatHistory, type FormattedEntry } from './format-history.ts'

interface RecordHistoryProps {
  readonly model: TableModel
  /** The record as it is saved. */
  readonly row: WireRow
  readonly locale: FieldLocale
}

/** Who did what to a record, when and why, newest first. */
export function RecordHistory({ model, row, locale }: RecordHistoryProps) {
  const t = useT()
  const heading = useId()
  const { id, version } = row
  const loaded = useLoaded(`${model.id} ${String(id)} ${String(version)}`, () =>
    getData<HistoryData>(`/admin/${model.controller}/history`, `id=${String(id)}`, { quiet: true, isBackground: true }),
  )
  if (loaded.state === 'loading') return null
  return (
    <section className="record-section record-history" aria-labelledby={heading}>
      <h3 id={heading} className="record-heading">
        {t('title')}
      </h3>
      {loaded.state === 'failed' && (
        <p className="history-note">
          {t('failed')} <Button size="small" variant="outlined" text={t('retry')} onClick={loaded.retry} />
        </p>
      )}
      {loaded.state === 'ready' && (
        <Entries entries={formatHistory(model, row, loaded.value, locale)} locale={locale} />
      )}
      {loaded.state === 'ready' && loaded.value.more && <p className="history-note">{t('more')}</p>}
    </section>
  )
}

function Entries({ entries, locale }: { readonly entries: readonly FormattedEntry[]; readonly locale: FieldLocale }) {
  const t = useT()
  if (entries.length === 0) return <p className="history-note">{t('empty')}</p>
  return (
    <ol className="history-list">
      {entries.map((entry) => (
        <Entry key={entry.id} entry={entry} locale={locale} />
      ))}
    </ol>
  )
}

const words = ['add', 'edit', 'del', 'restore'] as const

function Entry({ entry, locale }: { readonly entry: FormattedEntry; readonly locale: FieldLocale }) {
  const t = useT()
  const { language, timeZone } = locale
  const { label, action, tone, who, time, states, details, fields } = entry
  const word = words.find((one) => one === action)
  return (
    <li className="history-entry" data-tone={tone}>
      <div className="history-head">
        <b>{label?.[language] ?? (word ? t(word) : action)}</b>
        {states && (
          <span className="history-states">
            <Tag minimal>{states.from[language]}</Tag>
            <ArrowRight size={12} title={t('to')} />
            <Tag minimal>{states.to[language]}</Tag>
          </span>
        )}
        <span className="history-who">{who === '' ? t('nobody') : who}</span>
        <time dateTime={new Date(time * 1000).toISOString()}>{formatSeconds(time, timeZone)}</time>
      </div>
      {details.length > 0 && (
        <ul className="history-details">
          {details.map(([name, value]) => (
            <li key={name}>
              <span>
                {name}
                {t('colon')}
              </span>
              {value}
            </li>
          ))}
        </ul>
      )}
      {fields.length > 0 && <p className="history-fields">{t('changed', { fields: fields.join(t('comma')) })}</p>}
    </li>
  )
}
