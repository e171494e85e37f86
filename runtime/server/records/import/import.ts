/**
 * Imports the rows of a CSV file into a table: records are identified by their natural key, and the last row of a key
 * wins.
 */
import { setImmediate as breathe } from 'node:timers/promises'
import type { StoredValue, TableModel } from '../../../protocol/index.ts'
import { t } from '../../../i18n/i18n.ts'
import { OperationError } from '../../errors/operation-error.ts'
import { hasWriteHooks } from '../run-hooks.ts'
import { byteOrderMark, csvLine } from '../../models/csv.ts'
import { tableEntry } from '../../audit/audit.ts'
import type { Transaction } from '../../db/index.ts'
import { boundsOf, targetBounds } from '../bounds.ts'
import { importView } from '../policy/policy.ts'
import type { Scope } from '../../operation/scope.ts'
import { codeFields } from './cell.ts'
import { CsvError, maxColumns, readCsv, type CsvRecord, type CsvSource } from './csv-reader.ts'
import { readHeader } from './header.ts'
import { refusedByHook, refusedByStore } from './check-rows.ts'
import { checkBatch, refersToItself, writeBatch } from './batch.ts'
import { addOutcome, emptyReport, errorLine, type ImportReport, type Outcome } from './report.ts'
import { readRow } from './row.ts'
import { noteImported, type Imported } from '../undo/import-changes.ts'
import type { ImportRun } from './run.ts'
import { Overlay } from './state.ts'

export interface ImportOptions {
  /**
   * The file. A function is called twice: once to check that the file is complete, then to import it, so that a broken
   * file changes nothing.
   */
  readonly source: CsvSource | (() => CsvSource)
  /** Field → header of the file. Absent = headers are compared with field names and labels. */
  readonly map?: Readonly<Record<string, string>>
  /** Only report what would happen. */
  readonly dryRun?: boolean
  /** Larger files are refused. */
  readonly limits?: { readonly rows: number; readonly bytes: number }
  /** Called after every batch, always with the same object. */
  readonly onProgress?: (report: ImportReport) => void
  /** Receives the error file in pieces: the refused rows unchanged, followed by the reason. */
  readonly onRefused?: (text: string) => void | Promise<void>
}

/** What HTTP accepts. */
export const importLimits = { rows: 100_000, bytes: 20 * 1024 * 1024 } as const

/** Rows of one transaction: few enough that others get their turn between two. */
const batchSize = 200

/**
 * Throws an OperationError `invalid` when the file or its header cannot be used; rows that cannot be used are in the
 * report. Throws the signal's reason when the client is gone before anything was stored.
 */
export async function importRows(scope: Scope, model: TableModel, options: ImportOptions): Promise<ImportReport> {
  const { source } = options
  if (hasWriteHooks(scope, model))
    throw new OperationError('invalid', { text: 'import.by_hand', params: { table: model.label[scope.language] } })
  try {
    if (typeof source === 'function') await validateFile(scope, model, source(), options)
    return await run(scope, model, typeof source === 'function' ? source() : source, options)
  } catch (error) {
    throw error instanceof CsvError ? refusalOf(error, options) : error
  }
}

function refusalOf({ code: kind, line }: CsvError, { limits }: ImportOptions): OperationError {
  if (kind === 'too_large')
    return new OperationError('invalid', {
      text: 'import.too_large',
      params: { limit: Math.floor((limits?.bytes ?? 0) / 1024 / 1024) },
    })
  return new OperationError('invalid', { text: `import.${kind}`, params: { line, limit: maxColumns } })
}

/** Reads the whole file once without importing. */
async function validateFile(
  scope: Scope,
  model: TableModel,
  source: CsvSource,
  { map, limits }: ImportOptions,
): Promise<void> {
  let count = -1
  for await (const { records } of readCsv(source, limits?.bytes)) {
    const [header] = records
    if (count < 0 && header) readHeader(scope, importView(scope, model), header.cells, map)
    count += records.length
    if (limits && count > limits.rows)
      throw new OperationError('invalid', { text: 'import.too_many', params: { limit: limits.rows } })
    await breathe()
    scope.signal?.throwIfAborted()
  }
}

/**
 * Added rows after which the planner's statistics are refreshed, and how many times as many it takes the next time:
 * until then it takes a table that was empty for an empty one, and reads all of it where an index finds the rows.
 */
const firstRefresh = 1000
const refreshFactor = 4

async function run(scope: Scope, model: TableModel, source: CsvSource, options: ImportOptions): Promise<ImportReport> {
  const report = emptyReport()
  let refreshAt = firstRefresh
  let run: ImportRun | null = null
  let waiting: CsvRecord[] = []
  const size = refersToItself(model.fields, model.table) ? 1 : batchSize
  for await (const { records, delimiter } of readCsv(source, options.limits?.bytes)) {
    for (const record of records) {
      if (run) waiting.push(record)
      else run = await begin(scope, model, record, delimiter, options)
      if (run && waiting.length >= size) {
        await takeRows(run, waiting, report, options)
        waiting = []
        if (report.created >= refreshAt && !run.trial) {
          await scope.database.optimize(model.table)
          refreshAt *= refreshFactor
        }
      }
    }
  }
  if (!run) throw new OperationError('invalid', { text: 'import.empty' })
  if (waiting.length > 0) await takeRows(run, waiting, report, options)
  return report
}

async function begin(
  scope: Scope,
  model: TableModel,
  header: CsvRecord,
  delimiter: string,
  { map, dryRun, onRefused }: ImportOptions,
): Promise<ImportRun> {
  const columns = readHeader(scope, importView(scope, model), header.cells, map)
  await onRefused?.(byteOrderMark + csvLine([...header.cells, t(scope.language, 'import.reason')], delimiter))
  return {
    scope,
    model,
    columns,
    width: header.cells.length,
    delimiter,
    codes: codeFields(model),
    validate: await scope.validators(model.id),
    own: await boundsOf(scope, model),
    targets: await targetBounds(scope, model),
    log: { row: null, created: 0, updated: 0 },
    trial: dryRun ? new Overlay(model) : null,
    parents: model.tree ? await readParents(scope, model, model.tree.parent) : null,
  }
}

async function readParents({ database }: Scope, model: TableModel, parent: string): Promise<Map<number, StoredValue>> {
  const rows = await database.query.selectFrom(model.table).select(['id', parent]).execute()
  return new Map(rows.map((row) => [Number(row['id']), row[parent] ?? null]))
}

async function takeRows(
  run: ImportRun,
  records: readonly CsvRecord[],
  report: ImportReport,
  { onProgress, onRefused }: ImportOptions,
): Promise<void> {
  for (const outcome of await outcomesOf(run, records)) {
    addOutcome(report, outcome)
    if (outcome.kind === 'refused')
      await onRefused?.(errorLine(outcome.record, outcome.faults, run.width, run.delimiter))
  }
  onProgress?.(report)
  await breathe()
  // A trial is for the client alone; what has begun to be stored is stored to the end.
  if (run.trial) run.scope.signal?.throwIfAborted()
}

/** A batch that the database or a hook rejects is repeated row by row, so that only the faulty row is left out. */
async function outcomesOf(run: ImportRun, records: readonly CsvRecord[]): Promise<readonly Outcome[]> {
  const { database } = run.scope
  if (run.trial) return checkTrial(run, records)
  try {
    const { outcomes, log } = await database.write(async (trx) => {
      const checked = await checkBatch(
        run,
        trx,
        records.map((record) => readRow(run, record)),
      )
      const written = await writeBatch(run, trx, checked)
      return { outcomes: checked.outcomes, log: await logged(run, trx, checked.outcomes, written) }
    })
    Object.assign(run.log, log)
    return outcomes
  } catch (error) {
    const problem = error instanceof OperationError ? error : database.adapter.problemOf(error)
    if (!(problem instanceof OperationError) && problem?.kind !== 'unique' && problem?.kind !== 'foreign') throw error
    const [only, ...others] = records
    if (only && others.length === 0)
      return [
        problem instanceof OperationError
          ? refusedByHook(run, only, problem)
          : refusedByStore(run, readRow(run, only), problem.kind, 'fields' in problem ? problem.fields : []),
      ]
    const single: Outcome[] = []
    for (const record of records) single.push(...(await outcomesOf(run, [record])))
    return single
  }
}

/** The log entry of the import after this transaction. Batches that change nothing are not logged. */
async function logged(
  { scope, model, log }: ImportRun,
  trx: Transaction,
  outcomes: readonly Outcome[],
  written: Imported,
): Promise<ImportRun['log']> {
  const created = log.created + outcomes.filter((one) => one.kind === 'created').length
  const updated = log.updated + outcomes.filter((one) => one.kind === 'updated').length
  if (!scope.audit || (created === log.created && updated === log.updated)) return log
  const row = await scope.audit(trx, tableEntry(model, 'import', { row: log.row, data: { created, updated } }))
  await noteImported(scope, trx, model, row, written)
  return { row, created, updated }
}

async function checkTrial(run: ImportRun, records: readonly CsvRecord[]): Promise<readonly Outcome[]> {
  const { outcomes, overlay } = await checkBatch(
    run,
    run.scope.database.query,
    records.map((record) => readRow(run, record)),
  )
  const { tree } = run.model
  if (run.parents && tree)
    for (const state of overlay.states.values()) run.parents.set(state.id, state.values.get(tree.parent) ?? null)
  return outcomes
}
