/** Deadlines: the limit of the paper, the end of the paper, and what was added for the member. */
import { lockRows } from 'tablewright/server'
import { attemptOptions } from '#generated/exam/options.ts'
import type { Scope, Transaction } from '#generated/exam/server.ts'
import type { Paper } from '../papers/paper.ts'
import { endOf } from '../rooms/room.ts'
import { announceAttempt } from '../rooms/topics.ts'
import { settingsOf, type Attempt } from './attempt.ts'

export function deadlineOf(
  { begin_time, extra_seconds, settings }: Pick<Attempt, 'begin_time' | 'extra_seconds' | 'settings'>,
  end: number | null,
): number {
  const limit = (begin_time ?? 0) + settingsOf({ settings }).limit * 60
  return (end === null ? limit : Math.min(limit, end)) + (extra_seconds ?? 0)
}

/** The end of a published paper, or of a room, was moved: that of the attempts under way moves with it. */
export async function moveDeadlines(scope: Scope, trx: Transaction, paper: Paper, room?: number): Promise<void> {
  const attempts = await trx
    .selectFrom('exam_attempt as a')
    .leftJoin('exam_room as r', 'r.id', 'a.room_id')
    .select(['a.id', 'a.begin_time', 'a.extra_seconds', 'a.settings', 'a.deadline', 'r.end_time'])
    .where('a.paper_id', '=', paper.id)
    .where('a.state', '=', attemptOptions.state.working)
    .$if(room !== undefined, (rows) => rows.where('a.room_id', '=', room ?? 0))
    .orderBy('a.id')
    .execute()
  await lockRows(
    scope,
    trx,
    'exam/attempt',
    attempts.map(({ id }) => id),
    'write',
  )
  for (const attempt of attempts) {
    const deadline = deadlineOf(attempt, endOf(paper, attempt))
    if (deadline === attempt.deadline) continue
    await trx
      .updateTable('exam_attempt')
      .set({ deadline })
      .where('id', '=', attempt.id)
      .where('state', '=', attemptOptions.state.working)
      .execute()
    announceAttempt(attempt.id)
  }
}
