/**
 * A layer: what came onto a shelf at one time, and until when it is good. Quantities are thousandths, times Unix
 * seconds.
 */
import { addDays, endOfDay, startOfDay } from 'tablewright/protocol'
import { settings } from '../settings.ts'
import type { NewRow, Reading, Row, Scope } from '#generated/wms/server.ts'

/** Batch and dates of goods, from their receipt; null = nothing. Days are those of the site's time zone. */
export interface ReceivedBatch {
  readonly batchNo: string | null
  readonly productionDate: string | null
  /** The last day on which the goods are good. */
  readonly expiryDate: string | null
}

export interface Layer extends ReceivedBatch {
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
export function byExpiry(left: Layer, right: Layer): number {
  return (
    (left.expireAt ?? Infinity) - (right.expireAt ?? Infinity) ||
    left.receivedAt - right.receivedAt ||
    (left.id ?? Infinity) - (right.id ?? Infinity) ||
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

/** How long goods keep of which a receipt gives no expiry date, and when the site wants to be warned. */
export interface ShelfLife {
  /** Days; null and 0 = for ever. */
  readonly days: number | null
  readonly warnDays: number
  readonly timeZone: string
}

/** The shelf life of a product on this site. @param days as the product has it */
export const shelfLifeOf = (scope: Pick<Scope, 'settings'>, days: number | null): ShelfLife => ({
  days,
  warnDays: settings(scope).expiryWarnDays,
  timeZone: scope.settings.timeZone,
})

/**
 * Expiry and warning of goods: the expiry date of the receipt counts, then its production date plus the shelf life,
 * then the time of the receipt plus the shelf life. The warning never takes more than a third of the shelf life.
 */
export function datesOf(
  receivedAt: number,
  { productionDate, expiryDate }: Omit<ReceivedBatch, 'batchNo'>,
  { days, warnDays, timeZone }: ShelfLife,
): Pick<Layer, 'expireAt' | 'warnAt'> {
  const lastDay = expiryDate ?? (productionDate !== null && days ? addDays(productionDate, days) : null)
  const expireAt = lastDay !== null ? endOfDay(lastDay, timeZone) : days ? receivedAt + days * day : null
  if (expireAt === null) return { expireAt, warnAt: null }
  const start = productionDate === null ? receivedAt : startOfDay(productionDate, timeZone)
  const life = days ? days * day : Math.max(0, expireAt - start)
  return { expireAt, warnAt: expireAt - Math.min(warnDays * day, Math.floor(life / 3)) }
}

/** Batch and dates of goods in a row of a receipt. */
export const batchOf = (
  row: Partial<Pick<Row<'wms/stock_layer'>, 'batch_no' | 'production_date' | 'expiry_date'>>,
): ReceivedBatch => ({
  batchNo: row.batch_no ?? null,
  productionDate: row.production_date ?? null,
  expiryDate: row.expiry_date ?? null,
})

export function layerOf(row: Row<'wms/stock_layer'>): Layer {
  return {
    id: row.id,
    productId: row.product_id,
    shelfId: row.warehouse_shelf_id,
    orderNo: row.order_no ?? '',
    ...batchOf(row),
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
    batch_no: layer.batchNo,
    production_date: layer.productionDate,
    expiry_date: layer.expiryDate,
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
