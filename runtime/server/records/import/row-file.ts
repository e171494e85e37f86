/** The rows of an imported file, however it is written: CSV in any of its encodings, or a workbook. */
import { setImmediate as breathe } from 'node:timers/promises'
import { OperationError } from '../../core/errors/operation-error.ts'
import { encodingOf, type Encoding } from '../../core/models/csv-encoding.ts'
import { isWorkbook, openWorkbook } from '../spreadsheet/read-workbook.ts'
import { WorkbookError, workbookLimits } from '../spreadsheet/workbook-error.ts'
import { CsvError, maxColumns, readCsv, type CsvRecord, type CsvSource } from './csv-reader.ts'

export interface RecordBatch {
  readonly records: readonly CsvRecord[]
  readonly delimiter: string
}

export interface RowFile {
  readonly encoding: Encoding
  /** Names of the sheets of a workbook; a CSV file has none. */
  readonly sheets: readonly string[]
  /** The sheet that is read. */
  readonly sheet: string | null
  /** Rows that it may have; null = any number. */
  readonly maxRows: number | null
  /** Reads it from the beginning. */
  read(): AsyncIterable<RecordBatch>
}

interface FileChoice {
  /** Larger files are refused. */
  readonly limits?: { readonly rows: number; readonly bytes: number } | undefined
  /** Name of a sheet; absent = the first one with content. */
  readonly sheet?: string | undefined
}

/** @param source returns the file from its beginning each time. Throws a CsvError or a WorkbookError. */
export async function openRowFile(source: () => CsvSource, { limits, sheet }: FileChoice): Promise<RowFile> {
  const bytes = await workbookBytes(source())
  if (!bytes) {
    if (sheet !== undefined) throw new WorkbookError('sheet', { sheet, sheets: 'CSV' })
    const encoding = await encodingOf(source(), limits?.bytes)
    return {
      encoding,
      sheets: [],
      sheet: null,
      maxRows: limits?.rows ?? null,
      read: () => readCsv(source(), limits?.bytes, encoding),
    }
  }
  const workbook = await openWorkbook(bytes, sheet ?? null)
  await workbook.close()
  return {
    encoding: 'utf-8',
    sheets: workbook.sheets,
    sheet: workbook.sheet,
    maxRows: Math.min(limits?.rows ?? workbookLimits.rows, workbookLimits.rows),
    read: () => readSheet(bytes, workbook.sheet),
  }
}

async function* readSheet(bytes: Buffer, sheet: string): AsyncGenerator<RecordBatch, void> {
  const workbook = await openWorkbook(bytes, sheet)
  try {
    for await (const rows of workbook.rows()) {
      yield { records: rows.map(([line, cells]) => ({ line, cells, hasBadQuotes: false })), delimiter: ',' }
      await breathe()
    }
  } finally {
    await workbook.close()
  }
}

/** The whole file when it is a workbook; else null, and no more than its beginning is read. */
async function workbookBytes(source: CsvSource): Promise<Buffer | null> {
  const pieces: Buffer[] = []
  let length = 0
  for await (const piece of source) {
    pieces.push(typeof piece === 'string' ? Buffer.from(piece) : Buffer.from(piece))
    length += piece.length
    if (length >= 4 && !isWorkbook(Buffer.concat(pieces.slice(0, 4)))) return null
    // Guard T59: a workbook has a limit of bytes.
    if (length > workbookLimits.bytes) throw new CsvError('too_large', 1)
  }
  const bytes = Buffer.concat(pieces)
  return isWorkbook(bytes) ? bytes : null
}

/** The error as an OperationError when it is about the file. */
export function fileError(error: unknown, maxBytes: number = workbookLimits.bytes): unknown {
  if (error instanceof WorkbookError)
    return new OperationError('invalid', { text: `import.xlsx_${error.code}`, params: error.params })
  if (!(error instanceof CsvError)) return error
  const { code, line } = error
  if (code === 'too_large')
    return new OperationError('invalid', {
      text: 'import.too_large',
      params: { limit: Math.floor(maxBytes / 1024 / 1024) },
    })
  return new OperationError('invalid', { text: `import.${code}`, params: { line, limit: maxColumns } })
}
