/** Adding rows that may be there already. */
import type { Insertable } from 'kysely'
import type { Transaction } from './tables.ts'

/** Rows one statement writes: far below the parameter limit of both engines. */
const batchSize = 200

/**
 * Adds those rows whose unique columns no stored row has yet: records that a module cannot work without, and what is
 * derived and may be derived by two processes at once. Runs no hooks, and locks nothing but what it adds.
 * @returns the ids of the rows that were added
 */
export async function insertMissing<DB, Table extends keyof DB & string>(
  trx: Transaction<DB>,
  table: Table,
  rows: readonly Insertable<DB[Table]>[],
): Promise<readonly number[]> {
  const ids: number[] = []
  for (let start = 0; start < rows.length; start += batchSize) {
    const added = await (trx as Transaction)
      .insertInto(table)
      .values(rows.slice(start, start + batchSize))
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .execute()
    ids.push(...added.map(({ id }) => Number(id)))
  }
  return ids
}
