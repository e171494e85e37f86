/**
 * A process is killed after every single statement of a payment and of a refund: whatever it had done, the next one
 * finishes it, and money is moved once.
 */
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checks } from '../../../../runtime/modules/pay/server/checks.ts'
import { openRecharge } from '../../../../runtime/modules/pay/server/recharge.ts'
import { startPayment } from '../../../../runtime/modules/pay/server/payments/start.ts'
import { nowSeconds } from '../../../../runtime/server/core/clock.ts'
import { applyPlan } from '../../../../runtime/server/db/index.ts'
import { engines, openAt, type Engine, type Place } from '../../../support/databases.ts'
import { assetProblems } from '../../member/assets.ts'
import { buildWorker, type KilledWorker } from '../../../support/killed-worker.ts'
import { openPayCore, type PayCore } from '../pay-site.ts'
import type { Work } from './worker.ts'

let worker: KilledWorker<Work>
beforeAll(async () => {
  worker = await buildWorker(join(import.meta.dirname, 'worker.ts'), 'pay-worker')
}, 120_000)
afterAll(() => worker?.remove())

describe.each(engines)('a process that is killed on $name', (engine) => {
  let place: Place
  let site: PayCore
  beforeAll(async () => {
    place = await engine.place()
    const open: Engine['open'] = async (models) => {
      const database = await openAt(place)
      await applyPlan(database, models)
      return Object.assign(database, { dispose: () => database.close() })
    }
    site = await openPayCore({ ...engine, open })
  }, 120_000)
  afterAll(async () => {
    await site?.dispose()
    await place?.remove()
  })

  const contradictions = async () => [
    ...(await assetProblems(site.database)),
    ...(await Promise.all(checks.map(async (check) => (await check.find(site.own, 10)).list))).flat(),
  ]
  const killEverywhere = (work: Work, halfway: () => Promise<void>): Promise<number> =>
    worker.killEverywhere(place.url, work, async () => {
      expect(await contradictions()).toEqual([])
      await halfway()
    })
  const charge = async (member: number) => {
    const row = await site.own.database.write((trx) => openRecharge({ scope: site.own, trx }, member, 1000))
    await startPayment(site.providersOf, site.own, row.id, 'wx')
    site.provider.pay(row.sn, nowSeconds())
    return row
  }
  const money = async (member: number) => Number((await site.row('user', member))['money'])
  const stateOf = async (id: number) => (await site.row('pay_log', id))['state']

  it('of a notification: it is paid with its effect, or not at all', async () => {
    const member = await site.member()
    const row = await charge(member)
    const order = { kind: 'notify', notification: site.provider.notification(row.sn) } as const
    const kills = await killEverywhere(order, async () => {
      expect([await stateOf(row.id), await money(member)]).toEqual((await stateOf(row.id)) === 1 ? [1, 1000] : [0, 0])
    })
    expect(kills).toBeGreaterThan(10)
    expect([await stateOf(row.id), await money(member)]).toEqual([1, 1000])
    expect(await site.rows('notify_log', { pay_log_id: row.id })).toMatchObject([{ result: 'applied' }])
  }, 300_000)

  it('of a payment from the balance', async () => {
    const member = await site.member(1500)
    const { id } = await site.run(async (call) =>
      site.contract.open(call, {
        project: 'recharge',
        objectId: member,
        userId: member,
        title: 'x',
        amount: 1000,
        currency: 'RMB',
      }),
    )
    // A balance is not topped up from itself; the help desk is not known to the process, and this is what it has.
    await site.database.write((trx) =>
      trx.updateTable('pay_log').set({ project: 'account' }).where('id', '=', id).execute(),
    )
    const kills = await killEverywhere({ kind: 'balance', id }, async () => {
      expect([await stateOf(id), await money(member)]).toEqual((await stateOf(id)) === 1 ? [1, 500] : [0, 1500])
    })
    expect(kills).toBeGreaterThan(10)
    expect([await stateOf(id), await money(member)]).toEqual([1, 500])
  }, 300_000)

  it('of a refund, when it is asked for and when the provider has made it', async () => {
    const member = await site.member()
    const row = await charge(member)
    const payment = { kind: 'notify', notification: site.provider.notification(row.sn) } as const
    expect(await worker.run(place.url, payment)).toBe(false)
    const amounts = async () => {
      const { refunded, refunding } = await site.row('pay_log', row.id)
      return [refunded, refunding, await money(member)]
    }
    const asking = await killEverywhere({ kind: 'refund', id: row.id, key: 'a' }, async () => {
      expect([
        [0, 0, 1000],
        [0, 1000, 0],
      ]).toContainEqual(await amounts())
    })
    expect(asking).toBeGreaterThan(8)
    expect(await amounts()).toEqual([0, 1000, 0])
    const [refund] = await site.rows('pay_refund', { pay_log_id: row.id })
    const sending = await killEverywhere({ kind: 'send', refund: Number(refund?.['id']) }, async () => {
      expect([
        [0, 1000, 0],
        [1000, 0, 0],
      ]).toContainEqual(await amounts())
    })
    expect(sending).toBeGreaterThan(8)
    expect(await amounts()).toEqual([1000, 0, 0])
    expect(await site.rows('pay_refund', { pay_log_id: row.id })).toMatchObject([{ state: 2 }])
  }, 300_000)
})
