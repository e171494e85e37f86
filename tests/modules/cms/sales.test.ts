/** Paid texts: who reads them, what they cost, and whose the money is. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readText, visibleTexts } from '../../../runtime/modules/cms/server/access.ts'
import { openPurchase, openTip } from '../../../runtime/modules/cms/server/sales/purchase.ts'
import { refundEnded } from '../../../runtime/modules/cms/server/sales/retract.ts'
import { checks } from '../../../runtime/modules/cms/server/checks.ts'
import { sendDueRefunds } from '../../../runtime/modules/pay/server/refunds/send.ts'
import { shareOf } from '../../../runtime/modules/cms/server/sales/share.ts'
import { applyNotification } from '../../../runtime/modules/pay/server/notify/apply.ts'
import { nowSeconds } from '../../../runtime/server/core/clock.ts'
import { moduleEngines } from '../../support/databases.ts'
import { refusal } from '../../server/records/scope.ts'
import { openCmsSite, type CmsSite } from './cms-site.ts'

/** A text that is shown to those who paid only. */
const canary = 'CANARY-7f3a the numbers behind it'
const body = `<p>Everybody reads this.</p><p>[paid]</p><p>${canary}</p>`

describe('the share of an author', () => {
  it('is rounded down once', () => {
    expect(shareOf(10_000, 'RMB', { ratio: 70, fee: 0 })).toBe(7000)
    expect(shareOf(10_000, 'RMB', { ratio: 70, fee: 54 })).toBe(6962)
    expect(shareOf(803, 'RMB', { ratio: 70, fee: 54 })).toBe(559)
    expect(shareOf(129_999, 'RMB', { ratio: 33, fee: 54 })).toBe(42_668)
    expect(shareOf(125, 'integral', { ratio: 70, fee: 54 })).toBe(87)
  })
})

describe.each(moduleEngines)('sales on $name', (engine) => {
  let site: CmsSite
  beforeAll(async () => {
    site = await openCmsSite(engine)
  })
  afterAll(() => site?.dispose())

  const open = (id: number, user: number) => site.run((trx) => openPurchase(site.scope, trx, id, user))
  const buy = async (id: number, user: number, type: 'balance' | 'score' = 'balance') => {
    const payment = await open(id, user)
    await site.pay(payment.id, type)
    return payment
  }
  const account = async (id: number) => {
    const [row] = await site.rows('user', { id })
    return { money: row!['money'], score: row!['score'] }
  }
  const offered = async (values: object = {}) => {
    const author = await site.member()
    const id = await site.text({ price: '100.00', content: body, ...values })
    await site.setAuthor(id, author)
    return { id, author }
  }
  const reads = async (id: number, user: number | null): Promise<boolean> =>
    ((await readText(site.scope, id, user === null ? null : { id: user }))?.html ?? '').includes(canary)
  const sale = async (id: number) => (await site.rows('cms_sale', { content_id: id }))[0]

  it('$B6: a purchase from the balance opens the text and shares without a fee', async () => {
    const { id, author } = await offered()
    const buyer = await site.member(15_000)
    expect(await reads(id, buyer)).toBe(false)
    expect(await reads(id, author)).toBe(true)
    await buy(id, buyer)
    expect(await reads(id, buyer)).toBe(true)
    expect(await reads(id, null)).toBe(false)
    expect([await account(buyer), await account(author)]).toEqual([
      { money: 5000, score: 0 },
      { money: 7000, score: 0 },
    ])
    expect(await sale(id)).toMatchObject({ amount: 10_000, share: 7000, share_state: 2, state: 1, user_id: buyer })
    expect((await site.row(id))['sales']).toBe(1)
    expect(await site.app.del(site.editor, 'cms.Content/del', [id])).toMatchObject({ code: 0 })
    await site.post('cms.Content/takeOffline', { id })
    expect(await site.app.del(site.editor, 'cms.Content/del', [id])).toMatchObject({
      code: 0,
      data: { reason: 'in_use' },
    })
    // C8: offline keeps the access of those who bought it.
    expect([await reads(id, buyer), await readText(site.scope, id, null)]).toEqual([true, null])
  })

  it('$5, $B9: what was bought, is free, is one’s own or hidden is refused before there is a payment', async () => {
    const { id, author } = await offered()
    const buyer = await site.member(30_000)
    await buy(id, buyer)
    expect((await refusal(open(id, buyer))).messageIn('en')).toContain('bought this text already')
    expect((await refusal(open(id, author))).messageIn('en')).toContain('your own')
    const free = await site.text()
    expect((await refusal(open(free, buyer))).messageIn('en')).toContain('free')
    const draft = await site.text({ price: '1.00' }, false)
    expect((await refusal(open(draft, buyer))).code).toBe('not_found')
    expect((await refusal(open(9_999_999, buyer))).code).toBe('not_found')
    expect(await site.rows('pay_log', { user_id: buyer })).toHaveLength(1)
    // Two tabs share one payment.
    const other = await site.member(20_000)
    const payments = await Promise.all([open(id, other), open(id, other)])
    expect(payments[0]).toEqual(payments[1])
  })

  it('$B2: points, and a payment that is told three times, are shared once', async () => {
    const points = await offered({ price: '125', currency: 'integral' })
    const buyer = await site.member(0, 200)
    await buy(points.id, buyer, 'score')
    expect([await account(buyer), await account(points.author)]).toEqual([
      { money: 0, score: 75 },
      { money: 0, score: 87 },
    ])
    const { id, author } = await offered()
    const payment = await open(id, buyer)
    await site.pay(payment.id, 'wx')
    site.provider.pay(payment.sn, nowSeconds())
    const notification = site.provider.notification(payment.sn)
    for (let turn = 0; turn < 3; turn++) await applyNotification(site.own, site.provider, notification)
    // Less the fee of the provider.
    expect(await account(author)).toEqual({ money: 6962, score: 0 })
    expect(await site.rows('cms_sale', { content_id: id })).toHaveLength(1)
  })

  it('$B3, $B10: a tip has a sensible amount, and all of it is the author’s', async () => {
    const { id, author } = await offered({ price: '0' })
    const giver = await site.member(1000)
    const tip = (amount: number) =>
      site.run((trx) => openTip(site.scope, trx, { contentId: id, userId: giver, amount }))
    for (const amount of [-500, 0, 0.1, 1e9, Number.NaN, Number.POSITIVE_INFINITY])
      expect((await refusal(tip(amount))).code).toBe('invalid')
    for (let turn = 0; turn < 2; turn++) await site.pay((await tip(300)).id, 'balance')
    expect([await account(giver), await account(author)]).toMatchObject([{ money: 400 }, { money: 600 }])
    expect(
      (await refusal(site.run((trx) => openTip(site.scope, trx, { contentId: id, userId: author, amount: 1 })))).code,
    ).toBe('bad_state')
    expect((await refusal(site.pay((await tip(200)).id, 'score'))).code).toBe('invalid')
  })

  it('$B5: nobody has paid when the share cannot be posted', async () => {
    const { id, author } = await offered()
    const buyer = await site.member(20_000)
    const payment = await open(id, buyer)
    const { wallet } = site.scope
    Object.assign(site.scope, {
      wallet: {
        ...wallet,
        change: (call: never, change: { readonly source: string }) =>
          change.source === 'share' ? Promise.reject(new Error('no posting')) : wallet!.change(call, change as never),
      },
    })
    await expect(site.pay(payment.id, 'balance')).rejects.toThrow('no posting')
    Object.assign(site.scope, { wallet })
    expect([await account(buyer), await sale(id)]).toEqual([{ money: 20_000, score: 0 }, undefined])
    expect(await reads(id, buyer)).toBe(false)
    await site.pay(payment.id, 'balance')
    expect(await account(author)).toMatchObject({ money: 7000 })
  })

  it('$B11: a payment for a text that went offline meanwhile is paid back', async () => {
    const { id, author } = await offered()
    const buyer = await site.member()
    const payment = await open(id, buyer)
    await site.pay(payment.id, 'wx')
    await site.post('cms.Content/takeOffline', { id })
    expect((await refusal(open(id, buyer))).code).toBe('not_found')
    await site.app.database.write((trx) =>
      trx.updateTable('pay_log').set({ state: 2 }).where('id', '=', payment.id).execute(),
    )
    site.provider.pay(payment.sn, nowSeconds())
    expect(await applyNotification(site.own, site.provider, site.provider.notification(payment.sn))).toBe('late')
    expect(await sale(id)).toBeUndefined()
    expect(await account(author)).toMatchObject({ money: 0 })
  })

  it('$B11, C8: a payment that is made for a retracted text goes back, that for one offline opens it', async () => {
    const { id, author } = await offered()
    const buyers = [await site.member(), await site.member()] as const
    const payments = [await open(id, buyers[0]), await open(id, buyers[1])] as const
    for (const payment of payments) await site.pay(payment.id, 'wx')
    const paid = async ({ sn }: { readonly sn: string }) => {
      site.provider.pay(sn, nowSeconds())
      return applyNotification(site.own, site.provider, site.provider.notification(sn))
    }
    await site.post('cms.Content/takeOffline', { id })
    expect([await paid(payments[0]), await reads(id, buyers[0])]).toEqual(['applied', true])
    await site.post('cms.Content/retract', { id, reason: 'wrong figures' })
    expect([await paid(payments[1]), await reads(id, buyers[1])]).toEqual(['applied', false])
    await refundEnded(site.scope, id, 'wrong figures')
    await sendDueRefunds(() => [site.provider], site.own, AbortSignal.timeout(60_000))
    const logs = await site.rows('pay_log', { object_id: id, project: 'content' })
    expect(logs.map(({ state, refunded }) => [state, refunded])).toEqual([
      [1, 10_000],
      [1, 10_000],
    ])
    expect((await site.rows('cms_sale', { content_id: id })).map(({ state, share }) => [state, share])).toEqual([
      [3, 6962],
      [3, 0],
    ])
    expect([await account(author), (await site.row(id))['sales']]).toMatchObject([{ money: 0 }, 0])
    // One that was bought at another price meanwhile is paid late at that price: the money goes back.
    const dearer = await offered()
    const late = await open(dearer.id, buyers[0])
    await site.pay(late.id, 'wx')
    const change = (table: string, values: object, row: number) =>
      site.app.database.write((trx) => trx.updateTable(table).set(values).where('id', '=', row).execute())
    await change('cms_content', { price: 20_000 }, dearer.id)
    await change('pay_log', { state: 2 }, late.id)
    expect([await paid(late), await account(dearer.author)]).toMatchObject(['late', { money: 0 }])
  })

  it('$I3: of a sale that is refunded in part, the author keeps no more than the part that is left', async () => {
    const { id, author } = await offered()
    const buyer = await site.member(10_000)
    const payment = await open(id, buyer)
    await site.pay(payment.id, 'balance')
    const refund = (amount: number, key: string) =>
      site.run((trx) =>
        site.scope.payments!.refund({ scope: site.scope, trx } as never, {
          payLogId: payment.id,
          amount,
          reason: 'part',
          key,
        }),
      )
    await refund(3333, 'a')
    expect([await account(author), await sale(id)]).toMatchObject([
      { money: 4666 },
      { share: 4666, share_state: 2, refunded: 3333, state: 1 },
    ])
    // The author has spent it: the rest of the share is owed, and the buyer has the money all the same.
    const spend = (amount: number, sn: number) =>
      site.run((trx) =>
        site.scope.wallet!.change({ scope: site.scope, trx } as never, {
          asset: 'money',
          userId: author,
          amount,
          memo: 'spent',
          source: 'exam',
          sn,
        }),
      )
    await spend(-4666, 880_001)
    await refund(3333, 'b')
    expect([await account(buyer), await sale(id)]).toMatchObject([{ money: 6666 }, { share: 4666, share_state: 4 }])
    await spend(5000, 880_002)
    await refund(3334, 'c')
    expect([await account(author), await account(buyer), await sale(id)]).toMatchObject([
      { money: 334 },
      { money: 10_000 },
      { share_state: 3, state: 3 },
    ])
    const points = await offered({ price: '101', currency: 'integral' })
    const other = await site.member(0, 200)
    const bought = await buy(points.id, other, 'score')
    await site.run((trx) =>
      site.scope.payments!.refund({ scope: site.scope, trx } as never, {
        payLogId: bought.id,
        amount: 50,
        reason: 'part',
        key: 'a',
      }),
    )
    expect([await account(points.author), await sale(points.id)]).toMatchObject([{ score: 35 }, { share: 3500 }])
    const check = checks.find(({ name }) => name === 'cms/sale.share')!
    expect(await check.find(site.scope, 10)).toMatchObject({ count: 0 })
    await site.app.database.write((trx) =>
      trx.updateTable('cms_sale').set({ share: 6000 }).where('content_id', '=', points.id).execute(),
    )
    expect(await check.find(site.scope, 10)).toMatchObject({ count: 1 })
    await site.app.database.write((trx) =>
      trx.updateTable('cms_sale').set({ share: 3500 }).where('content_id', '=', points.id).execute(),
    )
  })

  it('C8: retracting a text ends the access of its buyers and refunds each of them once', async () => {
    const { id, author } = await offered()
    const buyers = [await site.member(10_000), await site.member(10_000)]
    for (const buyer of buyers) await buy(id, buyer)
    expect(await account(author)).toMatchObject({ money: 14_000 })
    expect(await site.post('cms.Content/retract', { id })).toMatchObject({ code: 0, data: { reason: 'invalid' } })
    expect(await site.post('cms.Content/retract', { id, reason: 'wrong figures' })).toMatchObject({ code: 1 })
    // The access ends at once; a job pays back.
    for (const buyer of buyers) expect(await reads(id, buyer)).toBe(false)
    for (let turn = 0; turn < 2; turn++) await refundEnded(site.scope, id, 'wrong figures')
    for (const buyer of buyers) {
      expect(await account(buyer)).toMatchObject({ money: 10_000 })
    }
    expect(await account(author)).toMatchObject({ money: 0 })
    const sales = await site.rows('cms_sale', { content_id: id })
    expect(sales.map(({ state, share_state: share }) => [state, share])).toEqual([
      [3, 3],
      [3, 3],
    ])
    expect(await site.row(id)).toMatchObject({ status: 'offline', retracted: 1, sales: 0, memo: 'wrong figures' })
    // A second retraction pays nothing back again.
    await site.post('cms.Content/retract', { id, reason: 'again' })
    await refundEnded(site.scope, id, 'again')
    for (const buyer of buyers) expect(await account(buyer)).toMatchObject({ money: 10_000 })
  })

  it('CI2, CB14: nothing of the paid part leaves the server for others', async () => {
    const { id } = await offered({ title: 'Paid text', downloads: [] })
    const reader = await site.member()
    const rows = visibleTexts(site.scope, { id: reader })
    const answers = [
      await rows.find({ where: { id } }),
      await rows.get(id),
      (await readText(site.scope, id, { id: reader }))?.html,
      await site.page(id),
    ]
    for (const answer of answers) {
      expect(JSON.stringify(answer)).toContain('Everybody reads this.')
      expect(JSON.stringify(answer)).not.toContain('CANARY')
      expect(JSON.stringify(answer)).not.toContain('numbers behind')
    }
    // T11: neither a search nor a filter tells what is in it.
    expect(await rows.count({ id }, 'CANARY')).toBe(0)
    await expect(rows.count({ content: canary } as never)).rejects.toThrow()
  })
})
