/** Requests of members and administrators about payments. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { member } from '#generated/member/index.ts'
import { pay } from '#generated/pay/index.ts'
import { system } from '#generated/system/index.ts'
import { memberServer } from '../../../runtime/modules/member/server/index.ts'
import { createPayServer } from '../../../runtime/modules/pay/server/index.ts'
import type { PaymentInfo, PaymentReport } from '../../../runtime/modules/pay/shared/routes.ts'
import { ProviderError } from '../../../runtime/modules/pay/server/providers/provider.ts'
import { dayOf } from '../../../runtime/protocol/index.ts'
import { nowSeconds } from '../../../runtime/server/core/clock.ts'
import { openMemberSession } from '../../../runtime/server/identity/session/member-sessions.ts'
import { openTestApp, type TestApp } from '../../server/access/access-app.ts'
import { moduleEngines } from '../../support/databases.ts'
import { createMemberCall } from '../member/member-call.ts'
import { createFakeProvider, unknownError } from './fake-provider.ts'

interface Answer {
  readonly info: PaymentInfo
  readonly pay: { readonly code_url?: string } | null
}

const nothing = { code: 0, data: { reason: 'not_found' } }

describe.each(moduleEngines)('payments by request on $name', (engine) => {
  const provider = createFakeProvider()
  let app: TestApp
  let [root, reader] = [0, 0]
  const tokens: string[] = []
  const members: number[] = []
  beforeAll(async () => {
    const payServer = createPayServer({ providersOf: () => [provider], routes: [], settings: {} })
    app = await openTestApp(engine, { servers: [memberServer, payServer] }, [member, pay, system])
    root = await app.account('root', [await app.group('root', '*')])
    reader = await app.account('reader', [await app.group('readers', ['pay/log/index', 'pay/notify/index'])])
    for (const username of ['ann', 'bob']) {
      const values = { username, nickname: username, password: '-', group_id: 1, status: 'enable', gender: 0 }
      const id = await app.database.write(async (trx) => {
        const all = { ...values, money: 0, score: 0, version: 1 }
        return Number((await trx.insertInto('user').values(all).returning('id').executeTakeFirstOrThrow())['id'])
      })
      members.push(id)
      const visitor = { ip: '127.0.0.1', device: 'test', rotates: true }
      const session = { accessLife: 600, refreshLife: 600, idleMinutes: 0, maxDays: 1, requiresFactor: false }
      tokens.push(
        (await app.database.write((trx) => openMemberSession(trx, { session }, { id, visitor, keep: false }))).token,
      )
    }
  })
  afterAll(() => app?.dispose())

  const call = createMemberCall(() => app)
  const charge = (amount: unknown, more: object = {}) =>
    call<Answer & { errors?: object }>(
      'pay.Pay/create',
      { project: 'recharge', type: 'wx', amount, ...more },
      tokens[0],
    )

  it('$B3, $B13: an amount is a plain number above 0 with at most two decimals, exact to the cent', async () => {
    const bad = [-5, 0, 0.001, 1e9, '1e3', 'NaN', '', ' 5', '+5', '0x10', '５', '8.035', '-0', '00', '1,000', '5.']
    for (const amount of bad) {
      const { code, data } = await charge(amount)
      expect([amount, code, Object.keys(data?.errors ?? {})]).toEqual([amount, 0, ['amount']])
    }
    expect(await charge(undefined)).toMatchObject({ code: 0 })
    expect(await app.database.query.selectFrom('pay_log').selectAll().execute()).toEqual([])
    for (const [amount, text] of [
      [0.1 + 0.2, null],
      ['8.03', '8.03'],
      [8.03, '8.03'],
      ['1299.99', '1299.99'],
      [1299.99, '1299.99'],
      ['5000', '5000.00'],
      ['5000.01', null],
    ] as const) {
      const { code, data } = await charge(amount)
      expect([amount, code, data.info?.amount]).toEqual([amount, text === null ? 0 : 1, text ?? undefined])
    }
    expect([...provider.orders.values()].map(({ amount }) => amount)).toEqual([803, 129_999, 500_000])
    for (const type of ['balance', 'score', 'alipay', 'sandbox', 'cash'])
      expect(await charge('5', { type })).toMatchObject({ code: 0 })
  })

  it('$B7, T20: a payment of somebody else, and one that is missing, do not exist', async () => {
    await charge('3')
    const { data } = await charge('20')
    const { id, sn } = data.info
    expect(data.pay).toEqual({ code_url: `weixin://wxpay/${sn}` })
    for (const which of [`id=${id}`, `sn=${sn}`, 'id=999999', 'sn=none', '', `id=${id}&sn=${sn}`]) {
      expect(await call(`pay.Pay/check?${which}`, null, tokens[1])).toMatchObject(nothing)
      expect(await call(`pay.Pay/info?${which}`, null, tokens[1])).toMatchObject(nothing)
    }
    expect(await call('pay.Pay/ask', { sn }, tokens[1])).toMatchObject(nothing)
    expect(await call('pay.Pay/create', { sn, type: 'wx' }, tokens[1])).toMatchObject(nothing)
    expect(await call(`pay.Pay/check?id=${id}`)).toMatchObject({ code: 302 })
    expect(await call(`pay.Pay/check?id=${id}`, null, tokens[0])).toMatchObject({ code: 0, data: { info: { id } } })
    expect(await call('pay.Pay/list', null, tokens[1])).toMatchObject({ data: { list: [], total: 0 } })
    expect(await call('pay.Pay/info?page=1', null, tokens[0])).toMatchObject(nothing)
    // The provider gives no answer, then says that it was paid.
    provider.pay(sn, nowSeconds())
    provider.before('query', () => Promise.reject(unknownError()))
    expect(await call('pay.Pay/ask', { sn }, tokens[0])).toMatchObject({ code: 1, data: { info: { status: 0 } } })
    const answers = await Promise.all(Array.from({ length: 5 }, () => call('pay.Pay/ask', { sn }, tokens[0])))
    expect(answers.map((answer) => [answer.code, (answer.data as unknown as Answer).info.status])).toEqual(
      answers.map(() => [1, 1]),
    )
    expect(await call(`pay.Pay/check?id=${id}`, null, tokens[0])).toMatchObject({
      code: 1,
      data: { info: { status: 1 } },
    })
    expect(await call('pay.Pay/recharge', null, tokens[0])).toMatchObject({
      data: { open: true, balance: '20.00', minimum: '1.00', maximum: '5000.00', methods: ['wx'] },
    })
    const { data: list } = await call<{ list: PaymentInfo[]; total: number }>('pay.Pay/list?limit=2', null, tokens[0])
    expect([list.list.length, list.list[0]?.sn]).toEqual([2, sn])
  })

  it('$1: a refund takes a right of its own, at most what is left, and shows in the sheet with the rest', async () => {
    const { sn, id } = await paidPayment('100')
    const path = 'pay.Log/refund'
    expect(await app.post(reader, path, { id, refund_amount: '1.00', reason: 'x' })).toMatchObject({ code: 401 })
    expect(await app.post(reader, 'pay.Log/query', { id })).toMatchObject({ code: 401 })
    for (const refund_amount of ['100.01', '0', '-1', '0.001', ''])
      expect(await app.post(root, path, { id, refund_amount, reason: 'x' })).toMatchObject({
        code: 0,
        data: { errors: { refund_amount: expect.any(String) } },
      })
    expect(await app.post(root, path, { id, refund_amount: '33.33', reason: '' })).toMatchObject({ code: 0 })
    expect(await app.post(root, path, { id, refund_amount: '33.33', reason: 'broken' })).toMatchObject({ code: 1 })
    const answers = await Promise.all(
      ['60', '60'].map((refund_amount) => app.post(root, path, { id, refund_amount, reason: 'broken' })),
    )
    expect(answers.map(({ code }) => code).toSorted()).toEqual([0, 1])
    expect(await app.post(root, 'pay.Log/query', { id })).toMatchObject({ code: 1, data: { answer: 'paid' } })
    const { data } = await app.get(root, `pay.Log/sheet?id=${id}`)
    expect(data).toMatchObject({
      info: { sn, amount: '100.00', refunded: '93.33', status: 1 },
      member: { id: members[0] },
      left: '6.67',
      refunds: [
        { amount: '33.33', state: 2 },
        { amount: '60.00', state: 2 },
      ],
    })
    expect((data['events'] as { kind: string; admin: string }[]).map(({ kind, admin }) => `${kind} ${admin}`)).toEqual([
      'opened null',
      'prepared null',
      'paid null',
      'applied null',
      'refund_asked root',
      'refund_asked root',
      'queried root',
      'refund_done root',
      'refund_done root',
    ])
    const row = (await app.get<{ list: object[] }>(root, 'pay.Log/index?limit=1')).data.list[0]
    expect(row).toMatchObject({ project: 'Balance top-up', amount: '100.00', status: 1, state: 1, refunded: '93.33' })
    expect(await app.get(root, 'pay.Log/sheet?id=999999')).toMatchObject(nothing)
  })

  it('T10: neither lists nor sheets show what providers sent, or how a payment was begun', async () => {
    await app.database.write((trx) =>
      trx
        .updateTable('pay_log')
        .set({ attempt: '{"type":"wx","time":1,"claim":null,"codeUrl":"c4nary"}' })
        .where('id', '=', 1)
        .execute(),
    )
    await app.database.write((trx) =>
      trx
        .insertInto('notify_log')
        .values({
          provider: 'wx',
          notify_id: 'n1',
          kind: 'payment',
          result: 'applied',
          sn: 'x',
          body: '{"openid":"c4nary"}',
          headers: 'c4nary',
          version: 1,
        })
        .execute(),
    )
    for (const path of ['Log/index', 'Log/edit?id=1', 'Log/sheet?id=1', 'Notify/index', 'Refund/index', 'Log/export'])
      expect(JSON.stringify(await app.get(root, `pay.${path}`))).not.toContain('c4nary')
    expect(
      await app.get(root, 'pay.Notify/index?search[0][field]=body&search[0][operator]=LIKE&search[0][val]=c'),
    ).toMatchObject({
      code: 0,
      data: { reason: 'bad_query' },
    })
  })

  it('T22: refuses what names no payment or day, with a sentence', async () => {
    const ids = ['', 'id=0', 'id=-1', 'id=1.5', 'id=x', 'id=1e9', 'id=1&more=1', 'sn=']
    const bodies = [{}, { id: 0 }, { id: '1x' }, { id: null }, { id: [1] }, { id: 999_999 }]
    const days = ['', 'from=2026-01-01', 'from=x&to=y', 'from=2026-13-01&to=2026-13-02']
    const own = { 'x-tablewright': '1' }
    const requests: readonly (readonly [name: string, send: () => Promise<{ code: number; msg: string }>])[] = [
      ...['check?', 'info?'].flatMap((name) => ids.map((query) => `pay.Pay/${name}${query}`)),
      ...['page=0', 'page=x', 'limit=0'].map((query) => `pay.Pay/list?${query}`),
    ].map((path) => [path, () => call(path, null, tokens[0], own)] as const)
    const ofAdmins = [
      ...ids.map((query) => `pay.Log/sheet?${query}`),
      ...days.map((query) => `pay.Log/report?${query}`),
    ]
    const writes = bodies.flatMap((body) => [
      [`query ${JSON.stringify(body)}`, () => app.post(root, 'pay.Log/query', body)] as const,
      [
        `refund ${JSON.stringify(body)}`,
        () => app.post(root, 'pay.Log/refund', { reason: 'x', refund_amount: '1', ...body }),
      ] as const,
      [`retry ${JSON.stringify(body)}`, () => app.post(root, 'pay.Refund/retry', body)] as const,
      [`ask ${JSON.stringify(body)}`, () => call('pay.Pay/ask', body, tokens[0], own)] as const,
      [
        `create ${JSON.stringify(body)}`,
        () => call('pay.Pay/create', { type: 'wx', ...body }, tokens[0], own),
      ] as const,
    ])
    const reads = ofAdmins.map((path) => [path, () => app.get(root, path)] as const)
    for (const [name, send] of [...requests, ...reads, ...writes]) {
      const { code, msg } = await send()
      expect({ name, code, isSaid: msg !== '' }).toEqual({ name, code: 0, isSaid: true })
    }
  })

  it('$I7: the report finds exactly the planted differences, and a silent provider', async () => {
    const [first, second] = [await paidPayment('10'), await paidPayment('20')]
    const today = dayOf(nowSeconds(), 'Asia/Shanghai')
    const all = await app.database.query.selectFrom('pay_log').selectAll().where('state', '=', 1).execute()
    const refunds = await app.database.query
      .selectFrom('pay_refund')
      .innerJoin('pay_log', 'pay_log.id', 'pay_refund.pay_log_id')
      .select(['pay_log.sn', 'pay_refund.refund_no', 'pay_refund.amount'])
      .where('pay_refund.state', '=', 2)
      .execute()
    const bill = [
      ...all.map((row) => ({
        kind: 'payment' as const,
        sn: String(row['sn']),
        refundNo: null,
        amount: Number(row['amount']),
      })),
      ...refunds.map((row) => ({
        kind: 'refund' as const,
        sn: String(row['sn']),
        refundNo: String(row['refund_no']),
        amount: Number(row['amount']),
      })),
    ].map((row) => ({ ...row, tradeNo: 't', happenedAt: nowSeconds() }))
    const report = async (more = '') =>
      (await app.get<PaymentReport>(root, `pay.Log/report?from=${today}&to=${today}${more}`)).data
    provider.bills.set(today, bill)
    expect(await report('&compare=true')).toMatchObject({
      rows: [
        {
          day: today,
          type: 'wx',
          paid: { count: all.length },
          refunded: { count: 2, amount: '93.33' },
          compared: 'equal',
        },
      ],
      differences: [],
    })
    const planted = bill
      .filter(({ sn }) => sn !== first.sn)
      .map((row) => (row.sn === second.sn ? { ...row, amount: 1999 } : row))
    provider.bills.set(today, [...planted, { ...bill[0]!, sn: 'elsewhere', amount: 7 }])
    const { rows, differences } = await report('&compare=true')
    expect(rows).toMatchObject([{ compared: 'different' }])
    expect(differences).toMatchObject([
      { difference: 'missing_here', sn: 'elsewhere', here: null, there: '0.07' },
      { difference: 'missing_there', sn: first.sn, here: '10.00', there: null, log_id: first.id },
      { difference: 'amount', sn: second.sn, here: '20.00', there: '19.99' },
    ])
    const file = async (part: string, format = 'csv', who = root) =>
      app.get(who, `pay.Log/exportReport?from=${today}&to=${today}&compare=true&part=${part}&format=${format}`)
    const linesOf = ({ text }: { readonly text: string }): readonly string[] => text.slice(1).trim().split(/\r?\n/)
    const [head, line] = linesOf(await file('days'))
    expect([head, line]).toEqual([
      'Day,Paid by,Payments,Received,Refunds,Refunded,Net,Bill',
      expect.stringMatching(new RegExp(`^${today},WeChat Pay,${all.length},[\\d.]+,2,93\\.33,[\\d.]+,Different$`)),
    ])
    expect(linesOf(await file('differences')).slice(0, 3)).toEqual([
      'Day,Paid by,Number,Refund no.,This site,Provider,Likely cause',
      expect.stringContaining(`${today},WeChat Pay,elsewhere,,,0.07,`),
      expect.stringContaining(`${today},WeChat Pay,${first.sn},,10.00,,`),
    ])
    expect((await file('days', 'xlsx')).text.startsWith('PK')).toBe(true)
    expect(await file('days', 'csv', reader)).toMatchObject({ code: 401 })
    expect(await file('days', 'pdf')).toMatchObject({ code: 0 })
    provider.before('bill', () => Promise.reject(new ProviderError('unknown', 'timeout', 'no answer')))
    expect(await report('&compare=true')).toMatchObject({ rows: [{ compared: 'silent' }], differences: [] })
    expect(await report()).toMatchObject({ rows: [{ compared: null }] })
    for (const days of [
      'from=2026-01-01&to=2027-01-01',
      'from=2026-02-30&to=2026-03-01',
      'from=2026-03-02&to=2026-03-01',
    ])
      expect(await app.get(root, `pay.Log/report?${days}`)).toMatchObject({ code: 0 })
    expect(await app.get(reader, `pay.Log/report?from=${today}&to=${today}`)).toMatchObject({ code: 401 })
  })

  async function paidPayment(amount: string): Promise<PaymentInfo> {
    const { data } = await charge(amount)
    provider.pay(data.info.sn, nowSeconds())
    await call('pay.Pay/ask', { sn: data.info.sn }, tokens[0])
    return data.info
  }
})
