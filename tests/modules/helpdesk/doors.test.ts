/** The doors that a module opens to other servers and to anybody: webhooks and public pages. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { markup, type ModuleRoute, type PublicPage } from 'tablewright/server'
import { system } from '../../../generated/system/index.ts'
import { checkPublicPages } from '../../../runtime/server/routes/public-pages/declaration.ts'
import { checkModuleRoute } from '../../../runtime/server/routes/module-routes/declaration.ts'
import { nowSeconds } from '../../../runtime/server/core/clock.ts'
import { runApp, type RunningApp } from '../../server/http/running-app.ts'
import { moduleEngines } from '../../support/databases.ts'
import { helpdesk, manifest, rendered, signatureOf } from './server.ts'

const feed = '/help.xml'
const hook = '/api/helpdesk.Mail/received'

describe.each(moduleEngines)('the doors of a module on $name', (engine) => {
  let running: RunningApp
  beforeAll(async () => {
    running = await runApp(engine, { servers: [helpdesk], validators: async () => null }, [manifest, system])
  })
  afterAll(() => running?.dispose())

  const post = (payload: string | Buffer, headers: Record<string, string> = {}, url = hook) =>
    running.app.inject({
      method: 'POST',
      url,
      payload,
      headers: { 'x-signature': signatureOf(Buffer.from(payload)), ...headers },
    })
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  const get = (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
    running.app.inject({ method, url, headers })
  const add = (subject: string, topic = 'mail', createtime = 1) =>
    running.database.write(async (trx) => {
      const values = { subject, topic, closed: 0, createtime, version: 1 }
      return Number(
        (await trx.insertInto('helpdesk_ticket').values(values).returning('id').executeTakeFirstOrThrow())['id'],
      )
    })
  const subjects = async () =>
    (await running.database.query.selectFrom('helpdesk_ticket').select('subject').orderBy('id').execute()).map(
      (row) => row['subject'],
    )

  describe('webhooks (P3)', () => {
    it('T40: get the bytes as they were sent, of any type and from any origin, and answer as they like', async () => {
      const received = await post('subject=%E7%BA%B8+empty&subject=x', {
        ...form,
        origin: 'https://elsewhere.example',
        cookie: 'XSRF-TOKEN=abcdefghijabcdefghijabcd',
        'x-xsrf-token': 'another',
      })
      expect([received.statusCode, received.body, received.headers['content-type']]).toEqual([
        202,
        'success',
        'text/plain; charset=utf-8',
      ])
      expect(received.headers).toMatchObject({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' })
      // A byte order mark, other ends of lines and what is no UTF-8 are signed as well.
      for (const [body, type] of [
        ['\ufeff<a>\r\n<subject>Printer</subject></a>', 'text/xml'],
        ['{"subject": 1}', 'application/json'],
        ['{broken', 'application/json'],
        [Buffer.from([0xff, 0xfe, 0x00]), 'application/octet-stream'],
        ['', 'text/plain'],
      ] as const)
        expect((await post(body, { 'content-type': type })).statusCode).toBe(type === 'text/xml' ? 202 : 204)
      const untyped = await post('subject=Untyped', {}, `${hook}?topic=query`)
      expect(untyped.statusCode).toBe(202)
      expect(await subjects()).toEqual(['纸 empty', 'Printer', 'Untyped'])
      expect(
        (await post('subject=Forged', { ...form, 'x-signature': signatureOf(Buffer.from('another')) })).statusCode,
      ).toBe(401)
    })

    it('answer every failure with a status from which the sender sends again', async () => {
      for (const subject of ['refused', 'broken', 'page']) {
        const { statusCode, body } = await post(`subject=${subject}`, form)
        expect({ subject, statusCode }).toEqual({ subject, statusCode: 500 })
        expect(body).not.toContain('mistake')
      }
      expect((await post('x', form, `${hook}?a=%ff`)).statusCode).toBe(400)
    })

    it('T72: have a limit of bytes, and are nothing but a POST', async () => {
      expect((await post('x'.repeat(2000), form)).statusCode).toBe(204)
      expect((await post('x'.repeat(2001), form)).statusCode).toBe(413)
      expect((await post('x', { 'content-type': 'multipart/form-data; boundary=x' })).statusCode).toBe(400)
      for (const method of ['GET', 'DELETE', 'HEAD', 'PUT'] as const)
        expect((await running.app.inject({ method, url: hook })).statusCode).toBe(404)
      for (const url of [`${hook}/`, `/${hook}`, '/admin/helpdesk.Mail/received', '/api/helpdesk.Mail/%2e'])
        expect((await post('x', form, url)).statusCode).toBe(404)
    })

    it('leave raw bytes to webhooks: other routes refuse types and origins as before', async () => {
      const submit = '/api/helpdesk.Desk/submit'
      for (const type of ['text/xml', 'application/x-www-form-urlencoded', 'text/plain'])
        expect((await post('subject=x', { 'content-type': type }, submit)).statusCode).toBe(400)
      const json = { 'content-type': 'application/json', origin: 'https://elsewhere.example' }
      expect((await post('{"subject":"x"}', json, submit)).statusCode).toBe(400)
    })

    it('T35: are limited by network, and leave no bytes in the log', async () => {
      for (let call = 0; call < 40; call++) await post('subject=&secret=42', form)
      const limited = await post('subject=Late', form)
      expect([limited.statusCode, Number(limited.headers['retry-after']) > 0]).toEqual([429, true])
      const log = await running.database.query.selectFrom('admin_log').selectAll().execute()
      expect(JSON.stringify(log)).not.toContain('secret')
    })
  })

  describe('public pages (P4)', () => {
    const hostile = `<script>alert(1)</script>"'&amp;`
    it('T56: are escaped by construction, run no script, and can be read in either theme and on paper', async () => {
      const id = await add(hostile, 'javascript:alert(1)')
      const page = await get(`/help/${id}?note=${encodeURIComponent('<b onclick=x>')}`, {
        'accept-language': 'fr, en;q=0.5',
      })
      expect([page.statusCode, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
      expect(page.body).toMatch(/^<!doctype html>\n<html lang="en">/)
      expect(page.body).toContain('<h1>&lt;script&gt;alert(1)&lt;/script&gt;&quot;&#39;&amp;amp;</h1>')
      expect(page.body).toContain('<a href="" title="&lt;script&gt;')
      expect(page.body).not.toMatch(/<script|<b |<[^>]*\son[a-z]+=|style="/)
      const policy = String(page.headers['content-security-policy'])
      expect(policy).toContain("script-src 'none'")
      expect(policy).not.toContain('unsafe')
      for (const text of ['prefers-color-scheme:dark', '@media print', 'name="viewport"', 'lang="zh-CN"'])
        expect(page.body).toContain(text)
      expect((await get(`/help/${id}`, { 'accept-language': 'zh-Hans-CN, en' })).body).toContain('<html lang="zh-CN">')
      expect((await get(`/help/${id}?lang=en`, { 'accept-language': 'zh' })).body).toContain('<html lang="en">')
      expect((await get(`/help/${id}`)).headers['vary']).toContain('Accept-Language')
    })

    it('T15: are made once until the next commit, and not sent to who has them', async () => {
      const id = await add('Cached')
      const first = await get(`/help/${id}`)
      const tag = String(first.headers['etag'])
      expect(first.headers['cache-control']).toBe('public, no-cache')
      for (const version of [tag, `"x", ${tag}`, '*'])
        expect(await get(`/help/${id}?unread=1`, { 'if-none-match': version })).toMatchObject({
          statusCode: 304,
          body: '',
        })
      const head = await get(`/help/${id}`, {}, 'HEAD')
      expect([head.statusCode, head.body, head.headers['etag']]).toEqual([200, '', tag])
      const isTold = running.database.version() !== null
      if (isTold) expect(rendered.get(String(id))).toBe(1)
      await running.database.write((trx) =>
        trx.updateTable('helpdesk_ticket').set({ subject: 'Renamed' }).where('id', '=', id).execute(),
      )
      const renamed = await get(`/help/${id}`, { 'if-none-match': tag })
      expect([renamed.statusCode, renamed.body.includes('<h1>Renamed</h1>')]).toEqual([200, true])
      const due = await add('Due', 'mail', nowSeconds() - 1)
      for (let time = 0; time < 2; time++) await get(`/help/${due}`)
      expect(rendered.get(String(due))).toBeGreaterThan(1)
    })

    it('answer what is not there, what moved and what fails as pages', async () => {
      const absent = await get('/help/999999', { 'accept-language': 'en' })
      expect([absent.statusCode, absent.headers['cache-control']]).toEqual([404, 'no-store'])
      expect(absent.body).toContain('<h1>Page not found</h1>')
      expect(absent.body).toContain('content="noindex"')
      for (const url of ['/help/x', '/help/a%00b', '/help/%ef%bf%bf', '/help/12%27'])
        expect((await get(url)).statusCode).toBe(404)
      for (const url of ['/help/1/2', '/help', '/help//', '/HELP/1']) expect((await get(url)).statusCode).toBe(404)
      expect(await get('/help/old')).toMatchObject({ statusCode: 301, headers: { location: '/help/1' } })
      for (const url of ['/help/broken', '/help/away']) {
        const failed = await get(url)
        expect([failed.statusCode, String(failed.headers['content-type'])]).toEqual([500, 'text/html; charset=utf-8'])
        expect(failed.body).not.toContain('mistake')
      }
      expect((await running.app.inject({ method: 'POST', url: '/help/1' })).statusCode).toBe(404)
    })

    it('can be files, and be closed by a setting', async () => {
      const xml = await get(feed)
      expect([xml.statusCode, xml.headers['content-type']]).toEqual([200, 'application/rss+xml; charset=utf-8'])
      expect(xml.body).toMatch(/^<\?xml version="1\.0" encoding="utf-8"\?>\n<rss/)
      expect(xml.body).toContain('<title>&lt;script&gt;alert(1)')
      const rename = async (name: string) =>
        running.send('POST', '/admin/routine.Config/edit', {
          token: await running.signIn(),
          headers: { 'x-tablewright': '1' },
          payload: { site_name: name },
        })
      const id = await add('Open')
      expect((await get(`/help/${id}`)).statusCode).toBe(200)
      expect((await rename('Closed')).code).toBe(1)
      const closed = await get(`/help/${id}`, { 'accept-language': 'en' })
      expect([closed.statusCode, closed.body.includes('Only members'), closed.body.includes('Open')]).toEqual([
        403,
        true,
        false,
      ])
      expect((await rename('Help')).code).toBe(1)
      expect((await get(`/help/${id}`)).body).toContain('Open – Help')
    })
  })

  it('stand in the description of the API', async () => {
    const { data } = await running.send<{ paths: Record<string, object> }>('GET', '/admin/Index/openapi', {
      token: await running.signIn(),
    })
    expect(data.paths[hook]).toMatchObject({ post: { security: [], requestBody: { content: { '*/*': {} } } } })
    expect(data.paths['/help/{id}']).toMatchObject({
      get: { security: [], parameters: [{ name: 'id', in: 'path' }, { name: 'note' }, { name: 'lang' }] },
    })
  })
})

describe('a template of a page (T56)', () => {
  const value = 'x'
  it('writes every kind of value, and nothing for none', () => {
    expect(markup`<p>${1} ${null}${undefined}${false}${[markup`<b>${'<'}</b>`, '"']}</p>`.toString()).toBe(
      '<p>1 <b>&lt;</b>&quot;</p>',
    )
    expect(markup`<a href="/read/${'a"b'}?x=${'javascript:'}">${'\u0000\ud800ok'}</a>`.toString()).toBe(
      '<a href="/read/a&quot;b?x=javascript:">ok</a>',
    )
    for (const address of [
      'javascript:alert(1)',
      ' javascript:x',
      'data:text/html,x',
      '//x.example',
      '/\\x',
      'vbscript:x',
    ])
      expect(markup`<a href='${address}'>x</a>`.toString()).toBe("<a href=''>x</a>")
    for (const address of ['https://x.example/?a=1', '/read/1', '#top', '?page=2', 'mailto:a@b.example'])
      expect(markup`<img src="${address}">`.toString()).toBe(`<img src="${address}">`)
  })

  it('refuses values where escaping does not help, and what is no markup of its own', () => {
    for (const make of [
      () => markup`<script>${value}</script>`,
      () => markup`<style>${value}</style>`,
      () => markup`<p ${value}>x</p>`,
      () => markup`<p title=${value}>x</p>`,
      () => markup`<p onclick="${value}">x</p>`,
      () => markup`<p style="${value}">x</p>`,
      () => markup`<${value}>`,
      () => markup`<!-- ${value} -->`,
      () => markup`<iframe srcdoc="${value}"></iframe>`,
      () => markup`<p title="${markup`<b>x</b>`}">x</p>`,
      () => markup`<p>${{ toString: () => '<b>' } as unknown as string}</p>`,
      () => markup`<p title="${value}`,
    ])
      expect(make).toThrow(TypeError)
  })
})

describe('a door is not opened without its declaration (T24)', () => {
  const webhook = helpdesk.routes!.find((route) => 'kind' in route)!
  it.each([
    ['maxBytes', undefined],
    ['maxBytes', 65_537],
    ['maxBytes', 0],
    ['maxPerMinute', null],
    ['maxPerMinute', undefined],
    ['label', undefined],
    ['path', 'wms.Mail/received'],
    ['kind', 'door'],
    ['handler', undefined],
  ])('webhook with %s %j', (name, value) => {
    expect(() => checkModuleRoute('helpdesk', webhook)).not.toThrow()
    expect(() => checkModuleRoute('helpdesk', { ...webhook, [name]: value } as ModuleRoute)).toThrow(
      'of the module helpdesk',
    )
  })

  const [page] = helpdesk.publicPages!
  it.each([
    ['path', '/admin/x'],
    ['path', '/API/x'],
    ['path', '/storage/:id'],
    ['path', '/:anything'],
    ['path', '/'],
    ['path', 'help/:id'],
    ['path', '/help/*'],
    ['path', '/help/../x'],
    ['path', undefined],
    ['label', undefined],
    ['render', undefined],
  ])('page with %s %j', (name, value) => {
    const pages = [{ ...page!, [name]: value } as PublicPage]
    expect(() => checkPublicPages([{ module: 'helpdesk', pages }])).toThrow('of the module helpdesk')
  })

  it('of another module at the same address', () => {
    const other = { ...page!, path: '/help/:name' }
    const modules = ['one', 'two'].map((module, index) => ({ module, pages: [index === 0 ? page! : other] }))
    expect(() => checkPublicPages(modules)).toThrow('another page answers')
  })
})
