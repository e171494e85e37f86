/** The lines of one record as the wire sends them: one statement a field, labels included. */
import { sql } from 'kysely'
import { linesOf, memoizeByObject, type FieldModel, type TableModel } from '../../../protocol/index.ts'
import { presentRows } from '../run-hooks.ts'
import { addNames } from '../relations/names.ts'
import { viewOf } from '../policy/policy.ts'
import { labelJoins, outerColumns } from '../query/columns.ts'
import { readRowsByKey } from '../query/run.ts'
import { statementOf } from '../query/statement.ts'
import { encodeRow, type WireRow } from '../../core/models/row-shape.ts'
import type { Scope } from '../../operation/scope.ts'
import { rowShape } from '../../core/models/table-shapes.ts'
import { lineTableOf } from './read.ts'

/** Puts the lines of every visible field of lines into the row. @param view the owner as the caller may see it */
export async function addLines(scope: Scope, view: TableModel, row: WireRow): Promise<void> {
  for (const field of visibleLines(view)) row[field.name] = await wireLines(scope, view, field, Number(row['id']))
}

export const visibleLines = (view: TableModel): readonly FieldModel[] => linesOf(view).filter((field) => !field.private)

/** The lines in order: id, their own fields, and a nested object next to each reference. */
export async function wireLines(
  scope: Scope,
  view: TableModel,
  field: FieldModel,
  owner: number,
): Promise<readonly WireRow[]> {
  const { database, registry } = scope
  const table = lineTableOf(registry, view, field.name)
  const model = lineView(viewOf(scope, table.model, 'edit'))
  const shape = rowShape(model, registry)
  const statement = statementOf(
    database,
    sql`select ${outerColumns(model, shape)}
      from ${sql.table(model.table)} as p ${labelJoins(model, shape, 'p')}
      where ${sql.id('p', table.owner)} = ${owner} order by ${sql.id('p', 'line_no')}, ${sql.id('p', 'id')}`,
  )
  const rows = (await readRowsByKey(scope, statement)).map((row) => encodeRow(shape, row))
  await addNames(scope, model, rows)
  await presentRows(scope, table.model, rows, 'edit')
  return rows
}

/** The table of lines without the columns that mean nothing outside. The same object for the same model. */
const lineView = memoizeByObject((model: TableModel): TableModel => ({
  ...model,
  fields: model.fields.filter((field) => field.name === 'id' || !field.implicit),
}))
