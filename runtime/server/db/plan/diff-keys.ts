/** Compares the references of existing columns. New columns include theirs. */
import { quoted, type ColumnPlan, type ForeignKeyPlan } from '../ddl.ts'
import type { LiveForeignKey } from './catalogue.ts'
import { changeKey } from './change-column.ts'
import type { TableContext } from './diff-context.ts'
import { reason, type ReasonKey } from './step-texts.ts'
import type { Step } from './step.ts'
import { conversionIn } from './values/unconvertible-rows.ts'

/** @param columns the steps of the columns: a converted one has lost its reference, one that waits keeps it */
export async function foreignKeySteps(context: TableContext, columns: readonly Step[]): Promise<readonly Step[]> {
  const { table, live } = context
  const steps: Step[] = []
  for (const column of table.columns) {
    if (!live.columns.some((candidate) => candidate.name === column.name)) continue
    const own = columns.filter((step) => step.column === column.name)
    if (own.some((step) => step.class !== 'safe' && step.sql.length === 0)) continue
    const isConverted = own.some(({ kind, sql }) => kind === 'convert' && sql.length > 0)
    const liveKey = isConverted ? undefined : live.foreignKeys.find((key) => key.column === column.name)
    const step = await keyStep(context, column, liveKey)
    const isAgreed = own.every((other) => other.class === 'safe')
    if (step) steps.push(isAgreed || step.class !== 'safe' ? step : { ...step, class: 'guarded' })
  }
  return steps
}

async function keyStep(context: TableContext, column: ColumnPlan, liveKey?: LiveForeignKey): Promise<Step | null> {
  const { ddl, table } = context
  const planned = table.foreignKeys.find((key) => key.column === column.name)
  const isSame = planned?.table === liveKey?.table && planned?.onDelete === liveKey?.onDelete
  if (isSame && (!planned || !liveKey || liveKey.isValid)) return null
  if (!planned) return changed(context, column, null, 'dropKey', { from: liveKey?.table ?? '' })
  const params = { target: planned.table, from: liveKey?.table ?? '' }
  const isRetargeted = liveKey?.table !== planned.table
  if (isRetargeted || !liveKey?.isValid) {
    const orphans = await orphansOf(context, column, planned)
    if (orphans.rows > 0) return stepOf(context, column, 'guarded', 'orphans', { ...params, ...orphans })
  }
  if (isSame && liveKey?.name) {
    const after = ddl.validateKey(table.name, liveKey.name)
    return { ...stepOf(context, column, 'safe', 'validateKey', params), blocking: false, after }
  }
  if (!liveKey) return changed(context, column, planned, 'addKey', params)
  if (!isRetargeted) return changed(context, column, planned, 'changeDeletion', params)
  const rows = await filledRows(context, column)
  if (rows === 0) return changed(context, column, planned, 'addKey', params)
  // The same number means another record.
  const step = changed(context, column, planned, 'retarget', { ...params, rows })
  return { ...step, class: 'guarded', rows }
}

function changed(
  context: TableContext,
  column: ColumnPlan,
  key: ForeignKeyPlan | null,
  sentence: ReasonKey,
  params: Readonly<Record<string, string | number>>,
): Step {
  const way = changeKey(context, column, key)
  if (way === null) return stepOf(context, column, 'guarded', 'ownIndex', params)
  const after = key ? context.ddl.validateKey(context.table.name, key.name) : []
  return { ...stepOf(context, column, 'safe', sentence, params), ...way, ...(after.length > 0 && { after }) }
}

function stepOf(
  { table }: TableContext,
  { name }: ColumnPlan,
  kind: Step['class'],
  sentence: ReasonKey,
  params: Readonly<Record<string, string | number>>,
): Step {
  return {
    kind: 'change-foreign-key',
    class: kind,
    blocking: true,
    table: table.name,
    column: name,
    sql: [],
    reason: reason(sentence, { table: table.name, column: name, ...params }),
  }
}

async function filledRows({ ask, table }: TableContext, { name }: ColumnPlan): Promise<number> {
  const [count] = await ask(`select count(*) as _count from ${quoted(table.name)} where ${quoted(name)} is not null`)
  return Number(count?.['_count'] ?? 0)
}

/** Rows whose value, as it will be, is the id of no record, and up to five of them. */
async function orphansOf(
  context: TableContext,
  column: ColumnPlan,
  { table: target }: ForeignKeyPlan,
): Promise<{ rows: number; examples: string }> {
  const { ask, table, tables } = context
  const name = quoted(column.name)
  const value = conversionIn(context, column.name)?.value ?? name
  const missing = tables.includes(target)
    ? `not exists (select 1 from ${quoted(target)} as k where k."id" = r._value)`
    : 'r._value is not null'
  const filled = `select "id", cast(${value} as bigint) as _value from ${quoted(table.name)} where ${name} is not null`
  const from = `from (${filled}) as r where ${missing}`
  const [count] = await ask(`select count(*) as _count ${from}`)
  const rows = Number(count?.['_count'] ?? 0)
  if (rows === 0) return { rows, examples: '' }
  const found = await ask(`select r."id" as id, r._value as _value ${from} order by r."id" limit 5`)
  return { rows, examples: found.map((row) => `${String(row['id'])}: ${String(row['_value'])}`).join('; ') }
}
