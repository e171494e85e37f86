/** Removing many rows beside others that write them. */
import { sql, type DialectAdapter, type RawBuilder, type SqlBool } from 'kysely'
import type { Adapter } from './adapter.ts'
import { targetTable } from './column-storage.ts'
import { rowId, type Row, type Transaction } from './tables.ts'

/** An engine on which one transaction writes at a time. */
export interface WritesAlone extends DialectAdapter {
  readonly writesAlone: true
}

/** Ids of one statement. */
const batchSize = 500

/** Removes rows by id, locked in the order of their ids, since others may remove or change the same ones. */
export async function removeRows(
  { adapter }: { readonly adapter: Pick<Adapter, 'rowLock'> },
  trx: Pick<Transaction, 'getExecutor'>,
  table: string,
  ids: Iterable<number>,
): Promise<number> {
  const lock = adapter.rowLock('exclusive')
  const sorted = [...new Set(ids)].sort((left, right) => left - right)
  let count = 0
  for (let start = 0; start < sorted.length; start += batchSize) {
    const part = sql.join(sorted.slice(start, start + batchSize))
    if (lock) await sql`select id from ${sql.table(table)} where id in (${part}) order by id ${lock}`.execute(trx)
    const { numAffectedRows } = await sql`delete from ${targetTable(table)} where id in (${part})`.execute(trx)
    count += Number(numAffectedRows ?? 0)
  }
  return count
}

/**
 * Removes rows that nobody needs any more, oldest ids first. It waits for nobody: those that another transaction has
 * locked stay for the next time, so that a removal is never part of a deadlock.
 * @param most rows that are removed at once
 * @returns how many were removed
 */
export async function removeFreeRows(
  trx: Pick<Transaction, 'getExecutor'>,
  table: string,
  condition: RawBuilder<SqlBool>,
  most = batchSize,
): Promise<number> {
  const lock = 'writesAlone' in trx.getExecutor().adapter ? sql`` : sql`for update skip locked`
  let count = 0
  for (let left = most; left > 0; left -= batchSize) {
    const limit = sql.lit(Math.min(left, batchSize))
    const { rows } =
      await sql<Row>`select id from ${sql.table(table)} where ${condition} order by id limit ${limit} ${lock}`.execute(
        trx,
      )
    if (rows.length === 0) break
    await sql`delete from ${targetTable(table)} where id in (${sql.join(rows.map(rowId))})`.execute(trx)
    count += rows.length
    if (rows.length < batchSize) break
  }
  return count
}
