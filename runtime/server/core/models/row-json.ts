/**
 * Encodes rows as JSON text, like `encodeRow` but without an object per row, because lists are most of what a server
 * sends. Works on rows as arrays.
 */
import { fullTitleName, kinds, memoizeByObject, type FieldModel, type StoredValue } from '../../../protocol/index.ts'
import type { RelationShape, RowShape } from './row-shape.ts'

type Values = readonly StoredValue[]
type RowWriter = (row: Values) => string

/**
 * JSON text of the array of rows.
 * @param names of the result's columns in their order; pass the same array for the same statement
 */
export function encodeRows(shape: RowShape, names: readonly string[], rows: readonly Values[]): string {
  const write = writerOf(shape, names)
  let text = '['
  // `i` is below the length; a check would cost time for every row of every list.
  for (let i = 0; i < rows.length; i++) text += (i === 0 ? '' : ',') + write(rows[i]!)
  return `${text}]`
}

const writerOf = memoizeByObject((shape: RowShape, names: readonly string[]): RowWriter => {
  const parts = createParts(shape, names)
  return (row) => {
    let text = '{'
    for (const part of parts) text += part(row)
    return `${text}}`
  }
})

function createParts(shape: RowShape, names: readonly string[]): readonly RowWriter[] {
  const columns = shape.columns.map(({ name, field, none }, index): RowWriter => {
    const column = names.indexOf(name)
    const prefix = `${index === 0 ? '' : ','}${JSON.stringify(name)}:`
    const empty = prefix + (none === undefined ? encodeValue(field, null) : String(none))
    return (row) => {
      const value = row[column] ?? null
      return value === null ? empty : prefix + encodeValue(field, value)
    }
  })
  return [...columns, ...shape.relations.map((relation) => createRelationPart(relation, names))]
}

function createRelationPart(
  { as, idColumn, labelColumn, fullTitleColumn, deletedColumn, label }: RelationShape,
  names: readonly string[],
): RowWriter {
  const [id, title, full, deleted] = [
    names.indexOf(idColumn),
    names.indexOf(labelColumn),
    fullTitleColumn === null ? -1 : names.indexOf(fullTitleColumn),
    deletedColumn === null ? -1 : names.indexOf(deletedColumn),
  ]
  const [prefix, middle, last] = [
    `,${JSON.stringify(as)}:`,
    `,${JSON.stringify(label.name)}:`,
    `,${JSON.stringify(fullTitleName)}:`,
  ]
  return (row) => {
    const target = row[id] ?? null
    if (target === null) return `${prefix}null`
    const suffix = (row[deleted] ?? null) === null ? '}' : ',"deleted":true}'
    const more = fullTitleColumn === null ? '' : `${last}${JSON.stringify(row[full] ?? '')}`
    return `${prefix}{"id":${String(target)}${middle}${encodeValue(label, row[title] ?? null)}${more}${suffix}`
  }
}

function encodeValue(field: FieldModel, stored: StoredValue): string {
  const value = kinds[field.kind].toWire(stored, field)
  return typeof value === 'number' ? String(value) : JSON.stringify(value)
}
