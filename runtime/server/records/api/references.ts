/** Which records use others, as the models know it from their relations. */
import type { RecordReference, StoredValue, TableModel } from '../../../protocol/index.ts'
import type { Reading, Row } from '../../db/index.ts'
import { OperationError } from '../../core/errors/operation-error.ts'
import type { Referrer } from '../../core/models/registry.ts'
import type { Scope } from '../../operation/scope.ts'
import { viewOf } from '../policy/policy.ts'
import {
  documentsOf,
  maxReferrers,
  readTitles,
  refersTo,
  titleOf,
  visibleReferences,
  type ReferringRecords,
} from '../relations/referring.ts'

/** Values of columns: one, or several of which one holds. */
type Conditions = Readonly<Record<string, unknown>>

export interface ReferenceOptions {
  /** How many records are named. */
  readonly limit?: number
  /** By entity: only such records count, under these conditions. Absent = all that refer to it. */
  readonly among?: Readonly<Record<string, Conditions | undefined>>
}

const usualLimit = 5

/**
 * Records of any table that refer to one of these, oldest first within a table, as far as the caller may see them.
 * Lines stand for the record they belong to, rows of a ledger for the document that posted them; deleted records do not
 * count, but for those that have posted.
 */
export async function referencesTo(
  scope: Scope,
  model: TableModel,
  ids: readonly number[],
  { limit = usualLimit, among }: ReferenceOptions = {},
): Promise<readonly RecordReference[]> {
  return namesOf(scope, await recordsReferringTo(scope, model, ids, among), limit)
}

/** The records as a refusal names them: those that the caller could find in a list. */
export async function asReferences(
  scope: Scope,
  model: TableModel,
  ids: readonly number[],
  limit = usualLimit,
): Promise<readonly RecordReference[]> {
  return visibleReferences(scope, model, await readTitles(model, readingOf(scope), ids), limit)
}

/** Throws an OperationError `in_use` that names them, where a record refers to one of these. */
export async function refuseInUse(
  scope: Scope,
  model: TableModel,
  ids: readonly number[],
  { limit = usualLimit, among }: ReferenceOptions = {},
): Promise<void> {
  const users = await recordsReferringTo(scope, model, ids, among)
  if (users.length === 0) return
  const [record] = await readTitles(model, readingOf(scope), [await firstUsed(scope, model, ids, among)])
  throw new OperationError('in_use', {
    // Each record that refers counts, but only what the caller may see is named.
    references: await namesOf(scope, users, limit),
    params: { title: record ? titleOf(viewOf(scope, model, 'index'), record) : model.label[scope.language] },
  })
}

const readingOf = ({ transaction, database }: Scope): Reading => transaction ?? database.query

async function namesOf(
  scope: Scope,
  users: readonly ReferringRecords[],
  limit: number,
): Promise<readonly RecordReference[]> {
  const references = new Map<string, RecordReference>()
  for (const { table, rows } of users) {
    if (references.size >= limit) break
    for (const reference of await visibleReferences(scope, table, rows, limit))
      references.set(`${reference.table} ${reference.id}`, reference)
  }
  return [...references.values()].slice(0, limit)
}

/** The first of the records that others refer to, of which there is one. */
async function firstUsed(
  scope: Scope,
  model: TableModel,
  ids: readonly number[],
  among: ReferenceOptions['among'],
): Promise<number> {
  let rest = [...ids].sort((left, right) => left - right)
  while (rest.length > 1) {
    const half = rest.slice(0, Math.ceil(rest.length / 2))
    const isUsed = (await recordsReferringTo(scope, model, half, among)).length > 0
    rest = isUsed ? half : rest.slice(half.length)
  }
  return rest[0] ?? 0
}

async function recordsReferringTo(
  scope: Scope,
  model: TableModel,
  ids: readonly number[],
  among: ReferenceOptions['among'],
): Promise<readonly ReferringRecords[]> {
  if (ids.length === 0) return []
  const users: ReferringRecords[] = []
  for (const referrer of scope.registry.referrers(model.id))
    users.push(...(await recordsBehind(scope, referrer, ids, among)))
  return users.filter(({ rows }) => rows.length > 0)
}

/** The records behind one field. */
async function recordsBehind(
  scope: Scope,
  { model, field }: Referrer,
  ids: readonly number[],
  among: ReferenceOptions['among'],
): Promise<readonly ReferringRecords[]> {
  const query = readingOf(scope)
  const { adapter } = scope.database
  const owner = model.ownedBy
  // The lines of a record are a part of it.
  if (owner?.field === field.name) return []
  if (model.ledger) {
    const documents = await documentsOf(scope, model, query, refersTo(adapter, field, ids))
    return among ? documents.filter(({ table }) => table === model || among[table.id]) : documents
  }
  const table = owner ? scope.registry.require(owner.entity) : model
  if (among && !among[table.id]) return []
  const referring = refersTo(adapter, field, ids)
  const users = owner
    ? query
        .selectFrom(table.table)
        .where('id', 'in', query.selectFrom(model.table).select(owner.field).where(referring))
    : query.selectFrom(table.table).where(referring)
  const live = table.softDelete === null ? users : users.where(table.softDelete, 'is', null)
  let limited = live
  const conditions = Object.entries(among?.[table.id] ?? {}) as [string, StoredValue | readonly StoredValue[]][]
  for (const [column, value] of conditions) {
    if (Array.isArray(value)) limited = limited.where(column, 'in', value)
    else limited = value === null ? limited.where(column, 'is', null) : limited.where(column, '=', value)
  }
  const rows: readonly Row[] = await limited
    .select([...new Set(['id', table.title])])
    .orderBy('id')
    .limit(maxReferrers)
    .execute()
  return [{ table, rows }]
}
