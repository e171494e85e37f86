/** Races about one order: whichever comes first, money, goods and the order agree afterwards. */
import { expect } from 'vitest'
import { expireOrders } from '../../../runtime/modules/shop/server/jobs.ts'
import { cancelUnpaid } from '../../../runtime/modules/shop/server/orders/close.ts'
import { completeOrder } from '../../../runtime/modules/shop/server/orders/confirm.ts'
import { askForRefund } from '../../../runtime/modules/shop/server/refunds/ask.ts'
import { nowSeconds } from '../../../runtime/server/core/clock.ts'
import { OperationError } from '../../../runtime/server/core/errors/operation-error.ts'
import type { ShopSite } from './shop-site.ts'

type Work = () => Promise<unknown>

/** On a busy machine there may be no connection in time: the request comes again, as after the answer `busy`. */
async function again<T>(work: () => Promise<T>): Promise<T> {
  for (;;)
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof Error && error.message.includes('timeout exceeded when trying to connect'))) throw error
    }
}

/** Starts each of the works that often, all at once. @returns `done` or why not, by the place of the work */
async function startAll(works: readonly Work[], times: number): Promise<readonly (readonly string[])[]> {
  const answer = (work: Work): Promise<string> =>
    again(work).then(
      () => 'done',
      (error: unknown) => {
        if (error instanceof OperationError) return error.code
        throw error
      },
    )
  const turns = await Promise.all(Array.from({ length: times }, () => Promise.all(works.map(answer))))
  return works.map((_work, place) => turns.map((turn) => turn[place] ?? ''))
}
const doneIn = (answers: readonly string[] | undefined): number =>
  (answers ?? []).filter((answer) => answer === 'done').length

/** SB1: all of them buy one piece at the same moment. @returns how many got one */
export async function buyAll(site: ShopSite, buyers: readonly number[], goods: number): Promise<number> {
  const placed = await Promise.all(buyers.map((buyer) => again(() => site.place(buyer, goods, 1))))
  return placed.filter((answer) => 'order' in answer).length
}

export type Race = (site: ShopSite, member: number, times: number) => Promise<void>

const money = async (site: ShopSite, member: number): Promise<number> =>
  Number((await site.rows('user', { id: member }))[0]?.['money'])
const outboundOf = async (site: ShopSite, order: number): Promise<number> =>
  Number((await site.order(order))['outbound_id'])

/** Paying against cancelling: the stock is still there, so that a payment that came second is accepted late. */
const payOrCancel: Race = async (site, member, times) => {
  const { id } = await site.goods(1)
  const order = await site.ordered(member, id, 1)
  const payment = await site.opened(order)
  await startAll([() => site.paid(payment), () => site.run((call) => cancelUnpaid(call, order, 'mind'))], times)
  await site.work()
  expect(await site.order(order)).toMatchObject({ status: 1, pay_log_id: payment })
}

/** Paying against the end of the time to pay, and against somebody else who takes the last piece. */
const payOrExpire: Race = async (site, member, times) => {
  const { id, product } = await site.goods(1)
  const other = await site.member()
  const order = await site.ordered(member, id, 1)
  const payment = await site.opened(order)
  const before = await money(site, member)
  const past = { expire_time: nowSeconds() - 1 }
  await site.database.write((trx) => trx.updateTable('shop_order').set(past).where('id', '=', order).execute())
  await startAll([() => site.paid(payment), () => expireOrders(site.own), () => site.place(other, id, 1)], times)
  await site.work()
  const orders = await site.rows('shop_order', { user_id: other })
  const { status, refunded } = await site.order(order)
  // One of the two has the piece; the other has the money.
  expect([status, refunded, orders.length, (await money(site, member)) - before, await site.reserved(product)]).toEqual(
    status === 1 ? [1, 0, 0, 0, 1] : [4, 0, 1, 2000, 1],
  )
}

/** A refund before shipping against the warehouse that ships: the goods or the money. */
const refundOrShip: Race = async (site, member, times) => {
  const { id } = await site.goods(2)
  const order = await site.sold(member, id, 2)
  const outbound = await outboundOf(site, order)
  await site.act('wms/outbound', 'audit', outbound)
  const [line] = await site.rows('shop_order_line', { order_id: order })
  const request = { lines: [{ id: Number(line?.['id']), quantity: 2 }], reason: 'changed my mind' }
  const before = await money(site, member)
  const askAndAgree = async (): Promise<void> => {
    const refund = await site.run((call) => askForRefund(call, member, order, request))
    await site.act('shop/refund', 'agree', refund.id)
  }
  const [refunds, shipments] = await startAll(
    [askAndAgree, () => site.act('wms/outbound', 'ship', outbound, site.parcel)],
    times,
  )
  await site.work()
  const { status, refund_state: state } = await site.order(order)
  const back = (await money(site, member)) - before
  expect(doneIn(refunds)).toBeLessThanOrEqual(1)
  // Shipped first, the goods have to come back before any money does.
  if (doneIn(shipments) === 1) expect([status, back]).toEqual([2, 0])
  else expect([status, state, back]).toEqual([4, 3, 3000])
}

/** The buyer confirms while the warehouse takes the shipment back. */
const unshipOrConfirm: Race = async (site, member, times) => {
  const { id } = await site.goods(1)
  const order = await site.sold(member, id, 1)
  await site.ship(order)
  const outbound = await outboundOf(site, order)
  const [unshipments] = await startAll(
    [
      () => site.act('wms/outbound', 'unship', outbound, { reason: 'address' }),
      () => site.run((call) => completeOrder(call, order)),
    ],
    times,
  )
  const [{ shipment_status: shipment } = {}] = await site.rows('wms_outbound', { id: outbound })
  // SI5: shipped, or completed, when the warehouse says so.
  expect([(await site.order(order))['status'], shipment]).toEqual(doneIn(unshipments) === 1 ? [1, 0] : [3, 1])
}

/** Two administrators agree, a member withdraws, a third one refuses. */
const refundOrRefund: Race = async (site, member, times) => {
  const { id, product } = await site.goods(3)
  const order = await site.sold(member, id, 3)
  const [line] = await site.rows('shop_order_line', { order_id: order })
  const request = { lines: [{ id: Number(line?.['id']), quantity: 1 }], reason: 'changed my mind' }
  const before = await money(site, member)
  const [requests] = await startAll([() => site.run((call) => askForRefund(call, member, order, request))], times)
  expect(doneIn(requests)).toBe(1)
  const [refund] = await site.rows('shop_refund', { order_id: order })
  const [agreed, refused] = await startAll(
    [
      () => site.act('shop/refund', 'agree', Number(refund?.['id'])),
      () => site.act('shop/refund', 'refuse', Number(refund?.['id']), { reason_given: 'no' }),
    ],
    times,
  )
  await site.work()
  expect(doneIn(agreed) + doneIn(refused)).toBe(1)
  const isAgreed = doneIn(agreed) === 1
  expect([(await money(site, member)) - before, await site.reserved(product)]).toEqual(isAgreed ? [1000, 2] : [0, 3])
}

export const races: readonly (readonly [name: string, race: Race])[] = [
  ['pay against cancel', payOrCancel],
  ['pay against expiry and another buyer', payOrExpire],
  ['refund against ship', refundOrShip],
  ['unship against confirm', unshipOrConfirm],
  ['agree against refuse', refundOrRefund],
]
