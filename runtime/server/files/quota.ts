/** What an account may upload in a day. It is counted in the table of limits, so that all processes count together. */
import type { SystemDatabase } from '../operation/access/system-tables.ts'
import { nowSeconds } from '../core/clock.ts'
import { limitKey, type LimitKey } from '../operation/limits/limit-key.ts'
import { dayCountLife, removeFutureDays } from '../operation/limits/throttle.ts'
import { formatSeconds } from '../../protocol/index.ts'
import type { UploadScope } from './attachments.ts'
import { UploadError } from './upload-error.ts'

/**
 * Counts an upload before it is read; when it is not stored after all, it does not count. Counting locks the row of the
 * account and day for one statement, nothing else. Throws an UploadError `upload.quota` or
 * `upload.count`.
 * @param bytes as announced
 */
export async function withQuota<T>(scope: UploadScope, bytes: number, work: () => Promise<T>): Promise<T> {
  const { database } = scope
  const { dailyQuota, dailyFiles } = scope.settings.upload
  const { size, file } = countersOf(scope, bytes)
  if (!(await count(database, size.key, size.amount, dailyQuota * 1024)))
    throw new UploadError('upload.quota', { limit: dailyQuota })
  // Why nothing was stored is what the caller has to know; a count too high ends with the day.
  const takeBack = (counted: typeof size) => uncount(database, counted.key, counted.amount).catch(() => undefined)
  if (
    !(await count(
      database,
      file.key,
      file.amount,
      // Guard T52: an account has a number of files for a day.
      // Without: dailyFiles * 1e6
      dailyFiles,
    ))
  ) {
    await takeBack(size)
    throw new UploadError('upload.count', { limit: dailyFiles })
  }
  try {
    return await work()
  } catch (error) {
    await takeBack(size)
    await takeBack(file)
    throw error
  }
}

/** Throws as `withQuota` does when the upload would be too much, and counts nothing. */
export async function ensureQuota(scope: UploadScope, bytes: number): Promise<void> {
  const { dailyQuota, dailyFiles } = scope.settings.upload
  const { size, file } = countersOf(scope, bytes)
  const rows = await scope.database.query
    .selectFrom('throttle')
    .select(['key', 'count'])
    .where('key', 'in', [size.key, file.key])
    .execute()
  const countOf = (key: string): number => Number(rows.find((row) => row.key === key)?.count ?? 0)
  if (countOf(size.key) + size.amount > dailyQuota * 1024) throw new UploadError('upload.quota', { limit: dailyQuota })
  if (countOf(file.key) + 1 > dailyFiles) throw new UploadError('upload.count', { limit: dailyFiles })
}

/** The two counters of the account and day, with what an upload adds to them. */
function countersOf({ settings, actor, member }: UploadScope, bytes: number) {
  const day = formatSeconds(nowSeconds(), settings.timeZone).slice(0, 10)
  const owner = member ? ({ kind: 'user', id: member.id } as const) : ({ kind: 'admin', id: actor?.id ?? 0 } as const)
  return {
    size: { key: limitKey('upload', owner, { day }), amount: Math.ceil(bytes / 1024) },
    file: { key: limitKey('upload files', owner, { day }), amount: 1 },
  }
}

/** Adds to the count; false when it would exceed the most. */
async function count(database: SystemDatabase, key: LimitKey, amount: number, most: number): Promise<boolean> {
  if (amount > most) return false
  const fresh = { key, count: amount, expire_time: nowSeconds() + dayCountLife, version: 1 }
  const row = await database.write(async (trx) => {
    const counted = await trx
      .insertInto('throttle')
      .values(fresh)
      .onConflict((on) =>
        on
          .column('key')
          .doUpdateSet(({ eb, ref }) => ({ count: eb(ref('throttle.count'), '+', amount) }))
          // Guard T83: an account has a quota for a day.
          .where('throttle.count', '<=', most - amount),
      )
      .returning('id')
      .executeTakeFirst()
    await removeFutureDays(trx)
    return counted
  })
  return row !== undefined
}

async function uncount(database: SystemDatabase, key: LimitKey, amount: number): Promise<void> {
  await database.write((trx) =>
    trx
      .updateTable('throttle')
      .set(({ eb }) => ({ count: eb('count', '-', amount) }))
      .where('key', '=', key)
      .where('count', '>=', amount)
      .execute(),
  )
}
