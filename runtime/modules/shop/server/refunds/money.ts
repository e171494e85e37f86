/** The money of refunds: through the contract of payments, by a job that tries again. */
import { createJobDefinition, enqueueJob, nowSeconds, type PayRefund } from 'tablewright/server'
import type { Database } from '#generated/database.ts'
import { refundOptions } from '#generated/shop/options.ts'
import { paymentAmount, storedAmount } from '../amounts.ts'
import { contractCall, findOrder, lockOrder, type OrderRow, type RefundRow, type ShopCall } from '../order.ts'
import { tellMember } from '../tell.ts'
import { takeBought } from '../orders/bought.ts'
import { partAmount, refreshState, type RefundPart } from './refund.ts'

const { status } = refundOptions
const defineJob = createJobDefinition<Database>()

const payRefundName = 'shop/payRefund'
const keyStart = 'shop-refund-'
const keyOf = ({ id, tries }: Pick<RefundRow, 'id' | 'tries'>): string => `${keyStart}${id}-${tries}`

/**
 * The refund is decided: its lines count as refunded, and the money goes back. The order is locked.
 * @param parts what is paid back of each line
 */
export async function payBack(
  call: ShopCall,
  order: OrderRow,
  refund: Pick<RefundRow, 'id' | 'amount' | 'freight'>,
  parts: readonly RefundPart[],
): Promise<void> {
  const { trx } = call
  await trx
    .updateTable('shop_refund')
    .set({ status: status.agreed, amount: refund.amount })
    .where('id', '=', refund.id)
    .execute()
  for (const part of parts)
    await trx
      .updateTable('shop_order_line')
      .set({
        refunded_quantity: part.line.refunded_quantity + part.quantity,
        refunded_amount: part.line.refunded_amount + partAmount(part, order.currency),
      })
      .where('id', '=', part.line.id)
      .execute()
  await trx
    .updateTable('shop_order')
    .set({ freight_refunded: order.freight_refunded + refund.freight })
    .where('id', '=', order.id)
    .execute()
  await refreshState(call, order.id)
  await enqueueJob(trx, { name: payRefundName }, { id: refund.id })
}

export const payRefund = defineJob<{ readonly id: number }>({
  name: payRefundName,
  label: { 'zh-cn': '退回商城订单的款项', en: 'Pay back a refund of a shop order' },
  handler: ({ scope, payload, complete }) => complete((trx) => sendMoney({ scope, trx }, payload.id)),
})

/** Asks for the money of a refund, once. */
export async function sendMoney(call: ShopCall, id: number): Promise<void> {
  const { scope, trx } = call
  const refund = await trx.selectFrom('shop_refund').selectAll().where('id', '=', id).executeTakeFirst()
  const order = refund && (await findOrder(trx, refund.order_id))
  if (!refund || !order || refund.status !== status.agreed) return
  if (refund.amount === 0 || order.pay_log_id === null) {
    await lockOrder(call, order.id)
    return markDone(call, id)
  }
  await scope.payments?.refund(contractCall({ scope, trx }), {
    payLogId: order.pay_log_id,
    amount: paymentAmount(order.currency, refund.amount),
    reason: refund.reason,
    key: keyOf(refund),
  })
}

/** Its goods count for the limit of the member no more. */
async function markDone(call: ShopCall, id: number): Promise<void> {
  const { trx } = call
  const { numUpdatedRows } = await trx
    .updateTable('shop_refund')
    .set({ status: status.done, done_time: nowSeconds() })
    .where('id', '=', id)
    .where('status', '=', status.agreed)
    .executeTakeFirstOrThrow()
  if (Number(numUpdatedRows) === 0) return
  const lines = await trx
    .selectFrom('shop_refund_line as r')
    .innerJoin('shop_refund as f', 'f.id', 'r.refund_id')
    .innerJoin('shop_order_line as l', 'l.id', 'r.order_line_id')
    .select(['f.user_id', 'l.goods_id', 'r.quantity', 'r.returned_quantity'])
    .where('r.refund_id', '=', id)
    .execute()
  await takeBought(
    call,
    lines
      .map((line) => ({ ...line, quantity: -(line.returned_quantity ?? line.quantity) }))
      .filter(({ quantity }) => quantity < 0),
  )
}

const refundOf = ({ key }: PayRefund): number | null =>
  key.startsWith(keyStart) ? Number(key.slice(keyStart.length).split('-')[0]) : null

/** The money is back; also when an administrator has paid it back from the page of payments. */
export async function completeRefund(call: ShopCall, refund: PayRefund): Promise<void> {
  const { trx } = call
  const order = await findOrder(trx, refund.log.objectId)
  if (!order) return
  const amount = storedAmount(order.currency, refund.amount)
  await tellMember(call, 'refunded', order, { amount })
  // A payment that came too late is none of the order.
  if (order.pay_log_id !== refund.log.id) return
  await trx
    .updateTable('shop_order')
    .set({ refunded: order.refunded + amount })
    .where('id', '=', order.id)
    .execute()
  const id = refundOf(refund)
  if (id !== null) await markDone(call, id)
  await refreshState(call, order.id)
}

/** The provider does not pay back: an administrator decides anew. The goods stay as they are. */
export async function failRefund(call: ShopCall, refund: PayRefund): Promise<void> {
  const { trx } = call
  const id = refundOf(refund)
  if (id === null) return
  await trx
    .updateTable('shop_refund')
    .set((row) => ({ status: status.asked, kind: refundOptions.kind.money, tries: row('tries', '+', 1) }))
    .where('id', '=', id)
    .where('status', '=', status.agreed)
    .execute()
  await refreshState(call, refund.log.objectId)
}
