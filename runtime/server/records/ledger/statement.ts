/** Statements of the ledger over rows. */
import { sql, type RawBuilder } from 'kysely'
import type { Adapter, ListedColumn, Row } from '../../db/index.ts'
import type { LedgerCall } from './call.ts'

/** A statement over the rows `d`; null = this engine needs none. */
export type BuildStatement = (rows: RawBuilder<unknown>, adapter: Adapter) => RawBuilder<unknown> | null

/** Runs a statement over rows; one over no rows is not run. */
export async function runRowStatement(
  { scope, trx }: LedgerCall,
  columns: readonly ListedColumn[],
  build: BuildStatement,
  rows: readonly Row[],
): Promise<readonly Row[]> {
  if (rows.length === 0) return []
  const { adapter } = scope.database
  const statement = build(adapter.listed('d', columns, rows), adapter)
  return statement === null ? [] : (await sql<Row>`${statement}`.execute(trx)).rows
}
