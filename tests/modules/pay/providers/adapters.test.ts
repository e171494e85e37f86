/** WeChat Pay and Alipay: the official vectors, and every method against a gateway that has every fault. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { alipayProvider } from '../../../../runtime/modules/pay/server/providers/alipay/provider.ts'
import {
  fingerprintOf,
  readCertificate,
  readPrivateKey,
  readPublicKey,
} from '../../../../runtime/modules/pay/server/providers/keys.ts'
import type { PayProvider, ProviderOrder } from '../../../../runtime/modules/pay/server/providers/provider.ts'
import { refusalOf } from '../../../../runtime/modules/pay/server/providers/signed-message.ts'
import { centsOf, secondsOf, textOfCents } from '../../../../runtime/modules/pay/server/providers/values.ts'
import { fetchCertificates } from '../../../../runtime/modules/pay/server/providers/wechat/certificates.ts'
import { decrypt } from '../../../../runtime/modules/pay/server/providers/wechat/cipher.ts'
import { wechatProvider } from '../../../../runtime/modules/pay/server/providers/wechat/provider.ts'
import { freePort } from '../../../support/free-port.mjs'
import {
  alipayKey,
  alipayMessage,
  encrypt,
  nextPlatform,
  platform,
  platformKeyId,
  platformPair,
  startProviderGateway,
  stranger,
  wechatMessage,
  type Fault,
  type ProviderGateway,
} from './gateway.ts'

interface Vectors {
  readonly wechat: { readonly certificate: string; readonly headers: Record<string, string>; readonly body: string }
  readonly aes256gcm: Readonly<Record<'key' | 'nonce' | 'associatedData' | 'plaintext' | 'ciphertextWithTag', string>>
  readonly alipay: {
    readonly publicKey: string
    readonly messages: readonly { readonly fields: Record<string, string>; readonly valid: boolean }[]
  }
}
const vectors = JSON.parse(readFileSync(join(import.meta.dirname, '../data/pay-vectors.json'), 'utf8')) as Vectors

let gateway: ProviderGateway
let wechat: PayProvider
let alipay: PayProvider
beforeAll(async () => {
  gateway = await startProviderGateway()
  wechat = wechatProvider(gateway.wechat, true)
  alipay = alipayProvider(gateway.alipay, true)
})
afterAll(() => gateway.close())
beforeEach(() => {
  for (const map of [gateway.orders, gateway.refunds]) map.clear()
  Object.assign(gateway, { fault: null, signer: platform, certificates: [platform], bill: null })
  gateway.seen.length = 0
})
afterEach(() => vi.restoreAllMocks())

const sn = 'R20261129100000123456'
const order: ProviderOrder = {
  sn,
  title: '充值 100% & 更多',
  amount: 803,
  expires: 1_795_917_600,
  returnAddress: 'https://shop.example/#/user/pay/1',
}
const code = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    ({ outcome, code: name }: { outcome: string; code: string }) => `${outcome} ${name}`,
  )

describe('amounts and times of providers', () => {
  it('$B13: amounts are read as decimals, never as floats', () => {
    const amounts = ['8.03', '1299.99', '0.1', '0.01', '100', '12.5', '0.30', '999999999.99']
    expect(amounts.map(centsOf)).toEqual([803, 129_999, 10, 1, 10_000, 1250, 30, 99_999_999_999])
    const wrong = ['', '1e3', '0.001', '-', '.5', '1,000', 'NaN', '１', ' ', '1.', null, 5, '99999999999']
    expect(wrong.map(centsOf)).toEqual(wrong.map(() => null))
    for (const cents of [1, 10, 99, 100, 803, 129_999]) expect(centsOf(textOfCents(cents))).toBe(cents)
    expect(textOfCents(5)).toBe('0.05')
  })

  it('times without a zone are those of China', () => {
    const texts = ['2026-11-29 10:00:00', '2026-11-29T10:00:00+08:00', '2026-11-29T02:00:00Z', 'today', null]
    const seconds = Date.parse('2026-11-29T02:00:00Z') / 1000
    expect(texts.map(secondsOf)).toEqual([seconds, seconds, seconds, null, null])
  })
})

describe('keys (T10)', () => {
  it('are read as PEM, in one line and as base64; weak and other ones are refused', () => {
    const pem = platform.privateKey.export({ format: 'pem', type: 'pkcs8' }).toString()
    const pkcs1 = platform.privateKey.export({ format: 'pem', type: 'pkcs1' }).toString()
    const bare = platform.privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64')
    const texts = [pem, pkcs1, pem.replaceAll('\n', ''), bare, `\r\n ${pem.replaceAll('\n', '\r\n')}`]
    const prints = texts.map((text) => fingerprintOf(readPrivateKey(text)!))
    expect(new Set(prints)).toEqual(new Set([fingerprintOf(platform.publicKey)]))
    expect([readPublicKey(pem), readPrivateKey(platform.pem), readCertificate(pem), readPrivateKey('')]).toEqual([
      null,
      null,
      null,
      null,
    ])
    expect(fingerprintOf(readPublicKey(vectors.alipay.publicKey)!)).toMatch(/^([0-9A-F]{4} ){3}[0-9A-F]{4}$/)
  })
})

describe('notifications of WeChat Pay (T24)', () => {
  const { headers, body, certificate } = vectors.wechat
  const now = Number(headers['Wechatpay-Timestamp'])
  const lower = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
  const signer = readCertificate(certificate)!
  const keyOf = async (serial: string) => (serial === signer.serial ? signer.publicKey : null)
  const check = (changes: Record<string, string | string[]> = {}, text = body, time = now) =>
    refusalOf('wechatpay', { headers: { ...lower, ...changes }, rawBody: Buffer.from(text), now: time }, keyOf)

  it('$B19: the official vector is genuine, in these very bytes and within five minutes only', async () => {
    expect(await check()).toBeNull()
    const parsed = JSON.parse(body) as Record<string, unknown>
    const others = [
      JSON.stringify(Object.fromEntries(Object.entries(parsed).toReversed())),
      `\uFEFF${body}`,
      body.replace('签约成功', '签约失败'),
      `${body}\r\n`,
      '',
    ]
    for (const other of others) expect(await check({}, other)).toBe('signature')
    expect([await check({}, body, now + 300), await check({}, body, now - 300)]).toEqual([null, null])
    expect([await check({}, body, now + 301), await check({}, body, now - 301)]).toEqual(['time', 'time'])
    expect(await check({ 'wechatpay-serial': 'D7CE59D1F522D702' })).toBe('key')
    expect(await check({ 'wechatpay-signature': 'WECHATPAY/SIGNTEST/abc' })).toBe('signature')
    for (const wrong of ['', '1e9', '-1624523846', ' 1624523846', 'NaN'])
      expect(await check({ 'wechatpay-timestamp': wrong })).toBe('headers')
    expect(await check({ 'wechatpay-nonce': ['a', 'b'] })).toBe('headers')
    expect(await check({}, 'x'.repeat(65_537))).toBe('size')
  })

  it('the content is opened with a key of 32 bytes only', () => {
    const { key, nonce, associatedData, plaintext, ciphertextWithTag: ciphertext } = vectors.aes256gcm
    expect(decrypt({ ciphertext, nonce, associatedData }, key)).toBe(plaintext)
    expect(decrypt({ ciphertext, nonce, associatedData: 'x' }, key)).toBeNull()
    expect(decrypt({ ciphertext, nonce, associatedData }, key.slice(0, 16))).toBeNull()
    expect(decrypt({ ciphertext: 'AA==', nonce, associatedData }, key)).toBeNull()
    expect(decrypt({ ...encrypt('hello', 'world'), associatedData: 'world' }, key)).toBe('hello')
  })

  const payment = (changes: object = {}) => ({
    appid: gateway.wechat.appId,
    mchid: gateway.wechat.merchantId,
    out_trade_no: sn,
    transaction_id: '4200001',
    trade_state: 'SUCCESS',
    success_time: '2026-11-29T10:00:00+08:00',
    payer: { openid: 'oUpF8uMuAJO' },
    amount: { total: 803, payer_total: 703, currency: 'CNY', payer_currency: 'CNY' },
    ...changes,
  })
  const envelope = (content: object, event = 'TRANSACTION.SUCCESS') =>
    JSON.stringify({
      id: 'EV-1',
      event_type: event,
      summary: '支付成功',
      resource: encrypt(JSON.stringify(content), 'transaction'),
    })

  it('$B17, $B18: public key and certificate verify in turn; what can be decrypted is no proof', async () => {
    const signers = [platform, { serial: platformKeyId, privateKey: platformPair.privateKey }, nextPlatform, platform]
    for (const signer of signers) {
      const result = await wechat.verifyNotify(wechatMessage(envelope(payment()), signer))
      // The price counts, not what is left of it with a coupon.
      expect(result).toMatchObject({
        ok: true,
        notification: {
          id: 'EV-1',
          kind: 'payment',
          sn,
          state: 'paid',
          amount: 803,
          currency: 'CNY',
          paidAt: 1_795_917_600,
        },
      })
      expect(JSON.stringify(result)).not.toContain('openid')
    }
    const forged = { serial: platform.serial, privateKey: stranger.privateKey }
    expect(await wechat.verifyNotify(wechatMessage(envelope(payment()), forged))).toEqual({
      ok: false,
      reason: 'signature',
    })
    const unknown = { serial: 'PUB_KEY_ID_1', privateKey: platformPair.privateKey }
    expect(await wechat.verifyNotify(wechatMessage(envelope(payment()), unknown))).toEqual({ ok: false, reason: 'key' })
    // Nobody was asked who that is.
    expect(gateway.seen).toEqual([])
  })

  it('refunds, other events and contents that are none are told apart', async () => {
    const verify = (text: string) => wechat.verifyNotify(wechatMessage(text, platform))
    const refund = {
      ...payment(),
      out_refund_no: 'R1',
      refund_id: '5030',
      refund_status: 'SUCCESS',
      amount: { total: 803, refund: 100 },
    }
    expect(await verify(envelope(refund, 'REFUND.SUCCESS'))).toMatchObject({
      ok: true,
      notification: {
        kind: 'refund',
        refundNo: 'R1',
        refundTradeNo: '5030',
        state: 'done',
        amount: 100,
        currency: 'CNY',
        appId: null,
      },
    })
    expect(await verify(envelope(payment({ trade_state: 'CLOSED' })))).toMatchObject({
      notification: { state: 'closed' },
    })
    expect(await verify(envelope({}, 'PAYSCORE.USER_OPEN_SERVICE'))).toEqual({
      ok: true,
      notification: null,
      id: 'EV-1',
    })
    for (const amount of [{ total: 8.03 }, { total: '803' }, { total: -1 }, {}, null])
      expect(await verify(envelope(payment({ amount })))).toEqual({ ok: false, reason: 'content' })
    const plain = JSON.stringify({ id: '1', event_type: 'TRANSACTION.SUCCESS', resource: payment() })
    for (const text of [plain, '[]', 'null', '{}', 'x'])
      expect(await verify(text)).toEqual({ ok: false, reason: 'content' })
  })
})

describe('notifications of Alipay (T24)', () => {
  const official = () =>
    alipayProvider({ ...gateway.alipay, alipayKey: readPublicKey(vectors.alipay.publicKey)! }, true)
  const send = (provider: PayProvider, fields: Record<string, string>) =>
    provider.verifyNotify({ headers: {}, rawBody: Buffer.from(new URLSearchParams(fields).toString()), now: 1 })
  const fields = (changes: Record<string, string> = {}) => ({
    notify_id: 'N1',
    notify_type: 'trade_status_sync',
    app_id: gateway.alipay.appId,
    seller_id: gateway.alipay.sellerId,
    out_trade_no: sn,
    trade_no: '2026',
    trade_status: 'TRADE_SUCCESS',
    total_amount: '8.03',
    gmt_payment: '2026-11-29 10:00:00',
    sign_type: 'RSA2',
    ...changes,
  })
  const verify = (changes: Record<string, string> = {}, key = alipayKey, sorted?: string) =>
    alipay.verifyNotify(alipayMessage(fields(changes), key, sorted))

  it('$B20: the official vectors verify, with and without their type, others do not', async () => {
    for (const { fields: message, valid } of vectors.alipay.messages)
      expect((await send(official(), message)).ok).toBe(valid)
    const [genuine] = vectors.alipay.messages
    expect(await send(official(), genuine!.fields)).toMatchObject({
      notification: { state: 'paid', amount: 10, appId: '2019073166072302', merchantId: '2088531891668739' },
    })
    const changes: readonly Record<string, string>[] = [
      { total_amount: '0.20' },
      { extra: '' },
      { sign: '' },
      { subject: '%' },
    ]
    for (const change of changes)
      expect(await send(official(), { ...genuine!.fields, ...change })).toEqual({
        ok: false,
        reason: 'signature',
      })
  })

  it('$B20: values are taken as decoded once from the form, empty ones too, and twice is refused', async () => {
    const odd = { passback_params: 'a%3D1%26b%3D2', subject: '100% 棉 + 丝', body: '', price: '8.03' }
    expect(await verify(odd)).toMatchObject({ ok: true, notification: { amount: 803 } })
    const { rawBody } = alipayMessage(fields(), alipayKey)
    const doubled = Buffer.from(`${rawBody.toString()}&total_amount=800.30`)
    expect(await alipay.verifyNotify({ headers: {}, rawBody: doubled, now: 1 })).toEqual({
      ok: false,
      reason: 'content',
    })
    expect(await alipay.verifyNotify({ headers: {}, rawBody: Buffer.from('%'), now: 1 })).toEqual({
      ok: false,
      reason: 'signature',
    })
    expect(await alipay.verifyNotify({ headers: {}, rawBody: Buffer.alloc(65_537), now: 1 })).toEqual({
      ok: false,
      reason: 'size',
    })
    expect(await verify({}, stranger.privateKey)).toEqual({ ok: false, reason: 'signature' })
  })

  it('$B12: TRADE_FINISHED pays as TRADE_SUCCESS does; other states and types do not', async () => {
    for (const [state, expected] of [
      ['TRADE_FINISHED', 'paid'],
      ['TRADE_SUCCESS', 'paid'],
      ['TRADE_CLOSED', 'closed'],
      ['WAIT_BUYER_PAY', 'open'],
    ] as const)
      expect(await verify({ trade_status: state })).toMatchObject({ notification: { state: expected } })
    expect(await verify({ trade_status: 'OTHER' })).toEqual({ ok: false, reason: 'content' })
    expect(await verify({ total_amount: '8.031' })).toEqual({ ok: false, reason: 'content' })
    expect(await verify({ notify_type: 'servicemarket_order_notify' })).toEqual({
      ok: true,
      notification: null,
      id: 'N1',
    })
    expect(JSON.stringify(await verify({ buyer_id: '2088102534368455' }))).not.toContain('2088102534368455')
  })
})

describe('WeChat Pay at the gateway', () => {
  it('makes, asks, closes and refunds a payment', async () => {
    expect(await wechat.query(sn)).toMatchObject({ state: 'absent' })
    expect(await wechat.create(order)).toEqual({ kind: 'qr', codeUrl: `weixin://wxpay/bizpayurl?pr=${sn}` })
    expect(gateway.seen.at(-1)).toMatchObject({
      amount: { total: 803, currency: 'CNY' },
      time_expire: '2026-11-29T10:00:00+08:00',
      notify_url: gateway.wechat.notifyAddress,
    })
    expect(await wechat.query(sn)).toMatchObject({ state: 'open', amount: null })
    gateway.orders.get(sn)!.state = 'SUCCESS'
    const paid = await wechat.query(sn)
    expect(paid).toMatchObject({ state: 'paid', amount: 803, tradeNo: `4200${sn}`, paidAt: 1_795_917_600 })
    expect(paid.response).not.toContain('openid')
    expect(await wechat.close(sn)).toBe('paid')
    const refund = { sn, refundNo: 'R1', amount: 100, total: 803, reason: '退'.repeat(200) }
    for (const again of [refund, refund]) expect(await wechat.refund(again)).toMatchObject({ state: 'processing' })
    expect(gateway.refunds.size).toBe(1)
    gateway.refunds.get('R1')!.state = 'SUCCESS'
    expect(await wechat.queryRefund(refund)).toMatchObject({ state: 'done', providerNo: '5030R1' })
    expect(await wechat.queryRefund({ sn, refundNo: 'R2' })).toMatchObject({ state: 'absent' })
    await wechat.create({ ...order, sn: `${sn}0` })
    expect([await wechat.close(`${sn}0`), await wechat.close('unknown')]).toEqual(['closed', 'closed'])
  })

  it('$B18: believes answers of the old and the new certificate and of the public key in turn', async () => {
    await wechat.create(order)
    const publicKey = { serial: platformKeyId, privateKey: platformPair.privateKey }
    for (const signer of [platform, nextPlatform, publicKey, platform]) {
      gateway.signer = signer
      expect(await wechat.query(sn)).toMatchObject({ state: 'open' })
    }
    gateway.certificates = [platform, nextPlatform]
    gateway.signer = nextPlatform
    const serials = (await fetchCertificates(gateway.wechat)).map(({ serial }) => serial)
    expect(serials).toEqual([platform.serial, nextPlatform.serial])
    // The list is believed only where one of its own certificates, or the public key, has signed it.
    gateway.certificates = [platform]
    expect(await code(fetchCertificates({ ...gateway.wechat, platformKey: null }))).toBe('unknown key')
    gateway.signer = platform
    expect(await code(fetchCertificates({ ...gateway.wechat, apiKey: 'f'.repeat(32) }))).toBe('unknown key')
  })

  it('reads the bill of a day', async () => {
    expect(await wechat.bill('2026-11-28')).toEqual([])
    const columns =
      '交易时间,公众账号ID,微信订单号,商户订单号,交易状态,应结订单金额,微信退款单号,商户退款单号,退款金额,商品名称,订单金额,申请退款金额'
    const rows = [
      ['2026-11-28 10:00:00', 'wx8', '4200', sn, 'SUCCESS', '7.03', '0', '0', '0.00', '茶, 绿茶', '8.03', '0.00'],
      ['2026-11-28 11:00:00', 'wx8', '4200', sn, 'REFUND', '0.00', '5030', 'R1', '1.00', '茶', '8.03', '1.00'],
    ]
    const total = '总交易单数,应结订单总金额\n`2,`7.03'
    const lines = rows.map((row) => row.map((value) => `\`${value}`).join(','))
    gateway.bill = `\uFEFF${[columns, ...lines, total].join('\r\n')}`
    const happenedAt = Date.parse('2026-11-28T02:00:00Z') / 1000
    const bill = [
      { kind: 'payment', sn, refundNo: null, tradeNo: '4200', amount: 803, happenedAt },
      { kind: 'refund', sn, refundNo: 'R1', tradeNo: '4200', amount: 100, happenedAt: happenedAt + 3600 },
    ]
    expect(await wechat.bill('2026-11-28')).toEqual(bill)
  })
})

describe('Alipay at the gateway', () => {
  it('makes the signed address of its page', async () => {
    const means = await alipay.create(order)
    expect(means.kind).toBe('redirect')
    const url = new URL('address' in means ? means.address : '')
    const fields = Object.fromEntries(url.searchParams)
    expect(url.origin + url.pathname).toBe(`${gateway.origin}/gateway.do`)
    expect(fields).toMatchObject({
      method: 'alipay.trade.page.pay',
      app_id: gateway.alipay.appId,
      sign_type: 'RSA2',
      notify_url: gateway.alipay.notifyAddress,
      return_url: order.returnAddress,
    })
    expect(JSON.parse(fields['biz_content']!)).toEqual({
      out_trade_no: sn,
      product_code: 'FAST_INSTANT_TRADE_PAY',
      total_amount: '8.03',
      subject: '充值 100%   更多',
      time_expire: '2026-11-29 10:00:00',
    })
  })

  it('asks, closes and refunds a payment', async () => {
    expect([await alipay.query(sn), await alipay.close(sn)]).toMatchObject([{ state: 'absent' }, 'closed'])
    gateway.orders.set(sn, { amount: 803, body: {}, state: 'WAIT_BUYER_PAY' })
    expect(await alipay.query(sn)).toMatchObject({ state: 'open' })
    gateway.orders.get(sn)!.state = 'TRADE_SUCCESS'
    const paid = await alipay.query(sn)
    expect(paid).toMatchObject({ state: 'paid', amount: 803, paidAt: 1_795_917_600 })
    expect(paid.response).not.toContain('159')
    expect(await alipay.close(sn)).toBe('paid')
    const refund = { sn, refundNo: 'R1', amount: 100, total: 803, reason: '' }
    // The second call has changed nothing at Alipay, which says so.
    for (const again of [refund, refund]) expect(await alipay.refund(again)).toMatchObject({ state: 'done' })
    expect(gateway.seen.filter(({ method }) => method === 'alipay.trade.refund')[0]).toMatchObject({
      refund_amount: '1.00',
    })
    expect(await alipay.queryRefund(refund)).toMatchObject({ state: 'done' })
    expect(await alipay.queryRefund({ sn, refundNo: 'R2' })).toMatchObject({ state: 'absent' })
    gateway.orders.get(sn)!.state = 'WAIT_BUYER_PAY'
    expect(await alipay.close(sn)).toBe('closed')
  })

  it('reads the bill of a day, an archive in GBK', async () => {
    expect(await alipay.bill('2026-11-28')).toEqual([])
    const columns =
      '支付宝交易号,商户订单号,业务类型,商品名称,创建时间,完成时间,订单金额（元）,商家实收（元）,退款批次号/请求号,备注'
    gateway.bill = [
      '#支付宝业务明细查询',
      columns,
      `2026001\t,${sn}\t,交易,茶, 绿茶,2026-11-28 09:59:00,2026-11-28 10:00:00,8.03,8.00,,`,
      `2026001\t,${sn}\t,退款,茶,2026-11-28 09:59:00,2026-11-28 11:00:00,-1.00,-1.00,R1,`,
      '#业务明细列表结束',
    ].join('\r\n')
    const happenedAt = Date.parse('2026-11-28T02:00:00Z') / 1000
    expect(await alipay.bill('2026-11-28')).toEqual([
      { kind: 'payment', sn, refundNo: null, tradeNo: '2026001', amount: 803, happenedAt },
      { kind: 'refund', sn, refundNo: 'R1', tradeNo: '2026001', amount: 100, happenedAt: happenedAt + 3600 },
    ])
  })
})

describe('a provider that cannot be believed (T55)', () => {
  const faults: readonly (readonly [Fault, string, string])[] = [
    ['slow', 'unknown timeout', 'unknown timeout'],
    ['cut', 'unknown network', 'unknown network'],
    ['half', 'unknown network', 'unknown network'],
    ['busy', 'unknown SYSTEM_ERROR', 'unknown 500'],
    ['no-json', 'unknown content', 'unknown content'],
    ['redirect', 'unknown redirect', 'unknown redirect'],
    ['other-key', 'unknown signature', 'unknown signature'],
    ['unsigned', 'unknown headers', 'unknown signature'],
    ['large', 'unknown size', 'unknown size'],
  ]
  it.each(faults)('%s: nobody knows what happened', async (fault, ofWechat, ofAlipay) => {
    const wait = vi.spyOn(AbortSignal, 'timeout')
    if (fault === 'slow') wait.mockImplementation(() => AbortSignal.abort(new DOMException('late', 'TimeoutError')))
    gateway.orders.set(sn, { amount: 803, body: {}, state: 'SUCCESS' })
    gateway.fault = fault
    const refund = { sn, refundNo: 'R1', amount: 1, total: 803, reason: 'x' }
    for (const work of [() => wechat.query(sn), () => wechat.refund(refund), () => wechat.close(sn)])
      expect(await code(work())).toBe(ofWechat)
    for (const work of [() => alipay.query(sn), () => alipay.refund(refund), () => alipay.close(sn)])
      expect(await code(work())).toBe(ofAlipay)
    expect(wait.mock.calls.every(([milliseconds]) => milliseconds <= 8000)).toBe(true)
  })

  it('a clock ten minutes ahead, or a provider that is not there, is no answer either', async () => {
    gateway.orders.set(sn, { amount: 803, body: {}, state: 'SUCCESS' })
    gateway.fault = 'ahead'
    expect(await code(wechat.query(sn))).toBe('unknown time')
    const absent = `http://127.0.0.1:${await freePort()}`
    expect(await code(wechatProvider({ ...gateway.wechat, endpoint: absent }, true).query(sn))).toBe(
      'unknown unreachable',
    )
    expect(await code(alipayProvider({ ...gateway.alipay, endpoint: absent }, true).query(sn))).toBe(
      'unknown unreachable',
    )
  })

  it('what a provider refuses did not happen', async () => {
    const unknown = { ...gateway.wechat, merchantId: '1900000002' }
    expect(await code(wechatProvider(unknown, true).query(sn))).toBe('refused SIGN_ERROR')
    const other = { ...gateway.alipay, privateKey: stranger.privateKey }
    expect(await code(alipayProvider(other, true).query(sn))).toBe('unknown isv.invalid-signature')
    expect(await code(alipay.refund({ sn: 'unknown', refundNo: 'R1', amount: 1, total: 1, reason: '' }))).toBe(
      'refused ACQ.TRADE_NOT_EXIST',
    )
  })

  it('the bill is read from the provider only', async () => {
    gateway.bill = 'x'
    const moved = { ...gateway.wechat, endpoint: gateway.origin.replace('127.0.0.1', 'localhost') }
    expect(await code(wechatProvider(moved, true).bill('2026-11-28'))).toBe('unknown redirect')
    const other = { ...gateway.alipay, endpoint: gateway.origin.replace('127.0.0.1', 'localhost') }
    expect(await code(alipayProvider(other, true).bill('2026-11-28'))).toBe('unknown redirect')
    expect(await code(wechat.bill('2026-11-28'))).toBe('unknown content')
  })
})
