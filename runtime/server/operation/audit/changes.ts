/** What an edit changed, as the log stores it. */
import { isColumn, kinds, type FieldModel, type TableModel, type WireValue } from '../../../protocol/index.ts'
import type { Row } from '../../db/tables.ts'
import { isKeptWhole } from './mask.ts'

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
  const changedFields = fields.filter((field) => field.name in after && isLogged(field))
  return Object.fromEntries(
    changedFields.map((field) => {
      const wireOf = (row: Row): WireValue => kinds[field.kind].toWire(row[field.name] ?? null, field)
      return [field.name, [wireOf(before), wireOf(after)]]
    }),
  )
}

/**
 * True when the log keeps all that an edit replaced, so that it can be undone: no lines, no secrets and no long texts.
 * What the server alone writes follows from the rest.
 * @param changed names of the fields that were written
 */
export const isComplete = ({ fields }: TableModel, changed: ReadonlySet<string>, changes: LoggedChanges): boolean =>
  isKeptWhole({ changes }) &&
  [...changed].every((name) => {
    const field = fields.find((candidate) => candidate.name === name)
    return field !== undefined && isColumn(field) && (!field.private || field.computed !== undefined)
  })
