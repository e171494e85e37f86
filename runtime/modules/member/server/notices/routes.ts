/** `account/notices` and `account/readNotices`: every member has them, so they need no rule of the group. */
import { nowSeconds } from 'tablewright/server'
import { notices, unreadNotices } from '../answers.ts'
import { defineMemberRoute, refuseMember, requireMember } from '../centre/rights.ts'
import { countUnreadNotices, describeNotice } from './notices.ts'

const number = { type: 'integer', minimum: 1, maximum: 1_000_000 } as const
const noticeId = { type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER } as const
const maxRows = 100

/** A page of the member's notices, newest first, and how many are unread. */
const listRoute = defineMemberRoute({
  path: 'account/notices',
  area: 'api',
  method: 'GET',
  login: 'member',
  right: null,
  label: { 'zh-cn': '会员通知', en: 'Notifications of a member' },
  input: { type: 'object', properties: { page: number, limit: number, unread: { type: 'boolean' } } },
  answer: notices,
  maxPerMinute: 240,
  handler: async ({ scope, member, input: { page = 1, limit = 10, unread: onlyUnread = false } }) => {
    const { id, sessionId } = requireMember(member)
    const refusal = await refuseMember(scope, { id, sessionId }, null)
    if (refusal) return refusal
    const { query } = scope.database
    const size = Math.min(limit, maxRows)
    const all = query.selectFrom('user_notice').where('user_id', '=', id)
    const own = onlyUnread ? all.where('read_time', 'is', null) : all
    const { total } = await own.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
    const rows = await own
      .selectAll()
      .orderBy('id', 'desc')
      .limit(size)
      .offset((page - 1) * size)
      .execute()
    return {
      list: rows.map((row) => describeNotice(scope.language, row)),
      total: Number(total),
      unread: await countUnreadNotices(query, id),
    }
  },
})

/** Marks one notice as read (`id`) or all of them (`all`). One of another member is passed over. */
const readRoute = defineMemberRoute({
  path: 'account/readNotices',
  area: 'api',
  method: 'POST',
  transaction: 'own',
  login: 'member',
  right: null,
  label: { 'zh-cn': '会员通知标为已读', en: 'Mark notifications of a member as read' },
  input: { type: 'object', properties: { id: noticeId, all: { type: 'boolean' } } },
  answer: unreadNotices,
  maxPerMinute: 240,
  handler: async ({ scope, member, input: { id: only, all } }) => {
    const { id, sessionId } = requireMember(member)
    const refusal = await refuseMember(scope, { id, sessionId }, null)
    if (refusal) return refusal
    if (only !== undefined || all === true)
      await scope.database.write(async (trx) => {
        // One statement for any number of notices; reading them is no edit that a history or log would tell of.
        const own = trx
          .updateTable('user_notice')
          .set({ read_time: nowSeconds() })
          .where('user_id', '=', id)
          .where('read_time', 'is', null)
        await (only === undefined ? own : own.where('id', '=', only)).execute()
      })
    return { unread: await countUnreadNotices(scope.database.query, id) }
  },
})

export const noticeRoutes = [listRoute, readRoute]
