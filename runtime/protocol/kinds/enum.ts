/**
 * One of the listed options. Numeric options also accept digit strings. Named `choice` because `enum` is a reserved
 * word.
 */
import { operators } from '../operators.ts'
import { trimText } from '../safe-text.ts'
import type { FieldModel, OptionModel, WireValue } from '../table-model.ts'
import { normalizeDigits } from './digits.ts'
import { broken, exact, ok, type Kind, type Read } from './kind.ts'

/** The option of a value, compared as text (1 and "1" are the same). */
export function optionOf(field: FieldModel, value: unknown): OptionModel | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined
  return field.options?.find((option) => String(option.value) === String(value))
}

/** The option that a text written by a person names: by a label, or by a name that is no number. */
export function optionNamed(field: FieldModel, text: string): OptionModel | undefined {
  const options = field.options ?? []
  return (
    options.find(({ label }) => Object.values(label).includes(text)) ??
    (isDigits(text) ? undefined : options.find(({ name, value }) => name === text || value === text))
  )
}

const isDigits = (text: string): boolean => /^[+-]?[\d.]+$/.test(normalizeDigits(text))

/** Says which labels there are. */
export function noSuchOption({ options = [] }: FieldModel): Read {
  const shownOptions = options.slice(0, maxListed)
  const rest = options.length > maxListed ? '…' : ''
  return broken('option', {
    'zh-cn': shownOptions.map(({ label }) => label['zh-cn']).join('、') + rest,
    en: shownOptions.map(({ label }) => label.en).join(', ') + rest,
  })
}

/** Labels that a message lists. */
const maxListed = 20

const isNumeric = (field: FieldModel): boolean => typeof field.options?.[0]?.value === 'number'

export const choice: Kind & { readonly columnOf: (field: FieldModel) => 'integer' | 'text' } = {
  column: 'integer',
  columnOf: (field) => (isNumeric(field) ? 'integer' : 'text'),
  operators,
  read(input, field) {
    const option = optionOf(field, typeof input === 'string' ? trimText(input) : input)
    return option ? ok(option.value) : broken('option')
  },
  readText(text, field) {
    const option = optionNamed(field, text.trim())
    return option ? ok(option.value) : noSuchOption(field)
  },
  toStored: (value) => (value === '' ? null : (value as string | number | null)),
  toWire: (value, field): WireValue => value ?? (isNumeric(field) ? null : ''),
  operand(text, field) {
    const value = trimText(text)
    if (!isNumeric(field)) return exact(value)
    return /^-?\d{1,15}$/.test(value) ? exact(Number(value)) : null
  },
  toText: (value, field, _context, language) => optionOf(field, value)?.label[language] ?? String(value ?? ''),
}
