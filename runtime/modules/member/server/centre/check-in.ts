/** The daily check-in: once a day of the site's time zone, with more points for days in a row. */
import { addDays, codes, dayOf } from 'tablewright/protocol'
import { sql, type SqlBool } from 'kysely'
import {
  createJobDefinition,
  insertMissing,
  latestPast,
  nowSeconds,
  OperationError,
  removeFreeRows,
  RouteReply,
} from 'tablewright/server'
import type { Database } from '#generated/database.ts'
import { changeAsset } from '../assets.ts'
import { t } from '../i18n.ts'
import { lockMember } from '../session/accounts.ts'
import type { Reading, Scope } from '#generated/member/server.ts'

/** Points of the first seven days in a row; then they start again. */
const rewards = [5, 5, 10, 10, 15, 15, 30] as const

export const rewardOf = (streak: number): number => rewards[(streak - 1) % rewards.length] ?? rewards[0]

/** Rows read at a time while days in a row are counted. */
const batch = 400

/** Days in a row up to this one; 0 when it has no check-in. Counted from the rows, so that it cannot be wrong. */
async function streakUntil(query: Pick<Reading, 'selectFrom'>, userId: number, day: string): Promise<number> {
  let expected = day
  for (let streak = 0; ;) {
    const rows = await query
      .selectFrom('user_check_in')
      .select('day')
      .where('user_id', '=', userId)
      .where('day', '<=', expected)
      .orderBy('day', 'desc')
      .limit(batch)
      .execute()
    for (const row of rows) {
      if (row.day !== expected) return streak
      streak += 1
      expected = addDays(expected, -1)
    }
    if (rows.length < batch) return streak
  }
}

/** Today's state, and the days of this month with a check-in. */
export async function describeCheckIns({ database, settings }: Scope, userId: number) {
  const today = dayOf(nowSeconds(), settings.timeZone)
  const rows = await database.query
    .selectFrom('user_check_in')
    .select('day')
    .where('user_id', '=', userId)
    .where('day', '>=', `${today.slice(0, 7)}-01`)
    .where('day', '<=', today)
    .orderBy('day')
    .execute()
  const days = rows.map(({ day }) => day)
  const checked = days.at(-1) === today
  const streak = await streakUntil(database.query, userId, checked ? today : addDays(today, -1))
  return { checked, streak, next_score: rewardOf(streak + 1), today, days }
}

/**
 * Every hour: removes check-ins of days that a clock reached which was ahead, since members can check in when such a
 * day comes. The points stay with whoever got them.
 */
export const removeFutureCheckIns = createJobDefinition<Database>()({
  name: 'member/removeFutureCheckIns',
  label: { 'zh-cn': '清理日期有误的签到', en: 'Remove check-ins of days to come' },
  schedule: { cron: '25 * * * *', payload: null },
  handler: async ({ complete }) => {
    await complete(async (trx) => {
      await removeFreeRows(trx, 'user_check_in', sql<SqlBool>`create_time > ${latestPast()}`)
    })
  },
})

/** Locks the member, so that of several requests at once one checks in and the others see that it is done. */
export async function checkInToday(scope: Scope, userId: number): Promise<RouteReply> {
  const { database, settings, language } = scope
  const done = await database.write(async (trx) => {
    if (!(await lockMember(trx, userId))) throw new OperationError('not_found')
    const time = nowSeconds()
    await removeFreeRows(trx, 'user_check_in', sql<SqlBool>`user_id = ${userId} and create_time > ${latestPast()}`)
    const day = dayOf(time, settings.timeZone)
    const streak = (await streakUntil(trx, userId, addDays(day, -1))) + 1
    const score = rewardOf(streak)
    const [added] = await insertMissing(trx, 'user_check_in', [
      { user_id: userId, day, score, create_time: time, version: 1 },
    ])
    if (added === undefined) return null
    const memo = t(language, 'check_in.memo', { day: streak })
    const change = { asset: 'score', userId, amount: score, memo, source: 'check_in', sn: added } as const
    await changeAsset({ scope, trx }, change)
    return { score, streak }
  })
  return done
    ? new RouteReply(done, { msg: t(language, 'check_in.done', { score: done.score }) })
    : new RouteReply(null, { code: codes.refused, msg: t(language, 'check_in.again') })
}
