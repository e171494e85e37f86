/**
 * Which expired rows may be removed. A clock that jumps ahead makes everything look expired, and what is removed then
 * is missing when the clock is right again. So a row goes only if it was expired at a check that took place at least a
 * day ago: a wrong clock that is corrected within a day removes nothing. Both times are stored in the database, for all
 * processes.
 */
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { isInFuture, nowSeconds } from '../../core/clock.ts'
import { metaTable } from '../../db/ownership.ts'
import type { SystemTransaction } from '../access/system-tables.ts'

const checkedKey = 'purge_checked'
const limitKey = 'purge_limit'

/** Seconds between two checks. */
const checkInterval = 86_400

/** The limit of the last check as a column of a query; 0 before the second check, so that nothing is removed. */
const storedLimit = sql<number>`coalesce(
  (select cast(value as bigint) from ${sql.table(metaTable)} where key = ${sql.lit(limitKey)}), 0)`

/**
 * Condition: the row expired `life` seconds after the time in the column, and may be removed.
 * @param column Unix seconds
 */
export function isRemovable(column: string, life: number): RawBuilder<SqlBool> {
  const end = sql`${sql.ref(column)} + ${sql.lit(life)}`
  // Guard T33: rows go after two checks only.
  // Without: return sql<SqlBool>`(${sql.ref(column)} < ${sql.lit(nowSeconds() - life)})`
  return sql<SqlBool>`(${sql.ref(column)} < ${sql.lit(nowSeconds() - life)} and ${end} < ${storedLimit})`
}

/**
 * Notes the time once a day; the time noted a day before becomes the limit. After a clock that was ahead, the check
 * starts anew. Call it regularly, for example with each sign-in.
 */
export async function advanceRetention(trx: SystemTransaction): Promise<void> {
  const mark = await trx.selectFrom(metaTable).select('value').where('key', '=', checkedKey).executeTakeFirst()
  const checked = mark === undefined ? null : Number(mark.value)
  const now = nowSeconds()
  // A limit that was set ahead of the clock would let the next jump remove what is expired then.
  const limit = await trx.selectFrom(metaTable).select('value').where('key', '=', limitKey).executeTakeFirst()
  if (limit && isInFuture(Number(limit.value))) await store(trx, limitKey, 0)
  if (checked !== null && !isInFuture(checked)) {
    if (now - checked < checkInterval) return
    await store(trx, limitKey, checked)
  }
  await store(trx, checkedKey, now)
}

async function store(trx: SystemTransaction, key: string, time: number): Promise<void> {
  const value = String(time)
  await trx
    .insertInto(metaTable)
    .values({ key, value })
    .onConflict((on) => on.column('key').doUpdateSet({ value }))
    .execute()
}
