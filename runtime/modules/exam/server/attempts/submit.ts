/** Ends an attempt: by its member, because time is over, or by somebody else. */
import { addWrong, removeWrong } from './wrong-book.ts'
import { lockRows, nowSeconds } from 'tablewright/server'
import { attemptOptions } from '#generated/exam/options.ts'
import type { Scope, Transaction } from '#generated/exam/server.ts'
import { announceAttempt, announceRoom } from '../rooms/topics.ts'
import { isOverdue, isWorking, readItems, type Attempt } from './attempt.ts'
import { markItems, resultOf } from './mark.ts'

export type SubmitKind = keyof typeof attemptOptions.submit_kind

/**
 * The columns of an attempt that has ended; its items are marked. The caller has locked it.
 * @param kind why it ended: one whose time is over ended at its deadline
 */
export async function endAttempt(scope: Scope, trx: Transaction, attempt: Attempt, kind: SubmitKind) {
  const now = nowSeconds()
  const isLate = now > (attempt.deadline ?? now)
  const items = await markItems(scope, trx, attempt, await readItems(trx, attempt.id))
  await addWrong(scope, trx, attempt, items)
  if (attempt.room_id !== null) announceRoom(attempt.room_id)
  if (kind !== 'member') announceAttempt(attempt.id)
  return {
    ...resultOf(items, { ...attempt, grade_time: null }),
    submit_kind: isLate && kind !== 'member' ? attemptOptions.submit_kind.timeout : attemptOptions.submit_kind[kind],
    submit_time: kind === 'timeout' || isLate ? Math.min(now, attempt.deadline ?? now) : now,
    limiter: null,
    lease: null,
  }
}

/** The caller has locked the attempt, which is under way. @returns it as it is now */
export async function submitAttempt(
  scope: Scope,
  trx: Transaction,
  attempt: Attempt,
  kind: SubmitKind,
): Promise<Attempt> {
  const columns = { ...(await endAttempt(scope, trx, attempt, kind)), update_time: nowSeconds() }
  await trx.updateTable('exam_attempt').set(columns).where('id', '=', attempt.id).execute()
  return { ...attempt, ...columns }
}

/** Any touch of an attempt whose time is over hands it in first. */
export const submitOverdue = async (scope: Scope, trx: Transaction, attempt: Attempt): Promise<Attempt> =>
  isOverdue(attempt) ? submitAttempt(scope, trx, attempt, 'timeout') : attempt

/** Hands in one attempt whose time is over; nothing to do where somebody else was faster. */
export async function sweepAttempt(scope: Scope, trx: Transaction, id: number): Promise<void> {
  await lockRows(scope, trx, 'exam/attempt', [id], 'write')
  const attempt = await trx.selectFrom('exam_attempt').selectAll().where('id', '=', id).executeTakeFirst()
  if (attempt && isWorking(attempt)) await submitOverdue(scope, trx, attempt)
}

/** Takes back the marks of an attempt that goes on. */
export async function unmarkItems(scope: Scope, trx: Transaction, attempt: number): Promise<void> {
  await trx
    .updateTable('exam_attempt_item')
    .set({
      auto_score: null,
      manual_score: null,
      marker_id: null,
      marker_note: null,
      mark_state: 0,
      first_score: null,
      first_marker_id: null,
      second_score: null,
      second_marker_id: null,
    })
    .where('attempt_id', '=', attempt)
    .execute()
  await removeWrong(scope, trx, attempt)
}
