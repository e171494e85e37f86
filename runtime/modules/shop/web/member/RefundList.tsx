/** Refunds of an order: what for, how far they are, and what the shop answered. */
import { Button, Tag } from '@blueprintjs/core'
import { formatSeconds } from 'tablewright/protocol'
import { callRoute, useSite } from 'tablewright/web'
import { withdrawRefund } from '../../shared/orders.ts'
import { amountLabel } from './amount.ts'
import { useT } from './texts.ts'
import type { OrderInfo } from './types.ts'

type Refund = OrderInfo['refunds'][number]

export function RefundList({
  refunds,
  onChanged,
}: {
  readonly refunds: readonly Refund[]
  readonly onChanged: () => void
}) {
  const t = useT()
  if (refunds.length === 0) return null
  return (
    <section className="tw-card shop-section">
      <h2>{t('refunds')}</h2>
      <ul className="shop-refunds">
        {refunds.map((refund) => (
          <RefundItem key={refund.id} refund={refund} onChanged={onChanged} />
        ))}
      </ul>
    </section>
  )
}

function RefundItem({ refund, onChanged }: { readonly refund: Refund; readonly onChanged: () => void }) {
  const t = useT()
  const { timeZone } = useSite()
  const { id, status } = refund
  return (
    <li>
      <div className="shop-order-head">
        <span>{t('refund-number', { number: refund.refund_no })}</span>
        <Tag minimal intent={status === 0 || status === 5 ? 'warning' : 'none'}>
          {t(`refund-status-${status}`)}
        </Tag>
        <strong className="shop-price">{amountLabel(t, refund.currency, refund.amount)}</strong>
      </div>
      {refund.lines.map((line) => (
        <p key={line.title}>
          {line.title} × {line.quantity}
          {line.returned !== null && (
            <span className="tw-muted"> {t('refund-returned', { quantity: line.returned })}</span>
          )}
        </p>
      ))}
      <p className="tw-muted">
        {formatSeconds(refund.create_time ?? 0, timeZone)} · {refund.reason}
      </p>
      {refund.images.length > 0 && (
        <p className="shop-evidence">
          {refund.images.map(({ url, name }) => (
            <a key={url} href={url} target="_blank" rel="noreferrer">
              <img src={url} alt={name} loading="lazy" />
            </a>
          ))}
        </p>
      )}
      {refund.answer !== null && refund.answer !== '' && <p>{t('refund-answer', { answer: refund.answer })}</p>}
      {status === 0 && (
        <Button
          text={t('withdraw')}
          onClick={() => void callRoute(withdrawRefund, { id }).then(onChanged, () => undefined)}
        />
      )}
    </li>
  )
}
