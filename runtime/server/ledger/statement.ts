/** Statements of the ledger: printed once for each ledger and engine, run with one parameter, the rows as JSON. */
import { CompiledQuery, sql, type RawBuilder } from 'kysely'
import type { Adapter, Row } from '../db/index.ts'
import type { LedgerCall } from './call.ts'

/** A statement over the rows in `json`; null = this engine needs none. */
export type Print = (adapter: Adapter, json: RawBuilder<string>) => RawBuilder<unknown> | null

const printed = new WeakMap<Adapter, WeakMap<object, Map<string, string | null>>>()

/**
 * Runs a statement over rows; one over no rows is not run.
 * @param owner what the statement is printed from; with the name it tells statements apart
 */
export async function run({ scope, trx }: LedgerCall, owner: object, name: string, print: Print, rows: readonly Row[]): Promise<readonly Row[]> {
  if (rows.length === 0) return []
  const text = textOf(scope.database.adapter, owner, name, (adapter) => print(adapter, sql<string>`${'[]'}`)?.compile(trx).sql ?? null)
  return text === null ? [] : (await trx.executeQuery<Row>(CompiledQuery.raw(text, [JSON.stringify(rows)]))).rows
}

function textOf(adapter: Adapter, owner: object, name: string, print: (adapter: Adapter) => string | null): string | null {
  const owners = printed.get(adapter) ?? new WeakMap<object, Map<string, string | null>>()
  printed.set(adapter, owners)
  const texts = owners.get(owner) ?? new Map<string, string | null>()
  owners.set(owner, texts)
  if (!texts.has(name)) texts.set(name, print(adapter))
  return texts.get(name)!
}
