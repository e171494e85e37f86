/** Keeps published papers complete: a question that one of them needs cannot leave. */
import { OperationError } from 'tablewright/server'
import { paperOptions } from '#generated/exam/options.ts'
import type { Reading, Scope } from '#generated/exam/server.ts'
import { t } from '../i18n.ts'
import { problemsOfPaper } from './check-paper.ts'
import type { Paper } from './paper.ts'

type Query = Pick<Reading, 'selectFrom'>

/** Published papers that have one of the questions, and all that draw at random. */
async function papersWith(query: Query, questions: readonly number[]): Promise<readonly Paper[]> {
  const papers = query
    .selectFrom('exam_paper')
    .selectAll()
    .where('status', '=', paperOptions.status.published)
    .where('delete_time', 'is', null)
  const random = await papers.where('mode', '=', paperOptions.mode.random).orderBy('id').execute()
  const parents = await query
    .selectFrom('exam_question')
    .select('material_id')
    .where('id', 'in', [...questions])
    .where('material_id', 'is not', null)
    .execute()
  const ids = [...questions, ...parents.flatMap(({ material_id }) => material_id ?? [])]
  const fixed = await papers
    .where('mode', '=', paperOptions.mode.fix)
    .where('id', 'in', (eb) => eb.selectFrom('exam_paper_question').select('paper_id').where('question_id', 'in', ids))
    .orderBy('id')
    .execute()
  return [...fixed, ...random]
}

/** @throws an OperationError `in_use` that names the papers */
export async function refuseShortPapers(scope: Scope, query: Query, questions: readonly number[]): Promise<void> {
  if (questions.length === 0) return
  const titles: string[] = []
  for (const paper of await papersWith(query, questions))
    if ((await problemsOfPaper(scope.language, query, paper)).length > 0) titles.push(paper.title)
  if (titles.length > 0)
    throw new OperationError('in_use', {
      sentence: t(scope.language, 'question.needed', { papers: titles.join(scope.language === 'zh-cn' ? '、' : ', ') }),
    })
}
