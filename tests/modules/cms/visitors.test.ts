/** Comments, marks, the public page and members who leave. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addComment, removeOwnComment } from '../../../runtime/modules/cms/server/comments.ts'
import { readComments } from '../../../runtime/modules/cms/server/access.ts'
import { checks } from '../../../runtime/modules/cms/server/checks.ts'
import { countView, setMark } from '../../../runtime/modules/cms/server/marks.ts'
import { memberCard, memberErasure } from '../../../runtime/modules/cms/server/members.ts'
import { linkTags } from '../../../runtime/modules/cms/server/read/render.ts'
import { engines } from '../../support/databases.ts'
import { useShiftedClock } from '../../support/shifted-clock.ts'
import { refusal } from '../../server/records/scope.ts'
import { openCmsSite, type CmsSite } from './cms-site.ts'

const hostile = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<svg onload=alert(1)>',
  '<a href="javascript:alert(1)">x</a>',
  '<a href="data:text/html,<script>alert(1)</script>">x</a>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<p style="background:url(javascript:alert(1))">x</p>',
  '<math><mtext><style><img src onerror=alert(1)></style></mtext></math>',
  '<form action="//evil.example"><button>x</button></form>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
]

describe('inner links', () => {
  it('link the first place of a name outside of links, headings and code', () => {
    const links = [
      { id: 2, name: 'tea chest' },
      { id: 1, name: 'tea' },
    ]
    expect(
      linkTags('<h2>tea</h2><p><a href="/x">tea</a> tea chest, tea, tea</p><pre><code>tea</code></pre>', links),
    ).toBe(
      '<h2>tea</h2><p><a href="/x">tea</a> <a href="/read/t/2">tea chest</a>, ' +
        '<a href="/read/t/1">tea</a>, tea</p><pre><code>tea</code></pre>',
    )
    expect(linkTags('<p>a &lt;b&gt; c</p>', [{ id: 3, name: '<b>' }])).toBe(
      '<p>a <a href="/read/t/3">&lt;b&gt;</a> c</p>',
    )
  })
})

describe.each(engines)('visitors on $name', (engine) => {
  let site: CmsSite
  const shift = useShiftedClock()
  beforeAll(async () => {
    site = await openCmsSite(engine)
  })
  afterAll(async () => {
    for (const check of checks) expect([check.name, (await check.find(site.scope, 10)).list]).toEqual([check.name, []])
    await site.dispose()
  })

  const comment = (contentId: number, user: number | null, text: string, more: object = {}) =>
    site.run((trx) => addComment(site.scope, trx, user === null ? null : { id: user }, { contentId, text, ...more }))
  const counted = async (id: number) => {
    const { comments, likes, dislikes, collects, views } = await site.row(id)
    return { comments, likes, dislikes, collects, views }
  }

  it('CB4, CI3: comments count while they are shown, whoever takes them away', async () => {
    const id = await site.text()
    const user = await site.member()
    const first = await comment(id, user, 'First')
    expect(first.status).toBe('unaudited')
    expect((await counted(id)).comments).toBe(0)
    await site.run((trx) => removeOwnComment(site.scope, trx, { id: user }, first.id))
    expect((await counted(id)).comments).toBe(0)
    const second = await comment(id, user, 'Second')
    expect(await site.post('cms.Comment/approve', { id: second.id })).toMatchObject({ code: 1 })
    expect((await counted(id)).comments).toBe(1)
    expect(await readComments(site.scope, id, null)).toMatchObject([{ text: 'Second', user_id: user }])
    const answer = await comment(id, await site.member(), 'Answer', { pid: second.id })
    await site.post('cms.Comment/approve', { id: answer.id })
    expect(
      (await refusal(site.run((trx) => removeOwnComment(site.scope, trx, { id: user + 1 }, second.id)))).code,
    ).toBe('not_found')
    await site.run((trx) => removeOwnComment(site.scope, trx, { id: user }, second.id))
    // A place remains where others have answered.
    expect((await site.rows('cms_comment', { id: second.id }))[0]).toMatchObject({ removed: 1, text: '…' })
    expect((await counted(id)).comments).toBe(1)
    expect(await site.post('cms.Comment/refuse', { id: answer.id, reason: 'off topic' })).toMatchObject({ code: 1 })
    expect((await counted(id)).comments).toBe(0)
    await site.post('cms.Comment/approve', { id: answer.id })
    await site.app.del(site.editor, 'cms.Comment/del', [answer.id])
    expect((await counted(id)).comments).toBe(0)
  })

  it('CB19: of two comments at once one waits for the interval; guests are always reviewed', async () => {
    site.set({ cms_comments_interval: 10, cms_comments_review: false })
    const id = await site.text({ allow_comment_groups: 'all' })
    const user = await site.member()
    const results = await Promise.allSettled([comment(id, user, 'one'), comment(id, user, 'two')])
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect((await counted(id)).comments).toBe(1)
    shift(11_000)
    await comment(id, user, 'three')
    expect((await counted(id)).comments).toBe(2)
    expect(await comment(id, null, 'guest', { guestName: 'Kim' })).toMatchObject({ status: 'unaudited' })
    expect((await refusal(comment(id, null, 'guest'))).code).toBe('bad_state')
    const closed = await site.text({ allow_comment_groups: 'disable' })
    expect((await refusal(comment(closed, user, 'x'))).code).toBe('bad_state')
    const members = await site.text()
    expect((await refusal(comment(members, null, 'x', { guestName: 'Kim' }))).code).toBe('bad_state')
    const draft = await site.text({}, false)
    expect((await refusal(comment(draft, user, 'x'))).code).toBe('not_found')
    site.set({ cms_comments_interval: 0, cms_comments_review: true })
  })

  it('CI3, CI6: likes and dislikes exclude each other; a member counts as a view once in half an hour', async () => {
    const id = await site.text()
    const users = [await site.member(), await site.member()]
    const mark = (userId: number, name: 'like' | 'dislike' | 'collect', isSet = true) =>
      site.run((trx) => setMark(site.scope, trx, { contentId: id, userId, mark: name, isSet }))
    await Promise.all([
      mark(users[0]!, 'like'),
      mark(users[0]!, 'dislike'),
      mark(users[1]!, 'like'),
      mark(users[1]!, 'collect'),
    ])
    await mark(users[0]!, 'like')
    await mark(users[0]!, 'like')
    expect(await counted(id)).toMatchObject({ likes: 2, dislikes: 0, collects: 1 })
    await mark(users[1]!, 'collect', false)
    await mark(users[0]!, 'dislike')
    expect(await counted(id)).toMatchObject({ likes: 1, dislikes: 1, collects: 0 })
    const view = (userId: number) => site.run((trx) => countView(site.scope, trx, id, userId))
    await Promise.all([view(users[0]!), view(users[0]!), view(users[1]!)])
    expect((await counted(id)).views).toBe(2)
    shift(1_801_000)
    await view(users[0]!)
    expect((await counted(id)).views).toBe(3)
  })

  it('T56: whatever is written into a text, its page runs nothing', async () => {
    await site.app.running.send('GET', '/admin/Index/index')
    const id = await site.text({
      content: `<p>Start</p>${hostile.join('')}`,
      title: '<b onclick=x>"T"</b>',
      source_title: '<i>s</i>',
    })
    // A row that bypassed the sanitiser is sanitised when it is shown.
    await site.app.database.write((trx) =>
      trx
        .updateTable('cms_content')
        .set({ content: hostile.join('') + '<p>End</p>' })
        .where('id', '=', id)
        .execute(),
    )
    const preview = await site.app.get<{ html: string }>(site.editor, `cms.Content/preview?id=${id}`)
    expect(preview.data.html).toContain('End')
    for (const sign of ['<script', 'onerror', 'onload', 'javascript:', '<iframe', '<svg', '<form', 'style=', '<i>s'])
      expect([sign, preview.data.html.includes(sign)]).toEqual([sign, false])
  })

  it('leave with their name; what others need stays', async () => {
    const user = await site.member()
    const id = await site.text()
    await site.setAuthor(id, user)
    await comment(id, user, 'mine')
    const call = { scope: site.scope, trx: null } as never
    expect(await memberErasure.describe((call as { scope: never }).scope, user)).toMatchObject({
      refusals: [],
      lines: [expect.stringContaining('1 texts'), expect.stringContaining('1 comments')],
    })
    expect((await memberErasure.export((call as { scope: never }).scope, user)).map(({ name }) => name)).toEqual([
      'cms/content',
      'cms/comment',
    ])
    expect((await memberCard.lines((call as { scope: never }).scope, user)).map(({ value }) => value)).toEqual([
      '1',
      '1',
      '0',
    ])
    await site.run((trx) => memberErasure.erase({ scope: site.scope, trx } as never, user))
    expect(await site.row(id)).toMatchObject({ user_id: null, status: 'normal' })
    expect(await site.rows('cms_comment', { user_id: user })).toEqual([])
  })
})
