/**
 * Random steps of members, the warehouse and administrators on a shop, each compared with the plain model (SI3, SI7,
 * SB14): the same answers, orders, holds, refunds and money, and nothing for the doctor to find.
 */
import { expect } from 'vitest'
import { lockPayment, ownCall as payCall } from '../../../../runtime/modules/pay/server/payment.ts'
import { markClosed } from '../../../../runtime/modules/pay/server/payments/close.ts'
import { completeOrders, expireOrders } from '../../../../runtime/modules/shop/server/jobs.ts'
import { cancelUnpaid } from '../../../../runtime/modules/shop/server/orders/close.ts'
import { completeOrder } from '../../../../runtime/modules/shop/server/orders/confirm.ts'
import { askForRefund, withdrawRequest } from '../../../../runtime/modules/shop/server/refunds/ask.ts'
import { randomOf } from '../../../../runtime/modules/wms/server/demo/random.ts'
import { nowSeconds, runAt } from '../../../../runtime/server/core/clock.ts'
import { OperationError } from '../../../../runtime/server/core/errors/operation-error.ts'
import { orderOptions, refundOptions } from '#generated/shop/options.ts'
import { holdOptions } from '#generated/wms/options.ts'
import type { ShopSite } from '../shop-site.ts'
import { amountOf, Book, openRefund, refundStateOf, type Goods, type Order, type Outbound, type Stock } from './book.ts'

const members = 3
/** Steps between two looks of the doctor. */
const lookEvery = 25

const answerOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (error: unknown) => {
      if (error instanceof OperationError) return error.code
      throw error
    },
  )

/** Plays that many steps on a new shop. A failure names the seed and the steps so far. */
export async function playShop(site: ShopSite, seed: number, steps: number): Promise<void> {
  const random = randomOf(seed, 'shop')
  const { database } = site
  const people = await Promise.all(Array.from({ length: members }, () => site.member()))
  const goods: Goods[] = []
  // The second one keeps for some days; of the third one nobody gets more than a few, and for money only.
  for (const [pieces, limit, days, points] of [
    [12, 0, 0, 70],
    [10, 0, 30, 30],
    [8, 5, 0, null],
  ] as const) {
    const { id, product } = await site.goods(pieces, { limit_buy: limit * 1000, score_price: points }, days)
    goods.push({ id, product, limit, points, price: 1000, isOnSale: true })
  }
  const stock = new Map<number, { fresh: number; onHand: number }>()
  const supply: Stock = {
    fresh: (product) => stock.get(product)?.fresh ?? 0,
    onHand: (product) => stock.get(product)?.onHand ?? 0,
  }
  const book = new Book(supply)
  const payments = new Map<Order, number>()
  const history: string[] = []

  const change = (table: string, values: object, id: number) =>
    database.write((trx) => trx.updateTable(table).set(values).where('id', '=', id).execute())
  const readStock = async (): Promise<void> => {
    for (const { product } of goods) {
      const layers = await site.rows('wms_stock_layer', { product_id: product })
      const sum = (rows: typeof layers): number => rows.reduce((all, row) => all + Number(row['remaining']), 0) / 1000
      const fresh = layers.filter((row) => row['expire_at'] === null || Number(row['expire_at']) > nowSeconds())
      stock.set(product, { fresh: sum(fresh), onHand: sum(layers) })
    }
  }
  const ordersWhere = (isRight: (order: Order) => boolean): Order | null => {
    const orders = book.orders.filter(isRight)
    // The newest are those with which most can happen.
    return orders.length === 0 ? null : random.pick(random.chance(0.7) ? orders.slice(-4) : orders)
  }
  const anyOrder = (): Order | null => ordersWhere(() => true)
  const outboundOf = async (order: Order): Promise<number> => Number((await site.order(order.id))['outbound_id'])

  const place = async (): Promise<string> => {
    const user = random.pick(people)
    const choice = goods.filter(() => random.chance(0.5))
    const wishes = new Map(
      (choice.length > 0 ? choice : [random.pick(goods)]).map((item) => [item, random.int(1, 3)] as const),
    )
    const currency = random.chance(0.3) ? 'integral' : 'RMB'
    const placed = await site.place(user, 0, 0, {
      currency,
      lines: [...wishes].map(([{ id }, quantity]) => ({ goods_id: id, quantity })),
    })
    const problems = 'problems' in placed ? placed.problems.map(({ kind, goods_id: id }) => `${kind} ${id}`) : []
    expect(problems).toEqual(book.place(user, wishes, currency))
    if ('order' in placed) book.insert(placed.order.id, user, wishes, currency)
    return `place ${problems.join() || 'ordered'}`
  }
  const open = async (order: Order): Promise<void> => {
    const answer = await answerOf(site.opened(order.id).then((id) => payments.set(order, id)))
    expect(answer).toBe(book.open(order))
  }
  const pay = async (order: Order): Promise<void> => {
    if (order.payment === 'none') await open(order)
    const payment = payments.get(order)
    if (payment === undefined) return
    await site.paid(payment)
    book.pay(order)
  }
  const begin = async (order: Order): Promise<void> => {
    const payment = payments.get(order)
    if (payment === undefined || order.payment !== 'open') return
    await change('pay_log', { attempt: JSON.stringify({ type: 'wx', time: 1, claim: null }) }, payment)
    order.payment = 'begun'
  }
  /** The provider says that it was not paid. */
  const closeBegun = async (order: Order): Promise<void> => {
    const payment = payments.get(order)
    if (payment === undefined || order.payment !== 'begun') return
    await site.run(async ({ scope, trx }) => {
      const call = payCall({ scope, trx } as never)
      await markClosed(call, (await lockPayment(call, payment)).row)
    })
    order.payment = 'closed'
  }
  const cancel = async (order: Order): Promise<string> => {
    let result = ''
    const answer = await answerOf(site.run(async (call) => void (result = await cancelUnpaid(call, order.id, 'mind'))))
    expect(answer === 'done' ? result : answer).toBe(book.cancel(order))
    return result
  }
  const makeOverdue = async (order: Order): Promise<void> => {
    if (order.status !== 'unpaid') return
    await change('shop_order', { expire_time: nowSeconds() - 1 }, order.id)
    order.isOverdue = true
  }
  const warehouse = async (order: Order, step: 'audit' | 'unaudit' | 'ship' | 'unship'): Promise<void> => {
    const outbound = await outboundOf(order)
    if (outbound === 0) return
    if (step === 'audit' && order.outbound?.isAudited === false) await site.act('wms/outbound', 'suggest', outbound)
    const input = step === 'audit' ? {} : step === 'ship' ? site.parcel : { reason: 'x' }
    const answer = await answerOf(site.act('wms/outbound', step, outbound, input))
    const expected = book[step](order)
    // The ledger refuses with reasons of its own.
    expect(expected === 'refused' ? answer !== 'done' : answer).toBe(expected === 'refused' ? true : expected)
  }
  /** An order that was posted keeps its lines: the invariants of the warehouse compare every posting with them. */
  const shorten = async (order: Order, { actual, planned, wasAudited }: Outbound): Promise<void> => {
    const product = random.pick([...planned.keys()].filter((id) => !wasAudited || actual.get(id) !== 0))
    actual.set(product, random.int(wasAudited ? 1 : 0, planned.get(product) ?? 0))
    await site.count('wms/outbound', await outboundOf(order), Object.fromEntries(actual))
  }
  const ask = async (order: Order): Promise<void> => {
    const isWhole = random.chance(0.4)
    const quantities = order.lines.map((line) => {
      const left = line.quantity - line.refunded
      return isWhole ? left : random.int(0, random.chance(0.1) ? left + 1 : left)
    })
    const wantsFreight = random.chance(0.3)
    const lines = await site.rows('shop_order_line', { order_id: order.id })
    const request = {
      lines: quantities.flatMap((quantity, place) =>
        quantity > 0 ? [{ id: Number(lines[place]?.['id']), quantity }] : [],
      ),
      freight: wantsFreight,
      reason: 'broken',
    }
    let id = 0
    const answer = await answerOf(
      site.run(async (call) => void ({ id } = await askForRefund(call, order.member, order.id, request))),
    )
    const { answer: expected, refund } = book.ask(order, quantities, wantsFreight)
    expect(answer).toBe(expected)
    if (refund) order.refunds.push({ ...refund, id })
  }
  const decide = async (order: Order, how: 'agree' | 'grant' | 'refuse' | 'withdraw'): Promise<void> => {
    const refund = openRefund(order)
    if (!refund) return
    if (how === 'withdraw' || how === 'refuse') {
      const answer = await answerOf(
        how === 'refuse'
          ? site.act('shop/refund', 'refuse', refund.id, { reason_given: 'no' })
          : site.run((call) => withdrawRequest(call, order.member, refund.id)),
      )
      expect(answer).toBe(refund.status === 'asked' ? 'done' : 'bad_state')
      if (answer === 'done') refund.status = how === 'refuse' ? 'refused' : 'withdrawn'
      return
    }
    const answer = await answerOf(
      site.act('shop/refund', how, refund.id, how === 'grant' ? { reason_given: 'yes' } : {}),
    )
    expect(answer).toBe(book[how](order, refund))
  }
  const takeBack = async (order: Order): Promise<void> => {
    const refund = openRefund(order)
    if (refund?.status !== 'returning') return
    const inbound = Number((await site.rows('shop_refund', { id: refund.id }))[0]?.['inbound_id'])
    const pieces = new Map<number, number>()
    order.lines.forEach((line, place) => {
      const { product } = line.goods
      pieces.set(product, (pieces.get(product) ?? 0) + (refund.quantities[place] ?? 0))
    })
    for (const [product, quantity] of pieces) if (random.chance(0.3)) pieces.set(product, random.int(0, quantity))
    const came = [...pieces.values()].some((quantity) => quantity > 0)
    await site.count('wms/warehousing', inbound, Object.fromEntries(pieces))
    const answer = await answerOf(site.act('wms/warehousing', 'audit', inbound))
    expect(answer).toBe(came ? 'done' : 'bad_state')
    if (came) book.returned(order, refund, pieces)
  }
  const completeAll = async (): Promise<void> => {
    await runAt(nowSeconds() + 11 * 86_400, () => completeOrders(site.own))
    for (const order of book.orders) if (order.status === 'shipped') book.confirm(order)
  }
  const breakHolds = async (): Promise<void> => {
    const { product } = random.pick(goods)
    const reserved = book.reserved(product)
    if (reserved === 0) return
    const pieces = random.int(1, reserved)
    await site.act('wms/product', 'breakHolds', product, { quantity: `${pieces}.000`, reason: 'water' })
    book.breakHolds(product, pieces)
  }
  const expireStock = async (): Promise<void> => {
    const { product } = goods[1]!
    const past = nowSeconds() - 5
    await database.write(async (trx) => {
      if (supply.onHand(product) > 0)
        await trx.updateTable('wms_product').set({ first_expire_at: past }).where('id', '=', product).execute()
      await trx.updateTable('wms_stock_layer').set({ expire_at: past }).where('product_id', '=', product).execute()
    })
    book.expireStock(product)
  }
  const refuseDeletion = async (order: Order): Promise<void> => {
    const outbound = await outboundOf(order)
    if (outbound === 0 || order.outbound?.isAudited !== false) return
    expect(await answerOf(site.remove('wms/outbound', outbound))).toBe('in_use')
  }

  type Step = readonly [name: string, weight: number, work: () => unknown]
  const on = (name: string, weight: number, work: (order: Order) => unknown, find: () => Order | null = anyOrder) =>
    [
      name,
      weight,
      async () => {
        const order = find()
        if (!order) return 'nobody'
        const said = await work(order)
        return `${order.id} ${typeof said === 'string' ? said : ''}`
      },
    ] as const
  const unpaid = () => ordersWhere(({ status }) => status === 'unpaid')
  const waiting = () => ordersWhere(({ outbound }) => outbound?.isAudited === false)
  const audited = () => ordersWhere(({ outbound }) => outbound?.isAudited === true)
  const undecided = () => ordersWhere((order) => openRefund(order) !== undefined)
  const list: readonly Step[] = [
    ['place', 14, place],
    on('open', 2, open),
    on('begin', 2, begin, unpaid),
    on('provider closes', 2, closeBegun),
    on('pay', 12, pay, unpaid),
    on('pay anyhow', 3, pay),
    on('cancel', 4, cancel),
    on('overdue', 4, makeOverdue, unpaid),
    [
      'expire',
      2,
      async () => {
        await expireOrders(site.own)
        book.expire()
      },
    ],
    on('shorten', 3, (order) => order.outbound && shorten(order, order.outbound), waiting),
    on('audit', 9, (order) => warehouse(order, 'audit'), waiting),
    on('ship', 8, (order) => warehouse(order, 'ship'), audited),
    on('unaudit', 2, (order) => warehouse(order, 'unaudit'), audited),
    on('unship', 2, (order) => warehouse(order, 'unship'), audited),
    on('ask', 8, ask),
    on('agree', 6, (order) => decide(order, 'agree'), undecided),
    on('grant', 2, (order) => decide(order, 'grant'), undecided),
    on('refuse', 1, (order) => decide(order, 'refuse'), undecided),
    on('withdraw', 1, (order) => decide(order, 'withdraw'), undecided),
    on('return', 5, takeBack, undecided),
    on('confirm', 3, async (order) => {
      expect(await answerOf(site.run((call) => completeOrder(call, order.id)))).toBe(book.confirm(order))
    }),
    on('delete outbound', 1, refuseDeletion, waiting),
    ['complete', 1, completeAll],
    ['break', 1, breakHolds],
    ['expire stock', 1, expireStock],
    ['receive', 3, () => site.receive(random.pick(goods).product, random.int(1, 8))],
    [
      'price',
      2,
      async () => {
        const item = random.pick(goods)
        item.price = random.int(1, 20) * 100 + 1
        await change('shop_goods', { price: item.price }, item.id)
      },
    ],
    [
      'sale',
      1,
      async () => {
        const item = random.pick(goods)
        item.isOnSale = !item.isOnSale
        await change('shop_goods', { status: item.isOnSale ? 10 : 20 }, item.id)
      },
    ],
  ]
  const weights = list.flatMap((step) => Array.from({ length: step[1] }, () => step))

  const compareAll = async (): Promise<void> => {
    for (const order of book.orders) {
      const row = await site.order(order.id)
      const lines = await site.rows('shop_order_line', { order_id: order.id })
      const stockHolds = await site.rows('wms_hold', { holder: 'shop/order', holder_id: order.id })
      const refunds = await site.rows('shop_refund', { order_id: order.id })
      expect({
        order: order.id,
        status: row['status'],
        state: row['refund_state'],
        closing: row['closing'],
        amount: row['amount_pay'],
        refunded: [row['refunded'], row['freight_refunded']],
        lines: lines.map((line) => [line['shipped_quantity'], line['refunded_quantity']]),
        holds: stockHolds.map((hold) => [hold['product_id'], hold['quantity'], hold['state']]).toSorted(),
        refunds: refunds.map((refund) => [refund['status'], refund['amount']]),
        hasOutbound: row['outbound_id'] !== null,
      }).toEqual({
        order: order.id,
        status: orderOptions.status[order.status],
        state: orderOptions.refund_state[refundStateOf(order)],
        closing: order.isClosing ? 1 : 0,
        amount: amountOf(order),
        refunded: [order.refunded, order.freightRefunded],
        lines: order.lines.map((line) => [line.shipped * 1000, line.refunded * 1000]),
        holds: order.holds
          .map((hold) => [hold.product, hold.quantity * 1000, holdOptions.state[order.isIssued ? 'issued' : 'held']])
          .toSorted(),
        refunds: order.refunds.map((refund) => [refundOptions.status[refund.status], refund.amount]),
        hasOutbound: order.outbound !== null,
      })
      // SI3: nothing of an order is lost on the way; SI4: no more comes back than was paid.
      for (const { quantity, shipped, refunded } of order.lines) {
        expect(refunded).toBeLessThanOrEqual(quantity)
        if (order.status === 'shipped' || order.status === 'completed')
          expect(shipped + refunded).toBeGreaterThanOrEqual(quantity)
      }
      expect(order.refunded).toBeLessThanOrEqual(amountOf(order))
    }
    for (const item of goods) {
      expect([item.product, await site.reserved(item.product)]).toEqual([item.product, book.reserved(item.product)])
      for (const user of people) {
        const [row] = await site.rows('shop_bought', { user_id: user, goods_id: item.id })
        expect([user, item.id, Number(row?.['quantity'] ?? 0) / 1000]).toEqual([user, item.id, book.bought(user, item)])
      }
    }
    for (const user of people) {
      const [row] = await site.rows('user', { id: user })
      const { RMB: money, integral: points } = book.returns
      expect([user, row?.['money'], row?.['score']]).toEqual([
        user,
        money.get(user) ?? 0,
        (points.get(user) ?? 0) / 100,
      ])
    }
    expect(await site.faults()).toEqual([])
  }

  try {
    for (let turn = 1; turn <= steps; turn++) {
      await readStock()
      const [name, , work] = random.pick(weights)
      history.push(name)
      const said = await work()
      history.push(`${history.pop()} ${typeof said === 'string' ? said : ''}`)
      if (random.chance(0.6)) {
        await readStock()
        await site.work()
        book.work()
      }
      if (turn % lookEvery === 0 || turn === steps) await compareAll()
    }
  } catch (error) {
    throw new Error(`seed ${seed}, after ${history.slice(-30).join(' · ')}: ${String(error)}`, { cause: error })
  }
}
