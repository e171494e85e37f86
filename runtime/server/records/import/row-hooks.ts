/** Asks the hooks of adding and editing for the records of a batch, as for those of a form. */
import { fieldOf, kinds } from '../../../protocol/index.ts'
import { nowSeconds } from '../../core/clock.ts'
import type { Row, Transaction } from '../../db/index.ts'
import { AppError } from '../../core/errors/app-error.ts'
import { OperationError } from '../../core/errors/operation-error.ts'
import type { Change, ImportedRecord } from '../../operation/change.ts'
import type { Values } from '../body.ts'
import { lineRecords } from '../lines/rules.ts'
import { newRow } from '../new-row.ts'
import { refuseOutOfRows } from '../policy/policy.ts'
import { applyTableRules } from '../policy/rules.ts'
import { runBeforeCreate, runBeforeImport, runBeforeUpdate } from '../run-hooks.ts'
import type { CsvRecord } from './csv-reader.ts'
import type { PendingRecord } from './pending-records.ts'
import type { ImportRun } from './run.ts'

/** Ends the transaction of a batch: hooks have refused some of its records, and may have written something before. */
export class RefusedRecords extends AppError<'refused'> {
  readonly byRecord: ReadonlyMap<CsvRecord, OperationError>

  constructor(byRecord: ReadonlyMap<CsvRecord, OperationError>) {
    super('RefusedRecords', 'refused', 'hooks have refused records of an import')
    this.byRecord = byRecord
  }
}

/** A record to write. */
export interface RecordWrite {
  /** Null for a new record. */
  readonly current: Row | null
  /** Of a new record the whole row, of another one the columns to write. */
  readonly after: Row
}

/**
 * Locks what the hooks lock: `beforeImport` for the whole batch, the others record by record.
 * @throws RefusedRecords after all records were asked, so that the others can be written without them
 */
export async function applyRowHooks(
  run: ImportRun,
  trx: Transaction,
  records: readonly PendingRecord[],
): Promise<readonly RecordWrite[]> {
  const imported = records.map((record) => ({ record, change: changeOf(run, record), current: record.current }))
  await runBeforeImport(run.scope, run.model, trx, imported)
  const refused = new Map<CsvRecord, OperationError>()
  const writes: RecordWrite[] = []
  for (const one of imported) {
    try {
      writes.push({ current: one.current, after: await rowAfterHooks(run, trx, one) })
    } catch (error) {
      if (!(error instanceof OperationError)) throw error
      for (const { record } of one.record.rows) refused.set(record, error)
    }
  }
  if (refused.size > 0) throw new RefusedRecords(refused)
  return writes.filter(({ current, after }) => current === null || Object.keys(after).length > 0)
}

/** The values of the rows of a record; the last row wins. */
function changeOf(run: ImportRun, { current, values, changed: changedFields, rows }: PendingRecord): Change {
  const names = current ? new Set([...rows.flatMap((row) => [...row.values.keys()]), ...changedFields]) : values.keys()
  const line = rows.at(-1)?.record.line
  return {
    id: current ? Number(current['id']) : null,
    body: Object.assign({}, ...rows.map((row) => row.prepared?.body ?? bodyOf(run, row.values))) as Change['body'],
    given: new Map([...names].map((name) => [name, values.get(name) ?? null])),
    overrides: new Map(rows.flatMap((row) => [...(row.prepared?.overrides ?? [])])),
    warnings: [],
    ...(line !== undefined && { line }),
  }
}

/** The values of a row as a form would send them. */
export function bodyOf({ model }: ImportRun, values: ReadonlyMap<string, Row[string]>): Change['body'] {
  return Object.fromEntries(
    [...values].flatMap(([name, value]) => {
      const field = fieldOf(model, name)
      return field ? [[name, value === null ? null : kinds[field.kind].toWire(value, field)]] : []
    }),
  )
}

/** Values that rules compute come last. */
async function rowAfterHooks(
  { scope, model }: ImportRun,
  trx: Transaction,
  { change, current }: ImportedRecord,
): Promise<Row> {
  if (current) await runBeforeUpdate(scope, model, trx, change, current)
  else await runBeforeCreate(scope, model, trx, change)
  const values: Values = new Map([...change.given, ...change.overrides])
  if (current) {
    const record = { ...current, ...Object.fromEntries(values) }
    applyTableRules(scope, { model, record, old: current }, values)
    refuseOutOfRows(scope, model, 'edit', { ...current, ...Object.fromEntries(values) })
    return Object.fromEntries([...values].filter(([name, value]) => value !== (current[name] ?? null)))
  }
  const row = newRow(model, values, scope.actor?.id ?? null, nowSeconds())
  const decided: Values = new Map()
  const lines = lineRecords(model, [])
  applyTableRules(scope, { model, record: row, old: null, lines }, decided)
  const after = { ...row, ...Object.fromEntries(decided) }
  // Guard T15: import: hooks move no row out of the caller's reach.
  refuseOutOfRows(scope, model, 'add', after)
  return after
}
