/**
 * Exact decimals: on the wire a text with exactly `scale` digits after the point ("12.5000"), stored as the integer
 * value × 10^scale within ±(2^53−1) on both databases. No float touches a value.
 */
import { operators } from '../operators.ts'
import { normalizeDigits } from './digits.ts'
import { broken, ok, type Kind } from './kind.ts'
import { isOtherNotation, outOfRange } from './number-problem.ts'

const shape = /^([+-]?)(\d{0,16})(?:\.(\d*))?$/
/** With more digits than any number that is stored. */
const tooLong = /^[+-]?0*[1-9]\d{16,}(?:\.\d*)?$/

interface Parsed {
  readonly scaled: bigint
  readonly rest: boolean
}

/** Value × 10^scale rounded toward zero, and whether digits were cut; null when the text is no plain decimal. */
function parseDecimal(input: string, scale: number): Parsed | null {
  const match = shape.exec(normalizeDigits(input))
  if (!match || (match[2] === '' && !match[3])) return null
  const fraction = match[3] ?? ''
  const scaled = BigInt(match[2] + fraction.slice(0, scale).padEnd(scale, '0'))
  return { scaled: match[1] === '-' ? -scaled : scaled, rest: /[1-9]/.test(fraction.slice(scale)) }
}

/**
 * `125000` at scale 4 → "12.5000". A number has to be a safe integer, as stored ones are, so that its digits are exact.
 */
export function decimalText(scaled: bigint | number, scale: number): string {
  const plain = String(scaled)
  const isNegative = plain.startsWith('-')
  const digits = (isNegative ? plain.slice(1) : plain).padStart(scale + 1, '0')
  const text = scale === 0 ? digits : `${digits.slice(0, -scale)}.${digits.slice(-scale)}`
  return isNegative ? `-${text}` : text
}

/** A canonical wire text as shown in sentences: "12.500" → "12.5", "8.000" → "8". */
export function displayDecimal(text: string): string {
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text
}

/** "12.5" at scale 4 → 125000. The text has to be a canonical wire text or shorter. */
export function scaledInteger(text: string, scale: number): number {
  const parsed = parseDecimal(text, scale)
  if (!parsed) throw new TypeError(`not a decimal: ${text}`)
  return Number(parsed.scaled)
}

const scaleOf = (text: string): number => text.split('.')[1]?.length ?? 0

/** Calculates with wire texts exactly; the result has as many digits after the point as the longer of them. */
function calculate(left: string, right: string, work: (left: bigint, right: bigint) => bigint): string {
  const scale = Math.max(scaleOf(left), scaleOf(right))
  const [first, second] = [left, right].map((text) => parseDecimal(text, scale)?.scaled)
  if (first === undefined || second === undefined) throw new TypeError(`not decimals: ${left}, ${right}`)
  return decimalText(work(first, second), scale)
}

/** The exact sum of two wire texts: "12.5000" and "0.25" → "12.7500". Throws a TypeError for other texts. */
export const addDecimals = (left: string, right: string): string => calculate(left, right, (a, b) => a + b)

/** The exact difference of two wire texts. Throws a TypeError for other texts. */
export const subtractDecimals = (left: string, right: string): string => calculate(left, right, (a, b) => a - b)

const largest = BigInt(Number.MAX_SAFE_INTEGER)
const isStorable = (value: bigint): boolean => value <= largest && value >= -largest

/** A number of JSON has an exponent when it is very large or very small. */
const plainText = (input: unknown): string | null =>
  typeof input === 'string' ? normalizeDigits(input) : Number.isFinite(input) ? String(input) : null

export const decimal: Kind = {
  column: 'integer',
  isNumber: true,
  operators,
  read(input, field) {
    const scale = field.scale ?? 0
    const text = plainText(input)
    const parsed = text === null ? null : parseDecimal(text, scale)
    const beyond = (isNegative: boolean) => outOfRange(field, isNegative, decimalText(largest, scale))
    if (!parsed) {
      if (text === null) return broken('decimal')
      if (tooLong.test(text)) return beyond(text.startsWith('-'))
      if (typeof input === 'number') return Math.abs(input) < 1 ? broken('scale', { limit: scale }) : beyond(input < 0)
      return broken(isOtherNotation(text) ? 'notation' : 'decimal')
    }
    if (!isStorable(parsed.scaled)) return beyond(parsed.scaled < 0n)
    if (parsed.rest) return broken('scale', { limit: scale })
    const value = Number(parsed.scaled)
    if (field.minimum !== undefined && value < field.minimum * 10 ** scale)
      return broken('minimum', { limit: field.minimum })
    if (field.maximum !== undefined && value > field.maximum * 10 ** scale)
      return broken('maximum', { limit: field.maximum })
    return ok(decimalText(parsed.scaled, scale))
  },
  toStored: (value, field) => (value === null ? null : scaledInteger(value as string, field.scale ?? 0)),
  toWire: (value, field) => (value === null ? null : decimalText(value as number, field.scale ?? 0)),
  operand(text, field) {
    const parsed = parseDecimal(text, field.scale ?? 0)
    if (!parsed || !isStorable(parsed.scaled)) return null
    const value = Number(parsed.scaled)
    if (!parsed.rest) return { low: value, high: value }
    return normalizeDigits(text).startsWith('-') ? { low: value - 1, high: value } : { low: value, high: value + 1 }
  },
  toText: (value) => String(value ?? ''),
}
