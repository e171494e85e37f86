/** Edits the lines of a record. Pure: lines go in, lines come out. */
import { fieldsOfLine, isEmpty, type FieldModel } from '../../../protocol/index.ts'
import { clearDependents } from '../reference/dependents.ts'

/** A line while it is edited: id of a stored one, canonical values or texts as typed. */
export type DraftLine = Readonly<Record<string, unknown>>

/** The lines contained in a value. */
export function linesIn(value: unknown): readonly DraftLine[] {
  return Array.isArray(value)
    ? value.filter((item): item is DraftLine => typeof item === 'object' && item !== null)
    : []
}

/** The fields of a line a person fills in. */
export const openFields = (field: FieldModel): readonly FieldModel[] =>
  (field.fields ?? []).filter((field) => !field.readOnly)

/**
 * The columns of the grid: those the schema names and all required fields without a default; every field when it names
 * none.
 */
export function columnsOf(field: FieldModel): readonly FieldModel[] {
  const all = fieldsOfLine(field)
  const { columns } = field
  if (!columns) return all
  const namedColumns = columns.flatMap((name) => all.find((candidate) => candidate.name === name) ?? [])
  return [
    ...namedColumns,
    ...all.filter(
      (candidate) =>
        candidate.required &&
        !candidate.readOnly &&
        candidate.default === undefined &&
        !namedColumns.includes(candidate),
    ),
  ]
}

/** True for what is only shown and matters least: it leaves the grid where inputs have no room beside each other. */
export const isMinor = ({ readOnly, column }: FieldModel): boolean =>
  readOnly === true && (column?.priority ?? 2) > 2 && column?.total !== true

/** The columns a person fills in. */
export const openColumns = (field: FieldModel): readonly FieldModel[] =>
  columnsOf(field).filter((column) => !column.readOnly)

/** A new line with the defaults of its fields. */
export function newLine(field: FieldModel): DraftLine {
  return Object.fromEntries(
    openFields(field).flatMap((openField) =>
      openField.default === undefined ? [] : [[openField.name, openField.default]],
    ),
  )
}

/** True for a line in which nothing was entered: it is not saved. */
export function isBlankLine(field: FieldModel, line: DraftLine): boolean {
  const start = newLine(field)
  return isEmpty(line['id']) && openFields(field).every(({ name }) => isEmpty(line[name]) || line[name] === start[name])
}

/** Puts one value into a line; dependent values that no longer fit are cleared. */
export function withValue(
  field: FieldModel,
  lines: readonly DraftLine[],
  at: number,
  name: string,
  value: unknown,
): readonly DraftLine[] {
  return lines.map((line, index) =>
    index === at ? clearDependents({ fields: field.fields ?? [] }, line, { ...line, [name]: value }).draft : line,
  )
}

export function withLineAfter(lines: readonly DraftLine[], index: number, line: DraftLine): readonly DraftLine[] {
  return [...lines.slice(0, index + 1), line, ...lines.slice(index + 1)]
}

export const withoutLine = (lines: readonly DraftLine[], at: number): readonly DraftLine[] =>
  lines.filter((_line, index) => index !== at)

/** A copy as a new line, without the values that only the server writes. */
export function copyOf(field: FieldModel, line: DraftLine): DraftLine {
  const own = new Set((field.fields ?? []).filter((column) => column.readOnly).map((column) => column.name))
  return Object.fromEntries(Object.entries(line).filter(([name]) => name !== 'id' && !own.has(name)))
}

/** My lines applied to theirs: one of mine that they have removed becomes a new line. */
export function linesOver(mine: unknown, theirs: unknown): readonly DraftLine[] {
  const storedIds = new Set(linesIn(theirs).map((line) => line['id']))
  return linesIn(mine).map((line) =>
    storedIds.has(line['id']) ? line : Object.fromEntries(Object.entries(line).filter(([name]) => name !== 'id')),
  )
}
