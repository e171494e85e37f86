/** T40: pages of other sites. */
import { createServer, type AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isOriginEntry, isAllowedOrigin } from '../../../runtime/server/settings/origins.ts'
import { defaultSettings } from '../../../runtime/server/settings/settings.ts'
import { moduleEngines } from '../../support/databases.ts'
import { runApp, type RunningApp } from '../http/running-app.ts'
import { alive, ask, signInAs } from './endpoint.ts'

const login = '/admin/Index/login'
const friend = 'https://friend.test'
const foe = 'https://foe.test'

describe.each(moduleEngines)('T40 other sites on $name', (engine) => {
  let running: RunningApp
  let token = ''
  beforeAll(async () => {
    running = await runApp(engine, {
      settings: defaultSettings({
        version: '',
        uploadFolder: '/tmp',
        captcha: false,
        origins: [friend, 'office.test'],
      }),
    })
    token = (await signInAs(running)).data.userInfo.token
  })
  afterAll(() => running.dispose())

  it.each([friend, 'http://office.test:8080', 'https://office.test', 'http://localhost:9999'])(
    '%s may read our answers',
    async (origin) => {
      const { headers } = await ask(running, 'GET', login, { headers: { origin, host: 'localhost:8000' } })
      expect(headers).toMatchObject({
        'access-control-allow-origin': origin,
        'access-control-allow-credentials': 'true',
        'access-control-max-age': '1800',
        vary: 'Origin',
      })
      expect(headers['access-control-allow-methods']).toBe('GET, POST, PATCH, PUT, DELETE, OPTIONS')
      for (const name of ['content-type', 'server', 'think-lang', 'batoken', 'ba-user-token', 'x-xsrf-token'])
        expect(String(headers['access-control-allow-headers']).toLowerCase()).toContain(name)
    },
  )

  it.each([
    foe,
    'null',
    'https://friend.test.foe.test',
    'http://friend.test',
    'https://friend.test:8443',
    'nonsense',
    '',
    'file://',
  ])('%j may not', async (origin) => {
    const { status, headers } = await ask(running, 'GET', login, { headers: { origin } })
    expect(status).toBe(200)
    expect(headers).not.toHaveProperty('access-control-allow-origin')
  })

  it('answers questions before the call with 204, with leave for friends only', async () => {
    const preflight = (origin: string) =>
      ask(running, 'OPTIONS', '/admin/shop.Product/del', {
        headers: { origin, 'access-control-request-method': 'DELETE' },
      })
    expect(await preflight(friend)).toMatchObject({ status: 204, headers: { 'access-control-allow-origin': friend } })
    const refused = await preflight(foe)
    expect(refused.status).toBe(204)
    expect(refused.headers).not.toHaveProperty('access-control-allow-origin')
    expect(await ask(running, 'OPTIONS', '/anything')).toMatchObject({ status: 204 })
  })

  it.each([foe, 'null', 'nonsense'])(
    'a write from %j is refused before it is read, even with a token',
    async (origin) => {
      const answer = await ask(running, 'POST', '/admin/Index/logout', { token, headers: { origin }, payload: {} })
      expect(answer).toMatchObject({ status: 400, msg: expect.stringContaining('another site') as string })
      expect(await alive(running, token)).toBe(true)
      expect(
        (await ask(running, 'DELETE', '/admin/shop.Product/del?ids[]=1', { token, headers: { origin } })).status,
      ).toBe(400)
    },
  )

  it('writes of friends, of our own pages and of programs pass', async () => {
    for (const headers of [
      { origin: friend },
      { origin: 'http://localhost:8000', host: 'localhost:8000' },
      {},
    ] as Record<string, string>[]) {
      expect((await signInAs(running, { headers })).code).toBe(1)
    }
  })

  it('a form of another site is no JSON and carries no token', async () => {
    const send = (type: string, payload: string) =>
      running.app.inject({
        method: 'POST',
        url: '/admin/Index/logout',
        headers: { 'content-type': type, cookie: `batoken=${token}` },
        payload,
      })
    for (const type of ['application/x-www-form-urlencoded', 'text/plain', 'multipart/form-data; boundary=x'])
      expect((await send(type, 'a=1')).statusCode).toBe(400)
    expect(
      (
        await running.app.inject({
          method: 'GET',
          url: '/admin/Dashboard/index',
          headers: { cookie: `batoken=${token}` },
        })
      ).json(),
    ).toMatchObject({ code: 302 })
  })

  it("a browser gets the anti-forgery cookie once, and its header must be the cookie's", async () => {
    const first = await ask(running, 'GET', login)
    const cookie = /^XSRF-TOKEN=([\w-]{24}); Path=\/; SameSite=Lax$/.exec(String(first.headers['set-cookie']))![1]!
    expect(
      (await ask(running, 'GET', login, { headers: { cookie: `other=1; XSRF-TOKEN=${cookie}` } })).headers,
    ).not.toHaveProperty('set-cookie')
    const post = (header?: string) =>
      signInAs(running, { headers: { cookie: `XSRF-TOKEN=${cookie}`, ...(header && { 'x-xsrf-token': header }) } })
    expect([(await post(cookie)).code, (await post()).code]).toEqual([1, 1])
    expect(await post('x'.repeat(24))).toMatchObject({
      status: 400,
      msg: expect.stringContaining('Reload the page') as string,
    })
  })

  it('fetch from a second port: refused for a host that is not on the list', async () => {
    const address = await running.app.listen({ port: 0, host: '127.0.0.1' })
    const other = createServer()
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
    const origin = `http://localhost:${(other.address() as AddressInfo).port}`
    const answer = await fetch(`${address}/admin/Index/logout`, {
      method: 'POST',
      headers: { origin, 'content-type': 'application/json', batoken: token },
      body: '{}',
    })
    other.close()
    expect(answer.status).toBe(400)
    expect(await alive(running, token)).toBe(true)
  })
})

describe('the list of origins', () => {
  it.each([
    'localhost',
    '127.0.0.1',
    '*',
    'admin.example.com',
    'https://admin.example.com',
    'http://[::1]:8000',
    '[::1]',
    'http://localhost:1818',
  ])('takes %s', (entry) => expect(isOriginEntry(entry)).toBe(true))
  it.each([
    '',
    'https://',
    'https://a.test/',
    'https://a.test/x',
    'https://u@a.test',
    'ws://a.test',
    'a b',
    '*.a.test',
    'https://*.a.test',
    '-a',
    'a/b',
    'javascript:1',
  ])('does not take %j', (entry) => expect(isOriginEntry(entry)).toBe(false))
  it('a star lets everybody in, an empty list only ourselves', () => {
    expect([
      isAllowedOrigin('https://x.test', 'h', ['*']),
      isAllowedOrigin('https://x.test', 'h', []),
      isAllowedOrigin('https://h', 'h:8000', []),
      isAllowedOrigin('http://[::1]:3', '[::1]:8000', []),
    ]).toEqual([true, false, true, true])
  })
})
