/**
 * A layer: what came onto a shelf at one time, and until when it is good. Quantities are thousandths, times Unix
 * seconds.
 */
import type { NewRow, Reading, Row } from '../types.ts'

export interface Layer {
  /** Null as long as it is not stored. */
  id: number | null
  readonly productId: number
  readonly shelfId: number
  /** Number of the document that received it. */
  readonly orderNo: string
  readonly receivedAt: number
  /** Null = keeps for ever. */
  readonly expireAt: number | null
  readonly warnAt: number | null
  /** Ledger row that put it here. */
  readonly historyId: number
  remaining: number
}

/** First expired first, what keeps for ever last; then by age. */
export function byExpiry(one: Layer, other: Layer): number {
  return (
    (one.expireAt ?? Infinity) - (other.expireAt ?? Infinity) ||
    one.receivedAt - other.receivedAt ||
    (one.id ?? Infinity) - (other.id ?? Infinity) ||
    0
  )
}

export const isExpired = ({ expireAt }: Pick<Layer, 'expireAt'>, now: number): boolean =>
  expireAt !== null && expireAt <= now

export type Expiry = 'ok' | 'expiring' | 'expired'

/** Counts the time that remains. */
export function expiryOf(layer: Pick<Layer, 'expireAt' | 'warnAt'>, now: number): Expiry {
  if (isExpired(layer, now)) return 'expired'
  return layer.warnAt !== null && layer.warnAt <= now ? 'expiring' : 'ok'
}

const day = 86_400

/**
 * Expiry and warning of goods received now. The warning never takes more than a third of the shelf life.
 * @param days shelf life; null and 0 = none
 * @param warnDays as the site has it
 */
export function datesOf(receivedAt: number, days: number | null, warnDays: number): Pick<Layer, 'expireAt' | 'warnAt'> {
  if (!days) return { expireAt: null, warnAt: null }
  const expireAt = receivedAt + days * day
  return { expireAt, warnAt: expireAt - Math.min(warnDays * day, Math.floor((days * day) / 3)) }
}

export function layerOf(row: Row<'wms/stock_layer'>): Layer {
  return {
    id: row.id,
    productId: row.product_id,
    shelfId: row.warehouse_shelf_id,
    orderNo: row.order_no ?? '',
    receivedAt: row.received_at,
    expireAt: row.expire_at,
    warnAt: row.warn_at,
    historyId: row.source_history_id ?? 0,
    remaining: row.remaining,
  }
}

export function rowOfLayer(layer: Layer): NewRow<'wms/stock_layer'> {
  return {
    ...(layer.id !== null && { id: layer.id }),
    product_id: layer.productId,
    warehouse_shelf_id: layer.shelfId,
    order_no: layer.orderNo,
    received_at: layer.receivedAt,
    expire_at: layer.expireAt,
    warn_at: layer.warnAt,
    source_history_id: layer.historyId,
    remaining: layer.remaining,
    version: 1,
  }
}

/** Layers of these products that hold something, in no order. */
export async function readLayers(
  trx: Reading,
  products: readonly number[],
  shelves: readonly number[] | null,
): Promise<Layer[]> {
  if (products.length === 0) return []
  const query = trx
    .selectFrom('wms_stock_layer')
    .selectAll()
    .where('product_id', 'in', [...new Set(products)])
    .where('remaining', '>', 0)
  const rows = await (
    shelves === null ? query : query.where('warehouse_shelf_id', 'in', [...new Set(shelves)])
  ).execute()
  return rows.map(layerOf)
}
