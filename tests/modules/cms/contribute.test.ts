/** Members contribute, buy, comment and suggest links by the calls of the site. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { discardUploads } from '../../../runtime/modules/cms/server/api/own-files.ts'
import { checks, derivations } from '../../../runtime/modules/cms/server/checks.ts'
import { flushViews, noteSearch, noteView } from '../../../runtime/modules/cms/server/views/buffer.ts'
import { forgetGuests } from '../../../runtime/modules/cms/server/views/store.ts'
import { describeNotice } from '../../../runtime/modules/member/server/notices/notices.ts'
import { moduleEngines } from '../../support/databases.ts'
import { partOf } from '../../support/part-of.ts'
import { useShiftedClock } from '../../support/shifted-clock.ts'
import { openCmsSite, type CmsSite } from './cms-site.ts'

interface Saved {
  readonly id: number
  readonly version: number
  readonly status: string
}

describe.each(moduleEngines)('members on $name', (engine) => {
  let site: CmsSite
  let open = 0
  let closed = 0
  const shift = useShiftedClock()
  beforeAll(async () => {
    site = await openCmsSite(engine)
    open = await site.channel({ frontend_contribute: 1 })
    closed = await site.channel()
  })
  afterAll(async () => {
    if (!site) return
    for (const check of checks) expect([check.name, (await check.find(site.scope, 10)).list]).toEqual([check.name, []])
    await site.dispose()
  })

  const contribute = (user: number, values: object) => site.ask<Saved>('cms.User/contribute', values, user)

  it('CB2, CB3, C5: saving is no submitting; a refused text comes back once it is changed', async () => {
    const user = await site.member()
    const first = await contribute(user, {
      channel_id: open,
      title: 'Mine',
      content: '<p>One</p>',
      tags: ['zq new tag'],
    })
    expect(first).toMatchObject({ code: 1, data: { status: 'offline' } })
    const { id } = first.data
    expect(await site.row(id)).toMatchObject({ user_id: user, admin_id: null, status: 'offline', published: 0 })
    // A tag that nobody had is off until an editor has seen it.
    expect(await site.rows('cms_tags', { name: 'zq new tag' })).toMatchObject([{ status: 0 }])
    expect(await contribute(user, { id, content: '<p>Two</p>' })).toMatchObject({ data: { status: 'offline' } })
    expect(await site.ask('cms.User/submit', { id }, user)).toMatchObject({ code: 1 })
    expect(await site.row(id)).toMatchObject({ status: 'unaudited' })
    expect(await site.ask('cms.User/withdraw', { id }, user)).toMatchObject({ code: 1 })
    expect(await contribute(user, { id, title: 'Mine again', submit: true })).toMatchObject({
      data: { status: 'unaudited' },
    })
    expect(await site.post('cms.Content/refuse', { id, reason: 'Add a source' })).toMatchObject({ code: 1 })
    expect((await site.ask('cms.User/submit', { id }, user)).reason).toBe('bad_state')
    expect(await contribute(user, { id, title: 'Mine again' })).toMatchObject({ data: { status: 'refused' } })
    const own = await site.ask<{ memo: string; shown: string; reviews: { action: string; reason: string }[] }>(
      'cms.User/contribution',
      { id },
      user,
    )
    expect(own.data).toMatchObject({ memo: 'Add a source', shown: 'refused' })
    expect(own.data.reviews.map(({ action }) => action)).toEqual(['add', 'submit', 'withdraw', 'submit', 'refuse'])
    expect(await contribute(user, { id, source_title: 'A paper', submit: true })).toMatchObject({
      data: { status: 'unaudited' },
    })
    const { title } = await site.row(id)
    expect(await site.post('cms.Content/approve', { id, title })).toMatchObject({ code: 1 })
    expect(await site.read(`/read/${id}`)).toContain('A paper')
    // An edit of a live text waits.
    expect(await contribute(user, { id, content: '<p>Three</p>' })).toMatchObject({ data: { status: 'normal' } })
    expect(await site.read(`/read/${id}`)).toContain('Two')
    expect(await site.rows('cms_content_revision', { content_id: id, state: 'pending' })).toMatchObject([
      { user_id: user, admin_id: null },
    ])
    expect(await site.ask('cms.User/offline', { id, reason: 'mine' }, user)).toMatchObject({ code: 1 })
    expect(await site.read(`/read/${id}`)).toBeNull()
    expect(await site.rows('cms_review_log', { content_id: id, action: 'takeOffline' })).toMatchObject([
      { user_id: user, admin_id: null },
    ])
    expect(await site.ask('cms.User/delContent', { id }, user)).toMatchObject({ code: 1 })
    expect((await site.ask('cms.User/contribution', { id }, user)).reason).toBe('not_found')
  })

  it('T22: writes the fields of a contribution alone, in channels that take them', async () => {
    const user = await site.member()
    const forbidden = {
      status: 'normal',
      user_id: user + 1,
      admin_id: site.editor,
      views: 9,
      comments: 9,
      likes: 9,
      dislikes: 9,
      memo: 'x',
      weigh: 9,
      publish_time: 1,
      offline_time: 1,
      flag: ['top'],
      url: 'https://evil.example',
      target: '_blank',
      allow_visit_groups: 'user',
      allow_comment_groups: 'all',
      published: 1,
      retracted: 1,
      pending_seq: 3,
      sales: 9,
      title_style: { color: 'red' },
      create_time: 1,
    }
    const { data } = await contribute(user, { channel_id: open, title: 'Fields', content: '<p>x</p>', ...forbidden })
    expect(await site.row(data.id)).toMatchObject({
      status: 'offline',
      user_id: user,
      admin_id: null,
      views: 0,
      comments: 0,
      likes: 0,
      memo: null,
      publish_time: null,
      offline_time: null,
      flag: null,
      url: null,
      target: '_self',
      allow_visit_groups: 'all',
      allow_comment_groups: 'user',
      published: 0,
      pending_seq: null,
      sales: 0,
    })
    expect((await contribute(user, { channel_id: closed, title: 'x' })).reason).toBe('invalid')
    expect((await contribute(user, { id: data.id, channel_ids: [closed] })).reason).toBe('invalid')
    expect(await contribute(user, { title: ' ' })).toMatchObject({ reason: 'invalid' })
    expect((await contribute(user, { id: data.id, version: 99, title: 'Stale' })).reason).toBe('conflict')
    expect((await contribute(user, { id: data.id, price: '1.505' })).code).toBe(0)
    // $B8: points have no decimals.
    expect((await contribute(user, { id: data.id, price: '12.50', currency: 'integral' })).code).toBe(0)
    expect(await contribute(user, { id: data.id, price: '12', currency: 'integral' })).toMatchObject({ code: 1 })
    const channels = await site.ask<{ list: { id: number }[] }>('cms.User/contributeChannel', {}, user)
    expect(channels.data.list.map(({ id }) => id)).toEqual([open])
    await contribute(user, {
      id: data.id,
      content: '<p onclick="x">ok</p><script>alert(1)</script><a href="javascript:x">y</a>',
    })
    expect(String((await site.row(data.id))['content'])).not.toMatch(/script|onclick/)
    expect(String((await site.row(data.id))['content'])).toContain('<p>ok</p>')
  })

  it('T20, C1: offers own files only, in channels of downloads, to those who paid or commented', async () => {
    const files = await site.channel({ frontend_contribute: 1, model: 'downloads' })
    const [author, thief, buyer] = [await site.member(), await site.member(), await site.member(2000)] as const
    const add = async (user: number, name: string, topic = 'cms') => {
      const url = `/storage/cms/20260101/${name.replace(' ', '-')}`
      await site.run((trx) =>
        trx
          .insertInto('attachment')
          .values({
            topic,
            admin_id: null,
            user_id: user,
            url,
            name,
            size: 1,
            mimetype: 'application/pdf',
            storage: `visitor/${name}`,
            sha1: name,
            create_time: 1,
            version: 1,
          } as never)
          .execute(),
      )
      return url
    }
    const [own, foreign, avatar] = [
      await add(author, 'a b.pdf'),
      await add(thief, 'x.pdf'),
      await add(author, 'p.pdf', 'avatar'),
    ]
    const base = { channel_id: files, title: 'Guide', content: '<p>Read me</p>', price: '5' }
    for (const downloads of [
      [foreign],
      [own, foreign],
      [avatar],
      ['/storage/cms/nowhere.pdf'],
      ['https://x.example/a.pdf'],
    ])
      expect([downloads, await contribute(author, { ...base, downloads })]).toMatchObject([
        downloads,
        { reason: 'invalid', data: { errors: { downloads: expect.any(String) } } },
      ])
    expect(await contribute(author, { ...base, channel_id: open, downloads: [own] })).toMatchObject({
      reason: 'invalid',
    })
    const saved = await contribute(author, { ...base, downloads: [own], download_after_comment: 1, submit: true })
    expect(saved).toMatchObject({ code: 1, data: { status: 'unaudited' } })
    const { data } = saved
    expect(await site.row(data.id)).toMatchObject({
      model: 'downloads',
      downloads: JSON.stringify([own]),
      download_after_comment: 1,
    })
    expect((await contribute(thief, { ...base, downloads: [own] })).reason).toBe('invalid')
    expect((await site.ask('cms.User/contribution', { id: data.id }, author)).data).toMatchObject({
      model: 'downloads',
      files: [{ url: own, name: 'a b.pdf' }],
    })
    await site.post('cms.Content/approve', { id: data.id, title: 'Guide' })
    const read = async (user: number | null) => {
      const answer = await site.ask<{
        content: { downloads: { name: string; url: string | null }[]; downloads_after: string }
      }>('cms.Content/info', { id: data.id }, user)
      const { downloads, downloads_after: after } = answer.data.content
      return [
        after,
        downloads.map(({ name, url }) => [name, url === null ? null : url.split('?')[0]!.replace(/\d+$/, '')]),
      ]
    }
    expect(await read(null)).toEqual(['payment', [['a b.pdf', null]]])
    expect(await read(buyer)).toEqual(['payment', [['a b.pdf', null]]])
    const paid = await site.ask<{ paid: boolean }>(
      'cms.Pay/create',
      { project: 'content', object: data.id, type: 'balance' },
      buyer,
    )
    expect(paid.data.paid).toBe(true)
    expect(await read(buyer)).toEqual(['comment', [['a b.pdf', null]]])
    const said = await site.ask<{ id: number }>('cms.Content/comment', { id: data.id, content: 'Thanks' }, buyer)
    await site.post('cms.Comment/approve', { id: said.data.id })
    expect(await read(buyer)).toEqual(['', [['a b.pdf', '/file/']]])
    expect(await read(author)).toEqual(['', [['a b.pdf', '/file/']]])
    for (const path of [`/read/${data.id}`, '/rss.xml']) expect(await site.read(path)).not.toContain('/storage/cms/')
    // Uploads that no text has are deleted a day later; those of revisions stay.
    await discardUploads.handler({
      scope: site.scope,
      payload: null,
      complete: (work: never) => site.run(work),
    } as never)
    expect((await site.rows('attachment', { topic: 'cms' })).map((row) => row['url'])).toEqual([own])
  })

  it('answers clients of other products: forms, marks and pages as they ask for them', async () => {
    const [user, other] = [await site.member(), await site.member()] as const
    const { data } = await contribute(user, { channel_id: open, title: 'Form', content: '<p>x</p>' })
    const form = await site.get<{
      info: object | null
      fields: Record<string, { main_field: boolean }>
      channel: object[]
    }>('cms.User/contribute', { id: String(data.id) }, user)
    expect(form.data).toMatchObject({
      info: { id: data.id, title: 'Form', status: 'offline' },
      fields: {
        title: { name: 'title', title: 'Title', type: 'string', rule: 'required', main_field: true },
        currency: { type: 'radio', default: 'RMB', content: { RMB: expect.any(String), integral: expect.any(String) } },
        source_title: { main_field: false },
      },
    })
    expect(Object.keys(form.data.fields)).not.toContain('downloads')
    expect(
      (await site.get<{ info: null }>('cms.User/contribute', { channel_id: String(open) }, user)).data.info,
    ).toBeNull()
    expect((await site.get('cms.User/contribute', { channel_id: String(closed) }, user)).reason).toBe('invalid')
    expect((await site.get('cms.User/contribute', { id: String(data.id) }, other)).reason).toBe('not_found')
    const id = await site.text({ flag: ['recommend', 'new'] })
    for (let time = 0; time < 2; time++)
      expect((await site.get('cms.Content/like', { id: String(id) }, user)).data).toMatchObject({
        likes: 1,
        likeed: true,
      })
    expect((await site.get('cms.Content/collect', { id: String(id) }, user)).data).toMatchObject({ collected: true })
    expect((await site.get('cms.Content/collect', { id: String(id) }, user)).data).toMatchObject({ collected: false })
    expect((await site.get('cms.Content/like', { id: 'x' }, user)).reason).toBe('not_found')
    const init = await site.ask<{ config: Record<string, unknown> }>('cms.Index/init')
    expect(init.data.config).toMatchObject({
      index_seo_title: '',
      content_language: 'html',
      appreciation: 'enable',
      appreciation_ratio: 100,
      buy_ratio: 70,
      wechat_payment_commission: 0.54,
      comments_review: 'yes',
      right_sidebar: [{ type: 'recommendContent' }, { type: 'tags' }],
      friendly_link: [],
    })
    const news = await site.ask('cms.Index/uniNews', { limit: 1 })
    expect(news.data).toMatchObject({
      contents: { data: [{ id }], total: 1, per_page: 1, current_page: 1, last_page: 1 },
      newCarousel: [],
    })
    expect((await site.ask('cms.Index/unInit')).data).toMatchObject({ site: { siteName: expect.any(String) } })
    const home = await site.ask<{ channels: { channel: { id: unknown }; content: { total: number } }[] }>(
      'cms.Index/unIndex',
    )
    expect(home.data.channels[0]).toMatchObject({ channel: { id: 'recommend' }, content: { total: 1 } })
    expect((await site.ask('cms.Index/unIndex', { page: 2, channel: 'recommend' })).data).toMatchObject({
      content: { data: [], total: 1, current_page: 2 },
    })
    const goods = await site.channel({ model: 'products' })
    const product = await site.text({ channel_id: goods })
    expect((await site.ask('cms.Index/uniProduct')).data).toMatchObject({ contents: { data: [{ id: product }] } })
  })

  it('$5, $B7, CI2: is paid from balance or with points by the aliases of the pay calls, once', async () => {
    const author = await site.member()
    const buyer = await site.member(2000, 30)
    const text = await site.text({ content: '<p>open</p><p>[paid]</p><p>rest of it</p>', price: '9.90' })
    const points = await site.text({ content: '<p>[paid]</p><p>rest</p>', price: '20', currency: 'integral' })
    await site.setAuthor(text, author)
    const create = (input: object, user = buyer) =>
      site.ask<{ info: { id: number; status: number }; paid: boolean }>('cms.Pay/create', input, user)
    const info = () =>
      site.ask<{ content: { locked: boolean; bought: boolean }; balance: string }>(
        'cms.Content/info',
        { id: text },
        buyer,
      )
    expect((await info()).data).toMatchObject({ content: { locked: true, bought: false }, balance: '20.00' })
    const opened = await create({ project: 'content', object: text })
    expect(opened.data).toMatchObject({ paid: false, info: { status: 0 } })
    expect((await site.ask('cms.Pay/check', { id: opened.data.info.id }, buyer)).code).toBe(0)
    expect((await site.ask('cms.Pay/check', { id: opened.data.info.id }, author)).reason).toBe('not_found')
    expect((await create({ project: 'content', object: text, type: 'cash' })).reason).toBe('invalid')
    expect((await create({ project: 'content', object: text, type: 'balance' })).data.paid).toBe(true)
    expect((await site.ask('cms.Pay/check', { id: opened.data.info.id }, buyer)).code).toBe(1)
    expect((await info()).data).toMatchObject({ content: { locked: false, bought: true }, balance: '10.10' })
    expect((await create({ project: 'content', object: text })).reason).toBe('bad_state')
    expect((await create({ project: 'content', object: text }, author)).reason).toBe('bad_state')
    expect((await create({ project: 'content', object: points, type: 'score' })).data.paid).toBe(true)
    for (const amount of [-5, 0, '0.001', '1e3', 'NaN', 1e9, undefined])
      expect([amount, (await create({ project: 'admire', object: text, amount, type: 'balance' })).reason]).toEqual([
        amount,
        'invalid',
      ])
    expect((await create({ project: 'admire', object: text, amount: '1.50', type: 'balance' })).data.paid).toBe(true)
    const orders = await site.ask<{ list: { kind: string; amount: string; readable: boolean }[] }>(
      'cms.User/order',
      {},
      buyer,
    )
    expect(orders.data.list.map(({ kind, amount }) => [kind, amount])).toEqual([
      ['admire', '1.50'],
      ['content', '20'],
      ['content', '9.90'],
    ])
    const texts = await site.ask<{ list: { sales: number; earned: string }[] }>('cms.User/content', {}, author)
    expect(texts.data.list).toMatchObject([{ sales: 1, earned: '8.43' }])
    expect((await site.ask<{ total: number }>('cms.User/buyLog', { id: text }, author)).data.total).toBe(2)
    // C8: offline keeps the buyers.
    await site.post('cms.Content/takeOffline', { id: text })
    expect((await info()).data).toMatchObject({ content: { locked: false } })
  })

  it('CI6, CB20: views count once for each viewer and half an hour, without writing while one reads', async () => {
    const id = await site.text()
    const user = await site.member()
    const guests = ['1.1.1.1', '2.2.2.2', '3.3.3.3']
    for (let time = 0; time < 40; time++)
      for (const ip of guests) noteView(site.scope, id, { user: null, ip, agent: 'Firefox' })
    await Promise.all(Array.from({ length: 20 }, () => site.ask('cms.Content/info', { id }, user)))
    await flushViews(site.scope)
    expect((await site.row(id))['views']).toBe(4)
    noteView(site.scope, id, { user: null, ip: '1.1.1.1', agent: 'Firefox' })
    noteView(site.scope, id, { user: null, ip: '4.4.4.4', agent: 'Googlebot/2.1' })
    noteView(site.scope, 999_999, { user: null, ip: '1.1.1.1', agent: 'Firefox' })
    await flushViews(site.scope)
    expect((await site.row(id))['views']).toBe(4)
    expect(JSON.stringify(await site.rows('cms_viewer', {}))).not.toMatch(/1\.1\.1|Firefox/)
    shift(1_801_000)
    await forgetGuests.handler({ scope: site.scope, payload: null, complete: (work: never) => site.run(work) } as never)
    expect(await site.rows('cms_viewer', {})).toEqual([])
    noteView(site.scope, id, { user: null, ip: '1.1.1.1', agent: 'Firefox' })
    await flushViews(site.scope)
    expect((await site.row(id))['views']).toBe(5)
    // Rebuilt from the days.
    await site.run((trx) => trx.updateTable('cms_content').set({ views: 99 }).where('id', '=', id).execute())
    for (const derivation of derivations) await derivation.run(site.scope, true)
    expect((await site.row(id))['views']).toBe(5)
    const figures = await site.ask<{ list: { id: number }[] }>('cms.User/operateRecord', { type: 'view' }, user)
    expect(figures.data.list.map((row) => row.id)).toEqual([id])
  })

  it('logs searches that find something, and no other words', async () => {
    await site.text({ title: 'zqlogged word' })
    for (const words of ['zqlogged', ' zqlogged ', 'zqnothing at all', 'x'.repeat(80)])
      noteSearch(site.scope, words, { user: null, agent: 'Firefox' })
    await flushViews(site.scope)
    expect((await site.rows('cms_search_log', {})).map((row) => [row['search'], row['count']])).toEqual([
      ['zqlogged', 2],
    ])
  })

  it('likes once, saves and takes back, comments with mentions, and suggests a link', async () => {
    const author = await site.member()
    const user = await site.member()
    const id = await site.text({ allow_comment_groups: 'all' })
    await site.setAuthor(id, author)
    const mark = (name: string, more: object = {}) =>
      site.ask<{ likes: number; collected: boolean; likeed: boolean }>(`cms.Content/${name}`, { id, ...more }, user)
    expect((await mark('like')).data).toMatchObject({ likes: 1, likeed: true })
    expect((await mark('like')).data).toMatchObject({ likes: 1 })
    expect((await mark('dislike')).data).toMatchObject({ likes: 0, dislikes: 1 })
    expect((await mark('dislike', { set: false })).data).toMatchObject({ dislikes: 0 })
    expect((await mark('collect')).data.collected).toBe(true)
    expect((await mark('collect')).data.collected).toBe(false)
    const people = await site.ask<{ list: { id: number }[] }>('cms.Content/mentions', { id }, user)
    expect(people.data.list.map((person) => person.id)).toEqual([author])
    const said = await site.ask<{ id: number }>('cms.Content/comment', { id, content: 'Hello', atUser: [author] }, user)
    expect(said).toMatchObject({ code: 1, data: { status: 'unaudited' } })
    // T33: others are neither named nor told.
    const stranger = await site.member()
    expect((await site.ask('cms.Content/comment', { id, content: 'Hi', atUser: [stranger] }, user)).reason).toBe(
      'bad_state',
    )
    const mentions = async () =>
      (await site.rows('user_notice', { user_id: author })).map((row) => describeNotice('en', partOf(row)))
    expect(await mentions()).toEqual([])
    await site.post('cms.Comment/approve', { id: said.data.id })
    await site.post('cms.Comment/refuse', { id: said.data.id, reason: 'x' })
    await site.post('cms.Comment/approve', { id: said.data.id })
    const { title } = await site.row(id)
    expect(await mentions()).toMatchObject([
      { title: expect.stringMatching(/^member\d+ mentioned you on /), content: 'Hello', path: `/cms/info/${id}` },
    ])
    expect((await mentions())[0]?.title).toContain(String(title))
    const list = await site.ask<{ data: { at_user: unknown; own: boolean }[] }>(
      'cms.Content/loadComments',
      { id },
      user,
    )
    expect(list.data.data).toMatchObject([{ at_user: [{ id: author }], own: true }])
    expect((await site.ask<{ list: unknown[] }>('cms.User/comment', {}, user)).data.list).toMatchObject([
      { status: 'normal', text: { id } },
    ])
    expect(await site.ask('cms.User/delComment', { id: said.data.id }, user)).toMatchObject({ code: 1 })
    expect((await site.ask('cms.User/delComment', { id: said.data.id }, author)).reason).toBe('not_found')
    // T39: a guest solves a captcha.
    expect(await site.ask('cms.Content/comment', { id, content: 'Hi', name: 'Kim' })).toMatchObject({
      reason: 'invalid',
      data: { errors: { captcha: expect.any(String) } },
    })
    expect(
      await site.ask('cms.Index/applyFriendlyLink', { title: 'A', link: 'https://a.example' }, user),
    ).toMatchObject({ reason: 'invalid' })
    Object.assign(site.scope.settings.fixed, { captcha: false })
    expect(await site.ask('cms.Content/comment', { id, content: 'Hi', name: 'Kim' })).toMatchObject({
      code: 1,
      data: { status: 'unaudited' },
    })
    expect(
      await site.ask('cms.Index/applyFriendlyLink', { title: 'A', link: 'https://a.example' }, user),
    ).toMatchObject({ code: 1 })
    expect(await site.rows('cms_friendly_link', { title: 'A' })).toMatchObject([
      { status: 'pending_trial', user_id: user, admin_id: null },
    ])
    for (const link of ['javascript:alert(1)', 'data:text/html,x', '//evil.example', 'ftp://a.example'])
      expect([link, (await site.ask('cms.Index/applyFriendlyLink', { title: 'B', link }, user)).code]).toEqual([
        link,
        0,
      ])
  })

  it('T33: a site that is not public shows guests nothing', async () => {
    site.set({ cms_public: false })
    const id = await site.text()
    for (const path of [
      'cms.Index/index',
      'cms.Index/articleList',
      'cms.Index/search',
      'cms.Index/tags',
      'cms.Content/info',
      'cms.Content/loadComments',
    ])
      expect([path, (await site.ask(path, { id })).code]).toEqual([path, 302])
    expect((await site.ask('cms.Index/init')).data).toMatchObject({
      public: false,
      channels: [],
      config: { right_sidebar: [], friendly_link: [] },
    })
    expect((await site.ask('cms.Content/info', { id }, await site.member())).code).toBe(1)
    site.set({ cms_public: true })
  })
})
