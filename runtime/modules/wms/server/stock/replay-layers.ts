/**
 * Makes the layers of one product again from its ledger rows, as the postings did when they happened. What is stored
 * and does not contradict the ledger stays: layers, their dates, and from which of them each row took its goods. Pure.
 */
import { inventoryHistoryOptions } from '#generated/wms/options.ts'
import type { Row } from '#generated/wms/server.ts'
import { batchOf, datesOf, type Layer, type ShelfLife } from './layer.ts'
import { LayerBook, type ConsumedLayer, type LayerMove } from './layer-book.ts'

type LedgerRow = Row<'wms/inventory_history'>
type StoredMove = Row<'wms/stock_layer_move'>

export interface Replay {
  /** All layers of the product; new ones have no id. */
  readonly layers: readonly Layer[]
  /** Of every ledger row. */
  readonly moves: readonly LayerMove[]
  /** Ledger rows that take out more than there was; null = the ledger is sound, and the layers follow from it. */
  readonly short: number | null
}

/**
 * @param rows all of the product, in the order of their ids
 * @param storedLayers its layers as they are stored
 * @param life what counts where neither a stored layer nor the receipt has an expiry date
 */
export function replayLayers(
  rows: readonly LedgerRow[],
  storedLayers: readonly Layer[],
  moves: readonly StoredMove[],
  life: ShelfLife,
): Replay {
  const replay = new LayerReplay(storedLayers, moves, life)
  for (const row of rows) if (!replay.add(row)) return { layers: [], moves: [], short: row.id }
  return { layers: replay.layers, moves: replay.book.moves, short: null }
}

class LayerReplay {
  readonly book: LayerBook
  readonly layers: Layer[]
  readonly #moves = new Map<number, StoredMove[]>()
  readonly #life: ShelfLife
  readonly #byId: ReadonlyMap<number | null, Layer>
  /** Quantities that the legs of a posting took out, by document, posting and line. */
  readonly #carried = new Map<string, readonly ConsumedLayer[]>()

  constructor(storedLayers: readonly Layer[], moves: readonly StoredMove[], life: ShelfLife) {
    this.layers = storedLayers.map((layer) => ({ ...layer, remaining: 0 }))
    this.book = new LayerBook(this.layers, this.layers)
    this.#life = life
    this.#byId = new Map(this.layers.map((layer) => [layer.id, layer]))
    for (const move of moves) this.#moves.set(move.history_id, [...(this.#moves.get(move.history_id) ?? []), move])
  }

  /** False when the row takes out more than there is. */
  add(row: LedgerRow): boolean {
    const known = this.#knownMoves(row)
    const key = `${row.order_kind} ${row.order_id} ${row.posting_seq} ${row.line_id}`
    if (known) {
      for (const { layer, quantity } of known) this.book.move(row.id, layer, quantity)
      if (row.quantity < 0)
        this.#carried.set(
          key,
          known.map(({ layer, quantity }) => ({ layer, quantity: -quantity })),
        )
      return true
    }
    if (row.reversal_of !== null) return this.#reverse(row, row.reversal_of)
    if (row.quantity < 0) {
      const consumed = this.#takeOut(row)
      if (consumed) this.#carried.set(key, consumed)
      return consumed !== null
    }
    const carried = row.form_type === inventoryHistoryOptions.form_type.stock_move ? this.#carried.get(key) : undefined
    if (carried)
      for (const { layer, quantity } of carried)
        this.book.put(row.id, { ...layer, shelfId: row.warehouse_shelf_id }, quantity)
    else this.book.put(row.id, this.#received(row), row.quantity)
    return true
  }

  /** The stored moves of the row, if they are what it moved and leave no layer below nothing. */
  #knownMoves(row: LedgerRow): readonly ConsumedLayer[] | null {
    const found = (this.#moves.get(row.id) ?? []).map(({ layer_id: id, quantity }) => ({
      layer: this.#byId.get(id),
      quantity,
    }))
    let sum = 0
    for (const { layer, quantity } of found) {
      if (!layer || layer.shelfId !== row.warehouse_shelf_id || layer.remaining + quantity < 0) return null
      sum += quantity
    }
    return sum === row.quantity ? (found as ConsumedLayer[]) : null
  }

  #reverse(row: LedgerRow, reversed: number): boolean {
    let shortage = -row.quantity
    for (const { layer, quantity } of this.book.movesOf(reversed)) {
      const part = quantity < 0 ? -quantity : -Math.min(layer.remaining, quantity)
      if (part !== 0) this.book.move(row.id, layer, part)
      shortage += part
    }
    return shortage <= 0 || this.book.consume(row, shortage, true).shortage === 0
  }

  /** As the posting did, then whatever is there: dates of a layer may have been changed since. */
  #takeOut(row: LedgerRow): readonly ConsumedLayer[] | null {
    const mayExpired =
      row.order_kind !== 'wms/outbound' || row.allow_expired === inventoryHistoryOptions.allow_expired.yes
    const { consumed, shortage } = this.book.consume(row, -row.quantity, mayExpired)
    if (shortage === 0) return consumed
    const rest = this.book.consume(row, shortage, true)
    return rest.shortage === 0 ? [...consumed, ...rest.consumed] : null
  }

  #received(row: LedgerRow): Layer {
    const found = row.form_type === inventoryHistoryOptions.form_type.stocktake ? this.book.first(row) : null
    const own = this.layers.find(
      (candidate) => candidate.historyId === row.id && candidate.shelfId === row.warehouse_shelf_id,
    )
    const receivedAt = row.createtime ?? 0
    const batch = batchOf(row)
    return (
      found ??
      own ?? {
        id: null,
        productId: row.product_id,
        shelfId: row.warehouse_shelf_id,
        orderNo: row.order_no ?? '',
        ...batch,
        receivedAt,
        ...datesOf(receivedAt, batch, this.#life),
        historyId: row.id,
        remaining: 0,
      }
    )
  }
}
