/** Whole numbers within ±(2^53−1). Digit strings count as numbers (old clients send them). */
import { operators } from '../operators.ts'
import { broken, exact, ok, type Kind } from './kind.ts'
import { normalizeDigits } from './digits.ts'

/** The safe integer a JSON value or text means, or null. */
export function wholeNumber(input: unknown): number | null {
  const text = typeof input === 'string' ? normalizeDigits(input) : ''
  const value = typeof input === 'number' ? input : /^[+-]?\d{1,16}$/.test(text) ? Number(text) : Number.NaN
  return Number.isSafeInteger(value) ? value + 0 : null
}

export const integer: Kind = {
  column: 'integer',
  isNumber: true,
  operators,
  read(input, field) {
    const value = wholeNumber(input)
    if (value === null) return broken('integer')
    if (field.minimum !== undefined && value < field.minimum) return broken('minimum', { limit: field.minimum })
    if (field.maximum !== undefined && value > field.maximum) return broken('maximum', { limit: field.maximum })
    return ok(value)
  },
  toStored: (value) => value as number | null,
  toWire: (stored) => stored,
  operand(text) {
    const value = wholeNumber(text)
    return value === null ? null : exact(value)
  },
  toText: (value) => (value === null ? '' : String(value)),
}
