/** How Alibaba Cloud wants requests signed. */
import { createHash, createHmac } from 'node:crypto'
import { canonicalRequest, type AccessKey, type SignedRequest } from 'tablewright/server'

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()

/**
 * Aliyun, ACS3-HMAC-SHA256: all headers of the request are signed, the hash of the body (`x-acs-content-sha256`) among
 * them.
 * @returns the value of `Authorization`
 */
export function signAcs3(request: SignedRequest, { id, secret }: AccessKey): string {
  const { text, names } = canonicalRequest(request)
  const signature = hmac(secret, `ACS3-HMAC-SHA256\n${sha256(text)}`).toString('hex')
  return `ACS3-HMAC-SHA256 Credential=${id},SignedHeaders=${names},Signature=${signature}`
}

/** The hash of a body, as headers and signatures name it. */
export const bodyHash = sha256

/** A query as it is signed: sorted by name, and encoded as RFC 3986 has it. */
export function canonicalQuery(values: Readonly<Record<string, string>>): string {
  const encode = (text: string): string =>
    encodeURIComponent(text).replace(
      /[!'()*]/g,
      (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
    )
  return Object.entries(values)
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .join('&')
}
