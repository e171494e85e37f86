/**
 * The queue of jobs in the database. A waiting job is claimed by one runner, which proves that it lives by increasing
 * the job's heartbeat. A job that is taken over loses the runner's name, so that the former runner cannot complete it.
 */
import { sql, type SqlBool } from 'kysely'
import { removeFreeRows, wakeTopic } from '../../db/index.ts'
import { latestPast, nowSeconds } from '../../core/clock.ts'
import type { SystemDatabase, SystemRow, SystemTransaction } from '../access/system-tables.ts'
import type { Transaction } from '../../db/tables.ts'
import { isRemovable } from '../limits/retention.ts'
import { payloadOf, type AnyJob, type Job } from './declaration.ts'

const table = 'job'
/** The topic by which runners of all processes learn that a job is due at once. */
export const jobTopic = 'jobs'
/** Values of `job.state`. */
export const jobStates = { waiting: 10, running: 20, done: 30, failed: 40 } as const

const maxPayload = 20_000
const maxError = 2000
/** Seconds before the second attempt; each further pause is twice as long. */
const firstPause = 10
const maxPause = 3600
/** Seconds that a job may ask for between two attempts. */
export const maxOwnPause = 7200
/** Days for which jobs are stored that were done, and that were given up. */
const retentionDays = { done: 7, failed: 90 } as const
const daySeconds = 86_400

type ClaimedJob = Pick<SystemRow<'job'>, 'id' | 'name' | 'payload' | 'beat'> & { readonly attempts: number }

/**
 * Adds a job. It runs after the transaction has committed, and not at all when that is rolled back. Locks nothing.
 * @param after seconds to wait
 * @returns the job's id
 */
export async function enqueueJob<Payload>(
  trx: Transaction,
  job: Pick<Job<Payload>, 'name'>,
  payload: Payload,
  { after = 0 }: { readonly after?: number } = {},
): Promise<number> {
  const text = JSON.stringify(payload ?? null)
  if (text.length > maxPayload) throw new Error(`the input of the job ${job.name} is longer than ${maxPayload}`)
  const { id } = await (trx as SystemTransaction)
    .insertInto(table)
    .values({
      name: job.name,
      state: jobStates.waiting,
      attempts: 0,
      // Without a time the job is due whatever the clock says.
      run_at: after > 0 ? nowSeconds() + after : null,
      payload: text,
      runner: null,
      beat: 0,
      last_error: null,
      start_time: null,
      end_time: null,
      create_time: nowSeconds(),
      version: 1,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (after <= 0) wakeTopic(jobTopic)
  return id
}

/** True when a job of these names is due: a read that keeps idle servers from writing. */
export async function hasDueJob({ query }: SystemDatabase, names: readonly string[]): Promise<boolean> {
  return (await dueJobs(query, names).limit(1).executeTakeFirst()) !== undefined
}

/** A pause that began while the clock was ahead ends at once. */
function dueJobs(query: Pick<SystemTransaction, 'selectFrom'>, names: readonly string[]) {
  const now = nowSeconds()
  return query
    .selectFrom(table)
    .select(['id', 'name', 'payload', 'attempts', 'beat'])
    .where('state', '=', jobStates.waiting)
    .where('name', 'in', names)
    .where(({ eb, or, and }) =>
      or([
        eb('run_at', 'is', null),
        eb('run_at', '<=', now),
        and([eb('attempts', '>', 0), eb('run_at', '>', now + 2 * maxOwnPause)]),
        eb('create_time', '>', latestPast()),
        eb('end_time', '>', latestPast()),
      ]),
    )
    .orderBy('id')
}

/**
 * Claims the oldest due job for the runner; null when there is none. Locks the job FOR NO KEY UPDATE and passes over
 * those that others are claiming.
 */
export async function claimJob(
  database: SystemDatabase,
  names: readonly string[],
  runner: string,
): Promise<ClaimedJob | null> {
  return database.write(async (trx) => {
    const lock = database.adapter.rowLock('write')
    const due = dueJobs(trx, names).limit(1)
    const job = await (lock ? due.modifyEnd(sql`${lock} skip locked`) : due).executeTakeFirst()
    if (!job) return null
    const attempts = (job.attempts ?? 0) + 1
    const beat = (job.beat ?? 0) + 1
    await trx
      .updateTable(table)
      .set({ state: jobStates.running, runner, beat, attempts, start_time: nowSeconds(), end_time: null })
      .where('id', '=', job.id)
      .execute()
    return { ...job, attempts, beat }
  })
}

/** Increases the heartbeat; false when the job belongs to another runner, or to none any more. */
export async function beatJob(database: SystemDatabase, id: number, runner: string): Promise<boolean> {
  return database.write(async (trx) =>
    isChanged(ownJob(trx, id, runner).set(({ ref }) => ({ beat: sql`${ref('beat')} + 1` }))),
  )
}

/** Marks the job done, within the transaction of its work. False when the runner has lost it. */
export const markDone = (trx: SystemTransaction, id: number, runner: string): Promise<boolean> =>
  isChanged(
    ownJob(trx, id, runner).set({
      state: jobStates.done,
      // Guard T13: what a job was about, such as an address, is not kept when it is done.
      payload: null,
      runner: null,
      last_error: null,
      end_time: nowSeconds(),
    }),
  )

/** Notes why an attempt failed; the job waits for the next one, or is given up after the last. */
export async function failJob(
  database: SystemDatabase,
  { id, attempts, payload }: Pick<ClaimedJob, 'id' | 'attempts' | 'payload'>,
  runner: string,
  { error, job }: { readonly error: unknown; readonly job: Ending },
): Promise<void> {
  const reason = String(error instanceof Error ? error.message : error).slice(0, maxError)
  const next = afterAttempt(attempts, job)
  await database.write(async (trx) => {
    const isOurs = await isChanged(ownJob(trx, id, runner).set({ runner: null, last_error: reason, ...next }))
    if (isOurs && next.state === jobStates.failed) await giveUp(trx, job, payload, reason)
  })
}

/** The facts that the end of an attempt depends on. */
type Ending = RetryRule & Pick<AnyJob, 'whenGivenUp'>

const giveUp = async (
  trx: SystemTransaction,
  { whenGivenUp }: Ending,
  payload: string | null,
  reason: string,
): Promise<void> => whenGivenUp?.(trx, payloadOf(payload), reason)

/** How often and after which pauses a job is attempted again. */
export type RetryRule = Pick<Job<never>, 'maxAttempts' | 'pauses'>

const defaultAttempts = 8

function afterAttempt(attempts: number, { maxAttempts = defaultAttempts, pauses }: RetryRule) {
  const now = nowSeconds()
  if (attempts >= (pauses ? pauses.length + 1 : maxAttempts)) return { state: jobStates.failed, end_time: now }
  const pause = pauses?.[attempts - 1] ?? Math.min(maxPause, firstPause * 2 ** Math.min(attempts - 1, 20))
  // When the pause began shows later whether the clock was ahead.
  return { state: jobStates.waiting, run_at: now + pause, end_time: now }
}

/** Gives a job back that the server has no time for any more: the attempt does not count. */
export async function releaseJob(database: SystemDatabase, id: number, runner: string): Promise<void> {
  await database.write((trx) =>
    isChanged(
      ownJob(trx, id, runner).set(({ ref }) => ({
        state: jobStates.waiting,
        runner: null,
        run_at: null,
        attempts: sql`${ref('attempts')} - 1`,
      })),
    ),
  )
}

/** Jobs in progress, of all processes. */
export function runningJobs({ query }: SystemDatabase, names: readonly string[]) {
  return query
    .selectFrom(table)
    .select(['id', 'name', 'attempts', 'beat', 'runner', 'payload'])
    .where('state', '=', jobStates.running)
    .where('name', 'in', names)
    .orderBy('id')
    .execute()
}

/**
 * Takes a job from a runner whose heartbeat has stopped; the attempt counts, so that a job that ends its process is
 * given up at last. The next attempt does not wait: the heartbeat has been missing for longer than a first pause, and
 * what the attempt has left half done should be known soon. Nothing happens when the heartbeat went on or another
 * process was first.
 */
export async function takeOver(
  database: SystemDatabase,
  { id, attempts, beat, runner, payload }: Omit<ClaimedJob, 'name'> & { readonly runner: string | null },
  job: Ending,
): Promise<void> {
  const reason = 'The process that ran the job ended.'
  const next = afterAttempt(attempts, job)
  const isGivenUp = next.state === jobStates.failed
  await database.write(async (trx) => {
    const isLost = await isChanged(
      ownJob(trx, id, runner ?? '')
        .set({ runner: null, last_error: reason, ...(isGivenUp ? next : { state: next.state, run_at: null }) })
        .where('beat', '=', beat),
    )
    if (isLost && isGivenUp) await giveUp(trx, job, payload, reason)
  })
}

const ownJob = (trx: SystemTransaction, id: number, runner: string) =>
  trx.updateTable(table).where('id', '=', id).where('runner', '=', runner).where('state', '=', jobStates.running)

const isChanged = async (update: ReturnType<typeof ownJob>): Promise<boolean> =>
  Number((await update.executeTakeFirstOrThrow()).numUpdatedRows) > 0

/** Removes old jobs that have ended; a clock that is ahead removes nothing within a day. */
export async function purgeJobs(trx: SystemTransaction): Promise<void> {
  for (const state of ['done', 'failed'] as const)
    await removeFreeRows(
      trx,
      table,
      sql<SqlBool>`state = ${jobStates[state]} and ${isRemovable('end_time', retentionDays[state] * daySeconds)}`,
    )
}
