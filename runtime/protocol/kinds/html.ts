/** Rich text: HTML of the elements that a text needs. The server sanitises it whenever it is written. */
import { htmlOfText, plainText } from '../rich-text.ts'
import { isSafeText } from '../safe-text.ts'
import { broken, exact, ok, type Kind } from './kind.ts'

/** Characters of a value where its schema names no limit, markup included. */
export const maxHtml = 200_000

export const html: Kind = {
  column: 'text',
  operators: ['LIKE', 'NOT LIKE', 'NULL', 'NOT NULL'],
  addresses: 'pictures',
  plainText,
  read(input, { maxLength = maxHtml }) {
    if (typeof input !== 'string') return broken('typeText')
    if (!isSafeText(input)) return broken('text')
    // Markup that is pasted may lose most of its length, so what is stored is limited again.
    return input.length > 2 * maxLength ? broken('maxLength', { limit: maxLength }) : ok(input)
  },
  readText(text, field, context) {
    return this.read(htmlOfText(text.trim()), field, context)
  },
  toStored: (value) => (value === '' ? null : (value as string | null)),
  toWire: (value) => value ?? '',
  operand: (text) => exact(text),
  toText: (value) => plainText(String(value ?? '')),
}
