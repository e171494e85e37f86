/** Stores new records of an import. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { TableModel } from '../../../protocol/index.ts'
import { rowId, type Row, type Transaction } from '../../db/index.ts'
import { reserveNumbers } from '../numbers.ts'
import type { ImportRun } from './run.ts'

/** Rows one statement inserts, and the values it has: databases limit them. */
const limits = { rows: 500, values: 30_000 }

/** @returns their ids, in the order of the rows */
export async function insertRecords(
  run: ImportRun,
  trx: Transaction,
  rows: readonly Row[],
): Promise<readonly number[]> {
  const { model, parents, trial } = run
  const block = Math.min(limits.rows, Math.floor(limits.values / (model.fields.length + 2)))
  const all: number[] = []
  for (let start = 0; start < rows.length; start += block) {
    const part = rows.slice(start, start + block)
    const ids = await insertPlaced(run, trx, await withNumbers(run, trx, part))
    const [[id], [row, ...others]] = [ids, part]
    if (parents && !trial && model.tree && id !== undefined && row && others.length === 0)
      parents.set(id, row[model.tree.parent] ?? null)
    all.push(...ids)
  }
  return all
}

/** A new record comes last in the order by weight: its weight is its id. */
async function insertPlaced(
  { scope, model }: ImportRun,
  trx: Transaction,
  rows: readonly Row[],
): Promise<readonly number[]> {
  const { sort, table, adopted } = model
  if (sort === null) return insertRows(model, trx, rows)
  if (adopted) {
    const ids = await insertRows(model, trx, rows)
    await trx
      .updateTable(table)
      .set({ [sort]: sql.ref('id') })
      .where('id', 'in', ids)
      // A planner that takes the table for a small one reads all of it for the list alone.
      .where('id', '>=', Math.min(...ids))
      .where('id', '<=', Math.max(...ids))
      .execute()
    return ids
  }
  // Rows that are changed after they were inserted would be written twice, with their entries in all indexes.
  const ids = await scope.database.adapter.reserveIds(trx, table, rows.length)
  const placed = rows.map((row, index) => ({ ...row, id: ids[index] ?? null, [sort]: ids[index] ?? null }))
  return insertRows(model, trx, placed)
}

/** As many numbers are taken as records have none; a trial takes none, since counters do not go back. */
async function withNumbers(
  { scope, model: { number }, trial }: ImportRun,
  trx: Transaction,
  rows: readonly Row[],
): Promise<readonly Row[]> {
  if (!number) return rows
  const isMissing = (row: Row): boolean => (row[number.field] ?? null) === null
  const count = rows.filter(isMissing).length
  const numbers = trial ? rows.map(() => randomUUID()) : await reserveNumbers(scope, trx, number, count)
  const next = numbers.values()
  return rows.map((row) => (isMissing(row) ? { ...row, [number.field]: next.next().value ?? null } : row))
}

async function insertRows(model: TableModel, trx: Transaction, rows: readonly Row[]): Promise<readonly number[]> {
  return (await trx.insertInto(model.table).values(rows).returning('id').execute()).map(rowId)
}
