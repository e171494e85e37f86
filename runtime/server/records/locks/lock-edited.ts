/** Locks the record of an edit and the records it will refer to, in the lock order. */
import type { StoredValue, TableModel } from '../../../protocol/index.ts'
import { retryTransaction, type Row, type RowLock, type Transaction } from '../../db/index.ts'
import { isDocument } from '../../core/models/lock-order.ts'
import { hasSingleWriter, lockRows } from '../../operation/lock-rows.ts'
import type { Scope } from '../../operation/scope.ts'
import { readLive } from '../actions/claim-state.ts'
import { referencedFields } from './referenced-fields.ts'
import { demandsOf, readTargets, type ChangedRecords, type Demand, type FindTarget } from '../relations/relations.ts'
import { readAncestors } from '../tree-check.ts'

/** The record as it is stored, locked. */
export interface LockedRecord {
  readonly current: Row
  /** Locked targets of the record; null = they are locked with those of its lines, after it, or need no lock. */
  readonly find: FindTarget | null
  /** In a tree: the new parent and all above it, locked. */
  readonly above: readonly number[]
}

/**
 * Locks a document FOR NO KEY UPDATE; its targets follow. Any other record comes after its targets: those the values
 * newly name FOR KEY SHARE, then the record itself (with its new ancestors in a tree), FOR UPDATE when a field changes
 * that others rely on. The transaction runs again when the record changed meanwhile in what decides about the locks.
 * @param values the values that are about to be stored
 * @throws an OperationError `not_found`
 */
export async function lockEdited(
  scope: Scope,
  model: TableModel,
  trx: Transaction,
  id: number,
  values: ReadonlyMap<string, StoredValue>,
): Promise<LockedRecord> {
  if (!isDocument(model) && !hasSingleWriter(scope.database)) return lockAfterTargets(scope, model, trx, id, values)
  const current = await readLive(scope, model, trx, id, 'write')
  return { current, find: null, above: await readNewAncestors(model, trx, current, values) }
}

/** The record's new parent and all above it; none where it stays in its place. */
async function readNewAncestors(
  model: TableModel,
  trx: Transaction,
  current: Row,
  values: ReadonlyMap<string, StoredValue>,
): Promise<readonly number[]> {
  const { tree } = model
  const parent = tree && values.get(tree.parent)
  if (!tree || parent === undefined || parent === (current[tree.parent] ?? null)) return []
  return readAncestors(model, trx, parent)
}

async function lockAfterTargets(
  scope: Scope,
  model: TableModel,
  trx: Transaction,
  id: number,
  values: ReadonlyMap<string, StoredValue>,
): Promise<LockedRecord> {
  const reliedOn = referencedFields(scope.registry, model)
  const isDecided = model.fields.some(({ name, relation }) => values.has(name) && (relation || reliedOn.has(name)))
  const before = isDecided ? await readLive(scope, model, trx, id) : null
  const demands = before ? demandsFor(model, before, values) : []
  const find = await readTargets(
    scope,
    trx,
    // Guard T85: what an edit refers to stays until it is stored.
    // Without: null
    'reference',
    demands.filter(({ relation }) => relation.table !== model.table),
  )
  const own = demands.filter(({ relation }) => relation.table === model.table)
  // Guard T85: a change that others rely on waits for them.
  // Without: const lock: RowLock = 'write' as RowLock
  const lock: RowLock = before && changes(before, values, reliedOn) ? 'exclusive' : 'write'
  const above = before ? await readNewAncestors(model, trx, before, values) : []
  const peers = [...own.flatMap(({ ids }) => ids), ...above]
  if (peers.length > 0) await lockRows(scope, trx, model.id, [id, ...peers], lock)
  const current = await readLive(scope, model, trx, id, peers.length > 0 ? null : lock)
  const isSame = JSON.stringify(demandsFor(model, current, values)) === JSON.stringify(demands)
  if (before && !(isSame && (lock === 'exclusive' || !changes(current, values, reliedOn)))) retryTransaction()
  const findOwn = await readTargets(scope, trx, null, own)
  return { current, above, find: (table, target) => (table === model.table ? findOwn : find)(table, target) }
}

/** The references of the record with the given values. */
function demandsFor(model: TableModel, current: Row, values: ReadonlyMap<string, StoredValue>): readonly Demand[] {
  const record = new Map([...Object.entries(current), ...values])
  const changedFields = new Set(
    [...values].filter(([name, value]) => value !== (current[name] ?? null)).map(([name]) => name),
  )
  const references: ChangedRecords = { model, records: [{ record, changed: changedFields, problems: new Map() }] }
  return demandsOf(references)
}

const changes = (row: Row, values: ReadonlyMap<string, StoredValue>, names: ReadonlySet<string>): boolean =>
  [...values].some(([name, value]) => names.has(name) && value !== (row[name] ?? null))
