/** Deadlines: the limit of the paper, the end of the paper, and what was added for the member. */
import { lockRows } from 'tablewright/server'
import { attemptOptions } from '#generated/exam/options.ts'
import type { Scope, Transaction } from '#generated/exam/server.ts'
import type { Paper } from '../papers/paper.ts'
import { settingsOf, type Attempt } from './attempt.ts'

export function deadlineOf(
  { begin_time, extra_seconds, settings }: Pick<Attempt, 'begin_time' | 'extra_seconds' | 'settings'>,
  end: number | null,
): number {
  const limit = (begin_time ?? 0) + settingsOf({ settings }).limit * 60
  return (end === null ? limit : Math.min(limit, end)) + (extra_seconds ?? 0)
}

/** The end of a published paper was moved: that of the attempts under way moves with it. */
export async function moveDeadlines(scope: Scope, trx: Transaction, paper: Paper): Promise<void> {
  const attempts = await trx
    .selectFrom('exam_attempt')
    .select(['id', 'begin_time', 'extra_seconds', 'settings', 'deadline'])
    .where('paper_id', '=', paper.id)
    .where('state', '=', attemptOptions.state.working)
    .orderBy('id')
    .execute()
  await lockRows(
    scope,
    trx,
    'exam/attempt',
    attempts.map(({ id }) => id),
    'write',
  )
  for (const attempt of attempts) {
    const deadline = deadlineOf(attempt, paper.end_time)
    if (deadline !== attempt.deadline)
      await trx
        .updateTable('exam_attempt')
        .set({ deadline })
        .where('id', '=', attempt.id)
        .where('state', '=', attemptOptions.state.working)
        .execute()
  }
}
