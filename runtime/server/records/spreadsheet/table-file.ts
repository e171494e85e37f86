/** A table of texts as a file, for modules whose exports are not those of an entity. */
import { byteOrderMark, csvLine, safeCell } from '../../core/models/csv.ts'
import { writeWorkbook, type WorkbookColumn } from './write-workbook.ts'

export interface TableFile {
  /** Name of the sheet. */
  readonly name: string
  readonly columns: readonly Pick<WorkbookColumn, 'header' | 'type'>[]
}

const width = { text: 24, number: 10, day: 12, moment: 20 } as const

/** The bytes of the file as the rows come, each with a text for every column. */
export async function* tableFile(
  format: 'csv' | 'xlsx',
  { name, columns }: TableFile,
  rows: AsyncIterable<readonly string[]>,
): AsyncGenerator<Buffer, void> {
  if (format === 'csv') {
    yield Buffer.from(byteOrderMark + csvLine(columns.map(({ header }) => safeCell(header, false))))
    for await (const row of rows)
      yield Buffer.from(csvLine(row.map((cell, index) => safeCell(cell, columns[index]?.type === 'number'))))
    return
  }
  const wide = columns.map(({ header, type }) => ({ header, type, width: width[type] }))
  yield* writeWorkbook(linesOf(rows), { name, columns: wide })
}

/** Types of both files. */
export const tableFileTypes = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const

async function* linesOf(rows: AsyncIterable<readonly string[]>): AsyncGenerator<Buffer, void> {
  for await (const row of rows) yield Buffer.from(`${JSON.stringify(row)}\n`)
}
