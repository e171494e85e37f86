/** Background jobs: attempts whose time is over are handed in, and passed ones are rewarded. */
import { createJobDefinition, insertMissing, lockRows, nowSeconds, type ContractCall } from 'tablewright/server'
import type { Database } from '#generated/database.ts'
import { attemptOptions, paperOptions, roomOptions } from '#generated/exam/options.ts'
import type { Reading, Scope, Transaction } from '#generated/exam/server.ts'
import { graceSeconds } from './attempts/attempt.ts'
import { sweepAttempt } from './attempts/submit.ts'
import { t, textOfAll } from './i18n.ts'
import { releasedPapers } from './papers/release.ts'
import { tell } from './rooms/signup.ts'

const defineJob = createJobDefinition<Database>()

const maxAttempts = 500

/** Every minute. What an attempt counts as does not wait for it: its deadline decides. */
export const sweepAttempts = defineJob({
  name: 'exam/sweepAttempts',
  label: { 'zh-cn': '收取超时答卷', en: 'Hand in attempts whose time is over' },
  schedule: { cron: '* * * * *', payload: null },
  handler: async ({ scope, complete }) => {
    const due = await scope.database.query
      .selectFrom('exam_attempt')
      .select('id')
      .where('state', '=', attemptOptions.state.working)
      .where('deadline', '<', nowSeconds() - graceSeconds)
      .orderBy('deadline')
      .limit(maxAttempts)
      .execute()
    for (const { id } of due) await scope.database.write((trx) => sweepAttempt(scope, trx, id))
    await complete(async () => undefined)
  },
})

/** Released attempts that nobody has decided about yet. */
async function unrewarded(query: Reading) {
  const rows = await query
    .selectFrom('exam_attempt as a')
    .innerJoin('exam_paper as p', 'p.id', 'a.paper_id')
    .select([
      'a.id',
      'a.name',
      'a.user_id',
      'a.is_pass',
      'a.paper_id',
      'p.points',
      'p.release',
      'p.release_time',
      'p.end_time',
    ])
    .where('a.state', '=', attemptOptions.state.graded)
    .where('a.rewarded', '=', 0)
    .where('a.is_pass', '=', attemptOptions.is_pass.yes)
    .where('a.user_id', 'is not', null)
    .where('p.points', '>', 0)
    .orderBy('a.id')
    .limit(maxAttempts)
    .execute()
  const released = await releasedPapers(
    query,
    rows.map(({ paper_id: id, release, release_time, end_time }) => ({ id, release, release_time, end_time })),
  )
  return rows.filter(({ paper_id }) => released.scores.has(paper_id))
}

type Passed = Awaited<ReturnType<typeof unrewarded>>[number]

/** Credits a passed paper, once for each member: the reward is the number that the wallet knows it by. */
async function rewardAttempt(scope: Scope, trx: Transaction, passed: Passed): Promise<void> {
  const { id, name, user_id: user, paper_id, points } = passed
  if (user === null || !scope.wallet) return
  // The wallet comes before attempts in the order of locks only where it says so.
  await lockRows(scope, trx, 'exam/paper', [paper_id], 'reference')
  await lockRows(scope, trx, scope.wallet.locks, [user], 'write')
  const memo = t('zh-cn', 'reward', { title: name })
  const [reward] = await insertMissing<Database, 'exam_reward'>(trx, 'exam_reward', [
    { user_id: user, paper_id, name: memo, points: points ?? 0, create_time: nowSeconds(), version: 1 },
  ])
  if (reward !== undefined)
    await scope.wallet.change(
      { scope, trx },
      { asset: 'score', userId: user, amount: points ?? 0, memo, source: 'exam', sn: reward },
    )
  await lockRows(scope, trx, 'exam/attempt', [id], 'write')
  await trx.updateTable('exam_attempt').set({ rewarded: 1 }).where('id', '=', id).execute()
}

/** Every minute. Points would tell that the paper is passed, so they come with the release. */
export const rewardAttempts = defineJob({
  name: 'exam/rewardAttempts',
  label: { 'zh-cn': '发放考试奖励', en: 'Reward passed exams' },
  schedule: { cron: '* * * * *', payload: null },
  handler: async ({ scope, complete }) => {
    if (scope.wallet)
      for (const passed of await unrewarded(scope.database.query))
        await scope.database.write((trx) => rewardAttempt(scope, trx, passed))
    await complete(async () => undefined)
  },
})

/** Results that are released, and that nobody has told their members. */
async function untold(query: Reading) {
  const rows = await query
    .selectFrom('exam_attempt as a')
    .innerJoin('exam_paper as p', 'p.id', 'a.paper_id')
    .leftJoin('exam_room as r', 'r.id', 'a.room_id')
    .select(['a.id', 'a.name', 'a.user_id', 'a.is_pass', 'a.paper_id', 'a.room_id', 'a.room_no'])
    .select(['a.submit_time', 'a.grade_time', 'p.release', 'p.release_time', 'p.end_time', 'p.status'])
    .select(['r.title as room', 'r.status as roomStatus', 'r.end_time as roomEnd', 'r.makeup_count'])
    .where('a.told', '=', 0)
    .where('a.state', '=', attemptOptions.state.graded)
    .where('a.user_id', 'is not', null)
    .orderBy('a.id')
    .limit(maxAttempts)
    .execute()
  const released = await releasedPapers(
    query,
    rows.map(({ paper_id: id, release, release_time, end_time }) => ({ id, release, release_time, end_time })),
  )
  return rows.filter(({ paper_id }) => released.scores.has(paper_id))
}

type Untold = Awaited<ReturnType<typeof untold>>[number]

/** True where the result was there as soon as the attempt was submitted. */
const isSeen = ({ release, submit_time, grade_time }: Untold): boolean =>
  release === paperOptions.release.now && (grade_time ?? 0) <= (submit_time ?? 0) + 5

const canRepeat = ({ room_id, room_no, roomStatus, roomEnd, makeup_count, is_pass, status }: Untold): boolean =>
  room_id !== null &&
  status === paperOptions.status.published &&
  is_pass === attemptOptions.is_pass.no &&
  roomStatus === roomOptions.status.open &&
  (roomEnd ?? 0) > nowSeconds() &&
  (room_no ?? 1) < 1 + (makeup_count ?? 0)

async function tellResult(scope: Scope, trx: Transaction, attempt: Untold): Promise<void> {
  const { id, name: title, user_id: user, room_id: room } = attempt
  if (user === null) return
  await lockRows(scope, trx, 'member/user', [user], 'reference')
  await lockRows(scope, trx, 'exam/attempt', [id], 'write')
  const { numUpdatedRows } = await trx
    .updateTable('exam_attempt')
    .set({ told: 1 })
    .where('id', '=', id)
    .where('told', '=', 0)
    .executeTakeFirst()
  if (Number(numUpdatedRows) === 0) return
  if (!isSeen(attempt))
    // The core knows the tables of a module at run time only.
    await scope.memberNotices?.add({ scope, trx } as unknown as ContractCall, {
      userId: user,
      kind: 'exam/result',
      title: textOfAll('result.notice', { title }),
      content: textOfAll('result.notice.text', { title }),
      path: `/user/exam/result/${id}`,
    })
  if (room !== null && canRepeat(attempt))
    await tell(scope, trx, user, { room: { id: room, title: attempt.room ?? title }, event: 'makeup' })
}

/** Every minute: members hear of their results, and of makeups. */
export const tellResults = defineJob({
  name: 'exam/tellResults',
  label: { 'zh-cn': '通知考试成绩', en: 'Tell members their results' },
  schedule: { cron: '* * * * *', payload: null },
  handler: async ({ scope, complete }) => {
    for (const attempt of await untold(scope.database.query))
      await scope.database.write((trx) => tellResult(scope, trx, attempt))
    await complete(async () => undefined)
  },
})
