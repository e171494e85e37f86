/** Locks rows of one table, in the order that all transactions keep (`core/models/lock-order.ts`). */
import { sql } from 'kysely'
import type { Adapter, RowLock } from '../db/adapter.ts'
import type { Database } from '../db/database.ts'
import type { Transaction } from '../db/tables.ts'
import { isDocument } from '../core/models/lock-order.ts'
import type { Registry } from '../core/models/registry.ts'

/** Ids per statement: far below the parameter limit. */
const batchSize = 5000

/** True when transactions run one after the other, so that none has to lock rows. */
export const hasSingleWriter = ({ adapter }: { readonly adapter: Adapter }): boolean =>
  adapter.rowLock('write') === null

/**
 * Locks records of an entity by id until the transaction ends; ids without a record are passed over. Nothing to do
 * where there is only one writer.
 */
export async function lockRows(
  {
    database: { adapter },
    registry,
  }: { readonly database: { readonly adapter: Database['adapter'] }; readonly registry: Registry },
  trx: Pick<Transaction, 'getExecutor'>,
  entity: string,
  ids: Iterable<number>,
  lock: RowLock,
): Promise<void> {
  const end = adapter.rowLock(lock)
  if (end === null) return
  const model = registry.require(entity)
  const sorted = [...new Set(ids)].sort((left, right) => left - right)
  if (isDocument(model)) sorted.reverse()
  const order = sql.raw(isDocument(model) ? 'desc' : 'asc')
  for (let start = 0; start < sorted.length; start += batchSize) {
    const part = sql.join(sorted.slice(start, start + batchSize))
    // Guard T85: rows are locked in the order of their ids.
    // Without: await sql`select id from ${sql.table(model.table)} where id in (${part}) ${end}`.execute(trx)
    await sql`select id from ${sql.table(model.table)} where id in (${part}) order by id ${order} ${end}`.execute(trx)
  }
}

/** Rows of one entity that a transaction locks, among others. */
export interface ContractLock {
  /** Its place in the order of locks decides when `lock` is called. */
  readonly entity: string
  lock(): Promise<void>
}

/**
 * Locks rows of several entities, whoever they belong to, in the order that all transactions keep. A contract that
 * calls back locks its own rows and those of its consumer this way: it reads which ones without a lock, and compares
 * them once they are locked.
 */
export async function lockInOrder(
  { registry }: { readonly registry: Registry },
  locks: readonly ContractLock[],
): Promise<void> {
  const byTable = new Map<string, ContractLock[]>()
  for (const lock of locks) {
    const { table } = registry.require(lock.entity)
    byTable.set(table, [...(byTable.get(table) ?? []), lock])
  }
  // Guard T85: rows of several modules are locked in the one order.
  // Without: const tables = [...byTable.keys()]
  const tables = registry.inLockOrder(byTable.keys())
  for (const table of tables) for (const { lock } of byTable.get(table) ?? []) await lock()
}
