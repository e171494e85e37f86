/** Applies plans: all of their steps under a lock, or nothing while one waits for a decision. */
import { setTimeout as pause } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { TableModel, Text } from '../../../protocol/index.ts'
import type { Database } from '../database.ts'
import { runText } from '../run-text.ts'
import type { Transaction } from '../tables.ts'
import { quoted, type Ddl } from '../ddl.ts'
import { isUnneeded, noteUnneeded, type DataStep } from '../data-steps.ts'
import { DatabaseError } from '../database-error.ts'
import { isFill, withFilled, withPending } from './diff-fills.ts'
import { fillRows, type FillProgress } from './fill-rows.ts'
import { inspectDatabase, type Inspection } from './plan.ts'
import { markOwned, readModel, readModelRows, recordPlan, writeModel } from './metadata.ts'
import { prepareSwaps, UnpreparedError, type Attempt } from './prepare-swaps.ts'
import { mergeRecord, recordOf, type CreatedColumns, type RecordedModel } from './recorded-model.ts'
import type { Ask } from './diff-context.ts'
import { needsDecision, refusedBy, type Plan, type Step, type StepKind } from './step.ts'
import { isPrepared } from './diff-swaps.ts'
import { wantedTables } from './model-tables.ts'

export interface Applied {
  /** The database was empty before. */
  readonly initialised: boolean
  /** The steps that were done. */
  readonly steps: readonly Step[]
  /** The steps that were not. */
  readonly left: readonly Step[]
  readonly notes: readonly Text[]
  readonly hash: string
  /** Nothing was changed, because steps wait for a decision. */
  readonly isWaiting?: true
  /** Where the database was copied before; null = nowhere. */
  readonly backup: string | null
}

export interface ApplyOptions {
  /** Answer the steps that wait for a decision, and change nothing, instead of refusing. */
  readonly safeOnly?: boolean
  /** Do the safe steps and leave the others, because data steps follow that may give what these wait for. */
  readonly isFollowed?: boolean
  /** Hash of a plan that a person has agreed to: its guarded and destructive steps are done, too. */
  readonly plan?: string
  /** False = the database is not copied before it is changed. */
  readonly backup?: boolean
  /** Called while values of existing rows are filled in. */
  readonly onProgress?: (progress: FillProgress) => void
  /** Data steps of modules: those that no record needs, since their tables are new, are noted with the tables. */
  readonly dataSteps?: readonly DataStep[]
}

/** Thrown before anything is changed. */
class WaitingError extends Error {
  readonly seen: Inspection

  constructor(seen: Inspection) {
    super('steps wait for a decision')
    this.seen = seen
  }
}

/**
 * Brings the database to the models; where a step waits for a decision, nothing is changed, since neither the former
 * server nor the new one could use what is changed in part. What no schema has any more is kept and waits for nothing.
 * Throws a DatabaseError, and then nothing was changed either: `unsafe` when a step is not safe and neither `safeOnly`
 * nor this very plan was asked for, `other_plan` when the plan is another one, `tables_in_use` when others use a table
 * that changes for too long.
 */
export async function applyPlan(
  database: Database,
  models: readonly TableModel[],
  options: ApplyOptions = {},
): Promise<Applied> {
  const choose: Choose = (seen) => {
    const { steps, hash } = seen.plan
    if (options.plan !== undefined && options.plan !== hash)
      throw new DatabaseError('other_plan', { place: database.place, given: options.plan, hash })
    const isDone = (step: Step): boolean => step.class === 'safe' || (options.plan !== undefined && hasWay(step))
    if (options.plan === undefined && !options.safeOnly && !options.isFollowed) {
      const unsafe = steps.filter((step) => step.class !== 'safe')
      if (unsafe.length > 0) throw refusal(database, unsafe)
    }
    if (!options.isFollowed && steps.some((step) => needsDecision(step) && !isDone(step))) throw new WaitingError(seen)
    return steps.filter(isDone)
  }
  const isCopied = options.backup !== false && database.adapter.embedded
  try {
    const backup = isCopied ? await backUp(database, await look(database, models), choose, () => true) : null
    return { ...(await change(database, models, choose, options.onProgress, options.dataSteps)), backup }
  } catch (error) {
    if (!(error instanceof WaitingError)) throw error
    const { plan } = error.seen
    // What a preparation has made by then goes.
    const discards = plan.steps.some(isDiscard)
      ? (await change(database, models, (seen) => seen.plan.steps.filter(isDiscard))).steps
      : []
    return { ...done(error.seen, plan, discards), isWaiting: true }
  }
}

const isDiscard = ({ kind }: Step): boolean => kind === 'discard'

const look = ({ query, adapter, place }: Database, models: readonly TableModel[]): Promise<Inspection> =>
  inspectDatabase(query, adapter, place, models)

const hasWay = (step: Step): boolean => step.sql.length > 0 || isFill(step)

/**
 * Prepares the database for the server: an empty one is initialised; safe steps are applied when `apply` is set.
 * Leftover tables and columns that do no harm stay. Throws a DatabaseError: `unsafe` when required steps are not safe,
 * `behind` when safe steps wait for a person. Processes that start at the same time wait for each other.
 */
export async function prepareDatabase(
  database: Database,
  models: readonly TableModel[],
  apply: boolean,
  onProgress?: ApplyOptions['onProgress'],
  dataSteps?: ApplyOptions['dataSteps'],
): Promise<Applied> {
  const seen = await look(database, models)
  const record = recordAfter(seen, seen.plan.steps)
  const needsChange =
    seen.ownership === 'empty' ||
    seen.plan.steps.some((step) => step.blocking || (apply && step.class === 'safe')) ||
    !isDeepStrictEqual(seen.recorded, record)
  if (!needsChange) {
    await database.refreshStorage()
    await watchModel(database, record)
    await database.search.refresh()
    return done(seen, seen.plan, [])
  }
  const choose: Choose = ({ plan: { steps }, ownership }) => {
    const unsafe = steps.filter((step) => step.blocking && step.class !== 'safe')
    if (unsafe.length > 0) throw refusal(database, unsafe)
    const mayRun = apply || ownership === 'empty'
    const pending = steps.filter((step) => step.blocking)
    if (!mayRun && pending.length > 0) throw behind(database, pending)
    return mayRun ? steps.filter((step) => step.class === 'safe') : []
  }
  // This happens at each start after a change of the schemas.
  const backup = await backUp(database, seen, choose, ({ kind }) => !adding.includes(kind))
  return { ...(await change(database, models, choose, onProgress, dataSteps)), backup }
}

/**
 * Looks whether the database can be read as the models have it, and changes nothing. Throws a DatabaseError: `missing`
 * when it has no tables, `unsafe` and `behind` as `prepareDatabase`.
 */
export async function requireTables(database: Database, models: readonly TableModel[]): Promise<void> {
  const { ownership, plan } = await look(database, models)
  if (ownership === 'empty') throw new DatabaseError('missing', { place: database.place })
  const pending = plan.steps.filter((step) => step.blocking)
  const unsafe = pending.filter((step) => step.class !== 'safe')
  if (unsafe.length > 0) throw refusal(database, unsafe)
  if (pending.length > 0) throw behind(database, pending)
}

/** Kinds of steps that leave all that is there as it is. */
const adding: readonly StepKind[] = [
  'create-table',
  'add-foreign-key',
  'add-column',
  'add-index',
  'drop-index',
  'add-search',
  'drop-search',
  'add-guard',
]

/** Copies a database that belongs to this server alone when it has records and one of the chosen steps needs it. */
async function backUp(
  database: Database,
  seen: Inspection,
  choose: Choose,
  needsBackup: (step: Step) => boolean,
): Promise<string | null> {
  const { adapter, query } = database
  if (!adapter.embedded) return null
  if (!choose(seen).some(needsBackup)) return null
  for (const table of seen.tables) {
    const { rows } = await sql`select 1 as one from ${sql.table(table)} limit 1`.execute(query)
    if (rows.length > 0) return database.backup()
  }
  return null
}

/** What the database will mean once these steps alone are left. */
const recordAfter = ({ recorded, model }: Inspection, left: readonly Step[]): RecordedModel =>
  mergeRecord(recorded ?? {}, model, left)

/** Chooses the steps to do, or throws when none may be done. */
type Choose = (seen: Inspection) => readonly Step[]

/** Thrown, before anything is changed, when a step works only while the database checks no references. */
class UncheckedStepError extends Error {}

async function change(
  database: Database,
  models: readonly TableModel[],
  choose: Choose,
  onProgress?: ApplyOptions['onProgress'],
  dataSteps?: ApplyOptions['dataSteps'],
): Promise<Applied> {
  database.modelVersion.release()
  const { applied, record } = await changeTables(database, models, choose, onProgress, dataSteps)
  await database.refreshStorage()
  for (const step of applied.steps)
    for (const statement of step.after ?? [])
      await database.runAlone(statement).catch((error: unknown) => {
        throw refusedBy(error, database.place, step)
      })
  if (applied.steps.some(isFill)) {
    await fillRows(database, models, record, applied.steps.filter(isFill), onProgress)
    await database.write((trx) => recordFilled(trx, recordOf(models, database.adapter.ddl), applied.steps))
    // What waited for the values, such as a requirement.
    const rest = await change(database, models, ({ plan: { steps } }) => steps.filter((step) => step.class === 'safe'))
    return { ...applied, steps: [...applied.steps, ...rest.steps], left: rest.left, notes: rest.notes }
  }
  await watchModel(database, record)
  await database.search.refresh()
  return applied
}

/** So often others may write what changes the plan, such as a value that does not fit. */
const maxPreparations = 5

/** Prepares what takes long while others use the tables, then changes them in one transaction. */
async function changeTables(
  database: Database,
  models: readonly TableModel[],
  choose: Choose,
  onProgress?: ApplyOptions['onProgress'],
  dataSteps: readonly DataStep[] = [],
): Promise<Changed> {
  const attempt: Attempt = (work) => repeatWhileInUse(database, work)
  const { adapter } = database
  for (let left = maxPreparations; ; left--) {
    try {
      if (adapter.ddl.swap !== null) {
        const steps = choose(await look(database, models))
        await prepareSwaps(database, steps, attempt, onProgress)
      }
      return await attempt(() =>
        database
          .write((trx) => changeIn(trx, database, models, (seen) => checkedOnly(choose(seen)), dataSteps))
          .catch((error: unknown) => {
            if (!(error instanceof UncheckedStepError)) throw error
            // Others may have changed the database since, so all is looked at again.
            return database.writeUnchecked((trx) => changeIn(trx, database, models, choose, dataSteps))
          }),
      )
    } catch (error) {
      if (!(error instanceof UnpreparedError) || left === 1) throw error
    }
  }
}

/** So long a change of tables that are in use is tried again, in milliseconds, and so long others have between two. */
const maxWaitMs = 30_000
const retryMs = 500

/** Others go on between two attempts, however long the one lasts that uses a table, such as an export. */
async function repeatWhileInUse<T>({ adapter, place }: Database, attempt: () => Promise<T>): Promise<T> {
  const end = performance.now() + maxWaitMs
  for (;;) {
    try {
      return await attempt()
    } catch (error) {
      if (!adapter.ddl.isTableInUse(error)) throw error
      if (performance.now() > end) throw new DatabaseError('tables_in_use', { place, seconds: maxWaitMs / 1000 }, error)
      await pause(retryMs)
    }
  }
}

function checkedOnly(steps: readonly Step[]): readonly Step[] {
  if (steps.some((step) => step.unchecked)) throw new UncheckedStepError()
  return steps
}

async function recordFilled(trx: Transaction, model: RecordedModel, steps: readonly Step[]): Promise<void> {
  const recorded = await readModel(trx)
  if (recorded) await writeModel(trx, withFilled(recorded, model, steps))
}

interface Changed {
  readonly applied: Applied
  readonly record: RecordedModel
}

async function changeIn(
  trx: Transaction,
  { adapter, place }: Database,
  models: readonly TableModel[],
  choose: Choose,
  dataSteps: readonly DataStep[],
): Promise<Changed> {
  for (const statement of adapter.ddl.begin) await runText(trx, statement)
  const answers = new Map<string, Awaited<ReturnType<Ask>>>()
  const first = await inspectDatabase(trx, adapter, place, models, async (text) => {
    const rows = await runText(trx, text)
    answers.set(text, rows)
    return rows
  })
  const wanted = choose(first)
  requirePrepared(first, wanted)
  for (const statement of locksOf(adapter.ddl, wanted)) await runText(trx, statement)
  await completeSwaps(trx, wanted)
  // Others may have written until the tables were locked.
  const isStale = questionsAbout(wanted)
  const askAgain: Ask = async (text) => (isStale(text) ? undefined : answers.get(text)) ?? runText(trx, text)
  const seen = wanted.some(isInPlace) ? await inspectDatabase(trx, adapter, place, models, askAgain) : first
  const steps = choose(seen)
  requirePrepared(seen, steps)
  if (seen.ownership === 'empty') await markOwned(trx, adapter.ddl)
  if (steps.length > 0) await run(trx, place, { ...seen.plan, steps }, models, seen.made)
  // In the transaction that makes the tables: another process would find records missing a step that none needs.
  const unneeded = dataSteps.filter((step) => seen.ownership === 'empty' || isUnneeded(step, steps))
  await noteUnneeded(trx, unneeded)
  const left = seen.plan.steps.filter((step) => !steps.includes(step))
  // The former schemas are still those that the database has.
  if (seen.recorded && left.some(needsDecision) && steps.every(isDiscard))
    return { applied: done(seen, seen.plan, steps), record: seen.recorded }
  const record = withPending(recordAfter(seen, left), steps)
  // What was seen of the record has the new names already.
  const isRenamed = steps.some(({ kind }) => renaming.includes(kind))
  if (isRenamed || !isDeepStrictEqual(seen.recorded, record)) await writeModel(trx, record)
  return { applied: done(seen, seen.plan, steps), record }
}

/** From now on the database must mean what this record means; another process may have changed it already. */
async function watchModel(database: Database, record: RecordedModel): Promise<void> {
  const rows = await readModelRows(database.query)
  database.modelVersion.expect(record, null)
  database.modelVersion.judge(rows)
}

/** Kinds of steps that change what the values of rows mean by their names alone. */
const renaming: readonly StepKind[] = ['rename-table', 'rename-column']

/** Kinds of steps that change the values of rows or what they mean. */
const rewriting: readonly StepKind[] = [...renaming, 'convert', 'change-storage', 'require-value', 'remove-deleted']

/** Its rows are changed while nobody else reads or writes the table. */
const isInPlace = ({ kind, before, sql }: Step): boolean =>
  rewriting.includes(kind) && !renaming.includes(kind) && !before && sql.length > 0

/**
 * The questions whose answers others may have changed before the tables were locked, where it matters: about what is
 * changed in place. All others would keep everybody waiting without need, who waits for the tables by now.
 */
function questionsAbout(steps: readonly Step[]): (text: string) => boolean {
  const places = steps.filter(isInPlace).flatMap(({ table, column }) => {
    const renamed = steps.filter((step) => renaming.includes(step.kind) && step.table === table)
    const names = [table, ...renamed.flatMap(({ from = [] }) => from)]
    // A column that is renamed, too, is asked for by its former name.
    const isNamed = column !== null && !renamed.some((step) => step.column === column)
    return names.map((name) => ({ name: quoted(name), column: isNamed ? quoted(column) : '' }))
  })
  const isAboutSome = (text: string): boolean => / where | group by /.test(text)
  return (text) =>
    places.some(({ name, column }) => text.includes(`from ${name}`) && (text.includes(column) || !isAboutSome(text)))
}

function requirePrepared({ found }: Inspection, steps: readonly Step[]): void {
  for (const { before } of steps)
    if (
      before &&
      !isPrepared(
        before,
        found.find(({ name }) => name === before.table),
      )
    )
      throw new UnpreparedError()
}

/** What others had locked is filled in; it must be as many rows without an exact value as were found. */
async function completeSwaps(trx: Transaction, steps: readonly Step[]): Promise<void> {
  for (const { before } of steps) {
    if (!before) continue
    await runText(trx, before.catchUp)
    const [open] = await runText(trx, before.count)
    if (Number(open?.['_count']) !== before.rows) throw new UnpreparedError()
  }
}

/**
 * Statements that lock the tables whose rows the steps change, in the order of their names. Rows that a transaction
 * under way writes would otherwise be neither counted nor converted.
 */
function locksOf(ddl: Ddl, steps: readonly Step[]): readonly string[] {
  const formerNames = new Map(steps.flatMap(({ table, from }) => (from === undefined ? [] : [[table, from] as const])))
  const changed = steps.filter(({ kind }) => rewriting.includes(kind)).map(({ table }) => table)
  return [...new Set(changed.map((table) => formerNames.get(table) ?? table))].toSorted().flatMap(ddl.lockTable)
}

async function run(
  trx: Transaction,
  place: string,
  plan: Plan,
  models: readonly TableModel[],
  made: CreatedColumns,
): Promise<void> {
  for (const step of plan.steps)
    for (const statement of step.sql)
      await runText(trx, statement).catch((error: unknown) => {
        throw refusedBy(error, place, step)
      })
  await recordPlan(trx, plan, wantedTables(models), made, Math.floor(Date.now() / 1000))
}

function done(seen: Inspection, plan: Plan, steps: readonly Step[]): Applied {
  const left = plan.steps.filter((step) => !steps.includes(step))
  return { initialised: seen.ownership === 'empty', steps, left, notes: plan.notes, hash: plan.hash, backup: null }
}

function refusal(database: Database, unsafe: readonly Step[]): DatabaseError {
  return new DatabaseError('unsafe', { place: database.place, count: unsafe.length, reason: joined(unsafe) })
}

function behind(database: Database, pending: readonly Step[]): DatabaseError {
  return new DatabaseError('behind', {
    place: database.place,
    count: pending.length,
    reason: joined(pending.slice(0, 3)),
  })
}

const joined = (steps: readonly Step[]): Text => ({
  'zh-cn': steps.map((step) => step.reason['zh-cn']).join(' '),
  en: steps.map((step) => step.reason.en).join(' '),
})
