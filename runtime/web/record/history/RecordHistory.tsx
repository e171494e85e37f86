import { Button, Tag } from '@blueprintjs/core'
import { ArrowRight } from '@blueprintjs/icons'
import { useId } from 'react'
import { formatSeconds, type HistoryData, type TableModel } from '../../../protocol/index.ts'
import { getData } from '../../api/client.ts'
import type { Site, WireRow } from '../../fields/input.ts'
import { useLoaded } from '../../loading/use-loaded.ts'
import './history.css'
import { useTexts } from './texts.ts'
import { toldHistory, type ToldEntry } from './format-history.ts'

interface RecordHistoryProps {
  readonly model: TableModel
  /** The record as it is saved. */
  readonly row: WireRow
  readonly site: Site
}

/** Who did what to a record, when and why, newest first. */
export function RecordHistory({ model, row, site }: RecordHistoryProps) {
  const say = useTexts()
  const heading = useId()
  const { id, version } = row
  const loaded = useLoaded(`${model.id} ${String(id)} ${String(version)}`, () =>
    getData<HistoryData>(`/admin/${model.controller}/history`, `id=${String(id)}`, { quiet: true, isBackground: true }),
  )
  if (loaded.state === 'loading') return null
  return (
    <section className="record-section record-history" aria-labelledby={heading}>
      <h3 id={heading} className="record-heading">
        {say('title')}
      </h3>
      {loaded.state === 'failed' && (
        <p className="history-note">
          {say('failed')} <Button size="small" variant="outlined" text={say('retry')} onClick={loaded.retry} />
        </p>
      )}
      {loaded.state === 'ready' && <Entries entries={toldHistory(model, row, loaded.value, site)} site={site} />}
      {loaded.state === 'ready' && loaded.value.more && <p className="history-note">{say('more')}</p>}
    </section>
  )
}

function Entries({ entries, site }: { readonly entries: readonly ToldEntry[]; readonly site: Site }) {
  const say = useTexts()
  if (entries.length === 0) return <p className="history-note">{say('empty')}</p>
  return (
    <ol className="history-list">
      {entries.map((entry) => (
        <Entry key={entry.id} entry={entry} site={site} />
      ))}
    </ol>
  )
}

const words = ['add', 'edit', 'del', 'restore'] as const

function Entry({ entry, site }: { readonly entry: ToldEntry; readonly site: Site }) {
  const say = useTexts()
  const { language, timeZone } = site
  const { label, action, tone, who, time, states, said, fields } = entry
  const word = words.find((one) => one === action)
  return (
    <li className="history-entry" data-tone={tone}>
      <div className="history-head">
        <b>{label?.[language] ?? (word ? say(word) : action)}</b>
        {states && (
          <span className="history-states">
            <Tag minimal>{states.from[language]}</Tag>
            <ArrowRight size={12} title={say('to')} />
            <Tag minimal>{states.to[language]}</Tag>
          </span>
        )}
        <span className="history-who">{who === '' ? say('nobody') : who}</span>
        <time dateTime={new Date(time * 1000).toISOString()}>{formatSeconds(time, timeZone)}</time>
      </div>
      {said.length > 0 && (
        <ul className="history-said">
          {said.map(([name, value]) => (
            <li key={name}>
              <span>
                {name}
                {say('colon')}
              </span>
              {value}
            </li>
          ))}
        </ul>
      )}
      {fields.length > 0 && <p className="history-fields">{say('changed', { fields: fields.join(say('comma')) })}</p>}
    </li>
  )
}
