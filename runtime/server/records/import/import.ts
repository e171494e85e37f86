/**
 * Imports the rows of a file into a table: records are identified by their natural key, and the last row of a key
 * wins.
 */
import { setImmediate as breathe } from 'node:timers/promises'
import type { StoredValue, TableModel } from '../../../protocol/index.ts'
import { t } from '../../../i18n/i18n.ts'
import { OperationError } from '../../core/errors/operation-error.ts'
import { hasHook, hasWriteHooks } from '../run-hooks.ts'
import { byteOrderMark, csvLine } from '../../core/models/csv.ts'
import type { Encoding } from '../../core/models/csv-encoding.ts'
import { boundsOf, targetBounds } from '../bounds.ts'
import type { Scope } from '../../operation/scope.ts'
import { codeFields } from './cell.ts'
import { readCsv, type CsvRecord, type CsvSource } from './csv-reader.ts'
import { exportedTexts } from '../export.ts'
import { idColumn, ignoredHeaders, readHeader, UnnamedColumns } from './header.ts'
import { fromHeader, type HeaderChoice } from './header-row.ts'
import { outcomesOf } from './outcomes.ts'
import { addOutcome, emptyReport, errorLine, type ImportReport, type Outcome } from './report.ts'
import { prepareRows } from './prepare.ts'
import { fileError, openRowFile, type RecordBatch, type RowFile } from './row-file.ts'
import { refersToItself } from './row-targets.ts'
import { isBlankRecord } from './row.ts'
import type { Checkpoint, ImportRun } from './run.ts'
import { Overlay } from './record-state.ts'

/** How rows are imported, wherever they come from. */
export interface RowOptions extends HeaderChoice {
  /** The effect of a blank cell on a record that exists: none, or it empties the field. Absent = `keep`. */
  readonly blank?: 'keep' | 'clear'
  /** Only report what would happen. */
  readonly dryRun?: boolean
  /** Called after every batch, always with the same object. */
  readonly onProgress?: (report: ImportReport) => void
  /** Receives the error file in pieces: the refused rows unchanged, followed by the reason. */
  readonly onRefused?: (text: string) => void | Promise<void>
  /** Receives every row with what became of it. */
  readonly onOutcome?: (record: CsvRecord, outcome: Outcome) => void
  /** Notes in the transactions of the rows how far the import is; absent = an import that is not continued. */
  readonly checkpoint?: Checkpoint
}

export interface ImportOptions extends RowOptions {
  /**
   * The file: CSV or a workbook. A function is called several times: to check that the file is complete, then to import
   * it, so that a broken file changes nothing. A source that is read once is CSV in UTF-8.
   */
  readonly source: CsvSource | (() => CsvSource)
  /** Name of the sheet of a workbook; absent = the first one with content. */
  readonly sheet?: string
  /** Larger files are refused. */
  readonly limits?: { readonly rows: number; readonly bytes: number }
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
  const { source, limits } = options
  refuseHandMade(scope, model)
  try {
    if (typeof source !== 'function')
      return await importRecords(scope, model, readCsv(source, limits?.bytes), 'utf-8', options)
    const file = await openRowFile(source, options)
    await validateFile(scope, model, file, options)
    const report = await importRecords(scope, model, file.read(), file.encoding, options)
    return { ...report, sheet: file.sheet ?? '' }
  } catch (error) {
    throw fileError(error, limits?.bytes)
  }
}

/** Throws when the schema does not offer imports of a table with hooks: only the command line can ask for them. */
export function refuseHandMade(scope: Scope, model: TableModel): void {
  if (hasWriteHooks(scope, model) && !model.actions.includes('import'))
    throw new OperationError('invalid', { text: 'import.by_hand', params: { table: model.label[scope.language] } })
}

/** Reads the whole file once without importing. */
async function validateFile(
  scope: Scope,
  model: TableModel,
  file: RowFile,
  { map, headerLine }: ImportOptions,
): Promise<void> {
  let count = -1
  let unnamed: UnnamedColumns | null = null
  const choice = { ...(map && { map }), ...(headerLine !== undefined && { headerLine }) }
  for await (const { records } of fromHeader(scope, model, file.read(), choice)) {
    const [header] = records
    if (count < 0 && header) {
      readHeader(scope, model, header.cells, map)
      // A map says which columns are meant.
      unnamed = map ? null : new UnnamedColumns(header.cells)
    }
    unnamed?.add(records)
    count += records.length
    if (file.maxRows !== null && count > file.maxRows)
      throw new OperationError('invalid', { text: 'import.too_many', params: { limit: file.maxRows } })
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

/** Imports rows that were checked as a whole before. Throws an OperationError `invalid` like `importRows`. */
export async function importRecords(
  scope: Scope,
  model: TableModel,
  batches: AsyncIterable<RecordBatch>,
  encoding: Encoding,
  options: RowOptions,
): Promise<ImportReport> {
  const report = emptyReport(encoding)
  let refreshAt = firstRefresh
  let run: ImportRun | null = null
  let waiting: CsvRecord[] = []
  const size = batchSizeOf(scope, model)
  const doneLine = options.checkpoint?.line ?? 0
  const { map, headerLine } = options
  const choice = { ...(map && { map }), ...(headerLine !== undefined && { headerLine }) }
  for await (const { records, delimiter } of fromHeader(scope, model, batches, choice)) {
    for (const record of records) {
      if (isBlankRecord(record)) continue
      if (!run) {
        run = await begin(scope, model, record, delimiter, options)
        report.ignored.push(...ignoredHeaders(record.cells, run.columns))
        report.header_line = record.line
      } else if (record.line > doneLine) waiting.push(record)
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
  { map, blank, dryRun, onRefused, checkpoint }: RowOptions,
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
    log: checkpoint ? { ...checkpoint.log } : { row: null, created: 0, updated: 0 },
    checkpoint: checkpoint ?? null,
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
  { onProgress, onRefused, onOutcome }: RowOptions,
): Promise<void> {
  const outcomes = await outcomesOf(run, await prepareRows(run, records))
  for (const [index, outcome] of outcomes.entries()) {
    addOutcome(report, outcome)
    // There is one outcome for each record, in their order.
    onOutcome?.(records[index]!, outcome)
    if (outcome.kind === 'refused')
      await onRefused?.(errorLine(outcome.record, outcome.faults, run.width, run.delimiter))
  }
  onProgress?.(report)
  await breathe()
  // A trial is for the client alone; what has begun to be stored is stored to the end, unless it can be continued.
  if (run.trial || run.checkpoint) run.scope.signal?.throwIfAborted()
}
