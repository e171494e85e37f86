/** What every answer carries, and what no answer tells. */
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { EncodedRows } from '../../../runtime/server/core/models/encoded-rows.ts'
import type { Route } from '../../../runtime/server/http/route.ts'
import { OperationError } from '../../../runtime/server/core/errors/operation-error.ts'
import { defaultSettings } from '../../../runtime/server/settings/settings.ts'
import { StoreError } from '../../../runtime/server/db/index.ts'
import { oneEngine } from '../../support/databases.ts'
import { runApp, type RunningApp } from './running-app.ts'

const policy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; font-src " +
  "'self'; connect-src 'self'; media-src 'self' blob:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"

const route = (action: string, handler: Route['handler']): Route => ({
  area: 'admin',
  controller: 'Trouble',
  action,
  method: 'GET',
  login: 'none',
  node: null,
  handler,
})
const fail = async (error: unknown): Promise<never> => {
  throw error
}

const unpack = (bytes: Buffer, encoding: string | undefined): Buffer =>
  encoding === 'br' ? brotliDecompressSync(bytes) : encoding === 'gzip' ? gunzipSync(bytes) : bytes

const troubles: readonly Route[] = [
  route('crash', () => fail(new Error('select secret from "admin" at /srv/app/index.ts:12'))),
  route('odd', () => fail('a text, no error')),
  route('refuse', () => fail(new OperationError('invalid', { errors: { name: '此项必填' } }))),
  route('busy', () => fail(new StoreError('busy', 'too many heavy reads wait'))),
  ...['ENOSPC', 'EDQUOT', 'EMFILE', 'ENFILE'].map((code) =>
    route(code.toLowerCase(), () => fail(Object.assign(new Error(`${code}: write /srv/x`), { code }))),
  ),
  route('long', async () => ({ data: 'x'.repeat(20_000) })),
  route('middling', async () => ({ data: '中'.repeat(2000) })),
  route('rows', async () => ({ data: { list: new EncodedRows('[1.50,2]'), total: 2, remark: undefined } })),
]

const pages = [
  '/',
  '/index.html',
  '/assets/main-Ab12Cd34.js',
  '/healthz',
  '/admin/Index/login',
  '/admin/Index/index',
  '/admin/Trouble/crash',
  '/admin/Trouble/refuse',
  '/nothing',
  '/storage/x',
  '/admin/%zz/x',
]

describe.each(oneEngine)('answers (T70, T75, T83) on $name', (engine) => {
  let running: RunningApp
  beforeAll(async () => {
    running = await runApp(engine, { routes: troubles, trustedProxies: ['10.0.0.1'] })
  })
  afterAll(() => running.dispose())

  it.each(pages)('%s carries the headers of safety', async (url) => {
    const { headers } = await running.send('GET', url)
    expect(headers).toMatchObject({
      'content-security-policy': policy,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-resource-policy': 'same-site',
    })
    const features = String(headers['permissions-policy']).split(', ')
    expect(features.filter((feature) => !feature.endsWith('=()'))).toEqual(
      ['camera', 'microphone', 'display-capture', 'fullscreen'].map((name) => `${name}=(self)`),
    )
    expect(features).toEqual(expect.arrayContaining(['geolocation=()', 'usb=()', 'payment=()', 'clipboard-read=()']))
    expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
    expect(headers).not.toHaveProperty('strict-transport-security')
    expect(headers).not.toHaveProperty('x-powered-by')
    // The anti-forgery mark is all a browser is given; it signs nobody in.
    if (headers['set-cookie'] !== undefined)
      expect(headers['set-cookie']).toMatch(/^XSRF-TOKEN=[\w-]{24}; Path=\/; SameSite=Lax$/)
  })

  it('T70: only workers that are named for it may run WebAssembly', async () => {
    const worker = await running.send('GET', '/assets/reader.wasm-worker-Ab12Cd34.js')
    expect(worker.headers['content-security-policy']).toBe(
      "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'",
    )
    for (const url of ['/', '/assets/main-Ab12Cd34.js', '/assets/wasm-worker.js', '/reader.wasm-worker-Ab12Cd34.js'])
      expect(String((await running.send('GET', url)).headers['content-security-policy'])).not.toContain('wasm')
  })

  it('T70: answers only to its host names where it has a list, whatever a proxy forwards', async () => {
    const settings = defaultSettings({
      version: '',
      uploadFolder: join(running.folder, 'storage'),
      captcha: false,
      origins: ['localhost', 'https://shop.test'],
    })
    const app = await runApp(engine, { hosts: ['wms.example.com', '[::1]'], trustedProxies: ['127.0.0.1'], settings })
    onTestFinished(() => app.dispose())
    const statusOf = async (host: string, url = '/admin/Index/login', remoteAddress = '127.0.0.1') =>
      (await app.app.inject({ url, remoteAddress, headers: { host, 'x-forwarded-host': 'wms.example.com' } }))
        .statusCode
    for (const host of ['wms.example.com', 'WMS.example.com:8000', 'wms.example.com.', '[::1]:8000'])
      expect([host, await statusOf(host)]).toEqual([host, 200])
    for (const host of [
      'evil.test',
      'wms.example.com.evil.test',
      'x@wms.example.com',
      '127.0.0.1',
      'wms.example.com:x',
    ])
      for (const url of ['/', '/admin/Index/login', '/storage/x', '/nothing'])
        expect([host, url, await statusOf(host, url)]).toEqual([host, url, 421])
    const policyOf = async (url: string) =>
      (await app.send('GET', url, { headers: { host: 'wms.example.com' } })).headers['cross-origin-resource-policy']
    // Other sites whose pages may call show the files as well, and nothing else.
    expect([await policyOf('/storage/x'), await policyOf('/healthz')]).toEqual(['cross-origin', 'same-site'])
    expect([await statusOf('evil.test', '/healthz'), await statusOf('evil.test', '/healthz', '10.0.0.9')]).toEqual([
      200, 421,
    ])
    expect((await app.send('GET', '/nothing?server=1&think-lang=en', { headers: { host: 'x' } })).text).toContain(
      'TABLEWRIGHT_HOSTS',
    )
  })

  it.each([
    '/admin/Index/login',
    '/admin/Index/index',
    '/admin/Trouble/refuse',
    '/admin/Trouble/crash',
    '/healthz',
    '/nothing',
  ])('%s is never stored', async (url) => {
    expect((await running.send('GET', url)).headers['cache-control']).toBe('no-store')
  })

  it('asks for https to stay only where the request came by https from a proxy we trust', async () => {
    const ask = (remoteAddress: string) =>
      running.app.inject({ url: '/healthz', remoteAddress, headers: { 'x-forwarded-proto': 'https' } })
    expect((await ask('10.0.0.1')).headers['strict-transport-security']).toBe('max-age=31536000')
    expect((await ask('10.0.0.2')).headers).not.toHaveProperty('strict-transport-security')
  })

  it.each(['crash', 'odd'])('%s answers 500 with a number to look up and nothing else', async (action) => {
    const { status, text, headers } = await running.send('GET', `/admin/Trouble/${action}`, {
      headers: { 'think-lang': 'en' },
    })
    const body = JSON.parse(text) as Record<string, unknown>
    expect({ status, keys: Object.keys(body).sort(), code: body['code'] }).toEqual({
      status: 500,
      keys: ['code', 'message', 'msg'],
      code: 500,
    })
    expect(body['msg']).toContain(headers['x-request-id'])
    expect(text).not.toMatch(/select|srv|\.ts|stack|a text/i)
  })

  it('asks to try again later when the store has too much to do', async () => {
    const { status, headers, text } = await running.send('GET', '/admin/Trouble/busy')
    expect({ status, again: headers['retry-after'], text: text.includes('heavy') }).toEqual({
      status: 503,
      again: '2',
      text: false,
    })
  })

  it.each([
    ['enospc', '30', 'disk is full'],
    ['edquot', '30', 'disk is full'],
    ['emfile', '2', 'busy'],
    ['enfile', '2', 'busy'],
  ])('answers 503 to %s', async (action, again, words) => {
    const { status, headers, text } = await running.send('GET', `/admin/Trouble/${action}`, {
      headers: { 'think-lang': 'en' },
    })
    expect({ status, again: headers['retry-after'] }).toEqual({ status: 503, again })
    expect(text).toContain(words)
    expect(text).not.toContain('srv')
  })

  it('sends a refusal inside HTTP 200', async () => {
    expect(await running.send('GET', '/admin/Trouble/refuse', { headers: { 'think-lang': 'en' } })).toMatchObject({
      status: 200,
      code: 0,
      data: { reason: 'invalid', errors: { name: '此项必填' } },
    })
  })

  it('passes finished JSON on as it is', async () => {
    const { text } = await running.send('GET', '/admin/Trouble/rows')
    expect(text).toMatch(/^\{"code":1,"msg":"","time":\d{10},"data":\{"list":\[1\.50,2\],"total":2\}\}$/)
  })

  it.each([
    ['gzip', 'gzip'],
    ['br, gzip', 'br'],
    ['gzip, deflate, br, zstd', 'br'],
    ['BR;q=0.2, GZip;q=0.8', 'gzip'],
    ['br;q=0, gzip;q=0', undefined],
    ['*', 'br'],
    ['zstd', undefined],
    ['identity', undefined],
    ['', undefined],
  ])('packs long answers for a client that takes %j', async (accepted, encoding) => {
    for (const [action, data] of [
      ['long', 'x'.repeat(20_000)],
      ['middling', '中'.repeat(2000)],
    ] as const) {
      const { headers, statusCode, rawPayload } = await running.app.inject({
        url: `/admin/Trouble/${action}`,
        headers: { 'accept-encoding': accepted },
      })
      expect({ statusCode, encoding: headers['content-encoding'] }).toEqual({ statusCode: 200, encoding })
      expect(headers['content-length']).toBe(String(rawPayload.length))
      expect(headers.vary).toBe(encoding && 'accept-encoding')
      expect(JSON.parse(unpack(rawPayload, encoding).toString())).toMatchObject({ code: 1, data })
    }
  })

  it('names all that an answer depends on', async () => {
    const { headers } = await running.send('GET', '/admin/Trouble/long', {
      headers: { 'accept-encoding': 'br', origin: 'https://elsewhere.example' },
    })
    expect(headers.vary).toBe('Origin, accept-encoding')
  })

  it('packs without asking for what loads the HTTP client of Node', async () => {
    const whole = Object.getOwnPropertyDescriptor(globalThis, 'Response')!
    let isAsked = false
    const get = (): unknown => {
      isAsked = true
      return whole.get ? whole.get.call(globalThis) : whole.value
    }
    Object.defineProperty(globalThis, 'Response', { configurable: true, get })
    try {
      for (const action of ['long', 'middling'])
        await running.send('GET', `/admin/Trouble/${action}`, { headers: { 'accept-encoding': 'br' } })
      expect(isAsked).toBe(false)
    } finally {
      Object.defineProperty(globalThis, 'Response', whole)
    }
  })

  it('does not pack short answers', async () => {
    expect(
      (await running.send('GET', '/admin/Index/login', { headers: { 'accept-encoding': 'gzip' } })).headers,
    ).not.toHaveProperty('content-encoding')
  })

  it('is healthy', async () => {
    expect(await running.send('GET', '/healthz')).toMatchObject({ status: 200, text: '{"status":"ok"}' })
    expect((await running.send('HEAD', '/healthz')).status).toBe(200)
  })

  it('is not ready, and answers no request, once another process has changed what the database means', async () => {
    const { database, send } = running
    await database.runAlone("update tablewright_meta set value = '{}' where key = 'model'")
    await database.runAlone("update tablewright_meta set value = '99' where key = 'model_version'")
    const headers = { 'think-lang': 'en' }
    expect(await send('GET', '/healthz', { headers })).toMatchObject({
      status: 503,
      text: expect.stringContaining('restart the server'),
    })
    expect(await send('GET', '/admin/Index/index', { headers })).toMatchObject({
      status: 503,
      msg: expect.stringContaining('restart the server'),
    })
    expect((await send('GET', '/')).status).toBe(200)
  })
})

describe.each(oneEngine)('the web client (T70, T74) on $name', (engine) => {
  let running: RunningApp
  beforeAll(async () => {
    running = await runApp(engine)
  })
  afterAll(() => running.dispose())

  it.each(['/', '/index.html', '/?x=1'])('%s is the start page, asked for anew each time', async (url) => {
    const { status, headers, text } = await running.send('GET', url)
    expect({ status, type: headers['content-type'], cache: headers['cache-control'] }).toEqual({
      status: 200,
      type: 'text/html; charset=utf-8',
      cache: 'no-cache',
    })
    expect(text).toContain('<title>Tablewright</title>')
  })

  it.each([
    ['br', 'br'],
    ['gzip', 'gzip'],
    ['gzip, deflate, br', 'br'],
    ['identity', undefined],
  ])('an asset for %s comes as %s and is kept for ever', async (accepted, encoding) => {
    const { status, headers } = await running.send('GET', '/assets/main-Ab12Cd34.js', {
      headers: { 'accept-encoding': accepted },
    })
    expect({ status, encoding: headers['content-encoding'], cache: headers['cache-control'] }).toEqual({
      status: 200,
      encoding,
      cache: 'public, max-age=31536000, immutable',
    })
    expect(headers['content-type']).toMatch(/javascript/)
  })

  it.each([
    '/.secret',
    '/%2esecret',
    '/../beside.txt',
    '/..%2fbeside.txt',
    '/%2e%2e/beside.txt',
    '/assets/..%2f..%2fbeside.txt',
    '/assets/%2e%2e/%2e%2e/beside.txt',
    '/assets',
    '/assets/',
    '/INDEX.html',
    '/index.html/',
    '/index.html%00',
    '/assets%2fmain-Ab12Cd34.js%00',
    '/..\\beside.txt',
    '/assets/none.js',
    '/user',
    '/admin/login',
  ])('%s is not given', async (url) => {
    const { status, text } = await running.send('GET', url)
    expect([400, 404]).toContain(status)
    expect(text).not.toContain('private')
    expect(text).not.toContain(running.folder)
  })
})
