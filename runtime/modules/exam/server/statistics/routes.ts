/** Statistics of papers: how candidates did, and what that says of the questions. */
import type { MenuPage } from 'tablewright/server'
import { attemptItemOptions, attemptOptions } from '#generated/exam/options.ts'
import type { Reading } from '#generated/exam/server.ts'
import { statisticsOf, verdictOf, type AttemptResult } from '../../shared/statistics.ts'
import { paperStatistics, statisticsPapers } from '../../shared/statistics-routes.ts'
import type { Item } from '../attempts/attempt.ts'
import { answerOf, keyOf, optionsOf, scoreOf } from '../attempts/mark.ts'
import { summaryOf } from '../bank/hooks.ts'
import { defineExamRoute, refuseMissing } from '../member/define-route.ts'
import { findPaper } from '../papers/paper.ts'
import { judgeKeys } from '../../shared/question.ts'

export const statisticsPage: MenuPage = {
  name: 'exam/statistics',
  label: { 'zh-cn': '考试统计', en: 'Exam statistics' },
  icon: 'chart',
}

const label = { 'zh-cn': '查看', en: 'View' }
const right = 'exam/statistics/index'

/** Attempts that are counted: the newest, where there are very many. */
const maxAttempts = 2000

const papersRoute = defineExamRoute(statisticsPapers, {
  login: 'admin',
  right,
  label,
  maxPerMinute: null,
  handler: async ({ scope }) => {
    const rows = await scope.database.query
      .selectFrom('exam_attempt as a')
      .innerJoin('exam_paper as p', 'p.id', 'a.paper_id')
      .select(['p.id', 'p.title'])
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('a.state', '=', attemptOptions.state.graded)
      .groupBy(['p.id', 'p.title'])
      .orderBy('p.id', 'desc')
      .execute()
    return { list: rows.map(({ id, title, count }) => ({ paper: id, title, count: Number(count) })) }
  },
})

type CountedItem = Pick<
  Item,
  | 'attempt_id'
  | 'question_id'
  | 'kind'
  | 'title'
  | 'options'
  | 'key'
  | 'answer'
  | 'score'
  | 'auto_score'
  | 'manual_score'
  | 'mark_state'
  | 'seconds'
>

/** Items of the attempts, dropped ones and materials apart. */
async function readCounted(query: Reading, paper: number, from: number): Promise<readonly CountedItem[]> {
  return query
    .selectFrom('exam_attempt_item as i')
    .innerJoin('exam_attempt as a', 'a.id', 'i.attempt_id')
    .select([
      'i.attempt_id',
      'i.question_id',
      'i.kind',
      'i.title',
      'i.options',
      'i.key',
      'i.answer',
      'i.score',
      'i.auto_score',
      'i.manual_score',
      'i.mark_state',
      'i.seconds',
    ])
    .where('i.paper_id', '=', paper)
    .where('a.state', '=', attemptOptions.state.graded)
    .where('a.id', '>=', from)
    .where('i.kind', '<>', attemptItemOptions.kind.material)
    .where((eb) => eb.or([eb('i.ruling', 'is', null), eb('i.ruling', '<>', attemptItemOptions.ruling.drop)]))
    .orderBy('i.attempt_id')
    .orderBy('i.seq')
    .execute()
}

const judgeTexts: Readonly<Record<string, string>> = { [judgeKeys.true]: '√', [judgeKeys.false]: '×' }

/** The texts of ids of options, which differ between attempts. */
function textsOf(item: CountedItem, ids: readonly string[]): readonly string[] | null {
  if (item.kind === 'JUDGE') return ids.map((id) => judgeTexts[id] ?? id)
  const options = optionsOf(item).options ?? []
  return options.length === 0 ? null : ids.map((id) => options.find((option) => option.id === id)?.text ?? id)
}

const statisticsRoute = defineExamRoute(paperStatistics, {
  login: 'admin',
  right,
  label,
  maxPerMinute: 60,
  handler: async ({ scope, input }) => {
    const { query } = scope.database
    const paper = (await findPaper(query, input.paper)) ?? refuseMissing(scope)
    const attempts = await query
      .selectFrom('exam_attempt')
      .select(['id', 'score', 'total_score', 'is_pass'])
      .where('paper_id', '=', paper.id)
      .where('state', '=', attemptOptions.state.graded)
      .orderBy('id', 'desc')
      .limit(maxAttempts)
      .execute()
    const items = await readCounted(query, paper.id, attempts.at(-1)?.id ?? 0)
    const byAttempt = new Map<number, CountedItem[]>(attempts.map(({ id }) => [id, []]))
    for (const item of items) byAttempt.get(item.attempt_id)?.push(item)
    const results = attempts.map(({ id, score, total_score: total, is_pass: isPass }): AttemptResult => ({
      score: score ?? 0,
      total: total ?? 0,
      isPass: isPass === attemptOptions.is_pass.yes,
      items: (byAttempt.get(id) ?? []).map((item) => ({
        question: item.question_id ?? 0,
        share: item.score ? (scoreOf(item) ?? 0) / item.score : 0,
        options: textsOf(item, answerOf(item).keys ?? []),
        seconds: item.seconds,
      })),
    }))
    const { questions, ...summary } = statisticsOf(results)
    const samples = new Map(items.map((item) => [item.question_id ?? 0, item]))
    return {
      ...summary,
      title: paper.title,
      tenths: [...summary.tenths],
      questions: questions.map((question) => {
        const sample = samples.get(question.question)
        const rightTexts = sample ? (textsOf(sample, keyOf(sample).right ?? []) ?? []) : []
        return {
          ...question,
          summary: sample ? summaryOf(sample.title, '') : '',
          kind: sample?.kind ?? '',
          verdict: verdictOf(question, rightTexts),
          options: question.options.map(({ text, quarters }) => ({
            text,
            isRight: rightTexts.includes(text),
            quarters: [...quarters],
          })),
        }
      }),
    }
  },
})

export const statisticsRoutes = [papersRoute, statisticsRoute]
