/** Rows as the hooks that prepare bodies want them read, before the transaction of their batch. */
import { rowId } from '../../db/index.ts'
import { fieldOf, isColumn, type StoredValue } from '../../../protocol/index.ts'
import { OperationError } from '../../core/errors/operation-error.ts'
import { newChange } from '../../operation/change.ts'
import { readField } from '../body.ts'
import { importView } from '../policy/policy.ts'
import { hasHook, prepareChange } from '../run-hooks.ts'
import { faultsOfRefusal } from './check-rows.ts'
import type { CsvRecord } from './csv-reader.ts'
import { copyRow, isReadable, type ImportRow } from './import-row.ts'
import { candidatesOf, findStored, keepCurrent, readLabels } from './identify.ts'
import { bodyOf } from './row-hooks.ts'
import { addTrialTargets, textsOf } from './row-targets.ts'
import { readRow, resolveTargets } from './row.ts'
import type { ImportRun } from './run.ts'
import { readTargets, Targets } from './targets.ts'

/** A record of the file, and how it is read for each attempt to write it. */
export interface RowSource {
  readonly record: CsvRecord
  readonly read: () => ImportRow
}

/** Hooks are asked once for each row, however often the batch is repeated. */
export async function prepareRows(run: ImportRun, records: readonly CsvRecord[]): Promise<readonly RowSource[]> {
  if (!hasHook(run.scope, run.model, 'prepareBody'))
    return records.map((record) => ({ record, read: () => readRow(run, record) }))
  const rows = records.map((record) => readRow(run, record))
  const resolved = await resolveRows(run, rows)
  const ids = await keepStored(run, resolved)
  const sources: RowSource[] = []
  for (const [index, row] of rows.entries()) {
    // There are as many of both as there are rows.
    const prepared = await prepareRow(run, withoutKept(row, resolved[index]!), resolved[index]!, ids[index] ?? null)
    sources.push({ record: row.record, read: () => copyRow(prepared) })
  }
  return sources
}

/** Copies of the rows with ids where cells name records. */
async function resolveRows(run: ImportRun, rows: readonly ImportRow[]): Promise<readonly ImportRow[]> {
  const targets = new Targets()
  const wanted = { texts: textsOf(run, rows), ids: new Map() }
  await readTargets(run, run.scope.database.query, wanted, targets, run.targets)
  addTrialTargets(run, targets)
  const copies = rows.map(copyRow)
  for (const copy of copies) resolveTargets(run, copy, targets)
  return copies
}

/**
 * The stored record of each row; null for a new one, and where it is not clear which one is meant. Rows lose what
 * leaves their record as it is: hooks see changes only.
 */
async function keepStored(run: ImportRun, rows: readonly ImportRow[]): Promise<readonly (number | null)[]> {
  const { query } = run.scope.database
  const labels = new Targets()
  const whole = rows.filter(({ faults }) => faults.length === 0)
  const records = await findStored(run, query, whole)
  await readLabels(run, query, whole, records, labels)
  return rows.map((row) => {
    const [record, ...others] = row.faults.length > 0 ? [] : candidatesOf(run, row, records, labels)
    if (!record || others.length > 0) return null
    keepCurrent(run, row, new Map(Object.entries(record)), labels)
    return rowId(record)
  })
}

/** The row as it was read, without what was taken out of its copy. */
function withoutKept(row: ImportRow, { values, problems }: ImportRow): ImportRow {
  const copy = copyRow(row)
  for (const part of [copy.values, copy.problems, copy.targets])
    for (const name of part.keys()) if (!values.has(name) && !problems.has(name)) part.delete(name)
  return copy
}

async function prepareRow(run: ImportRun, row: ImportRow, resolved: ImportRow, id: number | null): Promise<ImportRow> {
  const { scope, model } = run
  const isKey = (name: string): boolean => model.key.includes(name)
  if (!isReadable(resolved) || (id !== null && [...resolved.values.keys()].every(isKey))) return row
  const body = bodyOf(run, resolved.values)
  try {
    const change = await prepareChange(scope, model, newChange(id, body))
    return { ...readChanges(run, row, body, change.body), prepared: change }
  } catch (error) {
    if (!(error instanceof OperationError)) throw error
    return { ...row, faults: faultsOfRefusal(run, row.record, error) }
  }
}

/** Reads the values that the hooks have changed; what they left alone stays as the file has it. */
function readChanges(
  { scope, model }: ImportRun,
  row: ImportRow,
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): ImportRow {
  const view = importView(scope, model)
  const values = new Map<string, StoredValue>(row.values)
  const problems = new Map(row.problems)
  const targets = new Map(row.targets)
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
    if (Object.is(before[name], after[name])) continue
    values.delete(name)
    targets.delete(name)
    const field = fieldOf(view, name)
    if (!field || !isColumn(field) || field.readOnly || after[name] === undefined) continue
    const read = readField(field, after[name], scope.settings)
    if ('problem' in read) problems.set(name, read.problem)
    else values.set(name, read.stored)
  }
  return { ...row, values, problems, targets }
}
