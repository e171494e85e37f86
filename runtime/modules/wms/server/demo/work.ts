/**
 * What happened in the demo warehouse in the sixty days before now: opening stock, deliveries, sales, shipments,
 * relocations, holds and a stocktake, done through the operations that people use, at the times they would have. Some
 * of each kind is still to be done. The same for the same records, whatever the day of the first start.
 */
import { records } from 'tablewright/server'
import type { WmsServerParts } from '#generated/wms/parts.ts'
import { reviewLowStock } from '../stock/low-stock.ts'
import { readPlaces } from '../stock/place.ts'
import { readStocked } from '../stock/stocked-product.ts'
import type { DemoWork } from '#generated/wms/server.ts'
import { randomOf } from './random.ts'
import type { Goods, StoryContext } from './story/context.ts'
import { readGoods } from './story/goods.ts'
import { holdForShop } from './story/holds.ts'
import { createMoments, dayCount } from './story/moments.ts'
import { audit as auditDelivery, deliver, openingStock, takeBack } from './story/purchases.ts'
import { relocate } from './story/relocations.ts'
import { audit, clearExpired, ship, takeBackAudit, takeOrders } from './story/sales.ts'
import { countShelf } from './story/stocktake.ts'
import { wordingIn } from './wording.ts'

const seed = 7

/** More than the demo data has of any kind. */
const maxRecords = 100_000

/** Orders of customers on each day of the week. */
const ordersPerDay = [1, 2, 1, 2, 3, 1, 0] as const
/** The last orders wait: to be audited, and to be shipped. */
const [unauditedOrders, unshippedOrders] = [4, 3]
/** The days whose deliveries wait for their audit. */
const unauditedDays: readonly number[] = [57, 58, 59, 60]
const clearingDays: readonly number[] = [9, 18, 27, 36, 45, 54]

/** Does nothing when there are orders already, or too little to trade with. */
export async function demoWork(work: DemoWork): Promise<void> {
  const own = records<WmsServerParts>(work.scope)
  if ((await own.count('wms/warehousing')) > 0) return
  const context = await readContext(work)
  if (!context) return
  const stocked = await openingStock(context)
  const durable = stocked.filter(({ life }) => life === 0)
  let [orders, deliveries] = [0, 0]
  for (let day = 1; day <= dayCount; day++) {
    if (day % 3 === 0 || unauditedDays.includes(day)) {
      const id = await deliver(context, day, deliveries)
      if (id !== null) deliveries++
      if (id !== null && !unauditedDays.includes(day)) await auditDelivery(context, day, 11 * 60, id)
    }
    const count = day === dayCount - 1 ? unshippedOrders : day === dayCount ? 1 : (ordersPerDay[day % 7] ?? 0)
    const ids = await takeOrders(context, day, { count, first: orders })
    orders += count
    await serve(context, day, ids)
    if (clearingDays.includes(day)) await clearExpired(context, day)
    await relocate(context, day, durable)
    // There are at least four.
    if (day === 31 || day === dayCount) await takeBack(context, day, durable[0]!)
    if (day === 45) await countShelf(context, day, busiestShelf(durable))
  }
  await takeOrders(context, dayCount, { count: unauditedOrders, first: orders })
  await holdForShop(context, dayCount)
  // The demo shows a stocktake.
  await work.configure('wms_stocktake', '1')
  const all = (await own.find('wms/product', { limit: maxRecords })).map(({ id }) => id)
  await work.scope.database.write(async (trx) => reviewLowStock(work.scope, trx, await readStocked(trx, all), false))
}

/** Audits and ships the orders of a day; those of yesterday wait to be shipped. */
async function serve(context: StoryContext, day: number, ids: readonly number[]): Promise<void> {
  for (const [turn, id] of ids.entries()) {
    await audit(context, day, 14 * 60 + turn * 10, id)
    // The customer changed an address; nothing else.
    if (day === 18 && turn === 0) {
      await takeBackAudit(context, day, id, context.wording.text('客户更改收货地址'))
      await audit(context, day, 15 * 60 + 20, id)
    }
    if (day !== dayCount - 1) await ship(context, day, id)
  }
}

async function readContext(work: DemoWork): Promise<StoryContext | null> {
  const { query } = work.scope.database
  const own = records<WmsServerParts>(work.scope)
  const ids = async (
    entity: 'wms/warehouse_shelf' | 'wms/supplier' | 'wms/customer' | 'wms/carrier',
  ): Promise<readonly number[]> =>
    (await own.find(entity, { order: { field: 'id', direction: 'asc' }, limit: maxRecords })).map(({ id }) => id)
  const places = await readPlaces(query, await ids('wms/warehouse_shelf'))
  const shelves = [...places.values()].filter(({ closed }) => closed === null).map(({ shelfId }) => shelfId)
  const random = randomOf(seed, 'work')
  const goods = await readGoods(work, new Set(shelves), random)
  const partners = {
    suppliers: await ids('wms/supplier'),
    customers: await ids('wms/customer'),
    carriers: await ids('wms/carrier'),
  }
  if (goods.filter(({ life }) => life === 0).length < 4 || shelves.length < 2) return null
  if (Object.values(partners).some((list) => list.length === 0)) return null
  return {
    work,
    random,
    goods,
    shelves,
    moments: createMoments(work),
    wording: wordingIn(work.scope.language),
    ...partners,
  }
}

/** The shelf with the most products. */
function busiestShelf(goods: readonly Goods[]): number {
  const counts = new Map<number, number>()
  for (const { shelfId } of goods) counts.set(shelfId, (counts.get(shelfId) ?? 0) + 1)
  // Without goods there is no story.
  return [...counts].toSorted(([, left], [, right]) => right - left)[0]![0]
}
