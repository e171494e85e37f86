/** The rows of what is held, and what products know of it. */
import type { HoldRef } from 'tablewright/server'
import { updateMany } from 'tablewright/server'
import { holdOptions } from '#generated/wms/options.ts'
import type { Reading, Row, Scope, Transaction } from '#generated/wms/server.ts'

export type Hold = Row<'wms/hold'>

const { state } = holdOptions

export const refOf = ({ holder, holder_id: id, holder_no: no }: Hold): HoldRef => ({ entity: holder, id, no })

/** Everything that was held for a document, issued goods included. */
export const holdsOf = (query: Reading, { entity, id }: Pick<HoldRef, 'entity' | 'id'>): Promise<readonly Hold[]> =>
  query
    .selectFrom('wms_hold')
    .selectAll()
    .where('holder', '=', entity)
    .where('holder_id', '=', id)
    .orderBy('product_id')
    .execute()

/** The holds of these products, the newest first. */
export const activeHolds = (query: Reading, products: readonly number[]): Promise<readonly Hold[]> =>
  query
    .selectFrom('wms_hold')
    .selectAll()
    .where('product_id', 'in', products)
    .where('state', '=', state.held)
    .where('quantity', '>', 0)
    .orderBy('id', 'desc')
    .execute()

/** Thousandths that are held, by product. */
export async function sumOfHolds(query: Reading, products: readonly number[]): Promise<ReadonlyMap<number, number>> {
  if (products.length === 0) return new Map()
  const rows = await query
    .selectFrom('wms_hold')
    .select(({ fn }) => ['product_id', fn.sum<number>('quantity').as('quantity')])
    .where('product_id', 'in', products)
    .where('state', '=', state.held)
    .groupBy('product_id')
    .execute()
  return new Map(rows.map((row) => [row.product_id, Number(row.quantity)]))
}

/** Products know how much of them is held: the sum of their holds. The products are locked. */
export async function refreshReserved(
  { database, registry }: Pick<Scope, 'database' | 'registry'>,
  trx: Transaction,
  products: readonly number[],
): Promise<void> {
  if (products.length === 0) return
  const sums = await sumOfHolds(trx, products)
  const rows = await trx
    .selectFrom('wms_product')
    .select(['id', 'reserved_num'])
    .where('id', 'in', [...new Set(products)])
    .orderBy('id')
    .execute()
  await updateMany(
    database,
    registry.require('wms/product'),
    trx,
    rows
      .filter((row) => (row.reserved_num ?? 0) !== (sums.get(row.id) ?? 0))
      .map(({ id }) => ({ id, reserved_num: sums.get(id) ?? 0 })),
  )
}
