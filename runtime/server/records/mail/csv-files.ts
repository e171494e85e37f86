/** A document as files for spreadsheets. */
import type { Language } from '../../../protocol/index.ts'
import { t } from '../../../i18n/i18n.ts'
import { byteOrderMark, csvLine, safeCell } from '../../core/models/csv.ts'
import type { MessageAttachment } from '../../operation/messages.ts'
import type { DocumentTable, RecordDocument } from './document.ts'

/**
 * One file for each field of lines: a row for each line, with the fields of the record before it, so that filters and
 * sums of a spreadsheet work. All lines are there, also those that the mail itself leaves out. Without lines it is one
 * file with one row.
 * @param document with values that are written for programs
 */
export function csvFiles(document: RecordDocument, language: Language): readonly MessageAttachment[] {
  const { kind, name, tables } = document
  const title = `${kind} ${name}`
  const files =
    tables.length === 0 ? [{ label: '', table: null }] : tables.map((table) => ({ label: table.label, table }))
  return files.map(({ label, table }) => ({
    name: fileName(tables.length > 1 ? `${title} ${label}` : title),
    type: 'text/csv',
    content: byteOrderMark + csvOf(document, table, language),
  }))
}

interface Cell {
  readonly text: string
  readonly isNumber: boolean
}

function csvOf({ kind, name, facts }: RecordDocument, table: DocumentTable | null, language: Language): string {
  const own = [kind, ...facts.map(({ label }) => label)]
  const ofLines = (table?.columns ?? []).map(({ label }) =>
    own.includes(label) ? t(language, 'mail.column_of', { table: table?.label ?? '', column: label }) : label,
  )
  const before: readonly Cell[] = [
    { text: name, isNumber: false },
    ...facts.map(({ value, isNumber }) => ({ text: value, isNumber })),
  ]
  const rows = table
    ? table.rows.map((cells) => [
        ...before,
        ...cells.map((text, index) => ({ text, isNumber: table.columns[index]?.isNumber === true })),
      ])
    : [before]
  const head = csvLine([...own, ...ofLines].map((text) => safeCell(text, false)))
  return head + rows.map((row) => csvLine(row.map(({ text, isNumber }) => safeCell(text, isNumber)))).join('')
}

const maxName = 120

/** A name that every system can store a file under. */
const fileName = (title: string): string =>
  `${title
    .replace(/[\p{Cc}\u2028\u2029<>:"/\\|?*]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .slice(0, maxName)
    .trim()}.csv`
