/** Reads cells of a file as values of fields. */
import { columnType, refersToMany, refersToOne, trimText, type TableModel } from '../../../protocol/index.ts'
import type { Column } from './header.ts'
import { readField, readWrittenField, type BodyContext, type ReadField } from '../body.ts'

/** A value for the column, the text that names records of the target, or the rule it breaks. */
export type ReadCell = ReadField | { readonly target: string }

/** The form into which a spreadsheet changes long codes: 8.51E+04, 1.23457E+12. */
const damaged = /^[+-]?\d(\.\d+E[+-]?|E[+-])\d{1,3}$/i

/** Fields whose texts are codes that identify records. */
export function codeFields(model: TableModel): ReadonlySet<string> {
  return new Set([...model.key, ...model.indexes.filter((index) => index.unique).flatMap((index) => index.on)])
}

export function readCell(
  { field, isNamedByField }: Column,
  cell: string,
  codes: ReadonlySet<string>,
  context: BodyContext,
): ReadCell {
  if (refersToOne(field) || refersToMany(field))
    return trimText(cell) === '' ? readField(field, null, context) : { target: cell }
  if (field.options) {
    const read = readWrittenField(field, trimText(cell), context)
    if ('stored' in read || !isNamedByField) return read
    // Programs, which write the names of fields, also write the values of options.
    const value = readField(field, trimText(cell), context)
    return 'stored' in value ? value : read
  }
  if (columnType(field) !== 'text') return readWrittenField(field, trimText(cell), context)
  return codes.has(field.name) && damaged.test(trimText(cell))
    ? { problem: { rule: 'damaged', params: { value: cell } } }
    : readWrittenField(field, cell, context)
}
