/** Derives columns of questions that are written, and keeps questions that published papers need. */
import { plainText } from 'tablewright/protocol'
import { OperationError } from 'tablewright/server'
import { attemptOptions, questionOptions } from '#generated/exam/options.ts'
import type { Change, Hooks, Row, Scope, Transaction } from '#generated/exam/server.ts'
import { answerText, readDetails } from '../../shared/read-details.ts'
import { t } from '../i18n.ts'
import { readReleased } from '../papers/release.ts'
import { refuseShortPapers } from '../papers/refuse-short.ts'
import { foldQuestion } from './fold.ts'

const maxSummary = 120

/** Columns that decide which papers can have a question. */
const poolColumns = ['status', 'kind', 'difficulty', 'subject_id', 'cate_id', 'practice', 'material_id', 'delete_time']

/** Columns whose change makes a new version of the question. */
const contentColumns = ['kind', 'title', 'options_json', 'explain', 'material_id'] as const

type QuestionRow = Row<'exam/question'>

/** The question as it will be stored. */
function nextRow(change: Change<'exam/question'>, current: QuestionRow | null) {
  const valueOf = <Name extends keyof QuestionRow & string>(name: Name): QuestionRow[Name] | null => {
    const values = new Map<string, unknown>(change.given.entries())
    return (values.has(name) ? values.get(name) : (current?.[name] ?? null)) as QuestionRow[Name] | null
  }
  return {
    kind: valueOf('kind') ?? questionOptions.kind.single,
    title: valueOf('title') ?? '',
    subject_id: valueOf('subject_id'),
    material_id: valueOf('material_id'),
    options_json: valueOf('options_json') ?? '',
    explain: valueOf('explain'),
  }
}

/** The first line that people read, for lists. */
export const summaryOf = (html: string, fallback: string): string =>
  [...(plainText(html).replace(/\s+/g, ' ') || fallback)].slice(0, maxSummary).join('')

async function derive(
  scope: Scope,
  trx: Transaction,
  change: Change<'exam/question'>,
  current: QuestionRow | null,
): Promise<void> {
  const { language } = scope
  const next = nextRow(change, current)
  if (plainText(next.title) === '' && !next.title.includes('<img'))
    throw new OperationError('invalid', { errors: { title: t(language, 'question.empty') } })
  const { details, problem } = readDetails(next.kind, next.options_json)
  if (problem) throw new OperationError('invalid', { errors: { options_json: problem[language] } })
  if (next.material_id !== null) await checkMaterial(scope, trx, next, change.id)
  if (current && current.kind === questionOptions.kind.material && next.kind !== current.kind)
    await refuseWithParts(scope, trx, current)
  const { overrides } = change
  overrides.set('options_json', next.kind === questionOptions.kind.material ? null : JSON.stringify(details))
  overrides.set('summary', summaryOf(next.title, t(language, 'question.picture')))
  overrides.set('answer', [...answerText(next.kind, details)].slice(0, 2000).join('') || null)
  overrides.set('fold', foldQuestion(next.subject_id, next.kind, next.title, details))
  if (!current) return
  const after = { ...next, options_json: overrides.get('options_json') ?? null }
  const isChanged = contentColumns.some((name) => (after[name] ?? null) !== (current[name] ?? null))
  if (isChanged) overrides.set('edition', (current.edition ?? 1) + 1)
}

async function checkMaterial(
  { language }: Scope,
  trx: Transaction,
  next: Pick<QuestionRow, 'material_id'> & { readonly subject_id: number | null },
  id: number | null,
): Promise<void> {
  const material = await trx
    .selectFrom('exam_question')
    .select(['id', 'kind', 'subject_id'])
    .where('id', '=', next.material_id ?? 0)
    .executeTakeFirst()
  if (!material || material.kind !== questionOptions.kind.material || material.id === id)
    throw new OperationError('invalid', { errors: { material_id: t(language, 'material.kind') } })
  if (material.subject_id !== next.subject_id)
    throw new OperationError('invalid', { errors: { material_id: t(language, 'material.subject') } })
}

/** A material with questions stays one. */
async function refuseWithParts({ language }: Scope, trx: Transaction, { id }: QuestionRow): Promise<void> {
  const part = await trx
    .selectFrom('exam_question')
    .select('id')
    .where('material_id', '=', Number(id))
    .where('delete_time', 'is', null)
    .limit(1)
    .executeTakeFirst()
  if (part) throw new OperationError('invalid', { errors: { kind: t(language, 'material.parts') } })
}

/** @throws an OperationError `in_use` where a question for practice was asked in a paper that is not released */
async function refuseSecretPractice({ language }: Scope, trx: Transaction, ids: readonly number[]): Promise<void> {
  const papers = await trx
    .selectFrom('exam_attempt_item as i')
    .innerJoin('exam_attempt as a', 'a.id', 'i.attempt_id')
    .innerJoin('exam_question as q', 'q.id', 'i.question_id')
    .innerJoin('exam_paper as p', 'p.id', 'a.paper_id')
    .select(['a.paper_id', 'p.title'])
    .distinct()
    .where('i.question_id', 'in', [...ids])
    .where('q.practice', '=', questionOptions.practice.yes)
    .where('a.state', '<>', attemptOptions.state.void)
    .orderBy('a.paper_id')
    .execute()
  const released = await readReleased(trx, papers)
  const titles = papers.filter(({ paper_id }) => !released.keys.has(paper_id)).map(({ title }) => title)
  if (titles.length > 0)
    throw new OperationError('in_use', {
      sentence: t(language, 'question.secret', { papers: titles.join(language === 'zh-cn' ? '、' : ', ') }),
    })
}

export const questionHooks: Hooks<'exam/question'> = {
  async beforeWrite({ database }, trx, _change, _ids, action) {
    // Guard T85: nobody publishes a paper while questions of its pool leave.
    if (action !== 'add') await database.adapter.lockName(trx, 'exam bank')
  },
  async beforeCreate(scope, trx, change) {
    await derive(scope, trx, change, null)
  },
  async beforeUpdate(scope, trx, change, current) {
    await derive(scope, trx, change, current)
  },
  async afterWrite(scope, trx, { action, ids, changed: columns }) {
    if (action === 'del' || poolColumns.some((name) => columns.has(name))) await refuseShortPapers(scope, trx, ids)
    // Guard T10: practice would tell the key of an exam whose results are not released.
    if (columns.has('practice')) await refuseSecretPractice(scope, trx, ids)
  },
}
