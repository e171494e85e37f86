/** What a write changed in the lines of a record, as the log stores it. */
import { fieldOf, kinds, type FieldModel, type TableModel, type WireValue } from '../../../protocol/index.ts'
import { rowId, type Row } from '../../db/tables.ts'
import { isLogged } from './changes.ts'
import { isKeptWhole } from './mask.ts'

/** Key of the log's data. */
export const lineChangesKey = 'line_changes'

type Values = Readonly<Record<string, WireValue>>

/** A line that was added (`before` is null), removed (`after` is null), or changed: then both have the same fields. */
export interface LoggedLine {
  /** Its place, from 1. */
  readonly no: number
  /** What it is called; "" = nothing. */
  readonly name: string
  readonly before: Values | null
  readonly after: Values | null
}

/** By id of the line; null = the log could not keep all of it. */
export type LoggedLines = Readonly<Record<string, LoggedLine>> | null

/** By field of the record that holds the lines. */
export type LoggedLineChanges = Readonly<Record<string, LoggedLines>>

/** As many as the log stores of one object. */
const maxLines = 200

/**
 * @param model of the lines
 * @param before the lines as they were, and as they are now
 */
export function lineChangesOf(model: TableModel, before: readonly Row[], after: readonly Row[]): LoggedLines {
  const fields = loggedFields(model)
  const old = new Map(before.map((row) => [rowId(row), row]))
  const kept = new Set(after.map(rowId))
  const notes: [string, LoggedLine][] = []
  const note = (row: Row, values: Pick<LoggedLine, 'before' | 'after'>): void => {
    notes.push([String(rowId(row)), { no: Number(row['line_no'] ?? 0), name: nameOf(model, row), ...values }])
  }
  for (const row of before.filter((one) => !kept.has(rowId(one))))
    note(row, { before: valuesOf(fields, row), after: null })
  for (const row of after) {
    const former = old.get(rowId(row))
    const changed = former && fields.filter(({ name }) => (former[name] ?? null) !== (row[name] ?? null))
    if (!changed) note(row, { before: null, after: valuesOf(fields, row) })
    else if (changed.length > 0) note(row, { before: valuesOf(changed, former), after: valuesOf(changed, row) })
  }
  const all = Object.fromEntries(notes)
  return notes.length > maxLines || !isKeptWhole({ [lineChangesKey]: { lines: all } }) ? null : all
}

/** Fields of lines of which the log notes values. */
export const loggedFields = ({ fields }: TableModel): readonly FieldModel[] => fields.filter(isLogged)

const valuesOf = (fields: readonly FieldModel[], row: Row): Values =>
  Object.fromEntries(fields.map((field) => [field.name, kinds[field.kind].toWire(row[field.name] ?? null, field)]))

/** The text that stands for the line. */
export function nameOf(model: TableModel, row: Readonly<Record<string, unknown>>): string {
  const title = fieldOf(model, model.title)
  const value = title && !title.private ? row[title.name] : null
  return typeof value === 'string' ? value : ''
}
