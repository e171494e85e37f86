/** Columns that an earlier plan created and no schema has any more: they are kept, with their values. */
import type { ColumnPlan } from '../ddl.ts'
import type { LiveColumn } from './catalogue.ts'
import { changeColumn } from './change-column.ts'
import type { TableContext } from './diff-context.ts'
import { keyName } from './names.ts'
import { reason } from './reasons.ts'
import type { Step } from './step.ts'

export function leftColumns(context: TableContext): readonly Step[] {
  const { table, live, made } = context
  const left = live.columns.filter(
    ({ name }) => made.includes(name) && !table.columns.some((column) => column.name === name),
  )
  return left.flatMap((column) => [...released(context, column), kept(table.name, column)])
}

function kept(table: string, { name: column }: LiveColumn): Step {
  return {
    kind: 'drop-column',
    class: 'destructive',
    blocking: false,
    table,
    column,
    sql: [],
    reason: reason('dropColumn', { table, column }),
  }
}

/**
 * Nobody fills the column or sees its values any more: it must neither reject new records nor keep records that its
 * values refer to from being deleted, nor be deleted with them.
 */
function released(context: TableContext, { name, nullable, default: value }: LiveColumn): readonly Step[] {
  const { table, live, recorded } = context
  const found = live.foreignKeys.find((key) => key.column === name)
  if (nullable && (!found || found.onDelete === 'null')) return []
  const type = recorded?.fields[name]?.type ?? (found ? 'integer' : typeOf(context, name))
  const column: ColumnPlan = { name, type, nullable: true, default: null }
  const key = found
    ? { name: keyName(table.name, name), column: name, table: found.table, onDelete: 'null' as const }
    : null
  const way = changeColumn(context, column, { key })
  const after = key ? context.ddl.validateKey(table.name, key.name) : []
  const step = { kind: 'allow-null', table: table.name, column: name } as const
  const params = { table: table.name, column: name }
  if (way === null) return [{ ...step, class: 'guarded', blocking: true, sql: [], reason: reason('ownIndex', params) }]
  return [
    {
      ...step,
      class: 'safe',
      blocking: !nullable && value === null,
      ...way,
      ...(after.length > 0 && { after }),
      reason: reason('release', params),
    },
  ]
}

/** Where the model is not recorded. */
const typeOf = ({ ddl, live }: TableContext, name: string): ColumnPlan['type'] =>
  live.columns.find((column) => column.name === name)?.type.toLowerCase() === ddl.typeOf('text').toLowerCase()
    ? 'text'
    : 'integer'
