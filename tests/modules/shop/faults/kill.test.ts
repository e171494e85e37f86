/**
 * A process is killed after every single statement of placing, paying, sending, shipping and paying back: each is done
 * as a whole or not at all, and the next process finishes it.
 */
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { applyPlan } from '../../../../runtime/server/db/index.ts'
import { askForRefund } from '../../../../runtime/modules/shop/server/refunds/ask.ts'
import { engines, openAt, type Engine, type Place } from '../../../support/databases.ts'
import { buildWorker, type KilledWorker } from '../../../support/killed-worker.ts'
import { openShopSite, type ShopSite } from '../shop-site.ts'
import type { Work } from './worker.ts'

let worker: KilledWorker<Work>
beforeAll(async () => {
  worker = await buildWorker(join(import.meta.dirname, 'worker.ts'), 'shop-worker')
}, 120_000)
afterAll(() => worker?.remove())

describe.each(engines)('a process that is killed on $name', (engine) => {
  let place: Place
  let site: ShopSite
  let member: number
  beforeAll(async () => {
    place = await engine.place()
    const open: Engine['open'] = async (models) => {
      const database = await openAt(place)
      await applyPlan(database, models)
      return Object.assign(database, { dispose: () => database.close() })
    }
    site = await openShopSite({ ...engine, open })
    member = await site.member()
  }, 120_000)
  afterAll(async () => {
    await site?.dispose()
    await place?.remove()
  })

  /** Kills the work everywhere; after each kill it is done as a whole or not at all, and the doctor finds nothing. */
  const killEverywhere = async (work: Work, stateOf: () => Promise<unknown>, states: readonly unknown[]) => {
    const kills = await worker.killEverywhere(place.url, work, async (isKilled) => {
      expect(isKilled ? states : states.slice(-1)).toContainEqual(await stateOf())
      expect(await site.faults()).toEqual([])
    })
    expect(kills).toBeGreaterThan(5)
  }
  const jobs = async (): Promise<readonly unknown[]> =>
    (await site.rows('job')).map(({ name }) => name).filter((name) => String(name).startsWith('shop/'))

  it('of placing: an order with its lines and holds, or nothing', async () => {
    const { id, product } = await site.goods(100)
    let placed = 0
    await worker.killEverywhere(place.url, { kind: 'place', member, goods: id, pieces: 2 }, async () => {
      const orders = (await site.rows('shop_order')).length
      // Killed after its commit, it is there although nobody was told.
      expect([placed, placed + 1]).toContain(orders)
      placed = orders
      expect([(await site.rows('shop_order_line')).length, await site.reserved(product)]).toEqual([orders, orders * 2])
      expect(await site.faults()).toEqual([])
    })
    expect(placed).toBeGreaterThan(0)
  }, 300_000)

  it('of paying: paid with its job, or neither; then of sending, shipping and paying back', async () => {
    const { id, product } = await site.goods(9)
    const order = await site.ordered(member, id, 3)
    const payment = await site.opened(order)
    const state = async () => {
      const { status, refund_state: refund, refunded, outbound_id: outbound } = await site.order(order)
      return [status, refund, refunded, outbound !== null, await site.reserved(product), await jobs()]
    }
    const open = [0, 0, 0, false, 3, []]
    const paid = [1, 0, 0, false, 3, ['shop/makeOutbound']]
    await killEverywhere({ kind: 'pay', payment }, state, [open, paid])
    const atWarehouse = [1, 0, 0, true, 3, ['shop/makeOutbound']]
    await killEverywhere({ kind: 'send', order }, state, [paid, atWarehouse])
    await site.work()
    const outbound = Number((await site.order(order))['outbound_id'])
    await site.count('wms/outbound', outbound, { [product]: 2 })
    await site.act('wms/outbound', 'audit', outbound)
    const ready = [1, 0, 0, true, 0, []]
    const shipped = [2, 2, 0, true, 0, ['shop/payRefund']]
    const ship = { kind: 'act', entity: 'wms/outbound', id: outbound } as const
    await killEverywhere({ ...ship, action: 'ship', input: site.parcel }, state, [ready, shipped])
    const [refund] = await site.rows('shop_refund', { order_id: order })
    const money = async () => [...(await state()).slice(0, 3), (await site.rows('user', { id: member }))[0]?.['money']]
    await killEverywhere({ kind: 'refund', refund: Number(refund?.['id']) }, money, [
      [2, 2, 0, 0],
      [2, 2, 1000, 1000],
    ])
  }, 300_000)

  it('of a refund before shipping: goods and money, or neither', async () => {
    const { id, product } = await site.goods(5)
    const order = await site.sold(member, id, 5)
    const [line] = await site.rows('shop_order_line', { order_id: order })
    const request = { lines: [{ id: Number(line?.['id']), quantity: 2 }], reason: 'changed my mind' }
    const refund = await site.run((call) => askForRefund(call, member, order, request))
    const state = async () => {
      const { status, refund_state: refundState, outbound_id: outbound } = await site.order(order)
      return [status, refundState, outbound !== null, await site.reserved(product), await jobs()]
    }
    const work = { kind: 'act', entity: 'shop/refund', action: 'agree', id: refund.id, input: {} } as const
    await killEverywhere(work, state, [
      [1, 1, true, 5, []],
      [1, 2, false, 3, ['shop/payRefund', 'shop/makeOutbound']],
    ])
    await site.work()
    await site.ship(order)
    expect(await site.order(order)).toMatchObject({ status: 2, refunded: 2000 })
  }, 300_000)
})
