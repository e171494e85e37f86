/** Statements of the ledger: compiled once per ledger and engine, and run with their rows as the only parameters. */
import type { RawBuilder } from 'kysely'
import { compiledSql, executeText, type Adapter, type ListedColumn, type Row } from '../db/index.ts'
import type { LedgerCall } from './call.ts'

/** A statement over the rows `d`; null = this engine needs none. */
export type BuildStatement = (rows: RawBuilder<unknown>, adapter: Adapter) => RawBuilder<unknown> | null

/** A statement: the name distinguishes it from others with the same `owner`, from which it is built. */
export interface RowStatement {
  readonly owner: object
  readonly name: string
  readonly columns: readonly ListedColumn[]
  /** Further columns, integers with one value for all rows. */
  readonly shared?: Readonly<Record<string, number>>
  readonly build: BuildStatement
}

/** Runs a statement over rows; one over no rows is not run. */
export async function runRowStatement(
  { scope, trx }: LedgerCall,
  statement: RowStatement,
  rows: readonly Row[],
): Promise<readonly Row[]> {
  if (rows.length === 0) return []
  const { adapter } = scope.database
  const { listing } = adapter
  const key = listing.countsRows ? `${statement.name} ${rows.length}` : statement.name
  const text = compiledSql(trx, statement.owner, key, () => {
    const shared = Object.keys(statement.shared ?? {}).map((name): ListedColumn => ({ name, type: 'integer' }))
    const listed = listing.table('d', statement.columns, rows.length, shared)
    return statement.build(listed, adapter)?.compile(trx).sql ?? null
  })
  if (text === null) return []
  const names = statement.columns.map(({ name }) => name)
  return (await executeText<Row>(trx, text, listing.parameters(names, rows, statement.shared))).rows
}
