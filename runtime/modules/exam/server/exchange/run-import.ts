/** Adds the new questions of a file to the bank, as the caller may. */
import { OperationError, records } from 'tablewright/server'
import type { ExamServerParts } from '#generated/exam/parts.ts'
import { cateOptions, questionOptions } from '#generated/exam/options.ts'
import type { Scope, Transaction } from '#generated/exam/server.ts'
import { t } from '../i18n.ts'
import type { BankEntry } from './entry.ts'
import { readCategoryPaths, statusOf, type PlannedQuestion } from './plan-import.ts'

export type Outcome = 'added' | 'same' | 'refused'

export interface ImportedQuestion extends PlannedQuestion {
  readonly outcome: Outcome
}

/** Records that later questions of the file refer to. */
interface Context {
  /** Categories by path. */
  readonly categories: Map<string, number>
  /** Materials by their number in the file. */
  readonly materials: Map<string, number>
}

/** Each question in a transaction of its own: one that is refused leaves the others. */
export async function runImport(
  scope: Scope,
  planned: readonly PlannedQuestion[],
): Promise<readonly ImportedQuestion[]> {
  const paths = await readCategoryPaths(scope.database.query)
  const categories = new Map([...paths].map(([path, { id }]) => [path, id]))
  const context: Context = { categories, materials: new Map() }
  const list: ImportedQuestion[] = []
  for (const question of planned) list.push(await store(scope, question, context))
  return list
}

async function store(scope: Scope, question: PlannedQuestion, context: Context): Promise<ImportedQuestion> {
  const { entry, same, isDouble, problem } = question
  if (!entry || problem !== '') return { ...question, outcome: 'refused' }
  const isMaterial = entry.kind === questionOptions.kind.material && entry.number !== ''
  if (same !== null || isDouble) {
    if (isMaterial && same !== null) context.materials.set(entry.number, same)
    return { ...question, outcome: 'same' }
  }
  const material = entry.material === '' ? null : (context.materials.get(entry.material) ?? null)
  if (entry.material !== '' && material === null)
    return { ...question, problem: t(scope.language, 'row.material', { number: entry.material }), outcome: 'refused' }
  try {
    const { id, path } = await scope.database.write((trx) => add(scope, trx, question, { entry, material, context }))
    if (isMaterial) context.materials.set(entry.number, id)
    for (const [name, category] of path) context.categories.set(name, category)
    return { ...question, outcome: 'added' }
  } catch (error) {
    if (!(error instanceof OperationError)) throw error
    return { ...question, problem: error.allIn(scope.language), outcome: 'refused' }
  }
}

interface Addition {
  readonly entry: BankEntry
  readonly material: number | null
  readonly context: Context
}

async function add(scope: Scope, trx: Transaction, { subject }: PlannedQuestion, addition: Addition) {
  const { entry, material, context } = addition
  const own = records<ExamServerParts>(scope, trx)
  const path = new Map<string, number>()
  let parent: number | null = null
  for (const [index, name] of entry.category.entries()) {
    const key = entry.category.slice(0, index + 1).join('/')
    const category = context.categories.get(key) ?? path.get(key)
    if (category === undefined) {
      const input = { name, kind: cateOptions.kind.question, ...(parent !== null && { pid: parent }) }
      path.set(key, (await own.create('exam/cate', input)).id)
    }
    parent = context.categories.get(key) ?? path.get(key) ?? null
  }
  const { id } = await own.create('exam/question', {
    subject_id: subject,
    ...(parent !== null && { cate_id: parent }),
    ...(material !== null && { material_id: material }),
    kind: entry.kind,
    difficulty: entry.difficulty,
    title: entry.title,
    ...(entry.kind !== questionOptions.kind.material && { options_json: JSON.stringify(entry.details) }),
    explain: entry.explain,
    practice: entry.isPractice ? questionOptions.practice.yes : questionOptions.practice.no,
    status: statusOf(entry),
  })
  return { id, path }
}
