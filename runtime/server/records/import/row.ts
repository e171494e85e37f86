/** Reads records of the file against the table. */
import { itemsOfText, refersToMany, type FieldModel, type StoredValue } from '../../../protocol/index.ts'
import { t } from '../../../i18n/i18n.ts'
import { unprotectedCell } from '../../core/models/csv.ts'
import { readField, type Problems, type ReadField } from '../body.ts'
import { readCell } from './cell.ts'
import type { CsvRecord } from './csv-reader.ts'
import type { ImportRow } from './import-row.ts'
import type { Fault } from './report.ts'
import type { ImportRun } from './run.ts'
import type { Targets } from './targets.ts'

export function readRow(run: ImportRun, record: CsvRecord): ImportRow {
  const values: Map<string, StoredValue> = new Map()
  const problems: Problems = new Map()
  const targets = new Map<string, string>()
  const fault = faultOf(run, record)
  for (const column of fault ? [] : run.columns) {
    const { field, at: index } = column
    const read = readCell(column, unprotectedCell(record.cells[index] ?? ''), run.codes, run.scope.settings)
    if ('problem' in read) problems.set(field.name, read.problem)
    else if ('target' in read) targets.set(field.name, read.target)
    else values.set(field.name, read.stored)
  }
  return { record, values, problems, targets, faults: fault ? [fault] : [], prepared: null }
}

function faultOf({ scope: { language }, width }: ImportRun, record: CsvRecord): Fault | null {
  const isRagged = record.cells.slice(width).some((cell) => !isBlank(cell))
  if (!isRagged && !record.hasBadQuotes) return null
  const message = record.hasBadQuotes
    ? t(language, 'import.bad_quotes')
    : t(language, 'import.ragged', { found: record.cells.length, expected: width })
  return { field: null, value: '', message, reason: message }
}

/** True for a line of separators only, as spreadsheets write behind their last row. */
export const isBlankRecord = ({ cells }: CsvRecord): boolean => cells.every(isBlank)

const isBlank = (cell: string): boolean => cell.trim() === ''

/** Puts ids where cells named records. Fields go in their order: a shelf is looked for in the row's area. */
export function resolveTargets(run: ImportRun, row: ImportRow, targets: Targets): void {
  for (const field of run.model.fields) {
    const cell = row.targets.get(field.name)
    if (cell === undefined) continue
    const target = refersToMany(field)
      ? resolveList(run, field, cell, row, targets)
      : targets.resolve(field, cell, row.values)
    if ('problem' in target) row.problems.set(field.name, target.problem)
    else row.values.set(field.name, target.stored)
  }
}

/** Several records, with commas between their titles, or in the form in which an export writes titles with commas. */
function resolveList(
  { scope }: ImportRun,
  field: FieldModel,
  cell: string,
  { values }: ImportRow,
  targets: Targets,
): ReadField {
  const ids: StoredValue[] = []
  for (const title of itemsOfText(cell)) {
    const target = targets.resolve(field, title, values)
    if ('problem' in target) return target
    ids.push(target.stored)
  }
  return readField(field, ids, scope.settings)
}
