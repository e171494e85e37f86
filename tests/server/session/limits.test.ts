/** Guessing passwords: what is counted, what it costs, and that nobody can lock another out for long. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { verify } from '../../../runtime/server/identity/session/password/hash-threads.ts'
import { defaultSettings } from '../../../runtime/server/settings/settings.ts'
import { oneEngine } from '../../support/databases.ts'
import { runApp, type RunningApp } from '../http/running-app.ts'
import {
  addAdmin,
  ask,
  forgive,
  signInAs,
  solveCaptcha,
  wrongTry,
  type WireAnswer,
  type SignInData,
  type Try,
} from './endpoint.ts'

describe.each(oneEngine)('T35 guessing on $name', (engine) => {
  let running: RunningApp
  beforeAll(async () => {
    running = await runApp(engine, { trustedProxies: ['10.0.0.1'] })
    await addAdmin(running, 'clerk')
  })
  afterAll(() => running.dispose())
  beforeEach(() => forgive(running))

  const asksCaptcha = async (ip?: string) =>
    (await ask<{ captcha: boolean }>(running, 'GET', '/admin/Index/login', { ip })).data.captcha
  /** A wrong try with a captcha, as someone persistent makes it. */
  const persist = async (more: Try = {}): Promise<WireAnswer<SignInData>> =>
    wrongTry(running, { ...more, captcha: await solveCaptcha(running) })
  const fail = async (times: number, more: Try | ((index: number) => Try) = {}): Promise<void> => {
    for (let index = 0; index < times; index += 1) await persist(typeof more === 'function' ? more(index) : more)
  }
  const address = (index: number): string => `198.18.${index}.7`

  it('warns of X-Forwarded-For from an address that is no trusted proxy on the dashboard', async () => {
    const { token } = (await signInAs(running)).data.userInfo
    const warnings = async () =>
      (await ask<{ warnings?: string[] }>(running, 'GET', '/admin/Dashboard/index', { token })).data.warnings
    const headers = { 'x-forwarded-for': '192.0.2.1' }
    await ask(running, 'GET', '/admin/Index/login', { ip: '10.0.0.1', headers })
    expect(await warnings()).toBeUndefined()
    await ask(running, 'GET', '/admin/Index/login', { ip: '10.0.0.7', headers })
    await vi.waitFor(
      async () =>
        expect(await warnings()).toEqual([
          expect.stringMatching(/^Requests from 10\.0\.0\.7 .* TABLEWRIGHT_TRUSTED_PROXIES/),
        ]),
      10_000,
    )
    vi.useFakeTimers({ now: Date.now() + 86_400_000, toFake: ['Date'] })
    expect(await warnings()).toBeUndefined()
    vi.useRealTimers()
  })

  it('asks for a captcha from the fifth failure on, though the captcha is off', async () => {
    expect(await asksCaptcha()).toBe(false)
    for (let index = 0; index < 4; index += 1)
      expect((await wrongTry(running)).data).toMatchObject({ reason: 'invalid' })
    expect(await asksCaptcha()).toBe(false)
    expect((await wrongTry(running)).data.captcha).toBe(true)
    expect(await asksCaptcha()).toBe(true)
    expect(await signInAs(running, { ours: true })).toMatchObject({
      code: 0,
      msg: 'Complete the verification first.',
      data: { captcha: true },
    })
    expect((await signInAs(running, { captcha: { captchaId: 'nothing', captchaInfo: '1,1-2,2;350;200' } })).msg).toBe(
      'The correct area is not clicked, please try again!',
    )
    expect((await signInAs(running, { captcha: await solveCaptcha(running) })).code).toBe(1)
  })

  it('a captcha signs in once', async () => {
    await fail(5)
    const captcha = await solveCaptcha(running)
    expect((await wrongTry(running, { captcha })).msg).toBe('Incorrect username or password.')
    expect((await signInAs(running, { captcha })).data.captcha).toBe(true)
  })

  it('blocks for 15 minutes after ten failures with the reason, and checks no password meanwhile', async () => {
    await fail(10, (index) => ({ ip: address(index), username: 'clerk' }))
    const refused = await signInAs(running, {
      username: 'clerk',
      ip: address(99),
      captcha: await solveCaptcha(running),
    })
    expect(refused).toMatchObject({
      status: 200,
      code: 0,
      msg:
        'Too many failed attempts with this username. If you have signed in from here before, complete the ' +
        'verification; otherwise try again in 15 min.',
      data: { reason: 'invalid' },
    })
    expect(refused.data.wait).toBeGreaterThan(880)
    expect(refused.data.wait).toBeLessThanOrEqual(900)
  })

  it('counts an account from all addresses together, and others not with it', async () => {
    await fail(10, (index) => ({ ip: address(index), username: 'clerk' }))
    expect((await persist({ ip: address(50), username: 'CLERK' })).data.wait).toBeGreaterThan(0)
    expect((await signInAs(running, { ip: address(51) })).code).toBe(1)
  })

  it('counts an account however its name is written', async () => {
    const names = [
      'clerk',
      'CLERK',
      ' clerk',
      'clerk\u3000',
      'ｃｌｅｒｋ',
      'Ｃlerk',
      'cLERK ',
      '\tclerk',
      'Clerk',
      '\u00a0clerk',
    ]
    for (const [index, username] of names.entries()) {
      const { data } = await persist({ ip: address(index), username })
      expect(data, username).not.toHaveProperty('wait')
    }
    expect((await persist({ ip: address(50), username: 'clerk' })).data.wait).toBeGreaterThan(0)
    await forgive(running)
    expect((await signInAs(running, { ip: address(51), username: '\u3000ｃlerk ' })).code).toBe(1)
  })

  it('counts a neighbourhood of addresses over all accounts', async () => {
    await fail(10, (index) => ({ ip: `203.0.113.${index + 1}`, username: `guess${index}` }))
    expect((await persist({ ip: '203.0.113.200', username: 'another' })).data.wait).toBeGreaterThan(0)
    expect((await signInAs(running, { ip: '203.0.114.1' })).code).toBe(1)
  })

  describe('while a neighbourhood waits', () => {
    const lock = () => fail(10, (index) => ({ ip: `203.0.113.${index + 1}`, username: `guess${index}` }))
    const here = '203.0.113.200'
    const known = async (username: string) => {
      await signInAs(running, { username, ip: here })
      // The session shows it, even after a sign-in elsewhere.
      await signInAs(running, { username, ip: '192.0.9.1' })
    }

    it('known accounts from the network pass with a captcha, and the attacker gains nothing', async () => {
      await known('clerk')
      await lock()
      const first = await signInAs(running, { username: 'clerk', ip: here, ours: true })
      expect(first).toMatchObject({ code: 0, data: { captcha: true } })
      expect(first.msg).toContain('complete the verification')
      expect(
        (await signInAs(running, { username: 'clerk', ip: here, captcha: await solveCaptcha(running) })).code,
      ).toBe(1)
      expect((await persist({ ip: '203.0.113.9', username: 'another' })).data.wait).toBeGreaterThan(0)
    })

    it('answers the same for accounts that are known there, unknown there and no accounts', async () => {
      await known('clerk')
      await lock()
      const answers = []
      for (const username of ['clerk', 'admin', 'nobody'])
        for (const more of [{}, { captcha: await solveCaptcha(running) }]) {
          const { code, msg, data } = await wrongTry(running, { username, ip: here, ours: true, ...more })
          answers.push(JSON.stringify([code, msg, { ...data, wait: 0 }]))
        }
      expect(new Set(answers).size).toBe(1)
    })

    it('an account that is known there still waits after ten failures of its own', async () => {
      await known('clerk')
      await lock()
      await fail(10, { username: 'clerk', ip: here })
      const refused = await signInAs(running, { username: 'clerk', ip: here, captcha: await solveCaptcha(running) })
      expect(refused.data.wait).toBeGreaterThan(0)
    })

    it('the right password of an account from elsewhere does not help', async () => {
      await lock()
      expect((await signInAs(running, { ip: here, captcha: await solveCaptcha(running) })).data.wait).toBeGreaterThan(0)
    })
  })

  it('counts IPv6 by /64, however the address is rotated or written', async () => {
    await fail(10, (index) => ({
      ip: `2001:db8:1:2:${(index * 6007).toString(16)}::${index + 1}`,
      username: `guess${index}`,
    }))
    expect((await persist({ ip: '2001:DB8:1:2:ffff:ffff:ffff:ffff', username: 'another' })).data.wait).toBeGreaterThan(
      0,
    )
    expect((await signInAs(running, { ip: '2001:db8:1:3::1' })).code).toBe(1)
  })

  it('a forged X-Forwarded-For is ignored; that of a trusted proxy counts', async () => {
    await fail(10, (index) => ({
      username: `guess${index}`,
      headers: { 'x-forwarded-for': address(index), 'x-real-ip': address(index), forwarded: `for=${address(index)}` },
    }))
    expect(
      (await persist({ username: 'another', headers: { 'x-forwarded-for': address(77) } })).data.wait,
    ).toBeGreaterThan(0)
    await forgive(running)
    await fail(10, (index) => ({
      ip: '10.0.0.1',
      username: `guess${index}`,
      headers: { 'x-forwarded-for': `${address(index)}, 192.0.2.9` },
    }))
    expect(
      (await persist({ ip: '10.0.0.1', username: 'another', headers: { 'x-forwarded-for': '192.0.2.1' } })).data.wait,
    ).toBeGreaterThan(0)
    expect((await signInAs(running, { ip: '10.0.0.1', headers: { 'x-forwarded-for': '192.0.3.1' } })).code).toBe(1)
  })

  it('reads addresses with ports from a trusted proxy, and takes its own for what is none', async () => {
    const from = (list: string, more: Try = {}) => ({ ip: '10.0.0.1', headers: { 'x-forwarded-for': list }, ...more })
    const waits = async (list: string) => (await persist(from(list, { username: 'another' }))).data.wait !== undefined
    await fail(10, (index) => from(`junk, 192.0.2.${index}:${4000 + index}`, { username: `guess${index}` }))
    expect(await waits('192.0.2.99')).toBe(true)
    expect(await waits('192.0.3.99:80')).toBe(false)
    await fail(10, (index) => from(`[2001:db8:7:7::${index}]:${4000 + index}`, { username: `guess${index}` }))
    expect(await waits('2001:db8:7:7::ffff')).toBe(true)
    const { token } = (await signInAs(running)).data.userInfo
    const warnings = async () =>
      (await ask<{ warnings?: string[] }>(running, 'GET', '/admin/Dashboard/index', { token })).data.warnings ?? []
    expect((await warnings()).some((text) => text.includes('10.0.0.1'))).toBe(false)
    // The client can write anything into the header, but not behind what the proxy adds.
    await fail(10, (index) => from(`198.51.${index}.1, not-an-address-${index}`, { username: `guess${index}` }))
    expect(await waits('unknown')).toBe(true)
    expect((await signInAs(running, { ip: '10.0.0.9', captcha: await solveCaptcha(running) })).data).toHaveProperty(
      'wait',
    )
    await vi.waitFor(
      async () =>
        expect(await warnings()).toContainEqual(
          expect.stringMatching(/^The trusted proxy 10\.0\.0\.1 .* names no IP address/),
        ),
      10_000,
    )
  })

  it('a hundred guesses at once are at most ten', async () => {
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_none, index) => wrongTry(running, { username: 'clerk', ip: address(index) })),
    )
    expect(answers.filter((answer) => answer.msg === 'Incorrect username or password.').length).toBeLessThanOrEqual(10)
    expect(
      answers.filter((answer) => answer.data.wait !== undefined || answer.data.errors?.['captchaInfo']).length,
    ).toBeGreaterThanOrEqual(90)
  })

  it('others cannot lock an account where its owner signed in last', async () => {
    const home = '192.0.2.10'
    await signInAs(running, { username: 'clerk', ip: home })
    await fail(12, (index) => ({ ip: address(index), username: 'clerk' }))
    expect(
      (await signInAs(running, { username: 'clerk', ip: address(90), captcha: await solveCaptcha(running) })).data.wait,
    ).toBeGreaterThan(0)
    const atHome = { username: 'clerk', ip: '192.0.2.77' }
    expect((await signInAs(running, { ...atHome, captcha: await solveCaptcha(running) })).code).toBe(1)
  })

  it.each([5, 10])('reveals no known account of this place after %i failures elsewhere', async (failures) => {
    const home = '192.0.2.10'
    await signInAs(running, { username: 'clerk', ip: home })
    const answers = []
    for (const username of ['clerk', 'admin', 'nobody']) {
      await fail(failures, (index) => ({ ip: address(index), username }))
      const tries = []
      for (const more of [{}, { captcha: await solveCaptcha(running) }]) {
        const { code, msg, data } = await wrongTry(running, { username, ip: home, ours: true, ...more })
        tries.push([code, msg, { ...data, wait: data.wait !== undefined }])
      }
      answers.push(JSON.stringify(tries))
      await forgive(running)
    }
    expect(new Set(answers).size).toBe(1)
  })

  it('ends after its time, and attempts meanwhile do not extend it', async () => {
    await fail(10, (index) => ({ ip: address(index), username: 'clerk' }))
    const before = (await persist({ ip: address(60), username: 'clerk' })).data.wait!
    for (let index = 0; index < 5; index += 1) await persist({ ip: address(61 + index), username: 'clerk' })
    expect((await persist({ ip: address(70), username: 'clerk' })).data.wait).toBeLessThanOrEqual(before)
    await pass(901)
    expect(
      (await signInAs(running, { username: 'clerk', ip: address(71), captcha: await solveCaptcha(running) })).code,
    ).toBe(1)
  })

  it('after a wait fewer failures are borne', async () => {
    await fail(10, (index) => ({ ip: address(index), username: 'clerk' }))
    await pass(901)
    await fail(5, (index) => ({ ip: address(100 + index), username: 'clerk' }))
    expect((await persist({ ip: address(120), username: 'clerk' })).data.wait).toBeGreaterThan(0)
  })

  it('waits grow, up to an hour, and start anew after as long a quiet', async () => {
    const wait = async () => (await persist({ ip: address(120), username: 'clerk' })).data.wait!
    for (const [round, minutes] of [15, 30, 60, 60].entries()) {
      await fail(round === 0 ? 10 : 5, (index) => ({ ip: address(index + 10 * round), username: 'clerk' }))
      const asked = await wait()
      expect(asked).toBeGreaterThan(minutes * 60 - 30)
      expect(asked).toBeLessThanOrEqual(minutes * 60)
      await pass(minutes * 60 + 1)
    }
    await pass(3600)
    await fail(10, (index) => ({ ip: address(index), username: 'clerk' }))
    expect(await wait()).toBeLessThanOrEqual(900)
  })

  it('a right password that ends a wait before it began does not make the next one longer', async () => {
    await fail(9, (index) => ({ ip: address(1), username: `guess${index}` }))
    // The tenth try is right: its wait is taken back, and the failure after it begins the first one.
    expect((await signInAs(running, { ip: address(1), captcha: await solveCaptcha(running) })).code).toBe(1)
    await persist({ ip: address(1), username: 'guess' })
    expect((await persist({ ip: address(1), username: 'guess' })).data.wait).toBeLessThanOrEqual(900)
  })

  describe('with a clock that was ten years ahead', () => {
    const setAhead = () => vi.useFakeTimers({ now: Date.now() + 3650 * 86_400_000, toFake: ['Date'] })
    afterEach(() => void vi.useRealTimers())

    it('a wait ends as soon as any other', async () => {
      setAhead()
      await fail(10, (index) => ({ ip: address(index), username: 'clerk' }))
      vi.useRealTimers()
      expect((await persist({ ip: address(60), username: 'clerk' })).data.wait).toBeLessThanOrEqual(3600)
      await pass(3601)
      expect(
        (await signInAs(running, { username: 'clerk', ip: address(61), captcha: await solveCaptcha(running) })).code,
      ).toBe(1)
    })

    it('failures from before still count when it is right again', async () => {
      await fail(9, (index) => ({ ip: address(index), username: 'clerk' }))
      setAhead()
      await persist({ ip: address(70), username: 'somebody' })
      vi.useRealTimers()
      await fail(1, () => ({ ip: address(71), username: 'clerk' }))
      expect((await persist({ ip: address(72), username: 'clerk' })).data.wait).toBeGreaterThan(0)
    })

    it('failures still count, and the page does not ask for a captcha for ever', async () => {
      setAhead()
      await fail(6, (index) => ({ username: `guess${index}` }))
      vi.useRealTimers()
      expect(await asksCaptcha()).toBe(true)
      await fail(4, (index) => ({ username: `guess${index}` }))
      expect((await persist({ username: 'guess' })).data.wait).toBeGreaterThan(0)
      await pass(2 * 3600 + 1)
      expect(await asksCaptcha()).toBe(false)
    })
  })

  it('failures that are long past are forgotten', async () => {
    await fail(9, { username: 'clerk' })
    await pass(901)
    expect(await asksCaptcha()).toBe(false)
    expect((await wrongTry(running, { username: 'clerk' })).data.captcha).toBeUndefined()
  })

  it('a right password forgives the account, not the address', async () => {
    await fail(4, (index) => ({ username: `guess${index}` }))
    expect((await signInAs(running)).code).toBe(1)
    expect(await asksCaptcha()).toBe(false)
    expect((await wrongTry(running, { username: 'guess9' })).data.captcha).toBe(true)
  })

  it('signing in oneself does not buy further guesses', async () => {
    await fail(9, (index) => ({ username: `guess${index}` }))
    expect((await signInAs(running, { username: 'clerk', captcha: await solveCaptcha(running) })).code).toBe(1)
    await fail(1, { username: 'guess10' })
    expect((await persist({ username: 'guess11' })).data.wait).toBeGreaterThan(0)
  })

  it('an old client that needs a captcha is required one by the page, too', async () => {
    await fail(5, (index) => ({ ip: address(index), username: 'clerk' }))
    const ip = address(200)
    expect(await asksCaptcha(ip)).toBe(false)
    expect((await signInAs(running, { username: 'clerk', ip })).data.captcha).toBe(true)
    expect(await asksCaptcha(ip)).toBe(true)
    expect((await signInAs(running, { username: 'clerk', ip, captcha: await solveCaptcha(running) })).code).toBe(1)
  })

  it('stores no account and no address in clear', async () => {
    await fail(2, { username: 'clerk' })
    const rows = JSON.stringify(await running.database.query.selectFrom('throttle').selectAll().execute())
    expect(rows).not.toContain('clerk')
    expect(rows).not.toContain('198.51')
  })

  /** Lets the seconds pass. */
  const pass = (seconds: number) =>
    running.database.write(async (trx) => {
      for (const row of await trx.selectFrom('throttle').selectAll().execute()) {
        const earlier = (name: string) => (row[name] === null ? null : Number(row[name]) - seconds)
        await trx
          .updateTable('throttle')
          .set({
            blocked_until: earlier('blocked_until'),
            captcha_until: earlier('captcha_until'),
            expire_time: earlier('expire_time'),
          })
          .where('id', '=', row['id']!)
          .execute()
      }
    })
})

describe.each(oneEngine)('T34 telling nothing on $name', (engine) => {
  let running: RunningApp
  beforeAll(async () => {
    running = await runApp(engine)
  })
  afterAll(() => running.dispose())

  it('unknown accounts and wrong passwords: same text, same data, same work', async () => {
    const answers = { nobody: new Set<string>(), admin: new Set<string>() }
    // The work is one argon2id hash of the same cost. How long both take is measured in tests/bench.
    const compared = vi.mocked(verify)
    const costs = { nobody: new Set<string>(), admin: new Set<string>() }
    for (let round = 0; round < 6; round += 1) {
      await forgive(running)
      for (const username of round % 2 ? (['nobody', 'admin'] as const) : (['admin', 'nobody'] as const)) {
        compared.mockClear()
        const { status, code, msg, data } = await wrongTry(running, { username, ip: `198.18.${round}.1` })
        answers[username].add(JSON.stringify({ status, code, msg, data }))
        costs[username].add(compared.mock.calls.map(([stored]) => String(stored).split('$').slice(1, 4)).join(' '))
      }
    }
    expect(answers.nobody).toEqual(answers.admin)
    expect(costs.nobody).toEqual(costs.admin)
    expect([...costs.nobody]).toEqual(['argon2id,v=19,m=19456,t=2,p=1'])
  })

  it('captcha and waiting time are the same for unknown accounts', async () => {
    const seen: string[] = []
    for (const username of ['nobody', 'admin']) {
      await forgive(running)
      const said: unknown[] = []
      for (let index = 0; index < 12; index += 1) {
        const { code, msg, data } = await wrongTry(running, {
          username,
          ip: `198.18.${index}.1`,
          captcha: await solveCaptcha(running),
        })
        said.push([code, msg, { ...data, wait: data.wait !== undefined }])
      }
      seen.push(JSON.stringify(said))
    }
    expect(seen[0]).toBe(seen[1])
  })
})

describe.each(oneEngine)('with the captcha on, on $name', (engine) => {
  let running: RunningApp
  beforeAll(async () => {
    running = await runApp(engine, { settings: defaultSettings({ version: '0', uploadFolder: '/tmp' }) })
  })
  afterAll(() => running.dispose())

  it('it is asked for at once and consumed with the business call', async () => {
    expect((await ask(running, 'GET', '/admin/Index/login')).data).toEqual({ captcha: true })
    expect(await signInAs(running)).toMatchObject({
      code: 0,
      data: { captcha: true, errors: { captchaInfo: 'Complete the verification first.' } },
    })
    const captcha = await solveCaptcha(running)
    expect((await signInAs(running, { captcha })).code).toBe(1)
    expect((await signInAs(running, { captcha })).code).toBe(0)
  })

  it('input that cannot be right costs no captcha', async () => {
    const captcha = await solveCaptcha(running)
    expect((await signInAs(running, { password: 'short', captcha })).data.errors).toHaveProperty('password')
    expect((await signInAs(running, { captcha })).code).toBe(1)
  })

  it('failures without a captcha are not counted against the account', async () => {
    for (let index = 0; index < 12; index += 1) await wrongTry(running)
    expect((await signInAs(running, { captcha: await solveCaptcha(running) })).code).toBe(1)
  })
})
