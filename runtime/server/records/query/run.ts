/**
 * Runs the reads of lists, choices, searches, counts and exports. All of them go through here, so that each has a
 * deadline, ends when its client is gone, waits for the other heavy reads of its account, and stays within the budget
 * of comparisons.
 */
import type { Language, TableModel, TextKey } from '../../../protocol/index.ts'
import type { ExportRequest, PageAnswer, PageRequest, ReadLimits, Row, Statement, Weight } from '../../db/index.ts'
import { OperationError } from '../../core/errors/operation-error.ts'
import type { Scope } from '../../operation/scope.ts'
import { comparedRowsStatement } from './page.ts'
import { accessPath } from './index-choice.ts'
import type { Plan } from './plan.ts'
import { sourcesOf, type Source } from './source.ts'

/** A page of the plan's rows. Throws an OperationError `bad_query` when it takes too long or has to wait too long. */
export function readPage(scope: Scope, plan: Plan, request: Omit<PageRequest, 'limits'>): Promise<PageAnswer> {
  return explainLimits(scope, plan, scope.database.page({ ...request, limits: limitsOf(scope) }))
}

/** Rows of a statement made from the plan. Throws like `readPage`. */
export function readRows(scope: Scope, plan: Plan, statement: Statement, weight: Weight): Promise<Row[]> {
  return explainLimits(
    scope,
    plan,
    scope.database.rows(
      statement,
      weight,
      // Guard T81: a read has the limits of its request.
      limitsOf(scope),
    ),
  )
}

/** Few rows, found by their keys. They belong to no account, because reading them is no work to wait for. */
export function readRowsByKey(scope: Scope, statement: Statement): Promise<Row[]> {
  return scope.database.rows(statement, 'light', { ...limitsOf(scope), account: null })
}

/** All rows of a statement made from the plan, as lines of a CSV file. Throws like `readPage`. */
export async function* readLines(
  scope: Scope,
  plan: Plan,
  request: Omit<ExportRequest, 'limits'>,
): AsyncGenerator<Buffer, void> {
  const lines = scope.database.exportRows({ ...request, limits: limitsOf(scope) })
  try {
    for (;;) {
      const { value, done } = await explainLimits(scope, plan, lines.next())
      if (done) return
      yield value
    }
  } finally {
    await lines.return()
  }
}

/**
 * Rows of a statement that may read many, for modules: where it runs no list waits for it, and it ends at the deadline
 * of searches or when the client of the request is gone.
 * @param statement for example a compiled query of Kysely
 */
export function readHeavy<DB>(scope: Scope<DB>, statement: Statement): Promise<Row[]> {
  return scope.database.rows(statement, 'heavy', { ...limitsOf(scope), account: null })
}

/** Long enough for a pass over millions of rows. */
const scanDeadlineMs = 30 * 60_000

/**
 * Rows of a pass over whole tables, for checks, derivations and jobs: nobody waits for it, so the deadline of searches
 * does not end it.
 * @param statement for example a compiled query of Kysely
 */
export function readScan<DB>(
  { database, signal }: Pick<Scope<DB>, 'database' | 'signal'>,
  statement: Statement,
): Promise<Row[]> {
  return database.rows(statement, 'scan', { account: null, signal: signal ?? null, deadlineMs: scanDeadlineMs })
}

const limitsOf = (scope: Pick<Scope, 'actor' | 'settings' | 'signal'>): ReadLimits => ({
  account: scope.actor?.id ?? null,
  deadlineMs: scope.settings.query.deadlineMs,
  // A page that is stored is answered without watching whether the client is there.
  get signal() {
    return scope.signal ?? null
  },
})

/** Sorting a record among others costs about as much as comparing this many of its values. */
const sortCost = 20

/**
 * Throws an OperationError `bad_query` when the plan would compare more values than the budget allows, or would have to
 * sort more records than that: an order that no index has reads all of them, however few are shown.
 */
export async function refuseOverBudget(scope: Scope, plan: Plan): Promise<void> {
  const { database, settings } = scope
  const filters = plan.conditions.reduce(
    (sum, condition) => sum + (condition === plan.search?.condition ? 0 : condition.comparisons),
    0,
  )
  const comparisons = filters + (plan.path.isOrdered ? 0 : sortCost)
  const maxRows = Math.floor(settings.query.maxComparisons / Math.max(comparisons, 1))
  if (comparisons === 0 || (await highestId(scope, plan)) <= maxRows) return
  const [counted] = await readRows(scope, plan, comparedRowsStatement(database, plan, maxRows + 1), 'heavy')
  if (Number(counted?.['n'] ?? 0) <= maxRows) return
  if (plan.path.isOrdered) throw refusal(scope, plan, 'problem.query_budget', { filters, rows: maxRows })
  const { join, field, name } = plan.order.source
  const params = {
    sort: (join?.field ?? field).label[scope.language] || name,
    rows: maxRows,
    sorts: orderedFields(scope, plan),
  }
  throw refusal(scope, plan, 'problem.sort_budget', params)
}

/** No table has more rows than its highest id; reading it costs one look at an index. */
async function highestId({ database: { query } }: Scope, { model }: Plan): Promise<number> {
  const row = await query
    .selectFrom(model.table)
    .select(({ fn }) => fn.max('id').as('n'))
    .executeTakeFirst()
  return Number(row?.['n'] ?? 0)
}

async function explainLimits<T>(scope: Scope, plan: Plan, read: Promise<T>): Promise<T> {
  try {
    return await read
  } catch (error) {
    const kind = scope.database.adapter.problemOf(error)?.kind
    const seconds = scope.settings.query.deadlineMs / 1000
    if (kind === 'deadline') throw refusal(scope, plan, 'problem.query_deadline', { seconds })
    if (kind === 'occupied') throw new OperationError('bad_query', { text: 'problem.query_occupied' })
    throw error
  }
}

/** Fields named as examples of what narrows a list, or of what sorts it. */
const maxExamples = 3

/** @returns the refusal with the fields whose index can narrow the list */
function refusal(
  { registry, database, language }: Scope,
  { model }: Plan,
  text: TextKey,
  params: Readonly<Record<string, number | string>>,
): OperationError {
  const indexed = [...sourcesOf(model, registry, database.adapter).values()].filter((source) => source.indexed)
  return new OperationError('bad_query', { text, params: { ...params, fields: examples(model, indexed, language) } })
}

/** Some fields in whose order an index has the records that the plan's conditions let through. */
function orderedFields({ registry, database, language }: Scope, plan: Plan): string {
  const { model } = plan
  const full = registry.byId(model.id) ?? model
  const request = { conditions: plan.narrowing, isDeleted: plan.isDeleted }
  const ordered = [...sourcesOf(model, registry, database.adapter).values()].filter(
    (source) => accessPath(database.adapter, full, { ...request, source }).isOrdered,
  )
  return examples(model, ordered, language)
}

/** Their labels; the id and the weight only where there is nothing else. */
function examples(model: TableModel, sources: readonly Source[], language: Language): string {
  const namedSources = sources.filter(({ name }) => name !== 'id' && name !== model.sort).slice(0, maxExamples)
  return (namedSources.length > 0 ? namedSources : sources.slice(0, 1))
    .map(({ field, name }) => field.label[language] || name)
    .join(language === 'en' ? ', ' : '、')
}
