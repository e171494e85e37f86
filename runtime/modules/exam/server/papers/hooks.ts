/** Totals of papers, and checks of published ones. */
import { OperationError, type Line } from 'tablewright/server'
import { attemptOptions, paperOptions } from '#generated/exam/options.ts'
import type { Hooks, ModuleEffects, Scope, Transaction } from '#generated/exam/server.ts'
import type { ExamTables } from '#generated/exam/tables.ts'
import { isOpenAttempt } from '../attempts/attempt.ts'
import { moveDeadlines } from '../attempts/deadline.ts'
import { t } from '../i18n.ts'
import { problemsOfPaper } from './check-paper.ts'
import { findPaper } from './paper.ts'

type QuestionLine = ExamTables['exam_paper_question']

async function refuseIncomplete(scope: Scope, trx: Transaction, id: number): Promise<void> {
  const paper = await findPaper(trx, id)
  const problems = paper ? await problemsOfPaper(scope.language, trx, paper) : []
  if (problems.length > 0)
    throw new OperationError('bad_state', {
      sentence: t(scope.language, 'paper.incomplete', { problems: problems.slice(0, 5).join(' ') }),
    })
}

/** Quantity and total of the lines that the mode uses. */
async function refreshTotals(trx: Transaction, id: number): Promise<void> {
  const paper = await findPaper(trx, id)
  if (!paper) return
  const isRandom = paper.mode === paperOptions.mode.random
  const rows = isRandom
    ? await trx.selectFrom('exam_paper_rule').select(['quantity', 'score']).where('paper_id', '=', id).execute()
    : (await trx.selectFrom('exam_paper_question').select('score').where('paper_id', '=', id).execute()).map(
        ({ score }) => ({ score, quantity: 1 }),
      )
  const quantity = rows.reduce((sum, row) => sum + row.quantity, 0)
  const total_score = rows.reduce((sum, row) => sum + row.quantity * row.score, 0)
  if (quantity === paper.quantity && total_score === paper.total_score) return
  await trx.updateTable('exam_paper').set({ quantity, total_score }).where('id', '=', id).execute()
}

export const paperHooks: Hooks<'exam/paper'> = {
  async beforeWrite({ database }, trx, _change, _ids, action) {
    // Guard T85: questions do not leave the bank while a paper with them is published.
    if (action === 'publish' || action === 'edit') await database.adapter.lockName(trx, 'exam bank')
  },
  async beforeLines(scope, trx, { field, lines: anyLines }) {
    if (field.name !== 'questions') return
    const lines = anyLines as readonly Line<QuestionLine>[]
    const ids = lines.map(({ values }) => Number(values.get('question_id')))
    const rows =
      ids.length === 0
        ? []
        : await trx
            .selectFrom('exam_question')
            .select(['id', 'summary', 'material_id'])
            .where('id', 'in', ids)
            .execute()
    const byId = new Map(rows.map((row) => [row.id, row]))
    const errors: Record<string, string> = {}
    for (const [index, { values }] of lines.entries()) {
      const id = Number(values.get('question_id'))
      if (ids.indexOf(id) !== index) errors[`questions.${index}.question_id`] = t(scope.language, 'line.double')
      else if ((byId.get(id)?.material_id ?? null) !== null)
        errors[`questions.${index}.question_id`] = t(scope.language, 'line.part')
      values.set('summary', byId.get(id)?.summary ?? null)
    }
    if (Object.keys(errors).length > 0) throw new OperationError('invalid', { errors })
  },
  async afterWrite(scope, trx, { action, ids, changed: columns }) {
    if (action !== 'add' && action !== 'edit') return
    for (const id of ids) {
      await refreshTotals(trx, id)
      const paper = await findPaper(trx, id)
      if (paper?.status !== paperOptions.status.published) continue
      await refuseIncomplete(scope, trx, id)
      if (columns.has('end_time')) await moveDeadlines(scope, trx, paper)
    }
  },
}

export const paperEffects: ModuleEffects['exam/paper'] = {
  async publish({ scope, trx, row, set }) {
    await refuseIncomplete(scope, trx, row.id)
    set({ release_time: null })
  },
  /** The keys of a paper stay secret while somebody works on it. */
  async release({ scope, trx, row }) {
    const open = await trx
      .selectFrom('exam_attempt')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('paper_id', '=', row.id)
      .where('state', '=', attemptOptions.state.working)
      .where(isOpenAttempt())
      .executeTakeFirstOrThrow()
    const count = Number(open.count)
    if (count > 0) throw new OperationError('bad_state', { sentence: t(scope.language, 'paper.working', { count }) })
  },
}
