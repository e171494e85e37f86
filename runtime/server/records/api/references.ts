/** Which records use others, as the models know it from their relations. */
import type { RecordReference, TableModel } from '../../../protocol/index.ts'
import type { Row } from '../../db/index.ts'
import type { Referrer } from '../../core/models/registry.ts'
import type { Scope } from '../../operation/scope.ts'
import { refersTo, visibleReferences } from '../relations/referring.ts'

/**
 * Records of any table that refer to one of these, oldest first within a table, as far as the caller may see them.
 * Lines stand for the record they belong to; deleted records do not count.
 */
export async function referencesTo(
  scope: Scope,
  model: TableModel,
  ids: readonly number[],
  limit: number,
): Promise<readonly RecordReference[]> {
  if (ids.length === 0) return []
  const references = new Map<string, RecordReference>()
  for (const referrer of scope.registry.referrers(model.id)) {
    if (references.size >= limit) break
    const { table, rows } = await usersOf(scope, referrer, ids, limit)
    for (const reference of await visibleReferences(scope, table, rows, limit))
      references.set(`${reference.table} ${reference.id}`, reference)
  }
  return [...references.values()].slice(0, limit)
}

/** The live records behind one field; the owners where it is a field of lines. */
async function usersOf(
  { database: { query, adapter }, registry }: Scope,
  { model, field }: Referrer,
  ids: readonly number[],
  limit: number,
): Promise<{ readonly table: TableModel; readonly rows: readonly Row[] }> {
  const owner = model.ownedBy
  const isOwner = owner === undefined || owner.field === field.name
  const table = isOwner ? model : registry.require(owner.entity)
  const users = isOwner
    ? query.selectFrom(table.table).where(refersTo(adapter, field, ids))
    : query.selectFrom(table.table).where(
        'id',
        'in',
        query
          .selectFrom(model.table)
          .select(owner.field)
          .where(refersTo(adapter, field, ids)),
      )
  const live = table.softDelete === null ? users : users.where(table.softDelete, 'is', null)
  const rows = await live
    .select([...new Set(['id', table.title])])
    .orderBy('id')
    .limit(limit)
    .execute()
  return { table, rows }
}
