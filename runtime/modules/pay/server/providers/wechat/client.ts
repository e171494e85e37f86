/** Signed requests to WeChat Pay and its signed answers. */
import { randomBytes, type KeyObject } from 'node:crypto'
import { nowSeconds } from 'tablewright/server'
import { exchange, type GatewayAnswer } from '../gateway.ts'
import { signText } from '../keys.ts'
import { ProviderError } from '../provider.ts'
import { refusalOf } from '../signed-message.ts'
import { jsonObject, textOf, type Json } from '../values.ts'
import { keyOfSerial, type WechatAccount } from './account.ts'

export interface WechatCall {
  readonly method: 'GET' | 'POST'
  /** Path and query. */
  readonly path: string
  readonly body?: Json
}

function authorization({ merchantId, privateKey, serial }: WechatAccount, { method, path }: WechatCall, body: string) {
  const [timestamp, nonce] = [String(nowSeconds()), randomBytes(16).toString('hex')]
  const signature = signText(`${[method, path, timestamp, nonce, body].join('\n')}\n`, privateKey)
  const values = { mchid: merchantId, nonce_str: nonce, signature, timestamp, serial_no: serial }
  const list = Object.entries(values).map(([name, value]) => `${name}="${value}"`)
  return `WECHATPAY2-SHA256-RSA2048 ${list.join(',')}`
}

/** Sends a signed request; the answer is not verified. */
export function send(account: WechatAccount, call: WechatCall, maxBytes?: number): Promise<GatewayAnswer> {
  const body = call.body ? JSON.stringify(call.body) : ''
  return exchange({
    url: account.endpoint + call.path,
    method: call.method,
    headers: {
      authorization: authorization(account, call, body),
      ...(account.platformKey && { 'wechatpay-serial': account.platformKey.id }),
      ...(call.body && { 'content-type': 'application/json' }),
    },
    ...(call.body && { body }),
    ...(maxBytes !== undefined && { maxBytes }),
  })
}

/** @throws a ProviderError unless the provider has signed the answer */
export async function verifyAnswer(
  { headers, body }: GatewayAnswer,
  keyOf: (serial: string) => Promise<KeyObject | null>,
): Promise<void> {
  const refusal = await refusalOf(
    'wechatpay',
    { headers: Object.fromEntries(headers), rawBody: body, now: nowSeconds() },
    keyOf,
  )
  // Guard T55: an answer without the signature of the provider is as good as none.
  if (refusal !== null)
    throw new ProviderError('unknown', refusal, `The answer is not signed by WeChat Pay (${refusal}).`)
}

/**
 * The content of a verified answer; null = it has none.
 * @throws a ProviderError: `refused` with the code of WeChat Pay, or `unknown`
 */
export async function call(account: WechatAccount, request: WechatCall): Promise<Json | null> {
  const answer = await send(account, request)
  const text = answer.body.toString('utf8')
  const content = jsonObject(text)
  // Errors of the service itself say nothing about what happened, and are not always signed.
  if (answer.status >= 500 || answer.status === 429)
    throw new ProviderError('unknown', textOf(content?.['code']) ?? String(answer.status), describe(answer, content))
  // A request whose signature WeChat Pay does not accept is answered without one.
  if (answer.status === 401) throw new ProviderError('refused', 'SIGN_ERROR', describe(answer, content))
  await verifyAnswer(answer, (serial) => keyOfSerial(account, serial))
  const refusal = answer.status >= 400 ? textOf(content?.['code']) : null
  if (refusal !== null) throw new ProviderError('refused', refusal, describe(answer, content))
  if (text === '' && answer.status < 300) return null
  if (!content || answer.status >= 300) throw new ProviderError('unknown', 'content', 'The answer is no JSON.')
  return content
}

const describe = ({ status }: GatewayAnswer, content: Json | null): string =>
  textOf(content?.['message'], 300) ?? `WeChat Pay answered ${status}.`
