/**
 * Imports the rows of a CSV file into a table: records are identified by their natural key, and the last row of a key
 * wins.
 */
import { setImmediate as breathe } from 'node:timers/promises'
import type { StoredValue, TableModel } from '../../../protocol/index.ts'
import { t } from '../../../i18n/i18n.ts'
import { OperationError } from '../../core/errors/operation-error.ts'
import { hasHook, hasWriteHooks } from '../run-hooks.ts'
import { byteOrderMark, csvLine } from '../../core/models/csv.ts'
import { tableEntry } from '../../operation/audit/audit.ts'
import type { Database, Transaction } from '../../db/index.ts'
import { boundsOf, targetBounds } from '../bounds.ts'
import type { Scope } from '../../operation/scope.ts'
import { codeFields } from './cell.ts'
import { CsvError, maxColumns, readCsv, type CsvRecord, type CsvSource } from './csv-reader.ts'
import { exportedTexts } from '../export.ts'
import { idColumn, ignoredHeaders, readHeader, UnnamedColumns } from './header.ts'
import { encodingOf, type Encoding } from '../../core/models/csv-encoding.ts'
import { refusedByHook, refusedByStore } from './check-rows.ts'
import { checkBatch, type CheckedBatch } from './batch.ts'
import { addOutcome, emptyReport, errorLine, type ImportReport, type Outcome } from './report.ts'
import { prepareRows, type RowSource } from './prepare.ts'
import { RefusedRecords } from './row-hooks.ts'
import { refersToItself } from './row-targets.ts'
import { isBlankRecord } from './row.ts'
import { noteImported, type Imported } from '../history/import-changes.ts'
import type { ImportRun } from './run.ts'
import { Overlay } from './record-state.ts'
import { writeBatch } from './write.ts'

export interface ImportOptions {
  /**
   * The file. A function is called twice: once to check that the file is complete, then to import it, so that a broken
   * file changes nothing.
   */
  readonly source: CsvSource | (() => CsvSource)
  /** Field → header of the file. Absent = headers are compared with field names and labels. */
  readonly map?: Readonly<Record<string, string>>
  /** The effect of a blank cell on a record that exists: none, or it empties the field. Absent = `keep`. */
  readonly blank?: 'keep' | 'clear'
  /** Only report what would happen. */
  readonly dryRun?: boolean
  /** Larger files are refused. */
  readonly limits?: { readonly rows: number; readonly bytes: number }
  /** Called after every batch, always with the same object. */
  readonly onProgress?: (report: ImportReport) => void
  /** Receives the error file in pieces: the refused rows unchanged, followed by the reason. */
  readonly onRefused?: (text: string) => void | Promise<void>
}

/** The limits of a request. */
export const importLimits = { rows: 100_000, bytes: 20 * 1024 * 1024 } as const

/** Rows of one transaction: few enough that others get their turn between two. Hooks take longer for each row. */
const batchSizes = { plain: 500, hooked: 200 } as const

/**
 * Throws an OperationError `invalid` when the file or its header cannot be used; rows that cannot be used are in the
 * report. Throws the signal's reason when the client is gone before anything was stored.
 */
export async function importRows(scope: Scope, model: TableModel, options: ImportOptions): Promise<ImportReport> {
  const { source } = options
  // Whose schema does not offer it was not made for it; only the command line can ask.
  if (hasWriteHooks(scope, model) && !model.actions.includes('import'))
    throw new OperationError('invalid', { text: 'import.by_hand', params: { table: model.label[scope.language] } })
  try {
    if (typeof source !== 'function') return await run(scope, model, { source, encoding: 'utf-8' }, options)
    const encoding = await encodingOf(source(), options.limits?.bytes)
    await validateFile(scope, model, { source: source(), encoding }, options)
    return await run(scope, model, { source: source(), encoding }, options)
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

interface EncodedFile {
  readonly source: CsvSource
  readonly encoding: Encoding
}

/** Reads the whole file once without importing. */
async function validateFile(
  scope: Scope,
  model: TableModel,
  { source, encoding }: EncodedFile,
  { map, limits }: ImportOptions,
): Promise<void> {
  let count = -1
  let unnamed: UnnamedColumns | null = null
  for await (const { records } of readCsv(source, limits?.bytes, encoding)) {
    const header = records.find((record) => !isBlankRecord(record))
    if (count < 0 && header) {
      readHeader(scope, model, header.cells, map)
      // A map says which columns are meant.
      unnamed = map ? null : new UnnamedColumns(header.cells)
    }
    unnamed?.add(records)
    count += records.filter((record) => !isBlankRecord(record)).length
    if (limits && count > limits.rows)
      throw new OperationError('invalid', { text: 'import.too_many', params: { limit: limits.rows } })
    await breathe()
    scope.signal?.throwIfAborted()
  }
  unnamed?.refuse(scope)
}

/**
 * Added rows after which the planner's statistics are refreshed, and how many times as many it takes the next time:
 * until then it takes a table that was empty for an empty one, and reads all of it where an index finds the rows.
 */
const firstRefresh = 1000
const refreshFactor = 4

async function run(
  scope: Scope,
  model: TableModel,
  { source, encoding }: EncodedFile,
  options: ImportOptions,
): Promise<ImportReport> {
  const report = emptyReport(encoding)
  let refreshAt = firstRefresh
  let run: ImportRun | null = null
  let waiting: CsvRecord[] = []
  const size = batchSizeOf(scope, model)
  for await (const { records, delimiter } of readCsv(source, options.limits?.bytes, encoding)) {
    for (const record of records) {
      if (isBlankRecord(record)) continue
      if (run) waiting.push(record)
      else {
        run = await begin(scope, model, record, delimiter, options)
        report.ignored.push(...ignoredHeaders(record.cells, run.columns))
      }
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

function batchSizeOf(scope: Scope, model: TableModel): number {
  if (refersToItself(model.fields, model.table)) return 1
  return hasWriteHooks(scope, model) ? batchSizes.hooked : batchSizes.plain
}

async function begin(
  scope: Scope,
  model: TableModel,
  header: CsvRecord,
  delimiter: string,
  { map, blank, dryRun, onRefused }: ImportOptions,
): Promise<ImportRun> {
  const exported = exportedTexts(scope, model)
  const columns = readHeader(scope, model, header.cells, map)
  const idAt = idColumn(header.cells, exported.columns)
  await onRefused?.(byteOrderMark + csvLine([...header.cells, t(scope.language, 'import.reason')], delimiter))
  return {
    scope,
    model,
    columns,
    width: header.cells.length,
    idAt: columns.some(({ at: index }) => index === idAt) ? null : idAt,
    exported,
    clearsBlank: blank === 'clear',
    delimiter,
    codes: codeFields(model),
    validate: await scope.validators(model.id),
    isHooked: hasWriteHooks(scope, model),
    isTrialWritten: hasWriteHooks(scope, model) || hasHook(scope, model, 'afterWrite'),
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
  for (const outcome of await outcomesOf(run, await prepareRows(run, records))) {
    addOutcome(report, outcome)
    if (outcome.kind === 'refused')
      await onRefused?.(errorLine(outcome.record, outcome.faults, run.width, run.delimiter))
  }
  onProgress?.(report)
  await breathe()
  // A trial is for the client alone; what has begun to be stored is stored to the end.
  if (run.trial) run.scope.signal?.throwIfAborted()
}

/** A batch that the database or a hook rejects is repeated in parts, so that only the faulty rows are left out. */
async function outcomesOf(run: ImportRun, sources: readonly RowSource[]): Promise<readonly Outcome[]> {
  try {
    return await (run.trial ? checkTrial(run, sources) : store(run, sources))
  } catch (error) {
    const [only, ...others] = sources
    if (only && others.length === 0) return [await outcomeOfOne(run, only, error)]
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
    return { outcomes: checked.outcomes, log: await logged(run, trx, checked.outcomes, written) }
  })
  Object.assign(run.log, log)
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
 * What hooks refuse shows only when they run: their batch is written, and taken back. One transaction for all batches
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
