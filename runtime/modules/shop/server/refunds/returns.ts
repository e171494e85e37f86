/** Goods that came back: the audit of their receipt pays back what came (SB13). */
import type { HoldEvent } from 'tablewright/server'
import { refundOptions } from '#generated/shop/options.ts'
import { readOrder, type ShopCall } from '../order.ts'
import { payBack } from './money.ts'
import { partsOf, refundAmount } from './refund.ts'

const { status } = refundOptions

/** The order is locked. */
export async function takeReturned(call: ShopCall, { ref, lines }: HoldEvent): Promise<void> {
  const { trx } = call
  const order = await readOrder(trx, ref.id)
  const refund = await trx
    .selectFrom('shop_refund')
    .selectAll()
    .where('order_id', '=', order.id)
    .where('status', '=', status.returning)
    .executeTakeFirst()
  if (!refund) return
  const left = new Map(lines.map(({ productId, quantity }) => [productId, quantity]))
  const parts = (await partsOf(trx, refund)).map(({ line, quantity }) => {
    const came = Math.min(quantity, left.get(line.product_id) ?? 0)
    left.set(line.product_id, (left.get(line.product_id) ?? 0) - came)
    return { line, quantity: came }
  })
  for (const { line, quantity } of parts)
    await trx
      .updateTable('shop_refund_line')
      .set({ returned_quantity: quantity })
      .where('refund_id', '=', refund.id)
      .where('order_line_id', '=', line.id)
      .execute()
  const amount = await refundAmount(call, order, parts, refund.freight)
  await payBack(call, order, { ...refund, amount }, parts)
}
