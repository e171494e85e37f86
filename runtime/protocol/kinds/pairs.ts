/** A map of texts. On the wire an object; the old dialect's `[{key, value}]` is accepted, too. Stored as JSON. */
import { isSafeText } from '../safe-text.ts'
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
    const entries = entriesOf(input)
    if (!entries) return broken('typePairs')
    if (entries.length > maxPairs) return broken('maxItems', { limit: maxPairs })
    for (const text of entries.flat()) {
      if (typeof text !== 'string') return broken('typePairs')
      if (text.length > maxText) return broken('maxLength', { limit: maxText })
      if (!isSafeText(text)) return broken('text')
    }
    return ok(Object.fromEntries(entries as [string, string][]))
  },
  toStored: (value) => (value === null || Object.keys(value as object).length === 0 ? null : JSON.stringify(value)),
  toWire: (stored) => parseJson(stored, {}),
  operand: (value) => exact(value),
  toText: (value) =>
    Object.entries((value ?? {}) as Record<string, string>)
      .map(([key, text]) => `${key}=${text}`)
      .join('; '),
}
