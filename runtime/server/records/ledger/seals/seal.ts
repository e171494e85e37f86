/**
 * Seals ledger rows after they were committed: each gets a hash over its text and the hash before it, one chain a day.
 * Postings neither wait for this nor know of it. Rows are sealed in the order in which they become visible: a
 * transaction that began early may commit late. The first seal of a day names the last seal before it, so that no day
 * can be taken out between two others.
 */
import { formatSeconds, type TableModel } from '../../../../protocol/index.ts'
import { insertMany } from '../../../db/bulk-rows.ts'
import { rowId, type Database, type Reading, type Row, type Transaction } from '../../../db/index.ts'
import type { Registry } from '../../../core/models/registry.ts'
import {
  canonicalTextOf,
  formatOf,
  hashAfter,
  sealEntity,
  sealName,
  sealOf,
  sealTable,
  startOf,
  type Seal,
} from './canonical.ts'

/** Rows one transaction seals: few enough that postings get their turn between two. */
const batchSize = 400
/** Ids before the last sealed one that are looked at again, for transactions that committed late. */
const lookBack = 1000

interface SealScope {
  readonly database: Database
  readonly registry: Registry
}

/**
 * Seals the next rows. Locks nothing of the ledger: the unique index of the seals makes one of two concurrent sealers
 * fail, and its rows are sealed already.
 * @param timeZone defines the day of a row
 * @returns how many rows it sealed; 0 = all are
 */
export async function sealNext(
  { database, registry }: SealScope,
  ledger: TableModel,
  timeZone: string,
): Promise<number> {
  const { created } = ledger
  if (created === null) throw new TypeError(`${ledger.id} has no creation time`)
  const rows = await readUnsealed(ledger, database.query)
  if (rows.length === 0) return 0
  const days = new Map<string, Row[]>()
  for (const row of rows) {
    const day = formatSeconds(Number(row[created]), timeZone).slice(0, 10)
    days.set(day, [...(days.get(day) ?? []), row])
  }
  try {
    await database.write(async (trx) => {
      for (const [day, own] of days) await appendSeals({ database, registry }, ledger, trx, day, own)
    })
  } catch (error) {
    // Another process has sealed them at this moment.
    if (database.adapter.problemOf(error)?.kind !== 'unique') throw error
  }
  return rows.length
}

async function readUnsealed(ledger: TableModel, query: Reading): Promise<readonly Row[]> {
  const last = await query
    .selectFrom(sealTable)
    .select(({ fn }) => fn.max('row_id').as('row_id'))
    .where('ledger', '=', ledger.id)
    .executeTakeFirst()
  return query
    .selectFrom(`${ledger.table} as l`)
    .leftJoin(`${sealTable} as s`, (join) => join.onRef('s.row_id', '=', 'l.id').on('s.ledger', '=', ledger.id))
    .selectAll('l')
    .where('l.id', '>', Number(last?.['row_id'] ?? 0) - lookBack)
    .where('s.id', 'is', null)
    .orderBy('l.id')
    .limit(batchSize)
    .execute()
}

async function appendSeals(
  { database, registry }: SealScope,
  ledger: TableModel,
  trx: Transaction,
  day: string,
  rows: readonly Row[],
): Promise<void> {
  const format = formatOf(ledger)
  const last = await readLast(ledger, trx, day)
  const previous = last ? null : await readLast(ledger, trx, null)
  const follows = previous && sealName(previous)
  const textOf = canonicalTextOf(ledger, format)
  let before = last?.hash ?? startOf(ledger.id, day, follows)
  const sealed = rows.map((row, index): Row => {
    before = hashAfter(before, textOf(row))
    return {
      ledger: ledger.id,
      former_ledger: null,
      day,
      position: (last?.position ?? 0) + index + 1,
      row_id: rowId(row),
      // Later rows of the chain have the fields of the last seal that names them.
      format: index === 0 ? JSON.stringify(format) : null,
      follows: last === null && index === 0 ? follows : null,
      hash: before,
      version: 1,
    }
  })
  await insertMany(database, registry.require(sealEntity), trx, sealed)
}

/** The last seal of a day, or of all days. */
async function readLast(ledger: TableModel, query: Reading, day: string | null): Promise<Seal | null> {
  const of = query.selectFrom(sealTable).selectAll().where('ledger', '=', ledger.id)
  const row = await (day === null ? of.orderBy('id', 'desc') : of.where('day', '=', day).orderBy('position', 'desc'))
    .limit(1)
    .executeTakeFirst()
  return row ? sealOf(row) : null
}

export interface Sealer {
  /** Waits for the batch that is being sealed. */
  stop(): Promise<void>
}

/** Milliseconds between two looks for new rows, and between two batches while whole ones are found. */
const intervalMs = 5000
const betweenMs = 100

/**
 * Seals all ledgers in the background, until it is stopped. What fails is tried again later.
 * @param timeZone of the site, as the settings have it now
 * @param interval milliseconds between two looks
 */
export function startSealer(
  scope: SealScope,
  timeZone: () => Promise<string>,
  onError: (error: unknown) => void,
  interval = intervalMs,
): Sealer {
  const ledgers = scope.registry.byId(sealEntity) ? scope.registry.list.filter((model) => model.ledger) : []
  let timer: NodeJS.Timeout | null = null
  let running = Promise.resolve()
  let isStopped = ledgers.length === 0
  const run = async (): Promise<void> => {
    let isBehind = false
    try {
      for (const ledger of ledgers)
        if (!isStopped && (await sealNext(scope, ledger, await timeZone())) === batchSize) isBehind = true
    } catch (error) {
      onError(error)
      isBehind = false
    }
    // A batch costs a look at earlier rows and a commit, so that few rows wait for others.
    plan(isBehind ? Math.min(betweenMs, interval) : interval)
  }
  const plan = (delay: number): void => {
    if (isStopped) return
    timer = setTimeout(() => {
      running = run()
    }, delay)
    timer.unref()
  }
  plan(interval)
  return {
    async stop() {
      isStopped = true
      if (timer) clearTimeout(timer)
      await running
    },
  }
}
