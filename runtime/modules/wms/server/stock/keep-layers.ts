/**
 * Keeps the layers beside the ledger, inside every posting: receipts make layers, issues empty them first expired first out,
 * moves carry their dates along, and what takes a posting back puts everything where it was.
 */
import {
  insertMany,
  updateMany,
  type Posted,
  type Posting,
  type Row,
  type Scope,
  type Transaction,
} from 'tablewright/server'
import { settings } from '../settings.ts'
import { datesOf, layerOf, readLayers, rowOfLayer, type Layer } from './layer.ts'
import { LayerBook, type Taken } from './layer-book.ts'
import { refuseExpired } from './expired.ts'
import type { StockedProduct } from './stocked-product.ts'

/**
 * Runs after the stock rows were locked and changed: nobody else touches these layers now.
 * @param products those of the rows
 * @returns the layers it changed
 */
export async function keepLayers(
  scope: Scope,
  trx: Transaction,
  posting: Posting,
  { rows }: Posted,
  products: readonly StockedProduct[],
): Promise<readonly Layer[]> {
  const undone = await readMoves(trx, rows)
  const book = new LayerBook(await layersFor(trx, posting, rows, undone))
  const days = new Map(products.map(({ id, shelfLife }) => [id, shelfLife]))
  const carried = new Map<number, readonly Taken[]>()
  for (const row of rows) {
    const quantity = Number(row['quantity'])
    const line = Number(row['line_id'])
    if (row['reversal_of'] !== null)
      takeBack(
        book,
        row,
        undone.filter((move) => Number(move['history_id']) === Number(row['reversal_of'])),
      )
    else if (quantity < 0) carried.set(line, takeOut(scope, posting, book, row))
    else if (carried.has(line)) carryOver(book, row, carried.get(line)!)
    else book.put(Number(row['id']), arrived(scope, posting, book, row, days), quantity)
  }
  await writeBook(scope, trx, book)
  return book.changed
}

function takeOut(scope: Scope, posting: Posting, book: LayerBook, row: Readonly<Row>): readonly Taken[] {
  const isIssue = posting.document.kind === 'wms/outbound'
  const { taken, lacking } = book.take(row, -Number(row['quantity']), !isIssue || row['allow_expired'] === 1)
  if (lacking === 0) return taken
  if (isIssue) return refuseExpired(scope, row, lacking)
  throw new Error(`layers of product ${row['product_id']} on shelf ${row['warehouse_shelf_id']} lack ${lacking}`)
}

function carryOver(book: LayerBook, row: Readonly<Row>, taken: readonly Taken[]): void {
  for (const { layer, quantity } of taken)
    book.put(Number(row['id']), { ...layer, shelfId: Number(row['warehouse_shelf_id']) }, quantity)
}

/** Goods return to the very layers they came from; goods that are taken back leave their own layer first, then others by expiry. */
function takeBack(book: LayerBook, row: Readonly<Row>, moves: readonly Readonly<Row>[]): void {
  let lacking = -Number(row['quantity'])
  for (const move of moves) {
    const layer = book.find(Number(move['layer_id']))
    const quantity = -Number(move['quantity'])
    const part = quantity > 0 ? quantity : -Math.min(layer.remaining, -quantity)
    if (part !== 0) book.move(Number(row['id']), layer, part)
    lacking += part
  }
  if (lacking > 0 && book.take(row, lacking, true).lacking > 0)
    throw new Error(
      `layers of product ${row['product_id']} on shelf ${row['warehouse_shelf_id']} lack what is taken back`,
    )
}

/** What a count finds belongs to what stands there, to the layer that expires first: nothing gets fresher by being found. */
function arrived(
  scope: Scope,
  posting: Posting,
  book: LayerBook,
  row: Readonly<Row>,
  days: ReadonlyMap<number, number | null>,
): Layer {
  const standing = posting.document.kind === 'wms/stocktake' ? book.first(row) : null
  return standing ?? received(scope, row, days.get(Number(row['product_id'])) ?? null)
}

function received(scope: Scope, row: Readonly<Row>, days: number | null): Layer {
  const receivedAt = Number(row['createtime'])
  return {
    id: null,
    productId: Number(row['product_id']),
    shelfId: Number(row['warehouse_shelf_id']),
    orderNo: String(row['order_no'] ?? ''),
    receivedAt,
    ...datesOf(receivedAt, days, settings(scope).expiryWarnDays),
    historyId: Number(row['id']),
    remaining: 0,
  }
}

async function readMoves(trx: Transaction, rows: readonly Readonly<Row>[]): Promise<readonly Readonly<Row>[]> {
  const undone = rows.flatMap((row) => (row['reversal_of'] === null ? [] : [Number(row['reversal_of'])]))
  return undone.length === 0
    ? []
    : trx.selectFrom('wms_stock_layer_move').selectAll().where('history_id', 'in', undone).orderBy('id').execute()
}

/** A receipt makes layers of its own and looks at no other: a shelf may hold very many. */
async function layersFor(
  trx: Transaction,
  { document }: Posting,
  rows: readonly Readonly<Row>[],
  undone: readonly Readonly<Row>[],
): Promise<readonly Layer[]> {
  if (
    document.kind !== 'wms/stocktake' &&
    rows.every((row) => Number(row['quantity']) > 0 && row['reversal_of'] === null)
  )
    return []
  const live = await readLayers(
    trx,
    rows.map((row) => Number(row['product_id'])),
    rows.map((row) => Number(row['warehouse_shelf_id'])),
  )
  const known = new Set(live.map(({ id }) => id))
  const emptied = [...new Set(undone.map((move) => Number(move['layer_id'])))].filter((id) => !known.has(id))
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
  { changed, moves }: LayerBook,
): Promise<void> {
  const [layers, movements] = [registry.byId('wms/stock_layer')!, registry.byId('wms/stock_layer_move')!]
  const fresh = changed.filter(({ id }) => id === null)
  const known = changed.filter(({ id }) => id !== null)
  const ids = await insertMany(database, trx, layers, fresh.map(rowOfLayer))
  fresh.forEach((layer, at) => {
    layer.id = ids[at]!
  })
  await updateMany(
    database,
    trx,
    layers,
    known.map(({ id, remaining }) => ({ id, remaining })),
  )
  const rows = moves
    .filter(({ quantity }) => quantity !== 0)
    .map(({ historyId, layer, quantity }) => ({ history_id: historyId, layer_id: layer.id, quantity, version: 1 }))
  await insertMany(database, trx, movements, rows)
}
