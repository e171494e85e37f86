/** Publishes notices, for any module. The receivers are resolved at that moment, and each of them receives it once. */
import { sql, type SqlBool } from 'kysely'
import { noticeTopic } from '../../../protocol/index.ts'
import { hintTopic, removeFreeRows } from '../../db/index.ts'
import type { SystemTransaction } from '../../operation/access/system-tables.ts'
import type { Database } from '../../db/database.ts'
import type { Transaction } from '../../db/tables.ts'
import { nowSeconds } from '../../core/clock.ts'
import { isRemovable } from '../../operation/limits/retention.ts'
import { enqueueNoticeMail } from './mail/enqueue.ts'
import { noticeColumns, receiversOfNotice, type NewNotice } from './notice.ts'
import { receiversOf } from './receivers.ts'

/** Seconds for which notices are stored, read or not. */
export const noticeLife = 90 * 86_400

/** Rows one statement writes. */
const batchSize = 200

/**
 * With a transaction the notice becomes visible when it commits; with a database it gets its own transaction.
 * @returns the notice's id; null when there are no receivers
 */
export function publishNotice(where: Transaction | Database, notice: NewNotice): Promise<number | null> {
  return 'adapter' in where ? where.write((trx) => publish(trx, notice)) : publish(where, notice)
}

async function publish(trx: SystemTransaction, notice: NewNotice): Promise<number | null> {
  const columns = noticeColumns(notice)
  const receivers = await receiversOf(trx, receiversOfNotice(notice))
  if (receivers.length === 0) return null
  await purge(trx)
  const { id } = await trx
    .insertInto('notice')
    .values({ ...columns, create_time: nowSeconds(), version: 1 })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (let start = 0; start < receivers.length; start += batchSize) {
    await trx
      .insertInto('notice_read')
      .values(
        receivers
          .slice(start, start + batchSize)
          .map((admin) => ({ notice_id: id, admin_id: admin, state: 'new', read_time: null, version: 1 })),
      )
      .execute()
  }
  for (const admin of receivers) hintTopic(noticeTopic(admin))
  if (notice.kind) await enqueueNoticeMail(trx, { id, kind: notice.kind.name, receivers })
  return id
}

async function purge(trx: SystemTransaction): Promise<void> {
  const isOld = isRemovable('create_time', noticeLife)
  await removeFreeRows(trx, 'notice_read', sql<SqlBool>`notice_id in (select id from notice where ${isOld})`)
  const hasReceivers = sql`exists (select 1 from notice_read where notice_read.notice_id = notice.id)`
  await removeFreeRows(trx, 'notice', sql<SqlBool>`${isOld} and not ${hasReceivers}`)
}
