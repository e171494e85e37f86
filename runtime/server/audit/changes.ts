/** What an edit changed, as the log stores it. */
import { isColumn, kinds, type FieldModel, type TableModel, type WireValue } from '../../protocol/index.ts'
import type { Row } from '../db/tables.ts'

/** By field: the value before and after, in wire form. */
export type LoggedChanges = Readonly<Record<string, readonly [before: WireValue, after: WireValue]>>

/** Fields of which people learn what they were: not those that only the server writes, and none that is a secret. */
export const isLogged = (field: FieldModel): boolean =>
  isColumn(field) && !field.private && !field.implicit && !field.readOnly

/**
 * @param before the row as it was
 * @param after the columns that were written
 */
export function changesOf({ fields }: TableModel, before: Row, after: Row): LoggedChanges {
  const changed = fields.filter((field) => field.name in after && isLogged(field))
  return Object.fromEntries(
    changed.map((field) => {
      const wireOf = (row: Row): WireValue => kinds[field.kind].toWire(row[field.name] ?? null, field)
      return [field.name, [wireOf(before), wireOf(after)]]
    }),
  )
}
