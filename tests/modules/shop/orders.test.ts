/** Orders of the shop on the stock of the warehouse: bugs SB1 to SB17 and invariants SI1 to SI6 of such shops. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { ContractCall } from 'tablewright/server'
import { cancelUnpaid } from '../../../runtime/modules/shop/server/orders/close.ts'
import { completeOrder } from '../../../runtime/modules/shop/server/orders/confirm.ts'
import {
  lockPayment,
  ownCall as payCall,
  type LockedPayment,
  type PayCall,
  type RefundRow,
} from '../../../runtime/modules/pay/server/payment.ts'
import { markPaid } from '../../../runtime/modules/pay/server/payments/paid.ts'
import { completeRefund, failRefund } from '../../../runtime/modules/pay/server/refunds/refund.ts'
import { customerOf } from '../../../runtime/modules/shop/server/orders/outbound.ts'
import { completeOrders, expireOrders } from '../../../runtime/modules/shop/server/jobs.ts'
import { askForRefund, withdrawRequest } from '../../../runtime/modules/shop/server/refunds/ask.ts'
import type { Placed } from '../../../runtime/modules/shop/server/orders/place.ts'
import { runAt } from '../../../runtime/server/core/clock.ts'
import { refusal } from '../../server/records/scope.ts'
import { moduleEngines } from '../../support/databases.ts'
import { races } from './races.ts'
import { openShopSite, type ShopSite } from './shop-site.ts'

const day = 86_400
const kinds = (placed: Placed): readonly string[] =>
  'problems' in placed ? placed.problems.map(({ kind, was, now }) => `${kind} ${was} ${now}`) : []
const sentence = async (work: Promise<unknown>): Promise<string> => (await refusal(work)).messageIn('en')
const code = async (work: Promise<unknown>): Promise<string> => (await refusal(work)).code

describe.each(moduleEngines)('the shop on $name', (engine) => {
  let site: ShopSite
  let ann: number
  let bob: number
  beforeAll(async () => {
    site = await openShopSite(engine)
    ann = await site.member()
    bob = await site.member()
  })
  afterAll(() => site?.dispose())
  afterEach(async () => {
    await site.work()
    expect(await site.faults()).toEqual([])
  })

  const cancel = (id: number) => site.run((call) => cancelUnpaid(call, id, 'changed my mind'))
  const linesOf = (order: number) => site.rows('shop_order_line', { order_id: order })
  const ask = async (user: number, order: number, quantities: readonly number[], more: object = {}) => {
    const lines = await linesOf(order)
    const request = {
      lines: quantities.flatMap((quantity, index) =>
        quantity > 0 ? [{ id: Number(lines[index]!['id']), quantity }] : [],
      ),
      reason: 'broken',
      ...more,
    }
    return (await site.run((call) => askForRefund(call, user, order, request))).id
  }
  const refund = async (id: number) => (await site.rows('shop_refund', { id }))[0]!
  const later = <T>(seconds: number, work: () => Promise<T>): Promise<T> =>
    runAt(Math.floor(Date.now() / 1000) + seconds, work)

  it('jobs that miss the customer of the shop at the same moment add one', async () => {
    const ids = await Promise.all(Array.from({ length: 6 }, () => customerOf(site.own)))
    expect(new Set(ids).size).toBe(1)
    expect(await site.rows('wms_customer', { name: '线上商城' })).toHaveLength(1)
  })

  it('SB1: 200 buyers of 10 pieces are 10 orders; what is held is 10', async () => {
    const { id, product } = await site.goods(10)
    const placed: Placed[] = []
    const buy = async (user: number): Promise<void> => {
      for (let turn = 0; turn < 25; turn++) placed.push(await site.place(user, id, 1))
    }
    // As many at once as a database has connections for; `faults` sends all of them at the same moment.
    await Promise.all(Array.from({ length: 8 }, (_value, turn) => buy(turn % 2 === 0 ? ann : bob)))
    expect(placed).toHaveLength(200)
    expect(placed.filter((answer) => 'order' in answer)).toHaveLength(10)
    expect(new Set(placed.flatMap(kinds))).toEqual(new Set(['short 1 0']))
    expect([await site.reserved(product), (await site.rows('shop_order_line', { goods_id: id })).length]).toEqual([
      10, 10,
    ])
  })

  it('SB2, SB3, SB8, SB9: what changed since is named, lines of one product count together', async () => {
    const { id, product } = await site.goods(10)
    const line = (quantity: number, price = '10.00') => ({ goods_id: id, quantity, price })
    expect(kinds(await site.place(ann, id, 0, { lines: [line(6), line(6)] }))).toEqual(['short 12 10'])
    // The region costs 10.00.
    const order = { lines: [line(2)], freight: '10.00', total: '30.00' }
    const change = (values: object) =>
      site.database.write((trx) => trx.updateTable('shop_goods').set(values).where('id', '=', id).execute())
    await change({ price: 1100 })
    expect(kinds(await site.place(ann, id, 0, order))).toEqual(['price_up 10.00 11.00'])
    await change({ price: 900 })
    const cheaper = await site.place(ann, id, 0, order)
    expect('order' in cheaper && [cheaper.order.amount_goods, cheaper.order.amount_pay]).toEqual([1800, 2800])
    expect(kinds(await site.place(ann, id, 0, { ...order, lines: [line(2, '9.00')], freight: '8.00' }))).toEqual([
      'freight_up 8.00 10.00',
    ])
    expect(kinds(await site.place(ann, id, 0, { ...order, lines: [line(3, '9.00')] }))).toEqual([
      'total_up 30.00 37.00',
    ])
    await change({ status: 20 })
    expect(kinds(await site.place(ann, id, 0, order))).toEqual(['off_sale 2 0'])
    await change({ status: 10 })
    for (const quantity of ['-1', '0', '1e3', 'NaN', '', '1.0001', ' ', '0x1', '１'])
      expect([quantity, await code(site.place(ann, id, 0, { lines: [{ goods_id: id, quantity }] }))]).toEqual([
        quantity,
        'invalid',
      ])
    expect(kinds(await site.place(ann, id, 0, { lines: [{ goods_id: id, quantity: '1.5' }] }))).toEqual(['unit 1.5 0'])
    expect(kinds(await site.place(ann, 999_999, 1))).toEqual(['off_sale 1 0'])
    expect(await site.reserved(product)).toBe(2)
  })

  it('the limit of a member counts orders that are not cancelled, also those at the same moment', async () => {
    const { id } = await site.goods(50, { limit_buy: 3000 })
    const placed = await Promise.all(Array.from({ length: 6 }, () => site.place(ann, id, 1)))
    expect(placed.filter((answer) => 'order' in answer)).toHaveLength(3)
    expect(new Set(placed.flatMap(kinds))).toEqual(new Set(['limit 1 0']))
    expect(kinds(await site.place(bob, id, 4))).toEqual(['limit 4 3'])
    const [first] = placed.flatMap((answer) => ('order' in answer ? [answer.order.id] : []))
    await cancel(first!)
    expect(kinds(await site.place(ann, id, 2))).toEqual(['limit 2 1'])
    await site.ordered(ann, id, 1)
  })

  it('SB4, S8: a cancelled order gives back exactly what it held, once; a paid one is not cancelled', async () => {
    const { id, product } = await site.goods(10)
    const order = await site.ordered(ann, id, 4)
    const payment = await site.opened(order)
    expect(await site.reserved(product)).toBe(4)
    expect(await cancel(order)).toBe('cancelled')
    expect(await cancel(order)).toBe('kept')
    expect([await site.reserved(product), await site.order(order)]).toMatchObject([0, { status: 4 }])
    expect(await site.rows('pay_log', { id: payment })).toMatchObject([{ state: 2 }])
    expect(await sentence(site.opened(order))).toContain('cannot be paid')
    const sold = await site.sold(ann, id, 1)
    expect(await sentence(cancel(sold))).toContain('Request a refund')
  })

  it('SB15: stock that has expired is not sold, and what was sold can be sent', async () => {
    const { id, product } = await site.goods(5, {}, 30)
    const past = Math.floor(Date.now() / 1000) - 5
    await site.database.write(async (trx) => {
      await trx.updateTable('wms_product').set({ first_expire_at: past }).where('id', '=', product).execute()
      await trx.updateTable('wms_stock_layer').set({ expire_at: past }).where('product_id', '=', product).execute()
    })
    await site.receive(product, 5)
    expect(kinds(await site.place(ann, id, 6))).toEqual(['short 6 5'])
    const order = await site.sold(ann, id, 5)
    expect(kinds(await site.place(bob, id, 1))).toEqual(['short 1 0'])
    await site.ship(order)
    expect(await site.order(order)).toMatchObject({ status: 2 })
  })

  it('SB5: what was not paid in time is sold to others, although no sweep ran', async () => {
    const { id, product } = await site.goods(3)
    const order = await site.ordered(ann, id, 3)
    expect(kinds(await site.place(bob, id, 1))).toEqual(['short 1 0'])
    await later(1801, async () => {
      expect('order' in (await site.place(bob, id, 2))).toBe(true)
      expect(await site.order(order)).toMatchObject({ status: 4 })
      expect(await site.reserved(product)).toBe(2)
      expect(await expireOrders(site.own)).toBeGreaterThanOrEqual(0)
    })
  })

  it('SB6, $B23: a late payment takes the stock again, or the money goes back', async () => {
    const { id, product } = await site.goods(2)
    const late = await site.ordered(ann, id, 1)
    const payment = await site.opened(late)
    await later(1801, () => expireOrders(site.own))
    expect(await site.order(late)).toMatchObject({ status: 4 })
    await site.paid(payment)
    await site.work()
    expect(await site.order(late)).toMatchObject({ status: 1, pay_log_id: payment, cancel_reason: null })
    expect(await site.reserved(product)).toBe(1)
    const lost = await site.ordered(ann, id, 1)
    const second = await site.opened(lost)
    await later(1801, () => expireOrders(site.own))
    await site.ordered(bob, id, 1)
    await site.paid(second)
    expect(await site.order(lost)).toMatchObject({ status: 4, pay_log_id: null })
    expect(await site.rows('pay_log', { id: second })).toMatchObject([{ state: 1, late: 1, refunded: 2000 }])
    expect(await site.reserved(product)).toBe(2)
  })

  it('an order that cannot be ended keeps none of the others, and its error is told', async () => {
    const { id } = await site.goods(2)
    const broken = await site.ordered(ann, id, 1)
    const next = await site.ordered(ann, id, 1)
    const { payments } = site.own
    const scope = Object.create(site.own, {
      payments: {
        value: {
          ...payments,
          close: (...[call, objects]: Parameters<NonNullable<typeof payments>['close']>) =>
            objects.some(({ objectId }) => objectId === broken)
              ? Promise.reject(new Error('not reached'))
              : payments!.close(call, objects),
        },
      },
    }) as typeof site.own
    await later(1801, () => expect(expireOrders(scope)).rejects.toThrow('not reached'))
    expect(await site.order(broken)).toMatchObject({ status: 0 })
    expect(await site.order(next)).toMatchObject({ status: 4 })
    await later(1801, () => expireOrders(site.own))
  })

  it('an order whose payment was begun is closed only after the answer of the provider', async () => {
    const { id, product } = await site.goods(2)
    const order = await site.ordered(ann, id, 2)
    const payment = await site.opened(order)
    const begin = { attempt: JSON.stringify({ type: 'wx', time: 1, claim: null }) }
    await site.database.write((trx) => trx.updateTable('pay_log').set(begin).where('id', '=', payment).execute())
    expect(await cancel(order)).toBe('closing')
    expect(await site.order(order)).toMatchObject({ status: 0, closing: 1 })
    expect(await site.reserved(product)).toBe(2)
    expect(await sentence(site.opened(order))).toContain('cannot be paid')
    await later(1801, async () => {
      expect(kinds(await site.place(bob, id, 1))).toEqual(['short 1 0'])
      await expireOrders(site.own)
    })
    expect(await site.order(order)).toMatchObject({ status: 0, closing: 1 })
    // It was paid.
    await site.paid(payment)
    await site.work()
    expect(await site.order(order)).toMatchObject({ status: 1, closing: 0, pay_log_id: payment })
  })

  it('SB7, SB17: a paid order gets an outbound order, which stays; the price is that of the order', async () => {
    const { id, product } = await site.goods(5)
    const order = await site.ordered(ann, id, 2)
    const payment = await site.opened(order)
    await site.database.write((trx) => trx.updateTable('shop_goods').set({ price: 1 }).where('id', '=', id).execute())
    await site.paid(payment)
    await site.work()
    await site.work()
    const { outbound_id: outbound, sn } = await site.order(order)
    expect(await site.order(order)).toMatchObject({ status: 1, amount_pay: 3000 })
    expect(await site.rows('wms_outbound', { holder_id: order })).toMatchObject([
      { id: outbound, order_sn: sn, type: 10 },
    ])
    expect(await site.reserved(product)).toBe(2)
    expect(await sentence(site.remove('wms/outbound', Number(outbound)))).toContain('outbound order stays')
    expect(await code(site.run((call) => completeOrder(call, order)))).toBe('bad_state')
    await site.ship(order)
    expect(await site.order(order)).toMatchObject({ status: 2 })
    await site.act('wms/outbound', 'unship', Number(outbound), { reason: 'address' })
    expect([await site.order(order), await linesOf(order)]).toMatchObject([{ status: 1 }, [{ shipped_quantity: 0 }]])
    await site.act('wms/outbound', 'unaudit', Number(outbound), { reason: 'again' })
    expect(await site.reserved(product)).toBe(2)
    await site.ship(order)
    await site.run((call) => completeOrder(call, order))
    expect(await site.order(order)).toMatchObject({ status: 3 })
    expect(await sentence(site.act('wms/outbound', 'unship', Number(outbound), { reason: 'x' }))).toContain('completed')
  })

  it('S5, SB16: what was not sent is paid back, and cannot be sent afterwards', async () => {
    const { id } = await site.goods(5)
    const order = await site.sold(ann, id, 5)
    const { outbound_id: outbound } = await site.order(order)
    const product = Number((await linesOf(order))[0]!['product_id'])
    await site.count('wms/outbound', Number(outbound), { [product]: 3 })
    await site.ship(order)
    expect(await linesOf(order)).toMatchObject([{ shipped_quantity: 3000, refunded_quantity: 2000 }])
    await site.work()
    expect(await site.order(order)).toMatchObject({ status: 2, refund_state: 2, refunded: 2000 })
    expect(await site.rows('shop_refund', { order_id: order })).toMatchObject([{ kind: 3, status: 3, amount: 2000 }])
    await site.act('wms/outbound', 'unship', Number(outbound), { reason: 'more' })
    await site.act('wms/outbound', 'unaudit', Number(outbound), { reason: 'more' })
    await site.count('wms/outbound', Number(outbound), { [product]: 5 })
    expect(await sentence(site.ship(order))).toContain('was refunded already')
    await site.act('wms/outbound', 'unaudit', Number(outbound), { reason: 'more' })
    await site.count('wms/outbound', Number(outbound), { [product]: 3 })
    await site.ship(order)
    // SI3: the doctor names what is neither sent nor paid back.
    const line = Number((await linesOf(order))[0]!['id'])
    const change = (values: object) =>
      site.database.write((trx) => trx.updateTable('shop_order_line').set(values).where('id', '=', line).execute())
    await change({ shipped_quantity: 2000 })
    expect(await site.faults()).toMatchObject([expect.stringContaining('shop/order_line.delivered')])
    await change({ shipped_quantity: 3000 })
  })

  it('stock that was taken away is paid back, all of it at once', async () => {
    const { id, product } = await site.goods(4)
    const order = await site.ordered(ann, id, 4)
    const payment = await site.opened(order)
    await site.act('wms/product', 'breakHolds', product, { quantity: '4.000', reason: 'water' })
    await site.paid(payment)
    await site.work()
    expect(await site.order(order)).toMatchObject({
      status: 4,
      refund_state: 3,
      refunded: 5000,
      freight_refunded: 1000,
    })
    // The request of its member is part of it, and counts once.
    const scarce = await site.goods(3, { limit_buy: 3000 })
    const second = await site.ordered(bob, scarce.id, 3)
    await site.paid(await site.opened(second))
    const request = await ask(bob, second, [2])
    await site.act('wms/product', 'breakHolds', scarce.product, { quantity: '3.000', reason: 'water' })
    await site.work()
    expect([await site.order(second), await refund(request)]).toMatchObject([
      { status: 4, refund_state: 3, refunded: 4000 },
      { status: 4 },
    ])
    expect(await code(site.act('shop/refund', 'agree', request))).toBe('bad_state')
    await site.receive(scarce.product, 9)
    expect(kinds(await site.place(bob, scarce.id, 4))).toEqual(['limit 4 3'])
  })

  it('SB12: freight that was asked for with a part, or alone, goes back; the goods stay where they are', async () => {
    const { id, product } = await site.goods(4)
    const order = await site.sold(ann, id, 3)
    const freight = await ask(ann, order, [0], { freight: true })
    const { outbound_id: outbound } = await site.order(order)
    await site.act('shop/refund', 'agree', freight)
    await site.work()
    expect(await site.order(order)).toMatchObject({ status: 1, refunded: 1000, outbound_id: outbound })
    expect([await refund(freight), await site.reserved(product)]).toMatchObject([{ status: 3, amount: 1000 }, 3])
    await site.receive(product, 5)
    const larger = await site.sold(bob, id, 3)
    const part = await ask(bob, larger, [1], { freight: true })
    await site.act('shop/refund', 'agree', part)
    await site.work()
    expect(await refund(part)).toMatchObject({ status: 3, amount: 2000, freight: 1000 })
    for (const sold of [order, larger]) await site.ship(sold)
    // SB10: the rest, once; there is no more freight to pay back.
    await site.act('shop/refund', 'grant', await ask(bob, larger, [2]), { reason_given: 'late' })
    await site.work()
    expect(await site.order(larger)).toMatchObject({ refunded: 4000, refund_state: 3, freight_refunded: 1000 })
  })

  it('T85: of several jobs that miss the customer of the shop, one adds it', async () => {
    const settings = { ...site.own.settings, own: { ...site.own.settings.own, shop_customer: 'Web' } }
    const ids = await Promise.all(Array.from({ length: 8 }, () => customerOf({ ...site.own, settings })))
    expect(new Set(ids).size).toBe(1)
    expect(await site.rows('wms_customer', { name: 'Web' })).toMatchObject([{ id: ids[0] }])
  })

  it('S7, SB4, SB10: before shipping a refund takes goods and money back at once, whole or in part', async () => {
    const { id, product } = await site.goods(10)
    const order = await site.sold(ann, id, 5)
    const { outbound_id: first } = await site.order(order)
    await site.act('wms/outbound', 'audit', Number(first))
    const part = await ask(ann, order, [2])
    expect(await code(ask(ann, order, [1]))).toBe('bad_state')
    expect(
      await sentence(
        site
          .ship(order)
          .catch(() => site.act('wms/outbound', 'ship', Number(first), { courier_number: 'x', carrier_id: 1 })),
      ),
    ).toContain('refund')
    await site.act('shop/refund', 'agree', part)
    expect(await code(site.act('shop/refund', 'agree', part))).toBe('bad_state')
    await site.work()
    const { outbound_id: second } = await site.order(order)
    expect(second).not.toBe(first)
    expect(await site.order(order)).toMatchObject({ status: 1, refund_state: 2, refunded: 2000 })
    expect(await site.reserved(product)).toBe(3)
    expect(await site.rows('wms_outbound_line', { outbound_id: Number(second) })).toMatchObject([
      { plan_quantity: 3000 },
    ])
    const rest = await ask(ann, order, [3])
    await site.act('shop/refund', 'agree', rest)
    await site.work()
    expect(await site.order(order)).toMatchObject({
      status: 4,
      refund_state: 3,
      refunded: 6000,
      freight_refunded: 1000,
    })
    expect(await site.reserved(product)).toBe(0)
    expect(await code(ask(ann, order, [1]))).toBe('bad_state')
    expect(await site.rows('user_money_log', { source: 'refund', user_id: ann })).not.toEqual([])
  })

  it('SB11 to SB13: after shipping what came back is paid back; freight on its own; all of it once', async () => {
    const { id, product } = await site.goods(10, { price: 333 })
    const order = await site.sold(ann, id, 3)
    await site.ship(order)
    expect(await code(ask(bob, order, [1]))).toBe('not_found')
    for (const quantities of [[4], [0.5]]) expect(await code(ask(ann, order, quantities))).toMatch(/invalid/)
    const goods = await ask(ann, order, [3])
    await site.act('shop/refund', 'agree', goods)
    const { inbound_id: inbound } = await refund(goods)
    expect([await refund(goods), await site.order(order)]).toMatchObject([
      { status: 5 },
      { refund_state: 1, refunded: 0 },
    ])
    expect(await code(site.remove('wms/warehousing', Number(inbound)))).toBe('in_use')
    expect(await code(site.run((call) => completeOrder(call, order)))).toBe('bad_state')
    await later(11 * day, () => completeOrders(site.own))
    expect(await site.order(order)).toMatchObject({ status: 2 })
    await site.count('wms/warehousing', Number(inbound), { [product]: 2 })
    await site.act('wms/warehousing', 'audit', Number(inbound))
    await site.work()
    expect(await refund(goods)).toMatchObject({ status: 3, amount: 666 })
    expect(await site.rows('shop_refund_line', { refund_id: goods })).toMatchObject([{ returned_quantity: 2000 }])
    expect(await code(site.act('wms/warehousing', 'unaudit', Number(inbound), { reason: 'x' }))).toBe('in_use')
    const freight = await ask(ann, order, [0], { freight: true })
    await site.act('shop/refund', 'agree', freight)
    await site.work()
    expect(await site.order(order)).toMatchObject({ refunded: 1666, refund_state: 2 })
    const last = await ask(ann, order, [1])
    await site.act('shop/refund', 'agree', last)
    await site.act('shop/refund', 'grant', last, { reason_given: 'Keep it.' })
    await site.work()
    expect(await site.order(order)).toMatchObject({ refunded: 1999, refund_state: 3 })
    expect(await refund(last)).toMatchObject({ status: 3, inbound_id: null, amount: 333 })
    await later(11 * day, () => completeOrders(site.own))
    expect(await site.order(order)).toMatchObject({ status: 3 })
  })

  it('SI4: a refund that the provider does not make is owed, and is made again, once', async () => {
    const { id } = await site.goods(5)
    const order = await site.ordered(ann, id, 2)
    const payment = await site.opened(order)
    const fact = { type: 'wx', tradeNo: `T${order}`, paidAt: 1_800_000_000, content: null } as const
    const onPayment = (work: (call: PayCall, locked: LockedPayment, row: RefundRow | undefined) => Promise<unknown>) =>
      site.run(async ({ scope, trx }) => {
        // The same call as the module of payments sees it.
        const call = payCall({ scope, trx } as unknown as ContractCall)
        const row = await call.trx
          .selectFrom('pay_refund')
          .selectAll()
          .where('pay_log_id', '=', payment)
          .orderBy('id', 'desc')
          .executeTakeFirst()
        await work(call, await lockPayment(call, payment), row)
      })
    await onPayment((call, locked) => markPaid(call, locked, fact))
    await site.work()
    const request = await ask(ann, order, [2])
    await site.act('shop/refund', 'agree', request)
    await site.work()
    await onPayment((call, locked, row) => failRefund(call, locked, row!, 'the account is closed'))
    expect([await refund(request), await site.order(order)]).toMatchObject([
      { status: 0, kind: 1, tries: 1, amount: 3000 },
      { status: 4, refund_state: 1, refunded: 0 },
    ])
    // Its goods are free already: it cannot be refused or withdrawn, only made.
    expect(await code(site.act('shop/refund', 'refuse', request, { reason_given: 'no' }))).toBe('bad_state')
    expect(await code(site.run((call) => withdrawRequest(call, ann, request)))).toBe('bad_state')
    await site.act('shop/refund', 'agree', request)
    await site.work()
    await onPayment((call, locked, row) => completeRefund(call, locked, row!, 'P1'))
    expect([await refund(request), await site.order(order)]).toMatchObject([
      { status: 3, amount: 3000 },
      { status: 4, refund_state: 3, refunded: 3000, freight_refunded: 1000 },
    ])
    expect((await site.rows('pay_refund', { pay_log_id: payment })).map(({ state }) => state)).toEqual([3, 2])
  })

  it('requests are refused, withdrawn, and over after some days', async () => {
    const { id } = await site.goods(5)
    const order = await site.sold(ann, id, 2)
    const first = await ask(ann, order, [1])
    expect(await code(site.run((call) => withdrawRequest(call, bob, first)))).toBe('not_found')
    await site.run((call) => withdrawRequest(call, ann, first))
    expect(await site.order(order)).toMatchObject({ refund_state: 0 })
    const second = await ask(ann, order, [1])
    await site.act('shop/refund', 'refuse', second, { reason_given: 'It is fine.' })
    expect(await refund(second)).toMatchObject({ status: 2, answer: 'It is fine.' })
    expect(await code(site.run((call) => withdrawRequest(call, ann, second)))).toBe('bad_state')
    await site.ship(order)
    expect(await later(16 * day, () => sentence(ask(ann, order, [1])))).toContain('time to request a refund is over')
  })

  it.each(races)('%s at the same moment: one of the two comes first', async (_name, race) => {
    for (let round = 1; round <= 2; round++) await race(site, ann, round)
  })
})
