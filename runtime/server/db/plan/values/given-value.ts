/** A value that a rule gives to a record that is there already, as its field would accept it from a person. */
import { kinds, type FieldModel, type FieldProblem, type StoredValue } from '../../../../protocol/index.ts'

type GivenValue = { readonly stored: StoredValue } | { readonly problem: FieldProblem }

/** The value as the column stores it, or the first rule of the field that it breaks. */
export function givenValue(field: FieldModel, value: StoredValue, timeZone: string): GivenValue {
  const kind = kinds[field.kind]
  const required: GivenValue = field.required ? { problem: { rule: 'required' } } : { stored: null }
  if (value === null || value === '') return required
  // A text that is given to a list has its items between commas.
  const isText = kind.column === 'json' && !/^[[{]/.test(String(value))
  const read = kind.read(isText ? value : kind.toWire(value, field), field, { timeZone })
  if ('problem' in read) return read
  const problem = textProblem(field, read.value)
  if (problem) return { problem }
  const columnValue = kind.toStored(read.value, field)
  return columnValue === null ? required : { stored: columnValue }
}

/** Rules that the schema of a record checks rather than the kind of the field. */
function textProblem({ minLength, maxLength, pattern, minItems }: FieldModel, value: unknown): FieldProblem | null {
  if (Array.isArray(value))
    return minItems !== undefined && value.length < minItems ? { rule: 'minItems', params: { limit: minItems } } : null
  if (typeof value !== 'string') return null
  const length = [...value].length
  if (minLength !== undefined && length < minLength) return { rule: 'minLength', params: { limit: minLength } }
  if (maxLength !== undefined && length > maxLength) return { rule: 'maxLength', params: { limit: maxLength } }
  if (pattern !== undefined && !new RegExp(pattern, 'u').test(value)) return { rule: 'pattern' }
  return null
}
