/**
 * What lines take from the records they refer to, as soon as one is chosen: a price, a unit, the usual place. The
 * server decides what is stored; this shows it while the form is filled in.
 */
import { isEmpty, requireRelation, type FieldModel } from '../../../protocol/index.ts'
import { tableApi, type Row } from '../../core/api/table.ts'
import type { DraftLine } from './edit.ts'

/** Rows of chosen records by controller and id, for as long as the form is open. */
export type ChosenRows = Map<string, Row>

/** A record that lines newly refer to. */
interface Choice {
  readonly from: FieldModel
  /** Lines by their index, and the record that each referred to before. */
  readonly lines: readonly { readonly at: number; readonly id: number; readonly before: unknown }[]
}

const keyOf = (from: FieldModel, id: unknown): string => `${requireRelation(from).controller} ${String(id)}`

/** The fields that others are filled from. */
const sourcesOf = (field: FieldModel): readonly FieldModel[] =>
  (field.fields ?? []).filter((source) => field.fields?.some(({ fill }) => fill?.from === source.name))

/** What was chosen between two states of the lines. */
export function choicesBetween(
  field: FieldModel,
  before: readonly DraftLine[],
  after: readonly DraftLine[],
): readonly Choice[] {
  return sourcesOf(field).flatMap((from) => {
    const lines = after.flatMap((line, index) => {
      const [old, id] = [before[index]?.[from.name], line[from.name]]
      return typeof id === 'number' && id !== old ? [{ at: index, id, before: old }] : []
    })
    return lines.length > 0 ? [{ from, lines }] : []
  })
}

/** Most records that one request asks for. */
const perRequest = 100

/** Loads the rows that are not there yet. Records that the account may not see fill nothing in. */
export async function loadChosen({ from, lines }: Choice, rows: ChosenRows): Promise<void> {
  const { controller } = requireRelation(from)
  const missing = [...new Set(lines.map(({ id }) => id))].filter((id) => !rows.has(keyOf(from, id)))
  for (let start = 0; start < missing.length; start += perRequest) {
    const values = missing.slice(start, start + perRequest).map(String)
    const init = { key: 'id', operator: 'IN' as const, values }
    const page = await tableApi(controller)
      .index({ init, limit: perRequest }, { quiet: true })
      .catch(() => null)
    for (const row of page?.list ?? []) rows.set(keyOf(from, row.id), row)
  }
}

/** The lines with what their records fill in; input of the person stays, unless the last record had filled it in. */
export function withFilled(
  field: FieldModel,
  current: readonly DraftLine[],
  { from, lines }: Choice,
  rows: ChosenRows,
): readonly DraftLine[] {
  const choices = new Map(lines.map((line) => [line.at, line]))
  return current.map((line, index) => {
    const choice = choices.get(index)
    const row = choice && rows.get(keyOf(from, choice.id))
    // The person may have chosen another one meanwhile.
    if (!choice || !row || line[from.name] !== choice.id) return line
    return filled(field, line, from, row, rows.get(keyOf(from, choice.before)))
  })
}

function filled(field: FieldModel, line: DraftLine, from: FieldModel, row: Row, before: Row | undefined): DraftLine {
  const values: Record<string, unknown> = {}
  for (const column of field.fields ?? []) {
    if (column.fill?.from !== from.name) continue
    const isOwn =
      !column.readOnly && !isEmpty(line[column.name]) && !(before && line[column.name] === valueIn(column, before))
    if (isOwn) continue
    values[column.name] = valueIn(column, row) ?? null
    if (column.fill.label) values[requireRelation(column).as] = row[column.fill.label] ?? null
  }
  return { ...line, ...values }
}

const valueIn = ({ fill }: FieldModel, row: Row): unknown =>
  fill?.path.reduce<unknown>(
    (value, name) =>
      typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>)[name] : null,
    row,
  )
