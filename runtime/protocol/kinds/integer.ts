/** Whole numbers within ±(2^53−1). Digit strings count as numbers (old clients send them). */
import { operators } from '../operators.ts'
import { broken, exact, ok, type Kind, type Read } from './kind.ts'
import { normalizeDigits } from './digits.ts'
import { isOtherNotation, outOfRange } from './number-problem.ts'
import type { FieldModel } from '../field-model.ts'

/** The safe integer a JSON value or text means, or null. */
export function wholeNumber(input: unknown): number | null {
  const text = typeof input === 'string' ? normalizeDigits(input) : ''
  const value = typeof input === 'number' ? input : /^[+-]?\d{1,16}$/.test(text) ? Number(text) : Number.NaN
  return Number.isSafeInteger(value) ? value + 0 : null
}

function whyNotWhole(input: unknown, field: FieldModel): Read {
  const most = String(Number.MAX_SAFE_INTEGER)
  if (typeof input === 'number') return Number.isInteger(input) ? outOfRange(field, input < 0, most) : broken('integer')
  const text = typeof input === 'string' ? normalizeDigits(input) : ''
  if (/^[+-]?\d+$/.test(text)) return outOfRange(field, text.startsWith('-'), most)
  return broken(isOtherNotation(text) ? 'notation' : 'integer')
}

export const integer: Kind = {
  column: 'integer',
  isNumber: true,
  operators,
  read(input, field) {
    const value = wholeNumber(input)
    if (value === null) return whyNotWhole(input, field)
    if (field.minimum !== undefined && value < field.minimum) return broken('minimum', { limit: field.minimum })
    if (field.maximum !== undefined && value > field.maximum) return broken('maximum', { limit: field.maximum })
    return ok(value)
  },
  toStored: (value) => value as number | null,
  toWire: (value) => value,
  operand(text) {
    const value = wholeNumber(text)
    return value === null ? null : exact(value)
  },
  toText: (value) => (value === null ? '' : String(value)),
}
