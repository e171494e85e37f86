/** Runs the data steps of the modules (`migrations`), after the tables were brought to the schemas. */
import type { Language, TableModel, Text } from '../protocol/index.ts'
import {
  changedSteps,
  changedNote,
  DatabaseError,
  hashOfText,
  pendingSteps,
  planStepOf,
  readDataSteps,
  runDataStep,
  runText,
  type Adapter,
  type Database,
  type DataStep,
  type Step,
} from './db/index.ts'
import type { Check } from './ops/doctor/check.ts'
import { OperationError } from './core/errors/operation-error.ts'
import { migrationCall, type Migration, type OpenScope } from './migration.ts'
import type { ModuleEntry } from './modules.ts'

/**
 * The data steps of all modules, in the order of the modules and their lists. Throws when a name does not begin with
 * that of its module, or is there twice.
 */
export function dataStepsOf(
  entries: readonly ModuleEntry[],
  models: readonly TableModel[],
  { engine }: Pick<Adapter, 'engine'>,
  openScope: OpenScope,
): readonly DataStep[] {
  const steps = entries.flatMap(({ manifest, server }) => {
    const own = models.filter(({ id, storage, adopted }) => isOf(manifest.name, id) && storage === 'table' && !adopted)
    const tables = own.map(({ table }) => table)
    return (server?.migrations ?? []).map((migration): DataStep => {
      const { name, label } = migration
      if (!isOf(manifest.name, name) || name.length > 100)
        throw new Error(
          `the name of the data step ${name} must begin with ${manifest.name}/ and have at most 100 letters`,
        )
      const sql = statementsFor(migration, engine)
      const hash = hashOfText(migration.run ? codeOf(migration.run) : JSON.stringify(sql))
      return { name, label, hash, sql, tables, run: (trx) => run(migration, sql, trx, openScope) }
    })
  })
  const twice = steps.find(({ name }, index) => steps.findIndex((step) => step.name === name) < index)
  if (twice) throw new Error(`two data steps are called ${twice.name}`)
  return steps
}

const isOf = (module: string, name: string): boolean => name.startsWith(`${module}/`)

const statementsFor = ({ sql = [] }: Migration, engine: Adapter['engine']): readonly string[] =>
  'map' in sql ? sql : sql[engine]

/** The text of a function without what a build changes of it: comments, spaces, quotes and the suffixes of names. */
const codeOf = (work: (...given: never[]) => unknown): string =>
  String(work)
    .replaceAll(/\/\*[^]*?\*\/|(?<=\s)\/\/.*/g, '')
    .replaceAll(/["`]/g, "'")
    .replaceAll(/\$\d+\b/g, '')
    .replaceAll(/[\s;,()]+/g, '')

async function run(
  migration: Migration,
  statements: readonly string[],
  trx: Parameters<DataStep['run']>[0],
  openScope: OpenScope,
): Promise<void> {
  for (const statement of statements) await runText(trx, statement)
  if (!migration.run) return
  await migration.run(migrationCall(await openScope(), trx, migration.name))
}

export interface DataStepsOptions {
  /** Steps of the schemas that wait for a decision. */
  readonly waiting: readonly Step[]
  /** False = pending steps wait for a person. */
  readonly mayApply: boolean
  /** True = they run although steps wait that change the tables otherwise. */
  readonly isUrgent?: boolean
  /** True = a database that belongs to this server alone is copied before the first step runs. */
  readonly backup: boolean
}

export interface AppliedDataSteps {
  readonly steps: readonly Step[]
  readonly left: readonly Step[]
  /** What is to be said of steps that were changed after they ran. */
  readonly notes: readonly Text[]
  /** Where the database was copied before; null = nowhere. */
  readonly backup: string | null
}

/**
 * Runs the data steps that the database has not noted, one after the other, each in a transaction. They wait while
 * another step waits that changes the tables otherwise. Throws a DatabaseError: `behind` when they wait for a person,
 * `data_step` when one fails; what it did is rolled back then.
 */
export async function applyDataSteps(
  database: Database,
  steps: readonly DataStep[],
  { waiting, mayApply, isUrgent = false, backup }: DataStepsOptions,
): Promise<AppliedDataSteps> {
  if (steps.length === 0) return { steps: [], left: [], notes: [], backup: null }
  const { place } = database
  const notes = await readDataSteps(database.query)
  const open = pendingSteps(steps, notes)
  const said = changedSteps(steps, notes).map((step) => changedNote(step, notes))
  if (open.length > 0 && !isUrgent && waiting.some(changesColumns))
    return { steps: [], left: open.map(planStepOf), notes: said, backup: null }
  if (!mayApply) refusePending(place, open)
  const copy = open.length > 0 && backup ? database.backup() : null
  const done: DataStep[] = []
  for (const step of open) if (await runDataStep(database, step).catch(failed(database, step))) done.push(step)
  return { steps: done.map(planStepOf), left: [], notes: said, backup: copy }
}

/** Throws a DatabaseError `behind` when data steps wait for a person. */
export async function requireDataSteps({ query, place }: Database, steps: readonly DataStep[]): Promise<void> {
  if (steps.length > 0) refusePending(place, pendingSteps(steps, await readDataSteps(query)))
}

function refusePending(place: string, open: readonly DataStep[]): void {
  if (open.length === 0) return
  const texts = open.slice(0, 3).map((step) => planStepOf(step).reason)
  const reason = { 'zh-cn': texts.map((text) => text['zh-cn']).join(' '), en: texts.map(({ en }) => en).join(' ') }
  throw new DatabaseError('behind', { place, count: open.length, reason })
}

/** Values may be missing until a data step fills them in; any other blocking step may change what it would read. */
const changesColumns = ({ blocking, kind }: Step): boolean =>
  blocking && kind !== 'require-value' && kind !== 'check-key'

const failed =
  ({ adapter, place }: Database, { name, label }: DataStep) =>
  (error: unknown): never => {
    // The database as a whole is at fault, which its engine says better.
    const kind = adapter.problemOf(error)?.kind ?? 'other'
    if (error instanceof DatabaseError || ['busy', 'full', 'unavailable', 'outdated'].includes(kind)) throw error
    const reason =
      error instanceof OperationError
        ? { 'zh-cn': reasonIn(error, 'zh-cn'), en: reasonIn(error, 'en') }
        : error instanceof Error
          ? error.message
          : String(error)
    throw new DatabaseError('data_step', { place, name, label, reason }, error)
  }

/** The record API names record and fields in a sentence; other refusals list their fields. */
const reasonIn = (error: OperationError, language: Language): string =>
  error.details.sentence === undefined ? error.allIn(language) : error.messageIn(language)

/** Finds data steps that were changed after they ran. */
export const dataStepCheck = (steps: readonly DataStep[]): Check => ({
  name: 'system/data_steps',
  label: { 'zh-cn': '数据步骤：执行后未被修改', en: 'Data steps: none was changed after it ran' },
  repair: 'code',
  async find({ database }, limit) {
    const notes = await readDataSteps(database.query)
    const changed = changedSteps(steps, notes)
    const list = changed.slice(0, limit).map(({ name, hash }) => ({
      key: { name },
      found: hash,
      expected: notes.get(name)?.hash ?? null,
    }))
    return { count: changed.length, list }
  },
})
