/**
 * What SQLite's planner knows of the number of rows. Statements read all of a table that was small when it was counted,
 * however large it becomes until it is counted again. Therefore no table counts as smaller than a size at which the
 * index is the better way.
 */
import type Sqlite from 'better-sqlite3'
import { CompiledQuery } from 'kysely'
import { metaTable } from '../ownership.ts'
import type { Reading, Transaction } from '../tables.ts'

/** Rows of a table at least, for the planner. */
const leastRows = 1000

/** The text of `stat` begins with the number of rows, and goes on with the rows for each value of the index. */
const isSmall = `cast(stat as integer) < ${leastRows}`
const raiseRows = `update main.sqlite_stat1 set stat = '${leastRows}' || substr(stat, instr(stat || ' ', ' '))
  where ${isSmall}`
/** Samples of values tell the number of rows, too. */
const dropSamples = `delete from main.sqlite_stat4 where tbl in (select tbl from main.sqlite_stat1 where ${isSmall})`
const tableExists = 'select 1 from main.sqlite_master where name = ?'

/**
 * Has a connection read the statistics again; prepared statements follow. The one that has counted would go on with its
 * own figures, another one with those of when it was opened.
 */
export const readStatistics = 'pragma writable_schema = reset'

/** Raises the row counts of small tables in the transaction that has counted them. */
export async function raiseSmallCounts(trx: Transaction): Promise<void> {
  const run = async (text: string): Promise<void> => void (await trx.executeQuery(CompiledQuery.raw(text)))
  if (await has(trx, 'sqlite_stat4')) await run(dropSamples)
  if (await has(trx, 'sqlite_stat1')) await run(raiseRows)
}

/** The rows of a table when it was last counted, as the planner has them; 0 = it never was. */
export async function countedRows(query: Reading, table: string): Promise<number> {
  if (!(await has(query, 'sqlite_stat1'))) return 0
  const counted = 'select max(cast(stat as integer)) as n from main.sqlite_stat1 where tbl = ?'
  const { rows } = await query.executeQuery<{ n: number | null }>(CompiledQuery.raw(counted, [table]))
  return rows[0]?.n ?? 0
}

const has = async (trx: Reading, table: string): Promise<boolean> =>
  (await trx.executeQuery(CompiledQuery.raw(tableExists, [table]))).rows.length > 0

/**
 * The same in a database of ours that was counted by others, before the connections that read it are opened. Without a
 * lock or space for it nothing is changed: statements are slower then, not wrong.
 */
export function raiseCountsOfOthers(writer: Sqlite.Database): void {
  try {
    const exists = (table: string): boolean => writer.prepare(tableExists).get(table) !== undefined
    if (!exists(metaTable) || !exists('sqlite_stat1')) return
    if (writer.prepare(`select 1 from main.sqlite_stat1 where ${isSmall} limit 1`).get() === undefined) return
    const hasSamples = exists('sqlite_stat4')
    writer
      .transaction(() => {
        if (hasSamples) writer.exec(dropSamples)
        writer.exec(raiseRows)
      })
      .immediate()
  } catch {
    // Another process writes, or the disk is full.
  }
}

/** The table that a statement of `pragma optimize` counts. */
const tableOf = (analyze: string): string => /^ANALYZE (.+)$/.exec(analyze)?.[1] ?? ''

/**
 * Whether counting would tell the planner anything: of a small table nothing but that it is small is stored, so that it
 * would be named each time.
 * @param analyze a statement that `pragma optimize` returns
 */
export async function isWorthCounting(trx: Transaction, analyze: string): Promise<boolean> {
  const table = tableOf(analyze)
  const isLarge = `select 1 from ${table} limit 1 offset ${leastRows - 1}`
  if ((await trx.executeQuery(CompiledQuery.raw(isLarge))).rows.length > 0) return true
  // Nothing has been counted yet in a database without it.
  if (!(await has(trx, 'sqlite_stat1'))) return false
  const counted = `select 1 from main.sqlite_stat1 where tbl = ? and cast(stat as integer) > ${leastRows} limit 1`
  const name = /"([^"]+)"$/.exec(table)?.[1] ?? table
  return (await trx.executeQuery(CompiledQuery.raw(counted, [name]))).rows.length > 0
}
