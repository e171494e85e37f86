import { Button, Tag } from '@blueprintjs/core'
import { ArrowRight, Undo } from '@blueprintjs/icons'
import { useEffect, useId, useState } from 'react'
import { formatSeconds, type HistoryData } from '../../../../protocol/index.ts'
import { getData, postData } from '../../../core/api/client.ts'
import { onRecordsChanged } from '../../../core/api/records-changed.ts'
import { useLoaded } from '../../../core/loading/use-loaded.ts'
import { AsOfDialog } from './AsOfDialog.tsx'
import './history.css'
import { useT } from './texts.ts'
import { Change, Line } from './Changes.tsx'
import { formatHistory, type FormattedEntry } from './format-history.ts'
import type { RecordHistoryProps } from './history-props.ts'

/** Who did what to a record, when and why, newest first. */
export function RecordHistory({ model, row, locale, onRestore, onUndone }: RecordHistoryProps) {
  const t = useT()
  const heading = useId()
  const { id, version } = row
  const { controller } = model
  // A mail is an entry of its own and changes no version.
  const [changes, setChanges] = useState(0)
  useEffect(
    () => onRecordsChanged((changedTable) => void (changedTable === controller && setChanges((count) => count + 1))),
    [controller],
  )
  const loadState = useLoaded(`${model.id} ${String(id)} ${String(version)} ${changes}`, () =>
    getData<HistoryData>(`/admin/${controller}/history`, `id=${String(id)}`, { quiet: true, isBackground: true }),
  )
  if (loadState.state === 'loading') return null
  return (
    <section className="record-history tw-card" aria-labelledby={heading}>
      <h3 id={heading}>{t('title')}</h3>
      {loadState.state === 'failed' && (
        <p className="history-note">
          {t('failed')} <Button size="small" variant="outlined" text={t('retry')} onClick={loadState.retry} />
        </p>
      )}
      {loadState.state === 'ready' && (
        <Entries
          model={model}
          row={row}
          entries={formatHistory(model, row, loadState.value, locale)}
          locale={locale}
          onRestore={onRestore}
          onUndone={onUndone}
        />
      )}
      {loadState.state === 'ready' && loadState.value.more && <p className="history-note">{t('more')}</p>}
    </section>
  )
}

type EntryContext = Pick<RecordHistoryProps, 'locale' | 'onRestore' | 'onUndone'>

function Entries({ entries, model, row, ...entryContext }: EntriesProps) {
  const t = useT()
  const titleOf = useTitle(entryContext.locale)
  const [viewed, setViewed] = useState<number | null>(null)
  if (entries.length === 0) return <p className="history-note">{t('empty')}</p>
  return (
    <>
      <ol className="history-list">
        {entries.map((entry, index) => (
          // What imports did has the id of the whole import.
          <Entry
            key={`${entry.id} ${entries.length - index}`}
            entry={entry}
            onView={() => setViewed(index)}
            {...entryContext}
          />
        ))}
      </ol>
      {viewed !== null && (
        <AsOfDialog
          model={model}
          row={row}
          locale={entryContext.locale}
          onRestore={entryContext.onRestore}
          entries={entries}
          first={viewed}
          titleOf={titleOf}
          close={() => setViewed(null)}
        />
      )}
    </>
  )
}

interface EntriesProps extends Pick<RecordHistoryProps, 'model' | 'row'>, EntryContext {
  readonly entries: readonly FormattedEntry[]
}

/** What an entry did, in words. */
function useTitle({ language }: RecordHistoryProps['locale']): (entry: FormattedEntry) => string {
  const t = useT()
  return ({ label, action }) => {
    const word = words.find((candidate) => candidate === action)
    return label?.[language] ?? (word ? t(word) : action)
  }
}

const words = ['add', 'edit', 'del', 'restore', 'mail', 'undo.edit', 'undo.del', 'import.add', 'import.edit'] as const

function Entry({
  entry,
  locale,
  onView,
  onRestore,
  onUndone,
}: { readonly entry: FormattedEntry; readonly onView: () => void } & EntryContext) {
  const t = useT()
  const titleOf = useTitle(locale)
  const { language, timeZone } = locale
  const { tone, who, time, states, details, fields, changes, lines } = entry
  return (
    <li className="history-entry" data-tone={tone}>
      <div className="history-head">
        <b>{titleOf(entry)}</b>
        {states && (
          <span className="history-states">
            <Tag minimal>{states.from[language]}</Tag>
            <ArrowRight size={12} title={t('to')} />
            <Tag minimal>{states.to[language]}</Tag>
          </span>
        )}
        <span className="history-who">{who === '' ? t('nobody') : who}</span>
        <time dateTime={new Date(time * 1000).toISOString()}>{formatSeconds(time, timeZone)}</time>
        <Button
          size="small"
          variant="minimal"
          intent="primary"
          text={t('view-then')}
          aria-label={t('then-of', { time: formatSeconds(time, timeZone) })}
          onClick={onView}
        />
        {entry.isUndone && <Tag minimal>{t('undone')}</Tag>}
        {entry.undo && onUndone && <UndoButton id={entry.id} onUndone={onUndone} />}
      </div>
      {entry.to.length > 0 && (
        <ul className="history-details">
          <li>
            <span>
              {t('mail-to')}
              {t('colon')}
            </span>
            {entry.to.join(t('comma'))}
          </li>
        </ul>
      )}
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
      {changes.length > 0 && (
        <ul className="history-details">
          {changes.map((change) => (
            <Change key={change.field.name} change={change} onRestore={onRestore} />
          ))}
        </ul>
      )}
      {lines.length > 0 && (
        <ul className="history-details">
          {lines.map((line) => (
            <Line key={`${line.owner.name} ${line.id}`} line={line} onRestore={onRestore} />
          ))}
        </ul>
      )}
      {fields.length > 0 && <p className="history-fields">{t('changed', { fields: fields.join(t('comma')) })}</p>}
    </li>
  )
}

/** The record is loaded again, whatever came of it: a refusal means that it was changed. */
function UndoButton({ id, onUndone }: { readonly id: number; readonly onUndone: () => Promise<void> }) {
  const t = useT()
  const [isBusy, setIsBusy] = useState(false)
  const undo = async () => {
    setIsBusy(true)
    // A refusal is shown by the call itself.
    await postData('/admin/ajax/undo', { entry: id }).catch(() => null)
    await onUndone()
    setIsBusy(false)
  }
  return (
    <Button
      size="small"
      variant="outlined"
      icon={<Undo />}
      text={t('undo')}
      loading={isBusy}
      onClick={() => void undo()}
    />
  )
}
