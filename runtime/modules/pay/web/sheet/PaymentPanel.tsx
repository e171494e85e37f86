/** All that happened with a payment, in order, below its fields, with a button that asks the provider. */
import { Button, Callout, Tag } from '@blueprintjs/core'
import { Refresh } from '@blueprintjs/icons'
import { useState } from 'react'
import { formatSeconds } from 'tablewright/protocol'
import {
  callRoute,
  errorText,
  notify,
  useCan,
  useLanguage,
  useSite,
  useStaleWhileRevalidate,
  type PanelProps,
} from 'tablewright/web'
import { paymentSheet, queryPayment, type PaymentSheet } from '../../shared/routes.ts'
import { useT } from './texts.ts'
import './sheet.css'

export function PaymentPanel({ row, onChanged }: PanelProps) {
  const id = Number(row['id'])
  const t = useT()
  const language = useLanguage()
  const mayAsk = useCan()('pay/log', 'query')
  const [isBusy, setIsBusy] = useState(false)
  const load = () => callRoute(paymentSheet, { id }, { quiet: true })
  // The version is that of the row: a refund of this page shows here as well.
  const key = `payment ${id} ${language} ${String(row['refunding'])} ${String(row['refunded'])} ${String(row['state'])}`
  const { value, error, retry } = useStaleWhileRevalidate(key, load)
  const ask = async (): Promise<void> => {
    setIsBusy(true)
    try {
      const { answer } = await callRoute(queryPayment, { id })
      notify({ tone: answer === 'silent' ? 'warning' : 'primary', text: t(`answer.${answer}`) })
      retry()
      await onChanged()
    } catch {
      // The client has shown it.
    } finally {
      setIsBusy(false)
    }
  }
  if (error !== null && value === null)
    return (
      <Callout compact intent="danger" role="alert">
        {errorText(error)} <Button size="small" text={t('retry')} onClick={retry} />
      </Callout>
    )
  if (!value) return null
  return (
    <div className="pay-sheet">
      <div className="pay-sheet-head">
        {value.info.test && <Tag intent="danger">{t('test')}</Tag>}
        {Number(value.left) > 0 && <span className="tw-muted">{t('left', { left: value.left })}</span>}
        {mayAsk && <Button icon={<Refresh />} text={t('ask')} loading={isBusy} onClick={() => void ask()} />}
      </div>
      <Timeline events={value.events} />
      {value.refunds.length > 0 && <Refunds refunds={value.refunds} />}
      <Notifications notifications={value.notifications} />
    </div>
  )
}

const dangerous = new Set(['problem', 'refund_failed', 'prepare_failed', 'query_failed'])

function Timeline({ events }: { readonly events: PaymentSheet['events'] }) {
  const t = useT()
  const { timeZone } = useSite()
  return (
    <ol className="pay-timeline">
      {events.map(({ id, kind, label, content, time, admin }) => (
        <li key={id} data-tone={dangerous.has(kind) ? 'danger' : undefined}>
          <span className="pay-timeline-label">{label}</span>{' '}
          <span className="tw-muted">
            {time === null ? '' : formatSeconds(time, timeZone)} {admin !== null && t('by', { name: admin })}
          </span>
          <Said content={content} />
        </li>
      ))}
    </ol>
  )
}

/** Long texts and JSON are folded. */
function Said({ content }: { readonly content: string | null }) {
  const t = useT()
  if (content === null || content === '' || content === '{}') return null
  if (!content.startsWith('{') && content.length < 200) return <div className="pay-said">{content}</div>
  return (
    <details>
      <summary>{t('raw')}</summary>
      <pre className="pay-said">{indented(content)}</pre>
    </details>
  )
}

function indented(content: string): string {
  try {
    return JSON.stringify(JSON.parse(content), null, 2)
  } catch {
    return content
  }
}

function Refunds({ refunds }: { readonly refunds: PaymentSheet['refunds'] }) {
  const t = useT()
  const { timeZone } = useSite()
  return (
    <>
      <h4>{t('refunds')}</h4>
      <ul className="pay-rows">
        {refunds.map(({ id, refund_no: number, amount, reason, label, error, create_time: time }) => (
          <li key={id}>
            <span className="pay-amount">{amount}</span>
            <span>{label}</span>
            <span className="tw-muted">
              {number} · {reason} · {time === null ? '' : formatSeconds(time, timeZone)}
            </span>
            {error !== null && <span className="pay-error">{error}</span>}
          </li>
        ))}
      </ul>
    </>
  )
}

function Notifications({ notifications }: { readonly notifications: PaymentSheet['notifications'] }) {
  const t = useT()
  const { timeZone } = useSite()
  return (
    <>
      <h4>{t('notifications')}</h4>
      {notifications.length === 0 && <p className="tw-muted">{t('no-notifications')}</p>}
      <ul className="pay-rows">
        {notifications.map(({ id, label, content, time }) => (
          <li key={id}>
            <span>{label}</span>
            <span className="tw-muted">{time === null ? '' : formatSeconds(time, timeZone)}</span>
            <Said content={content} />
          </li>
        ))}
      </ul>
    </>
  )
}
