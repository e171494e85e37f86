/** The operation behind `restore`: restores records that were marked as deleted, all of them or none. */
import { sql } from 'kysely'
import { visibleColumns, type StoredValue, type TableModel } from '../../protocol/index.ts'
import { retryTransaction, rowId, type Row, type Transaction } from '../db/index.ts'
import { OperationError } from '../core/errors/operation-error.ts'
import { isDocument } from '../core/models/lock-order.ts'
import { lockRows } from '../operation/lock-rows.ts'
import { runAfterWrite, runBeforeWrite } from './run-hooks.ts'
import { filterAccessible } from './accessible.ts'
import { viewOf } from './policy/policy.ts'
import { refuseClashes } from './field-problems.ts'
import { idOf } from './read-id.ts'
import { refuseDeletedTargets } from './relations/stored-targets.ts'
import { nowSeconds } from '../core/clock.ts'
import { writeOnce, type Operation, type Scope } from '../operation/scope.ts'

/**
 * Ids of records that are not deleted are skipped.
 * @returns how many were restored
 * @throws an OperationError: `not_found` when there was none; `invalid` when a record refers to one that no longer
 * exists; `duplicate` when its value of a unique field is used meanwhile
 */
export async function restore(
  scope: Scope,
  model: TableModel,
  ids: readonly unknown[],
): Promise<{ readonly count: number }> {
  const { softDelete } = model
  if (softDelete === null) throw new TypeError(`${model.id} keeps nothing that was deleted`)
  const visibleFields = visibleColumns(viewOf(scope, model, 'index'))
  const accessible = await filterAccessible(
    scope,
    model,
    [...new Set(ids.map(idOf).filter((id) => id !== null))],
    'restore',
  )
  const restoredValues = new Map<string, StoredValue>()
  const count = await refuseClashes(scope, model, restoredValues, () =>
    writeOnce(scope, (trx, inside) =>
      restoreRows({ scope: inside, model, trx }, softDelete, accessible, (row) => {
        for (const { name } of visibleFields) restoredValues.set(name, row[name] ?? null)
      }),
    ),
  )
  if (count === 0) throw new OperationError('not_found')
  return { count }
}

/** @param onRow called with the record that is restored next, so that an error can name its values */
async function restoreRows(
  { scope, model, trx }: Operation,
  softDelete: string,
  ids: readonly number[],
  onRow: (row: Row) => void,
): Promise<number> {
  await runBeforeWrite(scope, model, trx, { action: 'restore', ids })
  const rows = await lockRestored(scope, model, trx, softDelete, ids)
  if (rows.length === 0) return 0
  const found = rows.map((row) => Number(row['id']))
  const times = model.updated ? { [model.updated]: nowSeconds() } : {}
  for (const row of rows) {
    onRow(row)
    await trx
      .updateTable(model.table)
      .set({ [softDelete]: null, ...times })
      .set({ version: sql<number>`version + 1` })
      .where('id', '=', rowId(row))
      .execute()
  }
  await runAfterWrite(scope, model, trx, { action: 'restore', ids: found, changed: new Set([softDelete]) })
  return found.length
}

/**
 * Locks the deleted records FOR UPDATE and what they refer to FOR KEY SHARE: documents first, other records after their
 * targets. Throws an OperationError `invalid` when a target is deleted.
 */
async function lockRestored(
  scope: Scope,
  model: TableModel,
  trx: Transaction,
  softDelete: string,
  ids: readonly number[],
): Promise<readonly Row[]> {
  if (ids.length === 0) return []
  const read = () =>
    trx
      .selectFrom(model.table)
      .selectAll()
      .where('id', 'in', [...ids])
      .where(softDelete, 'is not', null)
      .orderBy('id')
      .execute()
  if (isDocument(model)) {
    await lockRows(scope, trx, model.id, ids, 'exclusive')
    const rows = await read()
    await refuseDeletedTargets(scope, model, trx, rows)
    return rows
  }
  const before = await read()
  const parents = before.flatMap((row) => (model.tree ? Number(row[model.tree.parent] ?? 0) : []))
  // A record of the same table is locked in one statement with those that refer to it.
  // Guard T85: what a restored record refers to stays until it is stored.
  // Without: const lockOwn = async () => {}
  const lockOwn = () => lockRows(scope, trx, model.id, [...ids, ...parents], 'exclusive')
  await refuseDeletedTargets(scope, model, trx, before, { lockOwn })
  const rows = await read()
  if (JSON.stringify(rows) !== JSON.stringify(before)) retryTransaction()
  return rows
}
