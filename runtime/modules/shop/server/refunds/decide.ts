/** Administrators decide about refunds. */
import { enqueueJob, nowSeconds, OperationError, type HoldLine } from 'tablewright/server'
import { orderOptions, refundOptions } from '#generated/shop/options.ts'
import { t } from '../i18n.ts'
import {
  contractCall,
  holdLinesOf,
  linesOf,
  lockOrders,
  readOrder,
  refOf,
  type OrderRow,
  type RefundRow,
  type ShopCall,
} from '../order.ts'
import { makeOutboundName } from '../orders/outbound-name.ts'
import { tellMember } from '../tell.ts'
import type { Effect, Hooks } from '#generated/shop/server.ts'
import { payBack } from './money.ts'
import { freightLeft, refundAmount, leftOf, partsOf, refreshState, type RefundPart } from './refund.ts'

const { kind, status } = refundOptions
const { status: orderStatus } = orderOptions

export const refundHooks: Hooks<'shop/refund'> = {
  /** Orders are locked with all their refunds, as everybody does. */
  async beforeWrite(scope, trx, _change, ids) {
    if (ids.length === 0) return
    const rows = await trx
      .selectFrom('shop_refund')
      .select('order_id')
      .distinct()
      .where('id', 'in', [...ids])
      .execute()
    await lockOrders(
      { scope, trx },
      rows.map((row) => row.order_id),
    )
  },
}

const agreeRefund: Effect<'shop/refund', 'agree'> = async ({ scope, trx, row, answer }) => {
  const call = { scope, trx }
  const order = await readOrder(trx, row.order_id)
  const parts = await partsOf(trx, row)
  const isSent = order.status === orderStatus.shipped || order.status === orderStatus.completed
  // A refund of which the provider paid nothing back has had its goods.
  if (row.tries > 0 || !isSent || parts.every(({ quantity }) => quantity === 0)) {
    await payNow(call, order, row, parts)
    answer({ note: t(scope.language, 'refund.paying') })
    return
  }
  const { inboundId } = await contractOf(call).expectReturn(contractCall({ scope, trx }), refOf(order), {
    orderSn: order.sn,
    lines: holdLinesOf(parts.map(({ line, quantity }) => ({ product_id: line.product_id, quantity }))),
  })
  await trx
    .updateTable('shop_refund')
    .set({ kind: kind.goods, status: status.returning, inbound_id: inboundId })
    .where('id', '=', row.id)
    .execute()
  await refreshState(call, order.id)
  await tellMember(call, 'returning', order, { amount: row.amount })
  answer({ note: t(scope.language, 'refund.returning') })
}

/** The goods stay with the buyer; a return that was expected is none any more. */
const grantRefund: Effect<'shop/refund', 'grant'> = async ({ scope, trx, row, input, answer }) => {
  const call = { scope, trx }
  const order = await readOrder(trx, row.order_id)
  if (row.status === status.returning) {
    await contractOf(call).cancelReturn(contractCall({ scope, trx }), refOf(order))
    await trx.updateTable('shop_refund').set({ inbound_id: null }).where('id', '=', row.id).execute()
  }
  await trx.updateTable('shop_refund').set({ answer: input.reason_given }).where('id', '=', row.id).execute()
  await payNow(call, order, row, await partsOf(trx, row))
  answer({ note: t(scope.language, 'refund.paying') })
}

const refuseRefund: Effect<'shop/refund', 'refuse'> = async ({ scope, trx, row, input }) => {
  // Its goods count as refunded already.
  if (row.tries > 0) throw new OperationError('bad_state', { sentence: t(scope.language, 'refund.owed') })
  await trx
    .updateTable('shop_refund')
    .set({ status: status.refused, answer: input.reason_given, done_time: nowSeconds() })
    .where('id', '=', row.id)
    .execute()
  const call = { scope, trx }
  await refreshState(call, row.order_id)
  await tellMember(call, 'refused', await readOrder(trx, row.order_id), { reason: input.reason_given })
}

export const refundEffects = { agreeRefund, grantRefund, refuseRefund }

function contractOf({ scope }: ShopCall) {
  if (!scope.stockHolds) throw new OperationError('bad_state', { sentence: t(scope.language, 'off') })
  return scope.stockHolds
}

/** Money at once: of goods that were not sent in one transaction with their stock (S7). */
async function payNow(call: ShopCall, order: OrderRow, refund: RefundRow, parts: readonly RefundPart[]): Promise<void> {
  if (refund.tries > 0) return payBack(call, order, { ...refund, freight: 0 }, [])
  if (order.status !== orderStatus.paid) {
    const amount = await refundAmount(call, order, parts, refund.freight)
    return payBack(call, order, { ...refund, amount }, parts)
  }
  const rest = (await linesOf(call.trx, [order.id])).map((line) => ({
    product_id: line.product_id,
    quantity: leftOf(line) - (parts.find((part) => part.line.id === line.id)?.quantity ?? 0),
  }))
  const isWhole = rest.every(({ quantity }) => quantity === 0)
  // A buyer who gets nothing pays no freight; of the rest the agreed part goes back.
  const freight = isWhole ? freightLeft(order) : Math.min(refund.freight, freightLeft(order))
  const amount = await refundAmount(call, order, parts, freight)
  await call.trx.updateTable('shop_refund').set({ kind: kind.unshipped, freight }).where('id', '=', refund.id).execute()
  await payBack(call, order, { id: refund.id, amount, freight }, parts)
  if (parts.some(({ quantity }) => quantity > 0)) await takeOut(call, order, holdLinesOf(rest))
}

/**
 * Takes goods of a paid order back from the warehouse: its outbound order is deleted, and what is left of it is held
 * again, for a new one. Nothing left cancels it.
 */
async function takeOut(call: ShopCall, order: OrderRow, rest: readonly HoldLine[]): Promise<void> {
  const { scope, trx } = call
  const supplier = contractOf(call)
  const contract = contractCall({ scope, trx })
  const isWhole = rest.length === 0
  await trx
    .updateTable('shop_order')
    .set({
      outbound_id: null,
      ...(isWhole && {
        status: orderStatus.cancelled,
        cancel_time: nowSeconds(),
        cancel_reason: t(scope.language, 'cancel.refunded'),
      }),
    })
    .where('id', '=', order.id)
    .execute()
  await supplier.release(contract, refOf(order))
  if (isWhole) return
  await supplier.take(contract, refOf(order), rest)
  await enqueueJob(trx, { name: makeOutboundName }, { id: order.id })
}
