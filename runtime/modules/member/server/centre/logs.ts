/** `account/balance`, `account/integral` and `account/overview`: what happened to balance and score. */
import { sql } from 'kysely'
import { addDays, dayOf, decimalText, startOfDay } from 'tablewright/protocol'
import { nowSeconds, toStorable } from 'tablewright/server'
import { entriesOf, overview } from '../answers.ts'
import type { Asset } from '../assets.ts'
import { countUnreadNotices } from '../notices/notices.ts'
import type { Scope } from '#generated/member/server.ts'
import { describeCheckIns } from './check-in.ts'
import { defineMemberRoute, refuseMember, requireMember } from './rights.ts'

const number = { type: 'integer', minimum: 1, maximum: 1_000_000 } as const
const maxRows = 100

const textOf = (asset: Asset, value: number): string | number => (asset === 'money' ? decimalText(value, 2) : value)

const logRoute = (asset: Asset, path: 'account/balance' | 'account/integral') =>
  defineMemberRoute({
    path,
    area: 'api',
    method: 'GET',
    login: 'member',
    right: null,
    label:
      asset === 'money'
        ? { 'zh-cn': '会员余额记录', en: 'Balance of a member' }
        : { 'zh-cn': '会员积分记录', en: 'Score of a member' },
    input: { type: 'object', properties: { page: number, limit: number } },
    answer: entriesOf(asset),
    maxPerMinute: 120,
    handler: async ({ scope, member, input: { page = 1, limit = 10 } }) => {
      const { id, sessionId } = requireMember(member)
      const refusal = await refuseMember(scope, { id, sessionId }, path)
      if (refusal) return refusal
      const size = Math.min(limit, maxRows)
      const { query } = scope.database
      const table = `user_${asset}_log` as const
      const own = query.selectFrom(table).where('user_id', '=', id)
      const { total } = await own.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
      const rows = await own
        .select([
          'id',
          'user_id',
          'before',
          'after',
          'memo',
          'create_time',
          sql<number>`${sql.ref(asset)}`.as('change'),
        ])
        .orderBy('id', 'desc')
        .limit(size)
        .offset((page - 1) * size)
        .execute()
      return {
        list: rows.map((row) => ({
          id: row.id,
          user_id: row.user_id,
          [asset]: textOf(asset, Number(row.change)),
          before: textOf(asset, row.before),
          after: textOf(asset, row.after),
          memo: row.memo,
          create_time: row.create_time,
        })),
        total: Number(total),
      }
    },
  })

/** Sums by day of the last seven days. */
async function sumsOf({ database, settings }: Scope, asset: Asset, userId: number, days: readonly string[]) {
  const starts = [...days, addDays(days.at(-1) ?? '', 1)].map((day) => startOfDay(day, settings.timeZone))
  const rows = await database.query
    .selectFrom(`user_${asset}_log`)
    .select(['create_time', sql<number>`sum(${sql.ref(asset)})`.as('sum')])
    .where('user_id', '=', userId)
    .where('create_time', '>=', starts[0] ?? 0)
    .groupBy('create_time')
    .execute()
  return days.map((_day, index) => {
    const isOfDay = (time: number): boolean => time >= (starts[index] ?? 0) && time < (starts[index + 1] ?? 0)
    return toStorable(rows.reduce((sum, row) => (isOfDay(row.create_time ?? 0) ? sum + BigInt(row.sum) : sum), 0n))
  })
}

const overviewRoute = defineMemberRoute({
  path: 'account/overview',
  area: 'api',
  method: 'GET',
  login: 'member',
  right: null,
  label: { 'zh-cn': '会员账户概览', en: 'Overview of a member' },
  input: null,
  answer: overview,
  maxPerMinute: 120,
  handler: async ({ scope, member }) => {
    const { id, sessionId } = requireMember(member)
    const refusal = await refuseMember(scope, { id, sessionId }, 'account/overview')
    if (refusal) return refusal
    const today = dayOf(nowSeconds(), scope.settings.timeZone)
    const days = Array.from({ length: 7 }, (_, index) => addDays(today, index - 6))
    const money = await sumsOf(scope, 'money', id, days)
    const { checked, streak } = await describeCheckIns(scope, id)
    return {
      days,
      score: await sumsOf(scope, 'score', id, days),
      money: money.map((sum) => decimalText(sum, 2)),
      unread: await countUnreadNotices(scope.database.query, id),
      checked,
      streak,
    }
  },
})

export const logRoutes = [overviewRoute, logRoute('money', 'account/balance'), logRoute('score', 'account/integral')]
