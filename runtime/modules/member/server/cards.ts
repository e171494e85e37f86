/** The card of this module about a member, and the route that answers those of all modules. */
import { decimalText, fieldOf, formatSeconds } from 'tablewright/protocol'
import { createRouteDefinition, OperationError, readMemberCards, type MemberCard } from 'tablewright/server'
import type { Database } from '#generated/database.ts'
import { cards } from '../shared/cards.ts'
import { digitsOf } from './assets.ts'

/** Balance, points and the last sign-in. */
export const memberCard: MemberCard = {
  nodes: ['user/user/index'],
  async lines({ database, registry, language, settings }, id) {
    const row = await database.query
      .selectFrom('user')
      .select(['money', 'score', 'last_login_time'])
      .where('id', '=', id)
      .executeTakeFirst()
    if (!row) return []
    const model = registry.require('member/user')
    const time = Number(row['last_login_time'] ?? 0)
    const values = {
      money: decimalText(Number(row['money'] ?? 0), digitsOf.money),
      score: String(row['score'] ?? 0),
      ...(time > 0 && { last_login_time: formatSeconds(time, settings.timeZone) }),
    }
    return Object.entries(values).map(([name, value]) => ({
      label: fieldOf(model, name)?.label[language] ?? name,
      value,
    }))
  },
}

export const cardsRoute = createRouteDefinition<Database>()(cards, {
  login: 'admin',
  right: 'user/user/index',
  label: { 'zh-cn': '会员概况', en: 'Member summary' },
  maxPerMinute: 300,
  async handler({ scope, input: { id } }) {
    const row = await scope.database.query.selectFrom('user').select('id').where('id', '=', id).executeTakeFirst()
    if (!row) throw new OperationError('not_found')
    return { cards: await readMemberCards(scope, id) }
  },
})
