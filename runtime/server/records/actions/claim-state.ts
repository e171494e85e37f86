/** Changes the state of a record if it is still the one it was read with. */
import { sql } from 'kysely'
import {
  isEmpty,
  matchesState,
  requireMachine,
  type MachineActionModel,
  type StatePattern,
  type TableModel,
} from '../../../protocol/index.ts'
import { rowId, type Row, type RowLock, type Transaction } from '../../db/index.ts'
import { OperationError } from '../../core/errors/operation-error.ts'
import { nowSeconds } from '../../core/clock.ts'
import type { Operation, Scope } from '../../operation/scope.ts'
import { stateError } from './state-error.ts'

/** Maximum number of retries when a record changes between reading and writing; each retry checks it again. */
const attempts = 5

/**
 * Gives the record its next version and, where the action names one, its next state. From here on the row is locked.
 * @returns the row before the change
 * @throws an OperationError: `not_found`; `bad_state`; `conflict` when the given version is no longer the record's
 */
export async function claimState(
  { scope, model, trx }: Operation,
  action: MachineActionModel,
  id: number,
  version: unknown,
): Promise<Row> {
  for (let attempt = 1; attempt <= attempts; attempt++) {
    const row = await readLive(scope, model, trx, id)
    if (!matchesState(action.from, row)) throw stateError(scope, model, row, action.label, action.from)
    if (!isEmpty(version) && String(version) !== String(row['version'])) throw new OperationError('conflict')
    if (await compareAndSet(model, trx, action, row)) return row
  }
  throw new OperationError('conflict')
}

/** The record, unless it is deleted. @param lock how its row is locked */
export async function readLive(
  { database: { adapter } }: Pick<Scope, 'database'>,
  model: TableModel,
  trx: Transaction,
  id: number,
  lock: RowLock | null = null,
): Promise<Row> {
  const end = lock && adapter.rowLock(lock)
  const query = trx.selectFrom(model.table).selectAll().where('id', '=', id)
  const live = model.softDelete === null ? query : query.where(model.softDelete, 'is', null)
  const row = await (end ? live.modifyEnd(end) : live).executeTakeFirst()
  if (!row) throw new OperationError('not_found')
  return row
}

/** The state fields of which an action names exactly one value, with that value. */
export function definiteStates(to: StatePattern): readonly (readonly [field: string, value: number | string])[] {
  return Object.entries(to).flatMap(([field, [only, ...others]]) =>
    only === undefined || others.length > 0 ? [] : [[field, only] as const],
  )
}

async function compareAndSet(
  model: TableModel,
  trx: Transaction,
  { to }: MachineActionModel,
  row: Row,
): Promise<boolean> {
  const changes = [...definiteStates(to), ...(model.updated ? [[model.updated, nowSeconds()] as const] : [])]
  let query = trx
    .updateTable(model.table)
    .set(Object.fromEntries(changes))
    .set({ version: sql<number>`version + 1` })
    .where('id', '=', rowId(row))
    .where('version', '=', Number(row['version']))
  for (const field of requireMachine(model).fields) {
    const value = row[field] ?? null
    query = value === null ? query.where(field, 'is', null) : query.where(field, '=', value)
  }
  if (model.softDelete !== null) query = query.where(model.softDelete, 'is', null)
  return (await query.executeTakeFirst()).numUpdatedRows > 0n
}
