/** An order as this module works on it: its row, its lines, and their locks. */
import { randomInt } from 'node:crypto'
import { formatSeconds } from 'tablewright/protocol'
import {
  lockRows,
  nowSeconds,
  OperationError,
  retryTransaction,
  type ContractCall,
  type HoldRef,
  type PaidObject,
} from 'tablewright/server'
import type { Reading, Row, Scope, Transaction } from '#generated/shop/server.ts'

export type OrderRow = Row<'shop/order'>
export type LineRow = Awaited<ReturnType<typeof linesOf>>[number]
export type RefundRow = Row<'shop/refund'>

export interface ShopCall {
  readonly scope: Scope
  readonly trx: Transaction
}

/** The call as this module sees it: other modules know nothing of its tables. */
export const ownCall = ({ scope, trx }: ContractCall): ShopCall => ({
  // The scope of any module; only the types of its tables differ.
  scope: scope as unknown as Scope,
  // The same for the transaction.
  trx: trx as unknown as Transaction,
})

/** The call as contracts of other modules see it. */
export const contractCall = ({ scope, trx }: ShopCall): ContractCall =>
  // The same scope and transaction; other modules know nothing of the tables of this one.
  ({ scope, trx }) as unknown as ContractCall

export const projectName = 'shop'
export const orderEntity = 'shop/order'

export const refOf = ({ id, sn }: Pick<OrderRow, 'id' | 'sn'>): HoldRef => ({ entity: orderEntity, id, no: sn })

export const paidObjectOf = ({ id }: Pick<OrderRow, 'id'>): Omit<PaidObject, 'userId'> => ({
  project: projectName,
  objectId: id,
})

export const findOrder = (query: Reading, id: number): Promise<OrderRow | undefined> =>
  query.selectFrom('shop_order').selectAll().where('id', '=', id).executeTakeFirst()

/** @throws an OperationError `not_found` */
export async function readOrder(query: Reading, id: number): Promise<OrderRow> {
  const row = await findOrder(query, id)
  if (!row) throw new OperationError('not_found')
  return row
}

export const linesOf = (query: Reading, orders: readonly number[]) =>
  query
    .selectFrom('shop_order_line')
    .selectAll()
    .where('order_id', 'in', orders.length === 0 ? [0] : [...orders])
    .orderBy('order_id')
    .orderBy('line_no')
    .execute()

/** Locks orders together with their refunds, which come first in the order of all transactions. */
export async function lockOrders({ scope, trx }: ShopCall, ids: readonly number[]): Promise<void> {
  const refunds = async (): Promise<readonly number[]> =>
    ids.length === 0
      ? []
      : (
          await trx
            .selectFrom('shop_refund')
            .select('id')
            .where('order_id', 'in', [...ids])
            .execute()
        ).map(({ id }) => id)
  const before = await refunds()
  // Guard T85: whoever changes an order or its refunds waits for the others.
  await lockRows(scope, trx, 'shop/refund', before, 'write')
  await lockRows(scope, trx, orderEntity, ids, 'write')
  if ((await refunds()).some((id) => !before.includes(id))) retryTransaction()
}

/** The order, locked. @throws an OperationError `not_found` */
export async function lockOrder(call: ShopCall, id: number): Promise<OrderRow> {
  await lockOrders(call, [id])
  return readOrder(call.trx, id)
}

/** A number that nobody can guess; the unique index decides whether it is new. */
export function newNumber({ settings }: Pick<Scope, 'settings'>, letter: 'S' | 'T'): string {
  const time = formatSeconds(nowSeconds(), settings.timeZone).replaceAll(/\D/g, '')
  return `${letter}${time}${String(randomInt(10 ** 8)).padStart(8, '0')}`
}

/** Quantities (thousandths) of lines by product, as stock is held for them. */
export function holdLinesOf(
  lines: readonly { readonly product_id: number; readonly quantity: number }[],
): readonly { readonly productId: number; readonly quantity: number }[] {
  const sums = new Map<number, number>()
  for (const line of lines) sums.set(line.product_id, (sums.get(line.product_id) ?? 0) + line.quantity)
  return [...sums].flatMap(([productId, quantity]) => (quantity > 0 ? [{ productId, quantity }] : []))
}
