/** The row of a new record. */
import type { TableModel } from '../../protocol/index.ts'
import type { Row } from '../db/index.ts'

/** Fields of an adopted table that show the number of a record as a text. */
const keyTexts = ({ adopted, fields }: TableModel): readonly string[] =>
  adopted?.id === 'column'
    ? fields.filter((field) => field.adopted?.column === adopted.key[0]).map(({ name }) => name)
    : []

/** The row of a new record: its values and what the server fills in. */
export function newRow(
  model: TableModel,
  record: ReadonlyMap<string, Row[string]>,
  actor: number | null,
  now: number,
): Row {
  const row: Row = { ...model.machine?.initial, ...Object.fromEntries(record) }
  // An adopted table has no such column: the version is derived from the values.
  if (!model.adopted) row['version'] = 1
  for (const name of keyTexts(model)) delete row[name]
  if (model.created) row[model.created] = now
  if (model.updated) row[model.updated] = now
  if (model.owner) row[model.owner] = actor
  // The column that decides who sees the record is never left open.
  const on = model.policy?.limit?.on ?? 'id'
  // Guard T15: a new record is its maker's.
  if (on !== 'id' && (row[on] ?? null) === null) row[on] = actor
  return row
}
