/** Envelope, codes and sessions as both dialects' clients meet them; addresses, languages and other origins. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { oneEngine } from '../../../support/databases.ts'
import { password } from '../../../server/http/running-app.ts'
import { addAdmin, forgive, hash, signInAs } from '../../../server/session/endpoint.ts'
import {
  compatVersions,
  headersOf,
  openWireServer,
  reaction,
  type Envelope,
  type WireServer,
  type Wire,
} from './wire.ts'

interface SignedIn {
  readonly userInfo: Record<string, unknown> & { token: string; refresh_token: string }
  readonly routePath: string
}

describe.each(oneEngine)('the wire on $name', (engine) => {
  let server: WireServer
  beforeAll(async () => {
    server = await openWireServer(engine)
  })
  afterAll(() => server.running.dispose())

  describe.each(compatVersions)('of %s', (compat) => {
    let wire: Wire
    beforeAll(async () => {
      wire = await server.client(compat)
    })
    const account = { username: 'admin', password, captchaId: '', captchaInfo: '' }
    const signIn = (more: object = {}): Promise<Envelope<SignedIn>> =>
      server.anonymous(compat).post<SignedIn>('/admin/Index/login', { ...account, keep: true, ...more })
    const bearing = (token: string | null): Wire => Object.assign(server.anonymous(compat), { token })
    const expire = (token: string) =>
      server.running.database.write((trx) =>
        trx
          .updateTable('token')
          .set({ expire_time: Math.floor(Date.now() / 1000) - 10 })
          .where('token_hash', '=', hash(token))
          .execute(),
      )

    it('success is the number 1 in an envelope of four keys', async () => {
      const answer = await wire.get('/admin/wms.Unit/index')
      expect(answer.status).toBe(200)
      expect(Object.keys(JSON.parse(answer.text) as object)).toEqual(['code', 'msg', 'time', 'data'])
      expect(answer.code).toBe(1)
      expect(Math.abs(Number(answer.time) - Date.now() / 1000)).toBeLessThan(5)
    })

    it('failures are business answers, too: HTTP 200 and code 0 with a text', async () => {
      for (const answer of [
        await wire.get('/admin/wms.Unit/edit', { id: 999_999 }),
        await wire.del('/admin/wms.Unit/del', { ids: [999_999] }),
        await wire.post('/admin/wms.Unit/add', { name: '' }),
        await wire.get('/admin/wms.Unit/index', { order: 'nothing,asc' }),
      ]) {
        expect(answer).toMatchObject({ status: 200, code: 0, msg: expect.stringMatching(/./) as string })
      }
    })

    it('without a token the client is sent to sign in, by data both dialects read', async () => {
      for (const token of [null, 'no-such-token', 'x'.repeat(43)]) {
        const answer = await bearing(token).get('/admin/wms.Unit/index')
        expect(answer).toMatchObject({
          status: 200,
          code: 302,
          data: { routePath: '/admin/login', type: 'need login' },
        })
        expect(reaction(compat, answer)?.to).toBe('/admin/login')
      }
    })

    it('signed in already, the sign-in page sends the client home', async () => {
      for (const answer of [await wire.get('/admin/Index/login'), await wire.post('/admin/Index/login', account)]) {
        expect(answer).toMatchObject({ status: 200, code: 302, data: { routePath: '/admin', type: 'logged in' } })
        expect(reaction(compat, answer)?.to).toBe('/admin')
      }
    })

    it('signing in answers all that either client stores', async () => {
      expect((await server.anonymous(compat).get('/admin/Index/login')).data).toEqual({ captcha: false })
      const answer = await signIn()
      expect(answer).toMatchObject({ code: 1, data: { routePath: '/admin' } })
      expect(Object.keys(answer.data.userInfo)).toEqual(
        expect.arrayContaining(['id', 'username', 'nickname', 'avatar', 'last_login_time', 'token', 'refresh_token']),
      )
      expect(answer.data.userInfo['last_login_time']).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
      expect(answer.data.userInfo.refresh_token).not.toBe('')
      expect((await signIn({ keep: false })).data.userInfo.refresh_token).toBe('')
    })

    it('answers 409 with an empty list to an expired token, and repeats the request with a refreshed one', async () => {
      const { token, refresh_token: refreshToken } = (await signIn()).data.userInfo
      await expire(token)
      const client = bearing(token)
      expect(await client.get('/admin/wms.Unit/index')).toMatchObject({ status: 200, code: 409, data: [] })
      const refreshed = await client.post<{ type: string; token: string }>('/api/common/refreshToken', { refreshToken })
      expect(refreshed).toMatchObject({
        status: 200,
        code: 1,
        data: { type: 'admin-refresh', token: expect.any(String) as string },
      })
      client.token = refreshed.data.token
      expect((await client.get('/admin/wms.Unit/index')).code).toBe(1)
      // Both dialects keep the refresh token they have: it stays good.
      expect(await client.post('/api/common/refreshToken', { refreshToken })).toMatchObject({ code: 1 })
    })

    it('makes the sign-in page load anew when a captcha becomes necessary', async () => {
      const name = `guesser${compat}`
      const guess = (more: object = {}): Promise<Envelope> =>
        server
          .anonymous(compat)
          .post('/admin/Index/login', { ...account, username: name, password: 'not-mine', ...more })
      for (let failed = 0; failed < 4; failed += 1) expect(await guess()).toMatchObject({ code: 0 })
      for (const answer of [await guess(), await guess()]) {
        expect(answer).toMatchObject({ code: 302, msg: expect.stringMatching(/./) as string, data: { captcha: true } })
        // The first page sends whoever is not signed in to a sign-in page that loads anew.
        expect(reaction(compat, answer)?.to).toBe('/admin')
      }
      expect(await server.anonymous(compat).get('/admin/Index/index')).toMatchObject({
        code: 302,
        data: { routePath: '/admin/login' },
      })
      expect((await server.anonymous(compat).get('/admin/Index/login')).data).toEqual({ captcha: true })
      // A page that shows one stays, and loads the next picture by itself.
      expect(await guess({ captchaId: 'c1', captchaInfo: '1,1-2,2;350;200' })).toMatchObject({ code: 0 })
      await forgive(server.running)
    })

    it('a refresh without a refresh token, with a wrong one or without the old token is code 0', async () => {
      const { token, refresh_token: refreshToken } = (await signIn()).data.userInfo
      for (const answer of [
        await bearing(token).post('/api/common/refreshToken', { refreshToken: '' }),
        await bearing(token).post('/api/common/refreshToken', { refreshToken: 'nonsense' }),
        await bearing(null).post('/api/common/refreshToken', { refreshToken }),
        await bearing(token).post('/api/common/refreshToken', { refreshToken: token }),
      ]) {
        expect(answer).toMatchObject({ status: 200, code: 0 })
      }
    })

    it('addresses open to all ignore an expired token', async () => {
      const { token } = (await signIn()).data.userInfo
      await expire(token)
      expect(await bearing(token).get('/admin/Index/login')).toMatchObject({ code: 1 })
      expect(
        await bearing(token).get('/api/common/clickCaptcha', { id: '9f1c2d3e-0000-4000-8000-000000000000' }),
      ).toMatchObject({ code: 1 })
    })

    it('signing out is code 1 whatever is sent, and ends the tokens', async () => {
      const { token, refresh_token: refreshToken } = (await signIn()).data.userInfo
      expect(await bearing(token).post('/admin/Index/logout', { refreshToken })).toMatchObject({ status: 200, code: 1 })
      expect((await bearing(token).get('/admin/wms.Unit/index')).code).toBe(302)
      expect(await bearing(null).post('/admin/Index/logout', {})).toMatchObject({ code: 1 })
      expect(await bearing('rubbish').post('/admin/Index/logout', { refreshToken: 'rubbish' })).toMatchObject({
        code: 1,
      })
    })

    it('a missing right is code 401 with the right in question, and keeps the client where it is', async () => {
      const username = `poor${compat}`
      await addAdmin(server.running, username)
      const poor = bearing((await signInAs(server.running, { username })).data.userInfo.token)
      const answer = await poor.get('/admin/wms.Unit/index')
      expect(answer).toMatchObject({ status: 200, code: 401, msg: expect.stringMatching(/./) as string })
      expect(reaction(compat, answer)).toBeNull()
      expect(await poor.get('/admin/Index/index')).toMatchObject({ code: 0, msg: expect.stringMatching(/./) as string })
    })

    it('finds controllers and actions in any spelling, behind index.php, with .html', async () => {
      for (const path of [
        '/admin/wms.Unit/index',
        '/admin/wms.unit/Index',
        '/admin/WMS.UNIT/INDEX',
        '/index.php/admin/wms.Unit/index',
        '/admin/wms.Unit/index.html',
        '/index.php/admin/wms.unit/index.html',
        '/admin/wms.Unit',
      ]) {
        expect((await wire.get(path)).code, path).toBe(1)
      }
      for (const path of [
        '/admin/auth.AdminLog/index',
        '/admin/auth.adminLog/index',
        '/admin/auth.admin_log/index',
        '/admin/auth.Admin_Log/index',
      ])
        expect((await wire.get(path)).code, path).toBe(1)
      expect((await wire.get('/admin/no.Such/index')).status).toBe(404)
      expect((await wire.get('/admin/wms.Unit/noSuch')).status).toBe(404)
    })

    it('answers on both paths that the member center is not open', async () => {
      for (const answer of [
        await server.anonymous(compat).get('/api/user/checkIn'),
        await server.anonymous(compat).post('/api/user/checkIn', { tab: 'login', username: 'mem01', password: 'x' }),
      ])
        expect(answer).toMatchObject({ status: 200, code: 0, msg: 'The Member Center is not open.', data: null })
    })

    it('ignores server=1, uuid and unknown keys', async () => {
      const plain = await wire.get('/admin/wms.Unit/index')
      const more = await wire.get('/admin/wms.Unit/index', {
        server: 1,
        uuid: 'a-b',
        absoluteAuth: 0,
        whatever: ['x'],
        nested: { a: 1 },
      })
      expect(more).toMatchObject({ code: 1 })
      expect(more.data).toEqual(plain.data)
      expect(await wire.get('/admin/Index/login', { server: 1 })).toMatchObject({ code: 302 })
    })

    it('reads the token from the header only, not from cookies or queries', async () => {
      const token = wire.token!
      const bare = await server.running.app.inject({
        method: 'GET',
        url: `/admin/wms.Unit/index?batoken=${token}&ba_token=${token}`,
        headers: { cookie: `batoken=${token}` },
      })
      expect(bare.json()).toMatchObject({ code: 302 })
    })

    it('answers in the language of the query, the header, the browser, else in Chinese', async () => {
      const text = async (path: string, headers: Record<string, string>): Promise<string> =>
        (await server.running.app.inject({ method: 'GET', url: path, headers })).json<{ msg: string }>().msg
      const [english, chinese] = ['Sign in first.', /[\u4e00-\u9fff]/]
      const path = '/admin/wms.Unit/index'
      expect(await text(path, {})).toMatch(chinese)
      expect(await text(path, { 'think-lang': 'en' })).toBe(english)
      expect(await text(path, { 'accept-language': 'en-US,en;q=0.9' })).toBe(english)
      expect(await text(path, { 'think-lang': 'zh-cn', 'accept-language': 'en-US' })).toMatch(chinese)
      expect(await text(`${path}?lang=en`, { 'think-lang': 'zh-cn' })).toBe(english)
      expect(await text(path, { 'think-lang': 'de', 'accept-language': 'fr' })).toMatch(chinese)
    })

    it('lets pages of listed origins call with the headers the client sends', async () => {
      const preflight = await server.running.app.inject({
        method: 'OPTIONS',
        url: '/admin/Index/login',
        headers: {
          origin: 'http://localhost:1818',
          'access-control-request-method': 'POST',
          'access-control-request-headers': 'batoken,content-type,server,think-lang,ba-user-token',
        },
      })
      expect(preflight.statusCode).toBe(204)
      expect(preflight.headers).toMatchObject({
        'access-control-allow-origin': 'http://localhost:1818',
        'access-control-allow-credentials': 'true',
        'access-control-max-age': '1800',
        'access-control-allow-methods': 'GET, POST, PATCH, PUT, DELETE, OPTIONS',
      })
      const allowed = String(preflight.headers['access-control-allow-headers']).toLowerCase().split(/,\s*/)
      for (const name of [
        'think-lang',
        'server',
        'ba_user_token',
        'ba-user-token',
        'ba_token',
        'ba-token',
        'batoken',
        'authorization',
        'content-type',
        'if-match',
        'if-modified-since',
        'if-none-match',
        'if-unmodified-since',
        'x-csrf-token',
        'x-requested-with',
      ])
        expect(allowed).toContain(name)
      const foreign = await server.running.app.inject({
        method: 'GET',
        url: '/admin/Index/login',
        headers: { ...headersOf(wire), origin: 'https://elsewhere.test' },
      })
      expect(foreign.headers).not.toHaveProperty('access-control-allow-origin')
    })
  })
})
