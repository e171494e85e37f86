/** Rows as the hooks that prepare bodies want them read, before the transaction of their batch. */
import { fieldOf, isColumn, type StoredValue } from '../../../protocol/index.ts'
import { OperationError } from '../../errors/operation-error.ts'
import { newChange } from '../../operation/change.ts'
import { readField } from '../body.ts'
import { importView } from '../policy/policy.ts'
import { hasHook, prepareChange } from '../run-hooks.ts'
import { faultsOfRefusal } from './check-rows.ts'
import type { CsvRecord } from './csv-reader.ts'
import { copyRow, isReadable, type ImportRow } from './import-row.ts'
import { findByKeys, rowsOf } from './lookup.ts'
import { bodyOf } from './row-hooks.ts'
import { addTrialTargets, textsOf } from './row-targets.ts'
import { readRow, resolveTargets } from './row.ts'
import type { ImportRun } from './run.ts'
import { keyOf } from './state.ts'
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
  const ids = await findIds(run, resolved)
  const sources: RowSource[] = []
  for (const [at, row] of rows.entries()) {
    // There are as many of both as there are rows.
    const prepared = await prepareRow(run, row, resolved[at]!, ids[at] ?? null)
    sources.push({ record: row.record, read: () => copyRow(prepared) })
  }
  return sources
}

/** Copies of the rows with ids where cells name records. */
async function resolveRows(run: ImportRun, rows: readonly ImportRow[]): Promise<readonly ImportRow[]> {
  const targets = new Targets()
  const wanted = { texts: textsOf(run, rows), ids: new Map() }
  await readTargets(run.scope.database.query, run.model, run.scope.registry, wanted, targets, run.targets)
  addTrialTargets(run, targets)
  const copies = rows.map(copyRow)
  for (const copy of copies) resolveTargets(run, copy, targets)
  return copies
}

/** The stored record of each row; null for a new one, and where it is not clear which one is meant. */
async function findIds(run: ImportRun, rows: readonly ImportRow[]): Promise<readonly (number | null)[]> {
  const { scope, model, own } = run
  const given = rows.filter(isReadable).map(({ values }) => values)
  const found = await findByKeys(scope.database, scope.database.query, model, given)
  return rows.map(({ values }) => {
    const [row, ...others] = rowsOf(found, keyOf(model.key, values)).filter((one) => own.has(one))
    return row && others.length === 0 ? Number(row['id']) : null
  })
}

async function prepareRow(run: ImportRun, row: ImportRow, resolved: ImportRow, id: number | null): Promise<ImportRow> {
  const { scope, model } = run
  if (!isReadable(resolved)) return row
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
