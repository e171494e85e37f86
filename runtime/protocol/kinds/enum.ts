/**
 * One of the listed options. Numeric options also accept digit strings. Named `choice` because `enum` is a reserved
 * word.
 */
import { operators } from '../operators.ts'
import type { FieldModel, OptionModel, WireValue } from '../table-model.ts'
import { broken, exact, ok, type Kind } from './kind.ts'

/** The option of a value, compared as text (1 and "1" are the same). */
export function optionOf(field: FieldModel, value: unknown): OptionModel | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined
  return field.options?.find((option) => String(option.value) === String(value))
}

const isNumeric = (field: FieldModel): boolean => typeof field.options?.[0]?.value === 'number'

export const choice: Kind & { readonly columnOf: (field: FieldModel) => 'integer' | 'text' } = {
  column: 'integer',
  columnOf: (field) => (isNumeric(field) ? 'integer' : 'text'),
  operators,
  read(input, field) {
    const option = optionOf(field, input)
    return option ? ok(option.value) : broken('option')
  },
  toStored: (value) => (value === '' ? null : (value as string | number | null)),
  toWire: (stored, field): WireValue => stored ?? (isNumeric(field) ? null : ''),
  operand(text, field) {
    if (!isNumeric(field)) return exact(text)
    return /^-?\d{1,15}$/.test(text.trim()) ? exact(Number(text)) : null
  },
  toText: (value, field, _context, language) => optionOf(field, value)?.label[language] ?? String(value ?? ''),
}
