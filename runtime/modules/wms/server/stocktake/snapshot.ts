/** What the books say of the places of a stocktake, at one moment. */
import type { Row, Transaction } from 'tablewright/server'

/** A product on a shelf. Places without stock are among them: what is not there is counted, too. */
export interface BookEntry {
  readonly productId: number
  readonly shelfId: number
  /** Thousandths. */
  readonly quantity: number
  /** Last ledger row there; null = nothing was ever booked. */
  readonly historyId: number | null
}

/** What is counted; null = not narrowed by that. */
export interface CountScope {
  /** The narrowest place that was chosen: a shelf that moves to another area meanwhile is still the one to be counted. */
  readonly place: { readonly column: PlaceColumn; readonly id: number } | null
  readonly products: readonly number[] | null
}

const placeColumns = ['warehouse_shelf_id', 'warehouse_area_id', 'warehouse_id'] as const
export type PlaceColumn = (typeof placeColumns)[number]
type Reader = Pick<Transaction, 'selectFrom'>

/** The scope as the document has it. */
export function scopeOf(row: Readonly<Row>): CountScope {
  const column = placeColumns.find((name) => (row[name] ?? null) !== null)
  const products =
    (row['product_ids'] ?? null) === null ? [] : (JSON.parse(String(row['product_ids'])) as readonly number[])
  return {
    place: column === undefined ? null : { column, id: Number(row[column]) },
    products: products.length === 0 ? null : products,
  }
}

/**
 * Every place with a stock row, every product that belongs on a shelf by default, and of chosen products on a chosen shelf all.
 * @param limit places read at most
 */
export async function readSnapshot(trx: Reader, scope: CountScope, limit: number): Promise<readonly BookEntry[]> {
  const found = [...(await stocked(trx, scope, limit)), ...(await empty(trx, scope, limit))]
  const known = new Set(found.map(keyOf))
  return [...found, ...(await chosen(trx, scope)).filter((entry) => !known.has(keyOf(entry)))]
}

/** Key of a place among others. */
export const keyOf = ({ productId, shelfId }: Pick<BookEntry, 'productId' | 'shelfId'>): string =>
  `${productId} ${shelfId}`

async function stocked(trx: Reader, { place, products }: CountScope, limit: number): Promise<readonly BookEntry[]> {
  const rows = await trx
    .selectFrom('wms_stock as k')
    .innerJoin('wms_warehouse_shelf as s', 's.id', 'k.warehouse_shelf_id')
    .innerJoin('wms_product as p', 'p.id', 'k.product_id')
    .select(['k.product_id', 'k.warehouse_shelf_id', 'k.quantity', 'k.last_history_id'])
    .where('p.deletetime', 'is', null)
    .where((row) =>
      row.and([
        ...(place === null ? [] : [row(shelfColumn(place.column), '=', place.id)]),
        ...(products === null ? [] : [row('p.id', 'in', [...products])]),
      ]),
    )
    .limit(limit)
    .execute()
  return rows.map(entryOf)
}

/** Products whose own shelf has never seen them. */
async function empty(trx: Reader, { place, products }: CountScope, limit: number): Promise<readonly BookEntry[]> {
  const rows = await trx
    .selectFrom('wms_product as p')
    .innerJoin('wms_warehouse_shelf as s', 's.id', 'p.warehouse_shelf_id')
    .leftJoin('wms_stock as k', (join) =>
      join.onRef('k.product_id', '=', 'p.id').onRef('k.warehouse_shelf_id', '=', 's.id'),
    )
    .select(['p.id as product_id', 's.id as warehouse_shelf_id'])
    .where('k.id', 'is', null)
    .where('p.deletetime', 'is', null)
    .where((row) =>
      row.and([
        ...(place === null ? [] : [row(shelfColumn(place.column), '=', place.id)]),
        ...(products === null ? [] : [row('p.id', 'in', [...products])]),
      ]),
    )
    .limit(limit)
    .execute()
  return rows.map(entryOf)
}

async function chosen(trx: Reader, { place, products }: CountScope): Promise<readonly BookEntry[]> {
  if (place?.column !== 'warehouse_shelf_id' || products === null) return []
  const rows = await trx
    .selectFrom('wms_product')
    .select('id as product_id')
    .where('id', 'in', [...products])
    .where('deletetime', 'is', null)
    .execute()
  return rows.map((row) => entryOf({ ...row, warehouse_shelf_id: place.id }))
}

const shelfColumn = (column: PlaceColumn): string => (column === 'warehouse_shelf_id' ? 's.id' : `s.${column}`)

/** What the books say now of places, those that were never booked left out. */
export async function readBooks(
  trx: Reader,
  places: readonly Pick<BookEntry, 'productId' | 'shelfId'>[],
): Promise<ReadonlyMap<string, BookEntry>> {
  if (places.length === 0) return new Map()
  const rows = await booksQuery(trx, places).execute()
  return new Map(rows.map((row) => [keyOf(entryOf(row)), entryOf(row)]))
}

/** The same, and nobody books there until the transaction ends. Rows are locked in the order in which the ledger locks them. */
export async function lockBooks(
  trx: Reader,
  places: readonly Pick<BookEntry, 'productId' | 'shelfId'>[],
  isEmbedded: boolean,
): Promise<ReadonlyMap<string, BookEntry>> {
  // An embedded database has one writer: whoever writes holds all of it.
  if (isEmbedded || places.length === 0) return readBooks(trx, places)
  const rows = await booksQuery(trx, places).forUpdate().execute()
  return new Map(rows.map((row) => [keyOf(entryOf(row)), entryOf(row)]))
}

const booksQuery = (trx: Reader, places: readonly Pick<BookEntry, 'productId' | 'shelfId'>[]) =>
  trx
    .selectFrom('wms_stock')
    .select(['product_id', 'warehouse_shelf_id', 'quantity', 'last_history_id'])
    .where('product_id', 'in', distinct(places.map(({ productId }) => productId)))
    .where('warehouse_shelf_id', 'in', distinct(places.map(({ shelfId }) => shelfId)))
    .orderBy('product_id')
    .orderBy('warehouse_shelf_id')

const distinct = (ids: readonly number[]): number[] => [...new Set(ids)]

function entryOf(row: Readonly<Record<string, Row[string] | undefined>>): BookEntry {
  return {
    productId: Number(row['product_id']),
    shelfId: Number(row['warehouse_shelf_id']),
    quantity: Number(row['quantity'] ?? 0),
    historyId: (row['last_history_id'] ?? null) === null ? null : Number(row['last_history_id']),
  }
}
