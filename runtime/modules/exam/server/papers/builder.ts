/** The paper builder: what the bank has for a paper, and how a candidate would get it. */
import { decimalText } from 'tablewright/protocol'
import { OperationError, type MenuPage } from 'tablewright/server'
import { paperOptions, questionOptions } from '#generated/exam/options.ts'
import type { Reading, Scope } from '#generated/exam/server.ts'
import { composePaper, listChoices, samplePaper } from '../../shared/paper-routes.ts'
import type { FrozenKey } from '../../shared/question.ts'
import { freezeItems } from '../attempts/freeze.ts'
import { matchesText } from '../bank/matches-text.ts'
import { defineExamRoute, refuseMissing } from '../member/define-route.ts'
import { askedQuestion, solutionOf } from '../member/results.ts'
import { t } from '../i18n.ts'
import { problemsOfPaper } from './check-paper.ts'
import { findPaper, readAskable, readPaperLines, type Paper } from './paper.ts'
import { readCategories, readPool, type PoolQuestion } from './pool.ts'

export const builderPage: MenuPage = {
  name: 'exam/builder',
  label: { 'zh-cn': '组卷', en: 'Paper builder' },
  icon: 'layers',
}

const label = { 'zh-cn': '组卷', en: 'Compose' }
const right = 'exam/builder/index'

async function requirePaper(scope: Scope, id: number): Promise<Paper> {
  return (await findPaper(scope.database.query, id)) ?? refuseMissing(scope)
}

async function subjectName(query: Reading, id: number): Promise<string> {
  const row = await query.selectFrom('exam_subject').select('name').where('id', '=', id).executeTakeFirst()
  return row?.name ?? ''
}

/** Counts of equal questions. */
function countPool(pool: readonly PoolQuestion[]) {
  const counts = new Map<string, { kind: string; difficulty: string; category: number; count: number }>()
  for (const { kind, difficulty, cate } of pool) {
    const key = `${kind} ${difficulty} ${cate ?? 0}`
    const entry = counts.get(key) ?? { kind, difficulty, category: cate ?? 0, count: 0 }
    entry.count++
    counts.set(key, entry)
  }
  return [...counts.values()]
}

const composeRoute = defineExamRoute(composePaper, {
  login: 'admin',
  right,
  label,
  maxPerMinute: null,
  handler: async ({ scope, input }) => {
    const { query } = scope.database
    const paper = await requirePaper(scope, input.paper)
    const { questions, rules } = await readPaperLines(query, paper.id)
    const ids = questions.map(({ question }) => question)
    const rows =
      ids.length === 0
        ? []
        : await query
            .selectFrom('exam_question')
            .select(['id', 'summary', 'kind', 'difficulty'])
            .where('id', 'in', ids)
            .execute()
    const byId = new Map(rows.map((row) => [row.id, row]))
    const askable = await readAskable(query, ids)
    const categories = await query
      .selectFrom('exam_cate')
      .select(['id', 'pid', 'name'])
      .where('kind', '<>', 'PAPER')
      .orderBy('weigh', 'desc')
      .orderBy('id')
      .execute()
    return {
      title: paper.title,
      subject: await subjectName(query, paper.subject_id),
      version: paper.version ?? 1,
      status: paper.status ?? paperOptions.status.draft,
      mode: paper.mode ?? paperOptions.mode.fix,
      pass: decimalText(paper.pass_score ?? 0, 2),
      problems: [...(await problemsOfPaper(scope.language, query, paper))],
      categories: categories.map(({ id, pid, name }) => ({ id, parent: pid, name })),
      pool: countPool(await readPool(query, paper.subject_id)),
      rules: rules.map(({ kind, difficulty, cate, quantity, score }) => ({
        kind,
        difficulty: difficulty ?? '',
        category: cate ?? 0,
        quantity,
        score: decimalText(score, 2),
      })),
      questions: questions.map(({ question, score }) => ({
        id: question,
        summary: byId.get(question)?.summary ?? t(scope.language, 'question.gone'),
        kind: byId.get(question)?.kind ?? '',
        difficulty: byId.get(question)?.difficulty ?? '',
        score: decimalText(score, 2),
        isAskable: askable.has(question),
      })),
    }
  },
})

const pageSize = 10

const choicesRoute = defineExamRoute(listChoices, {
  login: 'admin',
  right,
  label,
  maxPerMinute: null,
  handler: async ({ scope, input }) => {
    const { query } = scope.database
    const { text = '', kind, difficulty, category, page } = input
    const paper = await requirePaper(scope, input.paper)
    const below = category === undefined ? [] : [...((await readCategories(query)).get(category) ?? [category])]
    const rows = query
      .selectFrom('exam_question')
      .where('subject_id', '=', paper.subject_id)
      .where('status', '=', questionOptions.status.normal)
      .where('practice', '=', questionOptions.practice.no)
      .where('material_id', 'is', null)
      .where('delete_time', 'is', null)
      .$if(text.trim() !== '', (list) => list.where(matchesText(text)))
      .$if(kind !== undefined, (list) => list.where('kind', '=', kind ?? 'SINGLE'))
      .$if(difficulty !== undefined, (list) => list.where('difficulty', '=', difficulty ?? 'GENERAL'))
      .$if(category !== undefined, (list) => list.where('cate_id', 'in', below))
    const { count } = await rows.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
    const list = await rows
      .select(['id', 'summary', 'kind', 'difficulty'])
      .orderBy('id', 'desc')
      .limit(pageSize)
      .offset((page - 1) * pageSize)
      .execute()
    return {
      list: list.map((row) => ({
        id: row.id,
        summary: row.summary ?? '',
        kind: row.kind,
        difficulty: row.difficulty ?? '',
      })),
      total: Number(count),
      pageSize,
    }
  },
})

const sampleRoute = defineExamRoute(samplePaper, {
  login: 'admin',
  right,
  label,
  maxPerMinute: null,
  handler: async ({ scope, input }) => {
    const { query } = scope.database
    const paper = await requirePaper(scope, input.paper)
    const items = await freezeItems(query, paper, input.seed)
    if (!items) {
      const problems = await problemsOfPaper(scope.language, query, paper)
      throw new OperationError('bad_state', { sentence: problems.join(' ') || t(scope.language, 'start.short') })
    }
    return {
      title: paper.title,
      subject: await subjectName(query, paper.subject_id),
      description: paper.description ?? '',
      limit: paper.limit_time,
      total: decimalText(
        items.reduce((sum, { score }) => sum + score, 0),
        2,
      ),
      pass: decimalText(paper.pass_score ?? 0, 2),
      items: items.map((item) => ({
        ...askedQuestion(item),
        seq: item.seq,
        parent: item.parent_seq,
        score: decimalText(item.score, 2),
        solution: solutionOf(JSON.parse(item.key) as FrozenKey, item.explain),
      })),
    }
  },
})

export const builderRoutes = [composeRoute, choicesRoute, sampleRoute]
