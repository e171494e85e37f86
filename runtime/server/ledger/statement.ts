/** Statements of the ledger: printed once for each ledger and engine, run with their rows as the only parameters. */
import { CompiledQuery, type RawBuilder } from 'kysely'
import type { Adapter, ListedColumn, Row } from '../db/index.ts'
import type { LedgerCall } from './call.ts'

/** A statement over the rows `d`; null = this engine needs none. */
export type Print = (rows: RawBuilder<unknown>, adapter: Adapter) => RawBuilder<unknown> | null

/** A statement: with `owner`, from which it is printed, the name tells it apart from others. */
export interface RowStatement {
  readonly owner: object
  readonly name: string
  readonly columns: readonly ListedColumn[]
  readonly print: Print
}

const printed = new WeakMap<Adapter, WeakMap<object, Map<string, string | null>>>()

/** Runs a statement over rows; one over no rows is not run. */
export async function run({ scope, trx }: LedgerCall, statement: RowStatement, rows: readonly Row[]): Promise<readonly Row[]> {
  if (rows.length === 0) return []
  const { adapter } = scope.database
  const { listing } = adapter
  const texts = textsOf(adapter, statement.owner)
  const key = listing.countsRows ? `${statement.name} ${rows.length}` : statement.name
  if (!texts.has(key)) texts.set(key, statement.print(listing.table('d', statement.columns, rows.length), adapter)?.compile(trx).sql ?? null)
  const text = texts.get(key)!
  return text === null ? [] : (await trx.executeQuery<Row>(CompiledQuery.raw(text, [...listing.parameters(statement.columns, rows)]))).rows
}

function textsOf(adapter: Adapter, owner: object): Map<string, string | null> {
  const owners = printed.get(adapter) ?? new WeakMap<object, Map<string, string | null>>()
  printed.set(adapter, owners)
  const texts = owners.get(owner) ?? new Map<string, string | null>()
  owners.set(owner, texts)
  return texts
}
