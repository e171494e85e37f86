/** Derives the stock batches of products again whose batches contradict the ledger. */
import { decimalText } from 'tablewright/protocol'
import { insertMany, lockRows, rebuildTitle, removeRows, updateMany } from 'tablewright/server'
import { layersOfProducts } from '../checks/layers.ts'
import type { Derivation, NewRow, Reading, Row, Scope, Transaction } from '#generated/wms/server.ts'
import { layerOf, rowOfLayer, shelfLifeOf, type Layer } from './layer.ts'
import type { LayerMove } from './layer-book.ts'
import { replayLayers } from './replay-layers.ts'

/**
 * Product by product, each in a transaction that locks it FOR NO KEY UPDATE as postings do: nobody else touches its
 * layers meanwhile. A product whose ledger takes out more than came in is left as it is.
 */
export const rebuildLayers: Derivation = {
  name: 'wms/layers',
  label: {
    'zh-cn': '库存批次及其变动（来自库存流水）',
    en: 'Stock batches and their movements (from inventory history)',
  },
  async run(scope, write) {
    const [changes, left]: [LayerChange[], LayerChange[]] = [[], []]
    for (const id of await differingProducts(scope)) {
      const found = write
        ? await scope.database.write(async (trx) => {
            await lockRows(scope, trx, 'wms/product', [id], 'write')
            const compared = await compare(scope, trx, id)
            if (compared.short === null) await store(scope, trx, compared)
            return compared
          })
        : await compare(scope, scope.database.query, id)
      ;(found.short === null ? changes : left).push(...changesOf(id, found))
    }
    return { changes, left }
  },
}

interface LayerChange {
  readonly key: Readonly<Record<string, string | number | null>>
  readonly field: string
  readonly before: string | null
  readonly after: string | null
}

interface Compared {
  /** As stored. */
  readonly stored: readonly Layer[]
  readonly storedMoves: readonly Row<'wms/stock_layer_move'>[]
  /** As the ledger makes them. */
  readonly layers: readonly Layer[]
  readonly moves: readonly LayerMove[]
  /** Ledger rows whose stored moves are others. */
  readonly changedRows: readonly number[]
  /** The ledger row that takes out more than there was. */
  readonly short: number | null
}

/** In the order in which they are locked. */
async function differingProducts(scope: Scope): Promise<readonly number[]> {
  const ids = new Set<number>()
  for (const check of layersOfProducts)
    for (const { key } of (await check.find(scope, Number.MAX_SAFE_INTEGER)).list) ids.add(Number(key['product_id']))
  return [...ids].sort((one, other) => one - other)
}

async function compare(scope: Scope, query: Reading, product: number): Promise<Compared> {
  const rows = await query
    .selectFrom('wms_inventory_history')
    .selectAll()
    .where('product_id', '=', product)
    .orderBy('id')
    .execute()
  const stored = (
    await query.selectFrom('wms_stock_layer').selectAll().where('product_id', '=', product).orderBy('id').execute()
  ).map(layerOf)
  const moves = await query
    .selectFrom('wms_stock_layer_move as m')
    .innerJoin('wms_inventory_history as h', 'h.id', 'm.history_id')
    .selectAll('m')
    .where('h.product_id', '=', product)
    .orderBy('m.id')
    .execute()
  const { effective_day: days } = await query
    .selectFrom('wms_product')
    .select('effective_day')
    .where('id', '=', product)
    .executeTakeFirstOrThrow()
  const replay = replayLayers(rows, stored, moves, shelfLifeOf(scope, days))
  const known = groupBy(moves, (move) => move.history_id)
  const wanted = groupBy(replay.moves, (move) => move.historyId)
  const changedRows = rows
    .filter(
      ({ id }) =>
        textOf((known.get(id) ?? []).map((move) => [move.layer_id, move.quantity])) !==
        textOf((wanted.get(id) ?? []).map(({ layer, quantity }) => [layer.id, quantity])),
    )
    .map(({ id }) => id)
  return { stored, storedMoves: moves, ...replay, changedRows }
}

function groupBy<Item>(items: readonly Item[], keyOf: (item: Item) => number): ReadonlyMap<number, readonly Item[]> {
  const groups = new Map<number, Item[]>()
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item])
  return groups
}

/** Quantities by layer, in one order; nothing moved is as good as no move. */
const textOf = (moves: readonly (readonly [layer: number | null, quantity: number])[]): string =>
  moves
    .filter(([, quantity]) => quantity !== 0)
    .map(([layer, quantity]) => `${layer} ${quantity}`)
    .sort()
    .join()

function changesOf(product: number, { stored, layers, changedRows, short }: Compared): readonly LayerChange[] {
  if (short !== null)
    return [{ key: { product_id: product, history_id: short }, field: 'remaining', before: null, after: null }]
  const before = new Map(stored.map((layer) => [layer.id, layer.remaining]))
  return [
    ...layers
      .filter((layer) => layer.id === null || layer.remaining !== before.get(layer.id))
      .map((layer) => ({
        key: { product_id: product, warehouse_shelf_id: layer.shelfId, id: layer.id },
        field: 'remaining',
        before: layer.id === null ? null : decimalText(before.get(layer.id) ?? 0, 3),
        after: decimalText(layer.remaining, 3),
      })),
    ...changedRows.map((id) => ({
      key: { product_id: product, history_id: id },
      field: 'batches',
      before: null,
      after: null,
    })),
  ]
}

async function store(
  { database, registry, audit }: Scope,
  trx: Transaction,
  { stored, storedMoves, layers, moves, changedRows }: Compared,
): Promise<void> {
  const table = registry.require('wms/stock_layer')
  const fresh = layers.filter(({ id }) => id === null)
  const ids = await insertMany(database, table, trx, fresh.map(rowOfLayer))
  fresh.forEach((layer, at) => {
    layer.id = ids[at] ?? null
  })
  const before = new Map(stored.map((layer) => [layer.id, layer.remaining]))
  await updateMany(
    database,
    table,
    trx,
    layers
      .filter(({ id, remaining }) => before.has(id) && before.get(id) !== remaining)
      .map(({ id, remaining }) => ({ id, remaining })),
  )
  const changed = new Set(changedRows)
  const gone = storedMoves.filter((move) => changed.has(move.history_id)).map(({ id }) => id)
  await removeRows(database, trx, 'wms_stock_layer_move', gone)
  const rows = moves.flatMap(({ historyId, layer, quantity }): NewRow<'wms/stock_layer_move'>[] =>
    quantity === 0 || layer.id === null || !changed.has(historyId)
      ? []
      : [{ history_id: historyId, layer_id: layer.id, quantity, version: 1 }],
  )
  await insertMany(database, registry.require('wms/stock_layer_move'), trx, rows)
  await audit?.(trx, {
    title: rebuildTitle,
    data: { entity: 'wms/stock_layer', product: layers[0]?.productId, rows: changedRows },
  })
}
