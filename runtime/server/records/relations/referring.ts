/** Records that refer to others: how they are found, and how they are named to people. */
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import {
  fieldOf,
  kinds,
  refersToMany,
  usualPage,
  type FieldModel,
  type RecordReference,
  type TableModel,
} from '../../../protocol/index.ts'
import type { Adapter, Row } from '../../db/index.ts'
import type { Scope } from '../../operation/scope.ts'
import { filterAccessible } from '../accessible.ts'
import { canList, viewOf } from '../policy/policy.ts'

/** How many referring records a refusal names. */
const maxReferences = 5

/** The first of them that the caller could find in a list. Rows have their id and title. */
export async function visibleReferences(
  scope: Scope,
  table: TableModel,
  users: readonly Row[],
  limit = maxReferences,
): Promise<readonly RecordReference[]> {
  if (!canList(scope, table)) return []
  const model = viewOf(scope, table, 'index')
  const visibleIds = new Set(
    await filterAccessible(
      scope,
      table,
      users.map((row) => Number(row['id'])),
    ),
  )
  return users
    .filter((row) => visibleIds.has(Number(row['id'])))
    .slice(0, limit)
    .map((row) => ({
      table: model.id,
      ...(model.page !== usualPage(model.id) && { page: model.page }),
      label: model.label[scope.language],
      id: Number(row['id']),
      title: titleOf(model, row),
    }))
}

/** The display title of the record. A private title is never shown. */
export function titleOf(model: TableModel, row: Row): string {
  const field = fieldOf(model, model.title)
  if (!field || field.private) return String(row['id'])
  return String(kinds[field.kind].toWire(row[field.name] ?? null, field) ?? '')
}

/** True for rows whose reference, or list of them, names one of the records. */
export function refersTo(adapter: Adapter, field: FieldModel, ids: readonly number[]): RawBuilder<SqlBool> {
  if (!refersToMany(field)) return sql<SqlBool>`${sql.id(field.name)} in (${sql.join(ids)})`
  return sql<SqlBool>`(${sql.join(
    ids.map((id) => adapter.jsonHas(sql.id(field.name), id)),
    sql` or `,
  )})`
}
