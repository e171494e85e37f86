/** Compares the checks that the database itself enforces. A new column includes its minimum. */
import { quoted, type ColumnPlan } from '../ddl.ts'
import type { TableContext } from './diff-context.ts'
import { reason, type ReasonKey } from './step-texts.ts'
import type { Step } from './step.ts'
import type { SwappableStep } from './diff-swaps.ts'

/** @param steps those of the columns: a converted column has its minimum already */
export function guardSteps(context: TableContext, steps: readonly SwappableStep[]): readonly Step[] {
  const { ddl, table, live } = context
  const floors = table.columns.flatMap((column) => {
    const { name, floor } = column
    if (!floor || !live.columns.some((candidate) => candidate.name === name) || live.guards.includes(floor.name))
      return []
    if (steps.some(({ swap = [] }) => swap.some((change) => change.column.name === name))) return []
    if (steps.some(({ sql }) => sql.some((statement) => statement.includes(quoted(floor.name))))) return []
    return [guard(context, column, ddl.addFloor(table, column, floor), 'addFloor')]
  })
  const { appendOnly } = table
  return appendOnly === undefined || live.guards.includes(appendOnly)
    ? floors
    : [...floors, guard(context, null, ddl.forbidChanges(table, appendOnly), 'seal')]
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
