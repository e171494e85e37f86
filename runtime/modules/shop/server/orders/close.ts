/** Ends orders that were not paid: by the member, an administrator, or because their time is over. */
import { lockRows, nowSeconds, OperationError } from 'tablewright/server'
import { orderOptions } from '#generated/shop/options.ts'
import { t } from '../i18n.ts'
import {
  contractCall,
  findOrder,
  linesOf,
  paidObjectOf,
  refOf,
  type LineRow,
  type OrderRow,
  type ShopCall,
} from '../order.ts'
import { tellMember } from '../tell.ts'
import { takeBought, type Bought } from './bought.ts'

const { status, closing } = orderOptions

/** `closing`: a payment was begun, and its provider has not confirmed so far that it was not made. */
export type CloseResult = 'cancelled' | 'closing' | 'kept'

/**
 * Cancels an order that was not paid, once no payment for it is open. Locks payments, then the order.
 * @throws an OperationError `bad_state` unless it is unpaid or cancelled already
 */
export async function cancelUnpaid(call: ShopCall, id: number, reason: string): Promise<CloseResult> {
  const { scope, trx } = call
  const isClosed = await closePayments(call, [id])
  const order = await findOrder(trx, id)
  if (!order) throw new OperationError('not_found')
  if (order.status === status.cancelled) return 'kept'
  if (order.status !== status.unpaid)
    throw new OperationError('bad_state', { sentence: t(scope.language, 'cancel.paid') })
  if (!isClosed.has(id)) {
    await trx
      .updateTable('shop_order')
      .set({ closing: closing.yes, cancel_reason: reason })
      .where('id', '=', id)
      .execute()
    return 'closing'
  }
  await cancelLocked(call, [order], reason)
  return 'cancelled'
}

/** Ids of the orders for which no payment is open. They are locked. */
export const closePayments = async ({ scope, trx }: ShopCall, ids: readonly number[]): Promise<ReadonlySet<number>> =>
  scope.payments
    ? scope.payments.close(
        contractCall({ scope, trx }),
        ids.map((id) => paidObjectOf({ id })),
      )
    : new Set(ids)

/** Cancels locked orders that nobody can pay any more. Locks their products and goods. */
async function cancelLocked(call: ShopCall, orders: readonly OrderRow[], reason: string): Promise<void> {
  const { scope, trx } = call
  const cancelled = await markCancelled(call, orders, reason)
  await lockRows(
    scope,
    trx,
    'wms/product',
    cancelled.lines.map((line) => line.product_id),
    'write',
  )
  await takeBought(call, cancelled.bought)
  await freeStock(call, cancelled.orders)
}

interface Cancelled {
  readonly orders: readonly OrderRow[]
  readonly lines: readonly LineRow[]
  /** Quantities that their members have not bought after all. */
  readonly bought: readonly Bought[]
}

/** Stores that locked orders are cancelled; others of the list than unpaid ones are left alone. */
export async function markCancelled(call: ShopCall, orders: readonly OrderRow[], reason: string): Promise<Cancelled> {
  const { trx } = call
  const unpaid = orders.filter((order) => order.status === status.unpaid)
  const ids = unpaid.map(({ id }) => id)
  if (ids.length === 0) return { orders: [], lines: [], bought: [] }
  await trx
    .updateTable('shop_order')
    .set({ status: status.cancelled, closing: closing.no, cancel_reason: reason, cancel_time: nowSeconds() })
    .where('id', 'in', ids)
    .execute()
  for (const order of unpaid) await tellMember(call, 'cancelled', order, { reason })
  const lines = await linesOf(trx, ids)
  const bought = lines.map((line) => ({
    user_id: unpaid.find(({ id }) => id === line.order_id)?.user_id ?? null,
    goods_id: line.goods_id,
    quantity: -line.quantity,
  }))
  return { orders: unpaid, lines, bought }
}

/** Ends what is held for orders. Their products are locked. */
export async function freeStock({ scope, trx }: ShopCall, orders: readonly OrderRow[]): Promise<void> {
  for (const order of orders) await scope.stockHolds?.release(contractCall({ scope, trx }), refOf(order))
}
