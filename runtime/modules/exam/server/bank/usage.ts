/** A question of the bank as candidates get it, and where it is used. */
import { attemptOptions } from '#generated/exam/options.ts'
import { questionUsage } from '../../shared/bank-routes.ts'
import type { QuestionDetails } from '../../shared/question.ts'
import { freezeDetails } from '../attempts/freeze.ts'
import { defineExamRoute, refuseMissing } from '../member/define-route.ts'
import { askedQuestion, solutionOf } from '../member/results.ts'

const maxPapers = 50

export const usageRoute = defineExamRoute(questionUsage, {
  login: 'admin',
  right: 'exam/question/index',
  label: { 'zh-cn': '查看', en: 'View' },
  maxPerMinute: null,
  handler: async ({ scope, input: { id } }) => {
    const { query } = scope.database
    const question = await query
      .selectFrom('exam_question')
      .select(['kind', 'title', 'options_json', 'explain', 'material_id'])
      .where('id', '=', id)
      .executeTakeFirst()
    if (!question) return refuseMissing(scope)
    const { kind, title, options_json, explain } = question
    const { options, key } = freezeDetails(kind, JSON.parse(options_json ?? '{}') as QuestionDetails, null)
    const papers = await query
      .selectFrom('exam_paper_question as l')
      .innerJoin('exam_paper as p', 'p.id', 'l.paper_id')
      .select(['p.id', 'p.title', 'p.status'])
      // A question of a material is asked together with it.
      .where('l.question_id', 'in', [id, question.material_id ?? id])
      .where('p.delete_time', 'is', null)
      .orderBy('p.id', 'desc')
      .limit(maxPapers)
      .execute()
    const items = query
      .selectFrom('exam_attempt_item as i')
      .innerJoin('exam_attempt as a', 'a.id', 'i.attempt_id')
      .where('i.question_id', '=', id)
      .where('a.state', '=', attemptOptions.state.graded)
      .select(({ fn }) => fn.countAll<number>().as('count'))
    const all = await items.executeTakeFirstOrThrow()
    const right = await items
      .where(({ eb, fn }) => eb(fn.coalesce('i.manual_score', 'i.auto_score'), '=', eb.ref('i.score')))
      .executeTakeFirstOrThrow()
    return {
      ...askedQuestion({ kind, title, options: JSON.stringify(options) }),
      solution: solutionOf(key, explain),
      papers: papers.map((paper) => ({ id: paper.id, title: paper.title, status: paper.status ?? 0 })),
      asked: Number(all.count),
      right: Number(right.count),
    }
  },
})
