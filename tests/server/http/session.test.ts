/** Signing in and out. */
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { endRetention, engines } from '../../support/databases.ts'
import { password, runApp, type RunningApp } from './running-app.ts'

interface SignedIn {
  userInfo: { id: number; username: string; token: string; refresh_token: string; last_login_time: string }
  routePath: string
}

describe.each(engines)('signing in on $name', (engine) => {
  let running: RunningApp
  beforeAll(async () => {
    running = await runApp(engine)
  })
  afterAll(() => running.dispose())

  /** Failures of one test must not make the next one wait. */
  const forgive = () => running.database.write((trx) => trx.deleteFrom('throttle').execute())
  beforeEach(forgive)

  const login = <Data = SignedIn>(payload: unknown, headers: Record<string, string> = {}) =>
    running.send<Data>('POST', '/admin/Index/login', { payload: payload as object, headers })

  it('asks for no captcha', async () => {
    expect((await running.send('GET', '/admin/Index/login')).data).toEqual({ captcha: false })
  })

  it('answers with the account, a token and where to go', async () => {
    const { code, data } = await login({ username: 'admin', password })
    expect(code).toBe(1)
    expect(data).toMatchObject({ routePath: '/admin', userInfo: { username: 'admin', refresh_token: '' } })
    expect(data.userInfo.token).toMatch(/^[\w-]{43}$/)
    expect(data.userInfo.last_login_time).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
    expect(Object.keys(data.userInfo)).not.toContain('password')
  })

  it('gives a refresh token only when the session is to be kept', async () => {
    const kept = await login({ username: 'admin', password, keep: true })
    const notKept = await login({ username: 'admin', password, keep: '0' })
    expect(kept.data.userInfo.refresh_token).toMatch(/^[\w-]{43}$/)
    expect(notKept.data.userInfo.refresh_token).toBe('')
  })

  it('refuses unknown accounts and wrong passwords alike', async () => {
    const unknown = await login({ username: 'nobody', password }, { 'think-lang': 'en' })
    const wrong = await login({ username: 'admin', password: 'not-the-one' }, { 'think-lang': 'en' })
    expect(unknown).toMatchObject({ status: 200, code: 0, msg: 'Incorrect username or password.' })
    expect({ code: wrong.code, msg: wrong.msg, data: wrong.data }).toEqual({
      code: unknown.code,
      msg: unknown.msg,
      data: unknown.data,
    })
  })

  it.each([
    [{ password }, 'Enter your username'],
    [{ username: '', password }, 'Enter your username'],
    [{ username: { $ne: '' }, password }, 'Enter your username'],
    [{ username: 'admin' }, 'Enter your password'],
    [{ username: 'admin', password: 123456 }, 'Enter your password'],
  ])('refuses %j', async (payload, msg) => {
    expect(await login(payload, { 'think-lang': 'en' })).toMatchObject({ status: 200, code: 0, msg })
  })

  it.each(['ab', 'x'.repeat(31)])('refuses the account %s by its length', async (username) => {
    expect((await login<{ errors: object }>({ username, password })).data.errors).toHaveProperty('username')
  })

  it.each(['short', 'x'.repeat(65)])('refuses the password %j by its rule', async (word) => {
    expect((await login<{ errors: object }>({ username: 'admin', password: word })).data.errors).toHaveProperty(
      'password',
    )
  })

  it('reveals that an account is disabled only with its password', async () => {
    const token = await running.signIn()
    await running.database.write((trx) => trx.updateTable('admin').set({ status: 0 }).execute())
    const right = await login({ username: 'admin', password }, { 'think-lang': 'en' })
    const wrong = await login({ username: 'admin', password: 'not-the-one' }, { 'think-lang': 'en' })
    const later = await running.send('GET', '/admin/Index/index', { token })
    await running.database.write((trx) => trx.updateTable('admin').set({ status: 1 }).execute())
    expect(right).toMatchObject({ code: 0, msg: expect.stringContaining('disabled') as string })
    expect(wrong.msg).toBe('Incorrect username or password.')
    expect(later.code).toBe(302)
  })

  it('stores the hash of a token, never the token', async () => {
    const token = await running.signIn()
    const rows = await running.database.query.selectFrom('token').selectAll().execute()
    expect(rows.map((row) => row['token_hash'])).toContain(createHash('sha256').update(token).digest('hex'))
    expect(JSON.stringify(rows)).not.toContain(token)
    for (const row of rows)
      expect((await running.send('GET', '/admin/Index/index', { token: String(row['token_hash']) })).code).toBe(302)
  })

  it('stores passwords as argon2id', async () => {
    const row = await running.database.query.selectFrom('admin').selectAll().executeTakeFirstOrThrow()
    expect(row['password']).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  })

  it.each(['', 'x', 'a'.repeat(43), `${'a'.repeat(42)}'`])(
    'sends the bearer of %j to the sign-in page',
    async (token) => {
      expect(await running.send('GET', '/admin/Index/index', { token })).toMatchObject({
        status: 200,
        code: 302,
        data: { routePath: '/admin/login', type: 'need login' },
      })
    },
  )

  it('takes no token from the address', async () => {
    const token = await running.signIn()
    expect((await running.send('GET', `/admin/Index/index?batoken=${token}`)).code).toBe(302)
  })

  it('answers callers who are already signed in', async () => {
    const token = await running.signIn()
    expect(await running.send('GET', '/admin/Index/login', { token })).toMatchObject({
      code: 302,
      data: { routePath: '/admin', type: 'logged in' },
    })
  })

  it('ends access and refresh token when signing out', async () => {
    const { userInfo } = (await login({ username: 'admin', password, keep: true })).data
    expect(
      (
        await running.send('POST', '/admin/Index/logout', {
          token: userInfo.token,
          payload: { refreshToken: userInfo.refresh_token },
        })
      ).code,
    ).toBe(1)
    expect((await running.send('GET', '/admin/Index/index', { token: userInfo.token })).code).toBe(302)
    expect((await renew(userInfo.token, userInfo.refresh_token)).code).toBe(0)
  })

  const renew = (token: string, refreshToken: unknown) =>
    running.send<{ type: string; token: string }>('POST', '/api/common/refreshToken', {
      token,
      payload: { refreshToken } as object,
    })

  it('renews an expired session with its refresh token, once per access token', async () => {
    const { userInfo } = (await login({ username: 'admin', password, keep: true })).data
    await expire(userInfo.token, 60)
    expect(await running.send('GET', '/admin/Index/index', { token: userInfo.token })).toMatchObject({
      status: 200,
      code: 409,
      data: [],
    })
    const { code, data } = await renew(userInfo.token, userInfo.refresh_token)
    expect({ code, type: data.type }).toEqual({ code: 1, type: 'admin-refresh' })
    expect((await running.send('GET', '/admin/Index/index', { token: data.token })).code).toBe(1)
    expect((await running.send('GET', '/admin/Index/index', { token: userInfo.token })).code).toBe(409)
  })

  it.each([
    ['none', ''],
    ['a list', []],
    ['an unknown one', 'a'.repeat(43)],
  ])('renews nothing with %s', async (_what, refresh) => {
    expect((await renew(await running.signIn(), refresh)).code).toBe(0)
  })

  it('takes an access token for no refresh token and the other way round', async () => {
    const { userInfo } = (await login({ username: 'admin', password, keep: true })).data
    expect((await renew(userInfo.token, userInfo.token)).code).toBe(0)
    expect((await running.send('GET', '/admin/Index/index', { token: userInfo.refresh_token })).code).toBe(302)
  })

  it('renews nothing without the access token', async () => {
    const { userInfo } = (await login({ username: 'admin', password, keep: true })).data
    expect((await renew('', userInfo.refresh_token)).code).toBe(0)
  })

  it('forgets tokens two days after their end', async () => {
    const token = await running.signIn()
    await expire(token, 3 * 86_400)
    await endRetention(running.database)
    await running.signIn()
    expect((await running.send('GET', '/admin/Index/index', { token })).code).toBe(302)
  })

  const expire = (token: string, secondsAgo: number) =>
    running.database.write((trx) =>
      trx
        .updateTable('token')
        .set({ expire_time: Math.floor(Date.now() / 1000) - secondsAgo })
        .where('token_hash', '=', createHash('sha256').update(token).digest('hex'))
        .execute(),
    )
})
