/** Compares the checks that the database itself enforces. A new column includes its minimum. */
import type { ColumnPlan } from '../ddl.ts'
import type { TableContext } from './diff-context.ts'
import { reason, type ReasonKey } from './reasons.ts'
import type { Step } from './step.ts'

export function guardSteps(context: TableContext): readonly Step[] {
  const { ddl, table, live } = context
  const existing = table.columns.filter(
    ({ name, floor }) => floor && live.columns.some((one) => one.name === name) && !live.guards.includes(floor.name),
  )
  const floors = existing.map((column) =>
    guard(context, column, ddl.addFloor(table, column, column.floor!), 'addFloor'),
  )
  const isOpen = table.appendOnly !== undefined && !live.guards.includes(table.appendOnly)
  return isOpen ? [...floors, guard(context, null, ddl.seal(table, table.appendOnly!), 'seal')] : floors
}

/** Existing rows are not checked, so they cannot make it fail. */
function guard({ table }: TableContext, column: ColumnPlan | null, sql: readonly string[], key: ReasonKey): Step {
  const name = column?.name ?? null
  return {
    kind: 'add-guard',
    class: 'safe',
    blocking: true,
    table: table.name,
    column: name,
    sql,
    reason: reason(key, { table: table.name, column: name ?? '' }),
  }
}
