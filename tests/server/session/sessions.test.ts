/** Where one is signed in, and how that ends: at once, for all its tokens, in every process. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { signIn as openSignIn, type SignInScope } from '../../../runtime/server/identity/session/sign-in.ts'
import { endSessions } from '../../../runtime/server/identity/session/sessions.ts'
import { defaultSettings } from '../../../runtime/server/settings/settings.ts'
import { endRetention, moduleEngines } from '../../support/databases.ts'
import { holdWrites, overlapWrites } from '../../support/held-transaction.ts'
import { password, runApp, type RunningApp } from '../http/running-app.ts'
import { addAdmin, alive, ask, forgive, hash, signInAs, type UserInfo } from './endpoint.ts'

interface Listed {
  id: number
  admin_id: number
  username: string
  device: string
  ip: string
  create_time: number
  seen_time: number
  expire_time: number
  keep: number
  current: number
}

describe.each(moduleEngines)('T33 sessions on $name', (engine) => {
  let running: RunningApp
  let clerkId = 0
  beforeAll(async () => {
    running = await runApp(engine)
    clerkId = await addAdmin(running, 'clerk')
  })
  afterAll(() => running.dispose())
  beforeEach(() => forgive(running))

  /** Sets the server's clock, in seconds from the present one. */
  const setClock = (seconds: number) => vi.useFakeTimers({ now: Date.now() + seconds * 1000, toFake: ['Date'] })
  const signIn = async (
    username: string,
    more: { keep?: boolean; ours?: boolean; ip?: string; device?: string } = {},
  ): Promise<UserInfo> =>
    (
      await signInAs(running, {
        username,
        keep: more.keep ?? true,
        ours: more.ours ?? true,
        ...(more.ip && { ip: more.ip }),
        headers: { 'user-agent': more.device ?? 'Test/1.0' },
      })
    ).data.userInfo
  const list = async (token: string, query = '') =>
    (
      await ask<{ list: Listed[]; others: boolean }>(running, 'GET', `/admin/routine.AdminInfo/sessions${query}`, {
        token,
      })
    ).data.list
  const end = (token: string, id: unknown) =>
    ask(running, 'POST', '/admin/routine.AdminInfo/endSession', { token, payload: { id } as object })
  const renew = (user: UserInfo) =>
    ask<{ token: string }>(running, 'POST', '/api/common/refreshToken', {
      token: user.token,
      payload: { refreshToken: user.refresh_token },
    })

  it('lists own sessions with device, address and times, and which one is this', async () => {
    // The session and its tokens may otherwise be of two seconds.
    setClock(0)
    onTestFinished(() => void vi.useRealTimers())
    const here = await signIn('clerk', { ip: '192.0.2.5', device: 'Mozilla/5.0 (X11) \u0007 测试' })
    const there = await signIn('clerk', { keep: false, device: '' })
    const sessions = await list(here.token)
    expect(sessions.map((one) => one.current).sort()).toEqual([0, 1])
    expect(sessions.find((one) => one.current === 1)).toMatchObject({
      admin_id: clerkId,
      username: 'clerk',
      ip: '192.0.2.5',
      keep: 1,
      device: expect.stringContaining('Mozilla/5.0 (X11)') as string,
    })
    expect(sessions.find((one) => one.current === 0)).toMatchObject({ keep: 0 })
    for (const one of sessions) expect(one.expire_time - one.create_time).toBe((one.keep ? 30 : 3) * 86_400)
    expect(JSON.stringify(sessions)).not.toContain(hash(there.token))
  })

  it('ends one session: access and refresh token at once, others live on', async () => {
    const [here, there] = [await signIn('clerk'), await signIn('clerk')]
    const other = (await list(there.token)).find((one) => one.current === 1)!
    expect(await end(here.token, other.id)).toMatchObject({ code: 1, msg: 'Session ended' })
    expect([await alive(running, there.token), (await renew(there)).code, await alive(running, here.token)]).toEqual([
      false,
      0,
      true,
    ])
    expect((await list(here.token)).map((one) => one.id)).not.toContain(other.id)
    expect(await end(here.token, other.id)).toMatchObject({ code: 0, data: { reason: 'not_found' } })
  })

  it.each([undefined, null, 0, -1, 1.5, '', 'x', '1;drop', [1], { id: 1 }, 999_999_999])(
    'ends nothing for the id %j',
    async (id) => {
      const { token } = await signIn('clerk')
      expect(await end(token, id)).toMatchObject({ status: 200, code: 0, data: { reason: 'not_found' } })
      expect(await alive(running, token)).toBe(true)
    },
  )

  it('signing out ends access and refresh token, also when the access token is over', async () => {
    const first = await signIn('clerk')
    await ask(running, 'POST', '/admin/Index/logout', { token: first.token, payload: { refreshToken: '' } })
    expect([await alive(running, first.token), (await renew(first)).code]).toEqual([false, 0])
    const second = await signIn('clerk')
    await running.database.write((trx) =>
      trx
        .updateTable('token')
        .set({ expire_time: 1_700_000_000 })
        .where('token_hash', '=', hash(second.token))
        .execute(),
    )
    await ask(running, 'POST', '/admin/Index/logout', {
      token: second.token,
      payload: { refreshToken: second.refresh_token },
    })
    expect((await renew(second)).code).toBe(0)
  })

  it('signing out with a token of another account ends nothing', async () => {
    const { token } = await signIn('clerk')
    for (const refreshToken of ['', 'x', null, [], hash(token)])
      expect((await ask(running, 'POST', '/admin/Index/logout', { payload: { refreshToken } })).code).toBe(1)
    expect(await alive(running, token)).toBe(true)
  })

  it('ends all of an account but one, or all of them', async () => {
    const [one, two, three] = [await signIn('clerk'), await signIn('clerk', { ours: false }), await signIn('clerk')]
    const stranger = await signIn('admin')
    const tokenId = Number(
      (
        await running.database.query
          .selectFrom('token')
          .select('id')
          .where('token_hash', '=', hash(two.token))
          .executeTakeFirstOrThrow()
      )['id'],
    )
    await running.database.write((trx) => endSessions(trx, clerkId, tokenId))
    expect(await Promise.all([one, two, three, stranger].map((user) => alive(running, user.token)))).toEqual([
      false,
      true,
      false,
      true,
    ])
    expect([(await renew(one)).code, (await renew(two)).code]).toEqual([0, 1])
    await running.database.write((trx) => endSessions(trx, clerkId))
    expect([(await renew(two)).code, (await list(stranger.token, `?admin_id=${clerkId}`)).length]).toEqual([0, 0])
  })

  it('no session slips through that begins while they all end', async () => {
    const settings = defaultSettings({ version: '0', uploadFolder: '/nowhere', captcha: false })
    const input = { username: 'clerk', password, keep: true, captchaId: '', captchaInfo: '' }
    const held = holdWrites(running.database)
    const scope: SignInScope = { database: running.database, settings, audit: (trx) => held.hold(trx).then(() => 0) }
    const [signedIn] = await overlapWrites<unknown>(
      held,
      () => openSignIn(scope, { ...input, ip: '127.0.0.1', device: 'Test', rotates: true }),
      () => running.database.write((trx) => endSessions(trx, clerkId)),
    )
    expect(signedIn).toMatchObject({ token: expect.any(String) as string })
    expect(
      await running.database.query.selectFrom('token').select('id').where('admin_id', '=', clerkId).execute(),
    ).toEqual([])
  })

  it('a password that changed while it was being checked is refused', async () => {
    const before = await running.database.query
      .selectFrom('admin')
      .select('password')
      .where('id', '=', clerkId)
      .executeTakeFirstOrThrow()
    const trying = signInAs(running, { username: 'clerk' })
    await running.database.write((trx) =>
      trx.updateTable('admin').set({ password: 'changed' }).where('id', '=', clerkId).execute(),
    )
    const { code } = await trying
    await running.database.write((trx) =>
      trx.updateTable('admin').set({ password: before['password']! }).where('id', '=', clerkId).execute(),
    )
    expect(code).toBe(0)
  })

  it('an account that is disabled while its tokens are valid is refused', async () => {
    const user = await signIn('clerk')
    const set = (status: number) =>
      running.database.write((trx) => trx.updateTable('admin').set({ status }).where('id', '=', clerkId).execute())
    await set(0)
    expect([await alive(running, user.token), (await renew(user)).code]).toEqual([false, 0])
    await set(1)
    expect(await alive(running, user.token)).toBe(true)
  })

  it('remembers when a session was last used', async () => {
    const { token } = await signIn('clerk')
    await running.database.write((trx) => trx.updateTable('session').set({ seen_time: 1_700_000_000 }).execute())
    await ask(running, 'GET', '/admin/Index/index', { token })
    const seen = (await list(token)).find((one) => one.current === 1)?.seen_time ?? 0
    // An account without any menu is told so before; then nothing was used.
    expect(seen === 1_700_000_000 || Date.now() / 1000 - seen < 60).toBe(true)
  })

  it('clears sessions away whose tokens are long over', async () => {
    const { token } = await signIn('clerk')
    const id = (await list(token)).find((one) => one.current === 1)!.id
    const long = Math.floor(Date.now() / 1000) - 90 * 86_400
    await running.database.write(async (trx) => {
      await trx.updateTable('session').set({ create_time: long }).where('id', '=', id).execute()
      await trx.updateTable('token').set({ expire_time: long }).where('session_id', '=', id).execute()
    })
    await endRetention(running.database)
    await signIn('clerk')
    expect(await running.database.query.selectFrom('session').select('id').where('id', '=', id).execute()).toEqual([])
  })

  describe('a clock that jumps', () => {
    const tenYears = 3650 * 86_400
    afterEach(() => void vi.useRealTimers())

    it('a token issued while it was ahead is void once it is right again', async () => {
      setClock(tenYears)
      const ahead = await signIn('clerk')
      expect(await alive(running, ahead.token)).toBe(true)
      vi.useRealTimers()
      const answer = await ask(running, 'GET', '/admin/routine.AdminInfo/index', { token: ahead.token })
      expect([answer.code, (await renew(ahead)).code]).toEqual([409, 0])
      const { token } = await signIn('clerk')
      expect((await list(token)).every((one) => one.create_time < Date.now() / 1000 + 60)).toBe(true)
    })

    it('accepts what another server with a clock a minute ahead issued', async () => {
      setClock(50)
      const { token } = await signIn('clerk')
      vi.useRealTimers()
      expect(await alive(running, token)).toBe(true)
    })

    it('signing in while it is ahead ends no other session', async () => {
      const before = await signIn('clerk')
      setClock(tenYears)
      for (let hour = 0; hour < 3; hour += 1) {
        setClock(3600)
        await signIn('clerk', { keep: false })
      }
      vi.useRealTimers()
      expect([await alive(running, before.token), (await renew(before)).code]).toEqual([true, 1])
    })

    it('removes what is over once two checks, a day apart, agree', async () => {
      const old = await signIn('clerk')
      const stored = () =>
        running.database.query
          .selectFrom('token')
          .select('id')
          .where('token_hash', '=', hash(old.token))
          .executeTakeFirst()
      setClock(40 * 86_400)
      await signIn('clerk')
      expect(await stored()).toBeDefined()
      setClock(86_400)
      await signIn('clerk')
      expect(await stored()).toBeUndefined()
    })

    it('a refresh token used while the clock was ahead never renews again, and raises no alarm', async () => {
      const user = await signIn('clerk')
      setClock(20 * 86_400)
      const renewed = await renew(user)
      vi.useRealTimers()
      expect(renewed.code).toBe(1)
      expect((await renew(user)).code).toBe(0)
      const notices = await running.database.query.selectFrom('notice').select('title').execute()
      expect(JSON.stringify(notices)).not.toContain('sessions was ended')
    })

    it('a session seen while it was ahead is seen again', async () => {
      const root = (await signInAs(running)).data.userInfo.token
      const seenAt = async () => (await list(root)).find((one) => one.current === 1)!.seen_time
      const current = (await list(root)).find((one) => one.current === 1)!
      await running.database.write((trx) =>
        trx
          .updateTable('session')
          .set({ seen_time: current.seen_time + tenYears })
          .where('id', '=', current.id)
          .execute(),
      )
      expect((await ask(running, 'GET', '/admin/Index/index', { token: root })).code).toBe(1)
      expect(await seenAt()).toBeLessThan(Date.now() / 1000 + 60)
    })
  })

  describe('an idle timeout', () => {
    const asked = async (token: string, url: string) => (await ask(running, 'GET', url, { token })).code
    const setIdle = async (value: number, token: string) =>
      expect(
        (await ask(running, 'POST', '/admin/routine.Config/edit', { token, payload: { idle_minutes: value } })).code,
      ).toBe(1)
    let root = ''
    beforeEach(async () => {
      root = (await signInAs(running)).data.userInfo.token
      await setIdle(10, root)
    })
    afterEach(async () => {
      vi.useRealTimers()
      await setIdle(0, (await signInAs(running)).data.userInfo.token)
    })

    it('ends sessions that nobody uses, with their refresh token', async () => {
      const user = await signIn('clerk')
      setClock(655)
      expect(await asked(user.token, '/admin/routine.AdminInfo/index')).toBe(1)
      setClock(661)
      expect(await asked(user.token, '/admin/routine.AdminInfo/index')).toBe(409)
      expect((await renew(user)).code).toBe(0)
      expect((await signIn('clerk')).token).not.toBe(user.token)
    })

    it('counts every request as use but those of the notification poll', async () => {
      const [busy, polling] = [await signIn('clerk'), await signIn('clerk')]
      for (let step = 0; step < 3; step += 1) {
        setClock(300)
        expect(await asked(busy.token, '/admin/routine.AdminInfo/index')).toBe(1)
        if (step < 2) expect(await asked(polling.token, '/admin/notification.Index/push')).toBe(1)
      }
      expect(await asked(polling.token, '/admin/notification.Index/push')).toBe(409)
    })

    it('counts no renewal as use: a page that only polls renews its session as well', async () => {
      const user = await signIn('clerk')
      setClock(300)
      const renewed = (await renew(user)).data
      expect(await asked(renewed.token, '/admin/notification.Index/push')).toBe(1)
      setClock(400)
      expect(await asked(renewed.token, '/admin/notification.Index/push')).toBe(409)
    })

    it('ends no session in use because it is switched on', async () => {
      await setIdle(0, root)
      setClock(3600)
      await setIdle(10, root)
      expect(await asked(root, '/admin/routine.AdminInfo/index')).toBe(1)
    })

    it('ends no session because the clock was ahead', async () => {
      const user = await signIn('clerk')
      setClock(10 * 365 * 86_400)
      expect(await asked(user.token, '/admin/routine.AdminInfo/index')).toBe(409)
      vi.useRealTimers()
      expect(await asked(user.token, '/admin/routine.AdminInfo/index')).toBe(1)
    })
  })

  describe.each([true, false])('the longest session (our client: %s)', (ours) => {
    afterEach(() => void vi.useRealTimers())
    const day = 86_400
    const isIn = async (token: string) =>
      (await ask(running, 'GET', '/admin/routine.AdminInfo/index', { token })).code === 1

    it('ends thirty days after signing in, however often it was renewed', async () => {
      let user = await signIn('clerk', { keep: true, ours })
      for (const days of [10, 10, 9.9]) {
        setClock(days * day)
        const renewed = await renew(user)
        expect([days, renewed.code]).toEqual([days, 1])
        user = { ...user, ...renewed.data }
      }
      expect(await isIn(user.token)).toBe(true)
      expect((await list(user.token)).find((one) => one.current === 1)!.expire_time).toBeLessThanOrEqual(
        Math.ceil(Date.now() / 1000 + 0.1 * day),
      )
      setClock(0.1 * day)
      expect([await isIn(user.token), (await renew(user)).code]).toEqual([false, 0])
    })

    it('follows the setting at once, also in sessions of a database from before it', async () => {
      const user = await signIn('clerk', { keep: true, ours })
      const root = (await signInAs(running)).data.userInfo.token
      const begin = Math.floor(Date.now() / 1000) - 40 * day
      const { session_id: id } = await running.database.query
        .selectFrom('token')
        .select('session_id')
        .where('token_hash', '=', hash(user.token))
        .executeTakeFirstOrThrow()
      const beginAt = (time: number) =>
        running.database.write((trx) =>
          trx.updateTable('session').set({ create_time: time }).where('id', '=', Number(id)).execute(),
        )
      const allow = (days: number) =>
        ask(running, 'POST', '/admin/routine.Config/edit', { token: root, payload: { session_days: days } })
      await beginAt(begin)
      expect([await isIn(user.token), (await renew(user)).code]).toEqual([false, 0])
      expect((await list(root, '?all=1')).map((one) => one.id)).not.toContain(Number(id))
      await allow(41)
      expect(await isIn(user.token)).toBe(true)
      await allow(30)
      // Nobody could say when one ends that began while the clock was ahead.
      await beginAt(begin + 80 * day)
      expect([await isIn(user.token), (await renew(user)).code]).toEqual([false, 0])
      await beginAt(begin + 20 * day)
      expect([await isIn(user.token), (await renew(user)).code]).toEqual([true, 1])
    })
  })

  it('two processes share sessions: one opened at the first works at the second, and ends at both', async () => {
    const second = { ...running, ...(await secondProcess(running)) }
    const { token } = await signIn('clerk')
    expect(await alive(second, token)).toBe(true)
    const id = (await list(token)).find((one) => one.current === 1)!.id
    await end(token, id)
    expect([await alive(second, token), await alive(running, token)]).toEqual([false, false])
    await second.app.close()
  })

  it('says that there are more than it lists', async () => {
    const { token } = await signIn('clerk')
    const ask500 = async () =>
      (await ask<{ list: Listed[]; more: boolean }>(running, 'GET', '/admin/routine.AdminInfo/sessions', { token }))
        .data
    const others = (await ask500()).list.length
    const now = Math.floor(Date.now() / 1000)
    const row = { admin_id: clerkId, create_time: now - 60, seen_time: now - 60, version: 1 }
    const add = (count: number) =>
      running.database.write(async (trx) => {
        const rows = Array.from({ length: count }, () => row)
        const made = await trx.insertInto('session').values(rows).returning('id').execute()
        const tokens = made.map(({ id }) => ({
          token_hash: `many ${Number(id)}`,
          type: 'admin',
          session_id: Number(id),
          admin_id: clerkId,
          create_time: now - 60,
          expire_time: now + 600,
          version: 1,
        }))
        await trx.insertInto('token').values(tokens).execute()
      })
    await add(500 - others)
    expect(await ask500()).toMatchObject({ list: { length: 500 }, more: false })
    await add(1)
    expect(await ask500()).toMatchObject({ list: { length: 500 }, more: true })
  })
})

/** A second server on the same database, with nothing in common but that. */
async function secondProcess(first: RunningApp): Promise<Pick<RunningApp, 'app'>> {
  const other = await runApp(moduleEngines[0]!, { database: first.database })
  await other.database.dispose()
  return { app: other.app }
}
