/** Payments and refunds as the module stores them: once, whoever learns of them, in whatever order. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { NewPayment } from 'tablewright/server'
import { nowSeconds } from '../../../runtime/server/core/clock.ts'
import { applyNotification } from '../../../runtime/modules/pay/server/notify/apply.ts'
import { startPayment } from '../../../runtime/modules/pay/server/payments/start.ts'
import { checks } from '../../../runtime/modules/pay/server/checks.ts'
import { engines } from '../../support/databases.ts'
import { openPayCore, type PayCore } from './pay-site.ts'

describe.each(engines)('payments on $name', (engine) => {
  let site: PayCore
  beforeAll(async () => {
    site = await openPayCore(engine)
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
})
