/** Compares the columns of one table. Defaults are not compared: new records get theirs from the model. */
import { literal, quoted, type ColumnPlan } from '../ddl.ts'
import type { LiveColumn } from './catalogue.ts'
import type { TableContext } from './diff-context.ts'
import { reason, type ReasonKey } from './reasons.ts'
import { conversionStep, indexesOf } from './values/diff-values.ts'
import type { Step, StepKind } from './step.ts'

export async function columnSteps(context: TableContext): Promise<readonly Step[]> {
  const steps: Step[] = []
  for (const column of context.table.columns) {
    const live = context.live.columns.find((one) => one.name === column.name)
    steps.push(...(live ? await changedColumn(context, column, live) : [await newColumn(context, column)]))
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
  const sql = ddl.addColumn(table, column)
  const former = formerField(context, column)
  if (former !== null && (await context.hasRows()))
    return { ...guarded(context, 'add-column', column, 'similarField', { from: former }), sql }
  return safe(context, 'add-column', column, sql, 'addColumn')
}

/** A field of the same kind that the same change removes: the new one may be it under another name. */
function formerField({ table, live, recorded, wanted }: TableContext, { name }: ColumnPlan): string | null {
  const gone = Object.entries(recorded?.fields ?? {}).filter(
    ([old, field]) =>
      !field.removed &&
      field.kind === wanted.fields[name]?.kind &&
      !table.columns.some((column) => column.name === old) &&
      live.columns.some((column) => column.name === old),
  )
  return gone[0]?.[0] ?? null
}

async function changedColumn(context: TableContext, column: ColumnPlan, live: LiveColumn): Promise<readonly Step[]> {
  if (column.name === 'id') return []
  const { ddl } = context
  const conversion = await conversionStep(context, column)
  const type = ddl.typeOf(column.type)
  if (!conversion && type.toLowerCase() !== live.type.toLowerCase())
    return [guarded(context, 'change-type', column, 'changeType', { from: live.type, to: type })]
  const steps = conversion ? [conversion] : []
  if (column.nullable === live.nullable || steps.some((step) => step.class !== 'safe')) return steps
  return [...steps, column.nullable ? allowNull(context, column) : await requireValue(context, column)]
}

/** Rows without a value get the default; without one they stop the step. */
async function requireValue(context: TableContext, column: ColumnPlan): Promise<Step> {
  const { ddl, table, ask } = context
  const [name, of] = [quoted(column.name), quoted(table.name)]
  const [count] = await ask(`select count(*) as n from ${of} where ${name} is null`)
  const rows = Number(count?.['n'] ?? 0)
  const sql = ddl.changeColumn(table, column, name, indexesOf(context, column))
  if (sql === null || (table.appendOnly && rows > 0))
    return guarded(context, 'require-value', column, 'requireReference')
  if (rows === 0) return safe(context, 'require-value', column, sql, 'requireFilled')
  if (column.default === null) return guarded(context, 'require-value', column, 'requireValue', { rows: String(rows) })
  const value = literal(column.default)
  const fill = `update ${of} set ${name} = ${value} where ${name} is null`
  return safe(context, 'require-value', column, [fill, ...sql], 'requireDefault', { rows: String(rows), value })
}

function allowNull(context: TableContext, column: ColumnPlan): Step {
  const { ddl, table } = context
  const { search } = table
  const isSearched = search && context.live.search.some(({ name }) => name === search.name)
  const { search: _search, ...unsearched } = table
  const sql = ddl.allowNull(isSearched ? table : unsearched, column, indexesOf(context, column))
  return sql === null
    ? guarded(context, 'allow-null', column, 'allowNullRebuild')
    : safe(context, 'allow-null', column, sql, 'allowNull')
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
  more: Readonly<Record<string, string>> = {},
): Step {
  return {
    kind,
    class: 'safe',
    blocking: true,
    table: table.name,
    column: column.name,
    sql,
    reason: reason(key, { table: table.name, column: column.name, ...more }),
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
