/**
 * Removes old log entries when the site limits how long they are stored. The chain of a record keeps the position and
 * hash of the last entry that was removed, so that a gap that retention did not make is still noticed.
 */
import { nowSeconds } from '../../core/clock.ts'
import { dropFormerValues, removeFreeRows, removeRows } from '../../db/index.ts'
import type { SystemDatabase, SystemRow, SystemTransaction } from '../../operation/access/system-tables.ts'
import { auditTable, createAudit } from '../../operation/audit/audit.ts'
import { chainTable } from '../../operation/audit/chain.ts'
import { removeOldRuns } from '../../records/import-runs/store.ts'
import { advanceRetention, isRemovable } from '../../operation/limits/retention.ts'

/** Entries one transaction removes. */
const batchSize = 200
const daySeconds = 86_400

/**
 * Locks the chains of the records whose entries it removes, batch by batch. Two processes that do it at once remove
 * each entry once.
 * @param days for which entries are stored; 0 = for ever
 * @returns how many were removed; the removal is an entry of its own
 */
export async function removeOldEntries(database: SystemDatabase, days: number): Promise<number> {
  if (days <= 0) return 0
  let [count, after] = [0, 0]
  for (;;) {
    const rows = await oldEntries(database, days, after)
    if (rows.length === 0) break
    count += await database.write((trx) => removeBatch(database, trx, rows))
    after = rows[rows.length - 1]?.id ?? after
  }
  await removeOldRows(database, 'import_change', days)
  if (count > 0) await database.write((trx) => retention(trx, { title: removed, data: { days, count } }))
  return count
}

/** Nobody is signed in. */
const retention = createAudit({ actor: null, url: 'tablewright', ip: '', agent: '', params: () => ({}) })
const removed = { 'zh-cn': '管理员日志-按保留期清理', en: 'Admin log: retention' } as const

/** Deleted records and former values that the rules have kept. @param days for which they are stored; 0 = for ever */
export async function removeOldRecovery(database: SystemDatabase, days: number): Promise<void> {
  if (days <= 0) return
  for (const table of ['data_recycle_log', 'sensitive_data_log'] as const) await removeOldRows(database, table, days)
}

async function removeOldRows(
  database: SystemDatabase,
  table: 'import_change' | 'data_recycle_log' | 'sensitive_data_log',
  days: number,
): Promise<void> {
  const isOld = isRemovable('create_time', days * daySeconds)
  let count = 0
  do count = await database.write((trx) => removeFreeRows(trx, table, isOld, batchSize))
  while (count > 0)
}

type OldEntry = Pick<SystemRow<'admin_log'>, 'id' | 'entity' | 'record_id' | 'position' | 'hash'>

function oldEntries({ query }: SystemDatabase, days: number, after: number): Promise<readonly OldEntry[]> {
  return query
    .selectFrom(auditTable)
    .select(['id', 'entity', 'record_id', 'position', 'hash'])
    .where(isRemovable('create_time', days * daySeconds))
    .where('id', '>', after)
    .orderBy('id')
    .limit(batchSize)
    .execute()
}

async function removeBatch(
  database: SystemDatabase,
  trx: SystemTransaction,
  rows: readonly OldEntry[],
): Promise<number> {
  const free = rows.filter((row) => row.position === null)
  const chained = new Map<string, OldEntry[]>()
  for (const row of rows.filter(({ position }) => position !== null)) {
    const key = `${row.entity} ${row.record_id}`
    chained.set(key, [...(chained.get(key) ?? []), row])
  }
  const ids = free.map(({ id }) => id)
  for (const key of [...chained.keys()].sort()) ids.push(...(await cutChain(trx, chained.get(key) ?? [])))
  return removeRows(database, trx, auditTable, ids)
}

/**
 * Moves the beginning of a record's chain past its oldest entries. An entry that does not follow the last removed one
 * stays (the clock was set back between two of them), because without those before it the chain would have a gap.
 * @returns ids of the entries to remove
 */
async function cutChain(trx: SystemTransaction, rows: readonly OldEntry[]): Promise<readonly number[]> {
  const [first] = rows
  const chain = trx
    .updateTable(chainTable)
    .where('entity', '=', first?.entity ?? '')
    .where('record_id', '=', first?.record_id ?? 0)
  // Writing the row unchanged locks it on every engine.
  const start = await chain
    .set(({ ref }) => ({ position: ref('position') }))
    .returning('removed')
    .executeTakeFirst()
  if (!start) return []
  const from = start.removed ?? 0
  const cut: OldEntry[] = []
  for (const row of rows) if (row.position === from + cut.length + 1) cut.push(row)
  const last = cut.at(-1)
  if (!last) return []
  await chain.set({ removed: last.position, removed_hash: last.hash, removed_time: nowSeconds() }).execute()
  return cut.map(({ id }) => id)
}

export interface LogRetention {
  /** Waits for the run under way. */
  stop(): Promise<void>
}

/** Milliseconds between two runs. */
const intervalMs = 3_600_000

/**
 * Removes old entries once an hour, until it is stopped; a clock that is ahead removes nothing within a day. What
 * fails is tried again an hour later.
 * @param days as the settings have it now
 */
export function startLogRetention(
  database: SystemDatabase,
  days: () => Promise<{ readonly log: number; readonly recovery: number }>,
  onError: (error: unknown) => void,
): LogRetention {
  let running: Promise<unknown> = Promise.resolve()
  const run = async (): Promise<void> => {
    try {
      await database.write(advanceRetention)
      const { log, recovery } = await days()
      await removeOldEntries(database, log)
      await removeOldRecovery(database, recovery)
      await removeOldRuns(database)
      await dropFormerValues(database, Date.now())
    } catch (error) {
      onError(error)
    }
  }
  const timer = setInterval(() => (running = run()), intervalMs).unref()
  return {
    async stop() {
      clearInterval(timer)
      await running
    },
  }
}
