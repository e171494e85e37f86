/** Finds the line with the headers: titles, notes and blank lines may stand above it. */
import type { TableModel } from '../../../protocol/index.ts'
import { OperationError } from '../../core/errors/operation-error.ts'
import type { Scope } from '../../operation/scope.ts'
import { maxTitleRows } from '../spreadsheet/read-workbook.ts'
import type { CsvRecord } from './csv-reader.ts'
import { countHeaders } from './header.ts'
import { isBlankRecord } from './row.ts'
import type { RecordBatch } from './row-file.ts'

export interface HeaderChoice {
  /** Field → header of the file. Absent = headers are names of fields. */
  readonly map?: Readonly<Record<string, string>>
  /** Line of the file with the headers. Absent = the one of the first lines that names most fields. */
  readonly headerLine?: number
}

/** The records from the line with the headers on, without blank lines. Throws an OperationError `invalid`. */
export async function* fromHeader(
  scope: Scope,
  model: TableModel,
  batches: AsyncIterable<RecordBatch>,
  { map, headerLine }: HeaderChoice,
): AsyncGenerator<RecordBatch, void> {
  const least = headerLine === undefined ? maxTitleRows : 1
  let first: CsvRecord[] | null = []
  let delimiter = ','
  for await (const batch of batches) {
    delimiter = batch.delimiter
    const records = batch.records.filter((record) => !isBlankRecord(record) && record.line >= (headerLine ?? 1))
    if (first === null) yield { records, delimiter }
    else {
      first.push(...records)
      if (first.length < least) continue
      yield { records: withoutTitles(scope, model, first, { map, headerLine }), delimiter }
      first = null
    }
  }
  if (first !== null) yield { records: withoutTitles(scope, model, first, { map, headerLine }), delimiter }
}

function withoutTitles(
  scope: Scope,
  model: TableModel,
  records: readonly CsvRecord[],
  { map, headerLine }: HeaderChoice,
): readonly CsvRecord[] {
  if (headerLine !== undefined) {
    if (records[0]?.line === headerLine) return records
    throw new OperationError('invalid', { text: 'import.header_line', params: { line: headerLine } })
  }
  const counts = records.slice(0, maxTitleRows).map(({ cells }) => countHeaders(scope, model, cells, map))
  // Where no line names a field it is the first one, of which the refusal tells what is wrong.
  return records.slice(Math.max(0, counts.indexOf(Math.max(...counts))))
}
