/** One's own account: whatever id is sent, nobody else's changes; a new password ends all other sessions. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { engines } from '../../support/databases.ts'
import { runApp, type RunningApp } from '../http/running-app.ts'
import { addAdmin, alive, ask, forgive, signInAs } from './endpoint.ts'

describe.each(engines)('the own profile on $name', (engine) => {
  let running: RunningApp
  let clerkId = 0
  let token = ''
  const word = 'Clerk-2026'
  beforeAll(async () => {
    running = await runApp(engine, { validators: async () => null })
    clerkId = await addAdmin(running, 'clerk', word)
  })
  afterAll(() => running.dispose())
  beforeEach(async () => {
    await forgive(running)
    token = (await signInAs(running, { username: 'clerk', password: word })).data.userInfo.token
  })

  const info = async () =>
    (await ask<{ info: Record<string, unknown> }>(running, 'GET', '/admin/routine.AdminInfo/index', { token })).data
      .info
  const edit = (payload: object) =>
    ask<{ errors?: Record<string, string>; reason?: string }>(running, 'POST', '/admin/routine.AdminInfo/edit', {
      token,
      payload,
    })
  const row = async (id: number) =>
    running.database.query.selectFrom('admin').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

  it('shows the signed-in account without secrets', async () => {
    const seen = await info()
    expect(seen).toMatchObject({
      id: clerkId,
      username: 'clerk',
      nickname: 'clerk',
      avatar: '/static/images/avatar.png',
      token,
      refresh_token: '',
      last_login_time: expect.stringMatching(/^\d{4}-/) as string,
    })
    expect(Object.keys(seen)).not.toContain('password')
    expect((await ask(running, 'GET', '/admin/routine.AdminInfo/index')).code).toBe(302)
  })

  it('ignores the posted id and everything but its own fields', async () => {
    const [admin] = await running.database.query
      .selectFrom('admin')
      .selectAll()
      .where('username', '=', 'admin')
      .execute()
    const before = await row(Number(admin!['id']))
    expect(
      await edit({
        id: admin!['id'],
        nickname: 'Clerk',
        motto: 'on time',
        username: 'root',
        status: 0,
        last_login_ip: 'x',
        version: 99,
        group_arr: [1],
      }),
    ).toMatchObject({ code: 1 })
    expect(await row(Number(admin!['id']))).toEqual(before)
    expect(await row(clerkId)).toMatchObject({ username: 'clerk', nickname: 'Clerk', motto: 'on time', status: 1 })
    expect((await row(clerkId))['last_login_ip']).not.toBe('x')
  })

  it('saves the avatar alone, and the shown default one as none', async () => {
    await edit({ id: clerkId, avatar: '/storage/avatar/1.webp' })
    expect(await info()).toMatchObject({ avatar: '/storage/avatar/1.webp', nickname: (await row(clerkId))['nickname'] })
    await edit({ id: clerkId, avatar: '/static/images/avatar.png' })
    expect((await row(clerkId))['avatar']).toBeNull()
  })

  it.each([
    [{ nickname: '' }, 'nickname'],
    [{ nickname: ['x'] }, 'nickname'],
    [{ email: 'a@b\r\nBcc: evil@x' }, 'email'],
    [{ email: 'nonsense' }, 'email'],
    [{ mobile: '123' }, 'mobile'],
    [{ password: 'short' }, 'password'],
    [{ password: 'with<angle' }, 'password'],
    [{ password: 12345678 }, 'password'],
    [{ password: 'x'.repeat(33) }, 'password'],
  ])('refuses %j and changes nothing', async (payload, field) => {
    const before = await row(clerkId)
    const { code, data } = await edit({ motto: 'must not be saved', ...payload })
    expect(code).toBe(0)
    expect(data.errors).toHaveProperty(field)
    expect(await row(clerkId)).toEqual(before)
  })

  it('T33 a new password ends all other sessions and keeps this one', async () => {
    const other = (await signInAs(running, { username: 'clerk', password: word, keep: true })).data.userInfo
    expect((await edit({ nickname: 'Clerk', password: '' })).code).toBe(1)
    expect(await alive(running, other.token)).toBe(true)
    expect((await edit({ password: 'Next-2026!' })).code).toBe(1)
    expect([await alive(running, token), await alive(running, other.token)]).toEqual([true, false])
    expect(
      (
        await ask(running, 'POST', '/api/common/refreshToken', {
          token: other.token,
          payload: { refreshToken: other.refresh_token },
        })
      ).code,
    ).toBe(0)
    expect((await signInAs(running, { username: 'clerk', password: word })).code).toBe(0)
    expect((await signInAs(running, { username: 'clerk', password: 'Next-2026!' })).code).toBe(1)
    expect((await row(clerkId))['password']).toMatch(/^\$argon2id\$/)
    await edit({ password: word })
  })

  it('shows a greeting on the dashboard to those who may see it, or the remark of the page instead', async () => {
    const root = (await signInAs(running)).data.userInfo.token
    expect((await ask(running, 'GET', '/admin/Dashboard/index', { token })).code).toBe(401)
    expect((await ask(running, 'GET', '/admin/Dashboard/index', { token: root })).data).toEqual({
      remark: 'Welcome to Tablewright.',
    })
    const rules = await ask<{ list: { id: number; name: string }[] }>(
      running,
      'GET',
      '/admin/auth.Rule/index?isTree=0&limit=100&quickSearch=dashboard',
      { token: root },
    )
    const page = rules.data.list.find((rule) => rule.name === 'dashboard')!
    expect(
      await ask(running, 'POST', '/admin/auth.Rule/edit', {
        token: root,
        payload: { id: page.id, remark: 'Stocktaking on Friday' },
      }),
    ).toMatchObject({ code: 1 })
    expect((await ask(running, 'GET', '/admin/Dashboard/index', { token: root })).data).toEqual({
      remark: 'Stocktaking on Friday',
    })
    expect((await ask(running, 'GET', '/admin/Dashboard/index')).code).toBe(302)
  })
})
