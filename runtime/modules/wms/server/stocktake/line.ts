/** Lines of a stocktake: what is written into them, and what their columns mean. */
import type { Row } from 'tablewright/server'
import type { OrderProduct } from '../orders/product.ts'
import type { Places } from '../stock/place.ts'
import { keyOf, type BookEntry } from './snapshot.ts'

/** Field of a stocktake that holds its lines, and how many there may be. */
export const detail = 'product_detail'
export const mostLines = 500

/** Column names of the book figures. */
export function bookColumns(entry: Pick<BookEntry, 'quantity' | 'historyId'> | undefined): Row {
  return { book_quantity: entry?.quantity ?? 0, last_history_id: entry?.historyId ?? null, recount: 0 }
}

/** Names as they are today. */
export function nameColumns(
  { productId, shelfId }: Pick<BookEntry, 'productId' | 'shelfId'>,
  products: ReadonlyMap<number, OrderProduct>,
  places: Places,
): Row {
  const product = products.get(productId)!
  return {
    product_name: product.name,
    product_no: product.number,
    unit_name: product.unit,
    shelf: places.get(shelfId)?.label ?? null,
  }
}

/** The place of a line. */
export const placeOf = (row: Readonly<Row>): Pick<BookEntry, 'productId' | 'shelfId'> => ({
  productId: Number(row['product_id'] ?? 0),
  shelfId: Number(row['warehouse_shelf_id'] ?? 0),
})

/** True when stock has moved there since the book figure was written down. */
export function hasMoved(row: Readonly<Row>, books: ReadonlyMap<string, BookEntry>): boolean {
  const then = (row['last_history_id'] ?? null) === null ? null : Number(row['last_history_id'])
  return (books.get(keyOf(placeOf(row)))?.historyId ?? null) !== then
}

export const isCounted = (row: Readonly<Row>): boolean => (row['counted_quantity'] ?? null) !== null

/** What the document says of its lines. */
export const countsOf = (rows: readonly Readonly<Row>[]): Row => ({
  line_count: rows.length,
  counted_count: rows.filter(isCounted).length,
})
