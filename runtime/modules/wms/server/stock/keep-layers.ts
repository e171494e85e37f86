/**
 * Updates the layers inside every posting: receipts make layers, issues empty them first expired first
 * out,
 * moves carry their dates along, and what takes a posting back puts everything where it was.
 */
import { inventoryHistoryOptions } from '#generated/wms/options.ts'
import { insertMany, updateMany } from 'tablewright/server'
import type { NewRow, Posted, Posting, Reading, Row, Scope, Transaction } from '#generated/wms/server.ts'
import { batchOf, datesOf, layerOf, readLayers, rowOfLayer, shelfLifeOf, type Layer } from './layer.ts'
import { LayerBook, type ConsumedLayer } from './layer-book.ts'
import { refuseExpired } from './expired.ts'
import type { StockedProduct } from './stocked-product.ts'

type Ledger = 'wms/inventory_history'
const { allow_expired: allowExpired } = inventoryHistoryOptions

/**
 * Runs after the stock rows were locked and changed: nobody else touches these layers now.
 * @param products those of the rows
 * @returns the book with the layers it changed, and what it put into them and took out
 */
export async function keepLayers(
  scope: Scope,
  trx: Transaction,
  posting: Posting<Ledger>,
  { rows }: Posted<Ledger>,
  products: readonly StockedProduct[],
): Promise<Pick<LayerBook, 'changed' | 'moves'>> {
  const undone = await readMoves(trx, rows)
  const book = new LayerBook(await layersFor(trx, posting, rows, undone))
  const days = new Map(products.map(({ id, shelfLife }) => [id, shelfLife]))
  const carried = new Map<number, readonly ConsumedLayer[]>()
  for (const row of rows) {
    const { quantity, line_id: line, reversal_of: reversed } = row
    const consumed = carried.get(line)
    if (reversed !== null)
      reverseReceipt(
        book,
        row,
        undone.filter((move) => move.history_id === reversed),
      )
    else if (quantity < 0) carried.set(line, takeOut(scope, posting, book, row))
    else if (consumed) moveLayers(book, row, consumed)
    else book.put(row.id, arrived(scope, posting, book, row, days), quantity)
  }
  await writeBook(scope, trx, book)
  return book
}

function takeOut(scope: Scope, posting: Posting<Ledger>, book: LayerBook, row: Row<Ledger>): readonly ConsumedLayer[] {
  const isIssue = posting.document.kind === 'wms/outbound'
  const { consumed, shortage } = book.consume(row, -row.quantity, !isIssue || row.allow_expired === allowExpired.yes)
  if (shortage === 0) return consumed
  if (isIssue) return refuseExpired(scope, row, shortage)
  throw new Error(`layers of product ${row.product_id} on shelf ${row.warehouse_shelf_id} lack ${shortage}`)
}

function moveLayers(book: LayerBook, row: Row<Ledger>, consumed: readonly ConsumedLayer[]): void {
  for (const { layer, quantity } of consumed) book.put(row.id, { ...layer, shelfId: row.warehouse_shelf_id }, quantity)
}

/**
 * Goods return to the very layers they came from; goods that are taken back leave their own layer first, then others by
 * expiry.
 */
function reverseReceipt(book: LayerBook, row: Row<Ledger>, moves: readonly Row<'wms/stock_layer_move'>[]): void {
  let shortage = -row.quantity
  for (const move of moves) {
    const layer = book.find(move.layer_id)
    const quantity = -move.quantity
    const part = quantity > 0 ? quantity : -Math.min(layer.remaining, -quantity)
    if (part !== 0) book.move(row.id, layer, part)
    shortage += part
  }
  if (shortage > 0 && book.consume(row, shortage, true).shortage > 0)
    throw new Error(`layers of product ${row.product_id} on shelf ${row.warehouse_shelf_id} lack what is taken back`)
}

/**
 * What a count finds belongs to what stands there, to the layer that expires first: nothing gets fresher by being
 * found.
 */
function arrived(
  scope: Scope,
  posting: Posting<Ledger>,
  book: LayerBook,
  row: Row<Ledger>,
  days: ReadonlyMap<number, number | null>,
): Layer {
  const existing = posting.document.kind === 'wms/stocktake' ? book.first(row) : null
  return existing ?? received(scope, row, days.get(row.product_id) ?? null)
}

function received(scope: Scope, row: Row<Ledger>, days: number | null): Layer {
  const receivedAt = row.createtime ?? 0
  const batch = batchOf(row)
  return {
    id: null,
    productId: row.product_id,
    shelfId: row.warehouse_shelf_id,
    orderNo: row.order_no ?? '',
    ...batch,
    receivedAt,
    ...datesOf(receivedAt, batch, shelfLifeOf(scope, days)),
    historyId: row.id,
    remaining: 0,
  }
}

async function readMoves(trx: Reading, rows: readonly Row<Ledger>[]): Promise<readonly Row<'wms/stock_layer_move'>[]> {
  const undone = rows.flatMap((row) => row.reversal_of ?? [])
  return undone.length === 0
    ? []
    : trx.selectFrom('wms_stock_layer_move').selectAll().where('history_id', 'in', undone).orderBy('id').execute()
}

/** A receipt makes layers of its own and looks at no other: a shelf may hold very many. */
async function layersFor(
  trx: Reading,
  { document }: Posting<Ledger>,
  rows: readonly Row<Ledger>[],
  undone: readonly Row<'wms/stock_layer_move'>[],
): Promise<readonly Layer[]> {
  if (document.kind !== 'wms/stocktake' && rows.every((row) => row.quantity > 0 && row.reversal_of === null)) return []
  const live = await readLayers(
    trx,
    rows.map((row) => row.product_id),
    rows.map((row) => row.warehouse_shelf_id),
  )
  const liveIds = new Set(live.map(({ id }) => id))
  const emptied = [...new Set(undone.map((move) => move.layer_id))].filter((id) => !liveIds.has(id))
  return emptied.length === 0
    ? live
    : [
        ...live,
        ...(await trx.selectFrom('wms_stock_layer').selectAll().where('id', 'in', emptied).execute()).map(layerOf),
      ]
}

async function writeBook(
  { database, registry }: Scope,
  trx: Transaction,
  { changed: changedLayers, moves }: LayerBook,
): Promise<void> {
  const layers = registry.require('wms/stock_layer')
  const fresh = changedLayers.filter(({ id }) => id === null)
  const ids = await insertMany(database, layers, trx, fresh.map(rowOfLayer))
  fresh.forEach((layer, index) => {
    layer.id = ids[index] ?? null
  })
  const existing = changedLayers.filter((layer) => !fresh.includes(layer))
  await updateMany(
    database,
    layers,
    trx,
    existing.map(({ id, remaining }) => ({ id, remaining })),
  )
  const rows = moves.flatMap(({ historyId, layer, quantity }): NewRow<'wms/stock_layer_move'>[] =>
    quantity === 0 || layer.id === null ? [] : [{ history_id: historyId, layer_id: layer.id, quantity, version: 1 }],
  )
  await insertMany(database, registry.require('wms/stock_layer_move'), trx, rows)
}
