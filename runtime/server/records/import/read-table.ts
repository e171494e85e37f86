/** Files that somebody sends, for modules whose imports are not those of an entity. */
import { unprotectedCell } from '../../core/models/csv.ts'
import { encodingOf } from '../../core/models/csv-encoding.ts'
import { OperationError } from '../../core/errors/operation-error.ts'
import { isWorkbook } from '../spreadsheet/read-workbook.ts'
import { fileError, openRowFile } from './row-file.ts'
import { isBlankRecord } from './row.ts'

export interface TableRow {
  /** Line of the file, the first being 1. */
  readonly line: number
  readonly cells: readonly string[]
}

async function* once(bytes: Buffer): AsyncGenerator<Uint8Array, void> {
  yield bytes
}

/**
 * The rows with content of a CSV file or of the first sheet of a workbook. Throws an OperationError `invalid` that says
 * what is wrong with the file.
 */
export async function readTable(bytes: Buffer, maxRows: number): Promise<readonly TableRow[]> {
  const rows: TableRow[] = []
  try {
    const file = await openRowFile(() => once(bytes), { limits: { rows: maxRows, bytes: bytes.length } })
    for await (const { records } of file.read())
      for (const record of records) {
        if (isBlankRecord(record)) continue
        const { line, cells, hasBadQuotes } = record
        if (hasBadQuotes) throw new OperationError('invalid', { text: 'import.quote', params: { line } })
        rows.push({ line, cells: cells.map(unprotectedCell) })
        // Guard T59: a file has a limit of rows.
        if (rows.length > maxRows + 1)
          throw new OperationError('invalid', { text: 'import.too_many', params: { limit: maxRows } })
      }
  } catch (error) {
    throw fileError(error, bytes.length)
  }
  return rows
}

/** The text of a file that is no workbook; null for one whose encoding is not known, and for a workbook. */
export async function readText(bytes: Buffer): Promise<string | null> {
  if (isWorkbook(bytes)) return null
  try {
    return new TextDecoder(await encodingOf(once(bytes)), { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}
