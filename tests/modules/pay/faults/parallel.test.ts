/** Twenty rounds of the races that `core.test.ts` runs once, 50 at the same time. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { nowSeconds } from '../../../../runtime/server/core/clock.ts'
import { checks } from '../../../../runtime/modules/pay/server/checks.ts'
import { applyNotification } from '../../../../runtime/modules/pay/server/notify/apply.ts'
import { askProvider } from '../../../../runtime/modules/pay/server/payments/ask.ts'
import { closeAtProvider, closeUnbegun } from '../../../../runtime/modules/pay/server/payments/overdue.ts'
import { startPayment } from '../../../../runtime/modules/pay/server/payments/start.ts'
import { openRecharge } from '../../../../runtime/modules/pay/server/recharge.ts'
import { sendDueRefunds } from '../../../../runtime/modules/pay/server/refunds/send.ts'
import { engines } from '../../../support/databases.ts'
import { assetProblems } from '../../member/assets.ts'
import { runHistory } from '../model.ts'
import { openPayCore, type PayCore } from '../pay-site.ts'

const [rounds, parallel] = [20, 50] as const
const signal = new AbortController().signal

const all = (count: number, work: (turn: number) => Promise<unknown>) =>
  Promise.all(Array.from({ length: count }, (_, turn) => work(turn)))

describe.each(engines)('50 at once, 20 rounds on $name', (engine) => {
  let site: PayCore
  beforeAll(async () => {
    site = await openPayCore(engine, { onLate: async () => 'refund' })
  }, 120_000)
  afterAll(async () => {
    expect(await assetProblems(site.database)).toEqual([])
    for (const check of checks) expect([check.name, (await check.find(site.own, 10)).list]).toEqual([check.name, []])
    await site.dispose()
  })

  const open = async () => {
    const [objectId, userId] = [await site.account(), await site.member()]
    const payment = await site.run((call) =>
      site.contract.open(call, {
        project: 'account',
        objectId,
        userId,
        title: 'Support',
        amount: 10_000,
        currency: 'RMB',
      }),
    )
    await startPayment(site.providersOf, site.own, payment.id, 'wx')
    site.provider.pay(payment.sn, nowSeconds())
    return { ...payment, objectId, userId }
  }
  const notify = (sn: string) => applyNotification(site.own, site.provider, site.provider.notification(sn))
  const account = async (id: number) => {
    const { paid, refunded } = await site.row('helpdesk_account', id)
    return [paid, refunded]
  }

  it('notification, query, close and the look of the member', async () => {
    for (let round = 0; round < rounds; round++) {
      const { id, sn, objectId } = await open()
      await all(parallel, (turn) =>
        turn % 4 === 0
          ? notify(sn)
          : turn % 4 === 1
            ? askProvider(site.providersOf, site.own, id)
            : turn % 4 === 2
              ? closeAtProvider(site.providersOf, site.own, id)
              : startPayment(site.providersOf, site.own, id, 'wx'),
      )
      expect(await account(objectId)).toEqual([10_000, 0])
    }
  }, 300_000)

  it('200 equal notifications have one effect and 200 answers', async () => {
    const { sn, objectId } = await open()
    const notification = site.provider.notification(sn)
    const answers = await all(200, () => applyNotification(site.own, site.provider, notification))
    expect(answers).toHaveLength(200)
    expect(new Set(answers).size).toBeLessThanOrEqual(2)
    expect(await account(objectId)).toEqual([10_000, 0])
    expect(await site.rows('notify_log', { notify_id: notification.id })).toHaveLength(1)
  }, 120_000)

  it('refund against refund: no more than was paid', async () => {
    for (let round = 0; round < rounds; round++) {
      const { id, sn, objectId } = await open()
      await notify(sn)
      const outcomes = await all(parallel, (turn) =>
        site
          .run((call) =>
            site.contract.refund(call, { payLogId: id, amount: 1500, reason: 'test', key: `${Math.floor(turn / 2)}` }),
          )
          .then(
            () => 'made',
            (error) => error.code,
          ),
      )
      expect(outcomes.filter((outcome) => outcome === 'made')).toHaveLength(12)
      await all(5, () => sendDueRefunds(site.providersOf, site.own, signal))
      expect(await account(objectId)).toEqual([10_000, 9000])
    }
  }, 300_000)

  it('a top-up that is paid twice at once', async () => {
    const member = await site.member()
    for (let round = 1; round <= rounds; round++) {
      const rows = await all(parallel, () =>
        site.own.database.write((trx) => openRecharge({ scope: site.own, trx }, member, 1000)),
      )
      const [{ id, sn } = { id: 0, sn: '' }, ...others] = rows as { readonly id: number; readonly sn: string }[]
      expect(others.every((row) => row.id === id)).toBe(true)
      await all(parallel, () => startPayment(site.providersOf, site.own, id, 'wx'))
      site.provider.pay(sn, nowSeconds())
      await all(parallel, () => notify(sn))
      expect(await site.row('user', member)).toMatchObject({ money: 1000 * round })
    }
  }, 300_000)

  it('$I5: 100 random histories', async () => {
    const first = Math.floor(Date.now() / 1000) % 1_000_000
    for (let seed = first; seed < first + 100; seed++) await runHistory(site, seed)
  }, 300_000)

  it('1,000 overdue payments that nobody began are closed in batches, beside others', async () => {
    const userId = await site.member()
    const first = await site.own.database.write((trx) => openRecharge({ scope: site.own, trx }, userId, 500))
    const { id: _id, sn: _sn, ...values } = await site.row('pay_log', first.id)
    const past = nowSeconds() - 10
    for (let turn = 0; turn < 1000; turn++)
      await site.database.write((trx) =>
        trx
          .insertInto('pay_log')
          .values({ ...values, sn: `X${turn}`, expire_time: past, next_time: past })
          .execute(),
      )
    const [closed, { objectId }] = await Promise.all([
      closeUnbegun(site.own),
      open().then(async (payment) => {
        await notify(payment.sn)
        return payment
      }),
    ])
    expect(closed).toBe(1000)
    expect(await account(objectId)).toEqual([10_000, 0])
    expect((await site.rows('pay_log', { user_id: userId, state: 0 })).map(({ id }) => id)).toEqual([first.id])
  }, 120_000)
})
