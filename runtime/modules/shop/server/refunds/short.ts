/** Pays back by itself what the warehouse did not send. */
import { nowSeconds } from 'tablewright/server'
import { orderOptions, refundOptions } from '#generated/shop/options.ts'
import { t } from '../i18n.ts'
import { linesOf, type OrderRow, type ShopCall } from '../order.ts'
import { payBack } from './money.ts'
import { freightLeft, insertRefund, leftOf } from './refund.ts'

const { kind, status } = refundOptions

/**
 * Refunds what is missing of a locked order, decided by the system. Nothing sent at all cancels it, freight included.
 * @param shipped thousandths that were sent, by line
 */
export async function refundShort(
  call: ShopCall,
  order: OrderRow,
  shipped: ReadonlyMap<number, number>,
): Promise<void> {
  const { scope, trx } = call
  const lines = await linesOf(trx, [order.id])
  const parts = lines
    .map((line) => ({ line, quantity: leftOf(line) - (shipped.get(line.id) ?? 0) }))
    .filter(({ quantity }) => quantity > 0)
  if (parts.length === 0) return
  const isEmpty = [...shipped.values()].every((quantity) => quantity === 0)
  const refund = await insertRefund(call, order, {
    kind: kind.short,
    status: status.agreed,
    parts,
    freight: isEmpty ? freightLeft(order) : 0,
    reason: t(scope.language, 'refund.short'),
  })
  await payBack(call, order, refund, parts)
  if (isEmpty)
    await trx
      .updateTable('shop_order')
      .set({
        status: orderOptions.status.cancelled,
        cancel_reason: t(scope.language, 'refund.short'),
        cancel_time: nowSeconds(),
      })
      .where('id', '=', order.id)
      .execute()
}

/** Nothing of a locked order can be sent any more. What its member asked for is part of what is paid back. */
export async function refundRest(call: ShopCall, order: OrderRow): Promise<void> {
  const { scope, trx } = call
  const requests = await trx
    .selectFrom('shop_refund')
    .select('id')
    .where('order_id', '=', order.id)
    .where('status', '=', status.asked)
    // One that the provider refused is owed.
    .where('tries', '=', 0)
    .execute()
  for (const { id } of requests)
    await trx
      .updateTable('shop_refund')
      .set({ status: status.withdrawn, answer: t(scope.language, 'refund.short'), done_time: nowSeconds() })
      .where('id', '=', id)
      .execute()
  await refundShort(call, order, new Map())
}
