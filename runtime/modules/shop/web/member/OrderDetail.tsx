/** An order: its state with the next step and until when, its parcel, what happened, and its refunds. */
import { Button, Spinner } from '@blueprintjs/core'
import { Duplicate } from '@blueprintjs/icons'
import { formatSeconds } from 'tablewright/protocol'
import {
  callRoute,
  errorText,
  notify,
  useLanguage,
  useSite,
  useStaleWhileRevalidate,
  useTitle,
  type MemberPageProps,
} from 'tablewright/web'
import { readOrderInfo } from '../../shared/orders.ts'
import { AddressText } from './AddressText.tsx'
import { Amount } from './Amount.tsx'
import { amountLabel } from './amount.ts'
import { LoadProblem } from './LoadProblem.tsx'
import { OrderActions } from './OrderActions.tsx'
import { OrderState } from './OrderState.tsx'
import { Picture } from './Picture.tsx'
import { RefundList } from './RefundList.tsx'
import { ShopPage } from './ShopPage.tsx'
import { useT } from './texts.ts'
import type { OrderInfo } from './types.ts'

export function OrderDetail({ params: { id = '' } }: MemberPageProps) {
  const t = useT()
  const language = useLanguage()
  const { value, error, retry } = useStaleWhileRevalidate(`shop order ${id} ${language}`, () =>
    callRoute(readOrderInfo, { id: Number(id) || 0 }, { quiet: true }),
  )
  useTitle(value ? t('order-title', { sn: value.order.sn }) : t('orders'))
  return (
    <ShopPage>
      {error !== null && <LoadProblem error={error} retry={retry} />}
      {error === null && !value && <Spinner aria-label={t('loading')} />}
      {value && <Detail info={value} onChanged={retry} />}
    </ShopPage>
  )
}

function Detail({ info, onChanged }: { readonly info: OrderInfo; readonly onChanged: () => void }) {
  const t = useT()
  const { order } = info
  const label = (amount: string): string => amountLabel(t, order.currency, amount)
  return (
    <>
      <section className="tw-card shop-section">
        <div className="shop-order-head">
          <h1>{t('order-title', { sn: order.sn })}</h1>
          <OrderState order={order} />
        </div>
        <NextStep info={info} />
        <OrderActions order={order} onChanged={onChanged} />
      </section>
      <section className="tw-card shop-section">
        <h2>{t('goods')}</h2>
        <ul className="shop-lines">
          {order.lines.map((line) => (
            <li key={line.id} className="shop-line shop-line-short">
              <Picture image={line.image} alt="" />
              <a className="shop-line-title" href={`#/user/shop/goods/${line.goods_id}`}>
                {line.title}
              </a>
              <span className="shop-line-price">
                {label(line.price)} × {line.quantity}
                <LineState line={line} isShipped={order.status === 2 || order.status === 3} />
              </span>
              <span className="shop-line-amount">{label(line.amount)}</span>
            </li>
          ))}
        </ul>
        <dl className="shop-amounts">
          <Amount label={t('amount-goods')} value={label(order.amount_goods)} />
          <Amount label={t('freight')} value={label(order.freight)} />
          {Number(order.discount) > 0 && <Amount label={t('discount')} value={`−${label(order.discount)}`} />}
          <Amount label={t('total')} value={label(order.amount_pay)} isTotal />
        </dl>
      </section>
      <RefundList refunds={info.refunds} onChanged={onChanged} />
      <section className="tw-card shop-section">
        <h2>{t('deliver')}</h2>
        <AddressText address={info} />
        {info.remark !== null && info.remark !== '' && <p className="tw-muted">{info.remark}</p>}
        <Parcel info={info} />
      </section>
      <Events info={info} />
    </>
  )
}

function LineState({
  line,
  isShipped,
}: {
  readonly line: OrderInfo['order']['lines'][number]
  readonly isShipped: boolean
}) {
  const t = useT()
  return (
    <>
      {isShipped && line.shipped !== line.quantity && (
        <span className="tw-muted">{t('shipped-part', { shipped: line.shipped })}</span>
      )}
      {Number(line.refunded) > 0 && <span className="tw-muted">{t('refunded-part', { refunded: line.refunded })}</span>}
    </>
  )
}

function NextStep({ info }: { readonly info: OrderInfo }) {
  const t = useT()
  const { timeZone } = useSite()
  const { order } = info
  const time = (seconds: number | null): string => formatSeconds(seconds ?? 0, timeZone).slice(0, 16)
  const text = order.closing
    ? t('next-closing')
    : order.status === 0
      ? t('pay-until', { time: time(order.expire_time) })
      : t(`next-${order.status}`, { time: time(info.confirm_time), reason: info.cancel_reason ?? '' })
  return (
    <p className="shop-next" role="status">
      {text}
    </p>
  )
}

function Parcel({ info: { carrier, courier_number: number } }: { readonly info: OrderInfo }) {
  const t = useT()
  if (number === null || number === '') return <p className="tw-muted">{t('parcel-none')}</p>
  const copy = (): void => {
    navigator.clipboard.writeText(number).then(
      () => notify({ text: t('copied'), tone: 'success' }),
      (error: unknown) => notify({ text: errorText(error), tone: 'danger' }),
    )
  }
  return (
    <p className="shop-parcel">
      <span>
        {t('parcel')} {carrier} <strong>{number}</strong>
      </span>
      <Button variant="minimal" icon={<Duplicate />} aria-label={t('copy')} title={t('copy')} onClick={copy} />
    </p>
  )
}

function Events({ info }: { readonly info: OrderInfo }) {
  const t = useT()
  const { timeZone } = useSite()
  const events = (
    [
      ['created', info.order.create_time],
      ['paid', info.pay_time],
      ['shipped', info.ship_time],
      ['done', info.done_time],
      ['cancelled', info.cancel_time],
    ] as const
  ).flatMap(([event, time]) => (time === null ? [] : [{ event, time }]))
  return (
    <section className="tw-card shop-section">
      <h2>{t('events')}</h2>
      <ol className="shop-events">
        {events.map(({ event, time }) => (
          <li key={event}>
            <span>{t(`event-${event}`)}</span> <time className="tw-muted">{formatSeconds(time, timeZone)}</time>
          </li>
        ))}
      </ol>
    </section>
  )
}
