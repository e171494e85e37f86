/** Undoes what entries of the log note of records of one table: edits one by one, deletions together. */
import type { TableModel } from '../../../protocol/index.ts'
import { auditTable } from '../../operation/audit/audit.ts'
import type { Audit } from '../../operation/audit/entry.ts'
import { rowId, type Row } from '../../db/index.ts'
import { OperationError } from '../../core/errors/operation-error.ts'
import type { Scope } from '../../operation/scope.ts'
import { restore } from '../restore.ts'
import { refusal, writeFormerValues } from './former-values.ts'
import { inverseOf, lastChange, undoingOf, type Undoable } from './last-change.ts'
import { readRecordLog } from './record-log.ts'

/** Entries of one table that one operation undoes. */
export interface Undoing {
  readonly model: TableModel
  readonly inverse: 'edit' | 'restore'
  /** With what `readEntries` reads of them; newest first. */
  readonly entries: readonly Row[]
}

/** Why entries were not undone, by their ids. */
export type Refusals = ReadonlyMap<number, OperationError>

export const missing = (): OperationError => new OperationError('not_found', { text: 'problem.undo_missing' })

/** Newest first. */
export async function readEntries({ database }: Scope, ids: readonly number[]): Promise<readonly Row[]> {
  return database.query
    .selectFrom(auditTable)
    .select(['id', 'admin_id', 'entity', 'record_id', 'action', 'data', 'create_time'])
    .where('id', 'in', [...ids])
    .orderBy('id', 'desc')
    .execute()
}

/** How the caller can undo an entry of one record; null = not at all. */
export function inverseIn(scope: Scope, entry: Row): Omit<Undoing, 'entries'> | null {
  const model = entry['record_id'] === null ? undefined : scope.registry.byId(String(entry['entity']))
  const inverse = model ? inverseOf(scope.actor, model, entry) : null
  return model && inverse ? { model, inverse } : null
}

/**
 * All check and lock as when they are asked for directly. Versions, times and the log move on.
 * @param isOver true = what was refused together is not tried one by one any more
 */
export async function undoChanges(scope: Scope, undoing: Undoing, isOver: () => boolean): Promise<Refusals> {
  const { model, inverse, entries } = undoing
  // Before the log: what changes a record from here on makes the version a former one.
  const rows = await readRecords(scope, model, entries)
  const refusals = new Map<number, OperationError>()
  const current: Row[] = []
  const last = await lastEntries(scope, model, entries)
  for (const entry of entries)
    if (rows.has(recordOf(entry)) && last.has(rowId(entry))) current.push(entry)
    else refusals.set(rowId(entry), refusal('problem.undo_changed'))
  if (inverse === 'restore') return new Map([...refusals, ...(await restoreAll(scope, model, current, isOver))])
  for (const entry of current) {
    const row = rows.get(recordOf(entry)) ?? {}
    const error = await refusalOf(() => writeFormerValues(marking(scope, [entry]), model, entry['data'], row))
    if (error) refusals.set(rowId(entry), error)
  }
  return refusals
}

const recordOf = (entry: Row): number => Number(entry['record_id'])

async function readRecords(
  { database }: Scope,
  { table }: TableModel,
  entries: readonly Row[],
): Promise<ReadonlyMap<number, Row>> {
  const rows: readonly Row[] = await database.query
    .selectFrom(table)
    .selectAll()
    .where('id', 'in', entries.map(recordOf))
    .execute()
  return new Map(rows.map((row) => [rowId(row), row]))
}

/** The entries that note the last change of their record which is still in effect. */
async function lastEntries(scope: Scope, model: TableModel, entries: readonly Row[]): Promise<ReadonlySet<number>> {
  const after = Math.min(...entries.map(rowId)) - 1
  const log = await readRecordLog(scope.database.query, model.id, entries.map(recordOf), { after })
  const byRecord = new Map<number, Row[]>()
  for (const row of log) byRecord.set(recordOf(row), [...(byRecord.get(recordOf(row)) ?? []), row])
  const isLast = (entry: Row): boolean => {
    const last = lastChange(byRecord.get(recordOf(entry)) ?? [])
    return (
      last !== null &&
      !last['part'] &&
      // Guard S16: undo: nothing that was changed since.
      rowId(last) === rowId(entry)
    )
  }
  return new Set(entries.filter(isLast).map(rowId))
}

/** All of them together, or else each half of them. */
async function restoreAll(
  scope: Scope,
  model: TableModel,
  entries: readonly Row[],
  isOver: () => boolean,
): Promise<Refusals> {
  if (entries.length === 0) return new Map()
  const error = await refusalOf(() => restore(marking(scope, entries), model, entries.map(recordOf)))
  if (!error) return new Map()
  if (entries.length === 1 || isOver()) return new Map(entries.map((entry) => [rowId(entry), error]))
  const half = Math.ceil(entries.length / 2)
  const first = await restoreAll(scope, model, entries.slice(0, half), isOver)
  return new Map([...first, ...(await restoreAll(scope, model, entries.slice(half), isOver))])
}

async function refusalOf(work: () => Promise<unknown>): Promise<OperationError | null> {
  try {
    await work()
    return null
  } catch (error) {
    if (error instanceof OperationError) return error
    throw error
  }
}

/** A scope whose write notes of every record which entry it undoes. */
function marking(scope: Scope, entries: readonly Row[]): Scope {
  const { audit } = scope
  const entryOf = new Map(entries.map((entry) => [recordOf(entry), entry]))
  const noting: Audit = async (trx, written) => {
    if (!audit) return 0
    const { records } = written
    let first = 0
    for (const id of records?.ids ?? []) {
      const entry = entryOf.get(id)
      if (!records || entry?.['entity'] !== records.entity) return audit(trx, written)
      const action = undoingOf(String(entry['action']) as Undoable)
      const data = { ...written.data, undoes: rowId(entry) }
      const note = await audit(trx, { ...written, records: { ...records, ids: [id], action }, data })
      first ||= note
    }
    return records ? first : audit(trx, written)
  }
  return audit ? { ...scope, audit: noting } : scope
}
