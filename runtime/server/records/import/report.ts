/** The report of an import or of its trial run. */
import type { FieldProblem, Language, TableModel } from '../../../protocol/index.ts'
import { describeFieldProblem } from '../../../i18n/field-problems.ts'
import { t } from '../../../i18n/i18n.ts'
import type { Problems } from '../body.ts'
import { csvLine } from '../../core/models/csv.ts'
import type { CsvRecord } from './csv-reader.ts'
import type { Encoding } from '../../core/models/csv-encoding.ts'

interface ImportError {
  /** Line of the file the record begins in. */
  readonly line: number
  /** Field name; null when the error concerns the whole row. */
  readonly field: string | null
  readonly value: string
  readonly message: string
}

export interface ImportReport {
  /** In which the file was read. */
  readonly encoding: Encoding
  /** The sheet that was read; "" for a CSV file. */
  sheet: string
  /** Line of the file with the headers. */
  header_line: number
  /** Headers of columns that are not imported, such as those that an export has of fields that nobody writes. */
  readonly ignored: string[]
  /** created + updated + unchanged + refused */
  rows: number
  created: number
  updated: number
  unchanged: number
  refused: number
  /** Reason → how many rows were refused for it (the first reason of a row). */
  readonly reasons: Record<string, number>
  /** The first thousand; the error file contains all. */
  readonly errors: ImportError[]
  /** Field → how many rows changed it on a record that existed or appeared earlier in the file. */
  readonly changes: Record<string, number>
}

export const emptyReport = (encoding: Encoding): ImportReport => ({
  encoding,
  sheet: '',
  header_line: 1,
  ignored: [],
  rows: 0,
  created: 0,
  updated: 0,
  unchanged: 0,
  refused: 0,
  reasons: {},
  errors: [],
  changes: {},
})

/** Errors a report lists one by one. */
const maxErrors = 1000

/** One row's fate. */
export type Outcome =
  | { readonly kind: 'created' | 'unchanged' }
  | { readonly kind: 'updated'; readonly changes: readonly string[] }
  | { readonly kind: 'refused'; readonly record: CsvRecord; readonly faults: readonly Fault[] }

export interface Fault {
  readonly field: string | null
  readonly value: string
  readonly message: string
  /** The message without the row's own value, to count equal ones together. */
  readonly reason: string
}

export function addOutcome(report: ImportReport, outcome: Outcome): void {
  report.rows++
  report[outcome.kind]++
  if (outcome.kind === 'updated')
    for (const field of outcome.changes) report.changes[field] = (report.changes[field] ?? 0) + 1
  if (outcome.kind !== 'refused') return
  // A refused row has at least one fault.
  const reason = outcome.faults[0]!.reason
  report.reasons[reason] = (report.reasons[reason] ?? 0) + 1
  for (const { field, value, message } of outcome.faults)
    if (report.errors.length < maxErrors) report.errors.push({ line: outcome.record.line, field, value, message })
}

/** Problems of a row, each with the field's label. `cellOf` returns the text in the file. */
export function faultsOf(
  model: TableModel,
  language: Language,
  problems: Problems,
  cellOf: (field: string) => string,
): readonly Fault[] {
  return [...problems].map(([field, problem]) => {
    const label = model.fields.find((candidate) => candidate.name === field)?.label[language] ?? field
    const colon = t(language, 'import.colon')
    return {
      field,
      value: cellOf(field).slice(0, 200),
      message: `${label}${colon}${describeFieldProblem(language, problem)}`,
      reason: `${label}${colon}${describeFieldProblem(language, withoutValue(problem))}`,
    }
  })
}

/** The same problem for all rows: what a message says about one of them is left out. */
function withoutValue({ rule, text, params = {} }: FieldProblem): FieldProblem {
  const hidden = text ? Object.keys(params) : Object.keys(params).filter((name) => name === 'value')
  return {
    rule,
    ...(text && { text }),
    params: { ...params, ...Object.fromEntries(hidden.map((name) => [name, '…'])) },
  }
}

/** A refused row in the error file: its own cells, then the reason. The file can be corrected and imported again. */
export function errorLine(record: CsvRecord, faults: readonly Fault[], width: number, delimiter: string): string {
  const cells = Array.from({ length: Math.max(width, record.cells.length) }, (_one, index) => record.cells[index] ?? '')
  return csvLine([...cells, faults.map((fault) => fault.message).join('; ')], delimiter)
}
