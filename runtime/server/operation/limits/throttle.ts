/**
 * Counts failures in the database, so that all processes count together. A try is counted before it is checked and
 * undone when it was right: a hundred concurrent tries count as a hundred.
 */
import { sql, type SqlBool } from 'kysely'
import type { SystemDatabase, SystemRow, SystemTransaction } from '../access/system-tables.ts'
import pLimit from 'p-limit'
import { latestPast, nowSeconds } from '../../core/clock.ts'
import { removeFreeRows } from '../../db/remove-rows.ts'
import { daysPrefix, namesPrefix, type LimitKey } from './limit-key.ts'
import { isRemovable } from './retention.ts'

export interface LimitRule {
  /** Seconds in which failures count together. */
  readonly windowSeconds: number
  /** Failures from which on a captcha is required. */
  readonly captchaFrom: number
  /** Failures after which the next try has to wait. */
  readonly maxFailures: number
  /** Seconds of the first wait; each further one is twice as long. */
  readonly wait: number
  /** Maximum wait in seconds. It always ends, so that nobody can lock out somebody else for long. */
  readonly maxWait: number
}

export const signInRule: LimitRule = { windowSeconds: 900, captchaFrom: 5, maxFailures: 10, wait: 900, maxWait: 3600 }

/** Units in an hour, whatever takes several at once; then the caller waits for an hour. */
export const perHour = (most: number): LimitRule => ({
  windowSeconds: 3600,
  captchaFrom: 0,
  maxFailures: most,
  wait: 3600,
  maxWait: 3600,
})

/** After this many calls in a minute the caller waits for a minute; the count then starts anew. */
export const callsPerMinute = (most: number): LimitRule => ({
  windowSeconds: 60,
  captchaFrom: 0,
  maxFailures: most,
  wait: 60,
  maxWait: 60,
})

/** The state of a limit. */
export interface LimitState {
  /** Seconds until the next try is allowed, 0 = now. */
  readonly wait: number
  readonly captcha: boolean
}

/** Keys that count, each with its rule. */
export interface Counter {
  readonly key: LimitKey
  readonly rule: LimitRule
}

/** Reads without counting. */
export async function limitState(database: SystemDatabase, key: LimitKey, rule: LimitRule): Promise<LimitState> {
  const row = await database.query.selectFrom('throttle').selectAll().where('key', '=', key).executeTakeFirst()
  if (!row) return noFailures
  const now = nowSeconds()
  if (boundedEnds(row, now, rule) === row) return stateOf([{ row, rule }])
  return database.write(async (trx) => stateOf(await lockCounters(trx, [{ key, rule }], now)), 'essential')
}

/**
 * Tries with one key wait for each other in the database; the limit keeps a flood of them from using all connections.
 */
const limit = pLimit(3)

/**
 * Counts a try for every key, or answers how long to wait; then nothing was counted.
 * @param units what the try counts as
 */
export const countTry = (
  database: SystemDatabase,
  keys: readonly LimitKey[],
  rule: LimitRule,
  units = 1,
): Promise<LimitState> =>
  countTries(
    database,
    keys.map((key) => ({ key, rule })),
    units,
  )

/** As `countTry`, with a rule for each key. */
export async function countTries(
  database: SystemDatabase,
  counters: readonly Counter[],
  units = 1,
): Promise<LimitState> {
  return limit(() =>
    database.write(async (trx) => {
      const now = nowSeconds()
      const counted = await lockCounters(trx, counters, now)
      const state = stateOf(counted)
      if (state.wait <= 0) for (const { row, rule } of counted) await add(trx, row, now, rule, units)
      // Last: what it has removed is locked, and nothing is waited for after it.
      await purgeThrottles(trx)
      return state
    }, 'essential'),
  )
}

/**
 * Counters of names that are stored at most, the newest ones: anybody can think up names without end. So many tries
 * take longer than a window lasts.
 */
const maxNames = 200_000

/**
 * Removes counters that no limit uses any more, beyond doubt (`retention.ts`): a clock that jumps ahead does not make
 * the failures of everybody forgotten.
 */
export async function purgeThrottles(trx: SystemTransaction): Promise<void> {
  await removeFreeRows(trx, 'throttle', isRemovable('expire_time', 0))
  const isBeyond = sql<SqlBool>`id <= (select max(id) from throttle) - ${sql.lit(maxNames)} and key >= ${namesPrefix}`
  await removeFreeRows(trx, 'throttle', isBeyond)
  await removeFutureDays(trx)
}

/** Seconds for which counts of a day are stored; they stop counting when the day is over. */
export const dayCountLife = 2 * 86_400

/** Removes counts of days that a clock reached which was ahead: they would count again when such a day comes. */
export async function removeFutureDays(trx: SystemTransaction): Promise<void> {
  const isOfDay = sql`key >= ${daysPrefix} and key < ${namesPrefix}`
  await removeFreeRows(
    trx,
    'throttle',
    sql<SqlBool>`expire_time > ${sql.lit(latestPast() + dayCountLife)} and ${isOfDay}`,
  )
}

/** Notes that something is under way for the key, from now on for so many seconds. */
export async function noteFor(trx: SystemTransaction, key: LimitKey, seconds: number): Promise<void> {
  const expire_time = nowSeconds() + seconds
  await trx
    .insertInto('throttle')
    .values({ key, count: 0, expire_time, version: 1 })
    .onConflict((on) => on.column('key').doUpdateSet({ expire_time }))
    .execute()
}

/** True while what `noteFor` noted is under way; what a clock noted that was ahead is not. */
export async function isNoted(database: SystemDatabase, key: LimitKey, seconds: number): Promise<boolean> {
  const row = await database.query
    .selectFrom('throttle')
    .select('expire_time')
    .where('key', '=', key)
    .executeTakeFirst()
  return row !== undefined && row.expire_time > nowSeconds() && row.expire_time <= latestPast() + seconds
}

/** Undoes a try that was no failure, with the wait it had started. */
export async function undoTry(trx: SystemTransaction, keys: readonly LimitKey[]): Promise<void> {
  for (const key of [...new Set(keys)].sort()) {
    await trx
      .updateTable('throttle')
      .set({
        count: sql`count - 1`,
        waits: sql`case when blocked_until is null then waits else waits - 1 end`,
        blocked_until: null,
      })
      .where('key', '=', key)
      .where('count', '>', 0)
      .execute()
  }
}

/** Forgets all failures under the key. */
export async function clearFailures(trx: SystemTransaction, key: LimitKey): Promise<void> {
  await trx.deleteFrom('throttle').where('key', '=', key).execute()
}

/** Requires a captcha for the key for a while. */
export async function requireCaptcha(database: SystemDatabase, key: LimitKey, rule: LimitRule): Promise<void> {
  await database.write(async (trx) => {
    const now = nowSeconds()
    const until = now + rule.windowSeconds
    const row = await lockCounter(trx, key, now, rule)
    await trx
      .updateTable('throttle')
      .set({ captcha_until: until, expire_time: Math.max(until, row.expire_time) })
      .where('key', '=', row.key)
      .execute()
  }, 'essential')
}

const noFailures: LimitState = { wait: 0, captcha: false }

/** The row of a counter. */
interface Counted {
  readonly row: SystemRow<'throttle'>
  readonly rule: LimitRule
}

function stateOf(counted: readonly Counted[]): LimitState {
  const now = nowSeconds()
  const live = counted.filter(({ row }) => row.expire_time > now)
  return {
    wait: Math.max(0, ...live.map(({ row }) => (row.blocked_until ?? 0) - now)),
    captcha: live.some(({ row, rule }) => (row.count ?? 0) >= rule.captchaFrom || (row.captcha_until ?? 0) > now),
  }
}

/** The rows of the counters, locked in the order of their keys. */
async function lockCounters(
  trx: SystemTransaction,
  counters: readonly Counter[],
  now: number,
): Promise<readonly Counted[]> {
  const rules = new Map(counters.map(({ key, rule }) => [key, rule]))
  const counted: Counted[] = []
  for (const [key, rule] of [...rules].sort(([left], [right]) => (left < right ? -1 : 1)))
    counted.push({ row: await lockCounter(trx, key, now, rule), rule })
  return counted
}

/** The row of the key, created when missing, begun anew when expired, and locked until the transaction ends. */
async function lockCounter(
  trx: SystemTransaction,
  key: string,
  now: number,
  rule: LimitRule,
): Promise<SystemRow<'throttle'>> {
  const fresh = { key, count: 0, expire_time: now + rule.windowSeconds, version: 1 }
  const row = await trx
    .insertInto('throttle')
    .values(fresh)
    .onConflict((on) => on.column('key').doUpdateSet({ key }))
    .returningAll()
    .executeTakeFirstOrThrow()
  const bounded =
    row.expire_time <= now
      ? { ...row, count: 0, waits: null, blocked_until: null, captcha_until: null, expire_time: fresh.expire_time }
      : boundedEnds(row, now, rule)
  // Guard T35: waits have an end on every clock.
  // Without: if (row) return row
  if (bounded === row) return row
  const { count, waits, blocked_until, captcha_until, expire_time } = bounded
  const changes = { count, waits, blocked_until, captcha_until, expire_time }
  await trx.updateTable('throttle').set(changes).where('key', '=', key).execute()
  return bounded
}

/**
 * The row with ends that the rule can set at this moment. A counter written while the clock was ahead keeps its count,
 * but would make its owner wait until then: what is further ahead than the rule allows starts anew from now.
 * @returns the row itself when nothing had to be changed
 */
function boundedEnds(row: SystemRow<'throttle'>, now: number, rule: LimitRule): SystemRow<'throttle'> {
  const within = (end: number | null, most: number): number | null =>
    end !== null && end > now + most ? now + most : end
  const lastEnd = rule.maxWait + Math.max(rule.windowSeconds, rule.maxWait)
  const bounded = {
    ...row,
    blocked_until: within(row.blocked_until, rule.maxWait),
    captcha_until: within(row.captcha_until, rule.windowSeconds),
    expire_time: Math.min(row.expire_time, now + lastEnd),
  }
  const isSame =
    bounded.blocked_until === row.blocked_until &&
    bounded.captcha_until === row.captcha_until &&
    bounded.expire_time === row.expire_time
  return isSame ? row : bounded
}

/**
 * After a wait fewer failures are allowed than before it, and the next wait is longer, until nothing happened for as
 * long as the wait was.
 */
async function add(
  trx: SystemTransaction,
  row: SystemRow<'throttle'>,
  now: number,
  rule: LimitRule,
  units: number,
): Promise<void> {
  const count = (row.blocked_until === null ? (row.count ?? 0) : rule.captchaFrom) + units
  const waits = row.waits ?? 0
  const wait = Math.min(rule.maxWait, rule.wait * 2 ** Math.min(waits, 20))
  const until = now + wait
  const blocked =
    count >= rule.maxFailures
      ? { blocked_until: until, waits: waits + 1, expire_time: until + Math.max(rule.windowSeconds, wait) }
      : { blocked_until: null }
  await trx
    .updateTable('throttle')
    .set({ count, ...blocked })
    .where('key', '=', row.key)
    .execute()
}
