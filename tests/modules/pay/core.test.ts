/** Payments and refunds as the module stores them: once, whoever learns of them, in whatever order. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ContractCall, NewPayment, Row } from 'tablewright/server'
import { nowSeconds } from '../../../runtime/server/core/clock.ts'
import { applyNotification } from '../../../runtime/modules/pay/server/notify/apply.ts'
import { askProvider } from '../../../runtime/modules/pay/server/payments/ask.ts'
import { closeBegun, closeUnbegun } from '../../../runtime/modules/pay/server/payments/overdue.ts'
import { startPayment } from '../../../runtime/modules/pay/server/payments/start.ts'
import { sendDueRefunds } from '../../../runtime/modules/pay/server/refunds/send.ts'
import { memberErasure } from '../../../runtime/modules/pay/server/members.ts'
import { openRecharge } from '../../../runtime/modules/pay/server/recharge.ts'
import { checks } from '../../../runtime/modules/pay/server/checks.ts'
import { moduleEngines } from '../../support/databases.ts'
import { refusal } from '../../server/records/scope.ts'
import { runHistory } from './model.ts'
import { openPayCore, type PayCore } from './pay-site.ts'
import { ProviderError } from '../../../runtime/modules/pay/server/providers/provider.ts'
import { accounts } from '../helpdesk/payments.ts'
import { unknownError } from './fake-provider.ts'

const signal = new AbortController().signal

describe.each(moduleEngines)('payments on $name', (engine) => {
  let site: PayCore
  let lateAnswer: 'accept' | 'refund' = 'refund'
  let failNext: Error | null = null
  beforeAll(async () => {
    site = await openPayCore(engine, {
      onLate: async () => lateAnswer,
      async onPaid(call, payment) {
        await accounts.onPaid(call, payment)
        const error = failNext
        failNext = null
        if (error) throw error
      },
    })
  })
  afterAll(async () => {
    // Whatever happened in between: money, payments and refunds agree.
    for (const check of checks) expect([check.name, (await check.find(site.own, 10)).list]).toEqual([check.name, []])
    await site.dispose()
  })

  const open = (objectId: number, userId: number, more: Partial<NewPayment> = {}) =>
    site.run((call) =>
      site.contract.open(call, {
        project: 'account',
        objectId,
        userId,
        title: 'Support',
        amount: 10_000,
        currency: 'RMB',
        ...more,
      }),
    )
  const start = (id: number, type: 'wx' | 'balance' | 'score' = 'wx') =>
    startPayment(site.providersOf, site.own, id, type)
  const notify = (notification: ReturnType<PayCore['provider']['notification']>) =>
    applyNotification(site.own, site.provider, notification)
  const account = async (id: number) => {
    const { paid, refunded } = await site.row('helpdesk_account', id)
    return { paid, refunded }
  }
  const log = async (id: number) => {
    const { state, outcome, refunded, refunding, late } = await site.row('pay_log', id)
    return { state, outcome, refunded, refunding, late }
  }
  const money = async (id: number) => (await site.row('user', id))['money']
  const spend = (call: ContractCall, userId: number, amount: number) =>
    site.scope.wallet!.change(call, {
      asset: 'money',
      userId,
      amount: -amount,
      memo: 'spent',
      source: 'admire',
      sn: ++spendings,
    })
  let spendings = 0
  const expire = async (ids: readonly number[]) => {
    const past = nowSeconds() - 60
    for (const id of ids)
      await site.database.write((trx) =>
        trx.updateTable('pay_log').set({ expire_time: past, next_time: past }).where('id', '=', id).execute(),
      )
  }
  const dueNow = (payment: number) =>
    site.database.write((trx) =>
      trx.updateTable('pay_refund').set({ next_time: nowSeconds() }).where('pay_log_id', '=', payment).execute(),
    )
  /** Opened, prepared and paid at the provider, which has told nobody so far. */
  const paidAtProvider = async (amount = 10_000) => {
    const [object, user] = [await site.account(), await site.member()]
    const payment = await open(object, user, { amount })
    await start(payment.id)
    site.provider.pay(payment.sn, nowSeconds())
    return { ...payment, object, user }
  }

  it('$B14: 20 equal notifications and 20 different ones at once have one effect', async () => {
    const { id, sn, object } = await paidAtProvider()
    const equal = site.provider.notification(sn)
    const results = await Promise.all(
      Array.from({ length: 40 }, (_, turn) => notify(turn % 2 === 0 ? equal : site.provider.notification(sn))),
    )
    expect(results.filter((result) => result === 'applied').length).toBeGreaterThanOrEqual(1)
    expect(new Set(results)).toEqual(new Set(['applied', 'known']))
    expect(await account(object)).toEqual({ paid: 10_000, refunded: 0 })
    expect(await log(id)).toMatchObject({ state: 1, outcome: 1, late: 0 })
    expect(await site.rows('notify_log', { notify_id: equal.id })).toHaveLength(1)
    expect((await site.rows('pay_event', { pay_log_id: id })).map(({ kind }) => kind)).toEqual([
      'opened',
      'prepared',
      'paid',
      'applied',
    ])
  })

  it('$B15: notification, query and the look of the member at the same instant: one effect, all say paid', async () => {
    for (let round = 0; round < 3; round++) {
      const { id, sn, object } = await paidAtProvider()
      const notification = site.provider.notification(sn)
      const outcomes = await Promise.all(
        Array.from({ length: 15 }, (_, turn) =>
          turn % 3 === 0
            ? notify(notification)
            : turn % 3 === 1
              ? askProvider(site.providersOf, site.own, id)
              : start(id).then(({ means }) => (means ? 'open' : 'paid')),
        ),
      )
      expect(outcomes.filter((outcome) => outcome === 'applied').length).toBeLessThanOrEqual(5)
      expect(await askProvider(site.providersOf, site.own, id)).toBe('paid')
      expect(await account(object)).toEqual({ paid: 10_000, refunded: 0 })
    }
  })

  it('$B1: of two purchases of 8 from a balance of 10, one is made, and the other stays open', async () => {
    const user = await site.member(1000)
    const objects = [await site.account(), await site.account()]
    const bills = await Promise.all(objects.map((object) => open(object, user, { amount: 800 })))
    const outcomes = await Promise.all(
      bills.map(({ id }) =>
        start(id, 'balance').then(
          () => 'paid',
          (error) => error.code,
        ),
      ),
    )
    expect(outcomes.toSorted()).toEqual(['paid', 'stock_short'])
    expect(await money(user)).toBe(200)
    const states = await Promise.all(bills.map(async ({ id }) => (await log(id)).state))
    expect(states.toSorted()).toEqual([0, 1])
    // The same one again is paid already; 20 requests at once take the money once.
    const left = bills[states.indexOf(0)]!
    await site.run((call) =>
      site.scope.wallet!.change(call, {
        asset: 'money',
        userId: user,
        amount: 5000,
        memo: 'more',
        source: 'share',
        sn: 900_001 + user,
      }),
    )
    await Promise.all(Array.from({ length: 20 }, () => start(left.id, 'balance')))
    expect(await money(user)).toBe(4400)
  })

  it('$B4, $B2: a failure while handling takes all back, and the repeated message pays', async () => {
    const { id, sn, object } = await paidAtProvider()
    const notification = site.provider.notification(sn)
    failNext = new Error('disk full')
    await expect(notify(notification)).rejects.toThrow('disk full')
    expect(await log(id)).toMatchObject({ state: 0, outcome: 0 })
    expect(await site.rows('notify_log', { notify_id: notification.id })).toEqual([])
    expect([await notify(notification), await notify(notification), await notify(notification)]).toEqual([
      'applied',
      'applied',
      'applied',
    ])
    expect(await account(object)).toEqual({ paid: 10_000, refunded: 0 })
  })

  it('$7: another amount, currency, account or number changes nothing, is stored, and somebody is told', async () => {
    const { id, sn, object } = await paidAtProvider()
    for (const [more, result] of [
      [{ amount: 1 }, 'wrong_amount'],
      [{ amount: 10_001 }, 'wrong_amount'],
      [{ currency: 'USD' }, 'wrong_amount'],
      [{ appId: 'other' }, 'wrong_account'],
      [{ merchantId: 'other' }, 'wrong_account'],
      [{ sn: 'A20260101000000' }, 'unknown_sn'],
      [{ state: 'closed' as const }, 'ignored'],
      [{ kind: 'refund' as const, state: 'done' as const, refundNo: 'R1' }, 'unknown_sn'],
    ] as const) {
      const notification = site.provider.notification(sn, more)
      expect([more, await notify(notification)]).toEqual([more, result])
      expect(await site.rows('notify_log', { notify_id: notification.id })).toMatchObject([{ result }])
    }
    expect(
      await applyNotification(site.own, { ...site.provider, type: 'alipay' }, site.provider.notification(sn)),
    ).toBe('wrong_account')
    expect(await log(id)).toMatchObject({ state: 0 })
    expect(await account(object)).toEqual({ paid: 0, refunded: 0 })
    expect(await notify(site.provider.notification(sn))).toBe('applied')
  })

  it('$B16: ten requests while the provider is slow make one order, also when the payment arrives first', async () => {
    const [object, user] = [await site.account(), await site.member()]
    const { id, sn } = await open(object, user)
    const before = site.provider.calls.create
    let answer = (): void => {}
    site.provider.before('create', () => new Promise((resolve) => (answer = resolve)))
    const requests = Array.from({ length: 10 }, () => start(id))
    await expect.poll(() => site.provider.calls.create).toBe(before + 1)
    // The member is quicker than the answer of the provider.
    site.provider.orders.set(sn, { amount: 10_000, state: 'paid', tradeNo: `trade-${sn}`, paidAt: nowSeconds() })
    expect(await notify(site.provider.notification(sn))).toBe('applied')
    site.provider.orders.get(sn)!.state = 'open'
    answer()
    expect((await Promise.all(requests)).map(({ means, row }) => [means, row.state])).toEqual(
      requests.map(() => [null, 1]),
    )
    expect(site.provider.calls.create).toBe(before + 1)
    expect(await account(object)).toEqual({ paid: 10_000, refunded: 0 })
  })

  it('$4, $6: two requests share a payment; another type closes the former one at its provider first', async () => {
    const [object, user] = [await site.account(), await site.member(50_000)]
    const payments = await Promise.all(Array.from({ length: 10 }, () => open(object, user)))
    expect(new Set(payments.map(({ id }) => id)).size).toBe(1)
    const { id, sn } = payments[0]!
    // As both providers take it: a letter of the project, the time, and digits that nobody can guess.
    expect(sn).toMatch(/^A20\d{22}$/)
    const means = await Promise.all(Array.from({ length: 5 }, () => start(id)))
    expect(new Set(means.map((answer) => JSON.stringify(answer.means))).size).toBe(1)
    // Without a word of the provider nothing is closed, and nothing is paid.
    site.provider.before('close', () => Promise.reject(unknownError()))
    expect((await refusal(start(id, 'balance'))).code).toBe('conflict')
    expect([(await log(id)).state, await money(user)]).toEqual([0, 50_000])
    const { row } = await start(id, 'balance')
    expect(row.id).not.toBe(id)
    expect([(await log(id)).state, (await log(row.id)).state, await money(user)]).toEqual([2, 1, 40_000])
    expect(await account(object)).toEqual({ paid: 10_000, refunded: 0 })
  })

  it('$3: an overdue payment is closed when its provider has said so; paid meanwhile, it is late', async () => {
    const [object, user] = [await site.account(), await site.member()]
    const bare = await open(object, user)
    const begun = await Promise.all([await site.account(), await site.account()].map((place) => open(place, user)))
    const [unpaid, paid] = begun as [(typeof begun)[0], (typeof begun)[0]]
    for (const { id } of begun) await start(id)
    await expire([bare.id, unpaid.id, paid.id])
    site.provider.pay(paid.sn, nowSeconds() - 7200)
    // A payment that is overdue cannot be begun, though no job has looked at it.
    expect((await refusal(start(bare.id))).code).toBe('bad_state')
    expect((await open(object, user)).id).not.toBe(bare.id)
    expect((await log(bare.id)).state).toBe(2)
    site.provider.before('close', () => Promise.reject(unknownError()))
    site.provider.before('close', () => Promise.reject(unknownError()))
    await closeUnbegun(site.own)
    await closeBegun(site.providersOf, site.own, signal)
    expect([(await log(unpaid.id)).state, (await log(paid.id)).state]).toEqual([0, 0])
    await expire([unpaid.id, paid.id])
    lateAnswer = 'accept'
    await closeBegun(site.providersOf, site.own, signal)
    expect(await log(unpaid.id)).toMatchObject({ state: 2 })
    expect(await log(paid.id)).toMatchObject({ state: 1, late: 1, outcome: 1 })
    // It was closed, and the money arrives all the same: the project does not want it any more.
    lateAnswer = 'refund'
    const order = site.provider.orders.get(unpaid.sn)!
    Object.assign(order, { state: 'paid', paidAt: nowSeconds() })
    expect(await notify(site.provider.notification(unpaid.sn))).toBe('late')
    expect(await log(unpaid.id)).toMatchObject({ state: 1, late: 1, outcome: 2, refunding: 10_000 })
    await sendDueRefunds(site.providersOf, site.own, signal)
    expect(await log(unpaid.id)).toMatchObject({ state: 1, refunded: 10_000, refunding: 0 })
  })

  it('a second payment of the same object is paid back and flagged', async () => {
    const { object, user, sn } = await paidAtProvider()
    await notify(site.provider.notification(sn))
    const second = await open(object, user)
    await start(second.id)
    site.provider.pay(second.sn, nowSeconds())
    expect(await notify(site.provider.notification(second.sn))).toBe('second')
    await sendDueRefunds(site.providersOf, site.own, signal)
    expect(await log(second.id)).toMatchObject({ outcome: 3, refunded: 10_000 })
    expect(await account(object)).toEqual({ paid: 10_000, refunded: 0 })
    const subject = { project: 'account', objectId: object, userId: user }
    expect(await site.contract.hasPaid(site.scope, subject)).toBe(true)
  })

  const refund = (payLogId: number, amount: number, key: string) =>
    site.run((call) => site.contract.refund(call, { payLogId, amount, reason: 'test', key }))
  const paidPayment = async (amount = 10_000) => {
    const payment = await paidAtProvider(amount)
    await notify(site.provider.notification(payment.sn))
    return payment
  }

  it('$B21: 30 + 30 + 40 of 100, then nothing more; of two of 60 at once, one is made', async () => {
    const { id, object } = await paidPayment()
    for (const [amount, key] of [
      [3000, 'a'],
      [3000, 'b'],
      [3000, 'b'],
      [4000, 'c'],
    ] as const)
      await refund(id, amount, key)
    expect((await refusal(refund(id, 1, 'd'))).code).toBe('invalid')
    expect(await log(id)).toMatchObject({ refunded: 0, refunding: 10_000 })
    await sendDueRefunds(site.providersOf, site.own, signal)
    expect(await log(id)).toMatchObject({ refunded: 10_000, refunding: 0 })
    expect(await account(object)).toEqual({ paid: 10_000, refunded: 10_000 })
    const other = await paidPayment()
    const outcomes = await Promise.all(
      ['a', 'b'].map((key) =>
        refund(other.id, 6000, key).then(
          () => 'made',
          (error) => error.code,
        ),
      ),
    )
    expect(outcomes.toSorted()).toEqual(['invalid', 'made'])
    for (const amount of [0, -1, 0.5, Number.NaN, 1e12])
      expect((await refusal(refund(other.id, amount, `bad ${amount}`))).code).toBe('invalid')
  })

  it('$B22: thirds of 100 leave nothing over, back to a balance at once', async () => {
    const [object, user] = [await site.account(), await site.member(10_000)]
    const { id } = await open(object, user)
    await start(id, 'balance')
    for (const [amount, key] of [
      [3333, 'a'],
      [3333, 'b'],
      [3334, 'c'],
    ] as const)
      await refund(id, amount, key)
    expect(await log(id)).toMatchObject({ refunded: 10_000, refunding: 0 })
    expect([await money(user), await account(object)]).toEqual([10_000, { paid: 10_000, refunded: 10_000 }])
  })

  it('$2: a refund keeps its number until the provider has decided, and a refused one frees its amount', async () => {
    await sendDueRefunds(site.providersOf, site.own, signal)
    const { id } = await paidPayment()
    site.provider.before('refund', () => Promise.reject(unknownError()))
    await refund(id, 10_000, 'a')
    await sendDueRefunds(site.providersOf, site.own, signal)
    const [pending] = await site.rows('pay_refund', { pay_log_id: id })
    expect(pending).toMatchObject({ state: 0, tries: 1, error: 'timeout: no answer' })
    expect(Number(pending?.['next_time'])).toBeGreaterThan(nowSeconds() + 30)
    site.provider.refundState = 'processing'
    await dueNow(id)
    await sendDueRefunds(site.providersOf, site.own, signal)
    expect(await site.rows('pay_refund', { pay_log_id: id })).toMatchObject([
      { refund_no: pending?.['refund_no'], state: 1, tries: 2 },
    ])
    site.provider.refundState = 'done'
    site.provider.refunds.set(String(pending?.['refund_no']), 'failed')
    await dueNow(id)
    await sendDueRefunds(site.providersOf, site.own, signal)
    expect(await site.rows('pay_refund', { pay_log_id: id })).toMatchObject([{ state: 3 }])
    expect(await log(id)).toMatchObject({ refunded: 0, refunding: 0 })
    // The whole amount can be refunded again, under another number; the provider reports it by itself.
    await refund(id, 10_000, 'b')
    const [, again] = await site.rows('pay_refund', { pay_log_id: id })
    const { sn } = await site.row('pay_log', id)
    const done = site.provider.notification(String(sn), {
      kind: 'refund',
      state: 'done',
      refundNo: String(again?.['refund_no']),
      refundTradeNo: 'R-1',
    })
    const results = await Promise.all(Array.from({ length: 10 }, () => notify(done)))
    expect(new Set(results)).toEqual(new Set(['applied', 'known']))
    await sendDueRefunds(site.providersOf, site.own, signal)
    expect(await log(id)).toMatchObject({ refunded: 10_000, refunding: 0 })
  })

  it('recharge: paid twice at once adds the money once; a refund takes it back first', async () => {
    const user = await site.member()
    const charge = (amount: number) =>
      site.own.database.write((trx) => openRecharge({ scope: site.own, trx }, user, amount))
    expect((await refusal(charge(99))).code).toBe('invalid')
    expect((await refusal(charge(500_001))).code).toBe('invalid')
    const first = await charge(1250)
    expect((await charge(1250)).id).toBe(first.id)
    await start(first.id)
    expect((await refusal(start(first.id, 'balance'))).code).toBe('invalid')
    site.provider.pay(first.sn, nowSeconds())
    await Promise.all(Array.from({ length: 20 }, () => notify(site.provider.notification(first.sn))))
    expect(await money(user)).toBe(1250)
    // The same amount again is a payment of its own, and both count.
    const second = await charge(1250)
    await start(second.id)
    site.provider.pay(second.sn, nowSeconds())
    await notify(site.provider.notification(second.sn))
    expect([second.id === first.id, await money(user)]).toEqual([false, 2500])
    await refund(first.id, 1000, 'a')
    expect(await money(user)).toBe(1500)
    await refund(second.id, 1250, 'a')
    expect((await refusal(site.run((call) => spend(call, user, 251)))).code).toBe('stock_short')
    await site.run((call) => spend(call, user, 100))
    expect((await refusal(refund(first.id, 250, 'b'))).code).toBe('stock_short')
    // The provider refuses one of them: the member has the money again.
    site.provider.before('refund', () => Promise.reject(new ProviderError('refused', 'NOTENOUGH', 'no money')))
    await sendDueRefunds(site.providersOf, site.own, signal)
    expect(await money(user)).toBe(1150)
    expect(await log(second.id)).toMatchObject({ refunded: 1250, refunding: 0 })
  })

  it('T85: nothing is opened for a deleted member, and money that arrives late is paid back', async () => {
    const [object, user] = [await site.account(), await site.member()]
    const { id, sn } = await site.own.database.write((trx) => openRecharge({ scope: site.own, trx }, user, 1250))
    await start(id)
    const erase = () =>
      site.run(async (call) => {
        for (const { lock } of memberErasure.locks ?? []) await lock(call, [user])
        await memberErasure.erase(call, user)
      })
    expect((await refusal(erase())).code).toBe('in_use')
    await expire([id])
    await closeBegun(site.providersOf, site.own, signal)
    await erase()
    const emptied = { erased_time: 1, status: 'disable' }
    await site.database.write((trx) => trx.updateTable('user').set(emptied).where('id', '=', user).execute())
    Object.assign(site.provider.orders.get(sn)!, { state: 'paid', paidAt: nowSeconds() })
    expect(await notify(site.provider.notification(sn))).toBe('late')
    await sendDueRefunds(site.providersOf, site.own, signal)
    expect(await log(id)).toMatchObject({ state: 1, late: 1, refunded: 1250, refunding: 0 })
    expect((await refusal(open(object, user))).code).toBe('not_found')
  })

  it('$I5: whatever happens in whatever order, this site, its members and the provider agree in the end', async () => {
    for (let seed = 1; seed <= 4; seed++) {
      lateAnswer = seed % 2 === 0 ? 'accept' : 'refund'
      await runHistory(site, seed)
    }
    lateAnswer = 'refund'
  })

  it('a doctor finds what does not agree, in both directions', async () => {
    const { id } = await paidPayment()
    const [object, user] = [await site.account(), await site.member(10_000)]
    const bought = await open(object, user)
    await start(bought.id, 'balance')
    await refund(bought.id, 2500, 'a')
    const damages: readonly (readonly [check: string, table: string, id: number, values: Row])[] = [
      ['pay/log.paid', 'pay_log', id, { pay_time: null }],
      ['pay/log.refunded', 'pay_log', bought.id, { refunded: 2400 }],
      ['pay/log.refunding', 'pay_log', id, { refunding: 1 }],
      ['pay/log.limit', 'pay_log', id, { refunding: 10_001 }],
      ['pay/money', 'pay_log', bought.id, { amount: 9999 }],
      ['pay/money', 'pay_log', bought.id, { type: 'wx' }],
      ['pay/score', 'pay_log', bought.id, { type: 'score' }],
    ]
    for (const [name, table, damaged, values] of damages) {
      const before = await site.row(table, damaged)
      const check = checks.find((candidate) => candidate.name === name)
      const write = (row: Row) =>
        site.database.write((trx) => trx.updateTable(table).set(row).where('id', '=', damaged).execute())
      const { count } = (await check?.find(site.own, 10)) ?? {}
      await write(values)
      const damage = await check?.find(site.own, 10)
      await write(Object.fromEntries(Object.keys(values).map((column) => [column, before[column] ?? null])))
      expect([name, values, count, (damage?.count ?? 0) > 0]).toEqual([name, values, 0, true])
    }
  })

  it('points are whole, paid and refunded as points', async () => {
    const [object, user] = [await site.account(), await site.member(0, 500)]
    const { id } = await open(object, user, { amount: 120, currency: 'integral' })
    expect((await refusal(start(id))).code).toBe('invalid')
    await start(id, 'score')
    expect((await site.row('user', user))['score']).toBe(380)
    await refund(id, 20, 'a')
    expect((await site.row('user', user))['score']).toBe(400)
    expect(await account(object)).toEqual({ paid: 120, refunded: 20 })
    expect(await log(id)).toMatchObject({ refunded: 2000 })
  })
})
