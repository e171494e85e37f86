/** Compares the columns of one table. Defaults are not compared: new records get theirs from the model. */
import type { ColumnPlan } from '../ddl.ts'
import type { LiveColumn } from './catalogue.ts'
import type { TableContext } from './diff-context.ts'
import { reason, type ReasonKey } from './reasons.ts'
import type { Step, StepKind } from './step.ts'

export async function columnSteps(context: TableContext): Promise<readonly Step[]> {
  const steps: Step[] = []
  for (const column of context.table.columns) {
    const live = context.live.columns.find((one) => one.name === column.name)
    steps.push(...(live ? changedColumn(context, column, live) : [await newColumn(context, column)]))
  }
  return [...steps, ...leftColumns(context)]
}

async function newColumn(context: TableContext, column: ColumnPlan): Promise<Step> {
  const { ddl, table } = context
  const isReference = table.foreignKeys.some((key) => key.column === column.name)
  if (!column.nullable && column.default === null && (await context.hasRows()))
    return guarded(context, 'add-column', column, 'requiredWithoutDefault')
  if (isReference && column.default !== null && (await context.hasRows()))
    return guarded(context, 'add-column', column, 'referenceWithDefault')
  return safe(context, 'add-column', column, ddl.addColumn(table, column), 'addColumn')
}

function changedColumn(context: TableContext, column: ColumnPlan, live: LiveColumn): readonly Step[] {
  if (column.name === 'id') return []
  const { ddl, table } = context
  const type = ddl.typeOf(column.type)
  if (type.toLowerCase() !== live.type.toLowerCase())
    return [guarded(context, 'change-type', column, 'changeType', { from: live.type, to: type })]
  if (column.nullable === live.nullable) return []
  if (!column.nullable) return [guarded(context, 'require-value', column, 'requireValue')]
  const indexNames = context.live.indexes
    .filter((index) => index.columns.includes(column.name))
    .map((index) => index.name)
  const { search } = table
  const isSearched = search && context.live.search.some(({ name }) => name === search.name)
  const { search: _search, ...unsearched } = table
  const sql = ddl.allowNull(isSearched ? table : unsearched, column, indexNames)
  return [
    sql === null
      ? guarded(context, 'allow-null', column, 'allowNullRebuild')
      : safe(context, 'allow-null', column, sql, 'allowNull'),
  ]
}

/** Columns that an earlier plan created and no schema needs now. A required one would reject every new record. */
function leftColumns({ table, live, made }: TableContext): readonly Step[] {
  const left = live.columns.filter(
    ({ name }) => made.includes(name) && !table.columns.some((column) => column.name === name),
  )
  return left.map((column) => ({
    kind: 'drop-column',
    class: 'destructive',
    blocking: !column.nullable && column.default === null,
    table: table.name,
    column: column.name,
    sql: [],
    reason: reason('dropColumn', { table: table.name, column: column.name }),
  }))
}

function safe(
  { table }: TableContext,
  kind: StepKind,
  column: ColumnPlan,
  sql: readonly string[],
  key: ReasonKey,
): Step {
  return {
    kind,
    class: 'safe',
    blocking: true,
    table: table.name,
    column: column.name,
    sql,
    reason: reason(key, { table: table.name, column: column.name }),
  }
}

function guarded(
  { table }: TableContext,
  kind: StepKind,
  column: ColumnPlan,
  key: ReasonKey,
  more: Readonly<Record<string, string>> = {},
): Step {
  const params = { table: table.name, column: column.name, ...more }
  return {
    kind,
    class: 'guarded',
    blocking: true,
    table: table.name,
    column: column.name,
    sql: [],
    reason: reason(key, params),
  }
}
