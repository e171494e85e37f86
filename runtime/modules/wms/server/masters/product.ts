/** Products and units: what the ledger builds on stays as it is. */
import { records } from 'tablewright/server'
import type { WmsServerParts } from '#generated/wms/parts.ts'
import { lockBroken } from '../holds/break.ts'
import { reviewLowStock } from '../stock/low-stock.ts'
import { readStocked } from '../stock/stocked-product.ts'
import type { Hooks, Reading } from '#generated/wms/server.ts'
import { refuseUncountableDecimals, refuseUncountableUnit } from './countable.ts'
import { documents } from './documents.ts'

export const product: Hooks<'wms/product'> = {
  beforeWrite: lockBroken,
  /** A product with stock, history or live orders is taken off the shelf instead. */
  beforeRemove: (scope, trx, ids) =>
    records<WmsServerParts>(scope, trx).refuseInUse('wms/product', ids, { among: documents }),
  async frozenFields(_scope, query, ids) {
    return new Map((await booked(query, ids)).map((id) => [id, ['product_no', 'unit_id'] as const]))
  },
  /** A new safety stock opens and closes alerts without a notification: no stock was issued. */
  async afterWrite(scope, trx, { action, ids, changed }) {
    if (action === 'del' || action === 'sortable') return
    if (changed.has('unit_id')) await refuseUncountableUnit(scope, trx, ids)
    await reviewLowStock(scope, trx, await readStocked(trx, ids), false)
  },
}

export const unit: Hooks<'wms/unit'> = {
  async frozenFields(_scope, query, ids) {
    const rows = await query
      .selectFrom('wms_product as p')
      .select('p.unit_id')
      .where('p.unit_id', 'in', [...ids])
      .where((row) =>
        row.exists(row.selectFrom('wms_inventory_history as h').select('h.id').whereRef('h.product_id', '=', 'p.id')),
      )
      .groupBy('p.unit_id')
      .execute()
    return new Map(rows.flatMap((row) => (row.unit_id === null ? [] : [[row.unit_id, ['decimals'] as const]])))
  },
  async afterWrite(scope, trx, { ids, changed }) {
    if (changed.has('decimals')) await refuseUncountableDecimals(scope, trx, ids)
  },
}

/** Products the ledger knows. */
async function booked(query: Reading, ids: readonly number[]): Promise<readonly number[]> {
  const rows = await query
    .selectFrom('wms_inventory_history')
    .select('product_id')
    .where('product_id', 'in', [...ids])
    .groupBy('product_id')
    .execute()
  return rows.map((row) => row.product_id)
}
