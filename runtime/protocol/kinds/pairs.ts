/** A map of texts. On the wire an object; the old dialect's `[{key, value}]` is accepted, too. Stored as JSON. */
import { isSafeKey, isSafeText, trimText } from '../safe-text.ts'
import { broken, exact, ok, type Kind } from './kind.ts'
import { parseJson } from './list.ts'

function entriesOf(input: unknown): [unknown, unknown][] | null {
  if (Array.isArray(input))
    return input.map((pair: { key?: unknown; value?: unknown } | null) => [pair?.key, pair?.value])
  return typeof input === 'object' && input !== null ? Object.entries(input) : null
}

const maxPairs = 100
/** Longest key or value, in UTF-16 units. */
const maxText = 1000

export const pairs: Kind = {
  column: 'json',
  operators: ['LIKE', 'NOT LIKE', 'NULL', 'NOT NULL'],
  read(input) {
    const given = entriesOf(input)
    if (!given) return broken('typePairs')
    const entries = given
      .map((pair) => pair.map((text) => (typeof text === 'string' ? trimText(text) : text)))
      .filter(([key, value]) => key !== '' || value !== '')
    if (entries.length > maxPairs) return broken('maxItems', { limit: maxPairs })
    if (entries.some(([key]) => typeof key === 'string' && !isSafeKey(key))) return broken('key')
    for (const text of entries.flat()) {
      if (typeof text !== 'string') return broken('typePairs')
      if (text.length > maxText) return broken('maxLength', { limit: maxText })
      if (!isSafeText(text)) return broken('text')
    }
    const pairs = new Map(entries as [string, string][])
    return pairs.size < entries.length ? broken('uniqueItems') : ok(Object.fromEntries(pairs))
  },
  toStored: (value) => (value === null || Object.keys(value as object).length === 0 ? null : JSON.stringify(value)),
  toWire: (value) => parseJson(value, {}),
  operand: (value) => exact(value),
  readText(text, field, context) {
    const pairs = pairsIn(text)
    return pairs === null ? broken('typePairs') : this.read(pairs, field, context)
  },
  toText(value) {
    const pairs = Object.entries((value ?? {}) as Record<string, string>)
    const plain = pairs.map(([key, text]) => `${key}=${text}`).join('; ')
    return JSON.stringify(pairsIn(plain)) === JSON.stringify(value ?? {}) ? plain : JSON.stringify(value)
  },
}

/** `size=10; colour=red` or a JSON object; null when it is neither. */
function pairsIn(text: string): Readonly<Record<string, unknown>> | null {
  if (text === '') return {}
  const object = text.trim().startsWith('{') ? parseJson(text.trim(), null) : null
  if (typeof object === 'object' && object !== null && !Array.isArray(object))
    return object as Readonly<Record<string, unknown>>
  const pairs = text.split(/; ?/).map((pair) => /^([^=]+)=([^]*)$/.exec(pair)?.slice(1))
  return pairs.every((pair) => pair !== undefined) ? Object.fromEntries(pairs) : null
}
