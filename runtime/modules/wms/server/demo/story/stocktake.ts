/** A count of one shelf, on which one product has less than the books say, and one more. */
import { decimalText } from 'tablewright/protocol'
import { records } from 'tablewright/server'
import type { WmsServerParts } from '#generated/wms/parts.ts'
import type { StoryContext } from './context.ts'

export async function countShelf({ work, moments }: StoryContext, day: number, shelfId: number): Promise<void> {
  const { query } = work.scope.database
  const shelf = await records<WmsServerParts>(work.scope).get('wms/warehouse_shelf', shelfId)
  if (!shelf) throw new TypeError(`there is no shelf ${shelfId}`)
  const { warehouse_id, warehouse_area_id } = shelf
  const id = await moments.on(day, 17 * 60, () =>
    work.add('wms/stocktake', { warehouse_id, warehouse_area_id, warehouse_shelf_id: shelfId }),
  )
  await moments.on(day, 17 * 60 + 10, () => work.runAction('wms/stocktake', 'start', { id }))
  const lines = await query
    .selectFrom('wms_stocktake_line as l')
    .innerJoin('wms_product as p', 'p.id', 'l.product_id')
    .leftJoin('wms_unit as u', 'u.id', 'p.unit_id')
    .select(['l.id', 'l.product_id', 'l.warehouse_shelf_id', 'l.book_quantity', 'u.decimals'])
    .where('l.stocktake_id', '=', id)
    .orderBy('l.id')
    .execute()
  await moments.on(day, 17 * 60 + 40, () =>
    work.edit('wms/stocktake', id, {
      product_detail: lines.map(({ book_quantity, decimals, ...line }, place) => {
        const step = 10 ** (3 - (decimals ?? 0))
        const book = book_quantity ?? 0
        const counted = place === 0 ? Math.max(0, book - step) : place === 1 ? book + step : book
        return { ...line, counted_quantity: decimalText(counted, 3) }
      }),
    }),
  )
  await moments.on(day, 18 * 60, () => work.runAction('wms/stocktake', 'post', { id }))
}
