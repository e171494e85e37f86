/** Applies the rows of a batch: they are written in one transaction, or only checked in a trial. */
import { OperationError } from '../../core/errors/operation-error.ts'
import { tableEntry } from '../../operation/audit/audit.ts'
import type { Database, Transaction } from '../../db/index.ts'
import { noteImported, type Imported } from '../history/import-changes.ts'
import { checkBatch, type CheckedBatch } from './batch.ts'
import { refusedByHook, refusedByStore } from './check-rows.ts'
import type { RowSource } from './prepare.ts'
import type { Outcome } from './report.ts'
import { RefusedRecords } from './row-hooks.ts'
import type { ImportRun } from './run.ts'
import { writeBatch } from './write.ts'

/**
 * One outcome for each row, in their order. A batch that the database or a hook rejects is repeated in parts, so that
 * only the faulty rows are left out.
 */
export async function outcomesOf(run: ImportRun, sources: readonly RowSource[]): Promise<readonly Outcome[]> {
  try {
    return await (run.trial ? checkTrial(run, sources) : store(run, sources))
  } catch (error) {
    const [only, ...others] = sources
    if (only && others.length === 0) return [await noteRefused(run, only, await outcomeOfOne(run, only, error))]
    const outcomes: Outcome[] = []
    for (const part of partsAfter(run, sources, error)) outcomes.push(...(await outcomesOf(run, part)))
    return outcomes
  }
}

/** Every refused row by itself, and those between them together. Throws errors that are not about rows. */
function partsAfter(run: ImportRun, sources: readonly RowSource[], error: unknown): readonly (readonly RowSource[])[] {
  if (!(error instanceof RefusedRecords)) {
    if (!(error instanceof OperationError)) problemOf(run, error)
    return sources.map((source) => [source])
  }
  const parts: RowSource[][] = []
  let isOpen = false
  for (const source of sources) {
    const isRefused = error.byRecord.has(source.record)
    if (isOpen && !isRefused) parts.at(-1)?.push(source)
    else parts.push([source])
    isOpen = !isRefused
  }
  return parts
}

async function outcomeOfOne(run: ImportRun, source: RowSource, error: unknown): Promise<Outcome> {
  const refusal = error instanceof RefusedRecords ? error.byRecord.get(source.record) : error
  if (refusal instanceof OperationError) return refusedByHook(run, source.record, refusal)
  const { kind, fields } = problemOf(run, error)
  if (!run.trial) return refusedByStore(run, source.read(), kind, fields)
  // A value that an earlier batch let go still stands in the database, which the trial has not changed.
  const { outcomes } = await checkBatch(run, [source.read()], null)
  // One row has one outcome.
  return outcomes[0]!
}

/** The transaction of the row was taken back, so the row is noted in one of its own. */
async function noteRefused({ scope, checkpoint, log }: ImportRun, { record }: RowSource, outcome: Outcome) {
  if (!checkpoint) return outcome
  await scope.database.write((trx) => checkpoint.save(trx, [outcome], record.line, log))
  checkpoint.line = record.line
  return outcome
}

/** The refusal of a row by the database. Throws all other errors. */
function problemOf(
  { scope }: ImportRun,
  error: unknown,
): { readonly kind: 'unique' | 'foreign'; readonly fields: readonly string[] } {
  const problem = scope.database.adapter.problemOf(error)
  if (problem?.kind !== 'unique' && problem?.kind !== 'foreign') throw error
  return { kind: problem.kind, fields: 'fields' in problem ? problem.fields : [] }
}

async function store(run: ImportRun, sources: readonly RowSource[]): Promise<readonly Outcome[]> {
  const { database } = run.scope
  const line = sources.at(-1)?.record.line ?? 0
  const { outcomes, log } = await database.write(async (trx) => {
    // Two imports would both miss a record that both create; not every key has a unique index, and none covers NULL.
    // Guard T85: two imports of one table look their records up one after the other.
    await database.adapter.lockName(trx, `import ${run.model.table}`)
    const checked = await checkBatch(
      run,
      sources.map(({ read }) => read()),
      trx,
    )
    const written = await writeBatch(run, trx, checked)
    const log = await logged(run, trx, checked.outcomes, written)
    await run.checkpoint?.save(trx, checked.outcomes, line, log)
    return { outcomes: checked.outcomes, log }
  })
  Object.assign(run.log, log)
  if (run.checkpoint) run.checkpoint.line = line
  return outcomes
}

/** The log entry of the import after this transaction. Batches that change nothing are not logged. */
async function logged(
  { scope, model, log }: ImportRun,
  trx: Transaction,
  outcomes: readonly Outcome[],
  written: Imported,
): Promise<ImportRun['log']> {
  const created = log.created + outcomes.filter((outcome) => outcome.kind === 'created').length
  const updated = log.updated + outcomes.filter((outcome) => outcome.kind === 'updated').length
  if (!scope.audit || (created === log.created && updated === log.updated)) return log
  const row = await scope.audit(trx, tableEntry(model, 'import', { row: log.row, data: { created, updated } }))
  await noteImported(scope, model, trx, row, written)
  return { row, created, updated }
}

/**
 * Refusals of hooks show only when they run: their batch is written, and taken back. One transaction for all batches
 * would also show what they wrote to other tables before, but keep others from writing for as long as the file is read.
 */
async function checkTrial(run: ImportRun, sources: readonly RowSource[]): Promise<readonly Outcome[]> {
  const rows = () => sources.map(({ read }) => read())
  const { outcomes, overlay } = run.isTrialWritten
    ? await takeBack(run.scope.database, async (trx) => {
        const checked = await checkBatch(run, rows(), trx)
        await writeBatch(run, trx, checked)
        return checked
      })
    : await checkBatch(run, rows(), null)
  if (run.isTrialWritten) run.trial?.merge(overlay)
  const { tree } = run.model
  if (run.parents && tree)
    for (const state of overlay.states.values()) run.parents.set(state.id, state.values.get(tree.parent) ?? null)
  return outcomes
}

/** Runs the work in a transaction of which nothing stays. */
async function takeBack(database: Database, work: (trx: Transaction) => Promise<CheckedBatch>): Promise<CheckedBatch> {
  let result: CheckedBatch | null = null
  const end = new Error('taken back')
  try {
    await database.write(async (trx) => {
      result = await work(trx)
      throw end
    })
  } catch (error) {
    if (error !== end || !result) throw error
  }
  // The work has ended, or its error was thrown.
  return result!
}
