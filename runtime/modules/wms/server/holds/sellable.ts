/** Sellable stock: batches that have not expired, on shelves that are open, less what is held. */
import { nowSeconds } from 'tablewright/server'
import { productOptions, warehouseShelfOptions } from '#generated/wms/options.ts'
import { settings } from '../settings.ts'
import type { Reading, Scope } from '#generated/wms/server.ts'

const { enabled } = warehouseShelfOptions.status
const day = 86_400

/**
 * Thousandths by product, holds included; products without any are left out.
 * @param until Unix seconds that batches have to be good for
 */
export async function readGood(
  query: Reading,
  products: readonly number[],
  until: number,
): Promise<ReadonlyMap<number, number>> {
  if (products.length === 0) return new Map()
  const rows = await query
    .selectFrom('wms_stock_layer as l')
    .innerJoin('wms_warehouse_shelf as s', 's.id', 'l.warehouse_shelf_id')
    .innerJoin('wms_warehouse_area as a', 'a.id', 's.warehouse_area_id')
    .innerJoin('wms_warehouse as w', 'w.id', 's.warehouse_id')
    .select(({ fn }) => ['l.product_id', fn.sum<number>('l.remaining').as('quantity')])
    .where('l.product_id', 'in', [...new Set(products)])
    .where('l.remaining', '>', 0)
    .where((row) => row.or([row('l.expire_at', 'is', null), row('l.expire_at', '>', until)]))
    .where('s.status', '=', enabled)
    .where('a.status', '=', enabled)
    .where('w.status', '=', enabled)
    .groupBy('l.product_id')
    .execute()
  return new Map(rows.map((row) => [row.product_id, Number(row.quantity)]))
}

/** Thousandths that can be sold of each product; 0 for one that is deleted, off shelf or not there. */
export async function readSellable(
  scope: Pick<Scope, 'settings'>,
  query: Reading,
  products: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  if (products.length === 0) return new Map()
  const good = await readGood(query, products, nowSeconds() + settings(scope).saleDays * day)
  const rows = await query
    .selectFrom('wms_product')
    .select(['id', 'reserved_num'])
    .where('id', 'in', [...new Set(products)])
    .where('status', '=', productOptions.status.on_shelf)
    .where('deletetime', 'is', null)
    .execute()
  const sellable = new Map(
    rows.map(({ id, reserved_num: reserved }) => [id, Math.max(0, (good.get(id) ?? 0) - (reserved ?? 0))]),
  )
  return new Map(products.map((id) => [id, sellable.get(id) ?? 0]))
}
