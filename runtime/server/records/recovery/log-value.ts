/**
 * Values of the logs. A decimal is kept as its text: stored, it is an integer whose meaning is its scale, and a schema
 * may have another scale, or another kind of number, by the time the value is taken back.
 */
import { decimalText, kinds, type FieldModel, type KindContext, type StoredValue } from '../../../protocol/index.ts'

/** The form in which the log keeps a stored value. */
export function keptOf({ scale }: FieldModel, value: StoredValue): StoredValue {
  return scale !== undefined && typeof value === 'number' ? decimalText(value, scale) : value
}

/** The stored value of the field as it is now; undefined where it cannot hold exactly what was kept. */
export function storedOf(field: FieldModel, value: StoredValue, context: KindContext): StoredValue | undefined {
  if (value === null) return null
  if (field.scale !== undefined) {
    const operand = kinds[field.kind].operand(String(value), field, context)
    return operand?.low === operand?.high ? operand?.low : undefined
  }
  if (kinds[field.kind].column !== 'integer' || typeof value === 'number') return value
  return /^-?\d+(\.0+)?$/.test(value) ? Number(value) : undefined
}
