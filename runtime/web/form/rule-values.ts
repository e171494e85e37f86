/** Values of a form as rules read them. Pure. */
import { holdsLines, kinds, type FieldModel, type RuleValue, type WireValue } from '../../protocol/index.ts'
import { readValue } from './draft.ts'

/** The stored form of a value of a row. */
export const storedOf = (field: FieldModel, value: unknown): RuleValue =>
  value === undefined || value === null || value === '' ? null : kinds[field.kind].toStored(value as WireValue, field)

/** The stored form of a typed value; null when it cannot be read. */
export function typedOf(field: FieldModel, value: unknown, timeZone: string): RuleValue {
  if (holdsLines(field)) return null
  const read = readValue(field, value, timeZone)
  return 'value' in read ? storedOf(field, read.value) : null
}
