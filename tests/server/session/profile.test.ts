/** One's own account: whatever id is sent, nobody else's changes; a new password ends all other sessions. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { moduleEngines } from '../../support/databases.ts'
import { runApp, type RunningApp } from '../http/running-app.ts'
import { addAdmin, alive, ask, forgive, signInAs } from './endpoint.ts'

describe.each(moduleEngines)('the own profile on $name', (engine) => {
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
    [{ password: 'An0ther-one' }, 'password'],
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
    expect(await change(word, 'Next-2026!')).toMatchObject({ code: 1, msg: 'Password changed' })
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
    await change('Next-2026!', word)
  })

  const change = (current: unknown, password: unknown) =>
    ask<{ errors?: Record<string, string> }>(running, 'POST', '/admin/routine.AdminInfo/password', {
      token,
      payload: { current_password: current, password },
    })

  it.each([
    ['no current one', '', 'Next-2026!', 'current_password', 'Enter your current password'],
    ['a list', ['Clerk-2026'], 'Next-2026!', 'current_password', 'Enter your current password'],
    ['a wrong current one', 'Clerk-2025', 'Next-2026!', 'current_password', 'The current password is incorrect'],
    ['seven characters', word, 'Sh0rt-1', 'password', 'Enter 8–64 characters'],
    ['65 characters', word, 'ä'.repeat(65), 'password', 'Enter 8–64 characters'],
    ['a number', word, 12345678, 'password', 'Enter 8–64 characters'],
    [
      'a common one',
      word,
      'PassWord1',
      'password',
      'Choose another password: this one is among the 10,000 most common',
    ],
    ['the same', word, word, 'password', 'The new password must differ from the current one'],
  ])('refuses a password change with %s', async (_what, current, fresh, field, text) => {
    const before = await row(clerkId)
    expect(await change(current, fresh)).toMatchObject({ code: 0, data: { errors: { [field]: text } } })
    expect(await row(clerkId)).toEqual(before)
  })

  it('takes any characters in a new password, and signs in with them', async () => {
    const odd = `<"&'\n密码😀 ok>`
    expect((await change(word, odd)).code).toBe(1)
    expect((await signInAs(running, { username: 'clerk', password: odd })).code).toBe(1)
    expect((await change(odd, word)).code).toBe(1)
  })

  it('T35 has guesses of the current password wait after ten, and lets the owner sign in', async () => {
    for (let guess = 0; guess < 10; guess += 1) await change(`Guess-${guess}-x`, 'Next-2026!')
    expect(await change(word, 'Next-2026!')).toMatchObject({
      code: 0,
      msg: expect.stringContaining('15 min') as string,
    })
    expect((await signInAs(running, { username: 'clerk', password: word })).code).toBe(1)
    await forgive(running)
    await Promise.all(Array.from({ length: 40 }, (_none, guess) => change(`Guess-${guess}-x`, 'Next-2026!')))
    expect((await change(word, 'Next-2026!')).code).toBe(0)
  })

  it('accepts a password of six characters that was chosen earlier', async () => {
    await addAdmin(running, 'veteran', 'abc123')
    expect((await signInAs(running, { username: 'veteran', password: 'abc123' })).code).toBe(1)
  })

  it('T33 changes no own password through the list of accounts either', async () => {
    const root = (await signInAs(running)).data.userInfo
    expect(
      await ask(running, 'POST', '/admin/auth.Admin/edit', {
        token: root.token,
        payload: { id: root.id, password: 'Taken-0ver!' },
      }),
    ).toMatchObject({ code: 0, data: { errors: { password: expect.stringContaining('My profile') as string } } })
  })

  describe('T33 an account whose first password was generated', () => {
    const first = 'Generated-1'
    let own = ''
    beforeAll(async () => {
      const id = await addAdmin(running, 'first', first)
      await running.database.write((trx) =>
        trx.updateTable('admin').set({ must_change_password: 1, group_arr: '[1]' }).where('id', '=', id).execute(),
      )
    })
    beforeEach(async () => {
      own = (await signInAs(running, { username: 'first', password: first, ours: true })).data.userInfo?.token
    })

    it('can do nothing but change it and sign out', async () => {
      for (const [method, path] of [
        ['GET', 'Index/index'],
        ['GET', 'routine.AdminInfo/index'],
        ['POST', 'routine.AdminInfo/edit'],
        ['GET', 'routine.AdminInfo/sessions'],
        ['GET', 'auth.Admin/index'],
        ['POST', 'auth.Admin/add'],
        ['POST', 'ajax/clearCache'],
      ] as const)
        expect(
          await ask(running, method, `/admin/${path}`, { token: own, ...(method === 'POST' && { payload: {} }) }),
        ).toMatchObject({ code: 0, data: { reason: 'pending', step: 'password' } })
      expect((await ask(running, 'POST', '/admin/Index/logout', { token: own, payload: {} })).code).toBe(1)
      expect((await ask(running, 'GET', '/admin/Index/index', { token: own })).code).toBe(302)
    })

    it('tells other clients where to change the password', async () => {
      const refused = await signInAs(running, { username: 'first', password: first })
      expect(refused).toMatchObject({ code: 0, msg: expect.stringMatching(/^Change the first password/) as string })
    })

    it('does everything once it is changed', async () => {
      token = own
      expect((await change(first, 'My-own-word-7')).code).toBe(1)
      expect((await ask(running, 'GET', '/admin/Index/index', { token: own })).code).toBe(1)
      expect((await signInAs(running, { username: 'first', password: 'My-own-word-7' })).code).toBe(1)
    })
  })

  it('shows a greeting on the dashboard with the right to see it, otherwise the remark of the page', async () => {
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
