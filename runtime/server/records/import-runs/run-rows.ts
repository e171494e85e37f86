/** The rows of a stored file as the import reads them: from the header on, with a title of its own for every column. */
import { OperationError } from '../../core/errors/operation-error.ts'
import type { Scope } from '../../operation/scope.ts'
import type { RecordBatch } from '../import/row-file.ts'
import { readParts } from './store.ts'

/** The decisions of a person about a file. */
export interface RowPlan {
  readonly headerLine: number
  /** Field → column of the file, from 0. */
  readonly columns: Readonly<Record<string, number>>
}

/** Titles may be blank or occur twice; the place of a column is its own. */
const titleOf = (index: number): string => `#${index + 1}`

/** Field → title, for the import. */
export const mapOf = ({ columns }: RowPlan): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(columns).map(([field, index]) => [field, titleOf(index)]))

/**
 * The header, then the rows after the line.
 * @param after rows up to this line are left out
 */
export async function* rowsOf(
  scope: Scope,
  run: number,
  { headerLine }: RowPlan,
  after = 0,
): AsyncGenerator<RecordBatch, void> {
  const header = await headerOf(scope, run, headerLine)
  yield {
    records: [{ line: headerLine, cells: header.map((_title, index) => titleOf(index)), hasBadQuotes: false }],
    delimiter: ',',
  }
  const least = Math.max(headerLine, after)
  for await (const records of readParts(scope, run, least))
    yield {
      records: records.flatMap(([line, cells]) => (line > least ? [{ line, cells, hasBadQuotes: false }] : [])),
      delimiter: ',',
    }
}

/** The titles as the file has them, with those of columns that only rows have. */
export async function headerOf(scope: Scope, run: number, headerLine: number): Promise<readonly string[]> {
  let header: readonly string[] | null = null
  let width = 0
  for await (const records of readParts(scope, run, headerLine)) {
    header ??= records.find(([line]) => line === headerLine)?.[1] ?? null
    if (!header) throw new OperationError('invalid', { text: 'import.header_line', params: { line: headerLine } })
    for (const [, cells] of records) width = Math.max(width, cells.length)
  }
  const titles = header ?? []
  return Array.from({ length: Math.max(width, titles.length) }, (_title, index) => titles[index] ?? '')
}
