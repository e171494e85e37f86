/** Editors and authors: decisions that members are told of, drafts that save themselves, and the queues. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addComment } from '../../../runtime/modules/cms/server/comments.ts'
import { checks } from '../../../runtime/modules/cms/server/checks.ts'
import { announcePublished } from '../../../runtime/modules/cms/server/content/announcements.ts'
import { describeNotice } from '../../../runtime/modules/member/server/notices/notices.ts'
import { nowSeconds } from '../../../runtime/server/core/clock.ts'
import { moduleEngines } from '../../support/databases.ts'
import { partOf } from '../../support/part-of.ts'
import { useShiftedClock } from '../../support/shifted-clock.ts'
import { openCmsSite, type CmsSite } from './cms-site.ts'

describe.each(moduleEngines)('editing on $name', (engine) => {
  let site: CmsSite
  const shift = useShiftedClock()
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

  it('tells reviewers what waits, and what answers their refusal', async () => {
    const user = await site.member()
    const id = await site.text({ title: 'Oolong' }, false)
    await site.setAuthor(id, user)
    const contents = async () =>
      (await site.rows('notice', { kind: 'cms/review' }))
        .filter(({ path }) => String(path).includes(String(id)))
        .map(({ content }) => String(content))
    await runAction('submit', id)
    expect(await contents()).toEqual([expect.stringContaining('Text to review: Oolong')])
    await runAction('refuse', id, { reason: 'Name the source.' })
    await runAction('edit', id, { content: '<p>From a book</p>' })
    await runAction('submit', id)
    expect((await contents())[1]).toMatch(/“Oolong” was changed after a refusal. You asked: Name the source\./)
    await runAction('approve', id)
    await runAction('edit', id, { content: '<p>From two books</p>' })
    expect((await contents())[2]).toContain('Text to review: Oolong')
    await runAction('refuseChanges', id, { reason: 'Which?' })
    await runAction('edit', id, { content: '<p>From three books</p>' })
    expect((await contents())[3]).toContain('You asked: Which?')
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

  it('CB16, C6: an approval corrects what was handed in, against the version that was seen', async () => {
    const revisions = async (id: number) =>
      (await site.rows('cms_content_revision', { content_id: id })).map((row) => [
        row['title'],
        row['state'],
        row['note'],
      ])
    // A draft: title, description and body in one step; what is not named stays.
    const draft = await site.text({ title: 'Tee', description: 'On tea', content: '<p>Grean</p>' }, false)
    await runAction('submit', draft, {}, site.writer)
    expect(await runAction('approve', draft, { title: '', content: '<p>Green<script>x</script></p>' })).toMatchObject({
      code: 1,
    })
    expect(await site.row(draft)).toMatchObject({
      title: 'Tee',
      description: 'On tea',
      content: '<p>Green</p>',
      content_text: 'Green',
      public_text: 'Green',
      status: 'normal',
    })
    expect(await revisions(draft)).toEqual([
      ['Tee', 'applied', null],
      ['Tee', 'applied', 'corrected'],
    ])
    // Changes of a live text.
    await runAction('edit', draft, { title: 'Teaa', price: '2.00', content: '<p>Blak</p>' }, site.writer)
    const { version } = await site.row(draft)
    await runAction('edit', draft, { title: 'Tea' }, site.writer)
    const correction = { content: '<p>Black</p>' }
    expect(await runAction('approveChanges', draft, { version, ...correction })).toMatchObject({
      code: 0,
      data: { reason: 'conflict' },
    })
    expect(await site.row(draft)).toMatchObject({ title: 'Tee', content: '<p>Green</p>', price: 0 })
    expect(await runAction('approveChanges', draft, { version: Number(version) + 1, ...correction })).toMatchObject({
      code: 1,
    })
    expect(await site.row(draft)).toMatchObject({
      title: 'Tea',
      content: '<p>Black</p>',
      price: 200,
      pending_seq: null,
    })
    expect((await revisions(draft)).slice(-2)).toEqual([
      ['Tea', 'applied', null],
      ['Tea', 'applied', 'corrected'],
    ])
    const { data } = await site.app.get<{ edited: object; revisions: { note: string | null }[] }>(
      site.editor,
      `cms.Content/compare?id=${draft}`,
    )
    expect(data.edited).toEqual({ title: 'Tea', description: 'On tea', content: '<p>Black</p>' })
    expect(data.revisions[0]?.note).toBe('Corrected with the approval')
    // The writer may not approve, and corrects nothing by it.
    await runAction('edit', draft, { title: 'Mine' }, site.writer)
    expect(await runAction('approveChanges', draft, { title: 'Mine' }, site.writer)).toMatchObject({ code: 401 })
    // Several at once are approved as they are, each by itself.
    const others = [await site.text({ description: 'One' }, false), await site.text({ description: 'Two' }, false)]
    const answer = await site.post('cms.Content/approve', { ids: [...others, draft] })
    expect((answer.data as { results: { code: number }[] }).results.map(({ code }) => code)).toEqual([1, 1, 0])
    expect(await Promise.all(others.map(async (id) => (await site.row(id))['description']))).toEqual(['One', 'Two'])
  })

  it('CB12, CI7: an old draft of a live text is restored beside it; published revisions stay listed', async () => {
    const id = await site.text({ title: 'Draft', content: '<p>Old</p>' }, false)
    await runAction('edit', id, { title: 'Better', content: '<p>New</p>' })
    await runAction('approve', id)
    const live = await site.row(id)
    const [first] = await site.rows('cms_content_revision', { content_id: id })
    await site.post('cms.Content/restoreRevision', { id, seq: first!['seq'] })
    expect(await site.read(`/read/${id}`)).toContain('New')
    const after = await site.row(id)
    expect(after).toEqual({ ...live, pending_seq: after['pending_seq'], version: after['version'] })
    const { data } = await site.app.get<{ revisions: { title: string; state: string }[] }>(
      site.editor,
      `cms.Content/compare?id=${id}`,
    )
    // The published state, with the time of its publication, is the one before the restored draft.
    expect(data.revisions.map(({ title, state }) => `${title}:${state}`)).toEqual([
      'Draft:pending',
      'Better:applied',
      'Better:applied',
      'Draft:applied',
    ])
    // Refusing it keeps everything.
    await runAction('refuseChanges', id, { reason: 'no' })
    expect(await site.read(`/read/${id}`)).toContain('New')
  })

  it('CB13: a tag that is hidden for a while keeps its texts', async () => {
    const added = await site.post('cms.Tags/add', { name: 'hidden for a while', status: 0 })
    const tag = (added.data as { id: number }).id
    const id = await site.text({ tags: [tag] })
    await runAction('edit', id, { title: 'Tagged while hidden' })
    await runAction('approveChanges', id)
    expect(await site.read(`/read/t/${tag}`)).toBeNull()
    expect(await site.read(`/read/${id}`)).not.toContain('hidden for a while')
    await site.post('cms.Tags/edit', { id: tag, status: 1 })
    expect(await site.read(`/read/t/${tag}`)).toContain('Tagged while hidden')
    expect(await site.row(id)).toMatchObject({ tags: JSON.stringify([tag]) })
  })

  it('tags that are named are added with the text, once, and off for those who may not add tags', async () => {
    const tagsOf = async (id: number, column = 'tags') => {
      const ids = JSON.parse(String((await site.row(id))[column] ?? '[]')) as number[]
      const rows = await Promise.all(ids.map((tag) => site.rows('cms_tags', { id: tag })))
      return rows.flat().map((row) => [row['name'], row['status'], row['document_count']])
    }
    const id = await site.text({ new_tags: ['Oolong', ' oolong ', 'Émile'] })
    expect(await tagsOf(id)).toEqual([
      ['Oolong', 1, 1],
      ['Émile', 1, 1],
    ])
    expect((await site.row(id))['new_tags']).toBeNull()
    const list = await site.app.get<{ row: { new_tags: unknown } }>(site.editor, `cms.Content/edit?id=${id}`)
    expect(list.data.row.new_tags).toEqual([])
    // Existing tags are taken, in whatever case; the text keeps what it had.
    const draft = await site.text({ new_tags: ['OOLONG', '2026'] }, false)
    await runAction('edit', draft, { new_tags: ['Émile'] })
    expect(await tagsOf(draft)).toEqual([
      ['Oolong', 1, 1],
      ['2026', 1, 0],
      ['Émile', 1, 1],
    ])
    // New tags of a live text wait with its other changes, and count once these are approved.
    await runAction('edit', id, { new_tags: ['Pu-erh'] }, site.writer)
    expect((await tagsOf(id)).map(([name]) => name)).toEqual(['Oolong', 'Émile'])
    await runAction('approveChanges', id)
    // Guard T15: the writer has no right to add tags.
    expect((await tagsOf(id)).at(-1)).toEqual(['Pu-erh', 0, 1])
    // A refused save adds no tag.
    expect(await runAction('edit', draft, { title: '', new_tags: ['Never'] })).toMatchObject({ code: 0 })
    expect(await site.rows('cms_tags', { name: 'Never' })).toEqual([])
    // A draft that saves itself adds them as well.
    const { version } = await site.row(draft)
    const values = JSON.stringify({ new_tags: ['Sencha'] })
    expect(await site.post('cms.Content/autosave', { id: draft, version, values })).toMatchObject({ code: 1 })
    expect((await tagsOf(draft)).at(-1)).toEqual(['Sencha', 1, 0])
  })

  it('channels tell how many texts they hold and how many wait, as far as their reader may list them', async () => {
    const parent = await site.channel({ name: 'Counted' })
    const child = await site.channel({ pid: parent })
    const texts = [
      await site.text({ channel_id: parent }, false),
      await site.text({ channel_id: child }),
      await site.text({ channel_id: child, publish_time: 4_000_000_000 }),
    ]
    const counts = async (who = site.editor) =>
      (
        await site.app.get<{
          list: { id: number; pid: number; total: number; toReview: number }[]
          toReview: number
          scheduled: number
          own: number
        }>(who, 'cms.Content/channels')
      ).data
    const before = await counts()
    await runAction('submit', texts[0]!)
    await runAction('edit', texts[1]!, { title: 'Changed' })
    const after = await counts()
    expect(after.toReview - before.toReview).toBe(2)
    expect(after.scheduled).toBeGreaterThan(0)
    const numbers = after.list
      .filter(({ id }) => id === parent || id === child)
      .map(({ id, pid, total, toReview }) => [id, pid, total, toReview])
    expect(numbers.toSorted()).toEqual(
      [
        [parent, 0, 1, 1],
        [child, parent, 2, 1],
      ].toSorted(),
    )
    // The list has a filter for each of them, and writers see their own as theirs.
    const list = await site.app.get<{ list: { id: number }[] }>(
      site.editor,
      `cms.Content/index?limit=100&search[0][field]=to_review&search[0][operator]=eq&search[0][val]=1` +
        `&search[1][field]=channel_id&search[1][operator]=IN&search[1][val]=${parent},${child}`,
    )
    expect(list.data.list.map(({ id }) => id).toSorted()).toEqual([texts[0], texts[1]].toSorted())
    expect((await counts(site.writer)).own).toBe(0)
    const stranger = await site.app.account('stranger', [await site.app.group('others', ['cms/tags/index'])])
    expect(await site.app.get(stranger, 'cms.Content/channels')).toMatchObject({ code: 401 })
  })

  it('CB9: authors hear once that a scheduled text is there; a failed announcement is not repeated', async () => {
    const user = await site.member()
    const published = nowSeconds() + 660
    const [id, broken] = [
      await site.text({ title: 'Scheduled', publish_time: published }, false),
      await site.text({ title: 'Broken', publish_time: published }, false),
    ]
    for (const text of [id, broken]) await site.setAuthor(text, user)
    for (const text of [id, broken]) await runAction('approve', text)
    const titles = async () => (await noticesOf(user)).map(([title]) => title)
    expect(await announcePublished(site.scope)).toEqual([])
    expect(await site.read(`/read/${id}`)).toBeNull()
    shift(300_000)
    // Another process begins here: nothing of the time was kept in memory.
    expect(await announcePublished(site.scope)).toEqual([])
    shift(361_000)
    expect(await site.read(`/read/${id}`)).toContain('Scheduled')
    const { memberNotices } = site.scope
    let attempts = 0
    Object.assign(site.scope, {
      memberNotices: {
        ...memberNotices,
        add: (call: never, notice: { readonly title: { readonly en: string } }) => {
          if (!notice.title.en.includes('Broken')) return memberNotices!.add(call, notice as never)
          attempts += 1
          return Promise.reject(new Error('no notice'))
        },
      },
    })
    expect(await announcePublished(site.scope)).toEqual([id, broken])
    expect(await announcePublished(site.scope)).toEqual([])
    Object.assign(site.scope, { memberNotices })
    expect(attempts).toBe(1)
    expect((await titles()).filter((title) => String(title).includes('is published'))).toEqual([
      '“Scheduled” is published',
    ])
  })

  it('previews of a block are the home page with it in its place, and store nothing', async () => {
    const preview = async (values: object, id?: number) =>
      (await site.post('cms.Block/preview', { values: JSON.stringify(values), ...(id !== undefined && { id }) }))
        .data as { html: string; hasPlace: boolean; places: string[] }
    const block = { name: 'right-side-bar', title: 'Side', type: 'rich_text', rich_text: '<p>In place</p>' }
    const first = await preview(block)
    expect(first).toMatchObject({ hasPlace: true })
    expect(first.html).toMatch(/<aside>[^]*<div class="block draft rich"><p>In place<\/p><\/div>[^]*<\/aside>/)
    expect(await site.rows('cms_block', {})).toEqual([])
    // One that is stored, and not shown now, stands where it will; moved to another place it is there alone.
    const added = await site.post('cms.Block/add', { ...block, status: 1, end_time: 1_000_000 })
    const { id } = added.data as { id: number }
    expect(await site.read('/read')).not.toContain('In place')
    const moved = await preview({ ...block, name: 'index-top-bar', rich_text: '<p>Moved</p>' }, id)
    expect(moved.html.match(/class="block draft/g)).toHaveLength(1)
    expect(moved.html.indexOf('Moved')).toBeLessThan(moved.html.indexOf('<aside>'))
    const nowhere = await preview({ ...block, name: 'elsewhere' })
    expect(nowhere).toMatchObject({ hasPlace: false, places: expect.arrayContaining(['index-carousel']) })
    expect(nowhere.html).toContain('In place')
    expect(await site.post('cms.Block/preview', { values: '[]' })).toMatchObject({ code: 0 })
    expect(await site.post('cms.Block/preview', { values: '{}' }, site.writer)).toMatchObject({ code: 401 })
    await site.app.del(site.editor, 'cms.Block/del', [id])
  })
})
