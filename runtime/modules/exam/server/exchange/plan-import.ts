/** Compares the questions of a file with the bank: which are new, which are there already, and which cannot be. */
import { plainText } from 'tablewright/protocol'
import { pictureOrigins, richText } from 'tablewright/server'
import { cateOptions, questionOptions } from '#generated/exam/options.ts'
import type { Reading, Scope } from '#generated/exam/server.ts'
import { answerText, readDetails } from '../../shared/read-details.ts'
import { foldQuestion } from '../bank/fold.ts'
import { summaryOf } from '../bank/hooks.ts'
import { t } from '../i18n.ts'
import { EntryProblem, type BankEntry, type FileEntry } from './entry.ts'

export interface PlannedQuestion {
  readonly line: number
  readonly summary: string
  readonly answer: string
  readonly entry: BankEntry | null
  readonly subject: number
  /** Why it cannot be stored; "" = it can. */
  readonly problem: string
  /** The question of the bank that is the same; null = none. A number of a line = an earlier one of the file. */
  readonly same: number | null
  readonly isDouble: boolean
}

const maxCategoryDepth = 3
const maxNumber = 40

/** Sanitised as it will be stored, so that the comparison is that of stored questions. */
const cleanEntry = (scope: Scope, entry: BankEntry): BankEntry => {
  const pictures = pictureOrigins(scope.settings)
  return {
    ...entry,
    title: String(richText(entry.title, pictures)),
    explain: entry.explain === '' ? '' : String(richText(entry.explain, pictures)),
  }
}

/** @param subject the subject of questions that name none */
export async function planImport(
  scope: Scope,
  entries: readonly FileEntry[],
  subject: number,
): Promise<readonly PlannedQuestion[]> {
  const { language } = scope
  const { query } = scope.database
  const subjects = await query.selectFrom('exam_subject').select(['id', 'name']).execute()
  const categories = await readCategoryPaths(query)
  const materials = new Set<string>()
  const folds = new Map<string, number>()
  const planned = entries.map(({ line, text, content }): PlannedQuestion & { readonly fold: string } => {
    const nothing = { answer: '', entry: null, same: null, isDouble: false, fold: '' }
    const refuse = (problem: string) => ({ line, summary: summaryOf(text, text), subject, problem, ...nothing })
    if (content instanceof EntryProblem) return refuse(t(language, content.key, content.params))
    const entry = cleanEntry(scope, content)
    const own = entry.subject === '' ? subject : subjects.find(({ name }) => name === entry.subject)?.id
    const problem = own === undefined ? t(language, 'row.subject', { name: entry.subject }) : ''
    const reason = problem || problemOf(scope, entry, materials, categories)
    if (reason !== '') return refuse(reason)
    if (entry.kind === 'MATERIAL' && entry.number !== '') materials.add(entry.number)
    const details = entry.details
    const fold = foldQuestion(own ?? subject, entry.kind, entry.title, details)
    const isDouble = folds.has(fold)
    folds.set(fold, line)
    const summary = summaryOf(entry.title, t(language, 'question.picture'))
    const answer = answerText(entry.kind, details)
    return { line, summary, answer, entry, subject: own ?? subject, problem: '', same: null, isDouble, fold }
  })
  const idsByFold = await readFolds(query, [...folds.keys()])
  return planned.map(({ fold, ...question }) => ({ ...question, same: idsByFold.get(fold) ?? null }))
}

function problemOf(
  { language }: Scope,
  entry: BankEntry,
  materials: ReadonlySet<string>,
  categories: ReadonlyMap<string, { readonly kind: string | null }>,
): string {
  if (plainText(entry.title) === '' && !entry.title.includes('<img')) return t(language, 'question.empty')
  const { problem } = readDetails(entry.kind, JSON.stringify(entry.details))
  if (problem) return problem[language]
  if (entry.number.length > maxNumber) return t(language, 'row.number', { max: maxNumber })
  if (entry.material !== '' && (entry.kind === 'MATERIAL' || !materials.has(entry.material)))
    return t(language, 'row.material', { number: entry.material })
  if (entry.category.length > maxCategoryDepth) return t(language, 'row.depth', { max: maxCategoryDepth })
  const long = entry.category.find((name) => name.length > 64)
  if (long !== undefined) return t(language, 'row.category', { name: long.slice(0, 40) })
  const category = categories.get(entry.category.join('/'))
  return category?.kind === cateOptions.kind.paper
    ? t(language, 'row.papers', { name: entry.category.join(' / ') })
    : ''
}

/** Categories by their path. */
export async function readCategoryPaths(query: Reading) {
  const rows = await query.selectFrom('exam_cate').select(['id', 'pid', 'name', 'kind']).execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  const pathOf = (id: number, depth = 0): string => {
    const row = byId.get(id)
    if (!row || depth > maxCategoryDepth) return ''
    return row.pid === null ? row.name : `${pathOf(row.pid, depth + 1)}/${row.name}`
  }
  return new Map(rows.map((row) => [pathOf(row.id), row]))
}

const maxFolds = 500

/** Questions of the bank with these fingerprints. */
async function readFolds(query: Reading, folds: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const ids = new Map<string, number>()
  for (let start = 0; start < folds.length; start += maxFolds) {
    const rows = await query
      .selectFrom('exam_question')
      .select(['id', 'fold'])
      .where('fold', 'in', folds.slice(start, start + maxFolds))
      .where('delete_time', 'is', null)
      .execute()
    for (const { id, fold } of rows) ids.set(fold ?? '', id)
  }
  return ids
}

export const statusOf = ({ isHidden }: BankEntry): 'HIDDEN' | 'NORMAL' =>
  isHidden ? questionOptions.status.hidden : questionOptions.status.normal
