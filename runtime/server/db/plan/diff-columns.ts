/** Compares the columns of one table. Defaults are not compared: new records get theirs from the model. */
import type { FieldModel } from '../../../protocol/index.ts'
import { literal, quoted, type ColumnPlan } from '../ddl.ts'
import type { LiveColumn } from './catalogue.ts'
import type { TableContext } from './diff-context.ts'
import { reason, type ReasonKey } from './step-texts.ts'
import { changeColumn, type Way } from './change-column.ts'
import { countEmpty, defaultStep, needsBackfill } from './diff-fills.ts'
import { conversionStep } from './values/diff-values.ts'
import type { Step, StepKind } from './step.ts'

export async function columnSteps(context: TableContext): Promise<readonly Step[]> {
  const steps: Step[] = []
  for (const column of context.table.columns) {
    const live = context.live.columns.find((candidate) => candidate.name === column.name)
    steps.push(...(live ? await changedColumn(context, column, live) : [await newColumn(context, column)]))
  }
  return steps
}

async function newColumn(context: TableContext, column: ColumnPlan): Promise<Step> {
  const { ddl, table } = context
  const key = table.foreignKeys.find((candidate) => candidate.column === column.name)
  if (!column.nullable && column.default === null && (await context.hasRows())) {
    // It becomes required when its values are filled in.
    if (isBackfilled(context, column)) return newColumn(context, { ...column, nullable: true })
    const isOfLines = fieldIn(context, column)?.implicit === true && key !== undefined
    if (isOfLines) return guarded(context, 'add-column', column, 'linesWithoutDocument', { target: key.table })
    const sentence = table.appendOnly ? 'requiredInLedger' : 'requiredWithoutDefault'
    const lost = formerField(context, column)
    return lost === null
      ? guarded(context, 'add-column', column, sentence)
      : guarded(context, 'add-column', column, 'similarRequired', { from: lost })
  }
  if (!(await hasTarget(context, column)) && (await context.hasRows()))
    return guarded(context, 'add-column', column, 'noDefault', { value: ddl.literalIn(column.default, column) })
  const isUnchecked = ddl.addsRequiredKeysUnchecked && key !== undefined && column.default !== null
  const after = key ? ddl.validateKey(table.name, key.name) : []
  const way = {
    sql: ddl.addColumn(table, column),
    ...(isUnchecked && { unchecked: true as const }),
    ...(after.length > 0 && { after }),
  }
  const former = formerField(context, column)
  if (former !== null && (await context.hasRows())) {
    const sentence = fieldIn(context, column)?.implicit ? 'similarImplicit' : 'similarField'
    return { ...guarded(context, 'add-column', column, sentence, { from: former }), ...way }
  }
  return safe(context, column, { kind: 'add-column', ...way }, 'addColumn')
}

/** A field of the same kind that the same change removes: the new one may be it under another name. */
function formerField({ table, live, recorded, wanted: target }: TableContext, { name }: ColumnPlan): string | null {
  const removed = Object.entries(recorded?.fields ?? {}).filter(
    ([old, field]) =>
      !field.removed &&
      field.kind === target.fields[name]?.kind &&
      !table.columns.some((column) => column.name === old) &&
      live.columns.some((column) => column.name === old),
  )
  return removed[0]?.[0] ?? null
}

async function changedColumn(context: TableContext, column: ColumnPlan, live: LiveColumn): Promise<readonly Step[]> {
  if (column.name === 'id') return []
  const { ddl } = context
  const conversion = await conversionStep(context, column)
  const type = ddl.typeOf(column)
  if (!conversion && !ddl.conversion?.isNeeded(column, live.type) && type.toLowerCase() !== live.type.toLowerCase())
    return [guarded(context, 'change-type', column, 'changeType', { from: live.type, to: type })]
  const steps = conversion ? [conversion] : []
  // What it is given is written as it is wanted.
  if (context.isStorageOpen && ddl.conversion?.isNeeded(column, live.type)) return steps
  if (column.nullable === live.nullable || steps.some((step) => step.class !== 'safe')) return steps
  if (column.nullable) return [...steps, allowNull(context, column)]
  const isEmpty = isBackfilled(context, column) && (await countEmpty(context, column.name)) > 0
  return isEmpty ? steps : [...steps, await requireValue(context, column)]
}

const fieldIn = ({ table }: TableContext, { name }: ColumnPlan): FieldModel | undefined =>
  table.fields?.find((field) => field.name === name)

/** Rows of ledgers never change, so no rule gives them values. */
const isBackfilled = ({ recorded, table, wanted: target }: TableContext, { name }: ColumnPlan): boolean =>
  recorded !== undefined && table.appendOnly === undefined && needsBackfill(target.fields[name], recorded.fields[name])

/** Rows without a value get the default; without one they stop the step. */
async function requireValue(context: TableContext, column: ColumnPlan): Promise<Step> {
  const { table } = context
  const [name, of] = [quoted(column.name), quoted(table.name)]
  const rows = await countEmpty(context, column.name)
  const way = changeColumn(context, column)
  if (way === null) return guarded(context, 'require-value', column, 'ownIndex')
  if (rows === 0) return safe(context, column, { kind: 'require-value', ...way }, 'requireFilled')
  if (table.appendOnly) return guarded(context, 'require-value', column, 'requireLedger', { rows: String(rows) })
  if (column.default === null) return guarded(context, 'require-value', column, 'requireValue', { rows: String(rows) })
  const value = context.ddl.literalIn(column.default, column)
  if (!(await hasTarget(context, column))) return guarded(context, 'require-value', column, 'noDefault', { value })
  // Others write between its batches; the requirement follows.
  if (await context.isLarge()) return defaultStep(context, column.name, rows, value)
  const fill = `update ${of} set ${name} = ${value} where ${name} is null`
  const filled = { kind: 'require-value' as const, ...way, sql: [fill, ...way.sql] }
  return safe(context, column, filled, 'requireDefault', { rows: String(rows), value })
}

function allowNull(context: TableContext, column: ColumnPlan): Step {
  const way = changeColumn(context, column)
  return way === null
    ? guarded(context, 'allow-null', column, 'ownIndex')
    : safe(context, column, { kind: 'allow-null', ...way }, 'allowNull')
}

/** False for a reference whose default is the id of no record. */
async function hasTarget({ ask, table, tables }: TableContext, column: ColumnPlan): Promise<boolean> {
  const key = table.foreignKeys.find((candidate) => candidate.column === column.name)
  if (!key || column.default === null) return true
  if (!tables.includes(key.table)) return false
  const rows = await ask(`select 1 as one from ${quoted(key.table)} where "id" = ${literal(column.default)}`)
  return rows.length > 0
}

function safe(
  { table }: TableContext,
  column: ColumnPlan,
  way: Way & { readonly kind: StepKind },
  key: ReasonKey,
  more: Readonly<Record<string, string>> = {},
): Step {
  return {
    class: 'safe',
    blocking: true,
    table: table.name,
    column: column.name,
    ...way,
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
