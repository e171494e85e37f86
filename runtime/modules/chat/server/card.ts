/** Lines about a member: how many conversations, and since when they wait. */
import { formatSeconds } from 'tablewright/protocol'
import { listPath, type MemberCard, type Scope as AnyScope } from 'tablewright/server'
import type { Scope } from '#generated/chat/server.ts'
import { t } from './i18n.ts'
import { types } from './store/conversations.ts'

/** The core knows the tables of a module at run time only. */
const own = (scope: AnyScope): Scope => scope as unknown as Scope

export const memberCard: MemberCard = {
  nodes: ['chat/conversation/index', 'chat/desk/index'],
  async lines(scope, member) {
    const { database, language, settings, actor } = own(scope)
    const rows = await database.query
      .selectFrom('chat_conversation')
      .select(['id', 'waiting_time'])
      .where('user_id', '=', member)
      .where('type', '=', types.service)
      .execute()
    if (rows.length === 0) return []
    const mayList = actor?.super || actor?.nodes.has('chat/conversation/index')
    const path = listPath('chat/conversation', { search: [{ field: 'user_id', operator: 'eq', val: String(member) }] })
    const [waiting] = rows.flatMap(({ waiting_time: time }) => time ?? []).toSorted((left, right) => left - right)
    return [
      { label: t(language, 'card.conversations'), value: String(rows.length), ...(mayList && { path }) },
      ...(waiting === undefined
        ? []
        : [{ label: t(language, 'card.waiting'), value: formatSeconds(waiting, settings.timeZone) }]),
    ]
  },
}
