/** The list of papers that members can take. */
import { dayOf, decimalText } from 'tablewright/protocol'
import { nowSeconds } from 'tablewright/server'
import { attemptOptions, paperOptions, subjectOptions } from '#generated/exam/options.ts'
import { listPapers } from '../../shared/routes.ts'
import { isOpenAttempt } from '../attempts/attempt.ts'
import { defineExamRoute, idOf } from './define-route.ts'

const maxPapers = 200

export const papersRoute = defineExamRoute(listPapers, {
  login: 'member',
  right: null,
  label: { 'zh-cn': '考试列表', en: 'List exams' },
  maxPerMinute: 120,
  handler: async ({ scope, member, input }) => {
    const { query } = scope.database
    const now = nowSeconds()
    const day = dayOf(now, scope.settings.timeZone)
    const papers = await query
      .selectFrom('exam_paper as p')
      .innerJoin('exam_subject as s', 's.id', 'p.subject_id')
      .selectAll('p')
      .select('s.name as subject')
      .where('p.status', '=', paperOptions.status.published)
      .where('p.delete_time', 'is', null)
      .where('s.status', '=', subjectOptions.status.enabled)
      // A paper that has rooms is taken there.
      .where(({ not, exists, selectFrom }) =>
        not(exists(selectFrom('exam_room as r').select('r.id').whereRef('r.paper_id', '=', 'p.id'))),
      )
      .$if(input.subject !== undefined, (papersOf) => papersOf.where('p.subject_id', '=', input.subject ?? 0))
      .orderBy('p.id', 'desc')
      .limit(maxPapers)
      .execute()
    const attempts = await query
      .selectFrom('exam_attempt')
      .select(['paper_id', 'state', 'attempt_day', 'attempt_no', 'limiter'])
      .where('user_id', '=', idOf(member))
      .where((eb) => eb.or([eb('attempt_day', '=', day), eb('limiter', 'is not', null)]))
      .$if(true, (own) => own.select(isOpenAttempt().as('open')))
      .execute()
    return {
      now,
      list: papers.map((paper) => {
        const own = attempts.filter(({ paper_id }) => paper_id === paper.id)
        const count = Math.max(
          0,
          ...own.filter(({ attempt_day }) => attempt_day === day).map(({ attempt_no }) => attempt_no ?? 0),
        )
        const limit = paper.day_limit_count
        const left = limit === null ? null : Math.max(0, limit - count)
        const isOpen = own.some(({ state, open }) => state === attemptOptions.state.working && Boolean(open))
        return {
          id: paper.id,
          title: paper.title,
          subject: paper.subject,
          description: paper.description ?? '',
          quantity: paper.quantity ?? 0,
          total: decimalText(paper.total_score ?? 0, 2),
          pass: decimalText(paper.pass_score ?? 0, 2),
          limit: paper.limit_time,
          start: paper.start_time,
          end: paper.end_time,
          left,
          switches: paper.switch_limit,
          points: paper.points ?? 0,
          refusal: isOpen ? '' : refusalOf(paper, left, now),
          isOpen,
        }
      }),
    }
  },
})

function refusalOf(
  { start_time, end_time }: { readonly start_time: number | null; readonly end_time: number | null },
  left: number | null,
  now: number,
): string {
  if (start_time !== null && now < start_time) return 'before'
  if (end_time !== null && now >= end_time) return 'after'
  return left === 0 ? 'day_limit' : ''
}
