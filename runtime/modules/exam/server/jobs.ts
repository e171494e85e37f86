/** Background jobs: attempts whose time is over are handed in, and passed ones are rewarded. */
import { createJobDefinition, insertMissing, lockRows, nowSeconds } from 'tablewright/server'
import type { Database } from '#generated/database.ts'
import { attemptOptions } from '#generated/exam/options.ts'
import type { Reading, Scope, Transaction } from '#generated/exam/server.ts'
import { graceSeconds } from './attempts/attempt.ts'
import { sweepAttempt } from './attempts/submit.ts'
import { t } from './i18n.ts'
import { releasedPapers } from './papers/release.ts'

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
  return rows.filter(({ paper_id }) => released.has(paper_id))
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
