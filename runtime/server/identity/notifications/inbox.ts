/**
 * An admin's notices: what is new, all of them, and what was read. All of it lives in the database, so any process may
 * answer.
 */
import { sql } from 'kysely'
import { noticeTopic, type Language, type Notice } from '../../../protocol/index.ts'
import { hintTopic } from '../../db/index.ts'
import type { SystemDatabase, SystemTransaction } from '../../operation/access/system-tables.ts'
import { nowSeconds } from '../../core/clock.ts'
import { noticeOf } from './notice.ts'

/**
 * The answer to a poll; `sound` and `msg` are all that older clients read, and "" in both means that nothing is new.
 */
export interface PushedNotices {
  readonly sound: string
  readonly msg: string
  /** Of the only new notice; null when there is none or more than one. */
  readonly id: number | null
  /** Number of unread notices, new ones included. */
  readonly unread: number
  /** The new ones, oldest first. Later polls do not repeat them. */
  readonly list: readonly Notice[]
}

/** New notices per poll; further ones wait for the next poll. */
const maxPushed = 5

/** One read of one index when nothing is new. */
export async function pushNotices(
  database: SystemDatabase,
  adminId: number,
  language: Language,
): Promise<PushedNotices> {
  const { unread, fresh } = await countUnread(database, adminId)
  const list = fresh === 0 ? [] : await claim(database, adminId, language)
  const [first] = list
  if (!first) return { sound: '', msg: '', id: null, unread, list: [] }
  const sound = list.find((notice) => notice.sound !== '')?.sound ?? ''
  if (list.length > 1) return { sound, msg: list.map(({ title }) => title).join('\n'), id: null, unread, list }
  return {
    sound,
    msg: first.content === '' ? first.title : `${first.title}\n${first.content}`,
    id: first.id,
    unread,
    list,
  }
}

export async function countUnread(
  { query }: Pick<SystemDatabase, 'query'>,
  adminId: number,
): Promise<{ readonly unread: number; readonly fresh: number }> {
  const row = await query
    .selectFrom('notice_read')
    .where('admin_id', '=', adminId)
    .where('state', 'in', ['new', 'told'])
    .select([
      sql<number>`count(*)`.as('unread'),
      sql<number | null>`sum(case when state = 'new' then 1 else 0 end)`.as('fresh'),
    ])
    .executeTakeFirst()
  return { unread: row?.unread ?? 0, fresh: row?.fresh ?? 0 }
}

/**
 * Of several polls at once (tabs, processes) one gets each notice. `told`, the stored state of a notice that was shown
 * but not read, keeps its name: existing databases contain it.
 */
async function claim(database: SystemDatabase, adminId: number, language: Language): Promise<readonly Notice[]> {
  const rows = await database.write(async (trx) => {
    const next = await trx
      .selectFrom('notice_read')
      .select('id')
      .where('admin_id', '=', adminId)
      .where('state', '=', 'new')
      .orderBy('id')
      .limit(maxPushed)
      .execute()
    if (next.length === 0) return []
    const ids = next.map((row) => row.id)
    const shown = await trx
      .updateTable('notice_read')
      .set({ state: 'told' })
      .where('id', 'in', ids)
      .where('state', '=', 'new')
      .returning('notice_id')
      .execute()
    if (shown.length === 0) return []
    return trx
      .selectFrom('notice')
      .selectAll()
      .where(
        'id',
        'in',
        shown.map((row) => row.notice_id),
      )
      .orderBy('id')
      .execute()
  })
  return rows.map((row) => noticeOf(row, language))
}

export interface NoticePage {
  readonly page: number
  readonly limit: number
  readonly onlyUnread: boolean
}

/** Newest first. */
export async function listNotices(
  { query }: SystemDatabase,
  adminId: number,
  language: Language,
  { page, limit, onlyUnread }: NoticePage,
): Promise<{ readonly list: readonly Notice[]; readonly total: number }> {
  const states = onlyUnread ? (['new', 'told'] as const) : (['new', 'told', 'read'] as const)
  const own = query
    .selectFrom('notice_read')
    .where('notice_read.admin_id', '=', adminId)
    .where('notice_read.state', 'in', states)
  const counted = await own.select(sql<number>`count(*)`.as('total')).executeTakeFirst()
  const rows = await own
    .innerJoin('notice', 'notice.id', 'notice_read.notice_id')
    .select([
      'notice.id as id',
      'notice.title as title',
      'notice.content as content',
      'notice.sound as sound',
      'notice.path as path',
      'notice.create_time as create_time',
      'notice_read.state as state',
    ])
    .orderBy('notice.id', 'desc')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute()
  return { list: rows.map((row) => noticeOf(row, language)), total: counted?.total ?? 0 }
}

/** False when the admin has no such notice; reading it again changes nothing. */
export async function readNotice(trx: SystemTransaction, adminId: number, noticeId: number): Promise<boolean> {
  const own = await trx
    .selectFrom('notice_read')
    .select('id')
    .where('notice_id', '=', noticeId)
    // Guard T20: notices of others are theirs.
    .where('admin_id', '=', adminId)
    .executeTakeFirst()
  if (!own) return false
  await trx
    .updateTable('notice_read')
    .set({ state: 'read', read_time: nowSeconds() })
    .where('id', '=', own.id)
    .where('state', '<>', 'read')
    .execute()
  hintTopic(noticeTopic(adminId))
  return true
}

/**
 * @param until the newest notice to mark, so that notices that arrive while the admin presses the button stay unread;
 * null = all
 */
export async function readAllNotices(trx: SystemTransaction, adminId: number, until: number | null): Promise<void> {
  const unread = trx
    .updateTable('notice_read')
    .set({ state: 'read', read_time: nowSeconds() })
    .where('admin_id', '=', adminId)
    .where('state', 'in', ['new', 'told'])
  await (until === null ? unread : unread.where('notice_id', '<=', until)).execute()
  // Other tabs of the account show the number, too.
  hintTopic(noticeTopic(adminId))
}
