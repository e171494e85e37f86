/** Hands one message to a provider of SMS. */
import { randomUUID } from 'node:crypto'
import { DeliveryRefused, nowSeconds, readAnswer, shortened, signTc3, type SignedRequest } from 'tablewright/server'
import type { SmsAccount } from './settings.ts'
import { bodyHash, canonicalQuery, signAcs3 } from './signatures.ts'

export interface Sms {
  readonly mobile: string
  /** The number of the template that the provider has approved. */
  readonly template: string
  /** Values of the template in the order of their first place. */
  readonly values: readonly (readonly [name: string, value: string])[]
}

/** Where the providers are, unless the site names another place. */
const officialEndpoints: Readonly<Record<SmsAccount['provider'], string>> = {
  aliyun: 'https://dysmsapi.aliyuncs.com',
  tencent: 'https://sms.tencentcloudapi.com',
}

const timeoutMs = 10_000

/**
 * Sends the message; `begin` precedes the request.
 * @returns the provider's number for it
 * @throws a DeliveryRefused when the provider refuses or cannot be reached; another error when it does not answer
 */
export async function sendToProvider(account: SmsAccount, sms: Sms, { begin, signal }: SendOptions): Promise<string> {
  const endpoint = account.endpoint || officialEndpoints[account.provider]
  const host = new URL(endpoint).host
  const { request, answerOf } = account.provider === 'aliyun' ? aliyun(account, host, sms) : tencent(account, host, sms)
  await begin()
  const answer = await post(`${endpoint}/${request.query && `?${request.query}`}`, request, signal)
  const { id, code, message } = answerOf(answer)
  if (id !== null) return id
  throw new DeliveryRefused(shortened(`${code}: ${message}`), !isTemporary.test(code))
}

interface SendOptions {
  readonly begin: () => Promise<void>
  readonly signal: AbortSignal
}

/** Answers after which the same message may be accepted a little later. */
const isTemporary = /^(Throttling|RequestLimitExceeded|ServiceUnavailable|isv\.BUSINESS_LIMIT_CONTROL)/

type Answer = Readonly<Record<string, unknown>>

interface Call {
  readonly request: SignedRequest
  /** The provider's number, or null and why not. */
  answerOf(answer: Answer): { readonly id: string | null; readonly code: string; readonly message: string }
}

function aliyun({ key, sign }: SmsAccount, host: string, sms: Sms): Call {
  const query = canonicalQuery({
    PhoneNumbers: sms.mobile,
    SignName: sign,
    TemplateCode: sms.template,
    TemplateParam: JSON.stringify(Object.fromEntries(sms.values)),
  })
  const headers = {
    host,
    'x-acs-action': 'SendSms',
    'x-acs-version': '2017-05-25',
    'x-acs-date': new Date(nowSeconds() * 1000).toISOString().replace('.000', ''),
    'x-acs-signature-nonce': randomUUID(),
    'x-acs-content-sha256': bodyHash(''),
  }
  const unsigned = { query, headers, body: '' }
  return {
    request: { ...unsigned, headers: { ...headers, authorization: signAcs3(unsigned, key) } },
    answerOf: (answer) => ({
      id: answer['Code'] === 'OK' ? textOf(answer['BizId']) : null,
      code: textOf(answer['Code']),
      message: textOf(answer['Message']),
    }),
  }
}

function tencent({ key, sign, application, region }: SmsAccount, host: string, sms: Sms): Call {
  const time = nowSeconds()
  const body = JSON.stringify({
    PhoneNumberSet: [`+86${sms.mobile}`],
    SmsSdkAppId: application,
    SignName: sign,
    TemplateId: sms.template,
    TemplateParamSet: sms.values.map(([, value]) => value),
  })
  const signed = { 'content-type': 'application/json; charset=utf-8', host, 'x-tc-action': 'sendsms' }
  const authorization = signTc3({ query: '', headers: signed, body }, key, 'sms', time)
  const headers = {
    ...signed,
    'x-tc-action': 'SendSms',
    'x-tc-version': '2021-01-11',
    'x-tc-region': region,
    'x-tc-timestamp': String(time),
    authorization,
  }
  return {
    request: { query: '', headers, body },
    answerOf: (answer) => {
      const response = (answer['Response'] ?? {}) as { Error?: Answer; SendStatusSet?: readonly Answer[] }
      const outcome = response.Error ?? response.SendStatusSet?.[0] ?? {}
      return {
        id: outcome['Code'] === 'Ok' ? textOf(outcome['SerialNo']) : null,
        code: textOf(outcome['Code']),
        message: textOf(outcome['Message']),
      }
    },
  }
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Errors of a connection that was never made: nothing has been sent. */
const notConnected = [
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]

/** An answer without JSON says nothing about the message: it is as good as none. */
async function post(url: string, { headers, body }: SignedRequest, signal: AbortSignal): Promise<Answer> {
  const { host: _host, ...fetchHeaders } = headers
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: fetchHeaders,
      body,
      redirect: 'error',
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    })
    const answer: unknown = JSON.parse(await readAnswer(response, 100_000))
    if (typeof answer !== 'object' || answer === null) throw new Error('The provider answered something unknown.')
    const code = textOf((answer as Answer)['Code'])
    // An error of the provider itself, after which nobody knows what happened to the message.
    if (response.status >= 500 && !isTemporary.test(code)) throw new Error(`The provider answered ${response.status}.`)
    return answer as Answer
  } catch (error) {
    const cause = (error as { cause?: { code?: string; message?: string } }).cause
    if (cause?.code !== undefined && notConnected.includes(cause.code))
      throw new DeliveryRefused(`The provider cannot be reached: ${cause.message ?? cause.code}`, false)
    throw error
  }
}
