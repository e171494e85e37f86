/** Signed requests to Alipay and its signed answers. */
import { nowSeconds } from 'tablewright/server'
import { exchange } from '../gateway.ts'
import { isSignedBy } from '../keys.ts'
import { ProviderError } from '../provider.ts'
import { chinaTime, jsonObject, objectOf, textOf, type Json } from '../values.ts'
import type { AlipayAccount } from './account.ts'
import { memberText, signFields } from './signature.ts'

type Fields = Readonly<Record<string, string>>

/** The signed parameters of a request. */
function signedFields(account: AlipayAccount, method: string, content: Json, more: Fields = {}): Fields {
  const fields: Fields = {
    app_id: account.appId,
    method,
    format: 'JSON',
    charset: 'utf-8',
    sign_type: 'RSA2',
    timestamp: chinaTime(nowSeconds()),
    version: '1.0',
    ...more,
    biz_content: JSON.stringify(content),
  }
  return { ...fields, sign: signFields(fields, account.privateKey) }
}

const gatewayOf = ({ endpoint }: AlipayAccount): string => `${endpoint}/gateway.do`

/** The address of a page of Alipay. */
export const pageAddress = (account: AlipayAccount, method: string, content: Json, more: Fields): string =>
  `${gatewayOf(account)}?${new URLSearchParams(signedFields(account, method, content, more)).toString()}`

/**
 * The content of a verified answer.
 * @throws a ProviderError: `refused` with the `sub_code` of Alipay, or `unknown`
 */
export async function call(account: AlipayAccount, method: string, content: Json): Promise<Json> {
  const { status, body } = await exchange({
    url: `${gatewayOf(account)}?charset=utf-8`,
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' },
    body: new URLSearchParams(signedFields(account, method, content)).toString(),
  })
  if (status !== 200) throw new ProviderError('unknown', String(status), `Alipay answered ${status}.`)
  const json = body.toString('utf8')
  const whole = jsonObject(json)
  if (!whole) throw new ProviderError('unknown', 'content', 'The answer is no JSON.')
  const name = `${method.replaceAll('.', '_')}_response`
  const text = memberText(json, name)
  const isSigned = text !== null && isSignedBy(text, textOf(whole['sign'], 1000) ?? '', account.alipayKey)
  if (!isSigned) throw unsigned(whole)
  const answer = objectOf(whole[name])
  if (answer['code'] === '10000') return answer
  const [code, message] = [textOf(answer['sub_code']) ?? String(answer['code']), textOf(answer['sub_msg'], 300)]
  // Alipay itself asks to send the same request again after these.
  const isUnknown = answer['code'] === '20000' || /(^|\.)(SYSTEM_ERROR|UNKNOWN_ERROR|unknow-error)$/i.test(code)
  throw new ProviderError(isUnknown ? 'unknown' : 'refused', code, message ?? `Alipay answered ${code}.`)
}

/** A request whose application or signature Alipay does not know is answered without a signature. */
function unsigned(whole: Json): ProviderError {
  const error = objectOf(whole['error_response'])
  const code = textOf(error['sub_code'])
  return code === null
    ? new ProviderError('unknown', 'signature', 'The answer is not signed by Alipay.')
    : new ProviderError('unknown', code, textOf(error['sub_msg'], 300) ?? `Alipay answered ${code}.`)
}
