/**
 * Changes of columns of large tables while others read and write them: of all that the comparison finds, what belongs
 * together is prepared together, because an index may have several of the columns.
 */
import { quoted, type IndexPlan, type Preparation, type SwapColumn } from '../ddl.ts'
import { isSearchName } from '../search.ts'
import type { LiveTable } from './catalogue.ts'
import type { TableContext } from './diff-context.ts'
import { isSameIndex } from './diff-indexes.ts'
import { appendOnlyName, isOurs, swapMarkOf, swapTrigger } from './object-names.ts'
import { reason } from './step-texts.ts'
import type { Step } from './step.ts'

/** A step whose columns can be swapped; its `sql` changes them in place. */
export interface SwappableStep extends Step {
  readonly swap?: readonly SwapColumn[]
}

/** What others have made of a column, by its description. */
export interface Dependants {
  /** The type of the column cannot change meanwhile. */
  readonly blocking: readonly string[]
  /** Lost with the column, if another one replaced it. */
  readonly lost: readonly string[]
}

export async function dependantsOf({ ddl, ask, former }: TableContext, column: string): Promise<Dependants> {
  const rows = ddl.swap === null ? [] : await ask(ddl.swap.dependants(former.table, former.column(column)))
  const names = (blocks: number): readonly string[] =>
    rows
      .filter((row) => Number(row['_blocks']) === blocks)
      .map((row) => String(row['_name']))
      .filter((name) => !isMade(former.table, name))
  return { blocking: names(1), lost: names(0) }
}

/** True for what plans and their preparations make for a table: it is made again with the new column. */
const isMade = (table: string, name: string): boolean =>
  isOurs(table, name) || isSearchName(name) || swapMarkOf(name) !== null

/** PostgreSQL writes so many records of a table anew in a second, with their indexes. */
const rewrittenInSecond = 150_000

/** How long nobody could read or write the table if all of it was written anew in place. */
export async function lockOf({ ask, table }: TableContext): Promise<{ records: number; seconds: number }> {
  const [count] = await ask(countStatement(table.name))
  const records = Number(count?.['_count'] ?? 0)
  return { records, seconds: Math.ceil(records / rewrittenInSecond) }
}

/**
 * The steps of columns without those whose index another one of them swaps: it would be lost, and in place all rows are
 * written while nobody is let in. Once the others are done, they are swapped, too.
 * @param storage a step that goes first
 */
export function withoutShared(
  context: TableContext,
  storage: readonly SwappableStep[],
  columns: readonly SwappableStep[],
): readonly SwappableStep[] {
  const isSafe = (step: SwappableStep): boolean => step.swap !== undefined && step.class === 'safe'
  const swapped = [...storage, ...columns].filter(isSafe)
  return columns.map((step) => {
    if (!step.swap || step.class === 'safe' || step.sql.length === 0) return step
    const { swap: _swap, ...rest } = step
    if (sharesIndex(context, step, swapped))
      return {
        ...rest,
        sql: [],
        isLater: true,
        reason: reason('convertAfterOthers', { table: step.table, column: step.column ?? '' }),
      }
    swapped.push(step)
    return step
  })
}

/** The steps as they are done: those that can be swapped, with their preparation, instead of in place. */
export function withSwaps(context: TableContext, steps: readonly SwappableStep[]): readonly Step[] {
  const safe = steps.filter((step) => step.swap && step.class === 'safe')
  const agreed = steps.filter((step) => step.swap && step.class !== 'safe' && step.sql.length > 0)
  const ways = new Map<SwappableStep, Pick<Step, 'sql' | 'before' | 'after'>>()
  for (const group of [safe, ...agreed.map((step) => [step])]) {
    const [first, ...others] = group
    if (!first) continue
    const after = [...new Set([...(first.after ?? []), ...searchAgain(context, group)])]
    ways.set(first, { ...swapWay(context, group), ...(after.length > 0 && { after }) })
    for (const step of others) ways.set(step, { sql: [] })
  }
  return steps.map((step) => {
    const { swap: _swap, ...rest } = step
    return { ...rest, ...ways.get(step) }
  })
}

const columnsOf = (steps: readonly SwappableStep[]): readonly SwapColumn[] => steps.flatMap(({ swap = [] }) => swap)

/** A search index that stays is lost with a column of it. */
function searchAgain({ ddl, table, live }: TableContext, steps: readonly SwappableStep[]): readonly string[] {
  const { search } = table
  const names = columnsOf(steps).map(({ column }) => column.name)
  const isLost =
    search?.columns.some(({ name }) => names.includes(name)) === true &&
    live.search.some(({ name, isBroken }) => name === search.name && !isBroken)
  return isLost ? ddl.createSearch(table, search, false).after : []
}

/** Indexes that stay and have one of the columns. */
function keptIndexes({ table, live }: TableContext, columns: readonly SwapColumn[]): readonly IndexPlan[] {
  const names = columns.map(({ column }) => column.name)
  return table.indexes.filter(
    (planned) =>
      planned.columns.some((name) => names.includes(name)) && live.indexes.some((index) => isSameIndex(planned, index)),
  )
}

/** An index of two columns that are prepared apart would be lost with the first one. */
function sharesIndex(context: TableContext, step: SwappableStep, all: readonly SwappableStep[]): boolean {
  const others = columnsOf(all.filter((other) => other !== step)).map(({ column }) => column.name)
  return keptIndexes(context, columnsOf([step])).some(({ columns }) => columns.some((name) => others.includes(name)))
}

function swapWay(context: TableContext, steps: readonly SwappableStep[]): Pick<Step, 'sql' | 'before'> {
  const { ddl, table, found: liveTable, former } = context
  if (ddl.swap === null) throw new TypeError(`${table.name} is changed in place`)
  const columns = columnsOf(steps)
  const guard = appendOnlyName(former.table)
  return ddl.swap.of(table, columns, {
    indexes: keptIndexes(context, columns),
    rows: steps.reduce((sum, { rows = 0 }) => sum + rows, 0),
    former,
    guard: table.appendOnly !== undefined && liveTable.guards.includes(guard) ? guard : null,
    guarded: withoutPreparations(liveTable).columns.map(({ name }) => name),
  })
}

/** The table without what is being prepared, or was left. */
export const withoutPreparations = (table: LiveTable): LiveTable => ({
  ...table,
  columns: table.columns.filter(({ name }) => swapMarkOf(name) === null),
  indexes: table.indexes.filter(({ name }) => swapMarkOf(name) === null),
  guards: table.guards.filter((name) => swapMarkOf(name.replace(/^zz_/, '')) === null),
})

/** True when the columns can be swapped, but for rows that others had locked. */
export function isPrepared({ mark, indexes, checks }: Preparation, live: LiveTable | undefined): boolean {
  return (
    live !== undefined &&
    live.guards.includes(swapTrigger(mark)) &&
    indexes.every((planned) => live.indexes.some(({ name, isBroken }) => name === planned.name && !isBroken)) &&
    checks.every(({ name }) => live.guards.includes(name))
  )
}

/** What changes that nobody wants any more have left in the tables, as they are. */
export function discardSteps(
  { ddl }: Pick<TableContext, 'ddl'>,
  tables: readonly LiveTable[],
  steps: readonly Step[],
): readonly Step[] {
  const { swap } = ddl
  if (swap === null) return []
  return tables.flatMap(({ name: table, columns, guards }) => {
    const marks = new Set(columns.flatMap(({ name }) => swapMarkOf(name) ?? []))
    const left = [...marks].filter((mark) => !steps.some(({ before }) => before?.mark === mark))
    const guard = guards.includes(appendOnlyName(table)) ? appendOnlyName(table) : null
    return left.map((mark) => ({
      kind: 'discard' as const,
      class: 'safe' as const,
      blocking: false,
      table,
      column: null,
      sql: swap.discard(table, mark, guard),
      reason: reason('discard', { table }),
    }))
  })
}

/** Rows of a table, for reports of progress. */
export const countStatement = (table: string): string => `select count(*) as _count from ${quoted(table)}`
