/** Effects of the actions of administrators on an attempt. */
import { nowSeconds, OperationError } from 'tablewright/server'
import type { ModuleEffects } from '#generated/exam/server.ts'
import { t } from '../i18n.ts'
import { findPaper } from '../papers/paper.ts'
import { isOverdue, limiterOf, type Attempt } from './attempt.ts'
import { endAttempt, unmarkItems } from './submit.ts'
import { removeWrong } from './wrong-book.ts'

/** A stored attempt, whose id is there. */
const attemptOf = (row: object): Attempt => row as Attempt

export const attemptEffects: ModuleEffects['exam/attempt'] = {
  async force({ scope, trx, row, set }) {
    set(await endAttempt(scope, trx, attemptOf(row), 'admin'))
  },
  async extend({ scope, row, input, set }) {
    if (isOverdue(attemptOf(row))) throw new OperationError('bad_state', { sentence: t(scope.language, 'extend.over') })
    const seconds = input.minutes * 60
    set({ deadline: (row.deadline ?? nowSeconds()) + seconds, extra_seconds: (row.extra_seconds ?? 0) + seconds })
  },
  async reopen({ scope, trx, row, input, set }) {
    if (row.user_id === null) throw new OperationError('bad_state', { sentence: t(scope.language, 'reopen.member') })
    const paper = await findPaper(trx, row.paper_id)
    if (paper?.release_time) throw new OperationError('bad_state', { sentence: t(scope.language, 'reopen.released') })
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
  },
  async void({ scope, trx, row, set }) {
    await removeWrong(scope, trx, row.id)
    set({ limiter: null, lease: null })
  },
}
