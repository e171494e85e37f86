/** Editors and authors: decisions that members are told of, drafts that save themselves, and the queues. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addComment } from '../../../runtime/modules/cms/server/comments.ts'
import { checks } from '../../../runtime/modules/cms/server/checks.ts'
import { describeNotice } from '../../../runtime/modules/member/server/notices/notices.ts'
import { moduleEngines } from '../../support/databases.ts'
import { partOf } from '../../support/part-of.ts'
import { openCmsSite, type CmsSite } from './cms-site.ts'

describe.each(moduleEngines)('editing on $name', (engine) => {
  let site: CmsSite
  beforeAll(async () => {
    site = await openCmsSite(engine)
  })
  afterAll(async () => {
    for (const check of checks) expect([check.name, (await check.find(site.scope, 10)).list]).toEqual([check.name, []])
    await site.dispose()
  })

  const runAction = (action: string, id: number, more: object = {}, who = site.editor) =>
    site.post(`cms.Content/${action}`, { id, ...more }, who)
  const noticesOf = async (user: number, language: 'zh-cn' | 'en' = 'en') =>
    (await site.rows('user_notice', { user_id: user })).map((row) => {
      const { title, content, path } = describeNotice(language, partOf(row))
      return [title, content, path]
    })

  it('tells authors what was decided about their texts, with the reason', async () => {
    const user = await site.member()
    const id = await site.text({ title: 'Tea' }, false)
    await runAction('submit', id)
    await runAction('refuse', id, { reason: 'Nobody wrote it' })
    expect(await noticesOf(user)).toEqual([])
    await site.setAuthor(id, user)
    await runAction('edit', id, { content: '<p>Green</p>' })
    await runAction('submit', id)
    await runAction('refuse', id, { reason: 'Name the source.' })
    await runAction('approve', id, { title: 'Green tea' })
    await runAction('edit', id, { title: 'Black tea' })
    await runAction('refuseChanges', id, { reason: 'It is green.' })
    await runAction('edit', id, { title: 'White tea' })
    await runAction('approveChanges', id)
    await runAction('takeOffline', id)
    expect(await noticesOf(user)).toEqual([
      ['“Tea” was refused', 'Correct the text and submit it again. Reason: Name the source.', '/user/cms/content'],
      ['“Green tea” is approved', 'It is on the site from the time that it is published.', '/user/cms/content'],
      [
        'Your changes of “Green tea” were refused',
        'The published text stays as it is. Reason: It is green.',
        '/user/cms/content',
      ],
      ['Your changes of “White tea” are live', 'Readers see them now.', '/user/cms/content'],
      ['“White tea” was taken offline', 'Readers do not see it any more.', '/user/cms/content'],
    ])
    expect((await noticesOf(user, 'zh-cn'))[0]).toEqual([
      '《Tea》被退回',
      '请修改后重新提交。原因：Name the source.',
      '/user/cms/content',
    ])
    // A refused action tells nobody anything.
    expect(await runAction('approveChanges', id)).toMatchObject({ code: 0 })
    expect(await noticesOf(user)).toHaveLength(5)
  })

  it('tells members what was decided about their comments', async () => {
    const user = await site.member()
    const id = await site.text({ title: 'Tea' })
    const { id: comment } = await site.run((trx) =>
      addComment(site.scope, trx, { id: user }, { contentId: id, text: 'Lovely' }),
    )
    await site.post('cms.Comment/approve', { id: comment })
    await site.post('cms.Comment/refuse', { id: comment, reason: 'Advertising' })
    expect(await noticesOf(user)).toEqual([
      ['Your comment is shown', 'On “Tea”.', '/user/cms/comment'],
      ['Your comment is hidden', 'On “Tea”. Reason: Advertising', '/user/cms/comment'],
    ])
  })

  it('an edit of a draft that was restored keeps what was restored', async () => {
    const id = await site.text({ title: 'One', content: '<p>First</p>', price: '3.00' }, false)
    await runAction('edit', id, { content: '<p>Second</p>', price: '0' })
    const [first] = await site.rows('cms_content_revision', { content_id: id })
    await site.post('cms.Content/restoreRevision', { id, seq: first!['seq'] })
    expect(await site.row(id)).toMatchObject({ content: '<p>Second</p>' })
    await runAction('edit', id, { title: 'Two' })
    expect(await site.row(id)).toMatchObject({
      title: 'Two',
      content: '<p>First</p>',
      content_text: 'First',
      public_text: null,
      price: 300,
      pending_seq: null,
    })
  })

  it('CI7: drafts save themselves into one revision; live and submitted texts do not', async () => {
    const id = await site.text({ title: 'Draft' }, false)
    const save = async (values: object, version?: unknown) => {
      const { version: current } = await site.row(id)
      const body = { id, version: version ?? current, values: JSON.stringify(values) }
      return site.post('cms.Content/autosave', body, site.writer)
    }
    const titles = async () =>
      (await site.rows('cms_content_revision', { content_id: id })).map((row) => `${row['title']}:${row['state']}`)
    const { version } = await site.row(id)
    for (const title of ['D', 'Dr', 'Draft two']) expect(await save({ title })).toMatchObject({ code: 1 })
    // The first state stays, those of one writer in ten minutes are one.
    expect(await titles()).toEqual(['Draft:applied', 'Draft two:applied'])
    expect(await save({ title: 'Mine' }, version)).toMatchObject({
      code: 0,
      data: { reason: 'conflict', row: { title: 'Draft two' } },
    })
    expect(await save({ title: '' })).toMatchObject({ code: 0, data: { reason: 'invalid' } })
    expect(await save({ status: 'normal', sales: 7 })).toMatchObject({ code: 1 })
    expect(await site.row(id)).toMatchObject({ status: 'offline', sales: 0, title: 'Draft two' })
    for (const values of ['[]', 'null', '{', '1'])
      expect(await site.post('cms.Content/autosave', { id, version: 1, values })).toMatchObject({ code: 0 })
    // A state that was submitted stays, whatever is written afterwards.
    await runAction('submit', id)
    expect(await save({ title: 'While it is reviewed' })).toMatchObject({ code: 0, data: { reason: 'bad_state' } })
    await runAction('refuse', id, { reason: 'Longer, please.' })
    await save({ title: 'Draft three' })
    expect(await titles()).toEqual(['Draft:applied', 'Draft two:applied', 'Draft two:refused', 'Draft three:applied'])
    await runAction('approve', id, { title: 'Draft three' })
    expect(await save({ title: 'Live' })).toMatchObject({ code: 0, data: { reason: 'bad_state' } })
    expect(await site.row(id)).toMatchObject({ title: 'Draft three', pending_seq: null })
    const reader = await site.app.account('reader', [await site.app.group('readers', ['cms/content/index'])])
    const body = { id, version: 1, values: '{}' }
    expect(await site.post('cms.Content/autosave', body, reader)).toMatchObject({ code: 401 })
  })

  it('T56: previews of what is not saved run nothing, and are the page that readers get', async () => {
    const preview = async (values: object, id?: number) => {
      const body = { values: JSON.stringify(values), ...(id !== undefined && { id }) }
      const answer = await site.post('cms.Content/previewDraft', body)
      return (answer.data as { html?: string }).html ?? JSON.stringify(answer)
    }
    const hostile = '<script>x</script><img src=x onerror=x><a href="javascript:x">y</a><p>End</p>'
    const html = await preview({
      title: '<b>T</b>',
      content: hostile,
      source_title: '<i>S</i>',
      source_url: 'javascript:x',
      images: ['"><script>'],
      price: 'x',
    })
    expect(html).toContain('End')
    for (const sign of ['<script', 'onerror', 'javascript:', '<i>S', '<b>T']) expect(html).not.toContain(sign)
    const id = await site.text({ title: 'Saved', content: '<p>Saved text</p>' })
    const before = await site.row(id)
    expect(await preview({ title: 'Not saved' }, id)).toMatch(/<h1>Not saved<\/h1>[^]*Saved text/)
    expect(await site.row(id)).toEqual(before)
    expect(await preview({}, 999_999)).toContain('not_found')
  })
})
