/** A record as it was after an entry of its history, or at a date and time, beside what it is now. */
import { Button, Dialog, DialogBody, HTMLSelect, HTMLTable } from '@blueprintjs/core'
import { ChevronLeft, ChevronRight } from '@blueprintjs/icons'
import { useId, useRef, useState } from 'react'
import {
  formatSeconds,
  parseDateTime,
  writtenMoment,
  type FieldModel,
  type Language,
  type RecordThen,
  type WireValue,
} from '../../../../protocol/index.ts'
import { getData } from '../../../core/api/client.ts'
import { MomentText } from '../../../fields/MomentText.tsx'
import { useLoaded } from '../../../core/loading/use-loaded.ts'
import { Line } from './Changes.tsx'
import {
  formatLinesThen,
  formatThen,
  type FormattedEntry,
  type FormattedLinesThen,
  type FormattedThen,
} from './format-history.ts'
import type { RecordHistoryProps } from './history-props.ts'
import { useT } from './texts.ts'

/** An entry by its place in the list, or a time in Unix seconds. */
type Moment = { readonly at: number } | { readonly time: number }

interface AsOfDialogProps extends Pick<RecordHistoryProps, 'model' | 'row' | 'locale' | 'onRestore'> {
  /** Newest first. */
  readonly entries: readonly FormattedEntry[]
  /** Place of the entry to begin with. */
  readonly first: number
  /** What an entry did, for people. */
  readonly titleOf: (entry: FormattedEntry) => string
  readonly close: () => void
}

export function AsOfDialog({ entries, first, titleOf, close, onRestore, ...record }: AsOfDialogProps) {
  const t = useT()
  const id = useId()
  const [isOpen, setIsOpen] = useState(true)
  const [moment, setMoment] = useState<Moment>({ at: first })
  const choose = useRef<(() => void) | null>(null)
  const { timeZone } = record.locale
  // At a time, the entry it follows is where the buttons go on from.
  const place = 'at' in moment ? moment.at : entries.findIndex(({ time }) => time <= moment.time)
  const time = 'at' in moment ? (entries[moment.at]?.time ?? 0) : moment.time
  // The dialog gives the focus back when it closes; the field gets it after that.
  const restore = (field: FieldModel, value: WireValue): void => {
    choose.current = () => onRestore?.(field, value)
    setIsOpen(false)
  }
  const closed = (): void => {
    close()
    choose.current?.()
  }
  return (
    <Dialog
      isOpen={isOpen}
      onClose={() => setIsOpen(false)}
      onClosed={closed}
      title={t('as-of')}
      className="history-then"
    >
      <DialogBody>
        <div className="history-moment">
          <label htmlFor={`${id}-entry`}>{t('after-entry')}</label>
          <div className="history-steps">
            <Button
              icon={<ChevronLeft />}
              variant="outlined"
              aria-label={t('older')}
              disabled={place < 0 || place >= entries.length - 1}
              onClick={() => setMoment({ at: place + 1 })}
            />
            <HTMLSelect
              id={`${id}-entry`}
              fill
              autoFocus
              value={'at' in moment ? moment.at : -1}
              onChange={(event) => setMoment({ at: Number(event.currentTarget.value) })}
            >
              {'time' in moment && <option value={-1}>{t('by-time')}</option>}
              {entries.map((entry, index) => (
                <option key={`${entry.id} ${entries.length - index}`} value={index}>
                  {`${titleOf(entry)} · ${formatSeconds(entry.time, timeZone)} · ${entry.who || t('nobody')}`}
                </option>
              ))}
            </HTMLSelect>
            <Button
              icon={<ChevronRight />}
              variant="outlined"
              aria-label={t('newer')}
              disabled={place === 0}
              onClick={() => setMoment({ at: (place < 0 ? entries.length : place) - 1 })}
            />
          </div>
          <label htmlFor={`${id}-time`}>{t('at-time')}</label>
          <TimeInput
            key={time}
            id={`${id}-time`}
            time={time}
            timeZone={timeZone}
            onTime={(chosenTime) => setMoment({ time: chosenTime })}
          />
        </div>
        <Then {...record} query={queryOf(moment, entries)} onRestore={onRestore && restore} />
      </DialogBody>
    </Dialog>
  )
}

interface TimeInputProps {
  readonly id: string
  /** Unix seconds. */
  readonly time: number
  readonly timeZone: string
  /** Another time was entered. */
  readonly onTime: (time: number) => void
}

/** A time, which counts once it is left or Enter is pressed. */
function TimeInput({ id, time, timeZone, onTime }: TimeInputProps) {
  const t = useT()
  const [text, setText] = useState(() => formatSeconds(time, timeZone))
  const read = parseDateTime(writtenMoment(text), timeZone)
  const isWrong = read === null || read <= 0
  const applyTime = (entered: number | null): void => {
    if (entered !== null && entered > 0 && entered !== time) onTime(entered)
  }
  return (
    <MomentText
      id={id}
      picker="datetime-local"
      pattern="yyyy-mm-dd hh:mm:ss"
      pickLabel={t('pick-time')}
      value={text}
      intent={isWrong ? 'danger' : 'none'}
      aria-invalid={isWrong || undefined}
      picked={isWrong ? '' : formatSeconds(read, timeZone).replace(' ', 'T')}
      // Pickers leave out seconds that are zero.
      onPick={(picked) => applyTime(parseDateTime(`${picked.replace('T', ' ')}:00`.slice(0, 19), timeZone))}
      onValueChange={setText}
      onBlur={() => applyTime(read)}
      onKeyDown={(event) => event.key === 'Enter' && applyTime(read)}
    />
  )
}

/** Entry 0 is made from the record's own columns: the log does not have it. */
function queryOf(moment: Moment, entries: readonly FormattedEntry[]): string {
  if ('time' in moment) return `time=${moment.time}`
  const { id = 0, time = 0 } = entries[moment.at] ?? {}
  return id === 0 ? `time=${time}` : `entry=${id}`
}

function Then({
  model,
  row,
  locale,
  query,
  onRestore,
}: Pick<RecordHistoryProps, 'model' | 'row' | 'locale' | 'onRestore'> & { readonly query: string }) {
  const t = useT()
  const { id, version } = row
  const loadState = useLoaded(`${model.id} ${String(id)} ${String(version)} ${query}`, () =>
    getData<RecordThen>(`/admin/${model.controller}/history`, `id=${String(id)}&${query}`, { quiet: true }),
  )
  if (loadState.state === 'loading') return <div className="history-table" aria-busy="true" />
  if (loadState.state === 'failed')
    return (
      <p className="history-note" role="alert">
        {t('failed')} <Button size="small" variant="outlined" text={t('retry')} onClick={loadState.retry} />
      </p>
    )
  const { is, unknown } = loadState.value
  const values = formatThen(model, loadState.value, locale)
  const linesThen = formatLinesThen(model, loadState.value, locale)
  const changedCount = values.filter(({ isChanged }) => isChanged).length
  const onlyLines = linesThen.some(({ lines }) => lines.length > 0) ? 'only-lines' : 'no-differences'
  const labels = model.fields.filter(({ name }) => unknown.includes(name)).map(({ label }) => label[locale.language])
  return (
    <div className="history-table">
      <p role="status" className="history-note">
        {is === 'missing' && t('missing')}
        {is === 'deleted' && t('deleted')}
        {is === 'there' &&
          values.length > 0 &&
          t(changedCount === 0 ? onlyLines : 'differences', { count: changedCount })}
      </p>
      {values.length > 0 && <Values values={values} onRestore={onRestore} />}
      {linesThen.map((lines) => (
        <Lines key={lines.owner.name} {...lines} language={locale.language} onRestore={onRestore} />
      ))}
      {labels.length > 0 && <p className="history-note">{t('unknown', { fields: labels.join(t('comma')) })}</p>}
    </div>
  )
}

/** The lines then, as far as they differ. */
function Lines({
  owner,
  lines,
  same,
  value,
  language,
  onRestore,
}: FormattedLinesThen & Pick<RecordHistoryProps, 'onRestore'> & { readonly language: Language }) {
  const t = useT()
  const label = owner.label[language]
  return (
    <div className="history-lines">
      <h3>
        {label}
        {onRestore && lines.length > 0 && !owner.readOnly && (
          <Button
            size="small"
            variant="outlined"
            text={t('put-back')}
            aria-label={t('put-lines-back', { field: label })}
            onClick={() => onRestore(owner, value.wire)}
          />
        )}
      </h3>
      <p className="history-note">{t('same-lines', { count: same })}</p>
      <ul className="history-details">
        {lines.map((line) => (
          <Line key={line.id} line={line} onRestore={null} />
        ))}
      </ul>
    </div>
  )
}

function Values({
  values,
  onRestore,
}: { readonly values: readonly FormattedThen[] } & Pick<RecordHistoryProps, 'onRestore'>) {
  const t = useT()
  return (
    <HTMLTable compact className="history-values">
      <thead>
        <tr>
          <th scope="col">{t('field')}</th>
          <th scope="col">{t('value-then')}</th>
          <th scope="col">{t('value-now')}</th>
        </tr>
      </thead>
      <tbody>
        {values.map(({ field, label, before, after, value, isChanged, canRestore }) => (
          <tr key={field.name} data-changed={isChanged}>
            <th scope="row">{label}</th>
            <td>{before === '' ? t('none') : before}</td>
            <td>
              {isChanged ? after === '' ? t('none') : after : <span className="history-same">{t('same')}</span>}{' '}
              {isChanged && canRestore && onRestore && value && (
                <Button
                  size="small"
                  variant="outlined"
                  text={t('put-back')}
                  aria-label={t('put-back-of', { field: label, value: before === '' ? t('none') : before })}
                  onClick={() => onRestore(field, value.wire)}
                />
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </HTMLTable>
  )
}
