/** Checks whether a paper can be published: it may lack questions, or the bank may. */
import type { Language } from 'tablewright/protocol'
import { paperOptions } from '#generated/exam/options.ts'
import type { Reading } from '#generated/exam/server.ts'
import { t } from '../i18n.ts'
import { createRandom } from '../random.ts'
import { drawQuestions, fitsRule } from './draw.ts'
import { readAskable, readPaperLines, type Paper } from './paper.ts'
import { readCategories, readPool } from './pool.ts'

type Query = Pick<Reading, 'selectFrom'>

/** Sentences, in the order of the lines; none = it can be published. */
export async function problemsOfPaper(language: Language, query: Query, paper: Paper): Promise<readonly string[]> {
  const lines = await readPaperLines(query, paper.id)
  const { pass_score, total_score } = paper
  const passProblem = (pass_score ?? 0) > (total_score ?? 0) ? [t(language, 'paper.pass')] : []
  if (paper.mode !== paperOptions.mode.random) {
    const ids = lines.questions.map(({ question }) => question)
    if (ids.length === 0) return [t(language, 'paper.empty')]
    const askable = await readAskable(query, ids)
    const double = ids.findIndex((id, index) => ids.indexOf(id) !== index)
    return [
      ...passProblem,
      ...ids.flatMap((id, index) => (askable.has(id) ? [] : [t(language, 'paper.unaskable', { line: index + 1 })])),
      ...(double < 0 ? [] : [t(language, 'paper.double', { line: double + 1 })]),
    ]
  }
  if (lines.rules.length === 0) return [t(language, 'paper.unruled')]
  const pool = await readPool(query, paper.subject_id)
  const categories = await readCategories(query)
  const short = lines.rules.flatMap((rule, index) => {
    const available = pool.filter((question) => fitsRule(rule, question, categories)).length
    const { quantity } = rule
    return available < quantity ? [t(language, 'paper.short', { line: index + 1, available, quantity })] : []
  })
  if (short.length > 0) return [...passProblem, ...short]
  const draw = drawQuestions(lines.rules, pool, categories, createRandom(1))
  return draw ? passProblem : [...passProblem, t(language, 'paper.compete')]
}
