/** What `mail` of a table does, on the server of the tests of mail. */
import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { logOptions } from '#generated/mail/options.ts'
import { until, type MessageApp } from '../../server/messages/message-app.ts'
import { loadTestModule } from '../../support/schema-set.ts'
import type { TestSmtpServer } from './smtp-server.ts'

export const { manifest: office } = await loadTestModule('office')

interface Context {
  readonly messages: MessageApp
  readonly smtp: TestSmtpServer
  configure(): Promise<unknown>
}

/** The file that a mail has. */
function fileIn(content: string): { readonly name: string; readonly text: string } {
  const [head = '', body = ''] = content.slice(content.indexOf('Content-Type: text/csv')).split('\r\n\r\n')
  const name = /^Content-Disposition: attachment; filename="?([^"\r\n]+)"?/m.exec(head)?.[1] ?? ''
  return { name, text: Buffer.from(body.split('\r\n--')[0]!, 'base64').toString() }
}

/** @param context what has been started by the time the tests run */
export function describeRecordMail(context: () => Context): void {
  describe('a record sent by mail', () => {
    let messages: MessageApp
    const ids: Record<'clerk' | 'blind' | 'stranger', number> = { clerk: 0, blind: 0, stranger: 0 }
    let offer = 0
    beforeAll(async () => {
      ;({ messages } = context())
      const { app } = messages
      const offers = ['office/offer/index', 'office/offer/edit', 'office/offer/mail']
      const clerk = await app.group('clerk', [...offers, 'office/partner/index'])
      ids.clerk = await app.account('clerk', [clerk], { nickname: 'Chen <b>', email: 'chen@example.com' })
      // May not list partners, and has no address of its own.
      ids.blind = await app.account('blind', [await app.group('blind', offers)], { email: '' })
      ids.stranger = await app.account('stranger', [await app.group('list', ['office/offer/index'])])
      const partner = await add('office.Partner', { name: 'Acme & Söhne', email: 'orders@acme.example' })
      offer = await add('office.Offer', {
        offer_no: 'OF-1',
        partner_id: partner,
        note: 'internal',
        margin: '12.50',
        drawing: '/storage/secret.pdf',
        lines: [
          { name: 'Bolt <script>', quantity: '1250.500', price: '12.5000' },
          { name: '螺母', quantity: '0.500', price: '3.0000', remark: 'damaged' },
        ],
      })
    })
    beforeEach(async () => {
      await context().configure()
      await messages.app.database.write((trx) => trx.deleteFrom('throttle').execute())
    })

    const add = async (controller: string, values: object): Promise<number> => {
      const answer = await messages.app.post<{ id: number }>(messages.root, `${controller}/add`, values)
      expect(answer.msg).toMatch(/added/i)
      return answer.data.id
    }
    const mail = (values: object, admin = ids.clerk) =>
      messages.app.post<Record<string, unknown>>(admin, 'office.Offer/mail', {
        id: offer,
        to: ['ann@example.com'],
        language: 'en',
        ...values,
      })
    const preview = (values: object = {}, admin = ids.clerk) => mail({ to: [], preview: true, ...values }, admin)
    const mails = () => messages.app.database.query.selectFrom('mail_log').selectAll().orderBy('id').execute()

    it('contains what its list and lines show, as text and HTML, one for each address (T56)', async () => {
      const to = ['ann@example.com', ' bob@example.com ', 'ANN@example.com']
      const sent = await mail({ to, note: 'Please check.\n<i>Thanks</i>' })
      expect(sent).toMatchObject({ code: 1, data: { count: 2 }, msg: expect.stringContaining('ANN@example.com, bob') })
      messages.run()
      await until(async () => expect((await mails()).map(({ status }) => status)).toEqual([1, 1]))
      const { received } = context().smtp
      expect(received.map((one) => one.to).toSorted()).toEqual([['ANN@example.com'], ['bob@example.com']])
      expect(received[0]!.content).toMatch(/^Reply-To: chen@example.com$/m)
      expect(received[0]!.content).toMatch(/multipart\/alternative/)
      const [log] = await mails()
      expect(log).toMatchObject({ subject: 'Offer OF-1 (Tablewright)', event: 'record', reply_to: 'chen@example.com' })
      expect(log!['text']).toBe(
        'Offer OF-1\n\nPlease check.\n<i>Thanks</i>\n\nPartner: Acme & Söhne\nStatus: Final\n\n' +
          'Lines:\n1. Product Bolt <script>, Quantity 1,250.5, Unit price (CNY) 12.50\n' +
          '2. Product 螺母, Quantity 0.5, Unit price (CNY) 3.00\nTotal: Quantity 1,251\n\n' +
          '--\nSent by Chen <b> with Tablewright',
      )
      const html = String(log!['html'])
      for (const part of ['Acme &amp; Söhne', 'Bolt &lt;script&gt;', '&lt;i&gt;Thanks', 'Chen &lt;b&gt;', '1,251'])
        expect(html).toContain(part)
      expect(html).not.toMatch(/<script|<i>|undefined|Remark|damaged/)
    })

    it('has the record as a CSV file for spreadsheets, with the numbers as they are', async () => {
      const offered = await preview({ csv: true, language: 'zh-cn' })
      expect(offered.data['files']).toEqual([{ name: '报价单 OF-1.csv', size: expect.any(Number) }])
      expect((await preview()).data['files']).toEqual([])
      expect((await mail({ csv: true })).code).toBe(1)
      messages.run()
      await until(async () => expect((await mails())[0]).toMatchObject({ status: 1, files: 'Offer OF-1.csv' }))
      const { content } = context().smtp.received[0]!
      expect(content).toMatch(/^Content-Type: multipart\/mixed/m)
      expect(fileIn(content)).toEqual({
        name: 'Offer OF-1.csv',
        text:
          '\ufeffOffer,Partner,Status,Product,Quantity,Unit price (CNY)\r\n' +
          'OF-1,Acme & Söhne,Final,Bolt <script>,1250.500,12.5000\r\n' +
          'OF-1,Acme & Söhne,Final,螺母,0.500,3.0000\r\n',
      })
      const list = await messages.app.get<{ list: object[] }>(messages.root, 'mail.Log/index')
      expect(list.data.list[0]).toMatchObject({ files: 'Offer OF-1.csv' })
      expect(list.data.list[0]).not.toHaveProperty('attachments')
      expect((await mail({ csv: 1 })).data).toMatchObject({ errors: { csv: expect.any(String) } })
    })

    it('has all lines in its file, one row without lines, and no formula or folder of a value', async () => {
      const lines = Array.from({ length: 203 }, () => ({ name: '=1+1', quantity: '-0.001' }))
      const long = await add('office.Offer', { offer_no: '../..\\OF:8\r\nX', lines })
      const none = await add('office.Offer', { offer_no: '@OF-7' })
      expect((await mail({ id: long, csv: true })).code).toBe(1)
      expect((await mail({ id: none, csv: true })).code).toBe(1)
      const [ofLong, ofNone] = (await mails()).map(
        (one) => JSON.parse(String(one['attachments'])) as readonly { name: string; content: string }[],
      )
      expect(ofLong).toMatchObject([{ name: 'Offer .. .. OF 8 X.csv' }])
      const rows = ofLong![0]!.content.split('\r\n')
      expect([rows.length, rows.at(-2)]).toEqual([205, "../..\\OF:8 X,Final,'=1+1,-0.001"])
      expect(ofNone![0]!.content).toBe("\ufeffOffer,Status\r\n'@OF-7,Final\r\n")
    })

    it('has the fields that the schema names for mail, numbers with their unit', async () => {
      const values = { name: 'Bolt & Co', email: 'a@b.example', credit: '-1250.5' }
      const id = await add('office.Partner', values)
      const { data } = await messages.app.post<{ text: string }>(messages.root, 'office.Partner/mail', {
        id,
        preview: true,
      })
      expect(data.text).toMatch(/^Partner Bolt & Co\n\nCredit limit: -1,250.50\u00a0CNY\n\n--\n/)
      await messages.app.post(messages.root, 'office.Partner/mail', { id, to: ['ann@example.com'], csv: true })
      const [{ content }] = JSON.parse(String((await mails())[0]!['attachments'])) as [{ content: string }]
      expect(content).toBe('\ufeffPartner,Credit limit (CNY)\r\nBolt & Co,-1250.50\r\n')
    })

    it('leaves out what the sender does not see, and files (T20)', async () => {
      const { data } = await preview({ language: 'zh-cn' })
      expect(data['subject']).toBe('报价单 OF-1（Tablewright）')
      expect(data['text']).toContain('状态：已定稿')
      expect(data['text']).not.toMatch(/毛利|图纸|备注|secret/)
      const { data: whole } = await preview({}, messages.root)
      expect(whole['text']).toMatch(/Margin: 12.50/)
      expect(whole['html']).not.toContain('secret.pdf')
      const { data: blind } = await preview({}, ids.blind)
      expect(blind['text'], 'the title, which whoever sees the offer sees').toMatch(/Partner: Acme & Söhne\n/)
      expect([data['to'], blind['to']]).toEqual([['orders@acme.example'], []])
      expect(await mails()).toEqual([])
    })

    it('goes to those who may send it, of records that they reach (T20)', async () => {
      expect((await mail({}, ids.stranger)).code).toBe(401)
      const draft = await add('office.Offer', { offer_no: 'OF-2', status: 0 })
      expect((await mail({ id: draft })).data).toMatchObject({ reason: 'not_found' })
      expect((await preview({ id: draft })).data).toMatchObject({ reason: 'not_found' })
      expect((await mail({ id: draft }, messages.root)).code).toBe(1)
      for (const id of [0, -1, 'x', [offer], 999_999, undefined])
        expect((await mail({ id })).data).toMatchObject({ reason: 'not_found' })
    })

    it('refuses addresses that are none, too many, and other values, and sends nothing (T38)', async () => {
      const errorsOf = async (values: object) => (await mail(values)).data['errors'] as Record<string, string>
      for (const wrong of ['a@b', 'a@example.com\r\nBcc: b@example.com', 'a@example.com,b@example.com', '<a@b.de>'])
        expect((await errorsOf({ to: ['ann@example.com', wrong] }))['to']).toMatch(
          /^Not a valid email address: [^\n]+$/,
        )
      for (const none of [[], '', null, {}, [1], [['a@example.com']]])
        expect((await errorsOf({ to: none }))['to']).toMatch(/at least one/)
      const many = Array.from({ length: 11 }, (_, at) => `a${at}@example.com`)
      expect((await errorsOf({ to: many }))['to']).toMatch(/at most 10.+Remove 1/)
      for (const note of ['x'.repeat(2001), 7]) expect(await errorsOf({ note })).toEqual({ note: expect.any(String) })
      expect(await errorsOf({ language: 'fr' })).toEqual({ language: expect.any(String) })
      expect(await mails()).toEqual([])
    })

    it('has the first 200 lines, and says how many follow', async () => {
      const lines = Array.from({ length: 203 }, (_, at) => ({ name: `Nut ${at + 1}`, quantity: '0.001' }))
      const { data } = await preview({ id: await add('office.Offer', { offer_no: 'OF-9', lines }) })
      expect(data['text']).toMatch(
        /200. Product Nut 200, Quantity 0.001\nLines that are not shown here: 3\nTotal: Qu.* 0.203/,
      )
      expect(String(data['html']).match(/Nut \d+/g)).toHaveLength(200)
    })

    it('cannot be given further headers by a record', async () => {
      const id = await add('office.Offer', { offer_no: 'OF-3\r\nBcc: eve@example.com' })
      await mail({ id })
      messages.run()
      await until(async () => expect(context().smtp.received).toHaveLength(1))
      const [message] = context().smtp.received
      expect(message!.content.split('\r\n\r\n')[0]).not.toMatch(/^Bcc:/m)
      expect(message!.to).toEqual(['ann@example.com'])
    })

    it('is in the log and the history, changes no version, and leaves the last edit undoable', async () => {
      const { app } = messages
      const id = await add('office.Offer', { offer_no: 'OF-4' })
      const edit = await app.post<{ undo: number }>(ids.clerk, 'office.Offer/edit', { id, offer_no: 'OF-4a' })
      const before = await app.row('office_offer', id)
      expect((await mail({ id, note: 'x' })).code).toBe(1)
      expect(await app.row('office_offer', id)).toEqual(before)
      const { data } = await app.get<{ list: Record<string, unknown>[] }>(ids.clerk, `office.Offer/history?id=${id}`)
      expect(data.list).toMatchObject([
        { action: 'mail', who: 'Chen <b>', to: ['ann@example.com'], fields: [], changes: [], undo: false },
        { action: 'edit', undo: true },
        { action: 'add' },
      ])
      expect((await app.post(ids.clerk, 'ajax/undo', { entry: edit.data.undo })).code).toBe(1)
      expect(await app.row('office_offer', id)).toMatchObject({ offer_no: 'OF-4' })
    })

    it('is sent once for one key, and again for another', async () => {
      const { app } = messages
      const send = async (key: string) =>
        app.running.send('POST', '/admin/office.Offer/mail', {
          token: await app.token(ids.clerk),
          headers: { 'idempotency-key': key, 'x-tablewright': '1' },
          payload: { id: offer, to: ['ann@example.com'] },
        })
      const key = randomUUID()
      const answers = await Promise.all([send(key), send(key), send(key)])
      expect(answers.map(({ code }) => code)).toEqual([1, 1, 1])
      expect(await mails()).toHaveLength(1)
      await send(randomUUID())
      expect(await mails()).toHaveLength(2)
    })

    it('is refused when the record was changed after the preview', async () => {
      const { version } = (await preview()).data
      expect((await mail({ version: Number(version) + 1 })).data).toMatchObject({ reason: 'conflict' })
      expect((await mail({ version })).code).toBe(1)
    })

    it('is limited to a number of addresses in an hour (T37)', async () => {
      const to = Array.from({ length: 10 }, (_, at) => `a${at}@example.com`)
      expect((await mail({ to })).code).toBe(1)
      // As after 18 more.
      await messages.app.database.write((trx) => trx.updateTable('throttle').set({ count: 190 }).execute())
      expect((await mail({ to })).code).toBe(1)
      expect(await mail({})).toMatchObject({ code: 0, msg: expect.stringMatching(/Try again in 60 min/) })
      expect((await mail({}, ids.blind)).code).toBe(1)
      expect(await mails()).toHaveLength(21)
    })

    it('is only stored, and says so, while no mail server is set up', async () => {
      await messages.configure({ mail_host: '' })
      expect((await preview()).data).toMatchObject({ is_delivered: false })
      expect((await mail({})).msg).toMatch(/No mail server is set up/)
      messages.run()
      await until(async () => expect((await mails())[0]).toMatchObject({ status: logOptions.status.stored }))
    })
  })
}
