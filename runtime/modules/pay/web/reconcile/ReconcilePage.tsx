/** Received and refunded money by day and type, and the differences from the bills of the providers. */
import { Button, Callout, Tag } from '@blueprintjs/core'
import { Download, Tick } from '@blueprintjs/icons'
import { useId, useState } from 'react'
import { addDays, addDecimals, dayOf, subtractDecimals } from 'tablewright/protocol'
import {
  callRoute,
  downloadRoute,
  errorText,
  formatDecimal,
  listAddress,
  MomentText,
  useLanguage,
  useStaleWhileRevalidate,
  useTitle,
} from 'tablewright/web'
import { exportReport, paymentReport, type PaymentReport } from '../../shared/routes.ts'
import { useT } from './texts.ts'
import './reconcile.css'

type Row = PaymentReport['rows'][number]

/** Days of the bills. */
const zone = 'Asia/Shanghai'

const today = (): string => dayOf(Math.floor(Date.now() / 1000), zone)

interface Request {
  readonly from: string
  readonly to: string
  readonly compare: boolean
}

export function ReconcilePage() {
  const t = useT()
  useTitle(t('title'))
  const language = useLanguage()
  const [from, setFrom] = useState(() => addDays(today(), -6))
  const [to, setTo] = useState(today)
  const [request, setRequest] = useState<Request>(() => ({ from: addDays(today(), -6), to: today(), compare: false }))
  const { value, error, retry } = useStaleWhileRevalidate(`report ${language} ${JSON.stringify(request)}`, () =>
    callRoute(paymentReport, request, { quiet: true }),
  )
  const ask = (compare: boolean): void => {
    setRequest({ from, to, compare })
    // The same days once more: the bill may be there now.
    if (from === request.from && to === request.to && compare === request.compare) retry()
  }
  return (
    <div className="pay-reconcile">
      <h1>{t('title')}</h1>
      <form
        className="pay-period"
        onSubmit={(event) => {
          event.preventDefault()
          ask(false)
        }}
      >
        <Day label={t('from')} value={from} set={setFrom} />
        <Day label={t('to')} value={to} set={setTo} />
        <Button type="submit" text={t('show')} />
        <Button intent="primary" icon={<Tick />} text={t('compare')} onClick={() => ask(true)} />
        <span className="tw-muted">{t('compare-note')}</span>
      </form>
      <p className="tw-muted">{t('note')}</p>
      {error !== null && (
        <Callout compact intent="danger" role="alert">
          {errorText(error)} <Button size="small" text={t('retry')} onClick={retry} />
        </Callout>
      )}
      {value && error === null && <Report report={value} request={request} />}
    </div>
  )
}

interface DayProps {
  readonly label: string
  readonly value: string
  readonly set: (day: string) => void
}

function Day({ label, value, set }: DayProps) {
  const id = useId()
  return (
    <div className="tw-field">
      <label htmlFor={id}>{label}</label>
      <MomentText
        id={id}
        picker="date"
        pattern="yyyy-mm-dd"
        inputMode="numeric"
        pickLabel={label}
        value={value}
        picked={/^\d{4}-\d\d-\d\d$/.test(value) ? value : ''}
        onPick={set}
        onValueChange={set}
      />
    </div>
  )
}

function Report({
  report: { rows, differences },
  request,
}: {
  readonly report: PaymentReport
  readonly request: Request
}) {
  const t = useT()
  if (rows.length === 0) return <p className="tw-card tw-muted">{t('empty')}</p>
  return (
    <>
      <div className="tw-card pay-table">
        <table>
          <thead>
            <tr>
              <th scope="col">{t('day')}</th>
              <th scope="col">{t('type')}</th>
              <th scope="col" className="pay-number">
                {t('paid')}
              </th>
              <th scope="col" className="pay-number">
                {t('refunded')}
              </th>
              <th scope="col" className="pay-number">
                {t('net')}
              </th>
              <th scope="col">{t('result')}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={`${row.day} ${row.type}`}>
                <th scope="row">{row.day}</th>
                <td>{t(`type.${row.type}`)}</td>
                <Figure label={t('paid')} figure={row.paid} />
                <Figure label={t('refunded')} figure={row.refunded} />
                <td className="pay-number" data-label={t('net')}>
                  <Amount text={subtractDecimals(row.paid.amount, row.refunded.amount)} />
                </td>
                <td>
                  <Compared row={row} />
                </td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <Totals rows={rows} />
          </tfoot>
        </table>
        <Export request={request} part="days" />
      </div>
      {request.compare && (
        <section className="tw-card" aria-labelledby="pay-differences">
          <h2 id="pay-differences">{t('differences', { count: differences.length })}</h2>
          {differences.length === 0 && <p className="tw-muted">{t('no-differences')}</p>}
          <ul className="pay-differences">
            {differences.map((difference) => (
              <li key={`${difference.kind} ${difference.sn} ${difference.refund_no ?? ''}`}>
                <span>
                  {difference.day} · {t(`type.${difference.type}`)} ·{' '}
                  {difference.log_id === null ? (
                    difference.sn
                  ) : (
                    <a href={addressOf(difference.log_id)}>{difference.sn}</a>
                  )}
                  {difference.refund_no !== null && ` · ${difference.refund_no}`}
                </span>
                <span className="pay-number">
                  {t('here')} {difference.here ?? '–'} · {t('there')} {difference.there ?? '–'}
                </span>
                <span className="tw-muted">{difference.cause}</span>
              </li>
            ))}
          </ul>
          {differences.length > 0 && <Export request={request} part="differences" />}
        </section>
      )}
    </>
  )
}

const formats = ['csv', 'xlsx'] as const

/** Saves what is shown as a file. */
function Export({ request, part }: { readonly request: Request; readonly part: 'days' | 'differences' }) {
  const t = useT()
  const name = `${t('title')} ${request.from} ${request.to}${part === 'days' ? '' : ` ${t('result')}`}`
  return (
    <p className="pay-export">
      {formats.map((format) => (
        <Button
          key={format}
          size="small"
          icon={<Download />}
          text={t('file', { format: format.toUpperCase() })}
          onClick={() => void downloadRoute(exportReport, { ...request, part, format }, `${name}.${format}`)}
        />
      ))}
    </p>
  )
}

const addressOf = (id: number): string =>
  listAddress('pay/log', { search: [{ field: 'id', operator: 'eq', val: String(id) }] })

interface FigureProps {
  /** Stands before the figure where there is no room for the head of the table. */
  readonly label: string
  readonly figure: Row['paid']
}

function Figure({ label, figure: { count, amount } }: FigureProps) {
  const t = useT()
  return (
    <td className="pay-number" data-label={label}>
      <Amount text={amount} /> <span className="tw-muted">{t('count', { count })}</span>
    </td>
  )
}

/** Points have no decimals. */
function Amount({ text }: { readonly text: string }) {
  const language = useLanguage()
  return formatDecimal(text, text.includes('.') ? 2 : 0, language)
}

function Compared({ row: { compared } }: { readonly row: Row }) {
  const t = useT()
  if (compared === null) return <span className="tw-muted">{t('compared.none')}</span>
  const intent = compared === 'equal' ? 'success' : compared === 'different' ? 'danger' : 'warning'
  return <Tag intent={intent}>{t(`compared.${compared}`)}</Tag>
}

/** Yuan only: points are no money. */
function Totals({ rows }: { readonly rows: readonly Row[] }) {
  const t = useT()
  const money = rows.filter(({ type }) => type !== 'score')
  const sum = (name: 'paid' | 'refunded'): string =>
    money.reduce((total, row) => addDecimals(total, row[name].amount), '0.00')
  const [paid, refunded] = [sum('paid'), sum('refunded')]
  return (
    <tr>
      <th scope="row" colSpan={2}>
        {t('total')}
      </th>
      <td className="pay-number" data-label={t('paid')}>
        <Amount text={paid} />
      </td>
      <td className="pay-number" data-label={t('refunded')}>
        <Amount text={refunded} />
      </td>
      <td className="pay-number" data-label={t('net')}>
        <Amount text={subtractDecimals(paid, refunded)} />
      </td>
      <td className="tw-muted">–</td>
    </tr>
  )
}
