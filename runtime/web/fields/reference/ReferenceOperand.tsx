import type { OperandProps } from '../renderer.ts'
import { useRecordName } from './names.ts'

/** The name of the record instead of its id. */
export function ReferenceOperand({ field, text }: OperandProps) {
  return useRecordName(field.relation, text) ?? `#${text}`
}
