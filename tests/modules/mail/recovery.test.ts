/** An administrator who forgot the password sets a new one with a code sent by mail. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Scope } from 'tablewright/server'
import { mail } from '#generated/mail/index.ts'
import { mailServer } from '../../../runtime/modules/mail/server/index.ts'
import { startJobRunner, type JobRunner } from '../../../runtime/server/operation/jobs/runner.ts'
import { sendRecoveryCode } from '../../../runtime/server/identity/session/recovery/send-code.ts'
import { sealedText } from '../../server/messages/codes.ts'
import { openMessageApp, until, type MessageApp } from '../../server/messages/message-app.ts'
import {
  addAdmin,
  alive,
  ask,
  forgive,
  signInAs,
  solveCaptcha,
  type WireAnswer,
} from '../../server/session/endpoint.ts'
import type { RunningApp } from '../../server/http/running-app.ts'
import { moduleEngines } from '../../support/databases.ts'
import { partOf } from '../../support/part-of.ts'

const word = 'Forgotten-2026'
const fresh = 'Remembered-2026'

describe.each(moduleEngines)('T30 T33 T36 recovery of a password on $name', (engine) => {
  let messages: MessageApp
  let running: RunningApp
  let jobs: JobRunner
  let clerk = 0
  beforeAll(async () => {
    messages = await openMessageApp(engine, mail, mailServer, 'mail_log')
    running = messages.app.running
    const scope = async () =>
      partOf<Scope>({
        database: running.database,
        language: 'en',
        settings: await messages.settings(),
        mailer: mailServer.mailer,
      })
    jobs = startJobRunner(
      { jobs: [sendRecoveryCode], scope, onError: () => undefined, intervalMs: 5 },
      running.database,
    )
    clerk = await addAdmin(running, 'clerk', word)
    await setEmail(clerk, 'Clerk@example.com')
    await setEmail(await addAdmin(running, 'former', word), 'former@example.com', { status: 0 })
    await addAdmin(running, 'silent', word)
  })
  afterAll(async () => {
    await jobs.stop()
    await messages.dispose()
  })
  beforeEach(async () => {
    await messages.clear()
    await messages.configure({ mail_host: '127.0.0.1', mail_sender: 'shop@example.com' })
  })
  afterEach(() => forgive(running))

  const setEmail = (id: number, email: string, more: object = {}) =>
    running.database.write((trx) =>
      trx
        .updateTable('admin')
        .set({ email, ...more })
        .where('id', '=', id)
        .execute(),
    )
  const mails = () => running.database.query.selectFrom('mail_log').selectAll().orderBy('id', 'desc').execute()
  const textOf = async (mail: object) => sealedText(await messages.settings(), 'mail_log', mail)
  const post = (path: string, payload: object) => ask(running, 'POST', `/admin/Index/${path}`, { payload })
  /** Asks for a code and waits until it was sent, or was not. */
  const request = async (account: string, captcha?: object): Promise<WireAnswer> => {
    const answer = await post('sendRecoveryCode', { account, ...(captcha ?? (await solveCaptcha(running))) })
    await until(async () =>
      expect(
        await running.database.query
          .selectFrom('job')
          .select('state')
          .where('name', '=', sendRecoveryCode.name)
          .where('state', '<', 30)
          .execute(),
      ).toEqual([]),
    )
    return answer
  }
  const codeFor = async (account: string): Promise<string> => {
    await forgive(running)
    expect(await request(account)).toMatchObject({ code: 1 })
    return /\b\d{8}\b/.exec(await textOf((await mails())[0]!))?.[0] ?? ''
  }
  const reset = (account: string, code: string, password = fresh) =>
    post('resetPassword', { account, recovery_code: code, password })
  const restore = async () => void (await reset('clerk', await codeFor('clerk'), word))

  it('is offered where the site can send mail, and refused where it cannot', async () => {
    expect((await ask(running, 'GET', '/admin/Index/login')).data).toMatchObject({ recovery: true })
    await messages.configure({ mail_host: '' })
    expect((await ask(running, 'GET', '/admin/Index/login')).data).not.toHaveProperty('recovery')
    expect(await request('clerk')).toMatchObject({ code: 0, data: { reason: 'bad_state' } })
    expect(await reset('clerk', '12345678')).toMatchObject({ code: 0, data: { reason: 'bad_state' } })
    expect(await mails()).toEqual([])
  })

  it('sets the password once, ends all sessions, tells the owner, and is logged without code or password', async () => {
    const { token } = (await signInAs(running, { username: 'clerk', password: word })).data.userInfo
    const code = await codeFor('clerk')
    expect(await reset('clerk', code)).toMatchObject({ code: 1 })
    expect(await alive(running, token)).toBe(false)
    expect(await signInAs(running, { username: 'clerk', password: word })).toMatchObject({ code: 0 })
    expect(await signInAs(running, { username: 'clerk', password: fresh })).toMatchObject({ code: 1 })
    expect(await reset('clerk', code, 'Another-2026')).toMatchObject({
      code: 0,
      data: { errors: { recovery_code: expect.any(String) } },
    })
    const [told] = await mails()
    expect(told).toMatchObject({ event: 'admin_password_recovered', recipient: 'Clerk@example.com' })
    const log = await running.database.query
      .selectFrom('admin_log')
      .selectAll()
      .where('username', '=', 'clerk')
      .execute()
    expect(log.map(({ title }) => title).join(' ')).toContain('Recover password')
    expect([code, fresh].filter((secret) => JSON.stringify(log).includes(secret))).toEqual([])
    await restore()
  })

  it('finds the account by its address, and answers alike for accounts that receive nothing', async () => {
    const known = await request('clerk@EXAMPLE.com')
    expect((await mails()).map(({ recipient }) => recipient)).toEqual(['Clerk@example.com'])
    for (const account of ['nobody', 'former', 'silent', 'nobody@example.com']) {
      const { code, msg, data } = await request(account)
      expect([account, code, msg, data]).toEqual([account, known.code, known.msg, known.data])
    }
    expect(await mails()).toHaveLength(1)
    const wrong = await reset('nobody', '12345678')
    expect((await reset('clerk', '00000000')).data).toEqual(wrong.data)
  })

  it('gives each account of a shared address a code of its own, with its name', async () => {
    const twin = await addAdmin(running, 'twin', word)
    await setEmail(twin, 'clerk@example.com')
    await request('clerk@example.com')
    const sent = await mails()
    const texts = await Promise.all(sent.map(textOf))
    expect(texts.map((text) => /clerk|twin/.exec(text)?.[0])).toEqual(['twin', 'clerk'])
    const code = /\b\d{8}\b/.exec(texts[0]!)![0]
    expect(await reset('clerk@example.com', code)).toMatchObject({ code: 1 })
    expect(await signInAs(running, { username: 'twin', password: fresh })).toMatchObject({ code: 1 })
    expect(await signInAs(running, { username: 'clerk', password: word })).toMatchObject({ code: 1 })
    await setEmail(twin, '')
  })

  it('checks what was entered, replaces a code by the next one, and forgets it after ten minutes', async () => {
    expect((await reset('', '', 'short')).data['errors']).toEqual({
      account: 'Enter your username or email address',
      recovery_code: 'Enter the code from the mail',
      password: expect.any(String),
    })
    const first = await codeFor('clerk')
    const second = await codeFor('clerk')
    if (first !== second) expect(await reset('clerk', first)).toMatchObject({ code: 0 })
    await running.database.write((trx) =>
      trx.updateTable('token').set({ expire_time: 1 }).where('type', '=', 'admin-recovery').execute(),
    )
    expect(await reset('clerk', second)).toMatchObject({ code: 0 })
    expect(await signInAs(running, { username: 'clerk', password: word })).toMatchObject({ code: 1 })
  })

  it('of concurrent requests with one code one sets the password', async () => {
    const code = await codeFor('clerk')
    const answers = await Promise.all(Array.from({ length: 8 }, (_, at) => reset('clerk', code, `Parallel-${at}-2026`)))
    expect(answers.filter((answer) => answer.code === 1)).toHaveLength(1)
    const winner = answers.findIndex((answer) => answer.code === 1)
    expect(await signInAs(running, { username: 'clerk', password: `Parallel-${winner}-2026` })).toMatchObject({
      code: 1,
    })
    await restore()
  })

  it('counts guesses while a code is awaited, and messages, by account whether it exists or not', async () => {
    const code = await codeFor('clerk')
    const spellings = {
      clerk: ['clerk', ' clerk ', 'ｃｌｅｒｋ', 'CLERK@example.com', 'clerk@example.com'],
      nobody: ['nobody', ' nobody', 'NOBODY', 'ｎｏｂｏｄｙ', 'Nobody'],
    }
    for (let tries = 0; tries < 12; tries++) expect((await reset('nobody', code)).msg).not.toMatch(/Too many/)
    expect(await request('nobody')).toMatchObject({ code: 1 })
    for (const names of Object.values(spellings)) {
      for (const name of [...names, ...names]) expect((await reset(name, '00000001')).data).toHaveProperty('errors')
      for (const name of names)
        expect((await reset(name, code)).msg, name).toBe('Too many failed attempts. Try again in 60 min.')
    }
    for (const name of [...spellings.clerk, ...spellings.nobody])
      expect((await request(name)).msg, name).toMatch(/Too many codes/)
    expect(await request('clerk', {})).toMatchObject({ code: 0, data: { errors: { captchaInfo: expect.any(String) } } })
  })

  it('a code signs nobody in, and a session can have another address only with the password', async () => {
    const code = await codeFor('clerk')
    expect(await alive(running, code)).toBe(false)
    const { token } = (await signInAs(running, { username: 'clerk', password: word })).data.userInfo
    const edit = (payload: object) => ask(running, 'POST', '/admin/routine.AdminInfo/edit', { token, payload })
    const email = 'thief@example.com'
    expect(await edit({ email })).toMatchObject({ code: 0, data: { errors: { email: expect.any(String) } } })
    expect(await edit({ email, current_password: 'wrong-2026' })).toMatchObject({
      code: 0,
      data: { errors: { current_password: expect.any(String) } },
    })
    expect(await edit({ email: 'Clerk@example.com', motto: 'same address' })).toMatchObject({ code: 1 })
    expect(await edit({ email: 'new@example.com', current_password: word })).toMatchObject({ code: 1 })
    expect((await mails())[0]).toMatchObject({ event: 'admin_email_changed', recipient: 'Clerk@example.com' })
    await setEmail(clerk, 'Clerk@example.com')
    const { app, root } = messages
    await setEmail(root, 'root@example.com')
    expect(await app.post(root, 'auth.Admin/edit', { id: root, email })).toMatchObject({ code: 0 })
    expect(await app.post(root, 'auth.Admin/edit', { id: clerk, email: 'other@example.com' })).toMatchObject({
      code: 1,
    })
    await setEmail(clerk, 'Clerk@example.com')
  })
})
