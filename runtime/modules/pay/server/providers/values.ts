/** Amounts and times as providers write them. Both live in China: days and times without a zone are those of UTC+8. */

const maxCents = 100_000_000_000

/** Cents of a decimal text, for example 803 of `8.03`: never through a float. Null for everything else. */
export function centsOf(text: unknown): number | null {
  const [, sign = '', whole = '', fraction = ''] =
    (typeof text === 'string' && /^(-?)(\d{1,9})(?:\.(\d{1,2}))?$/.exec(text.trim())) || []
  if (whole === '') return null
  const cents = Number(`${whole}${fraction.padEnd(2, '0')}`)
  return sign === '-' ? 0 - cents : cents
}

/** A decimal text with two digits, `8.03` of 803. */
export function textOfCents(cents: number): string {
  const digits = String(cents).padStart(3, '0')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** An amount that a provider sends as an integer; null for everything else. */
export const wholeCents = (value: unknown): number | null =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 && value <= maxCents ? value : null

const chinaOffset = 8 * 3600

/** `2026-11-29 10:00:00` in China. */
export const chinaTime = (seconds: number): string =>
  new Date((seconds + chinaOffset) * 1000).toISOString().slice(0, 19).replace('T', ' ')

/** The same with its offset, as RFC 3339 has it. */
export const offsetTime = (seconds: number): string => `${chinaTime(seconds).replace(' ', 'T')}+08:00`

/** Seconds of a time with an offset, or without one of a time in China; null when it is none. */
export function secondsOf(text: unknown): number | null {
  const [, day = '', time = '', offset = '+08:00'] =
    (typeof text === 'string' &&
      /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d:\d\d)(?:\.\d{1,6})?(Z|[+-]\d\d:\d\d)?$/.exec(text.trim())) ||
    []
  const milliseconds = Date.parse(`${day}T${time}${offset}`)
  return Number.isNaN(milliseconds) ? null : Math.floor(milliseconds / 1000)
}

export type Json = Readonly<Record<string, unknown>>

/** The object that a text is; null when it is something else. */
export function jsonObject(text: string): Json | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : null
  } catch {
    return null
  }
}

export const objectOf = (value: unknown): Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {}

/** A text of reasonable length, null for everything else. */
export const textOf = (value: unknown, maxLength = 128): string | null =>
  typeof value === 'string' && value !== '' && value.length <= maxLength ? value : null

/** These members of an object as JSON: what else a provider says stays out, the payer above all. */
export function chosenText(value: Json, names: readonly string[]): string {
  const pairs = names.flatMap((name) => (value[name] === undefined ? [] : [[name, value[name]] as const]))
  return JSON.stringify(Object.fromEntries(pairs)).slice(0, 4000)
}
