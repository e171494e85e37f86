/** WeChat Pay and Alipay on loopback: every signature is verified and made anew, and every fault can be asked for. */
import { createCipheriv, createHash, generateKeyPairSync, sign, verify, type KeyObject } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { deflateRawSync } from 'node:zlib'
import { generate } from 'selfsigned'
import type { AlipayAccount } from '../../../../runtime/modules/pay/server/providers/alipay/account.ts'
import { readCertificate, readPrivateKey } from '../../../../runtime/modules/pay/server/providers/keys.ts'
import type { WechatAccount } from '../../../../runtime/modules/pay/server/providers/wechat/account.ts'
import { nowSeconds } from '../../../../runtime/server/core/clock.ts'

export interface Certified {
  readonly pem: string
  readonly serial: string
  readonly privateKey: KeyObject
  readonly publicKey: KeyObject
}

async function makeCertificate(name: string): Promise<Certified> {
  const { private: key, cert } = await generate([{ name: 'commonName', value: name }], {
    keyType: 'rsa',
    keySize: 2048,
  })
  const { pem, serial, publicKey } = readCertificate(cert)!
  return { pem, serial, publicKey, privateKey: readPrivateKey(key)! }
}

const newPair = () => generateKeyPairSync('rsa', { modulusLength: 2048 })

export const apiKey = '0123456789abcdef0123456789abcdef'

/** Encrypted as WeChat Pay does it. */
export function encrypt(text: string, associated: string, key = apiKey) {
  const nonce = '0123456789ab'
  const cipher = createCipheriv('aes-256-gcm', Buffer.from(key), Buffer.from(nonce))
  cipher.setAAD(Buffer.from(associated))
  const bytes = Buffer.concat([cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
  return { algorithm: 'AEAD_AES_256_GCM', nonce, associated_data: associated, ciphertext: bytes.toString('base64') }
}

const signed = (text: string | Buffer, key: KeyObject): string =>
  sign('sha256', Buffer.from(text), key).toString('base64')

/** A message of WeChat Pay with its headers. */
export function wechatMessage(
  body: string,
  { serial, privateKey }: Pick<Certified, 'serial' | 'privateKey'>,
  now = nowSeconds(),
) {
  const text = `${now}\nnonce\n${body}\n`
  return {
    headers: {
      'wechatpay-timestamp': String(now),
      'wechatpay-nonce': 'nonce',
      'wechatpay-serial': serial,
      'wechatpay-signature': signed(text, privateKey),
    },
    rawBody: Buffer.from(body),
    now: nowSeconds(),
  }
}

/** A form of Alipay. @param sorted the text that is signed, where it is another one */
export function alipayMessage(fields: Readonly<Record<string, string>>, key: KeyObject, sorted?: string) {
  const names = Object.keys(fields).filter((name) => name !== 'sign' && name !== 'sign_type')
  const text =
    sorted ??
    names
      .sort()
      .map((name) => `${name}=${fields[name]}`)
      .join('&')
  const form = new URLSearchParams({ ...fields, sign: signed(text, key) })
  return { headers: {}, rawBody: Buffer.from(form.toString()), now: nowSeconds() }
}

export type Fault =
  | 'slow'
  | 'cut'
  | 'half'
  | 'busy'
  | 'no-json'
  | 'redirect'
  | 'other-key'
  | 'unsigned'
  | 'ahead'
  | 'large'

interface Order {
  readonly amount: number
  readonly body: Readonly<Record<string, unknown>>
  state: string
}

export interface ProviderGateway {
  readonly origin: string
  readonly wechat: WechatAccount
  readonly alipay: AlipayAccount
  readonly orders: Map<string, Order>
  readonly refunds: Map<string, { readonly amount: number; state: string }>
  /** The parameters of each request to Alipay, the body of each to WeChat Pay. */
  readonly seen: Readonly<Record<string, unknown>>[]
  /** The next answers have this fault; null = none. */
  fault: Fault | null
  /** The key that signs the answers of WeChat Pay. */
  signer: Pick<Certified, 'serial' | 'privateKey'>
  /** The certificates that it hands out. */
  certificates: readonly Certified[]
  bill: string | null
  close(): Promise<void>
}

const merchant = await makeCertificate('Merchant 1900000001')
export const platform = await makeCertificate('Tenpay.com Root CA')
export const nextPlatform = await makeCertificate('Tenpay.com Root CA')
export const platformPair = newPair()
export const platformKeyId = 'PUB_KEY_ID_0119000000012026112900000001'
const alipayPair = newPair()
export const alipayKey = alipayPair.privateKey
const applicationPair = newPair()
export const applicationKey = applicationPair.privateKey
export const merchantCertificate: Certified = merchant
/** Nobody's key. */
export const stranger = newPair()

export async function startProviderGateway(): Promise<ProviderGateway> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => answer(request, response, Buffer.concat(chunks).toString('utf8')))
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const keys = new Map([
    [platform.serial, platform.publicKey],
    [nextPlatform.serial, nextPlatform.publicKey],
  ])
  const gateway: ProviderGateway = {
    origin,
    wechat: {
      endpoint: origin,
      appId: 'wx8888888888888888',
      merchantId: '1900000001',
      apiKey,
      privateKey: merchant.privateKey,
      serial: merchant.serial,
      platformKey: { id: platformKeyId, key: platformPair.publicKey },
      certificateKey: async (serial) => keys.get(serial) ?? null,
      notifyAddress: 'https://shop.example/api/pay.Notify/wechat',
    },
    alipay: {
      endpoint: origin,
      appId: '2021000122671080',
      sellerId: '2088531891668739',
      privateKey: applicationPair.privateKey,
      alipayKey: alipayPair.publicKey,
      notifyAddress: 'https://shop.example/api/pay.Notify/alipay',
    },
    orders: new Map(),
    refunds: new Map(),
    seen: [],
    fault: null,
    signer: platform,
    certificates: [platform],
    bill: null,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }

  function answer(request: IncomingMessage, response: ServerResponse, body: string): void {
    const { fault } = gateway
    if (fault === 'slow') return
    if (fault === 'cut') return void request.socket.destroy()
    if (fault === 'redirect') return void response.writeHead(302, { location: `${origin}/elsewhere` }).end()
    if (fault === 'busy') return void response.writeHead(500).end('{"code":"SYSTEM_ERROR","message":"busy"}')
    const isAlipay = (request.url ?? '').startsWith('/gateway.do')
    if (request.url?.startsWith('/bill')) return void response.end(zip('bill.csv', gbkOf(gateway.bill ?? '')))
    const result = isAlipay ? answerAlipay(body) : answerWechat(request, body)
    if (fault === 'half') {
      response.writeHead(result.status, { ...result.headers, 'content-length': result.body.length + 100 })
      response.write(result.body)
      return void setImmediate(() => request.socket.destroy())
    }
    response.writeHead(result.status, result.headers).end(result.body)
  }

  function answerWechat(request: IncomingMessage, body: string) {
    const values = Object.fromEntries(
      [...(request.headers.authorization ?? '').matchAll(/(\w+)="([^"]*)"/g)].map(([, name, value]) => [name, value]),
    ) as Readonly<Record<string, string>>
    const text = `${request.method}\n${request.url}\n${values['timestamp']}\n${values['nonce_str']}\n${body}\n`
    const isGenuine =
      values['mchid'] === '1900000001' &&
      values['serial_no'] === merchant.serial &&
      verify('sha256', Buffer.from(text), merchant.publicKey, Buffer.from(values['signature'] ?? '', 'base64'))
    if (!isGenuine)
      return { status: 401, headers: {}, body: Buffer.from('{"code":"SIGN_ERROR","message":"signature"}') }
    const { status, content } = wechatContent(request, body)
    const large = gateway.fault === 'large' ? ' '.repeat(300_000) : ''
    const raw = gateway.fault === 'no-json' ? '<html>' : typeof content === 'string' ? content : JSON.stringify(content)
    const bytes = Buffer.from(raw + large)
    const other =
      gateway.fault === 'other-key' ? { ...gateway.signer, privateKey: stranger.privateKey } : gateway.signer
    const now = nowSeconds() + (gateway.fault === 'ahead' ? 600 : 0)
    const { headers } = wechatMessage(bytes.toString('utf8'), other, now)
    return { status, headers: gateway.fault === 'unsigned' ? {} : headers, body: bytes }
  }

  function wechatContent(request: IncomingMessage, body: string): { status: number; content: object | string } {
    const [path = '', query = ''] = (request.url ?? '').split('?')
    const input = (body === '' ? {} : JSON.parse(body)) as Record<string, never>
    gateway.seen.push({ ...input, path, query })
    const [, sn = '', isClose] = /out-trade-no\/([^/]+)(\/close)?$/.exec(path) ?? []
    const absent = { status: 404, content: { code: 'ORDER_NOT_EXIST', message: '订单不存在' } }
    if (path === '/v3/pay/transactions/native') {
      gateway.orders.set(input['out_trade_no']!, { amount: input['amount']!['total'], body: input, state: 'NOTPAY' })
      return { status: 200, content: { code_url: `weixin://wxpay/bizpayurl?pr=${String(input['out_trade_no'])}` } }
    }
    if (sn !== '') {
      const order = gateway.orders.get(sn)
      if (!order) return absent
      if (!isClose) return { status: 200, content: wechatOrder(sn, order) }
      if (order.state === 'SUCCESS') return { status: 400, content: { code: 'ORDERPAID', message: '订单已支付' } }
      order.state = 'CLOSED'
      return { status: 204, content: '' }
    }
    if (path === '/v3/refund/domestic/refunds') {
      const number = String(input['out_refund_no'])
      if (!gateway.refunds.has(number))
        gateway.refunds.set(number, { amount: input['amount']!['refund'], state: 'PROCESSING' })
      return { status: 200, content: wechatRefund(number) }
    }
    const refund = /refunds\/(.+)$/.exec(path)?.[1]
    if (refund !== undefined)
      return gateway.refunds.has(refund)
        ? { status: 200, content: wechatRefund(refund) }
        : { status: 404, content: { code: 'RESOURCE_NOT_EXISTS', message: '退款单不存在' } }
    if (path === '/v3/certificates')
      return {
        status: 200,
        content: {
          data: gateway.certificates.map(({ serial, pem }) => ({
            serial_no: serial,
            encrypt_certificate: encrypt(pem, 'certificate'),
          })),
        },
      }
    if (path === '/v3/bill/tradebill') {
      if (gateway.bill === null)
        return { status: 400, content: { code: 'NO_STATEMENT_EXIST', message: '账单文件不存在' } }
      const hash = createHash('sha1').update(gateway.bill).digest('hex')
      return {
        status: 200,
        content: { hash_type: 'SHA1', hash_value: hash, download_url: `${origin}/v3/billdownload/file?token=1` },
      }
    }
    return { status: 200, content: gateway.bill ?? '' }
  }

  const wechatOrder = (sn: string, { amount, state }: Order) => ({
    appid: 'wx8888888888888888',
    mchid: '1900000001',
    out_trade_no: sn,
    trade_state: state,
    ...(state === 'SUCCESS' && {
      transaction_id: `4200${sn}`,
      success_time: '2026-11-29T10:00:00+08:00',
      payer: { openid: 'oUpF8uMuAJO_M2pxb1Q9zNjWeS6o' },
      amount: { total: amount, payer_total: amount - 1, currency: 'CNY' },
    }),
  })
  const wechatRefund = (number: string) => ({
    refund_id: `5030${number}`,
    out_refund_no: number,
    status: gateway.refunds.get(number)?.state,
    user_received_account: '招商银行信用卡0403',
  })

  function answerAlipay(body: string) {
    const fields = Object.fromEntries(new URLSearchParams(body))
    const names = Object.keys(fields).filter((name) => name !== 'sign')
    const text = names
      .sort()
      .map((name) => `${name}=${fields[name]}`)
      .join('&')
    const isGenuine = verify(
      'sha256',
      Buffer.from(text),
      applicationPair.publicKey,
      Buffer.from(fields['sign'] ?? '', 'base64'),
    )
    const method = fields['method'] ?? ''
    gateway.seen.push({ method, ...(JSON.parse(fields['biz_content'] ?? '{}') as object) })
    const headers = { 'content-type': 'application/json' }
    if (!isGenuine)
      return {
        status: 200,
        headers,
        body: Buffer.from('{"error_response":{"code":"40002","sub_code":"isv.invalid-signature"}}'),
      }
    const content = alipayContent(method, JSON.parse(fields['biz_content'] ?? '{}') as Record<string, string>)
    const answerText = JSON.stringify({ ...content, note: 'a } brace and a " quote' })
    const key = gateway.fault === 'other-key' ? stranger.privateKey : alipayPair.privateKey
    const name = `${method.replaceAll('.', '_')}_response`
    const end = gateway.fault === 'unsigned' ? '' : `,"sign":"${signed(answerText, key)}"`
    const json = gateway.fault === 'no-json' ? '<html>' : `{"${name}":${answerText}${end}}`
    return { status: 200, headers, body: Buffer.from(json + (gateway.fault === 'large' ? ' '.repeat(300_000) : '')) }
  }

  function alipayContent(method: string, content: Readonly<Record<string, string>>): object {
    const sn = content['out_trade_no'] ?? ''
    const order = gateway.orders.get(sn)
    const ok = { code: '10000', msg: 'Success' }
    const refused = (code: string) => ({ code: '40004', msg: 'Business Failed', sub_code: code, sub_msg: code })
    if (method === 'alipay.data.dataservice.bill.downloadurl.query')
      return gateway.bill === null ? refused('isp.bill_not_exist') : { ...ok, bill_download_url: `${origin}/bill.zip` }
    if (!order) return refused('ACQ.TRADE_NOT_EXIST')
    if (method === 'alipay.trade.query')
      return {
        ...ok,
        out_trade_no: sn,
        trade_no: `2026${sn}`,
        trade_status: order.state,
        total_amount: (order.amount / 100).toFixed(2),
        buyer_logon_id: '159****5620',
        send_pay_date: '2026-11-29 10:00:00',
      }
    if (method === 'alipay.trade.close') {
      if (order.state === 'TRADE_SUCCESS') return refused('ACQ.REASON_TRADE_STATUS_INVALID')
      order.state = 'TRADE_CLOSED'
      return { ...ok, out_trade_no: sn }
    }
    const number = content['out_request_no'] ?? ''
    if (method === 'alipay.trade.refund') {
      const isNew = !gateway.refunds.has(number)
      gateway.refunds.set(number, { amount: 0, state: 'REFUND_SUCCESS' })
      return { ...ok, out_trade_no: sn, trade_no: `2026${sn}`, fund_change: isNew ? 'Y' : 'N' }
    }
    const refund = gateway.refunds.get(number)
    return refund ? { ...ok, out_trade_no: sn, out_request_no: number, refund_status: refund.state } : ok
  }

  return gateway
}

/** Bytes of a text in GBK, for which Node has a decoder only. */
function gbkOf(text: string): Buffer {
  const decoder = new TextDecoder('gbk')
  const codes = new Map<string, Buffer>()
  for (let lead = 0x81; lead <= 0xfe; lead++)
    for (let trail = 0x40; trail <= 0xfe; trail++)
      codes.set(decoder.decode(Buffer.from([lead, trail])), Buffer.from([lead, trail]))
  return Buffer.concat([...text].map((character) => codes.get(character) ?? Buffer.from(character)))
}

/** An archive with one file, and one that is none of the tables. */
function zip(name: string, content: Buffer): Buffer {
  const entries = [
    { name: 'totals.csv', content: Buffer.from('totals') },
    { name, content },
  ]
  const files: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const entry of entries) {
    const packed = deflateRawSync(entry.content)
    const head = Buffer.alloc(30)
    head.writeUInt32LE(0x04034b50, 0)
    head.writeUInt16LE(8, 8)
    head.writeUInt32LE(packed.length, 18)
    head.writeUInt32LE(entry.content.length, 22)
    head.writeUInt16LE(entry.name.length, 26)
    const record = Buffer.alloc(46)
    record.writeUInt32LE(0x02014b50, 0)
    record.writeUInt16LE(8, 10)
    record.writeUInt32LE(packed.length, 20)
    record.writeUInt32LE(entry.content.length, 24)
    record.writeUInt16LE(entry.name.length, 28)
    record.writeUInt32LE(offset, 42)
    files.push(head, Buffer.from(entry.name), packed)
    directory.push(record, Buffer.from(entry.name))
    offset += head.length + entry.name.length + packed.length
  }
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...files, ...directory, end])
}
