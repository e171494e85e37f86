/** The operation behind `restore`: brings records back that were marked as deleted, all of them or none. */
import { sql } from 'kysely'
import type { StoredValue, TableModel } from '../../protocol/index.ts'
import type { Row, Write } from '../db/index.ts'
import { Refusal } from '../refusal.ts'
import { afterWrite, beginWrite, withinReach } from './behavior.ts'
import { refuseClashes, refuseProblems } from './problems.ts'
import { idOf } from './read-id.ts'
import { checkRelations } from './relations.ts'
import { nowSeconds, type Scope } from './scope.ts'

/**
 * Ids that are not of a deleted record are passed over.
 * @returns how many came back
 * Throws a Refusal: `not_found` when there was none; `invalid` when a record refers to one that is not there any more;
 * `duplicate` when its value of a unique field was taken meanwhile.
 */
export async function restore(scope: Scope, model: TableModel, ids: readonly unknown[]): Promise<{ readonly count: number }> {
  const { softDelete } = model
  if (softDelete === null) throw new TypeError(`${model.id} keeps nothing that was deleted`)
  const wanted = await withinReach(scope, model, [...new Set(ids.map(idOf).filter((id) => id !== null))], 'restore')
  const count = await refuseClashes(scope, model, new Map(), () => scope.database.write((trx) => bringBack(scope, trx, model, softDelete, wanted)))
  if (count === 0) throw new Refusal('not_found')
  return { count }
}

async function bringBack(scope: Scope, trx: Write, model: TableModel, softDelete: string, ids: readonly number[]): Promise<number> {
  await beginWrite(scope, model, trx)
  const rows = ids.length === 0 ? [] : await trx.selectFrom(model.table).selectAll().where('id', 'in', [...ids]).where(softDelete, 'is not', null).orderBy('id').execute()
  for (const row of rows) await checkTargets(scope, trx, model, row)
  if (rows.length === 0) return 0
  const found = rows.map((row) => Number(row['id']))
  const times = model.updated ? { [model.updated]: nowSeconds() } : {}
  await trx.updateTable(model.table).set({ [softDelete]: null, ...times }).set({ version: sql<number>`version + 1` }).where('id', 'in', found).execute()
  await afterWrite(scope, model, trx, { action: 'restore', ids: found, changed: new Set([softDelete]) })
  return found.length
}

/** A record does not come back to one above it that is gone. */
async function checkTargets(scope: Scope, trx: Write, model: TableModel, row: Row): Promise<void> {
  const parent = model.tree?.parent
  if (parent === undefined) return
  const problems = new Map()
  await checkRelations(scope, trx, model, new Map<string, StoredValue>(Object.entries(row)), new Set([parent]), problems)
  refuseProblems(scope, problems)
}
