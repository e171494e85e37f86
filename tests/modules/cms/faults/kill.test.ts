/**
 * A process is killed after every single statement of buying a text, of the notification of a payment for one, of
 * paying buyers back, and of the review: what belongs together is all there or not at all, and the next process
 * finishes it.
 */
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checks } from '../../../../runtime/modules/cms/server/checks.ts'
import { openPurchase } from '../../../../runtime/modules/cms/server/sales/purchase.ts'
import { checks as payChecks } from '../../../../runtime/modules/pay/server/checks.ts'
import { nowSeconds } from '../../../../runtime/server/core/clock.ts'
import { applyPlan } from '../../../../runtime/server/db/index.ts'
import { engines, openAt, type Engine, type Place } from '../../../support/databases.ts'
import { buildWorker, type KilledWorker } from '../../../support/killed-worker.ts'
import { assetProblems } from '../../member/assets.ts'
import { openCmsSite, type CmsSite } from '../cms-site.ts'
import type { Work } from './worker.ts'

let worker: KilledWorker<Work>
beforeAll(async () => {
  worker = await buildWorker(join(import.meta.dirname, 'worker.ts'), 'cms-worker')
}, 120_000)
afterAll(() => worker?.remove())

describe.each(engines)('a process that is killed on $name', (engine) => {
  let place: Place
  let site: CmsSite
  let author: number
  let text: number
  beforeAll(async () => {
    place = await engine.place()
    const open: Engine['open'] = async (models) => {
      const database = await openAt(place)
      await applyPlan(database, models)
      return Object.assign(database, { dispose: () => database.close() })
    }
    site = await openCmsSite({ ...engine, open })
    author = await site.member()
    text = await site.text({ price: '8.00' })
    await site.setAuthor(text, author)
  }, 120_000)
  afterAll(async () => {
    await site?.dispose()
    await place?.remove()
  })

  const money = async (id: number) => (await site.rows('user', { id }))[0]?.['money']
  const killEverywhere = async (work: Work, stateOf: () => Promise<unknown>, states: readonly unknown[]) => {
    const kills = await worker.killEverywhere(place.url, work, async (isKilled) => {
      expect(isKilled ? states : states.slice(-1)).toContainEqual(await stateOf())
      expect(await assetProblems(site.app.database)).toEqual([])
      for (const check of payChecks)
        expect([check.name, (await check.find(site.own, 10)).list]).toEqual([check.name, []])
      for (const check of checks)
        expect([check.name, (await check.find(site.scope, 10)).list]).toEqual([check.name, []])
    })
    expect(kills).toBeGreaterThan(8)
  }

  it('of buying from the balance, of a notification, and of paying back', async () => {
    const buyers = [await site.member(1000), await site.member()] as const
    const state = async () => [
      (await site.rows('cms_sale', { content_id: text })).map((sale) => sale['state']),
      (await site.row(text))['sales'] ?? 0,
      await money(author),
      await money(buyers[0]),
    ]
    // Killed after the payment it is bought, which the next process says.
    const bought = [[1], 1, 560, 200]
    const isBought = async () => (await site.rows('cms_sale', { content_id: text })).length > 0
    for (let nth = 1; !(await isBought()); nth++) {
      await worker.run(place.url, { kind: 'buy', text, member: buyers[0] }, nth)
      expect([[[], 0, 0, 1000], bought]).toContainEqual(await state())
      expect(await assetProblems(site.app.database)).toEqual([])
    }
    const payment = await site.run((trx) => openPurchase(site.scope, trx, text, buyers[1]))
    await site.pay(payment.id, 'wx')
    site.provider.pay(payment.sn, nowSeconds())
    const notified = [[1, 1], 2, 1116, 200]
    const notification = site.provider.notification(payment.sn)
    await killEverywhere({ kind: 'notify', notification }, state, [bought, notified])
    await site.post('cms.Content/retract', { id: text, reason: 'wrong' })
    // The money of the second buyer is at the provider, which pays it back later.
    const retracted = [[2, 2], 2, 1116, 200]
    const paidBack = [[3, 2], 1, 556, 1000]
    await killEverywhere({ kind: 'refund', text }, state, [retracted, paidBack])
    const refunds = await site.rows('pay_refund', {})
    expect(refunds.map(({ amount, state: refundState }) => [amount, refundState])).toEqual([
      [800, 2],
      [800, 0],
    ])
  }, 600_000)

  it('of submitting and approving a text: state, log, revisions, tags and notice are there, or none', async () => {
    const user = await site.member()
    const id = await site.text({ title: 'Killed', new_tags: ['killed'] }, false)
    await site.setAuthor(id, user)
    const state = async () => [
      (await site.row(id))['status'],
      (await site.rows('cms_review_log', { content_id: id })).map((row) => row['action']),
      (await site.rows('cms_content_revision', { content_id: id })).map((row) => row['state']),
      (await site.rows('cms_tags', { name: 'killed' }))[0]?.['document_count'],
      (await site.rows('user_notice', { user_id: user })).length,
    ]
    const draft = ['offline', ['add'], ['applied'], 0, 0]
    const submitted = ['unaudited', ['add', 'submit'], ['applied'], 0, 0]
    const approved = ['normal', ['add', 'submit', 'approve'], ['applied', 'applied'], 1, 1]
    // Killed after the commit it is done, and cannot be done again.
    for (const [kind, before, after] of [
      ['submit', draft, submitted],
      ['approve', submitted, approved],
    ] as const) {
      let kills = 0
      while ((await site.row(id))['status'] !== after[0]) {
        kills += 1
        await worker.run(place.url, { kind, text: id }, kills)
        expect([before, after]).toContainEqual(await state())
        for (const check of checks)
          expect([check.name, (await check.find(site.scope, 10)).list]).toEqual([check.name, []])
      }
      expect(kills).toBeGreaterThan(5)
    }
  }, 600_000)
})
