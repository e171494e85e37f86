/**
 * Values of the logs. A decimal is kept as its text: stored, it is an integer whose meaning is its scale, and a schema
 * may have another scale, or another kind of number, by the time the value is taken back.
 */
import { decimalText, kinds, type FieldModel, type KindContext, type StoredValue } from '../../../protocol/index.ts'

/** What is kept of a stored value. */
export function keptOf({ scale }: FieldModel, value: StoredValue): StoredValue {
  return scale !== undefined && typeof value === 'number' ? decimalText(value, scale) : value
}

/** The stored value of the field as it is now; undefined where it cannot hold exactly what was kept. */
export function storedOf(field: FieldModel, kept: StoredValue, context: KindContext): StoredValue | undefined {
  if (kept === null) return null
  if (field.scale !== undefined) {
    const operand = kinds[field.kind].operand(String(kept), field, context)
    return operand?.low === operand?.high ? operand?.low : undefined
  }
  if (kinds[field.kind].column !== 'integer' || typeof kept === 'number') return kept
  return /^-?\d+(\.0+)?$/.test(kept) ? Number(kept) : undefined
}
