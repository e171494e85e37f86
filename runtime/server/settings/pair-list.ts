/** Lists of a key and a value, as clients send those of the input type `array`: `[{key, value}]`. */
import { isSafeText, trimText } from '../../protocol/index.ts'

export interface Pair {
  readonly key: string
  readonly value: string
}

export const maxPairs = 100

/** Longest key or value. */
const maxText = 1000

/**
 * The pairs in their order; those in which nothing was entered are left out. A map is read as well. Null when it is
 * something else, or one is too long.
 */
export function readPairList(input: unknown): readonly Pair[] | null {
  const entries = entriesOf(input ?? '')
  if (entries === null || entries.length > maxPairs) return null
  const pairs = entries.map(([key, value]) => ({ key: textOf(key), value: textOf(value) }))
  if (pairs.some(({ key, value }) => key === null || value === null)) return null
  return (pairs as readonly Pair[]).filter(({ key, value }) => key !== '' || value !== '')
}

function entriesOf(input: unknown): readonly (readonly [unknown, unknown])[] | null {
  if (input === '') return []
  if (typeof input !== 'object') return null
  return Array.isArray(input)
    ? input.map((pair: { key?: unknown; value?: unknown } | null) => [pair?.key, pair?.value] as const)
    : Object.entries(input as object)
}

function textOf(input: unknown): string | null {
  const text = typeof input === 'number' ? String(input) : (input ?? '')
  return typeof text === 'string' && text.length <= maxText && isSafeText(text) ? trimText(text) : null
}

/** The pairs of a stored text; none when it is damaged or something else. */
export function parsePairList(stored: string): readonly Pair[] {
  try {
    return readPairList(JSON.parse(stored || '[]')) ?? []
  } catch {
    return []
  }
}
