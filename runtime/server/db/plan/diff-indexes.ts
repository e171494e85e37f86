/** Compares the indexes of one table. Indexes with other names than ours are left alone. */
import { quoted, type IndexPlan } from '../ddl.ts'
import type { LiveIndex } from './catalogue.ts'
import type { TableContext } from './diff-context.ts'
import { isSearchName } from '../search.ts'
import { isOurs } from './object-names.ts'
import { reason } from './step-texts.ts'
import type { Step } from './step.ts'

/** @param steps those of the columns: an index waits for a new column */
export async function indexSteps(context: TableContext, steps: readonly Step[]): Promise<readonly Step[]> {
  const { table, live } = context
  const ownIndexes = live.indexes.filter(({ name }) => isOurs(table.name, name) && !isSearchName(name))
  const obsolete = ownIndexes.filter((index) => !table.indexes.some((planned) => isSameIndex(planned, index)))
  const missing = table.indexes.filter((planned) => !live.indexes.some((index) => isSameIndex(planned, index)))
  const added: Step[] = []
  for (const index of missing) added.push(...waitFor(context, index, steps, await newIndex(context, index)))
  // An index that cannot be recreated keeps its old definition; one that is replaced serves until then.
  const blockedColumns = new Set(added.filter((step) => step.class !== 'safe' || step.after).map((step) => step.column))
  return [
    ...obsolete.filter((index) => !blockedColumns.has(index.name)).map((index) => dropped(context, index)),
    ...added.map((step) => ({ ...step, column: null })),
  ]
}

/** The step, once a person agrees to the new columns of the index; none where they have no way yet. */
function waitFor(
  { ddl }: TableContext,
  { name, columns }: IndexPlan,
  steps: readonly Step[],
  step: Step,
): readonly Step[] {
  const waiting = steps.filter(
    ({ kind, class: how, column }) => kind === 'add-column' && how !== 'safe' && columns.includes(column ?? ''),
  )
  if (waiting.some(({ sql }) => sql.length === 0)) return []
  // The former one with its name stays until then.
  return [waiting.length === 0 ? step : { ...step, class: 'guarded', sql: [ddl.dropIndex(name), ...step.sql] }]
}

/** Whether the live index is the wanted one, name included, and serves. */
export function isSameIndex(planned: IndexPlan, live: LiveIndex): boolean {
  return (
    !live.isBroken &&
    planned.name === live.name &&
    planned.unique === live.unique &&
    planned.columns.join() === live.columns.join() &&
    conditionOf(live.where) === (planned.whereNull === null ? '' : `${planned.whereNull} is null`)
  )
}

const conditionOf = (where: string | null): string => (where ?? '').replace(/[()"]/g, '').trim().toLowerCase()

/** `column` carries the index's name until the steps are joined. */
async function newIndex(context: TableContext, index: IndexPlan): Promise<Step> {
  const { ddl, table, live } = context
  const params = { table: table.name, columns: index.columns.join(', ') }
  const step = { kind: 'add-index', blocking: true, table: table.name, column: index.name } as const
  if (index.unique && !isEmptyNow(context, index)) {
    const duplicateRows = await duplicates(context, index)
    if (duplicateRows.rows > 0)
      return { ...step, class: 'guarded', sql: [], reason: reason('uniqueIndex', { ...params, ...duplicateRows }) }
  }
  const former = live.indexes.find(({ name }) => name === index.name)
  const safe = { ...step, class: 'safe', reason: reason('addIndex', params) } as const
  if (ddl.createIndexConcurrently && (await context.isLarge()))
    return { ...safe, sql: [], after: ddl.createIndexConcurrently(table, index, former?.isBroken === false) }
  // One that is broken is dropped before, as every other that is not as it should be.
  return { ...safe, sql: [ddl.createIndex(table, index)] }
}

/** The fields that find a record in an import: a changed key must find one record, not several. */
export async function naturalKeySteps(context: TableContext): Promise<readonly Step[]> {
  const { table, live, recorded, wanted: target } = context
  const has = (name: string): boolean => live.columns.some((column) => column.name === name)
  if (!recorded || target.key.length === 0 || target.key.join() === recorded.key.join()) return []
  const whereNull = target.softDelete !== null && has(target.softDelete) ? target.softDelete : null
  const index: IndexPlan = { name: 'key', columns: target.key, unique: true, whereNull }
  if (isEmptyNow(context, index)) return []
  const duplicateRows = await duplicates(context, index)
  if (duplicateRows.rows === 0) return []
  const params = { table: table.name, columns: target.key.join(', '), ...duplicateRows }
  const step = { kind: 'check-key', class: 'guarded', blocking: true, table: table.name, column: null } as const
  return [{ ...step, rows: duplicateRows.rows, sql: [], reason: reason('naturalKey', params) }]
}

/** How many values occur more than once, and up to five of them. Columns that are only just added have one value. */
async function duplicates(
  { ask, table, live }: TableContext,
  { columns, whereNull }: IndexPlan,
): Promise<{ rows: number; examples: string }> {
  const has = (name: string): boolean => live.columns.some((column) => column.name === name)
  const liveColumns = columns.filter(has)
  const names = liveColumns.map(quoted).join(', ')
  const filled = liveColumns.map((name) => `${quoted(name)} is not null`)
  const alive = whereNull !== null && has(whereNull) ? [`${quoted(whereNull)} is null`] : []
  const conditions = [...filled, ...alive].join(' and ')
  const groups =
    `select ${names === '' ? '' : `${names}, `}count(*) as _count from ${quoted(table.name)}` +
    `${conditions === '' ? '' : ` where ${conditions}`}${names === '' ? '' : ` group by ${names}`} having count(*) > 1`
  const [count] = await ask(`select count(*) as _count from (${groups}) as _groups`)
  const rows = Number(count?.['_count'] ?? 0)
  if (rows === 0) return { rows, examples: '' }
  const found = await ask(`${groups}${names === '' ? '' : ` order by ${names}`} limit 5`)
  const examples = found.map(
    (row) => `${liveColumns.map((name) => String(row[name])).join(', ')} (${String(row['_count'])} ×)`,
  )
  return { rows, examples: examples.join('; ') }
}

/** A unique index ignores NULL, so one over a column that is only just added cannot find duplicates. */
function isEmptyNow({ table, live }: TableContext, index: IndexPlan): boolean {
  return index.columns.some((name) => {
    const column = table.columns.find((candidate) => candidate.name === name)
    return column?.default === null && !live.columns.some((candidate) => candidate.name === name)
  })
}

function dropped({ ddl, table }: TableContext, index: LiveIndex): Step {
  return {
    kind: 'drop-index',
    class: 'safe',
    blocking: false,
    table: table.name,
    column: null,
    sql: [ddl.dropIndex(index.name)],
    reason: reason('dropIndex', { table: table.name, index: index.name }),
  }
}
