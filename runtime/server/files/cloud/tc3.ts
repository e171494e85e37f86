/** How Tencent Cloud wants calls of its API signed: TC3-HMAC-SHA256. */
import { createHash, createHmac } from 'node:crypto'

/** A request whose body, host and time are fixed. Names of headers in small letters. */
export interface SignedRequest {
  /** Canonical query: sorted and encoded, without `?`. */
  readonly query: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export interface AccessKey {
  readonly id: string
  readonly secret: string
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()

/**
 * A POST to `/` in the form that is signed: the hash covers method, query, the given headers and the body. Alibaba
 * Cloud (ACS3) signs the same form.
 */
export function canonicalRequest({ query, headers, body }: SignedRequest): {
  readonly text: string
  readonly names: string
} {
  const sorted = Object.entries(headers).sort(([one], [other]) => (one < other ? -1 : 1))
  const lines = sorted.map(([name, value]) => `${name}:${value.trim()}\n`).join('')
  const names = sorted.map(([name]) => name).join(';')
  return { text: ['POST', '/', query, lines, names, sha256(body)].join('\n'), names }
}

/**
 * The key is derived from the day (UTC) and the service.
 * @param time Unix seconds, as in `X-TC-Timestamp`
 * @returns the value of `Authorization`
 */
export function signTc3(request: SignedRequest, key: AccessKey, service: string, time: number): string {
  const { text, names } = canonicalRequest(request)
  const day = new Date(time * 1000).toISOString().slice(0, 10)
  const scope = `${day}/${service}/tc3_request`
  const derived = hmac(hmac(hmac(`TC3${key.secret}`, day), service), 'tc3_request')
  const signature = hmac(derived, ['TC3-HMAC-SHA256', time, scope, sha256(text)].join('\n')).toString('hex')
  return `TC3-HMAC-SHA256 Credential=${key.id}/${scope}, SignedHeaders=${names}, Signature=${signature}`
}
