/**
 * An order as a whole, below its own record, its refunds and its outbound order: what was bought, shipped, returned and
 * paid back in one table, with the ways to each other.
 */
import { Button, Callout, Tag } from '@blueprintjs/core'
import { formatSeconds } from 'tablewright/protocol'
import {
  callRoute,
  errorText,
  useCan,
  useLanguage,
  useSite,
  useStaleWhileRevalidate,
  type PanelProps,
} from 'tablewright/web'
import { orderSheet, type OrderSheet } from '../../shared/admin.ts'
import './admin.css'
import { useT } from './texts.ts'

type Place = 'order' | 'refund' | 'outbound'

export const OrderOfOrder = (props: PanelProps) => <OrderPanel {...props} place="order" />
export const OrderOfRefund = (props: PanelProps) => <OrderPanel {...props} place="refund" />
export const OrderOfOutbound = (props: PanelProps) => <OrderPanel {...props} place="outbound" />

function OrderPanel({ row, place }: PanelProps & { readonly place: Place }) {
  const id = Number(row['id'])
  const t = useT()
  const language = useLanguage()
  const key = `shop sheet ${place} ${id} ${String(row['version'])} ${language}`
  const { value, error, retry } = useStaleWhileRevalidate(key, () =>
    callRoute(orderSheet, { [place]: id }, { quiet: true }),
  )
  if (error !== null && value === null)
    return (
      <Callout compact intent="danger" role="alert">
        {errorText(error)} <Button size="small" text={t('retry')} onClick={retry} />
      </Callout>
    )
  const sheet = value?.sheet
  if (!sheet) return null
  const request = place === 'refund' ? sheet.refunds.find((refund) => refund.id === id) : undefined
  return (
    <div className="shop-sheet">
      <Ways sheet={sheet} place={place} />
      <Lines sheet={sheet} isRequest={place === 'refund'} />
      <p>
        {t('paid', { amount: sheet.amount_pay, refunded: sheet.refunded, left: sheet.left })} ·{' '}
        {t('freight', { freight: sheet.freight, refunded: sheet.freight_refunded })}
        {sheet.currency === 'integral' && ` · ${t('in-points')}`}
      </p>
      {request?.status === 0 && (
        <Callout compact intent="primary">
          {t(sheet.status === 1 ? 'consequence-unshipped' : 'consequence-shipped')}
        </Callout>
      )}
      {request && <Images refund={request} />}
      {place !== 'refund' && <Refunds sheet={sheet} />}
    </div>
  )
}

/** The address of one record of a list. */
const addressOf = (entity: string, id: number): string => `#/admin/${entity}?edit=${id}`

function Ways({ sheet, place }: { readonly sheet: OrderSheet; readonly place: Place }) {
  const t = useT()
  const can = useCan()
  return (
    <p className="shop-sheet-ways">
      {place !== 'order' && (
        <span>
          {t('order')} <a href={addressOf('shop/order', sheet.id)}>{sheet.sn}</a> <Tag minimal>{sheet.status_text}</Tag>
        </span>
      )}
      {place !== 'outbound' && (
        <span>
          {sheet.outbound_id === null ? (
            <span className="tw-muted">{t('outbound-none')}</span>
          ) : (
            <>
              {t('outbound')}{' '}
              {can('wms/outbound', 'index') ? (
                <a href={addressOf('wms/outbound', sheet.outbound_id)}>{sheet.outbound_no}</a>
              ) : (
                sheet.outbound_no
              )}{' '}
              <Tag minimal>{sheet.shipment}</Tag>
            </>
          )}
        </span>
      )}
    </p>
  )
}

function Lines({ sheet, isRequest }: { readonly sheet: OrderSheet; readonly isRequest: boolean }) {
  const t = useT()
  const isShipped = sheet.status === 2 || sheet.status === 3
  const columns = ['price', 'ordered', 'shipped', 'returned', 'refunded', ...(isRequest ? ['asked'] : []), 'amount']
  return (
    // A region that scrolls is reached by the keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className="shop-sheet-table" role="region" aria-label={t('line')} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('line')}</th>
            {columns.map((column) => (
              <th key={column} scope="col">
                {/* The list has nothing but names of texts. */}
                {t(column as 'price')}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {sheet.lines.map((line) => {
            const isShort = isShipped && Number(line.shipped) < Number(line.quantity)
            return (
              <tr key={line.id}>
                <th scope="row">{line.title}</th>
                <td>{line.price}</td>
                <td>
                  {line.quantity} {line.unit}
                </td>
                <td data-short={isShort || undefined}>
                  {line.shipped} {isShort && <Tag intent="danger">{t('short')}</Tag>}
                </td>
                <td>{line.returned}</td>
                <td>{line.refunded}</td>
                {isRequest && <td>{line.asked}</td>}
                <td>{line.amount}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}

function Images({ refund }: { readonly refund: OrderSheet['refunds'][number] }) {
  if (refund.images.length === 0) return null
  return (
    <p className="shop-sheet-images">
      {refund.images.map(({ url, name }) => (
        <a key={url} href={url} target="_blank" rel="noreferrer">
          <img src={url} alt={name} loading="lazy" />
        </a>
      ))}
    </p>
  )
}

function Refunds({ sheet }: { readonly sheet: OrderSheet }) {
  const t = useT()
  const { timeZone } = useSite()
  if (sheet.refunds.length === 0) return null
  return (
    <>
      <h4>{t('refunds')}</h4>
      <ul className="shop-sheet-refunds">
        {sheet.refunds.map((refund) => (
          <li key={refund.id}>
            <a href={addressOf('shop/refund', refund.id)}>{refund.refund_no}</a>
            <Tag minimal intent={refund.status === 0 ? 'warning' : 'none'}>
              {refund.status_text}
            </Tag>
            <span>{refund.kind_text}</span>
            <strong>{refund.amount}</strong>
            <span className="tw-muted">
              {refund.reason} · {formatSeconds(refund.create_time ?? 0, timeZone)}
            </span>
            {refund.inbound_id !== null && <a href={addressOf('wms/warehousing', refund.inbound_id)}>{t('receipt')}</a>}
          </li>
        ))}
      </ul>
    </>
  )
}
