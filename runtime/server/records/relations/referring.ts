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
import { rowId, type Adapter, type Reading, type Row } from '../../db/index.ts'
import type { Scope } from '../../operation/scope.ts'
import { filterAccessible } from '../accessible.ts'
import { canList, viewOf } from '../policy/policy.ts'

/** How many referring records a refusal names. */
export const maxReferences = 5

/** How many referring records of one field are looked at. */
export const maxReferrers = 200

/** Records of one table, with id and title. */
export interface ReferringRecords {
  readonly table: TableModel
  readonly rows: readonly Row[]
}

/**
 * By what people know rows that refer to a record: lines by the record they belong to, rows of a ledger by the document
 * that posted them.
 */
export async function standInsOf(
  scope: Scope,
  model: TableModel,
  query: Reading,
  rows: readonly Row[],
): Promise<readonly ReferringRecords[]> {
  const { ownedBy } = model
  const among = sql<SqlBool>`id in (${sql.join(rows.map(rowId))})`
  if (model.ledger) return documentsOf(scope, model, query, among)
  if (!ownedBy) return [{ table: model, rows }]
  const owners = await query.selectFrom(model.table).select(ownedBy.field).where(among).distinct().execute()
  const table = scope.registry.require(ownedBy.entity)
  return [
    {
      table,
      rows: await readTitles(
        table,
        query,
        owners.map((row) => Number(row[ownedBy.field])),
      ),
    },
  ]
}

/** The documents that posted these rows of a ledger; rows of a kind of document that is gone stand for themselves. */
export async function documentsOf(
  { registry }: Scope,
  model: TableModel,
  query: Reading,
  rows: RawBuilder<SqlBool>,
): Promise<readonly ReferringRecords[]> {
  if (!model.ledger) throw new TypeError(`${model.id} is no ledger`)
  const { kind, id } = model.ledger.document
  const posted: readonly Row[] = await query
    .selectFrom(model.table)
    .select(({ fn }) => [kind, id, fn.min('id').as('_row')])
    .where(rows)
    .groupBy([kind, id])
    .orderBy(id)
    .limit(maxReferrers)
    .execute()
  const documents: ReferringRecords[] = []
  for (const value of new Set(posted.map((row) => row[kind]))) {
    const own = posted.filter((row) => row[kind] === value)
    const table = registry.list.find(({ postings }) =>
      Object.values(postings ?? {}).some(({ ledger, document }) => ledger === model.id && document === value),
    )
    const [target, ids] = table
      ? [table, own.map((row) => Number(row[id]))]
      : [model, own.map((row) => Number(row['_row']))]
    documents.push({ table: target, rows: await readTitles(target, query, ids) })
  }
  return documents
}

/** Rows with id and title, also of deleted records, by id. */
export async function readTitles(model: TableModel, query: Reading, ids: readonly number[]): Promise<readonly Row[]> {
  if (ids.length === 0) return []
  return query
    .selectFrom(model.table)
    .select([...new Set(['id', model.title])])
    .where('id', 'in', [...ids])
    .orderBy('id')
    .execute()
}

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
