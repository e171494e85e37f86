/** Questions of the bank for quizzes of other modules. Supplies the contract `questionBank`. */
import { plainText } from 'tablewright/protocol'
import { nowSeconds, type QuestionBank, type QuestionKind } from 'tablewright/server'
import { questionOptions } from '#generated/exam/options.ts'
import type { Reading, Transaction } from '#generated/exam/server.ts'
import type { QuestionDetails } from '../shared/question.ts'
import { freezeDetails } from './attempts/freeze.ts'
import { matchesText } from './bank/matches-text.ts'

const kinds = { judge: 'JUDGE', single: 'SINGLE', multi: 'MULTI' } as const
type BankKind = (typeof kinds)[QuestionKind]
const names: Readonly<Record<BankKind, QuestionKind>> = { JUDGE: 'judge', SINGLE: 'single', MULTI: 'multi' }

/** The core knows the tables of a module at run time only. */
const readings = ({ database }: { readonly database: { readonly query: unknown } }): Reading =>
  database.query as Reading

/** Quizzes show answers at once, so that they ask what is for practice only. */
const askable = (query: Reading) =>
  query
    .selectFrom('exam_question')
    .select(['id', 'kind', 'title', 'options_json', 'edition'])
    .where('status', '=', questionOptions.status.normal)
    // Guard T10: a quiz would tell the key of an exam.
    .where('practice', '=', questionOptions.practice.yes)
    .where('delete_time', 'is', null)
    .where('material_id', 'is', null)

export const questionBank: QuestionBank = {
  locks: 'exam/question',
  async list(scope, { text = '', kind, limit }) {
    const kindsToList = kind ? [kinds[kind]] : Object.values(kinds)
    const rows = await askable(readings(scope))
      .where('kind', 'in', kindsToList)
      .$if(text !== '', (rows) => rows.where(matchesText(text)))
      .orderBy('id', 'desc')
      .limit(limit)
      .execute()
    return rows.map((row) => ({ id: row.id, kind: names[row.kind as BankKind], title: plainText(row.title) }))
  },
  async snapshot(scope, id) {
    const row = await askable(readings(scope)).where('id', '=', id).executeTakeFirst()
    if (!row || !(row.kind in names)) return null
    const details = JSON.parse(row.options_json ?? '{}') as QuestionDetails
    const { options, key } = freezeDetails(row.kind, details, null)
    const judgement = [
      { id: 'T', text: '√' },
      { id: 'F', text: '×' },
    ]
    return {
      id,
      kind: names[row.kind as BankKind],
      title: plainText(row.title),
      version: row.edition ?? 1,
      options: row.kind === 'JUDGE' ? judgement : (options.options ?? []),
      key: key.right ?? [],
    }
  },
  async record({ trx }, { questionId, version, source, sn, right, wrong }) {
    // The core knows the tables of a module at run time only.
    const tables = trx as unknown as Transaction
    const question = await tables
      .selectFrom('exam_question')
      .select('id')
      .where('id', '=', questionId)
      .executeTakeFirst()
    if (!question) return
    await tables
      .insertInto('exam_question_result')
      .values({
        question_id: questionId,
        question_version: version,
        source,
        sn,
        right_count: right,
        wrong_count: wrong,
        create_time: nowSeconds(),
        version: 1,
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  },
}
