/** The layers of the places a posting touches, worked on in memory and written at the end. */
import type { Row } from '../types.ts'
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
  readonly #layers: Layer[]
  readonly #changed = new Set<Layer>()

  constructor(layers: readonly Layer[]) {
    this.#layers = [...layers].sort(byExpiry)
  }

  /** Layers to be written: new ones have no id. */
  get changed(): readonly Layer[] {
    return [...this.#changed]
  }

  find(id: number): Layer {
    const layer = this.#layers.find((one) => one.id === id)
    if (!layer) throw new Error(`no layer ${id}`)
    return layer
  }

  /** The layer of the row's place that holds something and expires first. */
  first(row: Row<'wms/inventory_history'>): Layer | null {
    return this.#layers.find((one) => one.remaining > 0 && isPlaceOf(one, row)) ?? null
  }

  /** Puts goods into a layer of the same document and dates, or into a new one. */
  put(historyId: number, fresh: Layer, quantity: number): void {
    const same = this.#layers.find(
      (one) =>
        one.productId === fresh.productId &&
        one.shelfId === fresh.shelfId &&
        one.orderNo === fresh.orderNo &&
        one.receivedAt === fresh.receivedAt &&
        one.expireAt === fresh.expireAt,
    )
    const layer = same ?? { ...fresh, id: null, historyId, remaining: 0 }
    if (!same) this.#layers.push(layer)
    this.move(historyId, layer, quantity)
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
    const known = this.moves.find((move) => move.historyId === historyId && move.layer === layer)
    if (known) known.quantity += quantity
    else this.moves.push({ historyId, layer, quantity })
  }
}

const isPlaceOf = ({ productId, shelfId }: Layer, row: Row<'wms/inventory_history'>): boolean =>
  productId === row.product_id && shelfId === row.warehouse_shelf_id
