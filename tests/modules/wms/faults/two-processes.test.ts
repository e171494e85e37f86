/** Two servers, each its own process, on one PostgreSQL database: sessions, rights, settings and notices are one. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Envelope } from 'tablewright/protocol'
import { clicks, targetsOf } from '../../../server/session/endpoint.ts'
import { engines, openAt, type Place } from '../../../support/databases.ts'
import { adminPassword, serve, type Running } from '../../../support/running.ts'

interface SignedIn {
  readonly userInfo: { readonly token: string; readonly refresh_token: string }
}

describe('two processes on one PostgreSQL', () => {
  let place: Place
  let one: Running
  let two: Running
  beforeAll(async () => {
    place = await engines.find(({ name }) => name === 'postgresql')!.place()
    one = await serve({ databaseUrl: place.url, demo: false })
    two = await serve({ databaseUrl: place.url, demo: false })
  }, 300_000)
  afterAll(async () => {
    await two?.stop()
    await one?.stop()
    await place?.remove()
  })

  const call = async <Data = Record<string, unknown>>(
    server: Running,
    path: string,
    token: string,
    body?: object,
    method = body ? 'POST' : 'GET',
  ): Promise<Envelope<Data>> => {
    const answer = await fetch(server.address + path, {
      method,
      headers: { 'think-lang': 'en', batoken: token, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    return (await answer.json()) as Envelope<Data>
  }
  const signIn = async (
    server: Running,
    account: object = {},
    headers: Record<string, string> = {},
  ): Promise<SignedIn['userInfo']> => {
    const answer = await fetch(`${server.address}/admin/Index/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ username: 'admin', password: adminPassword, keep: true, ...account }),
    })
    return ((await answer.json()) as Envelope<SignedIn>).data.userInfo
  }

  it('signed in at one, at work at the other; ended at one, refused at the other at once', async () => {
    const { token } = await signIn(one)
    const added = await call<{ id: number }>(two, '/admin/wms.Unit/add', token, { name: 'Pallet' })
    expect(added).toMatchObject({ code: 1 })
    expect(await call(one, `/admin/wms.Unit/edit?id=${added.data.id}`, token)).toMatchObject({
      code: 1,
      data: { row: { name: 'Pallet' } },
    })
    expect(await call(one, '/admin/Index/logout', token, {})).toMatchObject({ code: 1 })
    expect(await call(two, '/admin/wms.Unit/index', token)).toMatchObject({ code: 302, data: { type: 'need login' } })
  })

  it('a session ended from the list of the other is over at once, with its refresh token', async () => {
    const [mine, lost] = [await signIn(one), await signIn(two)]
    expect((await call(one, '/admin/wms.Unit/index', lost.token)).code).toBe(1)
    const { list } = (
      await call<{ list: { id: number; current: 0 | 1 }[] }>(two, '/admin/routine.AdminInfo/sessions', lost.token)
    ).data
    const session = list.find(({ current }) => current === 1)!
    expect(await call(one, '/admin/routine.AdminInfo/endSession', mine.token, { id: session.id })).toMatchObject({
      code: 1,
    })
    expect((await call(two, '/admin/wms.Unit/index', lost.token)).code).toBe(302)
    expect(await call(two, '/api/common/refreshToken', lost.token, { refreshToken: lost.refresh_token })).toMatchObject(
      { code: 0 },
    )
    expect((await call(two, '/admin/wms.Unit/index', mine.token)).code).toBe(1)
  })

  it('a token refreshed in one process is valid in the other, and the replaced one is not', async () => {
    const before = await signIn(one, {}, { 'x-tablewright': '1' })
    const renewed = await call<{ token: string }>(two, '/api/common/refreshToken', before.token, {
      refreshToken: before.refresh_token,
    })
    expect(renewed).toMatchObject({ code: 1, data: { type: 'admin-refresh' } })
    expect((await call(one, '/admin/wms.Unit/index', renewed.data.token)).code).toBe(1)
    expect((await call(one, '/admin/wms.Unit/index', before.token)).code).not.toBe(1)
  })

  it('an account disabled at one does not work at the other; rights taken at one are gone at the other', async () => {
    const rules = async (): Promise<{ id: number; name: string }[]> => {
      const flat = (rows: Record<string, unknown>[]): Record<string, unknown>[] =>
        rows.flatMap((row) => [row, ...flat((row['children'] as Record<string, unknown>[] | undefined) ?? [])])
      return flat((await one.api<{ list: Record<string, unknown>[] }>('/admin/auth.Rule/index')).data.list).map(
        (row) => ({ id: Number(row['id']), name: String(row['name']) }),
      )
    }
    const known = await rules()
    const idOf = (name: string): string => String(known.find((rule) => rule.name === name)!.id)
    const nodes = ['wms', 'wms/unit', 'wms/unit/index'].map(idOf)
    const group = await one.api<{ id: number }>('/admin/auth.Group/add', {
      pid: 0,
      name: 'Readers',
      rules: [...nodes, idOf('wms/unit/add')],
      status: 1,
    })
    const staff = await one.api<{ id: number }>('/admin/auth.Admin/add', {
      username: 'reader',
      nickname: 'Reader',
      password: adminPassword,
      group_arr: [String(group.data.id)],
      status: 1,
    })
    expect([group.code, staff.code]).toEqual([1, 1])
    const { token } = await signIn(two, { username: 'reader' })
    expect((await call(two, '/admin/wms.Unit/add', token, { name: 'Crate' })).code).toBe(1)
    expect(await one.api('/admin/auth.Group/edit', { id: group.data.id, rules: nodes })).toMatchObject({ code: 1 })
    expect((await call(two, '/admin/wms.Unit/add', token, { name: 'Barrel' })).code).toBe(401)
    expect((await call(two, '/admin/wms.Unit/index', token)).code).toBe(1)
    expect(await one.api('/admin/auth.Admin/edit', { id: staff.data.id, status: '0' })).toMatchObject({ code: 1 })
    expect((await call(two, '/admin/wms.Unit/index', token)).code).toBe(302)
  })

  it('a new password ends what was signed in at either, but for where it was changed', async () => {
    const made = await one.api<{ id: number }>('/admin/auth.Admin/add', {
      username: 'changer',
      nickname: 'Changer',
      password: adminPassword,
      group_arr: ['1'],
      status: '1',
    })
    expect(made.code).toBe(1)
    const [here, there] = [await signIn(one, { username: 'changer' }), await signIn(two, { username: 'changer' })]
    expect(
      await call(one, '/admin/routine.AdminInfo/password', here.token, {
        current_password: adminPassword,
        password: 'An0ther-pw',
      }),
    ).toMatchObject({ code: 1 })
    expect([
      (await call(two, '/admin/Index/index', there.token)).code,
      (await call(one, '/admin/Index/index', there.token)).code,
      (await call(two, '/admin/Index/index', here.token)).code,
    ]).toEqual([302, 302, 1])
    expect(
      await call(two, '/api/common/refreshToken', there.token, { refreshToken: there.refresh_token }),
    ).toMatchObject({ code: 0 })
    expect(await two.api(`/admin/auth.Admin/del?ids[]=${made.data.id}`, undefined, 'DELETE')).toMatchObject({ code: 1 })
    expect((await call(one, '/admin/Index/index', here.token)).code).toBe(302)
  })

  it('a captcha created in one process is solved in the other and used up for both', async () => {
    const database = await openAt(place)
    const check = (server: Running, id: string, info: string) =>
      call(server, '/api/common/checkClickCaptcha', '', { id, info, unset: false })
    expect(await call(one, '/api/common/clickCaptcha?id=shared-1', '')).toMatchObject({ code: 1 })
    const info = clicks(await targetsOf(database, 'shared-1'))
    await database.close()
    expect((await check(two, 'shared-1', info)).code).toBe(1)
    expect((await check(two, 'shared-1', '1,1-2,2;350;200')).code).toBe(0)
    expect((await check(one, 'shared-1', info)).code).toBe(0)
  })

  it('a setting changed in one process applies in the other within a second', async () => {
    expect(await one.api('/admin/routine.Config/edit', { site_name: 'Two of us' })).toMatchObject({ code: 1 })
    const name = async (): Promise<string> =>
      (await two.api<{ siteConfig: { siteName: string } }>('/admin/Index/index')).data.siteConfig.siteName
    await expect.poll(name, { timeout: 3000, interval: 200 }).toBe('Two of us')
  })

  it('a notification is pushed once, by either process', async () => {
    const thief = await signIn(one, {}, { 'x-tablewright': '1' })
    const renew = (server: Running, token: string, refreshToken: string) =>
      call<{ token: string; refresh_token: string }>(server, '/api/common/refreshToken', token, { refreshToken })
    const next = (await renew(one, thief.token, thief.refresh_token)).data
    await renew(two, next.token, next.refresh_token)
    expect(await renew(two, thief.token, thief.refresh_token)).toMatchObject({ code: 0 })
    const push = (server: Running) =>
      call<{ list: { title: string }[]; msg: string; sound: string; unread: number }>(
        server,
        '/admin/notification.Index/push',
        one.token,
      )
    const polls = await Promise.all(Array.from({ length: 8 }, (_one, at) => push(at % 2 === 0 ? one : two)))
    expect(polls.flatMap(({ data }) => data.list.map(({ title }) => title))).toEqual(['One of your sessions was ended'])
    for (const { data } of await Promise.all([push(one), push(two)]))
      expect(data).toMatchObject({ msg: '', sound: '', unread: 1 })
  })

  // Last, because whoever comes from this address has to wait afterwards.
  it('failures at both count together', async () => {
    const codes: { data: { captcha?: boolean; wait?: number } | null }[] = []
    for (let at = 0; at < 12; at += 1) {
      const server = at % 2 === 0 ? one : two
      const answer = await fetch(`${server.address}/admin/Index/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ username: 'nobodyHere', password: 'not-the-one' }),
      })
      codes.push((await answer.json()) as Envelope<{ captcha?: boolean }>)
    }
    // Five failures, whoever saw them, and a captcha is asked for.
    expect(codes.findIndex(({ data }) => data?.captcha === true)).toBe(4)
    expect(codes.slice(5).every(({ data }) => data?.captcha === true || (data?.wait ?? 0) > 0)).toBe(true)
  })
})
