/** Booked quantities of the places of a stocktake, at one moment. */
import { lockRows } from 'tablewright/server'
import type { Reading, Row, Scope, Transaction } from '#generated/wms/server.ts'

/** A product on a shelf. */
export interface BookPlace {
  readonly productId: number
  readonly shelfId: number
}

/** A place with its stock. Places without stock are included, since they are counted as well. */
export interface BookEntry extends BookPlace {
  /** Thousandths. */
  readonly quantity: number
  /** Last ledger row there; null = nothing was ever booked. */
  readonly historyId: number | null
}

/** The scope of the count; null = not narrowed by that. */
export interface CountScope {
  /**
   * The narrowest place that was chosen: a shelf that moves to another area meanwhile is still the one to be counted.
   */
  readonly place: { readonly column: PlaceColumn; readonly id: number } | null
  readonly products: readonly number[] | null
}

const placeColumns = ['warehouse_shelf_id', 'warehouse_area_id', 'warehouse_id'] as const
export type PlaceColumn = (typeof placeColumns)[number]

/** The scope as the document has it. */
export function scopeOf(row: Partial<Pick<Row<'wms/stocktake'>, PlaceColumn | 'product_ids'>>): CountScope {
  const products = row.product_ids ? (JSON.parse(row.product_ids) as readonly number[]) : []
  const [place = null] = placeColumns.flatMap((column) => {
    const id = row[column] ?? null
    return id === null ? [] : [{ column, id }]
  })
  return { place, products: products.length === 0 ? null : products }
}

/**
 * Every place with a stock row, every product that belongs on a shelf by default, and of chosen products on a chosen
 * shelf all.
 * @param limit places read at most
 */
export async function readSnapshot(trx: Reading, scope: CountScope, limit: number): Promise<readonly BookEntry[]> {
  const found = [...(await stocked(trx, scope, limit)), ...(await empty(trx, scope, limit))]
  const bookKeys = new Set(found.map(keyOf))
  return [...found, ...(await readChosen(trx, scope)).filter((entry) => !bookKeys.has(keyOf(entry)))]
}

/** Key of a place among others. */
export const keyOf = ({ productId, shelfId }: BookPlace): string => `${productId} ${shelfId}`

async function stocked(trx: Reading, { place, products }: CountScope, limit: number): Promise<readonly BookEntry[]> {
  const rows = await trx
    .selectFrom('wms_stock as k')
    .innerJoin('wms_warehouse_shelf as s', 's.id', 'k.warehouse_shelf_id')
    .innerJoin('wms_product as p', 'p.id', 'k.product_id')
    .select(['k.product_id', 'k.warehouse_shelf_id', 'k.quantity', 'k.last_history_id'])
    .where('p.deletetime', 'is', null)
    .where((row) =>
      row.and([
        ...(place === null ? [] : [row(shelfColumns[place.column], '=', place.id)]),
        ...(products === null ? [] : [row('p.id', 'in', [...products])]),
      ]),
    )
    .limit(limit)
    .execute()
  return rows.map(entryOf)
}

/** Products whose own shelf has never seen them. */
async function empty(trx: Reading, { place, products }: CountScope, limit: number): Promise<readonly BookEntry[]> {
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
        ...(place === null ? [] : [row(shelfColumns[place.column], '=', place.id)]),
        ...(products === null ? [] : [row('p.id', 'in', [...products])]),
      ]),
    )
    .limit(limit)
    .execute()
  return rows.map(entryOf)
}

async function readChosen(trx: Reading, { place, products }: CountScope): Promise<readonly BookEntry[]> {
  if (place?.column !== 'warehouse_shelf_id' || products === null) return []
  const rows = await trx
    .selectFrom('wms_product')
    .select('id as product_id')
    .where('id', 'in', [...products])
    .where('deletetime', 'is', null)
    .execute()
  return rows.map((row) => entryOf({ ...row, warehouse_shelf_id: place.id }))
}

/** Columns of a shelf by the columns of the document. */
const shelfColumns = {
  warehouse_shelf_id: 's.id',
  warehouse_area_id: 's.warehouse_area_id',
  warehouse_id: 's.warehouse_id',
} as const

/** Booked quantities of places now, those that were never booked left out. */
export async function readBooks(trx: Reading, places: readonly BookPlace[]): Promise<ReadonlyMap<string, BookEntry>> {
  if (places.length === 0) return new Map()
  const rows = await trx
    .selectFrom('wms_stock')
    .select(['product_id', 'warehouse_shelf_id', 'quantity', 'last_history_id'])
    .where('product_id', 'in', distinct(places.map(({ productId }) => productId)))
    .where('warehouse_shelf_id', 'in', distinct(places.map(({ shelfId }) => shelfId)))
    .orderBy('product_id')
    .orderBy('warehouse_shelf_id')
    .execute()
  return new Map(rows.map((row) => [keyOf(entryOf(row)), entryOf(row)]))
}

/**
 * The same, and nobody books there until the transaction ends. Locks the products FOR NO KEY UPDATE, as every posting
 * does first: that covers places nothing was ever booked at.
 */
export async function lockBooks(
  scope: Scope,
  trx: Transaction,
  places: readonly BookPlace[],
): Promise<ReadonlyMap<string, BookEntry>> {
  await lockRows(
    scope,
    trx,
    'wms/product',
    places.map(({ productId }) => productId),
    'write',
  )
  return readBooks(trx, places)
}

const distinct = (ids: readonly number[]): number[] => [...new Set(ids)]

function entryOf(
  row: Pick<Row<'wms/stock'>, 'product_id' | 'warehouse_shelf_id'> &
    Partial<Pick<Row<'wms/stock'>, 'quantity' | 'last_history_id'>>,
): BookEntry {
  return {
    productId: row.product_id,
    shelfId: row.warehouse_shelf_id,
    quantity: row.quantity ?? 0,
    historyId: row.last_history_id ?? null,
  }
}
