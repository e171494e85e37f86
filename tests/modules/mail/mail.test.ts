/** Mail: sent once through a real SMTP server, retried, given up or unknown, and stored where there is no server. */
import { EventEmitter, once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { deliverOnce, type Mailer, type OutgoingMessage } from 'tablewright/server'
import { mail } from '#generated/mail/index.ts'
import { logOptions } from '#generated/mail/options.ts'
import { mailServer } from '../../../runtime/modules/mail/server/index.ts'
import { sendOverSmtp } from '../../../runtime/modules/mail/server/smtp.ts'
import type { TestApp } from '../../server/access/access-app.ts'
import { openMessageApp, until, type MessageApp } from '../../server/messages/message-app.ts'
import { oneEngine } from '../../support/databases.ts'
import { describeCodeMail } from './code-mail.ts'
import { describeRecordMail, office } from './record-mail.ts'
import { certificate, login, smtpError, startSmtpServer, type TestSmtpServer } from './smtp-server.ts'

const mailer = mailServer.mailer as Mailer
const { status } = logOptions

it('a mail server that answers without an end is left', async () => {
  const server = createServer((socket) => {
    const write = (): void => {
      if (!socket.destroyed) socket.write('\r\n'.repeat(5000), () => setImmediate(write))
    }
    socket.on('error', () => undefined)
    write()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  try {
    const { port } = server.address() as AddressInfo
    const sender = { name: '', address: 'shop@example.com' }
    const content = { subject: 'Hello', text: 'Hello', html: '', replyTo: '', attachments: [], time: 1 }
    await expect(
      sendOverSmtp(
        { host: '127.0.0.1', port, security: 'none', login: null, ca: '', timeoutMs: 30_000 },
        { ...content, sender, recipient: 'ann@example.com', messageId: '<1@example.com>' },
        { begin: async () => undefined, signal: new AbortController().signal },
      ),
    ).rejects.toThrow('The mail server answered too much.')
    // What it had answered until then keeps nobody busy.
    await vi.waitFor(() => expect(process.getActiveResourcesInfo()).not.toContain('Immediate'))
  } finally {
    server.close()
  }
})

describe.each(oneEngine)('mail on $name', (engine) => {
  let messages: MessageApp
  let app: TestApp
  let smtp: TestSmtpServer
  let root = 0
  beforeAll(async () => {
    messages = await openMessageApp(engine, mail, mailServer, 'mail_log', [office])
    ;({ app, root } = messages)
    smtp = await startSmtpServer()
  })
  afterAll(async () => {
    await smtp.close()
    await messages.dispose()
  })
  beforeEach(async () => {
    await messages.clear()
    smtp.received.length = 0
    smtp.sessions.length = 0
    smtp.behave({})
  })
  afterEach(() => messages.stop())

  const configure = (values: object = {}) =>
    messages.configure({
      mail_host: '127.0.0.1',
      mail_port: smtp.port,
      mail_security: 'none',
      mail_sender: 'shop@example.com',
      ...values,
    })
  const send = async (more: Partial<OutgoingMessage> = {}): Promise<number> => {
    const current = await messages.settings()
    return app.database.write((trx) =>
      mailer.send(current, trx, {
        to: 'ann@example.com',
        message: { code: 'mail_test', isSecret: false },
        language: 'zh-cn',
        values: {},
        ...more,
      }),
    )
  }
  const row = (id: number) => messages.row(id)
  const untilStatus = (id: number, expected: number) => messages.untilStatus(id, expected)

  it('is sent over STARTTLS with the configured account, whose password is never returned', async () => {
    await configure({
      mail_security: 'starttls',
      mail_user: login.user,
      mail_password: login.password,
      mail_ca: certificate,
    })
    // An empty input leaves the password as it is.
    expect(await configure({ mail_security: 'starttls', mail_password: '' })).toMatchObject({ code: 1 })
    const id = await send()
    messages.run()
    await untilStatus(id, status.sent)
    const [message, more] = smtp.received
    const log = await row(id)
    expect(more).toBeUndefined()
    expect(message).toMatchObject({ from: 'shop@example.com', to: ['ann@example.com'], isEncrypted: true })
    expect(message!.content).toContain(`Message-ID: ${String(log['message_id'])}`)
    expect(message!.content).toMatch(/^Subject: =\?UTF-8\?/m)
    const stored = await app.database.query.selectFrom('config').selectAll().where('section', '=', 'mail').execute()
    const written = await app.database.query.selectFrom('admin_log').selectAll().execute()
    const { data, text } = await app.get<{ list: { mail: { list: object[] } } }>(root, 'routine.Config/index')
    expect(JSON.stringify([stored, written, text]).includes(login.password)).toBe(false)
    expect(data.list.mail.list).toContainEqual(
      expect.objectContaining({ name: 'mail_password', value: '', input_extend: { placeholder: '••••••••' } }),
    )
  })

  it('stays encrypted: a server without STARTTLS or with an unknown certificate gets nothing', async () => {
    await configure({ mail_security: 'starttls' })
    const id = await send()
    messages.run()
    await until(async () => expect((await row(id))['error']).toMatch(/certificate|self-signed/))
    expect(await row(id)).toMatchObject({ status: status.queued })
    expect(smtp.received).toEqual([])
  })

  it('is stored in the outbox and the log while no server is configured', async () => {
    const id = await send()
    // With two old ones the lock watcher sees in which order they are removed.
    const second = await send()
    const gone = await send()
    messages.run()
    for (const sent of [id, second, gone]) await untilStatus(sent, status.stored)
    expect(await app.del(root, 'mail.Log/del', [gone])).toMatchObject({ code: 0, data: { reason: 'bad_state' } })
    await app.database.write((trx) => trx.deleteFrom('mail_log').where('id', '=', gone).execute())
    const file = join(app.running.folder, 'outbox', 'mail', `${id}.eml`)
    expect(readFileSync(file, 'utf8')).toContain('To: ann@example.com')
    const { data } = await app.get<{ row: Record<string, unknown> }>(root, `mail.Log/view?id=${id}`)
    expect(JSON.stringify(data)).toContain('收到它说明邮件设置正确')
    await messages.expire('mail/removeOld')
    for (const old of [id, second]) await until(async () => expect(await app.row('mail_log', old)).toBeUndefined())
    expect(existsSync(file)).toBe(false)
    // Nor does a file stay whose message an administrator has deleted.
    expect(existsSync(file.replace(`${id}.eml`, `${gone}.eml`))).toBe(false)
  })

  it('is tried again when the server asks to come back later, and arrives once', async () => {
    await configure()
    let refusals = 1
    smtp.behave({ refuseRecipient: () => (refusals-- > 0 ? smtpError(451, 'greylisted') : null) })
    const id = await send()
    messages.run()
    await until(async () => expect((await row(id))['error']).toContain('greylisted'))
    expect(await row(id)).toMatchObject({ status: status.queued, attempts: 1, next_time: expect.any(Number) })
    await until(async () => {
      await messages.skipPauses()
      expect((await row(id))['status']).toBe(status.sent)
    })
    expect(smtp.received).toHaveLength(1)
    expect(await row(id)).toMatchObject({ attempts: 2, error: null, next_time: null })
  })

  it('waits for a right password, and fails for good when the server refuses the message', async () => {
    await configure({ mail_security: 'starttls', mail_ca: certificate, mail_user: login.user, mail_password: 'wrong' })
    const first = await send()
    messages.run()
    await until(async () => expect((await row(first))['error']).toContain('wrong password'))
    expect(await row(first)).toMatchObject({ status: status.queued })
    await messages.stop()
    await configure({ mail_user: '' })
    smtp.behave({ onContent: () => smtpError(552, 'too large') })
    const second = await send()
    messages.run()
    await untilStatus(second, status.failed)
    expect(await row(second)).toMatchObject({ attempts: 1, error: expect.stringContaining('too large') })
    expect(smtp.received).toEqual([])
  })

  it('is tried again when the server does not answer, and given up after the last attempt', async () => {
    await configure({ mail_timeout: 1 })
    smtp.behave({ isSilent: true })
    const id = await send()
    await app.database.write((trx) => trx.updateTable('job').set({ attempts: 4 }).execute())
    messages.run()
    await untilStatus(id, status.failed)
    expect(await row(id)).toMatchObject({ attempts: 1, error: expect.stringMatching(/timeout|greeting/i) })
  })

  it('is unknown when the answer to the content is missing, and sent again only on demand (T37)', async () => {
    await configure()
    smtp.behave({
      onContent: () => {
        // The message has arrived completely; the connection ends before the answer.
        smtp.disconnect()
        return null
      },
    })
    const id = await send()
    messages.run()
    await untilStatus(id, status.unknown)
    const { message_id: messageId } = await row(id)
    await until(async () => expect(await messages.jobStates()).toEqual([30]))
    smtp.received.length = 0
    smtp.behave({})
    expect(await app.post(root, 'mail.Log/resend', { id })).toMatchObject({ code: 1 })
    await untilStatus(id, status.sent)
    expect(smtp.received).toHaveLength(1)
    expect(smtp.received[0]!.content).toContain(String(messageId))
  })

  it('is of unknown delivery when its process ended after it had begun', async () => {
    await configure()
    const id = await send()
    await app.database.write((trx) => trx.updateTable('mail_log').set({ status: status.sending }).execute())
    messages.run()
    await untilStatus(id, status.unknown)
    await until(async () => expect(await messages.jobStates()).toEqual([30]))
    expect(smtp.sessions).toEqual([])
  })

  it.each([
    { status: status.sending, becomes: status.unknown },
    { status: status.queued, becomes: status.failed },
  ])('in state $status is $becomes when its last attempt ended with its process', async (one) => {
    await configure()
    const id = await send()
    await app.database.write(async (trx) => {
      await trx.updateTable('mail_log').set({ status: one.status }).execute()
      await trx.updateTable('job').set({ state: 20, runner: 'gone', attempts: 5 }).execute()
    })
    messages.run(20)
    await untilStatus(id, one.becomes)
    expect(await messages.jobStates()).toEqual([40])
    expect(await row(id)).toMatchObject({ error: 'The process that ran the job ended.' })
    expect(smtp.sessions).toEqual([])
    expect((await app.post(root, 'mail.Log/resend', { id })).code).toBe(1)
  })

  it('is sent once, although several processes look for it and a job runs twice', async () => {
    await configure()
    const ids = [await send(), await send(), await send()]
    const jobs = await app.database.query.selectFrom('job').selectAll().execute()
    await app.database.write((trx) =>
      trx
        .insertInto('job')
        .values(jobs.map(({ id: _id, ...job }) => job))
        .execute(),
    )
    messages.run()
    messages.run()
    await until(async () => expect(await messages.jobStates()).toEqual([30, 30, 30, 30, 30, 30]))
    for (const id of ids) expect(await row(id)).toMatchObject({ status: status.sent, attempts: 1 })
    expect(smtp.received).toHaveLength(ids.length)
  })

  it('is begun by one of two attempts that look at it at the same moment (T37)', async () => {
    const id = await send()
    const looked = new EventEmitter()
    const bothLooked = once(looked, 'both')
    let [waiting, sent] = [0, 0]
    const attempt = () =>
      deliverOnce(app.database, {
        table: 'mail_log',
        id,
        attempt: 1,
        pauses: [],
        whenSent: () => ({}),
        send: async (begin) => {
          if (++waiting === 2) looked.emit('both')
          await bothLooked
          await begin()
          sent++
          return 'sent'
        },
      })
    await Promise.all([attempt(), attempt()])
    expect(sent).toBe(1)
    expect(await row(id)).toMatchObject({ status: status.sent, attempts: 1 })
  })

  it('goes to the one address it was sent to (T38)', async () => {
    const wrong = [
      'a@example.com\r\nBcc: b@example.com',
      'a@example.com,b@example.com',
      '<a@example.com>',
      'a@b',
      '"a"@b.de',
    ]
    for (const to of wrong) await expect(send({ to })).rejects.toMatchObject({ code: 'invalid' })
    const test = await app.post(root, 'mail.Template/sendTest', { id: 1, recipient: wrong[0] })
    expect(test).toMatchObject({ code: 0, data: { reason: 'invalid' } })
    expect(await app.database.query.selectFrom('mail_log').selectAll().execute()).toEqual([])
  })

  it('has templates for each language with checked variables, a preview and a test', async () => {
    const templates = await app.get<{ list: { id: number; code: string; language: string; version: number }[] }>(
      root,
      'mail.Template/index',
    )
    const { list } = templates.data
    const languagesOf = (wanted: string) => list.filter(({ code }) => code === wanted).map(({ language }) => language)
    for (const { code } of list) expect([code, languagesOf(code).sort()]).toEqual([code, ['en', 'zh-cn']])
    const { id } = list.find(({ code, language }) => code === 'mail_test' && language === 'zh-cn')!
    expect(await app.post(root, 'mail.Template/edit', { id, text: '{{code}} {{ site_name }}' })).toMatchObject({
      code: 0,
      data: { errors: { text: expect.stringContaining('{{code}}') } },
    })
    const subject = '你好 {{site_name}}'
    const edit = await app.post(root, 'mail.Template/edit', { id, subject, html: '<b>{{site_name}}</b>' })
    expect(edit).toMatchObject({ code: 1 })
    expect(await app.row('mail_template', id)).toMatchObject({ preview: expect.stringContaining('你好 Tablewright\n') })
    await configure()
    await app.post(root, 'routine.Config/edit', { site_name: 'A & <B>' })
    expect(await app.post(root, 'mail.Template/sendTest', { id, recipient: 'ann@example.com' })).toMatchObject({
      code: 1,
    })
    messages.run()
    await until(async () => expect(smtp.received).toHaveLength(1))
    expect(smtp.received[0]!.content).toContain('<b>A &amp; &lt;B&gt;</b>')
  })

  it('fills in variables that administrators define, and leaves those empty that are gone', async () => {
    const { data } = await app.get<{ list: { id: number; code: string; language: string }[] }>(
      root,
      'mail.Template/index?limit=100',
    )
    const { id } = data.list.find(({ code, language }) => code === 'mail_test' && language === 'en')!
    const before = await app.row('mail_template', id)
    const variable = async (values: object) => {
      const answer = await app.post<{ id: number }>(root, 'mail.Variable/add', values)
      expect(answer, answer.msg).toMatchObject({ code: 1 })
      return answer.data.id
    }
    const hotline = await variable({ name: 'hotline', value: '400 <b>{{site_name}}</b>' })
    await variable({ name: 'year', source: 3 })
    await variable({ name: 'site_name', value: 'not the site' })
    for (const wrong of [
      { name: 'hotline', value: 'x' },
      { name: 'empty', source: 0 },
    ])
      expect([wrong, (await app.post(root, 'mail.Variable/add', wrong)).code]).toEqual([wrong, 0])
    const edit = { id, text: '{{hotline}}, {{year}}, {{site_name}}', html: '<p>{{hotline}}</p>' }
    expect(await app.post(root, 'mail.Template/edit', edit)).toMatchObject({ code: 1 })
    expect((await app.row('mail_template', id))?.['preview']).toContain('400 <b>{{site_name}}</b>, 20')
    const sent = async () => {
      const { text, html } = await row(await send({ language: 'en' }))
      return [text, html]
    }
    const year = new Intl.DateTimeFormat('en', { year: 'numeric', timeZone: 'Asia/Shanghai' }).format()
    expect(await sent()).toEqual([
      `400 <b>{{site_name}}</b>, ${year}, Tablewright`,
      '<p>400 &lt;b&gt;{{site_name}}&lt;/b&gt;</p>',
    ])
    await app.post(root, 'mail.Variable/edit', { id: hotline, status: 0 })
    expect(await sent()).toEqual([`, ${year}, Tablewright`, '<p></p>'])
    expect((await app.post(root, 'mail.Template/edit', { id, text: '{{hotline}}' })).data).toMatchObject({
      errors: { text: expect.stringContaining('{{hotline}}') },
    })
    await app.post(root, 'mail.Template/edit', { id, text: before!['text'], html: '' })
  })

  it('is tried from the settings, by those who may change them', async () => {
    const test = (testMail: unknown) => app.post(root, 'routine.Config/sendTestMail', { testMail })
    for (const wrong of ['', 'x', 7, 'a@b.test\nBcc: c@d.test'])
      expect((await test(wrong)).data).toMatchObject({ errors: { testMail: expect.any(String) } })
    await configure()
    expect((await test(' ann@example.com ')).msg).toMatch(/ann@example\.com/)
    messages.run()
    await until(async () => expect(smtp.received).toHaveLength(1))
    // The page of BuildAdmin's clients sends its form along: the server that it names is the one that is tried.
    const wire = async (path: string, payload: object) =>
      app.running.send('POST', `/admin/routine.Config/${path}`, {
        token: await app.token(root),
        headers: { 'think-lang': 'en' },
        payload,
      })
    smtp.received.length = 0
    await messages.clear()
    await configure({ mail_host: '127.0.0.1', mail_port: 1 })
    const posted = { smtp_server: '127.0.0.1', smtp_port: String(smtp.port), smtp_sender_mail: 'form@example.com' }
    const form = {
      ...posted,
      smtp_verification: 'none',
      smtp_user: '',
      site_name: 'Unsaved',
      testMail: 'ann@example.com',
    }
    expect((await wire('sendTestMail', form)).msg).toMatch(/accepted the test mail to ann@example\.com/)
    expect(smtp.received).toMatchObject([{ from: 'form@example.com', to: ['ann@example.com'] }])
    expect(await wire('sendTestMail', { ...form, smtp_port: '1' })).toMatchObject({
      code: 0,
      msg: expect.stringContaining('did not accept') as string,
    })
    expect((await wire('sendTestMail', { ...form, smtp_port: 'x', testMail: 'x' })).msg).toMatch(/^Receiver: /)
    expect((await wire('sendTestMail', { ...form, smtp_port: 'x' })).msg).toMatch(/^Port: /)
    expect((await messages.settings()).own).toMatchObject({ mail_port: 1, mail_sender: 'shop@example.com' })
    expect(await wire('edit', posted)).toMatchObject({ code: 1 })
    expect((await messages.settings()).own).toMatchObject({ mail_port: smtp.port, mail_sender: 'form@example.com' })
    const page = await app.running.send('GET', '/admin/routine.Config/index', { token: await app.token(root) })
    for (const name of ['smtp_server', 'smtp_port', 'smtp_user', 'smtp_pass', 'smtp_verification', 'smtp_sender_mail'])
      expect(page.text).toContain(`"name":"${name}"`)
    await configure()
    const other = await app.account('untrusted', [await app.group('untrusted', ['routine/config/index'])])
    expect((await app.post(other, 'routine.Config/sendTestMail', { testMail: 'ann@example.com' })).code).toBe(401)
  })

  describeCodeMail(() => ({ messages, smtp, configure, send }))
  describeRecordMail(() => ({ messages, smtp, configure }))
})
