/** The products of the story, and what can be sold of them. */
import { productOptions } from '#generated/wms/options.ts'
import type { DemoWork } from '#generated/wms/server.ts'
import { shuffled, type Random } from '../random.ts'
import type { Goods } from './context.ts'

/** Products on sale whose default shelf is open, in the order of how well they sell. */
export async function readGoods(
  { scope }: DemoWork,
  open: ReadonlySet<number>,
  random: Random,
): Promise<readonly Goods[]> {
  const rows = await scope.database.query
    .selectFrom('wms_product as p')
    .leftJoin('wms_unit as u', 'u.id', 'p.unit_id')
    .select(['p.id', 'p.warehouse_shelf_id', 'p.safety_stock_num', 'p.effective_day', 'u.decimals'])
    .where('p.warehouse_shelf_id', 'is not', null)
    .where('p.status', '=', productOptions.status.on_shelf)
    .orderBy('p.id')
    .execute()
  const goods = rows.flatMap((row): readonly Goods[] =>
    row.warehouse_shelf_id !== null && open.has(row.warehouse_shelf_id)
      ? [
          {
            id: row.id,
            shelfId: row.warehouse_shelf_id,
            safety: row.safety_stock_num ?? 0,
            step: 10 ** (3 - (row.decimals ?? 0)),
            life: row.effective_day ?? 0,
          },
        ]
      : [],
  )
  // The order has as many places as there are products.
  return shuffled(goods.length, random).map((place) => goods[place]!)
}

/** Thousandths on the default shelf that keep for another day, by product. @param itemIndex seconds since 1970 */
export async function readAvailable(
  { scope }: DemoWork,
  goods: readonly Goods[],
  itemIndex: number,
): Promise<Map<number, number>> {
  const rows = await scope.database.query
    .selectFrom('wms_stock_layer')
    .select(({ fn }) => ['product_id', 'warehouse_shelf_id', fn.sum('remaining').as('remaining')])
    .where('remaining', '>', 0)
    .where((eb) => eb.or([eb('expire_at', 'is', null), eb('expire_at', '>', itemIndex + 86_400)]))
    .groupBy(['product_id', 'warehouse_shelf_id'])
    .execute()
  const byPlace = new Map(rows.map((row) => [`${row.product_id} ${row.warehouse_shelf_id}`, Number(row.remaining)]))
  return new Map(goods.map(({ id, shelfId }) => [id, byPlace.get(`${id} ${shelfId}`) ?? 0]))
}
