/** Orders that are paid with points: goods, freight and refunds, on the stock of the warehouse. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { ContractCall } from 'tablewright/server'
import { askForRefund } from '../../../runtime/modules/shop/server/refunds/ask.ts'
import type { Placed } from '../../../runtime/modules/shop/server/orders/place.ts'
import { OperationError } from '../../../runtime/server/core/errors/operation-error.ts'
import { refusal } from '../../server/records/scope.ts'
import { moduleEngines } from '../../support/databases.ts'
import { openShopSite, type ShopSite } from './shop-site.ts'

const kinds = (placed: Placed): readonly string[] =>
  'problems' in placed ? placed.problems.map(({ kind, was, now }) => `${kind} ${was} ${now}`) : []
const code = async (work: Promise<unknown>): Promise<string> => (await refusal(work)).code

describe.each(moduleEngines)('orders in points on $name', (engine) => {
  let site: ShopSite
  let ann: number
  beforeAll(async () => {
    site = await openShopSite(engine)
    ann = await site.member()
  })
  afterAll(() => site?.dispose())
  afterEach(async () => {
    await site.work()
    expect(await site.faults()).toEqual([])
  })

  /** Asks for a refund of so many pieces of the first line. */
  const ask = async (order: number, quantity: number, more: object = {}) => {
    const [line] = await site.rows('shop_order_line', { order_id: order })
    const request = { lines: [{ id: Number(line?.['id']), quantity }], reason: 'broken', ...more }
    return (await site.run((call) => askForRefund(call, ann, order, request))).id
  }
  const user = async (id: number) => (await site.rows('user', { id }))[0]!
  let deposits = 0
  const deposit = (userId: number, amount: number) =>
    site.run(({ scope, trx }) =>
      // The same call as other modules see it.
      scope.wallet!.change({ scope, trx } as unknown as ContractCall, {
        asset: 'score',
        userId,
        amount,
        memo: 'test',
        source: 'share',
        sn: ++deposits,
      }),
    )
  const pay = (payment: number) =>
    site.run(async ({ scope, trx }) => {
      // The same call as other modules see it.
      const call = { scope, trx } as unknown as ContractCall
      await scope.payments?.payFromWallet?.(call, payment)
    })

  it('points pay for goods with a price in points, freight included, and refunds give them back', async () => {
    const { id, product } = await site.goods(10, { score_price: 333 })
    const plain = await site.goods(5)
    const line = (goods: number, quantity: number, price?: string) => ({ goods_id: goods, quantity, price })
    const inPoints = { currency: 'integral' } as const
    const mixed = [line(id, 1), line(plain.id, 1)]
    expect(kinds(await site.place(ann, 0, 0, { ...inPoints, lines: mixed }))).toEqual(['no_points  '])
    // Seen at a lower price; ten yuan of freight are a thousand points.
    const outdated = { ...inPoints, lines: [line(id, 3, '332')], freight: '999', total: '1995' }
    expect(kinds(await site.place(ann, 0, 0, outdated))).toEqual(['price_up 332 333', 'freight_up 999 1000'])
    expect(await code(site.place(ann, 0, 0, { ...outdated, lines: [line(id, 3, '333.5')] }))).toBe('invalid')
    expect(await code(site.place(ann, 0, 0, { ...outdated, total: '1995.5' }))).toBe('invalid')
    const order = { ...inPoints, lines: [line(id, 3, '333')], freight: '1000', total: '1999' }
    const placed = await site.place(ann, 0, 0, order)
    const orderId = 'order' in placed ? placed.order.id : 0
    // Amounts are hundredths of a point.
    expect(await site.order(orderId)).toMatchObject({ currency: 'integral', freight: 100_000, amount_pay: 199_900 })
    const payment = await site.opened(orderId)
    expect(await site.rows('pay_log', { id: payment })).toMatchObject([{ currency: 'integral', amount: 199_900 }])
    await deposit(ann, 1998)
    expect(await code(pay(payment))).toBe('stock_short')
    await deposit(ann, 1)
    await pay(payment)
    await site.work()
    expect([await user(ann), await site.order(orderId)]).toMatchObject([{ score: 0, money: 0 }, { status: 1 }])
    // One piece before shipping, the rest and its freight afterwards: whole points, nothing in money.
    await site.act('shop/refund', 'agree', await ask(orderId, 1))
    await site.work()
    expect([await user(ann), await site.reserved(product)]).toMatchObject([{ score: 333, money: 0 }, 2])
    await site.ship(orderId)
    await site.act('shop/refund', 'grant', await ask(orderId, 2, { freight: true }), { reason_given: 'late' })
    await site.work()
    const all = { refunded: 199_900, refund_state: 3, freight_refunded: 100_000 }
    expect([await user(ann), await site.order(orderId)]).toMatchObject([{ score: 1999, money: 0 }, all])
    expect(await site.rows('user_score_log', { user_id: ann, source: 'refund' })).toMatchObject([
      { score: 333 },
      { score: 1666 },
    ])
  })

  it('points that suffice for one of two orders pay for one of them', async () => {
    const { id } = await site.goods(4, { score_price: 5 })
    const bob = await site.member()
    await deposit(bob, 1005)
    const payments: number[] = []
    for (let turn = 0; turn < 2; turn++) {
      const placed = await site.place(bob, id, 1, { currency: 'integral' })
      payments.push(await site.opened('order' in placed ? placed.order.id : 0))
    }
    const answers = await Promise.all(
      payments.map((payment) =>
        pay(payment).then(
          () => 'done',
          (error: unknown) => (error instanceof OperationError ? error.code : String(error)),
        ),
      ),
    )
    expect(answers.toSorted()).toEqual(['done', 'stock_short'])
    expect(await user(bob)).toMatchObject({ score: 0, money: 0 })
  })

  it('what the warehouse does not send comes back in points', async () => {
    const { id, product } = await site.goods(3, { score_price: 7 })
    const placed = await site.place(ann, id, 3, { currency: 'integral' })
    const order = 'order' in placed ? placed.order.id : 0
    await site.paid(await site.opened(order))
    await site.work()
    const { score: before } = await user(ann)
    await site.count('wms/outbound', Number((await site.order(order))['outbound_id']), { [product]: 1 })
    await site.ship(order)
    await site.work()
    expect([await user(ann), await site.order(order)]).toMatchObject([
      { score: Number(before) + 14, money: 0 },
      { status: 2, refund_state: 2, refunded: 1400 },
    ])
  })
})
