/** Lines of a stocktake: what is written into them, and what their columns mean. */
import { stocktakeLineOptions } from '#generated/wms/options.ts'
import { productOf, type OrderProduct } from '../orders/product.ts'
import type { Places } from '../stock/place.ts'
import type { Row } from '#generated/wms/server.ts'
import { keyOf, type BookEntry, type BookPlace } from './snapshot.ts'

/** Field of a stocktake that holds its lines, and how many there may be. */
export const detail = 'product_detail'
export const maxLines = 500

type Line = Row<'wms/stocktake_line'>

/** Columns of the book figures. */
export function bookColumns(
  entry: Pick<BookEntry, 'quantity' | 'historyId'> | undefined,
): Pick<Line, 'book_quantity' | 'last_history_id' | 'recount'> {
  return {
    book_quantity: entry?.quantity ?? 0,
    last_history_id: entry?.historyId ?? null,
    recount: stocktakeLineOptions.recount.no,
  }
}

/** Names as they are today. */
export function nameColumns(
  { productId, shelfId }: BookPlace,
  products: ReadonlyMap<number, OrderProduct>,
  places: Places,
): Pick<Line, 'product_name' | 'product_no' | 'unit_name' | 'shelf'> {
  const { name, number, unit } = productOf(products, productId)
  return { product_name: name, product_no: number, unit_name: unit, shelf: places.get(shelfId)?.label ?? null }
}

/** The place of a line. */
export const placeOf = (row: Partial<Pick<Line, 'product_id' | 'warehouse_shelf_id'>>): BookPlace => ({
  productId: row.product_id ?? 0,
  shelfId: row.warehouse_shelf_id ?? 0,
})

/** True when stock has moved there since the book figure was written down. */
export const hasMoved = (row: Partial<Line>, books: ReadonlyMap<string, BookEntry>): boolean =>
  (books.get(keyOf(placeOf(row)))?.historyId ?? null) !== (row.last_history_id ?? null)

export const isCounted = (row: Partial<Pick<Line, 'counted_quantity'>>): boolean =>
  (row.counted_quantity ?? null) !== null

/** The document's figures about its lines. */
export const countsOf = (
  rows: readonly Partial<Pick<Line, 'counted_quantity'>>[],
): { line_count: number; counted_count: number } => ({
  line_count: rows.length,
  counted_count: rows.filter(isCounted).length,
})
