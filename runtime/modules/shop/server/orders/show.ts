/** Orders and refunds as their member sees them. */
import { moneyText, quantityText } from '../amounts.ts'
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
    closing: order.closing === orderOptions.closing.yes,
    amount_goods: moneyText(order.amount_goods),
    freight: moneyText(order.freight),
    discount: moneyText(order.discount),
    amount_pay: moneyText(order.amount_pay),
    refunded: moneyText(order.refunded),
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
        price: moneyText(line.price),
        quantity: quantityText(line.quantity),
        amount: moneyText(line.amount),
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
  return refunds.map((refund) => ({
    id: refund.id,
    refund_no: refund.refund_no,
    order_id: refund.order_id,
    kind: refund.kind,
    status: refund.status,
    amount: moneyText(refund.amount),
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
        amount: moneyText(line.amount),
      })),
    images: [...(files.get(refund.id) ?? [])],
  }))
}
