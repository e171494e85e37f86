/**
 * Lines a record owns: rows of their own table that are created and deleted with it. On the wire they are a list of
 * objects in order; no column contains them. The content of a line is read field by field where the line's own fields
 * are known.
 */
import type { FieldModel } from '../field-model.ts'
import { broken, exact, ok, type Kind } from './kind.ts'

const isLine = (item: unknown): boolean => typeof item === 'object' && item !== null && !Array.isArray(item)

export const lines: Kind = {
  // Never called: see isColumn.
  column: 'json',
  operators: [],
  read(input, field) {
    if (!Array.isArray(input) || !input.every(isLine)) return broken('typeLines')
    if (field.maxItems !== undefined && input.length > field.maxItems)
      return broken('maxItems', { limit: field.maxItems })
    return ok(input)
  },
  toStored: () => null,
  toWire: () => [],
  operand: (text) => exact(text),
  toText: (value) => (Array.isArray(value) ? String(value.length) : ''),
}

/** True for a field that contains lines: it has no column. */
export const holdsLines = (field: FieldModel): boolean => field.kind === 'lines'

/** True for a field that is a column of the table. */
export const isColumn = (field: FieldModel): boolean =>
  !holdsLines(field) && field.computed?.stored !== false && field.lookup === undefined

/** The fields of a record that contain lines. */
export const linesOf = ({ fields }: Fields): readonly FieldModel[] => fields.filter(holdsLines)

/** The fields of a line that leave the server. */
export const fieldsOfLine = (field: FieldModel): readonly FieldModel[] =>
  (field.fields ?? []).filter((field) => !field.private)

interface Fields {
  readonly fields: readonly FieldModel[]
}

/** Fields that a client may see, filter and sort by: columns, and values computed or looked up in place of one. */
export const visibleColumns = ({ fields }: Fields): readonly FieldModel[] =>
  fields.filter((field) => !field.private && !holdsLines(field))

/** Columns a client may write. */
export const writableColumns = ({ fields }: Fields): readonly FieldModel[] =>
  fields.filter((field) => !field.readOnly && isColumn(field))
