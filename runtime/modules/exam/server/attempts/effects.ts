/** Effects of the actions of administrators on an attempt. */
import { nowSeconds, OperationError } from 'tablewright/server'
import { attemptOptions } from '#generated/exam/options.ts'
import type { ModuleEffects } from '#generated/exam/server.ts'
import { t } from '../i18n.ts'
import { readReleased } from '../papers/release.ts'
import { limiterOf, type Attempt } from './attempt.ts'
import { announceAttempt, announceRoom } from '../rooms/topics.ts'
import { endAttempt, unmarkItems } from './submit.ts'
import { removeWrong } from './wrong-book.ts'

/** A stored attempt, whose id is there. */
const attemptOf = (row: object): Attempt => row as Attempt

/** Tells the candidate and the desk of the room after the commit. */
function announce({ id, room_id: room }: Attempt): void {
  announceAttempt(id)
  if (room !== null) announceRoom(room)
}

export const attemptEffects: ModuleEffects['exam/attempt'] = {
  async force({ scope, trx, row, set }) {
    set(await endAttempt(scope, trx, attemptOf(row), 'admin'))
  },
  // Time that is over already is not given twice: what is added counts from now.
  async extend({ row, input, set }) {
    const former = row.deadline ?? nowSeconds()
    const deadline = Math.max(former, nowSeconds()) + input.minutes * 60
    set({ deadline, extra_seconds: (row.extra_seconds ?? 0) + deadline - former })
    announce(attemptOf(row))
  },
  async reopen({ scope, trx, row, input, set }) {
    if (row.user_id === null) throw new OperationError('bad_state', { sentence: t(scope.language, 'reopen.member') })
    const released = await readReleased(trx, [row])
    // Guard T10: nobody goes on who may have seen the keys.
    if (released.keys.has(row.paper_id) && row.state === attemptOptions.state.graded)
      throw new OperationError('bad_state', { sentence: t(scope.language, 'reopen.released') })
    const limiter = limiterOf(row.paper_id, row.user_id)
    const other = await trx.selectFrom('exam_attempt').select('id').where('limiter', '=', limiter).executeTakeFirst()
    if (other) throw new OperationError('bad_state', { sentence: t(scope.language, 'reopen.other') })
    await unmarkItems(scope, trx, row.id)
    const deadline = nowSeconds() + input.minutes * 60
    set({
      limiter,
      deadline,
      extra_seconds: (row.extra_seconds ?? 0) + deadline - (row.deadline ?? deadline),
      submit_kind: null,
      submit_time: null,
      score: null,
      system_score: null,
      manual_score: null,
      is_pass: null,
      right_count: null,
      error_count: null,
      grade_time: null,
      waiting_count: 0,
    })
    announce(attemptOf(row))
  },
  async void({ scope, trx, row, set }) {
    await removeWrong(scope, trx, row.id)
    set({ limiter: null, lease: null })
    announce(attemptOf(row))
  },
}
