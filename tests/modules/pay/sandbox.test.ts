/** The sandbox posts real signed notifications, in every case that its cashier can play; off, it is not there. */
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { member } from '#generated/member/index.ts'
import { pay } from '#generated/pay/index.ts'
import { system } from '#generated/system/index.ts'
import { memberServer } from '../../../runtime/modules/member/server/index.ts'
import { payServer } from '../../../runtime/modules/pay/server/index.ts'
import { testsBesideLive } from '../../../runtime/modules/pay/server/providers/checks.ts'
import type { settingText } from '../../../runtime/modules/pay/server/providers/settings.ts'
import type { SandboxScenario } from '../../../runtime/modules/pay/shared/sandbox.ts'
import { openMemberSession } from '../../../runtime/server/identity/session/member-sessions.ts'
import { openTestApp, type TestApp } from '../../server/access/access-app.ts'
import { moduleEngines } from '../../support/databases.ts'
import { partOf } from '../../support/part-of.ts'
import { createMemberCall } from '../member/member-call.ts'
import {
  alipayMessage,
  encrypt,
  platformKeyId,
  platformPair,
  startProviderGateway,
  stranger,
  wechatMessage,
  merchantCertificate,
  applicationKey,
  alipayKey,
  apiKey,
  type ProviderGateway,
} from './providers/gateway.ts'

interface Opened {
  readonly info: { readonly id: number; readonly sn: string; readonly status: number; readonly test: boolean }
  readonly pay: { readonly code_url?: string; readonly address?: string } | null
}

const pem = (key: typeof apiKey | typeof alipayKey): string =>
  typeof key === 'string'
    ? key
    : key.export({ format: 'pem', type: key.type === 'private' ? 'pkcs8' : 'spki' }).toString()

describe.each(moduleEngines)('providers on $name', (engine) => {
  let app: TestApp
  let gateway: ProviderGateway
  let origin = ''
  let root = 0
  const tokens: string[] = []
  const members: number[] = []
  beforeAll(async () => {
    gateway = await startProviderGateway()
    app = await openTestApp(engine, { servers: [memberServer, payServer] }, [member, pay, system])
    root = await app.account('root', [await app.group('root', '*')])
    for (const username of ['ann', 'bob']) {
      const values = { username, nickname: username, password: '-', group_id: 1, status: 'enable', gender: 0 }
      const id = await app.database.write(async (trx) => {
        const all = { ...values, money: 0, score: 0, version: 1 }
        return Number((await trx.insertInto('user').values(all).returning('id').executeTakeFirstOrThrow())['id'])
      })
      const visitor = { ip: '127.0.0.1', device: 'test', rotates: true }
      const session = { accessLife: 600, refreshLife: 600, idleMinutes: 0, maxDays: 1, requiresFactor: false }
      members.push(id)
      tokens.push(
        (await app.database.write((trx) => openMemberSession(trx, { session }, { id, visitor, keep: false }))).token,
      )
    }
    await app.running.app.listen({ port: 0, host: '127.0.0.1' })
    origin = `http://127.0.0.1:${(app.running.app.server.address() as AddressInfo).port}`
  })
  afterAll(async () => {
    await app?.dispose()
    await gateway.close()
  })

  const configure = async (values: object) =>
    expect(await app.post(root, 'routine.Config/edit', values)).toMatchObject({ code: 1 })
  const call = createMemberCall(() => app)
  const charge = async (type: string, amount: string) => {
    const { data, msg } = await call<Opened>('pay.Pay/create', { project: 'recharge', type, amount }, tokens[0])
    if (!data?.info) throw new Error(`${msg} ${JSON.stringify(data)}`)
    return { ...data.info, pay: data.pay }
  }
  const play = async (sn: string, scenario: SandboxScenario, token = tokens[0]!) => {
    const headers = { 'content-type': 'application/json', 'ba-user-token': token }
    const response = await fetch(`${origin}/api/pay.Sandbox/play`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ sn, scenario }),
    })
    const { data } = (await response.json()) as { data: { answers?: number[]; reason?: string } | null }
    return data?.answers ?? data?.reason ?? response.status
  }
  const log = async (id: number) => {
    const { state, type, late, outcome } = (await app.row('pay_log', id))!
    return { state, type, late, outcome }
  }
  const money = async () => Number((await app.row('user', members[0]!))!['money'])
  const paid = { state: 1, type: 'sandbox', late: 0, outcome: 1 }
  const post = async (name: string, { headers, rawBody }: { headers: object; rawBody: Buffer }) => {
    const type = name === 'alipay' ? 'application/x-www-form-urlencoded' : 'application/json'
    const response = await fetch(`${origin}/api/pay.Notify/${name}`, {
      method: 'POST',
      headers: { 'content-type': type, ...headers },
      body: new Uint8Array(rawBody),
    })
    return `${response.status} ${await response.text()}`.trim()
  }

  it('is not there while it is off: its routes answer 404 (T70)', async () => {
    const answers = [
      await fetch(`${origin}/api/pay.Notify/sandbox`, { method: 'POST', body: '{}' }),
      await fetch(`${origin}/api/pay.Sandbox/order?sn=R2026112910000012345`, {
        headers: { 'ba-user-token': tokens[0]! },
      }),
      await fetch(`${origin}/api/pay.Notify/wechat`, { method: 'POST', body: '{}' }),
      // The address of other products is the same door.
      await fetch(`${origin}/api/cms.Notify/wechat`, { method: 'POST', body: '{}' }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404])
    expect(await answers[3]!.text()).toBe('')
    expect(await play('R20261129100000123456', 'pay')).toBe(404)
    expect(
      await call('pay.Pay/create', { project: 'recharge', type: 'sandbox', amount: '5' }, tokens[0]),
    ).toMatchObject({
      code: 0,
    })
  })

  it('$9: pays once, whatever is sent how often and in what order', async () => {
    await configure({ pay_mode: 'sandbox' })
    let expected = 0
    for (const [scenario, answers] of [
      ['pay', [204]],
      ['twice', [204, 204]],
      ['parallel', Array.from({ length: 10 }, () => 204)],
      ['reversed', [204, 204]],
      ['cut', [0, 204]],
    ] as const) {
      const { id, sn, test, pay: means } = await charge('sandbox', '5')
      expect([test, means]).toEqual([true, { code_url: `/#/user/pay/sandbox/${sn}` }])
      expect([scenario, await play(sn, scenario)]).toEqual([scenario, answers])
      expected += 500
      expect([scenario, await log(id), await money()]).toEqual([scenario, paid, expected])
    }
    const { id, sn } = await charge('sandbox', '5')
    expect(await play(sn, 'late')).toEqual([204])
    expect(await log(id)).toEqual({ ...paid, late: 1 })
    expect(await money()).toBe(expected + 500)
  })

  it('pays nothing for a wrong amount, key, time or application, and not for others (T20)', async () => {
    const before = await money()
    const { id, sn } = await charge('sandbox', '7')
    for (const [scenario, answer] of [
      ['fail', 204],
      ['amount', 204],
      ['app', 204],
      ['key', 401],
      ['old', 401],
    ] as const)
      expect([scenario, await play(sn, scenario)]).toEqual([scenario, [answer]])
    expect(await play(sn, 'pay', tokens[1])).toBe('not_found')
    expect(await log(id)).toMatchObject({ state: 0 })
    expect(await money()).toBe(before)
    const refused = await app.database.query.selectFrom('pay_refused_message').selectAll().orderBy('reason').execute()
    expect(refused.map(({ provider, reason, count }) => [provider, reason, Number(count)])).toEqual([
      ['sandbox', 'signature', 1],
      ['sandbox', 'time', 1],
    ])
    const notes = await app.database.query.selectFrom('notify_log').select('result').where('sn', '=', sn).execute()
    expect(notes.map(({ result }) => result).sort()).toEqual(['ignored', 'wrong_account', 'wrong_amount'])
    await play(sn, 'pay')
    expect(await money()).toBe(before + 700)
  })

  it('live: both providers pay once each; the sandbox is gone, and doctor names its payments', async () => {
    const { wechat, alipay } = gateway
    const site = { site_url: origin, pay_mode: 'live' }
    await configure({
      ...site,
      pay_wx_appid: wechat.appId,
      pay_wx_mchid: wechat.merchantId,
      pay_wx_certificate: merchantCertificate.pem,
      pay_wx_key_secret: pem(merchantCertificate.privateKey),
      pay_wx_v3_secret: apiKey,
      pay_wx_public_id: platformKeyId,
      pay_wx_public_key: pem(platformPair.publicKey),
      pay_wx_endpoint: gateway.origin,
      pay_alipay_appid: alipay.appId,
      pay_alipay_seller: alipay.sellerId,
      pay_alipay_key_secret: pem(applicationKey),
      pay_alipay_public_key: pem(alipay.alipayKey),
      pay_alipay_endpoint: gateway.origin,
    })
    expect((await fetch(`${origin}/api/pay.Notify/sandbox`, { method: 'POST', body: '{}' })).status).toBe(404)
    const signer = { serial: platformKeyId, privateKey: platformPair.privateKey }
    gateway.signer = signer
    const before = await money()
    const scan = await charge('wx', '8.03')
    expect(scan.pay).toEqual({ code_url: `weixin://wxpay/bizpayurl?pr=${scan.sn}` })
    const content = {
      appid: wechat.appId,
      mchid: wechat.merchantId,
      out_trade_no: scan.sn,
      transaction_id: `4200${scan.sn}`,
      trade_state: 'SUCCESS',
      success_time: '2026-11-29T10:00:00+08:00',
      amount: { total: 803, payer_total: 803, currency: 'CNY' },
    }
    const resource = encrypt(JSON.stringify(content), 'transaction')
    const body = JSON.stringify({ id: `EV-${scan.sn}`, event_type: 'TRANSACTION.SUCCESS', resource })
    const message = wechatMessage(body, signer)
    expect(await post('wechat', wechatMessage(body, { ...signer, privateKey: stranger.privateKey }))).toBe('401')
    expect([await post('wechat', message), await post('wechat', message)]).toEqual(['204', '204'])
    expect(await log(scan.id)).toEqual({ ...paid, type: 'wx' })
    const page = await charge('alipay', '12.50')
    expect(page.pay?.address).toContain(`${gateway.origin}/gateway.do?`)
    const form = {
      notify_id: `N-${page.sn}`,
      notify_type: 'trade_status_sync',
      app_id: alipay.appId,
      seller_id: alipay.sellerId,
      out_trade_no: page.sn,
      trade_no: `2026${page.sn}`,
      trade_status: 'TRADE_FINISHED',
      total_amount: '12.50',
      sign_type: 'RSA2',
    }
    expect(await post('alipay', alipayMessage({ ...form, seller_id: '2088' }, stranger.privateKey))).toBe('401')
    const genuine = alipayMessage(form, alipayKey)
    expect([await post('alipay', genuine), await post('alipay', genuine)]).toEqual(['200 success', '200 success'])
    expect(await log(page.id)).toEqual({ ...paid, type: 'alipay' })
    expect(await money()).toBe(before + 803 + 1250)
    const settings = (mode: string) => partOf<Parameters<typeof settingText>[0]>({ own: { pay_mode: mode } })
    const findings = (mode: string) =>
      testsBesideLive.find(
        { ...partOf<Parameters<typeof testsBesideLive.find>[0]>({ database: app.database, settings: settings(mode) }) },
        100,
      )
    expect([(await findings('sandbox')).count, (await findings('live')).count]).toEqual([0, 7])
  })

  it('$8: secrets never leave, not even in the log of the change (T10)', async () => {
    const { data } = await app.get<{ providers: object }>(root, 'pay.Provider/state')
    const entries = await app.database.query.selectFrom('admin_log').select('data').execute()
    const text = JSON.stringify([data, entries, await app.get(root, 'routine.Config/index')])
    for (const secret of [
      apiKey,
      pem(merchantCertificate.privateKey).slice(100, 160),
      pem(applicationKey).slice(100, 160),
    ])
      expect(text.includes(secret)).toBe(false)
  })
})
