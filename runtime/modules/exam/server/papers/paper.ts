/** Reads papers with their questions and rules. */
import type { Reading, Row } from '#generated/exam/server.ts'
import { questionOptions } from '#generated/exam/options.ts'

type Query = Pick<Reading, 'selectFrom'>

export type Paper = Row<'exam/paper'> & { readonly id: number }

export interface PaperLines {
  readonly questions: readonly { readonly question: number; readonly score: number }[]
  readonly rules: readonly (Pick<Row<'exam/paper_rule'>, 'kind' | 'difficulty' | 'quantity'> & {
    readonly cate: number | null
    readonly score: number
  })[]
}

export async function findPaper(query: Query, id: number): Promise<Paper | null> {
  const row = await query
    .selectFrom('exam_paper')
    .selectAll()
    .where('id', '=', id)
    .where('delete_time', 'is', null)
    .executeTakeFirst()
  return row ?? null
}

export async function readPaperLines(query: Query, paper: number): Promise<PaperLines> {
  const questions = await query
    .selectFrom('exam_paper_question')
    .select(['question_id', 'score'])
    .where('paper_id', '=', paper)
    .orderBy('line_no')
    .execute()
  const rules = await query
    .selectFrom('exam_paper_rule')
    .select(['kind', 'difficulty', 'cate_id', 'quantity', 'score'])
    .where('paper_id', '=', paper)
    .orderBy('line_no')
    .execute()
  return {
    questions: questions.map(({ question_id, score }) => ({ question: question_id, score })),
    rules: rules.map(({ cate_id, ...rule }) => ({ ...rule, cate: cate_id })),
  }
}

/** Questions of the list that can be asked in an exam. */
export async function readAskable(query: Query, ids: readonly number[]): Promise<ReadonlySet<number>> {
  if (ids.length === 0) return new Set()
  const rows = await query
    .selectFrom('exam_question as q')
    .select(['q.id', 'q.kind'])
    .where('q.id', 'in', [...ids])
    .where('q.status', '=', questionOptions.status.normal)
    .where('q.practice', '=', questionOptions.practice.no)
    .where('q.delete_time', 'is', null)
    .where('q.material_id', 'is', null)
    .execute()
  const materials = rows.filter(({ kind }) => kind === questionOptions.kind.material).map(({ id }) => id)
  const parts =
    materials.length === 0
      ? []
      : await query
          .selectFrom('exam_question')
          .select('material_id')
          .where('material_id', 'in', materials)
          .where('status', '=', questionOptions.status.normal)
          .where('delete_time', 'is', null)
          .execute()
  const withParts = new Set(parts.map(({ material_id }) => material_id))
  return new Set(
    rows.filter(({ id, kind }) => kind !== questionOptions.kind.material || withParts.has(id)).map(({ id }) => id),
  )
}
