// @vitest-environment jsdom
/** Administrators and members in one browser: whose token a call carries, renews and loses. Against a real server. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { call, getData, postData } from '../../../runtime/web/core/api/client.ts'
import { setCallListener } from '../../../runtime/web/core/api/listener.ts'
import { http } from '../../../runtime/web/core/api/axios-exchange.ts'
import { clearMember, isMemberSignedIn, saveMember, member } from '../../../runtime/web/core/auth/member.ts'
import { clearAdmin, saveAdmin, session } from '../../../runtime/web/core/auth/session.ts'
import { envelope, serve, wait, type Reply, type Seen, type Serving } from '../shell/serving.ts'

let server: Serving
let answer: (seen: Seen) => Reply | Promise<Reply>
let led: string[]

beforeEach(async () => {
  led = []
  saveAdmin({ id: 1, username: 'admin', token: 'a-old', refresh_token: 'a-keep' })
  saveMember({ id: 5, username: 'mei', token: 'm-old', refresh_token: 'm-keep' })
  server = await serve((seen) => answer(seen))
  http.defaults.baseURL = server.address
  setCallListener({ onRedirect: (path) => led.push(path) })
})
afterEach(async () => {
  clearAdmin()
  clearMember()
  await server.close()
})

const refused = (promise: Promise<unknown>) =>
  promise.then(
    () => {
      throw new Error('it was not refused')
    },
    () => undefined,
  )

/** Answers those who show a new token, and gives one to whoever asks with the right refresh token. */
const expiring = (seen: Seen): Reply => {
  if (seen.url === '/api/common/refreshToken') {
    const isAdmin = (JSON.parse(seen.body) as { refreshToken: string }).refreshToken === 'a-keep'
    return envelope(1, isAdmin ? { type: 'admin-refresh', token: 'a-new' } : { type: 'user-refresh', token: 'm-new' })
  }
  const isFresh = seen.url.startsWith('/admin/')
    ? seen.headers['batoken'] === 'a-new'
    : seen.headers['ba-user-token'] === 'm-new'
  return isFresh ? envelope(1, seen.url) : envelope(409, [], 'Token expired')
}

describe('a call', () => {
  it("carries both tokens, each in its own header, or another member's when asked to", async () => {
    answer = () => envelope(1)
    await getData('/api/user/index')
    expect(server.seen[0]!.headers).toMatchObject({ batoken: 'a-old', 'ba-user-token': 'm-old' })
    await call({ method: 'GET', path: '/api/user/index', memberToken: 'm-other' })
    expect(server.seen[1]!.headers).toMatchObject({ batoken: 'a-old', 'ba-user-token': 'm-other' })
    clearMember()
    await getData('/api/user/index')
    expect(server.seen[2]!.headers['ba-user-token']).toBeUndefined()
  })

  it('shows the anti-forgery cookie in its header', async () => {
    document.cookie = 'XSRF-TOKEN=forged%20no; path=/'
    http.defaults.withXSRFToken = true
    answer = () => envelope(1)
    await postData('/admin/x', {})
    http.defaults.withXSRFToken = undefined
    document.cookie = 'XSRF-TOKEN=; path=/; max-age=0'
    expect(server.seen[0]!.headers['x-xsrf-token']).toBe('forged no')
  })
})

describe('an expired token', () => {
  it('is renewed once for twenty calls at once, each replayed as it was', async () => {
    answer = async (seen) => {
      await wait(seen.url.endsWith('refreshToken') ? 60 : 5)
      return expiring(seen)
    }
    const paths = Array.from({ length: 20 }, (_, at) => `/admin/x/${at}`)
    expect(await Promise.all(paths.map((path, at) => (at % 2 ? postData(path, { at }) : getData(path))))).toEqual(paths)
    expect(server.seen.filter((seen) => seen.url.endsWith('refreshToken'))).toHaveLength(1)
    for (const [at, path] of paths.entries())
      expect(server.seen.filter((seen) => seen.url === path).at(-1)!.body).toBe(at % 2 ? JSON.stringify({ at }) : '')
  })

  it('of a member and of an administrator are renewed apart', async () => {
    answer = expiring
    expect(await Promise.all([getData('/api/user/index'), getData('/admin/Index/index')])).toEqual([
      '/api/user/index',
      '/admin/Index/index',
    ])
    expect([session.admin.token, member.token]).toEqual(['a-new', 'm-new'])
    expect(
      server.seen
        .filter((seen) => seen.url.endsWith('refreshToken'))
        .map((seen) => (JSON.parse(seen.body) as { refreshToken: string }).refreshToken)
        .sort(),
    ).toEqual(['a-keep', 'm-keep'])
  })

  it('is removed when it cannot be renewed, and the sign-in page of its area opens', async () => {
    answer = (seen) => (seen.url.endsWith('refreshToken') ? envelope(0, []) : envelope(409, []))
    await refused(getData('/api/account/profile'))
    expect([led, isMemberSignedIn(), session.admin.token]).toEqual([['/user/login'], false, 'a-old'])
    await refused(getData('/admin/Index/index'))
    expect([led, session.admin.token]).toEqual([['/user/login', '/admin/login'], ''])
  })

  it('passed for one call is not renewed and ends no session', async () => {
    answer = () => envelope(409, [])
    await refused(call({ method: 'GET', path: '/api/user/index', memberToken: 'm-other' }))
    expect(server.seen).toHaveLength(1)
    expect([led, session.admin.token, member.token]).toEqual([[], 'a-old', 'm-old'])
  })
})

describe('answers of the server about the sign-in', () => {
  it.each([
    ['/admin/x', 303, { type: 'need login' }, '/admin/login', ['', 'm-old']],
    ['/api/x', 303, { type: 'need login' }, '/user/login', ['a-old', '']],
    ['/admin/x', 303, { type: 'logged in' }, '/admin', ['a-old', 'm-old']],
    ['/api/x', 303, { type: 'logged in' }, '/user', ['a-old', 'm-old']],
    ['/admin/x', 302, { routePath: '/admin/login', type: 'need login' }, '/admin/login', ['', 'm-old']],
    ['/admin/x', 302, { routeName: 'adminLogin' }, '/admin/login', ['', 'm-old']],
    ['/api/x', 302, { routePath: '//evil.test', type: 'need login' }, '/user/login', ['a-old', '']],
    ['/admin/x', 302, null, '/admin/login', ['', 'm-old']],
  ])('%s answered with %i %j leads to %s', async (path, code, data, where, tokens) => {
    answer = () => envelope(code, data)
    await refused(getData(path))
    expect([led, [session.admin.token, member.token]]).toEqual([[where], tokens])
  })
})
