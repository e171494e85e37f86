/** The warehouse ships: its events change the orders of the shop, in its transactions. */
import { nowSeconds, OperationError, type StockHolder } from 'tablewright/server'
import { orderOptions } from '#generated/shop/options.ts'
import { t } from '../i18n.ts'
import { reportShort } from '../notices.ts'
import { linesOf, lockOrders, orderEntity, ownCall, readOrder, type LineRow, type ShopCall } from '../order.ts'
import { tellMember } from '../tell.ts'
import { parcelOf } from './parcel.ts'
import { refundShort } from '../refunds/short.ts'
import { takeReturned } from '../refunds/returns.ts'

const { status, refund_state: refundState } = orderOptions

export const stockHolder: StockHolder = {
  entity: orderEntity,
  lock: (call, ids) => lockOrders(ownCall(call), ids),

  /** Goods that were not sent are paid back in the same transaction (S5, SB16). */
  async onShipped(contract, { ref, lines: shipment }) {
    const call = ownCall(contract)
    const { trx } = call
    const order = await readOrder(trx, ref.id)
    if (order.status !== status.paid) refuse(call, 'ship.state', order.sn)
    // Guard T85: nobody ships what the buyer is about to get money back for.
    if (order.refund_state === refundState.asked) refuse(call, 'ship.asked', order.sn)
    const lines = await linesOf(trx, [order.id])
    const shipped = distribute(call, lines, new Map(shipment.map(({ productId, quantity }) => [productId, quantity])))
    for (const line of lines)
      await trx
        .updateTable('shop_order_line')
        .set({ shipped_quantity: shipped.get(line.id) ?? 0 })
        .where('id', '=', line.id)
        .execute()
    await trx
      .updateTable('shop_order')
      .set({ status: status.shipped, ship_time: nowSeconds() })
      .where('id', '=', order.id)
      .execute()
    const isShort = lines.some((line) => line.quantity - line.refunded_quantity > (shipped.get(line.id) ?? 0))
    const parcel = await parcelOf(trx, order)
    await tellMember(call, isShort ? 'short' : 'shipped', order, { courier: parcel?.courier_number ?? null })
    if (!isShort) return
    await refundShort(call, await readOrder(trx, order.id), shipped)
    await reportShort(trx, 'notice.short', order)
  },

  async onUnshipped(contract, ref) {
    const call = ownCall(contract)
    const { trx } = call
    const order = await readOrder(trx, ref.id)
    if (order.status !== status.shipped) refuse(call, 'unship.completed', order.sn)
    if (order.refund_state === refundState.asked) refuse(call, 'ship.asked', order.sn)
    await trx
      .updateTable('shop_order')
      .set({ status: status.paid, ship_time: null })
      .where('id', '=', order.id)
      .execute()
    await trx.updateTable('shop_order_line').set({ shipped_quantity: 0 }).where('order_id', '=', order.id).execute()
  },

  /** The outbound order of a paid order stays: a refund takes it back (SB17). */
  async onOutboundDeleted(contract, ref) {
    const call = ownCall(contract)
    const order = await readOrder(call.trx, ref.id)
    if (order.status === status.paid || order.status === status.shipped) refuse(call, 'outbound.needed', order.sn)
  },

  async onBroken(contract, { ref }) {
    const { trx } = ownCall(contract)
    await reportShort(trx, 'notice.broken', await readOrder(trx, ref.id))
  },

  onReturned: (contract, event) => takeReturned(ownCall(contract), event),
}

function refuse({ scope: { language } }: ShopCall, text: RefusalText, sn: string): never {
  throw new OperationError('in_use', { sentence: t(language, text, { sn }) })
}
type RefusalText = 'ship.state' | 'ship.asked' | 'ship.more' | 'unship.completed' | 'outbound.needed'

/**
 * Quantities that were sent of each line, by its id: in the order of the lines, what was paid back already left out.
 * @throws an OperationError when more was sent than is to be delivered
 */
function distribute(
  call: ShopCall,
  lines: readonly LineRow[],
  shipment: ReadonlyMap<number, number>,
): ReadonlyMap<number, number> {
  const left = new Map(shipment)
  const shipped = new Map<number, number>()
  for (const line of lines) {
    const quantity = Math.min(left.get(line.product_id) ?? 0, line.quantity - line.refunded_quantity)
    shipped.set(line.id, quantity)
    left.set(line.product_id, (left.get(line.product_id) ?? 0) - quantity)
  }
  for (const line of lines) if ((left.get(line.product_id) ?? 0) > 0) refuse(call, 'ship.more', line.title)
  return shipped
}
