/** Rich text, private files and the ranked search, as requests meet them. */
import { join } from 'node:path'
import sharp from 'sharp'
import { plainText, snippetHtml, type TableModel } from 'tablewright/protocol'
import { records } from 'tablewright/server'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { system } from '#generated/system/index.ts'
import type { AnyModule } from '../../../runtime/server/operation/entity-types.ts'
import { fileTicket } from '../../../runtime/server/files/private-files.ts'
import { applyPlan, buildSearch, planDatabase, type Database } from '../../../runtime/server/db/index.ts'
import type { SystemDatabase } from '../../../runtime/server/operation/access/system-tables.ts'
import { defaultSettings } from '../../../runtime/server/settings/settings.ts'
import { engines, openAt, type Place } from '../../support/databases.ts'
import { form } from '../../support/multipart.ts'
import { partOf } from '../../support/part-of.ts'
import { loadTestModule } from '../../support/schema-set.ts'
import { models, runApp, type RunningApp } from '../http/running-app.ts'
import { scopeOn } from './scope.ts'

const press = await loadTestModule('press')
const manifests = [press.manifest, system]

/** Markup that would run, load or lead astray where a sanitiser reads HTML in another way than browsers. */
const attacks = [
  '<p>kept</p><script>alert(1)</script>',
  '<img src=x onerror=alert(1)>kept',
  '<svg onload=alert(1)><p>kept</p></svg>kept',
  '<a href="java&#10;script:alert(1)">kept</a>',
  '<p style="background:url(javascript:alert(1))" onclick=alert(1)>kept</p>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>kept',
  'kept<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
  '<video src="https://evil.test/a.mp4" onloadstart=alert(1)></video>kept',
  '<code class="language-x onclick=alert(1)">kept</code>',
  '<table background="https://evil.test"><tr><td onmouseover=alert(1)>kept</td></tr></table>',
  '<form action="https://evil.test"><button formaction="javascript:alert(1)">kept</button></form>',
  '<meta http-equiv=refresh content="0;url=https://evil.test"><base href="https://evil.test">kept',
]
const dangerous =
  /script|onerror|onload|onclick|onmouse|style=|srcdoc|evil\.test|<(?:svg|form|iframe|meta|base|button)/i

describe.each(engines)('rich text on $name', (engine) => {
  let running: RunningApp
  let token = ''
  beforeAll(async () => {
    running = await runApp(engine, { validators: async () => null }, manifests)
    token = await running.signIn()
  })
  afterAll(() => running?.dispose())

  const send = <Data = Record<string, unknown>>(action: string, payload: object) =>
    running.send<Data>('POST', `/admin/press.Article/${action}`, { token, payload, headers: { 'think-lang': 'en' } })
  const add = async (values: object): Promise<number> => {
    const answer = await send<{ id: number }>('add', values)
    expect(answer, answer.msg).toMatchObject({ code: 1 })
    return answer.data.id
  }
  const read = async (id: number) =>
    (
      await running.send<{ row: Record<string, unknown> }>('GET', `/admin/press.Article/edit?id=${id}`, {
        token,
      })
    ).data.row
  const titles = async (query: string) =>
    (
      await running.send<{ list: { title: string }[] }>('GET', `/admin/press.Article/index?order=id,asc&${query}`, {
        token,
      })
    ).data.list.map(({ title }) => title)
  const rowOf = (id: number) =>
    running.database.query.selectFrom('press_article').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const articles = async () =>
    records<AnyModule>(
      scopeOn(running.database, await models(manifests), {
        actor: { id: 1, username: 'admin', super: true, nodes: new Set(), groups: [] },
      }),
    )
  const upload = async (bytes: Buffer, name: string, access?: string) => {
    const parts = [...(access ? [{ name: 'access', bytes: access }] : []), { file: name, bytes, type: 'image/png' }]
    const { payload, headers } = form(parts)
    const answer = await running.send<{ file: { id: number; url: string; full_url: string } }>(
      'POST',
      '/admin/ajax/upload',
      { token, payload, headers },
    )
    expect(answer, answer.msg).toMatchObject({ code: 1 })
    return answer.data.file
  }
  const picture = (width: number) =>
    sharp({ create: { width, height: 8, channels: 3, background: '#135' } })
      .png()
      .toBuffer()
  const get = (url: string, headers: Record<string, string> = {}) => running.app.inject({ method: 'GET', url, headers })

  it('T56: is sanitised whichever way it comes in, and leaves as it is stored', async () => {
    const api = await articles()
    for (const [index, attack] of attacks.entries()) {
      const id = await add({ title: `attack ${index}`, content: attack })
      await send('edit', { id, notes: attack })
      const { id: second } = await api.create('press/article', { title: `attack by code ${index}`, content: attack })
      for (const row of [await read(id), await read(second)]) {
        expect(String(row['content'])).toContain('kept')
        expect(`${String(row['content'])}${String(row['notes'])}`).not.toMatch(dangerous)
      }
      const before = await read(id)
      await send('edit', { ...before, title: `saved ${index}` })
      // A text that is saved untouched stays the same to the byte.
      expect(await read(id)).toMatchObject({ content: before['content'], notes: before['notes'] })
    }
    const exported = await running.send('GET', '/admin/press.Article/export?format=csv&limit=100', { token })
    expect(exported.text).toContain('kept')
    expect(exported.text).not.toMatch(/<p>|onerror/)
  })

  it('is found by its text, not by its markup, also by two Chinese characters', async () => {
    const content =
      '<h2>仓库盘点</h2><p>每月<strong>退款</strong>订单 &amp; more</p><ul><li><p>strong tea</p></li></ul>' +
      '<p>a<img src="/storage/x.png" alt="货架照片"></p>'
    const id = await add({ title: 'Text', content })
    await add({ title: 'Other', content: '<p><strong>unrelated</strong></p>' })
    const expected = '仓库盘点\n每月退款订单 & more\nstrong tea\na 货架照片'
    expect(plainText(String((await read(id))['content']))).toBe(expected)
    expect(await rowOf(id)).toMatchObject({ content_text: expected })
    expect(await titles(`quickSearch=${encodeURIComponent('退款')}`)).toEqual(['Text'])
    expect(await titles(`quickSearch=${encodeURIComponent('货架')}`)).toEqual(['Text'])
    expect(await titles('quickSearch=strong')).toEqual(['Text'])
    const condition = (value: string) =>
      `search[0][field]=content&search[0][operator]=LIKE&search[0][val]=${encodeURIComponent(value)}`
    expect(await titles(condition('订单 & more'))).toEqual(['Text'])
    expect(await titles(condition('<h2>'))).toEqual([])
    // The column of the plain text is the server's own.
    expect(await read(id)).not.toHaveProperty('content_text')
    expect((await send('edit', { id, content_text: 'forged' })).code).toBe(1)
    await send('edit', { id, content: '<p>changed</p>' })
    expect(await rowOf(id)).toMatchObject({ content_text: 'changed' })
    await send('edit', { id, content: '<p><br></p>' })
    expect(await rowOf(id)).toMatchObject({ content: null, content_text: null })
    const long = await send('add', { title: 'Long', content: `<p>${'长'.repeat(20_000)}</p>` })
    expect(long).toMatchObject({ code: 0, data: { reason: 'invalid', errors: { content: expect.anything() } } })
  })

  it('goes through a spreadsheet as plain text, which changes only what was changed there', async () => {
    const content = '<h2>Head</h2><p>One <strong>two</strong></p>'
    const id = await add({ title: 'Sheet', content })
    const importText = async (source: string) => {
      const { payload, headers } = form([{ file: 'articles.csv', bytes: source }])
      return running.send('POST', '/admin/press.Article/import', { token, payload, headers })
    }
    const same = await importText('title,content\nSheet,"Head\nOne two"\n')
    expect(same, same.text).toMatchObject({ code: 1 })
    expect(await read(id)).toMatchObject({ content, version: 1 })
    await importText('title,content\nSheet,"<b>1</b>\nnext"\n')
    expect(await read(id)).toMatchObject({ content: '<p>&lt;b&gt;1&lt;/b&gt;</p><p>next</p>' })
  })

  it('names the records whose texts use a file', async () => {
    const { id, url } = await upload(await picture(21), 'used.png')
    await add({ title: 'Uses it', content: `<p><img src="${url}" alt=""> and <a href="${url}">open</a></p>` })
    const answer = await running.send('DELETE', `/admin/routine.Attachment/del?ids[]=${id}`, { token })
    expect(answer).toMatchObject({ code: 0, data: { reason: 'in_use' } })
    expect(answer.text).toContain('Uses it')
  })

  it('is searched with the best first, in the same order on every engine', async () => {
    const day = 86_400
    const now = Math.floor(Date.now() / 1000)
    const texts: readonly (readonly [title: string, tags: string, content: string, age?: number])[] = [
      ['Zebra handbook', '', '<p>About stripes.</p>'],
      ['Far apart', '', `<p>Zebra ${'x '.repeat(60)} crossing</p>`],
      ['Near', '', '<p>The zebra crossing of the street</p>'],
      ['Tagged', 'zebra', '<p>Nothing in the text.</p>'],
      ['Old news', '', '<p>A zebra was seen.</p>', 900],
      ['New news', '', '<p>A zebra was seen.</p>', 1],
      ['Repeats', '', '<p>zebra zebra zebra zebra</p>'],
      ['斑马线', '', '<p>行人走斑马线过马路</p>'],
      ['交通', '', '<p>道路上的斑马线与红绿灯</p>'],
    ]
    for (const [title, tags, content, age = 30] of texts) {
      const id = await add({ title, tags, content })
      await running.database.write((trx) =>
        trx
          .updateTable('press_article')
          .set({ updatetime: now - age * day })
          .where('id', '=', id)
          .execute(),
      )
    }
    await buildSearch(running.database, await models(manifests))
    const api = await articles()
    const search = async (text: string, more: object = {}) =>
      (await api.search('press/article', { text, ...more })).hits.map(({ row }) => row['title'])
    expect(await search('zebra')).toEqual([
      'Zebra handbook',
      'Tagged',
      'Repeats',
      'Far apart',
      'New news',
      'Near',
      'Old news',
    ])
    expect(await search('zebra crossing')).toEqual(['Near', 'Far apart'])
    expect(await search('ZEBRA', { where: { tags: 'zebra' } })).toEqual(['Tagged'])
    expect(await search('斑马')).toEqual(['斑马线', '交通'])
    expect(await search('zebra', { limit: 2, offset: 1 })).toEqual(['Tagged', 'Repeats'])
    expect(await search('  ')).toEqual([])
    expect(await search('100%_')).toEqual([])
    const { hits, total, hasMore } = await api.search('press/article', { text: 'street zebra' })
    expect({ total, hasMore }).toEqual({ total: 1, hasMore: false })
    const { content = [], title } = partOf<Record<string, Parameters<typeof snippetHtml>[0]>>(hits[0]!.snippets)
    expect(title).toBeUndefined()
    expect(snippetHtml(content)).toBe('The <mark>zebra</mark> crossing of the <mark>street</mark>')
  })

  it('T74: opens private files by tickets only, which end with their time and their session', async () => {
    const contract = Buffer.from('%PDF-1.4 twenty bytes')
    const { url, full_url: fresh } = await upload(contract, 'contract.pdf', 'ticket')
    // Private before any record says so.
    expect((await get(url)).statusCode).toBe(404)
    expect((await get(fresh)).statusCode).toBe(200)
    const proof = await upload(await picture(30), 'proof.png')
    const note = await upload(await picture(31), 'note.png')
    expect((await get(proof.url)).statusCode).toBe(200)
    const id = await add({
      title: 'Private',
      contract: url,
      proofs: [proof.url],
      cover: proof.url,
      notes: `<p><img src="${note.url}" alt="n"></p>`,
    })
    // Also those that were public until the record had them, and those of public fields.
    for (const file of [url, proof.url, note.url]) {
      expect((await get(file)).statusCode).toBe(404)
      expect((await get(file, { batoken: token })).statusCode).toBe(404)
    }
    const row = await read(id)
    const addressOf = (field: string) => {
      const [info] = row[`${field}_info`] as { url: string; address: string }[]
      return info!.address
    }
    for (const field of ['proofs', 'notes']) expect((await get(addressOf(field))).statusCode).toBe(200)
    const address = addressOf('contract')
    const whole = await get(address)
    expect(whole.rawPayload).toEqual(contract)
    expect(whole.headers).toMatchObject({
      'cache-control': 'no-store',
      'content-disposition': 'attachment',
      'accept-ranges': 'bytes',
    })
    const part = await get(address, { range: 'bytes=5-7' })
    expect([part.statusCode, part.body, part.headers['content-range']]).toEqual([
      206,
      contract.toString().slice(5, 8),
      `bytes 5-7/${contract.length}`,
    ])
    expect((await get(address, { range: 'bytes=-4' })).body).toBe('ytes')
    expect((await get(address, { range: 'bytes=999-' })).statusCode).toBe(416)
    // A ticket of another file, a changed one, none.
    const ticket = address.split('ticket=')[1]!
    for (const forged of [
      `${addressOf('proofs').split('?')[0]}?ticket=${ticket}`,
      address.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')),
      address.split('?')[0]!,
      `${address.split('?')[0]}?ticket=`,
    ])
      expect((await get(forged)).statusCode).toBe(404)
    const settings = defaultSettings({ version: '', uploadFolder: join(running.folder, 'storage') })
    const scope = { database: partOf<SystemDatabase>(running.database), settings }
    // There are no members here, and no such session.
    for (const owner of [{ kind: 'user', id: 1 } as const, { kind: 'admin', id: 1, session: 999 } as const])
      expect((await get((await fileTicket(scope, url, owner))!)).statusCode).toBe(404)
    expect(await fileTicket(scope, '/storage/none.png', { kind: 'user', id: 1 })).toBeNull()
    const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 601_000)
    expect((await get(address)).statusCode).toBe(404)
    clock.mockRestore()
    expect((await get(address)).statusCode).toBe(200)
    const other = await running.signIn()
    await running.send('POST', '/admin/Index/logout', { token: other, payload: {} })
    expect((await get(address)).statusCode).toBe(200)
    await running.send('POST', '/admin/Index/logout', { token, payload: {} })
    expect((await get(address)).statusCode).toBe(404)
    token = await running.signIn()
  })
})

describe.each(engines)('a field that becomes rich or private on $name', (engine) => {
  const article = press.model('article')
  const plain: TableModel = {
    ...article,
    search: ['title'],
    fields: article.fields
      .filter(({ name }) => name !== 'content_text')
      .map(({ access: _access, ...field }) => (field.name === 'content' ? { ...field, kind: 'textarea' } : field)),
  }
  let place: Place
  let database: Database
  let rest: readonly TableModel[]
  beforeAll(async () => {
    rest = (await models([system])).filter(({ id }) => id === 'system/private_file')
    place = await engine.place()
    database = await openAt(place)
  })
  afterAll(async () => {
    await database?.close()
    await place?.remove()
  })
  const rowsOf = (table: string, column: string) =>
    database.query
      .selectFrom(table)
      .select(column)
      .orderBy('id')
      .execute()
      .then((rows) => rows.map((row) => row[column]))

  it('keeps its text as paragraphs and takes its files in, step by step and exactly', async () => {
    await applyPlan(database, [plain, ...rest])
    const row = { title: 'a', content: 'a < b & c\n\nnext', contract: '/storage/a.pdf', proofs: '["/storage/p.png"]' }
    await database.write((trx) =>
      trx
        .insertInto('press_article')
        .values([
          { ...row, version: 1 },
          { title: 'b', cover: '/storage/c.png', version: 1 },
        ])
        .execute(),
    )
    const { steps } = await planDatabase(database, [article, ...rest])
    expect(steps.filter((step) => step.class !== 'safe').map(({ kind, reason }) => [kind, reason.en])).toEqual([])
    await applyPlan(database, [article, ...rest])
    expect(await rowsOf('press_article', 'content')).toEqual(['<p>a &lt; b &amp; c</p><p><br></p><p>next</p>', null])
    expect(await rowsOf('press_article', 'content_text')).toEqual(['a < b & c\nnext', null])
    expect((await rowsOf('private_file', 'url')).sort()).toEqual(['/storage/a.pdf', '/storage/p.png'])
    expect((await planDatabase(database, [article, ...rest])).steps).toEqual([])
    const open: TableModel = {
      ...article,
      fields: article.fields.map(({ access, ...field }) => ({
        ...field,
        ...(field.name === 'proofs' && access && { access }),
      })),
    }
    const plan = await planDatabase(database, [open, ...rest])
    expect(plan.steps).toMatchObject([
      { kind: 'publish-files', class: 'guarded', column: 'notes' },
      { kind: 'publish-files', class: 'guarded', column: 'contract' },
    ])
    await applyPlan(database, [open, ...rest], { plan: plan.hash, backup: false })
    expect(await rowsOf('private_file', 'url')).toEqual(['/storage/p.png'])
    expect((await planDatabase(database, [open, ...rest])).steps).toEqual([])
  })
})
