import { Button, Spinner } from '@blueprintjs/core'
import { ArrowRight } from '@blueprintjs/icons'
import { useEffect, useEffectEvent, useRef } from 'react'
import {
  fieldOf,
  formatDecimal,
  formatSeconds,
  isEmpty,
  type PostingModel,
  type TableModel,
} from '../../../protocol/index.ts'
import { tableApi } from '../../core/api/table.ts'
import { pageOf } from '../record-names.ts'
import { useLoaded } from '../../core/loading/use-loaded.ts'
import { loadModel } from '../../core/module-registry.ts'
import { groupProps, type InputProps } from '../input-props.ts'
import { IntegerInput } from '../number/IntegerInput.tsx'
import { reversedPosting, reversibleEvents, type PostingEvent } from './events.ts'
import './posting.css'
import { useT } from './texts.ts'

/** Rows requested from the ledger: the maximum of one list page. */
const maxRows = 100

/** Selects one of the document's postings that have not been reversed; the latest is preselected. */
export function PostingInput(props: InputProps) {
  const posting = reversedPosting(props.record.model, props.field)
  const { id } = props.record
  return posting && id !== null ? (
    <EventChoice {...props} posting={posting} documentId={id} />
  ) : (
    <IntegerInput {...props} />
  )
}

function EventChoice({
  posting,
  documentId,
  ...props
}: InputProps & { readonly posting: PostingModel; readonly documentId: number }) {
  const t = useT()
  const version = String(props.record.row?.['version'])
  const loaded = useLoaded(`${posting.ledger} ${documentId} ${version}`, () => load(posting, documentId))
  if (loaded.state === 'loading')
    return (
      <div className="posting-note" role="status">
        <Spinner size={14} /> {t('loading')}
      </div>
    )
  if (loaded.state === 'failed') {
    return (
      <>
        <IntegerInput {...props} />
        <div className="posting-note" role="alert">
          {t('typed')} <Button size="small" variant="outlined" text={t('retry')} onClick={loaded.retry} />
        </div>
      </>
    )
  }
  const { events, table, isWhole } = loaded.value
  return (
    <>
      {events.length === 0 ? (
        <p className="posting-note" role="status">
          {t('none')}
        </p>
      ) : (
        <Events {...props} events={events} table={table} />
      )}
      {!isWhole && <p className="posting-note">{t('more')}</p>}
    </>
  )
}

async function load(posting: PostingModel, id: number) {
  const table = await loadModel(pageOf(posting.ledger))
  if (!table?.ledger) throw new Error(`no ledger ${posting.ledger}`)
  const { kind, id: document } = table.ledger.document
  const search = [
    { field: kind, operator: 'eq' as const, val: String(posting.document) },
    { field: document, operator: 'eq' as const, val: String(id) },
  ]
  const { list, total } = await tableApi(table).index(
    { search, limit: maxRows, order: { field: 'id', direction: 'desc' } },
    { quiet: true },
  )
  const isWhole = (total ?? list.length) <= list.length
  return { table, isWhole, events: reversibleEvents(table, list, isWhole) }
}

/** Native radio buttons, so that arrow keys, labels and screen readers work. */
function Events({
  events,
  table,
  ...props
}: InputProps & { readonly events: readonly PostingEvent[]; readonly table: TableModel }) {
  const { id, field, value, onChange, onBlur, disabled, invalid } = props
  const frame = useRef<HTMLDivElement>(null)
  const chooseFirst = useEffectEvent(([first]: readonly PostingEvent[]) => {
    if (first && isEmpty(value)) onChange(first.seq)
  })
  useEffect(() => {
    chooseFirst(events)
    // It arrived after the form had set the focus.
    if (!frame.current?.closest('form')?.contains(document.activeElement))
      frame.current?.querySelector<HTMLElement>('input')?.focus()
  }, [events])
  return (
    <div
      ref={frame}
      {...groupProps(props)}
      role="radiogroup"
      aria-required={field.required || undefined}
      aria-invalid={invalid || undefined}
      className="posting-choice"
      onBlur={onBlur}
    >
      {events.map((event) => (
        <label key={event.seq} className="posting-event">
          <input
            type="radio"
            name={id}
            value={event.seq}
            disabled={disabled}
            checked={String(value) === String(event.seq)}
            onChange={() => onChange(event.seq)}
          />
          <EventSummary event={event} table={table} locale={props.locale} />
        </label>
      ))}
    </div>
  )
}

function EventSummary({
  event: { seq, time, measure, from, to, who },
  table,
  locale: { language, timeZone },
}: { readonly event: PostingEvent; readonly table: TableModel } & Pick<InputProps, 'locale'>) {
  const t = useT()
  const scale = table.ledger && fieldOf(table, table.ledger.measure)?.scale
  return (
    <span className="posting-summary">
      <span className="posting-way">
        <b>{scale === undefined ? measure : formatDecimal(measure, scale, language)}</b>
        {from.length > 0 && <span>{from.join(t('comma'))}</span>}
        {from.length > 0 && to.length > 0 && <ArrowRight size={12} title={t('to')} />}
        {to.length > 0 && <span>{to.join(t('comma'))}</span>}
      </span>
      <span className="posting-when">
        {[
          time === null ? '' : formatSeconds(time, timeZone),
          who === '' ? t('nobody') : who,
          t('number', { number: seq }),
        ]
          .filter((part) => part !== '')
          .join(' · ')}
      </span>
    </span>
  )
}
