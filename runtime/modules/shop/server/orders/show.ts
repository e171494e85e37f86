/** Orders and refunds as their member sees them. */
import { amountText, quantityText, type Currency } from '../amounts.ts'
import { linesOf, type OrderRow, type RefundRow } from '../order.ts'
import type { ShownFile } from '../refunds/files.ts'
import { orderOptions } from '#generated/shop/options.ts'
import type { Reading } from '#generated/shop/server.ts'

export async function showOrders(query: Reading, orders: readonly OrderRow[]) {
  const lines = await linesOf(
    query,
    orders.map(({ id }) => id),
  )
  return orders.map((order) => ({
    id: order.id,
    sn: order.sn,
    status: order.status,
    refund_state: order.refund_state,
    currency: order.currency,
    closing: order.closing === orderOptions.closing.yes,
    amount_goods: amountText(order.currency, order.amount_goods),
    freight: amountText(order.currency, order.freight),
    discount: amountText(order.currency, order.discount),
    amount_pay: amountText(order.currency, order.amount_pay),
    refunded: amountText(order.currency, order.refunded),
    freight_refunded: amountText(order.currency, order.freight_refunded),
    expire_time: order.expire_time,
    create_time: order.create_time,
    lines: lines
      .filter((line) => line.order_id === order.id)
      .map((line) => ({
        id: line.id,
        goods_id: line.goods_id,
        title: line.title,
        image: line.image,
        unit: line.unit_name,
        price: amountText(order.currency, line.price),
        quantity: quantityText(line.quantity),
        amount: amountText(order.currency, line.amount),
        shipped: quantityText(line.shipped_quantity),
        refunded: quantityText(line.refunded_quantity),
      })),
  }))
}

export async function showRefunds(
  query: Reading,
  refunds: readonly RefundRow[],
  files: ReadonlyMap<number, readonly ShownFile[]> = new Map(),
) {
  const ids = refunds.map(({ id }) => id)
  const lines =
    ids.length === 0
      ? []
      : await query
          .selectFrom('shop_refund_line')
          .selectAll()
          .where('refund_id', 'in', ids)
          .orderBy('line_no')
          .execute()
  const orders =
    ids.length === 0
      ? []
      : await query
          .selectFrom('shop_order')
          .select(['id', 'currency'])
          .where(
            'id',
            'in',
            refunds.map((refund) => refund.order_id),
          )
          .execute()
  const currencyOf = (refund: RefundRow): Currency => orders.find(({ id }) => id === refund.order_id)?.currency ?? 'RMB'
  return refunds.map((refund) => ({
    id: refund.id,
    refund_no: refund.refund_no,
    order_id: refund.order_id,
    kind: refund.kind,
    status: refund.status,
    currency: currencyOf(refund),
    amount: amountText(currencyOf(refund), refund.amount),
    reason: refund.reason,
    answer: refund.answer,
    create_time: refund.create_time,
    done_time: refund.done_time,
    lines: lines
      .filter((line) => line.refund_id === refund.id)
      .map((line) => ({
        title: line.title,
        quantity: quantityText(line.quantity),
        returned: line.returned_quantity === null ? null : quantityText(line.returned_quantity),
        amount: amountText(currencyOf(refund), line.amount),
      })),
    images: [...(files.get(refund.id) ?? [])],
  }))
}
