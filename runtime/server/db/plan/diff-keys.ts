/** Compares the foreign keys of existing columns. New columns include theirs. */
import type { TableContext } from './diff-context.ts'
import { reason } from './reasons.ts'
import type { Step } from './step.ts'

export function foreignKeySteps({ table, live }: TableContext): readonly Step[] {
  const existing = table.columns.filter((column) => live.columns.some((one) => one.name === column.name))
  const changed = existing.filter(({ name }) => {
    const wanted = table.foreignKeys.find((key) => key.column === name)
    const found = live.foreignKeys.find((key) => key.column === name)
    return wanted?.table !== found?.table || wanted?.onDelete !== found?.onDelete
  })
  return changed.map(({ name }) => ({
    kind: 'change-foreign-key',
    class: 'guarded',
    blocking: true,
    table: table.name,
    column: name,
    sql: [],
    reason: reason('changeForeignKey', { table: table.name, column: name }),
  }))
}
