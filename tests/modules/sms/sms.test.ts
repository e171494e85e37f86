/** SMS: signed as the providers want it, sent once, and marked as not delivered where there is no provider. */
import { readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { signTc3, type OutgoingMessage, type SmsSender } from 'tablewright/server'
import { sms } from '#generated/sms/index.ts'
import { logOptions } from '#generated/sms/options.ts'
import { smsServer } from '../../../runtime/modules/sms/server/index.ts'
import { signAcs3 } from '../../../runtime/modules/sms/server/signatures.ts'
import { sealedText, tablesWith, waysTo } from '../../server/messages/codes.ts'
import { openMessageApp, until, type MessageApp } from '../../server/messages/message-app.ts'
import { moduleEngines } from '../../support/databases.ts'
import { accountAt, startGateway, type Gateway } from './gateway.ts'

const { status } = logOptions

describe('signatures', () => {
  it('are those of the example of Aliyun', () => {
    const headers = {
      host: 'ecs.cn-shanghai.aliyuncs.com',
      'x-acs-action': 'RunInstances',
      'x-acs-content-sha256': 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
      'x-acs-date': '2023-10-26T10:22:32Z',
      'x-acs-signature-nonce': '3156853299f313e23d1673dc12e1703d',
      'x-acs-version': '2014-05-26',
    }
    const query = 'ImageId=win2019_1809_x64_dtc_zh-cn_40G_alibase_20230811.vhd&RegionId=cn-shanghai'
    const signed = signAcs3({ query, headers, body: '' }, { id: 'YourAccessKeyId', secret: 'YourAccessKeySecret' })
    expect(signed).toContain('Signature=06563a9e1b43f5dfe96b81484da74bceab24a1d853912eee15083a6f0f3283c0')
  })

  it('are those of the example of Tencent Cloud', () => {
    const headers = { 'content-type': 'application/json; charset=utf-8', host: 'cvm.tencentcloudapi.com' }
    const body = '{"Limit": 1, "Filters": [{"Values": ["\\u672a\\u547d\\u540d"], "Name": "instance-name"}]}'
    const example = { id: 'AKIDz8krbsJ5yKBZQpn74WFkmLPx3EXAMPLE', secret: 'Gu5t9xGARNpq86cd98joQYCN3EXAMPLE' }
    const signed = signTc3({ query: '', headers, body }, example, 'cvm', 1_551_113_065)
    expect(signed).toContain('Signature=72e494ea809ad7a8c8f7a4507b9bddcbaa8e581f516e8da2f66e2c5a96525168')
  })
})

describe.each(moduleEngines)('SMS on $name', (engine) => {
  let messages: MessageApp
  let gateway: Gateway
  let sender: SmsSender
  const settings = () => ({ ...accountAt(gateway), sms_application: '1400' })
  beforeAll(async () => {
    gateway = await startGateway()
    sender = smsServer.smsSender as SmsSender
    messages = await openMessageApp(engine, sms, smsServer, 'sms_log')
    const templates = messages.app.database
    await templates.write((trx) => trx.updateTable('sms_template').set({ provider_template: 'T_1' }).execute())
  })
  afterAll(async () => {
    await messages.dispose()
    await gateway.close()
  })
  beforeEach(async () => {
    await messages.clear()
    gateway.received.length = 0
    gateway.answerWith()
  })
  afterEach(() => messages.stop())

  const send = async (more: Partial<OutgoingMessage> = {}): Promise<number> => {
    const current = await messages.settings()
    return messages.app.database.write((trx) =>
      sender.send(current, trx, {
        to: '13800138000',
        message: { code: 'sms_test', isSecret: false },
        language: 'zh-cn',
        values: {},
        ...more,
      }),
    )
  }

  it('passes variables that administrators define to the provider', async () => {
    const { app, root } = messages
    await messages.configure({ ...settings(), sms_provider: 'tencent' })
    expect(await app.post(root, 'sms.Variable/add', { name: 'hotline', value: '400-1' })).toMatchObject({ code: 1 })
    const own = '{{hotline}} {{site_name}} {{hotline}} {{gone}}'
    const { content } = (await app.database.query
      .selectFrom('sms_template')
      .select('content')
      .where('code', '=', 'sms_test')
      .where('language', '=', 'zh-cn')
      .executeTakeFirst())!
    const write = (text: string) =>
      app.database.write((trx) =>
        trx
          .updateTable('sms_template')
          .set({ content: text })
          .where('code', '=', 'sms_test')
          .where('language', '=', 'zh-cn')
          .execute(),
      )
    await write(own)
    const id = await send()
    await write(String(content))
    expect(await messages.row(id)).toMatchObject({ content: '400-1 Tablewright 400-1 ' })
    messages.run()
    await messages.untilStatus(id, logOptions.status.sent)
    expect(gateway.received).toMatchObject([{ values: ['400-1', 'Tablewright', ''] }])
  })

  it.each([
    ['aliyun', 'biz-1', { mobile: '13800138000', template: 'T_1', values: { site_name: 'Tablewright' } }],
    ['tencent', 'serial-1', { mobile: '+8613800138000', template: 'T_1', values: ['Tablewright'] }],
  ])('is signed and sent through %s, which names it %s', async (provider, number, received) => {
    await messages.configure({ ...settings(), sms_provider: provider })
    const id = await send({ message: { code: 'sms_test', isSecret: true } })
    messages.run()
    await messages.untilStatus(id, status.sent)
    expect(gateway.received).toEqual([received])
    expect(await messages.row(id)).toMatchObject({ provider, provider_id: number, sealed: null, request: null })
    await messages.configure({ sms_key_secret: 'wrong' })
    const refused = await send()
    await messages.untilStatus(refused, status.failed)
    expect((await messages.row(refused))['error']).toMatch(/^(SignatureDoesNotMatch|AuthFailure)/)
  })

  it.each(['http://sms.example.com', 'https://sms.example.com/path', 'ftp://x', 'https://a b'])(
    'has no service address like %s',
    async (sms_endpoint) => {
      const { data } = (await messages.configure({ sms_endpoint })) as { data: { errors: Record<string, string> } }
      expect(data.errors['sms_endpoint']).toMatch(/https address without a path/)
    },
  )

  it('is removed by the order of the ids when it is old', async () => {
    const ids = [await send(), await send()]
    messages.run()
    for (const id of ids) await messages.untilStatus(id, status.stored)
    await messages.expire('sms/removeOld')
    // The lock watcher sees in which order two of them are removed.
    await until(async () =>
      expect(await messages.app.database.query.selectFrom('sms_log').select('id').execute()).toEqual([]),
    )
  })

  it('is marked as not delivered while there is no provider', async () => {
    const id = await send()
    messages.run()
    await messages.untilStatus(id, status.stored)
    const { data } = await messages.app.get<{ list: object[] }>(messages.root, 'sms.Log/index')
    expect(data.list).toMatchObject([{ mobile: '138****8000', content: 'Tablewright：这是一条测试短信。' }])
    const test = await messages.app.post(messages.root, 'sms.Template/sendTest', { id: 1, recipient: '13900139000' })
    expect(test).toMatchObject({ code: 1, data: { note: expect.stringContaining('nothing is delivered') } })
  })

  it('says in the language of the reader that its template has no number', async () => {
    const { database } = messages.app
    const put = (provider_template: string) =>
      database.write((trx) => trx.updateTable('sms_template').set({ provider_template }).execute())
    await messages.configure({ ...settings(), sms_provider: 'aliyun' })
    await put('')
    const id = await send()
    messages.run()
    await messages.untilStatus(id, status.failed)
    await put('T_1')
    for (const [language, text] of [
      ['en', 'The SMS template has no number.'],
      ['zh-cn', '短信模板没有服务商模板编号'],
    ] as const) {
      const { data } = await messages.app.get<{ list: object[] }>(messages.root, 'sms.Log/index', language)
      expect(data.list).toMatchObject([{ error: expect.stringContaining(text) }])
    }
  })

  it('goes to one mobile number (T38)', async () => {
    for (const to of [
      '13800138000,13900139000',
      '13800138000\n',
      '+8613800138000',
      // Full-width digits.
      '１３８００１３８０００',
    ])
      await expect(send({ to })).rejects.toMatchObject({ code: 'invalid' })
  })

  it('is tried again after throttling, and fails for good when the provider refuses it', async () => {
    await messages.configure({ ...settings(), sms_provider: 'aliyun' })
    gateway.answerWith({ status: 400, body: { Code: 'Throttling.User', Message: 'slow down' } })
    const id = await send()
    messages.run()
    await until(async () => expect((await messages.row(id))['error']).toContain('slow down'))
    expect(await messages.row(id)).toMatchObject({ status: status.queued })
    gateway.answerWith()
    await until(async () => {
      await messages.skipPauses()
      expect((await messages.row(id))['status']).toBe(status.sent)
    })
    gateway.answerWith({ status: 200, body: { Code: 'isv.AMOUNT_NOT_ENOUGH', Message: 'no balance' } })
    const refused = await send()
    await messages.untilStatus(refused, status.failed)
    expect(gateway.received).toHaveLength(1)
  })

  it('is of unknown delivery when the answer says nothing, and not sent again by itself (T37)', async () => {
    await messages.configure({ ...settings(), sms_provider: 'aliyun' })
    for (const body of ['<html>', '7', { Code: 'InternalError' }]) {
      gateway.answerWith({ status: 500, body })
      const id = await send()
      messages.run()
      await messages.untilStatus(id, status.unknown)
    }
    await until(async () => expect(await messages.jobStates()).toEqual([30, 30, 30]))
  })

  it('with a code tells it to its recipient only (T10 T11 T13)', async () => {
    const { app, root } = messages
    const code = '735194'
    const fields = ['content', 'request', 'sealed', 'secret', 'error', 'file']
    const templates = (values: object) =>
      app.database.write((trx) =>
        trx
          .updateTable('sms_template')
          .set(values)
          .where('code', '=', 'sms_test')
          .where('language', '=', 'en')
          .execute(),
      )
    const [former] = await app.database.query
      .selectFrom('sms_template')
      .selectAll()
      .where('code', '=', 'sms_test')
      .where('language', '=', 'en')
      .execute()
    await templates({ content: 'Code {{code}}', secrets: '["code"]', samples: '{"code":"123456","site_name":"x"}' })
    const leaks = async (id: number) => [
      ...(await tablesWith(app.database, ['sms_log', 'job', 'admin_log', 'record_log'], code)),
      ...(await waysTo(app, root, { controller: 'sms.Log', id, fields, text: code })),
    ]
    const sendCode = (isSecret = true) =>
      send({ language: 'en', message: { code: 'sms_test', isSecret }, values: { code } })
    const id = await sendCode()
    const forgotten = await sendCode(false)
    expect(sealedText(await messages.settings(), 'sms_log', await messages.row(id))).toContain(code)
    expect([await leaks(id), await leaks(forgotten)]).toEqual([[], []])
    messages.run()
    await messages.untilStatus(id, status.stored)
    const { data } = await app.get<{ row: object }>(root, `sms.Log/view?id=${id}`)
    expect(data.row).toMatchObject({ content: '••••••••', file: `outbox/sms/${id}.txt`, secret: 1 })
    const file = join(app.running.folder, 'outbox', 'sms', `${id}.txt`)
    expect(readFileSync(file, 'utf8')).toBe(`13800138000\n\nCode ${code}\n`)
    expect([statSync(file).mode & 0o777, statSync(dirname(file)).mode & 0o777]).toEqual([0o600, 0o700])
    expect([await leaks(id), (await messages.row(id))['sealed']]).toEqual([[], null])
    await messages.stop()
    await messages.configure({ ...settings(), sms_provider: 'aliyun' })
    gateway.answerWith({ status: 400, body: { Code: 'Throttling.User', Message: `not ${code}` } })
    const refused = await sendCode()
    messages.run()
    await until(async () => expect((await messages.row(refused))['error']).toContain('not ••••••••'))
    expect(await leaks(refused)).toEqual([])
    gateway.answerWith({ status: 400, body: { Code: 'isv.INVALID', Message: `not ${code}` } })
    await until(async () => {
      await messages.skipPauses()
      expect((await messages.row(refused))['status']).toBe(status.failed)
    })
    expect([await leaks(refused), (await messages.row(refused))['sealed']]).toEqual([[], null])
    expect(await app.post(root, 'sms.Log/resend', { id: refused })).toMatchObject({ code: 0 })
    for (const content of ['https://evil.test/{{code}}', '{{code}}.evil.test', 'www.evil.test/路径{{code}}'])
      expect(await app.post(root, 'sms.Template/edit', { id: former!['id'], content })).toMatchObject({
        code: 0,
        data: { errors: { content: expect.stringContaining('{{code}}') } },
      })
    const { content, secrets, samples } = former!
    await templates({ content, secrets, samples })
  })
})
