/** The second factor: enrolment, signing in with a code, the requirement of the site, resets. */
import { createHash } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { resetFactorOf } from '../../../runtime/server/identity/administration/reset-factor.ts'
import { moduleEngines } from '../../support/databases.ts'
import { runApp, type RunningApp } from '../http/running-app.ts'
import { addAdmin, alive, ask, forgive, signInAs, type RequestFacts, type WireAnswer } from './endpoint.ts'
import { codeOf, otpauthAddress, stepAt } from '../../../runtime/server/identity/session/second-factor/totp.ts'
import { partOf } from '../../support/part-of.ts'

const digest = (word: string): string => createHash('sha1').update(word).digest('hex')

/** Passwords are not what is tested here: each one is hashed once, and compared with each hash once. */
vi.mock('../../../runtime/server/identity/session/password/hash-threads.ts', async (load) => {
  const real = await load<typeof import('../../../runtime/server/identity/session/password/hash-threads.ts')>()
  const known = new Map<string, Promise<unknown>>()
  const once = <T>(key: readonly unknown[], work: () => Promise<T>): Promise<T> => {
    const name = JSON.stringify(key.map(String))
    const result = (known.get(name) as Promise<T> | undefined) ?? work()
    known.set(name, result)
    return result
  }
  // Each setting up makes ten codes; totp.test.ts hashes some.
  const isCode = (word: string): boolean => word.length === 28
  const hash: typeof real.hash = (word) =>
    isCode(word) ? Promise.resolve(`$${digest(word)}`) : once([word], () => real.hash(word))
  const verify: typeof real.verify = (stored, word) =>
    isCode(word)
      ? Promise.resolve(stored === `$${digest(word)}`)
      : once([stored, word], () => real.verify(stored, word))
  return { ...real, hash, verify }
})

describe.each(moduleEngines)('T33 the second factor on $name', (engine) => {
  let running: RunningApp
  let count = 0
  /** Access token of a super admin with a second factor, who can change settings whatever they require. */
  let boss = ''
  const word = 'Clerk-2026'
  beforeAll(async () => {
    running = await runApp(engine, { validators: async () => null })
    const { id, token } = await enrolled()
    boss = token
    await running.database.write((trx) =>
      trx.updateTable('admin').set({ group_arr: '[1]' }).where('id', '=', id).execute(),
    )
  })
  afterAll(() => running.dispose())
  beforeEach(() => forgive(running))
  afterEach(() => void vi.useRealTimers())

  interface Owner {
    readonly id: number
    readonly username: string
    readonly token: string
    readonly secret: string
    readonly codes: readonly string[]
  }
  type Errors = { readonly errors?: Record<string, string>; readonly reason?: string }

  /** Sets the server's clock, in seconds from the present one. */
  const moveClock = (seconds: number) => vi.useFakeTimers({ now: Date.now() + seconds * 1000, toFake: ['Date'] })
  const codeNow = ({ secret }: Pick<Owner, 'secret'>) => codeOf(secret, stepAt(Math.floor(Date.now() / 1000)))
  /** The code of the next time step: each works once. */
  const nextCode = (owner: Pick<Owner, 'secret'>) => {
    moveClock(30)
    return codeNow(owner)
  }
  const post = <Data = Errors>(token: string, address: string, payload: object = {}): Promise<WireAnswer<Data>> =>
    ask<Data>(running, 'POST', `/admin/${address}`, { token, payload })
  const signIn = async (username: string, more: object = {}) =>
    (await signInAs(running, { username, password: word, ours: true, keep: true, ...more })).data.userInfo
  const enter = (token: string, code: unknown, more: RequestFacts = {}) =>
    ask<Errors>(running, 'POST', '/admin/Index/code', { token, payload: { totp_code: code }, ...more })
  const row = (id: number) =>
    running.database.query.selectFrom('admin').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const wrongCode = { code: 0, data: { reason: 'invalid', errors: { totp_code: expect.any(String) as string } } }
  const pending = (step: string) => ({ code: 0, data: { reason: 'pending', step } })

  async function enrol(token: string) {
    const { data } = await post<{ secret: string; address: string }>(token, 'routine.AdminInfo/enrolFactor', {
      current_password: word,
    })
    const { recovery_codes: codes } = (
      await post<{ recovery_codes: readonly string[] }>(token, 'routine.AdminInfo/confirmFactor', {
        totp_code: codeNow(data),
      })
    ).data
    return { secret: data.secret, address: data.address, codes }
  }

  /** An account with a second factor, signed in; the code of the present step is used up. */
  async function enrolled(): Promise<Owner> {
    const username = `owner${++count}`
    const id = await addAdmin(running, username, word)
    const { token } = await signIn(username)
    return { id, username, token, ...(await enrol(token)) }
  }

  const requireFactor = async (value: 0 | 1): Promise<void> =>
    expect((await post(boss, 'routine.Config/edit', { second_factor: value })).code).toBe(1)
  const rootToken = async () => (await signInAs(running, { ours: true })).data.userInfo.token

  describe('enrolment', () => {
    it('takes the password, then a code, shows the recovery codes once and ends the other sessions', async () => {
      const username = `owner${++count}`
      const id = await addAdmin(running, username, word)
      const [here, other] = [await signIn(username), await signIn(username)]
      const state = async () =>
        (await ask<Record<string, unknown>>(running, 'GET', '/admin/routine.AdminInfo/factor', { token: here.token }))
          .data
      expect(await state()).toEqual({ enabled: false, time: null, recovery_left: 0, required: false })
      const { secret, address, codes } = await enrol(here.token)
      expect(address).toBe(otpauthAddress('Tablewright', username, secret))
      expect(new Set(codes).size).toBe(10)
      expect(await state()).toEqual({
        enabled: true,
        time: expect.any(Number) as number,
        recovery_left: 10,
        required: false,
      })
      expect([await alive(running, here.token), await alive(running, other.token)]).toEqual([true, false])
      const stored = JSON.stringify(await row(id))
      for (const code of codes) expect(stored).not.toContain(code.replaceAll('-', ''))
      const log = await running.database.query.selectFrom('admin_log').selectAll().where('admin_id', '=', id).execute()
      const titles = log.map((entry) => String(entry['title']))
      expect(titles.filter((title) => title.includes('Second factor')).length).toBe(2)
      for (const text of [secret, word, ...codes, codeNow({ secret })]) expect(JSON.stringify(log)).not.toContain(text)
    })

    it('is not on until a code confirms it', async () => {
      const username = `owner${++count}`
      await addAdmin(running, username, word)
      const { token } = await signIn(username)
      const begin = (current: unknown) =>
        post<Errors & { secret: string }>(token, 'routine.AdminInfo/enrolFactor', { current_password: current })
      const confirm = (code: unknown) => post(token, 'routine.AdminInfo/confirmFactor', { totp_code: code })
      expect(await confirm('123456')).toMatchObject({ code: 0, data: { reason: 'bad_state' } })
      for (const current of ['', undefined, 'not-the-one', 7])
        expect((await begin(current)).data.errors).toHaveProperty('current_password')
      const first = (await begin(word)).data
      const second = (await begin(word)).data
      for (const code of [codeNow(first), '', undefined, 123456, '12345', ['123456']])
        expect(await confirm(code)).toMatchObject(wrongCode)
      expect((await signInAs(running, { username, password: word })).code).toBe(1)
      expect((await confirm(codeNow(second))).code).toBe(1)
      expect(await begin(word)).toMatchObject({ code: 0, data: { reason: 'bad_state' } })
      expect(await confirm(nextCode(second))).toMatchObject({ code: 0, data: { reason: 'bad_state' } })
    })

    it('ends with password and code, or a recovery code in its place', async () => {
      const owner = await enrolled()
      const end = (current: string, code: string) =>
        post(owner.token, 'routine.AdminInfo/disableFactor', { current_password: current, totp_code: code })
      expect((await end('not-the-one', nextCode(owner))).data.errors).toHaveProperty('current_password')
      expect(await end(word, '000000')).toMatchObject(wrongCode)
      const other = await signIn(owner.username)
      expect((await end(word, owner.codes[0]!)).code).toBe(1)
      expect((await enter(other.token, codeNow(owner))).code).toBe(302)
      expect(await row(owner.id)).toMatchObject({ totp_secret: null, totp_time: null, recovery_codes: null })
      expect(await end(word, codeNow(owner))).toMatchObject({ code: 0, data: { reason: 'bad_state' } })
      expect(await alive(running, (await signIn(owner.username)).token)).toBe(true)
    })

    it('gets new recovery codes, which make the old ones void', async () => {
      const owner = await enrolled()
      const renew = (code: string) =>
        post<Errors & { recovery_codes: string[] }>(owner.token, 'routine.AdminInfo/recoveryCodes', {
          current_password: word,
          totp_code: code,
        })
      expect(await renew('000000')).toMatchObject(wrongCode)
      const { recovery_codes: fresh } = (await renew(nextCode(owner))).data
      expect(fresh).toHaveLength(10)
      const { token } = await signIn(owner.username)
      expect(await enter(token, owner.codes[0])).toMatchObject(wrongCode)
      expect(await enter(token, fresh[0])).toMatchObject({ code: 1, data: { recovery_left: 9 } })
    })
  })

  describe('signing in', () => {
    it('opens a session that does nothing but take the code, then everything', async () => {
      const owner = await enrolled()
      const before = await row(owner.id)
      const user = await signIn(owner.username, { ip: '203.0.113.9' })
      const use = () => ask(running, 'GET', '/admin/routine.AdminInfo/index', { token: user.token })
      const refresh = () =>
        ask(running, 'POST', '/api/common/refreshToken', {
          token: user.token,
          payload: { refreshToken: user.refresh_token },
        })
      expect(await use()).toMatchObject(pending('code'))
      expect((await refresh()).code).toBe(0)
      for (const code of ['000000', '', undefined, codeNow(owner)])
        expect(await enter(user.token, code)).toMatchObject(wrongCode)
      expect(await row(owner.id)).toMatchObject({ last_login_ip: before['last_login_ip'] })
      expect(await enter(user.token, nextCode(owner), { ip: '203.0.113.9' })).toMatchObject({
        code: 1,
        data: { recovery_left: null },
      })
      expect((await use()).code).toBe(1)
      expect(await row(owner.id)).toMatchObject({ last_login_ip: '203.0.113.9' })
      expect(await enter(user.token, nextCode(owner))).toMatchObject({ code: 0, data: { reason: 'bad_state' } })
      // The day before the access token ends, then the day before the refresh token does.
      moveClock(2 * 86_400)
      expect((await use()).code).toBe(1)
      moveClock(27 * 86_400)
      expect((await use()).code).toBe(409)
      expect((await refresh()).code).toBe(1)
    })

    it('waits ten minutes for the code; then the session is over, though it was to be kept', async () => {
      const owner = await enrolled()
      const { token } = await signIn(owner.username)
      const live = async () =>
        (await ask<{ total: number }>(running, 'GET', '/admin/routine.AdminInfo/sessions', { token: owner.token })).data
          .total
      expect(await live()).toBe(2)
      moveClock(601)
      expect((await enter(token, codeNow(owner))).code).toBe(409)
      expect(await live()).toBe(1)
    })

    it('makes no place known before the code', async () => {
      const owner = await enrolled()
      await signIn(owner.username, { ip: '203.0.113.9' })
      const { token } = await signIn(owner.username, { ip: '203.0.113.9' })
      expect((await enter(token, nextCode(owner), { ip: '203.0.113.9' })).code).toBe(1)
      const notices = await ask<{ list: unknown[] }>(running, 'GET', '/admin/notification.Index/index', { token })
      expect(JSON.stringify(notices.data)).toContain('new IP address')
    })

    it('takes a code of the step before or after, and no code twice', async () => {
      const owner = await enrolled()
      const [one, two, three] = [
        await signIn(owner.username),
        await signIn(owner.username),
        await signIn(owner.username),
      ]
      moveClock(90)
      const step = stepAt(Math.floor(Date.now() / 1000))
      expect(await enter(one.token, codeOf(owner.secret, step - 2))).toMatchObject(wrongCode)
      expect((await enter(one.token, codeOf(owner.secret, step - 1))).code).toBe(1)
      expect(await enter(two.token, codeOf(owner.secret, step - 1))).toMatchObject(wrongCode)
      expect((await enter(two.token, codeOf(owner.secret, step + 1))).code).toBe(1)
      expect(await enter(three.token, codeOf(owner.secret, step))).toMatchObject(wrongCode)
    })

    it('takes a recovery code once, whatever its case, spaces and dashes', async () => {
      const owner = await enrolled()
      const [one, two] = [await signIn(owner.username), await signIn(owner.username)]
      const code = owner.codes[3]!
      expect(await enter(one.token, ` ${code.toUpperCase().replaceAll('-', ' ')} `)).toMatchObject({
        code: 1,
        data: { recovery_left: 9 },
      })
      expect(await enter(two.token, code)).toMatchObject(wrongCode)
    })

    it('takes the codes that an account has from versions before, once, too', async () => {
      const owner = await enrolled()
      const former = 'abcd-efgh-2345-6789'
      const hash = createHash('sha256').update(former.replaceAll('-', '')).digest('hex')
      const stored = JSON.stringify([
        hash,
        ...(JSON.parse(String((await row(owner.id))['recovery_codes'])) as string[]),
      ])
      await running.database.write((trx) =>
        trx.updateTable('admin').set({ recovery_codes: stored }).where('id', '=', owner.id).execute(),
      )
      const users = [await signIn(owner.username), await signIn(owner.username)]
      expect(await enter(users[0]!.token, former.toUpperCase())).toMatchObject({ code: 1, data: { recovery_left: 10 } })
      expect(await enter(users[1]!.token, former)).toMatchObject(wrongCode)
      expect(await enter(users[1]!.token, owner.codes[9])).toMatchObject({ code: 1, data: { recovery_left: 9 } })
    })

    it('of two that use the same code at once, one succeeds', async () => {
      const owner = await enrolled()
      for (const code of [nextCode(owner), owner.codes[0]!]) {
        const users = [await signIn(owner.username), await signIn(owner.username)]
        const codes = (await Promise.all(users.map(({ token }) => enter(token, code)))).map((answer) => answer.code)
        expect(codes.toSorted()).toEqual([0, 1])
      }
    })

    it('counts wrong codes, with those of all sessions together, and lets the next one wait', async () => {
      const [owner, other] = [await enrolled(), await enrolled()]
      const users = [await signIn(owner.username), await signIn(owner.username)]
      const tries = Array.from({ length: 10 }, (_, at) => enter(users[at % 2]!.token, '000000'))
      for (const answer of await Promise.all(tries)) expect(answer.code).toBe(0)
      const waiting = await enter(users[0]!.token, nextCode(owner))
      expect(waiting).toMatchObject({ code: 0, msg: expect.stringMatching(/Try again in 1[45] min/) as string })
      expect((await enter((await signIn(other.username)).token, nextCode(other))).code).toBe(1)
      moveClock(901)
      expect((await enter((await signIn(owner.username)).token, codeNow(owner))).code).toBe(1)
    })

    it('asks for the code, then the first password, then the enrolment that the site requires', async () => {
      const owner = await enrolled()
      await running.database.write((trx) =>
        trx.updateTable('admin').set({ must_change_password: 1 }).where('id', '=', owner.id).execute(),
      )
      await requireFactor(1)
      try {
        const user = await signIn(owner.username)
        const step = async () =>
          (await ask(running, 'GET', '/admin/routine.AdminInfo/index', { token: user.token })).data
        const change = (current: string, fresh: string) =>
          post(user.token, 'routine.AdminInfo/password', { current_password: current, password: fresh })
        expect(await step()).toMatchObject({ step: 'code' })
        expect(await change(word, 'Another-2026')).toMatchObject(pending('code'))
        expect((await enter(user.token, nextCode(owner))).code).toBe(1)
        expect(await step()).toMatchObject({ step: 'password' })
        expect((await change(word, 'Another-2026')).code).toBe(1)
        const ended = await post(user.token, 'routine.AdminInfo/disableFactor', {
          current_password: 'Another-2026',
          totp_code: nextCode(owner),
        })
        expect(ended.code).toBe(1)
        expect(await step()).toMatchObject({ step: 'enrolment' })
      } finally {
        await requireFactor(0)
      }
    })
  })

  it('can be required: accounts without one enrol at their next request before anything else', async () => {
    const username = `owner${++count}`
    await addAdmin(running, username, word)
    const user = await signIn(username)
    const use = () => ask(running, 'GET', '/admin/routine.AdminInfo/index', { token: user.token })
    expect((await use()).code).toBe(1)
    const root = await rootToken()
    await requireFactor(1)
    try {
      expect(await use()).toMatchObject(pending('enrolment'))
      expect((await ask(running, 'GET', '/admin/Index/index', { token: root })).data).toMatchObject({
        step: 'enrolment',
      })
      // Others cannot enrol, so that they learn from the sign-in where to do it.
      expect(await signInAs(running, { username, password: word })).toMatchObject({
        code: 0,
        msg: expect.stringMatching(/^This site requires a second factor/) as string,
      })
      expect((await ask(running, 'GET', '/admin/routine.AdminInfo/factor', { token: user.token })).data).toMatchObject({
        enabled: false,
        required: true,
      })
      await enrol(user.token)
      expect((await use()).code).toBe(1)
    } finally {
      await requireFactor(0)
    }
  })

  it('refuses other clients, which cannot send a code, with a hint', async () => {
    const owner = await enrolled()
    expect(await signInAs(running, { username: owner.username, password: word })).toMatchObject({
      code: 0,
      msg: expect.stringMatching(/^Enter the code of your authenticator app: open this address/) as string,
    })
    expect(await signInAs(running, { username: owner.username, password: 'not-the-one' })).toMatchObject({
      code: 0,
      msg: expect.stringMatching(/^Incorrect username or password/) as string,
    })
  })

  describe('a reset', () => {
    const reset = (token: string, id: unknown) => post(token, 'auth.Admin/resetFactor', { id })

    it('by an administrator with more rights removes the factor and ends all sessions', async () => {
      const owner = await enrolled()
      const root = await rootToken()
      expect((await reset(root, owner.id)).code).toBe(1)
      expect(await row(owner.id)).toMatchObject({
        totp_secret: null,
        totp_step: null,
        totp_time: null,
        recovery_codes: null,
      })
      expect((await ask(running, 'GET', '/admin/routine.AdminInfo/index', { token: owner.token })).code).toBe(302)
      expect(await alive(running, (await signIn(owner.username)).token)).toBe(true)
      const log = await running.database.query
        .selectFrom('admin_log')
        .selectAll()
        .where('url', 'like', '%resetFactor%')
        .orderBy('id', 'desc')
        .executeTakeFirstOrThrow()
      expect(log).toMatchObject({ username: 'admin', data: expect.stringContaining(owner.username) as string })
      expect(await reset(root, owner.id)).toMatchObject({ code: 0, data: { reason: 'bad_state' } })
      expect(await reset(root, 999_999)).toMatchObject({ code: 0, data: { reason: 'not_found' } })
      expect(await reset(root, 'x')).toMatchObject({ code: 0, data: { reason: 'not_found' } })
    })

    it('is refused without its right, for oneself, and for accounts with the same or more rights', async () => {
      const owner = await enrolled()
      const root = await rootToken()
      const { data } = await ask<{ userInfo: { id: number } }>(running, 'GET', '/admin/routine.AdminInfo/index', {
        token: root,
      })
      const own = partOf<{ info: { id: number } }>(data).info.id
      expect(await reset(root, own)).toMatchObject({ code: 0, msg: expect.stringMatching(/My profile/) as string })
      expect((await reset(owner.token, owner.id)).code).toBe(401)
      // The manager holds the right on accounts alone; the target has another right, the superior all.
      const rule = async (name: string) =>
        Number(
          (
            await running.database.query
              .selectFrom('admin_rule')
              .select('id')
              .where('name', '=', name)
              .executeTakeFirstOrThrow()
          )['id'],
        )
      const rights = [await rule('auth/admin/resetFactor'), await rule('auth/admin'), await rule('auth')]
      const manager = await enrolled()
      await running.database.write(async (trx) => {
        const group = await trx
          .insertInto('admin_group')
          .values({ name: 'resetters', rules: JSON.stringify(rights), status: 1, version: 1 })
          .returning('id')
          .executeTakeFirstOrThrow()
        const groups = JSON.stringify([Number(group['id'])])
        await trx.updateTable('admin').set({ group_arr: groups }).where('id', '=', manager.id).execute()
      })
      expect((await post(root, 'ajax/clearCache', { type: 'all' })).code).toBe(1)
      expect(await reset(manager.token, own)).toMatchObject({ code: 0, data: { reason: 'not_found' } })
      expect((await reset(manager.token, owner.id)).code).toBe(1)
    })

    it('from the command line needs no administrator', async () => {
      const owner = await enrolled()
      const { database } = running
      const scope = partOf<Parameters<typeof resetFactorOf>[0]>({ database, actor: null, language: 'en' })
      expect(await resetFactorOf(scope, 'nobody')).toBe(false)
      expect(await resetFactorOf(scope, owner.username)).toBe(true)
      expect(await row(owner.id)).toMatchObject({ totp_time: null })
      expect(await alive(running, (await signIn(owner.username)).token)).toBe(true)
      expect(await resetFactorOf(scope, owner.username)).toBe(false)
    })
  })
})
