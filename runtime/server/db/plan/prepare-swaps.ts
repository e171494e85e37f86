/**
 * Prepares the columns that are to replace others, while others read and write the tables. What is done stays done when
 * the process ends, and the next one goes on.
 */
import { runText } from '../run-text.ts'
import type { Database } from '../database.ts'
import type { Preparation } from '../ddl.ts'
import { codeOf } from '../store-error.ts'
import type { LiveTable } from './catalogue.ts'
import type { FillProgress } from './fill-rows.ts'
import { swapTrigger } from './object-names.ts'
import { refusedBy, type Step } from './step.ts'
import { countStatement } from './diff-swaps.ts'

/** Thrown, before anything is changed, when columns are not ready to be swapped, or others have written since. */
export class UnpreparedError extends Error {
  override readonly message = 'others have changed the records while their columns were prepared'
}

/** Runs a short transaction until it gets the tables that it needs. */
export type Attempt = <T>(work: () => Promise<T>) => Promise<T>

/** @param onProgress called after each batch */
export async function prepareSwaps(
  database: Database,
  steps: readonly Step[],
  attempt: Attempt,
  onProgress?: (progress: FillProgress) => void,
): Promise<void> {
  for (const step of steps) {
    if (!step.before) continue
    await prepare(database, step.before, attempt, onProgress).catch((error: unknown) => {
      throw refusedBy(error, database.place, step)
    })
  }
}

const refusedByCheck = '23514'

async function prepare(
  database: Database,
  before: Preparation,
  attempt: Attempt,
  onProgress?: (progress: FillProgress) => void,
): Promise<void> {
  const { table, mark, first, indexes, checks } = before
  const short = (isDone: (live: LiveTable) => boolean, statements: readonly string[]): Promise<void> =>
    attempt(() =>
      database.write(async (trx) => {
        for (const statement of database.adapter.ddl.begin) await runText(trx, statement)
        // Another process may have done it meanwhile.
        const live = (await database.adapter.catalogue(trx)).find(({ name }) => name === table)
        if (live && !isDone(live)) for (const statement of statements) await runText(trx, statement)
      }),
    )
  await short(({ guards }) => guards.includes(swapTrigger(mark)), first)
  await fill(database, before, onProgress)
  for (const [at, index] of indexes.entries()) {
    await build(database, table, index)
    // With the first one, rows that were left out are found at once.
    if (at === 0) await fill(database, before)
  }
  const [open] = await runText(database.query, before.count)
  if (Number(open?.['_count']) !== before.rows) throw new UnpreparedError()
  for (const { name, add, validate, mayFail } of checks) {
    await short(({ guards }) => guards.includes(name), [add])
    await database.runAlone(validate).catch(async (error: unknown) => {
      if (mayFail && codeOf(error) === refusedByCheck) return
      await short(({ guards }) => !guards.includes(name), database.adapter.ddl.dropGuard(table, name))
      throw codeOf(error) === refusedByCheck ? new UnpreparedError() : error
    })
  }
  await database.runAlone(before.analyze)
}

/** Each batch is a transaction of its own. */
async function fill(
  database: Database,
  { table, batch }: Preparation,
  onProgress?: (progress: FillProgress) => void,
): Promise<void> {
  const [counted] = onProgress ? await runText(database.query, countStatement(table)) : []
  const total = Number(counted?.['_count'] ?? 0)
  let left = total
  for (let last: number | null = 0; last !== null;) {
    const text: string = batch.replace('$1', String(last))
    const rows = await database.write((trx) => runText(trx, text))
    last = rows.length === 0 ? null : Math.max(...rows.map(({ id }) => Number(id)))
    left = Math.max(left - rows.length, 0)
    if (rows.length > 0) onProgress?.({ table, left, total })
  }
}

async function build(database: Database, table: string, index: Preparation['indexes'][number]): Promise<void> {
  const live = (await database.adapter.catalogue(database.query)).find(({ name }) => name === table)
  const liveIndex = live?.indexes.find(({ name }) => name === index.name)
  if (liveIndex && !liveIndex.isBroken) return
  await database.runAlone(index.drop)
  await database.runAlone(index.create).catch(async (error: unknown) => {
    // What is left of a unique one would keep others from writing.
    await database.runAlone(index.drop)
    throw error
  })
}
