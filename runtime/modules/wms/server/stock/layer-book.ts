/** The layers of the places a posting touches, worked on in memory and written at the end. */
import type { Row } from '#generated/wms/server.ts'
import { byExpiry, isExpired, type Layer } from './layer.ts'

/** How much a ledger row put into a layer, or took out of it. */
export interface LayerMove {
  readonly historyId: number
  readonly layer: Layer
  quantity: number
}

export interface ConsumedLayer {
  readonly layer: Layer
  readonly quantity: number
}

export class LayerBook {
  readonly moves: LayerMove[] = []
  readonly #byRow = new Map<number, LayerMove[]>()
  readonly #layers: Layer[]
  readonly #all: Layer[] | null
  readonly #changed = new Set<Layer>()

  /** @param all a list that is to contain new layers, too */
  constructor(layers: readonly Layer[], all: Layer[] | null = null) {
    this.#layers = [...layers].sort(byExpiry)
    this.#all = all
  }

  /** Layers to be written: new ones have no id. */
  get changed(): readonly Layer[] {
    return [...this.#changed]
  }

  find(id: number): Layer {
    const layer = this.#layers.find((candidate) => candidate.id === id)
    if (!layer) throw new Error(`no layer ${id}`)
    return layer
  }

  /** The layer of the row's place that holds something and expires first. */
  first(row: Row<'wms/inventory_history'>): Layer | null {
    return this.#layers.find((candidate) => candidate.remaining > 0 && isPlaceOf(candidate, row)) ?? null
  }

  /** Puts goods into a layer of the same document, batch and dates, or into a new one. */
  put(historyId: number, fresh: Layer, quantity: number): void {
    const same = this.#layers.find(
      (candidate) =>
        candidate.productId === fresh.productId &&
        candidate.shelfId === fresh.shelfId &&
        candidate.orderNo === fresh.orderNo &&
        candidate.batchNo === fresh.batchNo &&
        candidate.productionDate === fresh.productionDate &&
        candidate.expiryDate === fresh.expiryDate &&
        candidate.receivedAt === fresh.receivedAt &&
        candidate.expireAt === fresh.expireAt,
    )
    const layer = same ?? { ...fresh, id: null, historyId, remaining: 0 }
    if (!same) this.#add(layer)
    this.move(historyId, layer, quantity)
  }

  /** In its place: what is put and taken out in one go leaves in the same order as otherwise. */
  #add(layer: Layer): void {
    const after = this.#layers.findIndex((candidate) => byExpiry(candidate, layer) > 0)
    this.#layers.splice(after < 0 ? this.#layers.length : after, 0, layer)
    this.#all?.push(layer)
  }

  /** Takes goods off a shelf, first expired first out; answers from which layers, and what is lacking. */
  consume(
    row: Row<'wms/inventory_history'>,
    quantity: number,
    mayExpired: boolean,
  ): { readonly consumed: readonly ConsumedLayer[]; readonly shortage: number } {
    const consumed: ConsumedLayer[] = []
    let shortage = quantity
    for (const layer of this.#layers) {
      if (shortage === 0) break
      if (layer.remaining === 0 || !isPlaceOf(layer, row)) continue
      if (!mayExpired && isExpired(layer, row.createtime ?? 0)) continue
      const part = Math.min(layer.remaining, shortage)
      consumed.push({ layer, quantity: part })
      this.move(row.id, layer, -part)
      shortage -= part
    }
    return { consumed, shortage }
  }

  move(historyId: number, layer: Layer, quantity: number): void {
    layer.remaining += quantity
    this.#changed.add(layer)
    const existing = this.movesOf(historyId).find((move) => move.layer === layer)
    if (existing) {
      existing.quantity += quantity
      return
    }
    const made = { historyId, layer, quantity }
    this.moves.push(made)
    this.#byRow.set(historyId, [...this.movesOf(historyId), made])
  }

  /** Moves of a ledger row so far. */
  movesOf(historyId: number): readonly LayerMove[] {
    return this.#byRow.get(historyId) ?? []
  }
}

const isPlaceOf = ({ productId, shelfId }: Layer, row: Row<'wms/inventory_history'>): boolean =>
  productId === row.product_id && shelfId === row.warehouse_shelf_id
