/** Texts: what editors do with them, and what visitors see meanwhile. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { visibleTexts, readText } from '../../../runtime/modules/cms/server/access.ts'
import { checks, derivations } from '../../../runtime/modules/cms/server/checks.ts'
import { openPurchase } from '../../../runtime/modules/cms/server/sales/purchase.ts'
import { nowSeconds } from '../../../runtime/server/core/clock.ts'
import { moduleEngines } from '../../support/databases.ts'
import { openCmsSite, type CmsSite } from './cms-site.ts'

describe.each(moduleEngines)('texts on $name', (engine) => {
  let site: CmsSite
  beforeAll(async () => {
    site = await openCmsSite(engine)
  })
  afterAll(async () => {
    for (const check of checks) expect([check.name, (await check.find(site.scope, 10)).list]).toEqual([check.name, []])
    await site.dispose()
  })

  const isVisible = async (id: number, viewer: number | null = null): Promise<boolean> =>
    (await visibleTexts(site.scope, viewer === null ? null : { id: viewer }).get(id)) !== null
  const runAction = (action: string, id: number, more: object = {}, who = site.editor) =>
    site.post(`cms.Content/${action}`, { id, ...more }, who)
  const states = async (id: number): Promise<readonly unknown[]> =>
    (await site.rows('cms_content_revision', { content_id: id })).map(({ state }) => state)

  it('answers editors of other products: fields, status, payments and settings', async () => {
    const get = (path: string, who = site.editor) => site.app.get<Record<string, never>>(who, path)
    const news = await get('cms.Content/fields?id=cms_news')
    expect(news).toMatchObject({
      code: 1,
      data: {
        modelInfo: { id: 1, name: 'news', table: 'cms_news' },
        fields: {
          channel_id: { type: 'remoteSelect', rule: 'required' },
          source_title: { title: 'Source', main_field: false },
          publish_time: { type: 'datetime', main_field: true },
        },
      },
    })
    expect(Object.keys(news.data['fields'] ?? {})).not.toContain('downloads')
    expect(Object.keys((await get('cms.Content/fields?id=3')).data['fields'] ?? {})).toContain('downloads')
    expect(await get('cms.Content/fields?id=cms_wiki')).toMatchObject({ code: 0, data: { reason: 'not_found' } })

    const [first, second] = [await site.text({}, false), await site.text({}, false)] as const
    const change = (ids: readonly number[], status: string, memo?: string, who = site.editor) =>
      site.post('cms.Content/status', { ids, status, ...(memo !== undefined && { memo }) }, who)
    const states = async () => [(await site.row(first))['status'], (await site.row(second))['status']]
    expect(await change([first, second, first, 9_999_999], 'unaudited')).toMatchObject({
      code: 1,
      msg: '2 of 3 texts changed.',
      data: {
        results: [
          { id: first, code: 1 },
          { id: second, code: 1 },
          { id: 9_999_999, code: 0 },
        ],
      },
    })
    // A refusal has a reason, only an approval publishes, and a right is that of the action.
    expect(await change([first], 'refused')).toMatchObject({ code: 0 })
    expect(await change([first], 'normal', '', site.writer)).toMatchObject({ code: 0 })
    expect(await states()).toEqual(['unaudited', 'unaudited'])
    expect(await change([first], 'refused', 'Too short')).toMatchObject({ code: 1 })
    expect(await site.row(first)).toMatchObject({ status: 'refused', memo: 'Too short' })
    expect(await change([first, second], 'normal')).toMatchObject({ code: 1 })
    expect(await site.read(`/read/${second}`)).toContain('Body')
    expect(await change([second], 'unaudited')).toMatchObject({ code: 0 })
    expect(await change([second], 'offline', 'For a while')).toMatchObject({ code: 1 })
    expect(await states()).toEqual(['normal', 'offline'])
    expect(await site.read(`/read/${second}`)).toBeNull()

    const buyer = await site.member(2000)
    const paid = await site.text({ title: 'Sold', price: '9.90' })
    const payment = await site.run((trx) => openPurchase(site.scope, trx, paid, buyer))
    await site.pay(payment.id, 'balance')
    expect(await get('cms.PayLog/index?limit=1')).toMatchObject({
      code: 1,
      data: {
        list: [{ id: payment.id, user_id: buyer, object_id: paid, title: 'Sold', project: 'content', amount: '9.90' }],
        total: expect.any(Number),
      },
    })
    expect((await get('cms.PayLog/index', site.writer)).code).toBe(401)

    const settings = async () => (await get('cms.Config/index')).data['data']
    expect(await settings()).toMatchObject({ appreciation: 'enable', wechat_payment_commission: 0.54 })
    const values = { activeTab: 'base', appreciation: 'disable', buy_ratio: 60, wechat_payment_commission: 0.6 }
    expect((await site.post('cms.Config/save', values, site.writer)).data).toMatchObject({ reason: 'bad_state' })
    expect((await site.post('cms.Config/save', { ...values, buy_ratio: 101 })).data).toMatchObject({
      reason: 'invalid',
    })
    expect(await settings()).toMatchObject({ appreciation: 'enable', buy_ratio: 70 })
    expect(await site.post('cms.Config/save', values)).toMatchObject({ code: 1 })
    expect(await settings()).toMatchObject({
      appreciation: 'disable',
      appreciation_ratio: 100,
      buy_ratio: 60,
      wechat_payment_commission: 0.6,
    })
  })

  it('CI5, CB3, CB16: go through the review; the right publishes, and a refusal has a reason', async () => {
    const id = await site.text({}, false)
    expect(await site.row(id)).toMatchObject({ status: 'offline', published: 0 })
    expect(await runAction('approve', id, { title: 'x' }, site.writer)).toMatchObject({ code: 401 })
    expect(await runAction('submit', id, {}, site.writer)).toMatchObject({ code: 1 })
    expect(await runAction('submit', id)).toMatchObject({ code: 0, data: { reason: 'bad_state' } })
    expect(await runAction('refuse', id)).toMatchObject({ code: 0, data: { reason: 'invalid' } })
    expect(await runAction('refuse', id, { reason: 'Name the source' })).toMatchObject({ code: 1 })
    expect(await site.row(id)).toMatchObject({ status: 'refused', memo: 'Name the source' })
    // CB3: saving is no submission, and nothing new is none either.
    expect(await runAction('submit', id)).toMatchObject({ code: 0, msg: 'Nothing has changed since it was refused.' })
    expect(await runAction('edit', id, { content: '<p>With a source</p>' }, site.writer)).toMatchObject({ code: 1 })
    expect(await site.row(id)).toMatchObject({ status: 'refused' })
    expect(await runAction('submit', id)).toMatchObject({ code: 1 })
    expect(await isVisible(id)).toBe(false)
    expect(await runAction('approve', id, { title: 'A better title' })).toMatchObject({ code: 1 })
    // CB16: what whoever approves corrects is published with it.
    expect(await site.row(id)).toMatchObject({ status: 'normal', title: 'A better title', memo: null, published: 1 })
    expect(await isVisible(id)).toBe(true)
    expect(await runAction('takeOffline', id, { reason: 'old' })).toMatchObject({ code: 1 })
    expect(await isVisible(id)).toBe(false)
    const log = await site.rows('cms_review_log', { content_id: id })
    expect(log.map(({ action, to_status: to, reason }) => [action, to, reason])).toEqual([
      ['add', 'offline', null],
      ['submit', 'unaudited', null],
      ['refuse', 'refused', 'Name the source'],
      ['submit', 'unaudited', null],
      ['approve', 'normal', null],
      ['takeOffline', 'offline', 'old'],
    ])
  })

  it('CB2: edits of a live text wait; whoever reviews approves what they saw', async () => {
    const id = await site.text({ title: 'Before' })
    const answer = await runAction('edit', id, { title: 'After', content: '<p>New</p>' }, site.writer)
    expect(answer).toMatchObject({ code: 1 })
    expect(JSON.stringify(answer)).toContain('wait for approval')
    expect(await site.row(id)).toMatchObject({ title: 'Before', status: 'normal', content: '<p>Body</p>' })
    const edit = await site.app.get<{ row: object }>(site.writer, `cms.Content/edit?id=${id}`)
    expect(edit.data.row).toMatchObject({ title: 'After', content: '<p>New</p>' })
    const { version } = await site.row(id)
    // C6: an edit in between is a conflict.
    await runAction('edit', id, { title: 'After that' }, site.writer)
    expect(await runAction('approveChanges', id, { version })).toMatchObject({ code: 0, data: { reason: 'conflict' } })
    expect(await runAction('approveChanges', id, {}, site.writer)).toMatchObject({ code: 401 })
    expect(await runAction('approveChanges', id)).toMatchObject({ code: 1 })
    expect(await site.row(id)).toMatchObject({ title: 'After that', content: '<p>New</p>', pending_seq: null })
    expect(await states(id)).toEqual(['applied', 'applied', 'superseded', 'applied'])
    await runAction('edit', id, { title: 'Worse' }, site.writer)
    expect(await runAction('refuseChanges', id, { reason: 'no' })).toMatchObject({ code: 1 })
    expect(await site.row(id)).toMatchObject({ title: 'After that', status: 'normal', pending_seq: null, memo: 'no' })
    expect(await runAction('approveChanges', id)).toMatchObject({ code: 0, data: { reason: 'bad_state' } })
  })

  it('CB15, CI7: an edit without a change adds no revision; restoring one publishes nothing', async () => {
    const id = await site.text({ title: 'One' })
    const count = (await states(id)).length
    await runAction('edit', id, { title: 'One', content: '<p>Body</p>' })
    expect((await states(id)).length).toBe(count)
    await runAction('edit', id, { title: 'Two' })
    await runAction('approveChanges', id)
    const [first] = await site.rows('cms_content_revision', { content_id: id })
    const restored = await site.post('cms.Content/restoreRevision', { id, seq: first!['seq'] }, site.writer)
    expect(restored).toMatchObject({ code: 1 })
    expect(await site.row(id)).toMatchObject({ title: 'Two', status: 'normal' })
    const all = await site.rows('cms_content_revision', { content_id: id })
    expect(all.at(-1)).toMatchObject({ state: 'pending', data: first!['data'] })
    const { data } = await site.app.get<{ revisions: { title: string }[] }>(site.writer, `cms.Content/compare?id=${id}`)
    expect(data.revisions.map(({ title }) => title)).toEqual(all.toReversed().map(({ title }) => title))
    expect(await site.post('cms.Content/restoreRevision', { id, seq: 99 })).toMatchObject({ code: 0 })
  })

  it('CI1: are shown by one rule, whatever hides them', async () => {
    const parent = await site.channel()
    const child = await site.channel({ pid: parent })
    const [visitor, reader] = [null, await site.member()]
    const now = nowSeconds()
    const cases: readonly [string, number, boolean, boolean][] = [
      ['plain', await site.text({ channel_id: child }), true, true],
      ['draft', await site.text({ channel_id: child }, false), false, false],
      ['scheduled', await site.text({ channel_id: child, publish_time: now + 600 }), false, false],
      ['past', await site.text({ channel_id: child, publish_time: 1_000_000 }), true, true],
      [
        'expired',
        await site.text({ channel_id: child, publish_time: 1_000_000, offline_time: now - 10 }),
        false,
        false,
      ],
      ['members', await site.text({ channel_id: child, allow_visit_groups: 'user' }), false, true],
    ]
    const check = async (expected: readonly [string, number, boolean, boolean][]) => {
      for (const [name, id, guest, member] of expected)
        for (const [viewer, is] of [
          [visitor, guest],
          [reader, member],
        ] as const) {
          const rows = visibleTexts(site.scope, viewer === null ? null : { id: viewer })
          const outlets = {
            get: (await rows.get(id)) !== null,
            find: (await rows.find({ where: { id } })).length === 1,
            count: (await rows.count({ id })) === 1,
            read: (await readText(site.scope, id, viewer === null ? null : { id: viewer })) !== null,
          }
          expect([name, viewer === null, outlets]).toEqual([
            name,
            viewer === null,
            { get: is, find: is, count: is, read: is },
          ])
        }
    }
    await check(cases)
    // C7: a time in the past is kept as it was given.
    expect(await site.row(cases[3]![1])).toMatchObject({ publish_time: 1_000_000 })
    const hidden = cases.map(([name, id]) => [name, id, false, false] as [string, number, boolean, boolean])
    const set = async (values: object) =>
      expect(await site.post('cms.Channel/edit', { id: parent, ...values })).toMatchObject({ code: 1 })
    await set({ status: 0 })
    await check(hidden)
    await set({ status: 1, allow_visit_groups: 'user' })
    await check(cases.map(([name, id, , member]) => [name, id, false, member] as [string, number, boolean, boolean]))
    await set({ allow_visit_groups: 'all' })
    await check(cases)
    const list = await site.app.get<{ list: { id: number; shown: number }[] }>(
      site.editor,
      `cms.Content/index?limit=100&search[0][field]=channel_id&search[0][operator]=eq&search[0][val]=${child}`,
    )
    const shownOf = (place: number) => list.data.list.find(({ id }) => id === cases[place]![1])?.shown
    expect([shownOf(0), shownOf(1), shownOf(2), shownOf(4)]).toEqual([7, 0, 4, 5])
  })

  it('CB5, CI3: tags count published texts once, however often they are saved', async () => {
    const answer = await site.post('cms.Tags/add', { name: `tag ${Date.now()}`, status: 1, inner_chain: 1 })
    const tag = (answer.data as { id: number }).id
    const count = async () => (await site.rows('cms_tags', { id: tag }))[0]!['document_count']
    const id = await site.text({ tags: [tag] }, false)
    expect(await count()).toBe(0)
    await runAction('approve', id, { title: 'Tagged' })
    for (let turn = 0; turn < 3; turn++) await runAction('edit', id, { title: 'Tagged', tags: [tag] })
    expect(await count()).toBe(1)
    await runAction('edit', id, { tags: [] })
    expect(await count()).toBe(1)
    await runAction('approveChanges', id)
    expect(await count()).toBe(0)
    await runAction('edit', id, { tags: [tag] })
    await runAction('approveChanges', id)
    await runAction('takeOffline', id)
    expect(await count()).toBe(0)
    await site.app.database.write((trx) =>
      trx.updateTable('cms_tags').set({ document_count: 9 }).where('id', '=', tag).execute(),
    )
    const own = derivations.find(({ name }) => name === 'cms/tags')!
    expect((await own.run(site.scope, true)).changes).toMatchObject([{ before: '9', after: '0' }])
    expect(await count()).toBe(0)
  })

  it('stay in channels of their model, and out of links', async () => {
    const id = await site.text()
    const products = await site.channel({ model: 'products' })
    const link = await site.channel({ type: 'link', url: 'https://example.com/' })
    expect(await runAction('edit', id, { channel_id: products })).toMatchObject({
      code: 0,
      data: { reason: 'invalid' },
    })
    expect(await runAction('edit', id, { channel_id: link })).toMatchObject({ code: 0 })
    const { channel_id: channel } = await site.row(id)
    expect(await runAction('edit', id, { channel_ids: [channel] })).toMatchObject({
      code: 0,
      data: { reason: 'invalid' },
    })
    // $B8: points are whole.
    expect(await runAction('edit', id, { price: '12.50', currency: 'integral' })).toMatchObject({
      code: 0,
      data: { reason: 'invalid' },
    })
    const closed = await site.channel()
    const draft = await site.text({ channel_id: closed }, false)
    await site.post('cms.Channel/edit', { id: closed, status: 0 })
    expect(await runAction('approve', draft, { title: 'x' })).toMatchObject({ code: 0, data: { reason: 'bad_state' } })
  })
})
