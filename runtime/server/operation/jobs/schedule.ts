/** Adds scheduled jobs when they are due: each time once, however many processes there are. */
import { isInFuture, nowSeconds } from '../../core/clock.ts'
import { metaTable } from '../../db/ownership.ts'
import type { SystemDatabase, SystemTransaction } from '../access/system-tables.ts'
import type { CronSchedule } from './cron.ts'
import type { AnyJob } from './declaration.ts'
import { enqueueJob } from './queue.ts'

/** Seconds after which a run that was missed is not made up for any more. */
const maxDelay = 86_400

/**
 * Adds the job when a time of its schedule has passed since the last look. The row of the last time is locked, so that
 * one process adds it. A job that was never seen before starts with its next time; so does one whose last time lies in
 * the future because the clock was ahead.
 * @returns whether it was added
 */
export async function addScheduled(
  database: SystemDatabase,
  job: AnyJob,
  schedule: CronSchedule,
  timeZone: string,
): Promise<boolean> {
  const now = nowSeconds()
  const due = schedule.lastBefore(now, timeZone)
  if (due === null) return false
  const key = `job ${job.name}`
  const lastRun = await database.query.selectFrom(metaTable).select('value').where('key', '=', key).executeTakeFirst()
  if (lastRun && Number(lastRun.value) === due) return false
  return database.write(async (trx) => {
    const last = await lastTime(trx, key, due)
    // A time ahead of ours was stored by a process whose clock is a little ahead, unless it is far ahead.
    if (last === null || last === due || (last > due && !isInFuture(last))) return false
    await trx
      .updateTable(metaTable)
      .set({ value: String(due) })
      .where('key', '=', key)
      .execute()
    if (last > due || now - due > maxDelay) return false
    await enqueueJob(trx, job, job.schedule?.payload)
    return true
  })
}

/** The time of the last run, locked; null when there was none and the given one is stored. */
async function lastTime(trx: SystemTransaction, key: string, due: number): Promise<number | null> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto(metaTable)
    .values({ key, value: String(due) })
    .onConflict((on) => on.column('key').doNothing())
    .executeTakeFirstOrThrow()
  if (Number(numInsertedOrUpdatedRows ?? 0) > 0) return null
  // Writing the row unchanged locks it on every engine.
  const row = await trx
    .updateTable(metaTable)
    .set(({ ref }) => ({ value: ref('value') }))
    .where('key', '=', key)
    .returning('value')
    .executeTakeFirstOrThrow()
  return Number(row.value)
}
