/** Routes of members that show their attempts. */
import { decimalText } from 'tablewright/protocol'
import { attemptOptions } from '#generated/exam/options.ts'
import type { FrozenKey, FrozenOption } from '../../shared/question.ts'
import { alternativesOf } from '../../shared/fold-text.ts'
import { listAttempts, result } from '../../shared/routes.ts'
import { readAttachments } from '../attempts/attachments.ts'
import { findOwnAttempt, isOverdue, readItems, type Attempt, type Item } from '../attempts/attempt.ts'
import { answerOf, keyOf, optionsOf, scoreOf } from '../attempts/mark.ts'
import { sourceOfItem } from '../attempts/wrong-book.ts'
import { readReleased } from '../papers/release.ts'
import { shownState } from './attempts.ts'
import { defineExamRoute, idOf, refuseMissing } from './define-route.ts'

const scoreText = (score: number | null): string => (score === null ? '' : decimalText(score, 2))

/** An attempt as its member sees it. */
function infoOf(attempt: Attempt, isOut: boolean) {
  return {
    id: attempt.id,
    paper: attempt.paper_id,
    title: attempt.name,
    state: isOut ? attempt.state : isOverdue(attempt) ? attemptOptions.state.submitted : shownState(attempt),
    begin: attempt.begin_time ?? 0,
    submitted: attempt.submit_time,
    submitKind: attempt.submit_kind ?? '',
    total: scoreText(attempt.total_score),
    pass: scoreText(attempt.pass_score),
    isReleased: isOut,
    // Guard T10: no points before the release.
    // Without: score: scoreText(attempt.score)
    score: isOut ? scoreText(attempt.score) : '',
    // Guard T10: nor whether it is passed.
    // Without: isPass: attempt.is_pass === 1
    isPass: isOut && attempt.is_pass !== null ? attempt.is_pass === attemptOptions.is_pass.yes : null,
  }
}

const defaultLimit = 20

const attemptsRoute = defineExamRoute(listAttempts, {
  login: 'member',
  right: null,
  label: { 'zh-cn': '我的考试', en: 'My exams' },
  maxPerMinute: 120,
  handler: async ({ scope, member, input }) => {
    const { query } = scope.database
    const { page = 1, limit = defaultLimit } = input
    const own = query.selectFrom('exam_attempt').where('user_id', '=', idOf(member))
    const rows = await own
      .selectAll()
      .orderBy('id', 'desc')
      .limit(limit)
      .offset((page - 1) * limit)
      .execute()
    const { count } = await own.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
    const released = await readReleased(query, rows)
    const list = rows.map((row) =>
      infoOf(row, row.state === attemptOptions.state.graded && released.scores.has(row.paper_id)),
    )
    return { list, total: Number(count) }
  },
})

/** The right answer. Only for released items, and for practice after the answer. */
export function solutionOf(key: FrozenKey, explain: string | null) {
  return {
    right: [...(key.right ?? [])],
    blanks: (key.blanks ?? []).map(({ answer, tolerance }) => {
      const alternatives = alternativesOf(answer).join(' / ')
      return tolerance === undefined ? alternatives : `${alternatives} ± ${tolerance}`
    }),
    reference: key.reference ?? '',
    explain: explain ?? '',
  }
}

interface AskedQuestion extends Pick<Item, 'kind' | 'title'> {
  readonly options: FrozenOption[]
  readonly blanks: number
}

/** A question of practice, of the wrong book, or of a collection, without its key. */
export function askedQuestion({ kind, title, options }: Pick<Item, 'kind' | 'title' | 'options'>): AskedQuestion {
  const { options: own = [], blanks = 0 } = optionsOf({ options })
  return { kind, title, options: [...own], blanks }
}

const resultRoute = defineExamRoute(result, {
  login: 'member',
  right: null,
  label: { 'zh-cn': '考试结果', en: 'Result of an exam' },
  maxPerMinute: 120,
  handler: async ({ scope, member, input }) => {
    const { query } = scope.database
    const user = idOf(member)
    const attempt = (await findOwnAttempt(query, input.attempt, user)) ?? refuseMissing(scope)
    const released = await readReleased(query, [attempt])
    const isOut = attempt.state === attemptOptions.state.graded && released.scores.has(attempt.paper_id)
    // Guard T10: items and keys come with the release.
    // Without: void isOut
    if (!isOut) return { ...infoOf(attempt, false), right: 0, wrong: 0, isKeyOpen: false, items: [] }
    // Guard T10: while somebody may still enter a room, nobody sees keys, however quickly a score comes.
    // Without: const isKeyOpen = true
    const isKeyOpen = released.keys.has(attempt.paper_id)
    const items = isKeyOpen ? await readItems(query, attempt.id) : []
    const filesOf = await readAttachments(scope, [attempt.id], { kind: 'user', id: user })
    const collected = new Set(
      (await query.selectFrom('exam_collect').select('source').where('user_id', '=', user).execute()).map(
        ({ source }) => source,
      ),
    )
    return {
      ...infoOf(attempt, true),
      right: attempt.right_count ?? 0,
      wrong: attempt.error_count ?? 0,
      isKeyOpen,
      items: items.map((item) => {
        const points = scoreOf(item) ?? 0
        return {
          ...askedQuestion(item),
          id: item.id,
          seq: item.seq,
          parent: item.parent_seq,
          score: scoreText(item.score ?? 0),
          points: scoreText(points),
          isRight: points === (item.score ?? 0),
          answer: answerOf(item),
          files: filesOf(item),
          solution: solutionOf(keyOf(item), item.explain),
          note: item.marker_note ?? '',
          isCollected: collected.has(sourceOfItem(item.id)),
        }
      }),
    }
  },
})

export const resultRoutes = [attemptsRoute, resultRoute]
