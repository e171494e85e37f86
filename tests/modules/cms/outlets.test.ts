/** CI1 and CI2: every way out of the site shows what its viewer may see, and nothing of what was not paid for. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { memberErasure } from '../../../runtime/modules/cms/server/members.ts'
import { openPurchase } from '../../../runtime/modules/cms/server/sales/purchase.ts'
import { createSitemap } from '../../../runtime/modules/cms/server/site/feeds.ts'
import { nextChange } from '../../../runtime/modules/cms/server/site/next-change.ts'
import { nowSeconds } from '../../../runtime/server/core/clock.ts'
import { moduleEngines } from '../../support/databases.ts'
import { useShiftedClock } from '../../support/shifted-clock.ts'
import { openCmsSite, type CmsSite } from './cms-site.ts'

const hour = 3600

/** The reasons for which a text is hidden, and from whom. */
const reasons = {
  draft: 'all',
  unaudited: 'all',
  refused: 'all',
  offline: 'all',
  scheduled: 'all',
  expired: 'all',
  deleted: 'all',
  'channel-off': 'all',
  'parent-off': 'all',
  'channel-members': 'guests',
  'parent-members': 'guests',
  'text-members': 'guests',
  visible: 'nobody',
} as const
type Reason = keyof typeof reasons

const word = (reason: Reason): string => `zq${reason.replace('-', '')}`

describe.each(moduleEngines)('the outlets on $name', (engine) => {
  let site: CmsSite
  let tag = 0
  let author = 0
  let channels: Partial<Record<Reason | 'open', number>>
  const ids = {} as Record<Reason, number>
  const shift = useShiftedClock()

  beforeAll(async () => {
    site = await openCmsSite(engine)
    author = await site.member()
    const parent = { off: await site.channel(), members: await site.channel() }
    channels = {
      open: await site.channel({ index_rec: 1 }),
      'channel-off': await site.channel(),
      'parent-off': await site.channel({ pid: parent.off }),
      'channel-members': await site.channel({ allow_visit_groups: 'user' }),
      'parent-members': await site.channel({ pid: parent.members }),
    }
    const added = await site.post('cms.Tags/add', { name: 'zqtag', status: 1 })
    tag = Number((added.data as { id: number }).id)
    const now = nowSeconds()
    for (const reason of Object.keys(reasons) as Reason[]) {
      const isLive = !['draft', 'unaudited', 'refused', 'deleted'].includes(reason)
      const id = await site.text(
        {
          channel_id: channels[reason] ?? channels.open,
          title: `${word(reason)} title`,
          content: `<p>${word(reason)} body of the searched text</p>`,
          keywords: 'zqkeyword',
          tags: [tag],
          flag: ['recommend', 'new'],
          ...(reason === 'scheduled' && { publish_time: now + hour }),
          ...(reason === 'text-members' && { allow_visit_groups: 'user' }),
        },
        isLive,
      )
      ids[reason] = id
      await site.setAuthor(id, author)
      if (reason === 'unaudited' || reason === 'refused') await site.post('cms.Content/submit', { id })
      if (reason === 'refused') await site.post('cms.Content/refuse', { id, reason: 'no' })
      if (reason === 'offline') await site.post('cms.Content/takeOffline', { id })
      if (reason === 'deleted') await site.app.del(site.editor, 'cms.Content/del', [id])
      if (reason === 'expired')
        await site.run((trx) =>
          trx
            .updateTable('cms_content')
            .set({ offline_time: now - 1 })
            .where('id', '=', id)
            .execute(),
        )
    }
    await site.post('cms.Channel/edit', { id: channels['channel-off'], status: 0 })
    await site.post('cms.Channel/edit', { id: parent.off, status: 0 })
    await site.post('cms.Channel/edit', { id: parent.members, allow_visit_groups: 'user' })
  })
  afterAll(() => site?.dispose())

  const listPaths = (): readonly string[] => [
    '/read',
    `/read/c/${channels.open}`,
    `/read/t/${tag}`,
    `/read/u/${author}`,
    '/read/search?q=searched',
    '/read/search?q=zqkeyword',
    '/sitemap.xml',
    '/rss.xml',
    `/read/${ids.visible}`,
  ]

  it('CI1: pages and files of guests show what is visible, by one rule', async () => {
    for (const path of listPaths()) {
      const text = (await site.read(path)) ?? ''
      for (const reason of Object.keys(reasons) as Reason[]) {
        if (reason === 'visible') expect([path, text.includes(`/read/${ids.visible}`)]).toEqual([path, true])
        else {
          expect([path, reason, text.includes(word(reason))]).toEqual([path, reason, false])
          expect([path, reason, new RegExp(`/read/${ids[reason]}\\b`).test(text)]).toEqual([path, reason, false])
        }
      }
    }
    // CB1: what each member may read asks to sign in, and says no word of itself; all else is not there.
    for (const [reason, who] of Object.entries(reasons) as [Reason, string][])
      for (const address of [`/read/${ids[reason]}`, `/read/${ids[reason]}-any-thing`])
        expect([address, reason, await site.read(address)]).toEqual([
          address,
          reason,
          who === 'guests'
            ? `sign in → /cms/info/${ids[reason]}`
            : who === 'all'
              ? null
              : expect.stringMatching(/zqvisible body|^→/),
        ])
    for (const reason of ['channel-off', 'parent-off', 'channel-members', 'parent-members'] as const) {
      const channel = channels[reason]
      expect(await site.read(`/read/c/${channel}`)).toBe(
        reasons[reason] === 'guests' ? `sign in → /cms/list?channel=${channel}` : null,
      )
      expect(await site.read('/read')).not.toContain(`/read/c/${channel}"`)
    }
  })

  interface Outlet {
    readonly path: string
    readonly input: () => object
    /** Answered to members alone. */
    readonly forMembers?: boolean
    /** It has none of these texts. */
    readonly isOther?: boolean
  }
  const outlets: readonly Outlet[] = [
    { path: 'cms.Index/init', input: () => ({}) },
    { path: 'cms.Index/index', input: () => ({}) },
    { path: 'cms.Index/getNewPublish', input: () => ({}) },
    { path: 'cms.Index/articleList', input: () => ({ limit: 50 }) },
    { path: 'cms.Index/articleList', input: () => ({ channel: channels.open, limit: 50 }) },
    { path: 'cms.Index/articleList', input: () => ({ tag, limit: 50 }) },
    { path: 'cms.Index/articleList', input: () => ({ user: author, limit: 50 }) },
    { path: 'cms.Index/articleList', input: () => ({ keywords: 'searched', limit: 50 }) },
    { path: 'cms.Index/articleList', input: () => ({ order: 'views,desc', limit: 50 }) },
    { path: 'cms.Index/unIndex', input: () => ({ limit: 50 }) },
    { path: 'cms.Index/unIndex', input: () => ({ limit: 50, channel: String(channels.open) }) },
    { path: 'cms.Index/uniNews', input: () => ({ limit: 50 }) },
    { path: 'cms.Index/uniProduct', input: () => ({ limit: 50 }), isOther: true },
    // Neighbors, related texts and comments of a text that is there.
    { path: 'cms.Content/info', input: () => ({ id: ids.visible }) },
    { path: 'cms.User/operateRecord', input: () => ({ type: 'collect', limit: 50 }), forMembers: true },
    { path: 'cms.User/operateRecord', input: () => ({ type: 'view', limit: 50 }), forMembers: true },
    { path: 'cms.User/operateRecord', input: () => ({ type: 'like', limit: 50 }), forMembers: true },
    { path: 'cms.User/comment', input: () => ({ limit: 50 }), forMembers: true },
  ]

  it('CB1, CI1: answers to guests, members, buyers and authors show what each may see', async () => {
    const viewers = { guest: null, member: await site.member(), buyer: await site.member(), author } as const
    // All of them have saved, read and commented on everything; the buyer has bought it.
    for (const [name, user] of Object.entries(viewers)) {
      if (user === null) continue
      for (const id of Object.values(ids))
        await site.run(async (trx) => {
          const values = { content_id: id, user_id: user, create_time: 1, update_time: 1, version: 1 }
          for (const type of [0, 1, 2] as const)
            await trx
              .insertInto('cms_statistics')
              .values({ ...values, type })
              .execute()
          await trx
            .insertInto('cms_comment')
            .values({ content_id: id, user_id: user, text: 'said', status: 'normal', removed: 0, weigh: 0, version: 1 })
            .execute()
          if (name === 'buyer')
            await trx
              .insertInto('cms_sale')
              .values({
                content_id: id,
                user_id: user,
                kind: 'content',
                sn: `s${id}`,
                pay_log: 1_000_000 + id,
                amount: 1,
                currency: 'RMB',
                state: 1,
                version: 1,
              })
              .execute()
        })
    }
    for (const [name, user] of Object.entries(viewers)) {
      const isHidden = (reason: Reason): boolean =>
        reasons[reason] === 'all' || (reasons[reason] === 'guests' && user === null)
      for (const { path, input, forMembers, isOther } of outlets) {
        if (forMembers && user === null) continue
        const answer = await site.ask(path, input(), user)
        expect([path, name, answer.code]).toEqual([path, name, 1])
        const text = JSON.stringify(answer.data)
        for (const reason of Object.keys(reasons) as Reason[])
          if (isHidden(reason))
            expect([path, name, reason, text.includes(word(reason))]).toEqual([path, name, reason, false])
        expect([path, name, text.includes('zqvisible')]).toEqual([path, name, isOther !== true])
      }
      // One text: guests are asked to sign in where a member may read it; authors and buyers read what is theirs.
      for (const reason of Object.keys(reasons) as Reason[]) {
        const { code, reason: refusal } = await site.ask('cms.Content/info', { id: ids[reason] }, user)
        const isOwn = reason !== 'deleted' && (name === 'author' || name === 'buyer')
        const expectation =
          isOwn || !isHidden(reason)
            ? [1, undefined]
            : reasons[reason] === 'guests'
              ? [302, undefined]
              : [0, 'not_found']
        expect([name, reason, code, refusal]).toEqual([name, reason, ...expectation])
        const comments = await site.ask('cms.Content/loadComments', { id: ids[reason] }, user)
        expect([name, reason, comments.code, comments.reason]).toEqual([name, reason, ...expectation])
        if (isOwn && isHidden(reason)) expect(comments.data).toMatchObject({ data: [], total: 0 })
        const said = await site.ask('cms.Content/comment', { id: ids[reason], content: 'x', name: 'Kim' })
        expect([reason, said.code, said.reason]).toEqual([
          reason,
          ...(reasons[reason] === 'all' ? [0, 'not_found'] : [302, undefined]),
        ])
        if (user === null) continue
        for (const path of ['cms.Content/like', 'cms.Content/comment', 'cms.Content/mentions'])
          if (isHidden(reason) && !isOwn)
            expect((await site.ask(path, { id: ids[reason], content: 'x' }, user)).reason).toBe('not_found')
      }
      for (const reason of ['channel-off', 'parent-off', 'channel-members', 'parent-members'] as const) {
        const list = await site.ask('cms.Index/articleList', { channel: channels[reason] }, user)
        const code = !isHidden(reason) ? 1 : reasons[reason] === 'guests' ? 302 : 0
        expect([name, reason, list.code]).toEqual([name, reason, code])
      }
    }
  })

  it('CB8, T20: what is a member\u2019s own does not exist for others', async () => {
    const other = await site.member()
    for (const [path, input] of [
      ['cms.User/buyLog', { id: ids.visible }],
      ['cms.User/contentStatistics', { id: ids.visible }],
      ['cms.User/contribution', { id: ids.visible }],
      ['cms.User/contribute', { id: ids.visible, title: 'mine' }],
      ['cms.User/submit', { id: ids.offline }],
      ['cms.User/withdraw', { id: ids.unaudited }],
      ['cms.User/offline', { id: ids.visible }],
      ['cms.User/delContent', { id: ids.draft }],
    ] as const)
      expect([path, (await site.ask(path, input, other)).reason]).toEqual([path, 'not_found'])
    expect((await site.ask<{ list: unknown[] }>('cms.User/content', {}, other)).data.list).toEqual([])
  })

  it('CB9, C7: what is published or ends by the clock is there with it, and pages are made anew then', async () => {
    const now = nowSeconds()
    const path = `/read/${ids.scheduled}`
    expect(await site.read(path)).toBeNull()
    shift(hour * 1000 + 2000)
    expect(await site.read(path)).toContain('zqscheduled body')
    expect(await site.read('/rss.xml')).toContain('zqscheduled title')
    shift(-hour * 1000 - 2000)
    expect(await nextChange(site.scope)).toBe(Number((await site.row(ids.scheduled))['publish_time']))
    expect(Number((await site.row(ids.scheduled))['publish_time'])).toBeGreaterThan(now)
  })

  it('CI2, CB14: the paid part of a text is in no page, file, snippet, description or fact', async () => {
    const secret = 'zqsecret alpha bravo charlie delta echo'
    const marked = await site.text({
      channel_id: channels.open,
      title: 'zqpaid marked',
      content: `<p>zqopening words</p><p>[paid]</p><p>${secret}</p>`,
      price: '9.90',
      tags: [tag],
    })
    const whole = await site.text({
      channel_id: channels.open,
      title: 'zqpaid whole',
      content: `<p>${secret}</p>`,
      price: '5',
    })
    const paths = [
      ...listPaths(),
      `/read/${marked}`,
      `/read/${whole}`,
      '/read/search?q=zqsecret',
      '/read/search?q=zqpaid',
    ]
    for (const path of paths) {
      const text = (await site.read(path)) ?? ''
      for (let start = 0; start + 12 <= secret.length; start++)
        expect([path, text.includes(secret.slice(start, start + 12))]).toEqual([path, false])
    }
    const page = (await site.read(`/read/${marked}`)) ?? ''
    expect(page).toContain('zqopening words')
    expect(page).toContain('CNY 9.90')
    expect(page).toContain('"isAccessibleForFree":false')
    expect(page).toContain('content="zqopening words"')
    expect(await site.read('/read/search?q=zqsecret')).not.toContain(`/read/${marked}"`)
    expect(await site.read('/read/search?q=zqpaid')).toContain(`/read/${whole}"`)
  })

  it('CI2: lists, details, history, purchases and exports keep the paid part from others', async () => {
    const secret = 'zqhoard foxtrot golf hotel india juliett'
    const content = `<p>zqfree words</p><p>[paid]</p><p>${secret}</p>`
    const id = await site.text({ channel_id: channels.open, title: 'zqhoard', content, price: '9.90', tags: [tag] })
    await site.setAuthor(id, author)
    const [stranger, buyer, refunded] = [await site.member(), await site.member(2000), await site.member(2000)] as const
    const buy = async (user: number) => {
      const payment = await site.run((trx) => openPurchase(site.scope, trx, id, user))
      await site.pay(payment.id, 'balance')
    }
    await buy(buyer)
    await buy(refunded)
    await site.run((trx) =>
      trx
        .updateTable('cms_sale')
        .set({ state: 3 })
        .where('content_id', '=', id)
        .where('user_id', '=', refunded)
        .execute(),
    )
    // Everybody has it in the history and among the favorites, and has commented on it; changes of it wait.
    await site.post('cms.Content/edit', { id, description: 'zqhoard waits' })
    for (const user of [stranger, buyer, refunded]) {
      for (const type of [0, 2] as const)
        await site.run((trx) =>
          trx
            .insertInto('cms_statistics')
            .values({ content_id: id, user_id: user, type, create_time: 1, update_time: 1, version: 1 })
            .execute(),
        )
      await site.ask('cms.Content/comment', { id, content: 'said' }, user)
    }
    const leaks = (text: string): boolean =>
      Array.from({ length: secret.length - 11 }, (_, start) => secret.slice(start, start + 12)).some((part) =>
        text.includes(part),
      )
    const paths: readonly Outlet[] = [
      ...outlets,
      { path: 'cms.Content/info', input: () => ({ id }) },
      { path: 'cms.Content/loadComments', input: () => ({ id }) },
      { path: 'cms.Content/mentions', input: () => ({ id, q: 'm' }), forMembers: true },
      { path: 'cms.Index/articleList', input: () => ({ keywords: 'juliett' }) },
      { path: 'cms.Index/search', input: () => ({}) },
      { path: 'cms.User/order', input: () => ({ limit: 50 }), forMembers: true },
      { path: 'cms.User/content', input: () => ({ limit: 50 }), forMembers: true },
      { path: 'cms.User/index', input: () => ({}), forMembers: true },
    ]
    for (const [name, user] of Object.entries({ guest: null, stranger, refunded, buyer, author })) {
      const mayRead = name === 'buyer' || name === 'author'
      for (const { path, input, forMembers } of paths) {
        if (forMembers && user === null) continue
        const { code, data } = await site.ask(path, input(), user)
        expect([path, name, code]).toEqual([path, name, 1])
        const isText = path === 'cms.Content/info' && (input() as { id: number }).id === id
        expect([path, name, leaks(JSON.stringify(data))]).toEqual([path, name, isText && mayRead])
        expect([path, name, JSON.stringify(data).includes('zqhoard waits')]).toEqual([path, name, false])
      }
      if (user === null) continue
      // CI1: an export of a member holds what is the member's own, and of texts of others nothing but their numbers.
      const exported = JSON.stringify(await memberErasure.export(site.scope as never, user))
      expect([name, leaks(exported)]).toEqual([name, name === 'author'])
      for (const reason of Object.keys(reasons) as Reason[])
        expect([name, reason, exported.includes(word(reason))]).toEqual([name, reason, name === 'author'])
    }
    expect(await site.rows('cms_comment', { content_id: id })).toHaveLength(3)
  })

  it('CI2, T15: revisions, previews and exports of editors are for editors', async () => {
    const outsider = await site.app.account('outsider', [await site.app.group('outsiders', ['cms/tags/index'])])
    const id = ids.visible
    for (const path of [`compare?id=${id}`, `edit?id=${id}`, 'index', 'export?format=csv', 'channels', 'reasons'])
      expect([path, (await site.app.get(outsider, `cms.Content/${path}`)).code]).toEqual([path, 401])
    for (const [path, body] of [
      ['previewDraft', { id, values: '{}' }],
      ['restoreRevision', { id, seq: 1 }],
      ['autosave', { id, version: 1, values: '{}' }],
    ] as const)
      expect([path, (await site.post(`cms.Content/${path}`, body, outsider)).code]).toEqual([path, 401])
    expect(await site.app.get(outsider, 'cms.Revision/index')).toMatchObject({ code: 401 })
  })

  it('CB18: a search finds exactly the texts that contain all of its words, also two Chinese characters', async () => {
    const bodies = ['退款 ok', '已退款', '退 款', 'okay，退款完成', 'ok 100%', '退款_x', '货款退回', 'OK 退款']
    const channel = await site.channel()
    const own = new Map<number, string>()
    for (const [index, body] of bodies.entries())
      own.set(await site.text({ channel_id: channel, title: `zqfind ${index}`, content: `<p>${body}</p>` }), body)
    for (const words of ['退款 ok', '退款', 'ok', '100%', '退款_x', '款退']) {
      const { data } = await site.ask<{ list: { id: number }[] }>('cms.Index/articleList', {
        keywords: words,
        channel,
        limit: 50,
      })
      const parts = words.toLowerCase().split(' ')
      const expected = [...own].filter(([, body]) => parts.every((part) => body.toLowerCase().includes(part)))
      expect([words, data.list.map((row) => row.id).toSorted()]).toEqual([words, expected.map(([id]) => id).toSorted()])
    }
  })

  it('C9: has one canonical address, facts for search engines, and maps of at most so many addresses', async () => {
    expect(await site.read(`/read/${ids.visible}-any-thing`)).toBe(`→ /read/${ids.visible}`)
    expect(await site.read(`/read/0${ids.visible}`)).toBe(`→ /read/${ids.visible}`)
    const page = (await site.read(`/read/${ids.visible}`)) ?? ''
    expect(page).toContain(`<link rel="canonical" href="/read/${ids.visible}">`)
    expect(page).toContain('<meta property="og:title" content="zqvisible title">')
    expect(page).toContain('1 min read')
    const facts = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(page)?.[1] ?? ''
    expect(JSON.parse(facts)).toMatchObject({
      '@type': 'Article',
      headline: 'zqvisible title',
      isAccessibleForFree: true,
    })
    const hostile = await site.text({ channel_id: channels.open, title: 'zq</script><b>&"' })
    const other = (await site.read(`/read/${hostile}`)) ?? ''
    expect(other).not.toContain('zq</script>')
    expect(JSON.parse(/ld\+json">(.*?)<\/script>/.exec(other)?.[1] ?? '')).toMatchObject({
      headline: 'zq</script><b>&"',
    })
    const small = createSitemap(1)
    const map = await small.render({ scope: site.scope, params: {}, query: {} })
    expect(map && 'xml' in map ? map.xml.toString() : '').toContain('/sitemap.xml?part=2</loc>')
    const part = await small.render({ scope: site.scope, params: {}, query: { part: '1' } })
    expect(part && 'xml' in part ? part.xml.toString().match(/<loc>[^<]*\/read\/\d+</g) : []).toHaveLength(1)
    expect(await small.render({ scope: site.scope, params: {}, query: { part: '99' } })).toBeNull()
    site.set({ cms_public: false })
    expect(await site.read('/robots.txt')).toBe('User-agent: *\nDisallow: /\n')
    site.set({ cms_public: true })
    expect(await site.read('/robots.txt')).toContain('Disallow: /admin/')
  })

  it('CB6, CB7: names the author that is asked for, and the neighbors in the order of the list', async () => {
    const other = await site.member()
    const channel = await site.channel()
    const weights = [3, 9, 1, 7, 5, 2, 8, 4, 6]
    const list: { id: number; weigh: number }[] = []
    for (const [index, weigh] of weights.entries()) {
      const id = await site.text({
        channel_id: channel,
        title: `zqorder ${index}`,
        ...(index === 2 && { flag: ['top'] }),
      })
      await site.run((trx) => trx.updateTable('cms_content').set({ weigh }).where('id', '=', id).execute())
      list.push({ id, weigh })
    }
    await site.setAuthor(list[0]!.id, other)
    expect(await site.read(`/read/u/${other}`)).toContain(`<h1>member`)
    expect(await site.read(`/read/u/${await site.member()}`)).toBeNull()
    // Pinned first, then by rank.
    const pinned = list[2]!
    const order = [pinned, ...list.filter((row) => row !== pinned).toSorted((a, b) => b.weigh - a.weigh)].map(
      ({ id }) => id,
    )
    const links = [...((await site.read(`/read/c/${channel}`)) ?? '').matchAll(/<h2[^>]*><a href="\/read\/(\d+)"/g)]
    expect(links.map((match) => Number(match[1]))).toEqual(order)
    for (const [place, id] of order.entries()) {
      const around = /<nav class="around".*?<\/nav>/s.exec((await site.read(`/read/${id}`)) ?? '')?.[0] ?? ''
      const neighbors = [...around.matchAll(/href="\/read\/(\d+)"/g)].map((match) => Number(match[1]))
      expect(neighbors).toEqual([order[place - 1], order[place + 1]].filter((neighbor) => neighbor !== undefined))
    }
  })
})
