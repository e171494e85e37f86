/** Kinds stored as one text: plain text and the formats of it. */
import type { FieldRule } from '../problems.ts'
import { operators } from '../operators.ts'
import { isSafeText, trimText } from '../safe-text.ts'
import { broken, exact, ok, type Kind } from './kind.ts'

/**
 * A text kind whose values must match `shape`.
 * @param rule the rule a value breaks that does not match
 * @param tidy what is stored and compared of a text: one of a single line has no blanks at its ends
 */
function textKind(shape?: RegExp, rule: FieldRule = 'format', tidy = trimText): Kind {
  return {
    column: 'text',
    operators,
    tidy,
    read(input, field) {
      if (typeof input !== 'string') return broken('typeText')
      if (!isSafeText(input)) return broken('text')
      // A private text may be a secret.
      const value = field.private ? input : tidy(input)
      return shape && value !== '' && !shape.test(value) ? broken(rule) : ok(value)
    },
    toStored: (value) => (value === '' ? null : (value as string | null)),
    toWire: (value) => value ?? '',
    operand: (text) => exact(tidy(text)),
    toText: (value) => String(value ?? ''),
  }
}

const unchanged = (text: string): string => text

export const text = textKind()
/** Several lines, the first of which may be indented. */
export const textarea = textKind(undefined, 'format', unchanged)
export const email: Kind = {
  ...textKind(/^[^\s@<>,;:"()[\]\\]{1,64}@[^\s@<>,;:"()[\]\\]+\.[^\s@<>,;:"()[\]\\.]{2,}$/, 'email'),
  isMailAddress: true,
}
export const mobile = textKind(/^1[3-9]\d{9}$/, 'mobile')
export const idNumber = textKind(/^(\d{15}|\d{17}[\dXx])$/, 'idNumber')
/** A province, city or district by its code (GB/T 2260), for example 330106; codes that were abolished stay valid. */
export const region = textKind(/^[1-9]\d{5}$/, 'format')
export const account = textKind(/^[a-zA-Z][a-zA-Z0-9_]{2,14}$/, 'account')
export const password = textKind(/^[^]{8,64}$/u, 'password', unchanged)
export const url = textKind(/^https?:\/\/[^\s/]\S*$/i, 'url')
export const color = textKind(/^#[0-9a-f]{6}([0-9a-f]{2})?$/i, 'format')
export const icon = textKind(/^[a-z0-9][a-z0-9 _-]*$/i, 'format')
const address = textKind(/^(\/(?!\/)[^\s\\]*|https?:\/\/[^\s\\]+)$/i, 'format')
/** Address of a stored picture: a path of this server or an http(s) address. */
export const image: Kind = { ...address, addresses: 'pictures' }
/** Address of a stored file of any type, as of a picture. */
export const file: Kind = { ...address, addresses: 'files' }
