/** RSA2 signatures of Alipay: RSA with SHA-256, whatever a message says about its type. */
import type { KeyObject } from 'node:crypto'
import { isSignedBy, signText } from '../keys.ts'

type Fields = Readonly<Record<string, string>>

/** All fields but these, by name. */
const textToSign = (fields: Fields, omitted: readonly string[]): string =>
  Object.keys(fields)
    .filter((name) => !omitted.includes(name))
    .toSorted((a, b) => (a < b ? -1 : 1))
    .map((name) => `${name}=${fields[name] ?? ''}`)
    .join('&')

/** The signature of the parameters of a request. */
export const signFields = (fields: Fields, key: KeyObject): string => signText(textToSign(fields, ['sign']), key)

/** @param fields as they were parsed once from the form: what is encoded twice stays encoded */
// Guard T24: a signature of another type, such as SHA-1, is none.
export const isSignedForm = (fields: Fields, key: KeyObject): boolean =>
  isSignedBy(textToSign(fields, ['sign', 'sign_type']), fields['sign'] ?? '', key)

/** The fields of a form; null when one of them is there twice, of which only one would be verified. */
export function readForm(body: Buffer): Fields | null {
  const pairs = [...new URLSearchParams(body.toString('utf8'))]
  const fields = Object.fromEntries(pairs)
  return Object.keys(fields).length === pairs.length ? fields : null
}

/**
 * The text of a member of a JSON object, character by character as it was sent, which is what Alipay signs. Null when
 * it is not there as an object.
 */
export function memberText(json: string, name: string): string | null {
  const start = new RegExp(`^\\s*\\{(?:\\s*"sign"\\s*:\\s*"[^"]*"\\s*,)?\\s*"${name}"\\s*:\\s*(?=\\{)`).exec(json)?.[0]
    .length
  if (start === undefined) return null
  let depth = 0
  let isText = false
  for (let place = start; place < json.length; place++) {
    const character = json[place]
    if (isText) {
      if (character === '\\') place++
      else if (character === '"') isText = false
    } else if (character === '"') isText = true
    else if (character === '{' || character === '[') depth++
    else if ((character === '}' || character === ']') && --depth === 0) return json.slice(start, place + 1)
  }
  return null
}
