/** Buying and reviewing texts, all at once: money moves once, and nobody approves what they have not seen. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readText } from '../../../../runtime/modules/cms/server/access.ts'
import { openPurchase } from '../../../../runtime/modules/cms/server/sales/purchase.ts'
import { refundEnded } from '../../../../runtime/modules/cms/server/sales/retract.ts'
import { checks as payChecks } from '../../../../runtime/modules/pay/server/checks.ts'
import { checks } from '../../../../runtime/modules/cms/server/checks.ts'
import { applyNotification } from '../../../../runtime/modules/pay/server/notify/apply.ts'
import { sendDueRefunds } from '../../../../runtime/modules/pay/server/refunds/send.ts'
import { nowSeconds } from '../../../../runtime/server/core/clock.ts'
import { engines } from '../../../support/databases.ts'
import { assetProblems } from '../../member/assets.ts'
import { openCmsSite, type CmsSite } from '../cms-site.ts'

/** Requests at the same time, and how often. */
const [atOnce, rounds] = [20, 5]

describe.each(engines)('races of texts on $name', (engine) => {
  let site: CmsSite
  beforeAll(async () => {
    site = await openCmsSite(engine)
  })
  afterAll(async () => {
    for (const check of checks) expect([check.name, (await check.find(site.scope, 10)).list]).toEqual([check.name, []])
    for (const check of payChecks) expect([check.name, (await check.find(site.own, 10)).list]).toEqual([check.name, []])
    expect(await assetProblems(site.app.database)).toEqual([])
    await site.dispose()
  })

  const buy = async (id: number, user: number): Promise<void> => {
    const payment = await site.run((trx) => openPurchase(site.scope, trx, id, user))
    await site.pay(payment.id, 'balance')
  }
  const offered = async (author: number): Promise<number> => {
    const id = await site.text({ price: '8.00' })
    await site.setAuthor(id, author)
    return id
  }
  const money = async (id: number) => (await site.rows('user', { id }))[0]!['money']

  it('one member buys the same text many times at once: it is paid and shared once', async () => {
    for (let round = 0; round < rounds; round++) {
      const [author, buyer] = [await site.member(), await site.member(10_000)]
      const id = await offered(author)
      await Promise.allSettled(Array.from({ length: atOnce }, () => buy(id, buyer)))
      expect([await money(buyer), await money(author)]).toEqual([9200, 560])
      expect(await site.rows('cms_sale', { content_id: id })).toHaveLength(1)
    }
  }, 120_000)

  it('two authors buy from each other, and a text is retracted while it is bought', async () => {
    for (let round = 0; round < rounds; round++) {
      const [ann, ben] = [await site.member(10_000), await site.member(10_000)]
      const [first, second] = [await offered(ann), await offered(ben)]
      await Promise.all([buy(second, ann), buy(first, ben)])
      expect([await money(ann), await money(ben)]).toEqual([9760, 9760])
      const buyers = [await site.member(10_000), await site.member(10_000)]
      await Promise.allSettled([
        ...buyers.map((buyer) => buy(first, buyer)),
        site.post('cms.Content/retract', { id: first, reason: 'wrong' }),
      ])
      await site.post('cms.Content/retract', { id: first, reason: 'wrong' })
      await refundEnded(site.scope, first, 'wrong')
      expect((await site.rows('cms_sale', { content_id: first })).every(({ state }) => state === 3)).toBe(true)
      for (const buyer of buyers) expect(await money(buyer)).toBe(10_000)
    }
  }, 120_000)

  it('a text goes offline, or is retracted, while providers report payments: access, or the money', async () => {
    for (let round = 0; round < rounds; round++) {
      const author = await site.member()
      const text = await offered(author)
      const buyers = await Promise.all(Array.from({ length: 6 }, () => site.member()))
      const payments = await Promise.all(
        buyers.map((buyer) => site.run((trx) => openPurchase(site.scope, trx, text, buyer))),
      )
      for (const { id, sn } of payments) {
        await site.pay(id, 'wx')
        site.provider.pay(sn, nowSeconds())
      }
      const action = round % 2 === 0 ? 'takeOffline' : 'retract'
      await Promise.all([
        ...payments.map(({ sn }) => applyNotification(site.own, site.provider, site.provider.notification(sn))),
        site.post(`cms.Content/${action}`, { id: text, reason: 'wrong' }),
      ])
      await refundEnded(site.scope, text, 'wrong')
      await sendDueRefunds(() => [site.provider], site.own, AbortSignal.timeout(60_000))
      for (const [place, { id }] of payments.entries()) {
        const [row] = await site.rows('pay_log', { id })
        const isOpen = (await readText(site.scope, text, { id: buyers[place]! }))?.isLocked === false
        expect([row?.['refunded'], isOpen]).toEqual(action === 'retract' ? [800, false] : [0, true])
      }
    }
  }, 120_000)

  it('of an approval and an edit at once, the approval never takes what it has not seen', async () => {
    for (let round = 0; round < rounds; round++) {
      const id = await site.text({ title: 'Before' })
      await site.post('cms.Content/edit', { id, title: 'Seen' })
      const { version } = await site.row(id)
      await Promise.all([
        site.post('cms.Content/approveChanges', { id, version }),
        site.post('cms.Content/edit', { id, title: 'Unseen' }, site.writer),
      ])
      expect(['Before', 'Seen']).toContain((await site.row(id))['title'])
    }
  }, 120_000)

  it('editors decide at once, and differently: one decision counts, and the author hears of it', async () => {
    for (let round = 0; round < rounds; round++) {
      const user = await site.member()
      const id = await site.text({ title: `Race ${round}` }, false)
      await site.setAuthor(id, user)
      await site.post('cms.Content/submit', { id })
      const { version } = await site.row(id)
      const answers = await Promise.all([
        site.post('cms.Content/approve', { id, version }),
        site.post('cms.Content/approve', { id, version, title: 'Corrected' }),
        site.post('cms.Content/refuse', { id, version, reason: 'no' }),
      ])
      expect(answers.filter(({ code }) => code === 1)).toHaveLength(1)
      const log = await site.rows('cms_review_log', { content_id: id })
      expect(log).toHaveLength(3)
      expect(log.at(-1)?.['to_status']).toBe((await site.row(id))['status'])
      expect(await site.rows('user_notice', { user_id: user })).toHaveLength(1)
    }
  }, 120_000)

  it('many texts name the same new tags at once: each tag is there once, and counts them all', async () => {
    for (let round = 0; round < rounds; round++) {
      const names = [`b${round}`, `a${round}`]
      const ids = await Promise.all(Array.from({ length: 4 }, () => site.text({}, false)))
      const saves = await Promise.all(
        ids.map((id, place) =>
          site.post('cms.Content/edit', { id, new_tags: place % 2 === 0 ? names : names.toReversed() }),
        ),
      )
      expect(saves.map(({ code }) => code)).toEqual([1, 1, 1, 1])
      await Promise.all(ids.map((id) => site.post('cms.Content/approve', { id })))
      for (const name of names)
        expect((await site.rows('cms_tags', { name })).map((row) => row['document_count'])).toEqual([4])
    }
  }, 120_000)

  it('a member likes and dislikes a text, many times at once: one of both counts', async () => {
    for (let round = 0; round < rounds; round++) {
      const [id, user] = [await site.text(), await site.member()]
      await Promise.allSettled(
        Array.from({ length: atOnce }, (_, place) =>
          site.ask(place % 2 === 0 ? 'cms.Content/like' : 'cms.Content/dislike', { id }, user),
        ),
      )
      const { likes, dislikes } = await site.row(id)
      expect([1, 0]).toContain(likes)
      expect(Number(likes) + Number(dislikes)).toBe(1)
    }
  }, 120_000)
})
