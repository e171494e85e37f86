/** Batches that have begun to expire, and batches that have expired. */
import { decimalText, displayDecimal } from 'tablewright/protocol'
import { isInFuture, nowSeconds, publishNotice } from 'tablewright/server'
import { textOfAll } from '../i18n.ts'
import { readPlaces } from '../stock/place.ts'
import type { Layer } from '../stock/layer.ts'
import type { Transaction } from '#generated/wms/server.ts'
import { expiry } from './kinds.ts'
import { readMark, storeMark } from './mark.ts'

/** Name of the mark. */
const kind = 'expiry'
/** Batches that a notice lists. */
const maxListed = 5

/** What passed a limit between two looks: each batch passes each of its two limits once. */
export async function announceExpiry(trx: Transaction, now: number): Promise<void> {
  const mark = await readMark(trx, kind)
  // The last look may have been a little later by the clock of another process.
  if (mark && now <= mark.lastTime && !isInFuture(mark.lastTime)) return
  await storeMark(trx, kind, { lastId: 0, lastTime: now })
  // What a clock announced that was ahead is announced again in its time; what passed a limit until now is no news.
  if (!mark || isInFuture(mark.lastTime)) return
  const batches = inStock(trx)
  const soon = batches
    .where('l.warn_at', '>', mark.lastTime)
    .where('l.warn_at', '<=', now)
    .where('l.expire_at', '>', now)
    .orderBy('l.expire_at')
  const past = batches.where('l.expire_at', '>', mark.lastTime).where('l.expire_at', '<=', now).orderBy('l.expire_at')
  await announce(trx, 'expiry.soon', await soon.execute())
  await announce(trx, 'expiry.past', await past.execute())
}

/** Batches with what their dates are and were. */
export interface ShiftedBatch extends BatchDates {
  readonly id: number
  readonly before: BatchDates
}

interface BatchDates {
  readonly warnAt: number | null
  readonly expireAt: number | null
}

/**
 * What a change of dates has put behind the last look, which only looks ahead. What it has put before it, or what was
 * announced already, is not.
 */
export async function announceShifted(trx: Transaction, shifted: readonly ShiftedBatch[]): Promise<void> {
  const mark = await readMark(trx, kind)
  if (!mark) return
  const last = isInFuture(mark.lastTime) ? nowSeconds() : mark.lastTime
  const isBehind = (time: number | null): boolean => time !== null && time <= last
  const past = shifted.filter(({ expireAt, before }) => isBehind(expireAt) && !isBehind(before.expireAt))
  const soon = shifted.filter(
    ({ expireAt, warnAt, before }) => isBehind(warnAt) && !isBehind(expireAt) && !isBehind(before.warnAt),
  )
  await announce(trx, 'expiry.soon', await batchesOf(trx, soon))
  await announce(trx, 'expiry.past', await batchesOf(trx, past))
}

/** Goods that come in with little time left, or none: a look that only looks ahead would pass them by. */
export async function announceReceived(trx: Transaction, received: readonly Layer[]): Promise<void> {
  const now = nowSeconds()
  const due = received.filter(({ warnAt }) => warnAt !== null && warnAt <= now)
  if (due.length === 0) return
  const before = { warnAt: null, expireAt: null }
  await announceShifted(
    trx,
    due.flatMap(({ id, warnAt, expireAt }) => (id === null ? [] : [{ id, warnAt, expireAt, before }])),
  )
}

async function batchesOf(trx: Transaction, shifted: readonly ShiftedBatch[]): Promise<readonly Batch[]> {
  if (shifted.length === 0) return []
  const ids = shifted.map(({ id }) => id)
  return inStock(trx).where('l.id', 'in', ids).orderBy('l.expire_at').execute()
}

/** The layers that are not used up. */
const inStock = (trx: Transaction) =>
  trx
    .selectFrom('wms_stock_layer as l')
    .innerJoin('wms_product as p', 'p.id', 'l.product_id')
    .select(['p.product_no', 'p.name', 'l.warehouse_shelf_id', 'l.batch_no', 'l.remaining'])
    .where('l.remaining', '>', 0)

interface Batch {
  readonly product_no: string
  readonly name: string
  readonly warehouse_shelf_id: number
  readonly batch_no: string | null
  readonly remaining: number
}

async function announce(
  trx: Transaction,
  title: 'expiry.soon' | 'expiry.past',
  batches: readonly Batch[],
): Promise<void> {
  if (batches.length === 0) return
  const shownBatches = batches.slice(0, maxListed)
  const places = await readPlaces(
    trx,
    shownBatches.map((batch) => batch.warehouse_shelf_id),
  )
  const lines = shownBatches.map(({ product_no, name, warehouse_shelf_id, batch_no, remaining }) => {
    const place = places.get(warehouse_shelf_id)?.label ?? ''
    const parts = [`${product_no} ${name}`, place, batch_no, displayDecimal(decimalText(remaining, 3))]
    return parts.filter((part) => part !== null).join(' · ')
  })
  if (batches.length > maxListed) lines.push('…')
  await publishNotice(trx, {
    kind: expiry,
    title: textOfAll(title, { count: batches.length }),
    content: textOfAll('expiry.content', { batches: lines.join('\n') }),
  })
}
