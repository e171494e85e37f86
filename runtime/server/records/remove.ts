/** The operation behind `del`: deletes all of the records or none, and applies the delete rules of their relations. */
import { sql } from 'kysely'
import {
  kinds,
  refersToMany,
  requireRelation,
  applyRules,
  type RecordReference,
  type RuleValue,
  type StoredValue,
  type TableModel,
} from '../../protocol/index.ts'
import { rowId, type Row, type Transaction } from '../db/index.ts'
import { OperationError } from '../core/errors/operation-error.ts'
import { isDocument } from '../core/models/lock-order.ts'
import type { Referrer } from '../core/models/registry.ts'
import { hasSingleWriter } from '../operation/lock-rows.ts'
import { refuseUndeletable } from './actions/state-guard.ts'
import { runAfterWrite, runBeforeRemove, runBeforeWrite } from './run-hooks.ts'
import { filterAccessible } from './accessible.ts'
import { RemovalLocks } from './locks/lock-removed.ts'
import { viewOf } from './policy/policy.ts'
import { recordChanges, recordDeleted } from './recovery/write-log.ts'
import { idOf } from './read-id.ts'
import { maxReferences, maxReferrers, refersTo, standInsOf, titleOf, visibleReferences } from './relations/referring.ts'
import { targetIds } from './relations/relations.ts'
import { factsOf } from './policy/rules.ts'
import { nowSeconds } from '../core/clock.ts'
import { writeOnce, type Scope } from '../operation/scope.ts'
import { leavesFirst } from './tree.ts'

/** Ids per statement. */
const batchSize = 500

export interface RemovalOptions {
  /** Refuses, naming them, also records that would be deleted or lose their reference with those that are deleted. */
  readonly spares?: boolean
  /** Runs when the records are locked, before anything is deleted; refuses by throwing an OperationError. */
  readonly verify?: (trx: Transaction) => Promise<void>
}

/**
 * Deletes records. Ids without a record are passed over.
 * @returns how many there were
 * Throws an OperationError: `not_found` when there was none; `in_use` with up to five records that refer to one of
 * them.
 */
export async function remove(
  scope: Scope,
  model: TableModel,
  ids: readonly unknown[],
  options: RemovalOptions = {},
): Promise<{ readonly count: number }> {
  // Guard T20: one deletes what one sees.
  // Without: const accessible = [...new Set(ids.map(idOf).filter((id) => id !== null))]
  const accessible = await filterAccessible(
    scope,
    model,
    [...new Set(ids.map(idOf).filter((id) => id !== null))],
    'del',
  )
  try {
    const count = await writeOnce(scope, (trx, inside) => removeWanted(inside, model, trx, accessible, options))
    if (count === 0) throw new OperationError('not_found')
    return { count }
  } catch (error) {
    // A record that began to refer to one of them in this very moment.
    if (scope.database.adapter.problemOf(error)?.kind === 'foreign')
      throw new OperationError('in_use', { params: { title: model.label[scope.language] } })
    throw error
  }
}

/**
 * Locks the records FOR UPDATE before any check, so that nobody begins to refer to one of them any more; then, after
 * them, the rows that are deleted or changed with them.
 */
async function removeWanted(
  scope: Scope,
  model: TableModel,
  trx: Transaction,
  ids: readonly number[],
  { spares = false, verify }: RemovalOptions,
): Promise<number> {
  await runBeforeWrite(scope, model, trx, { action: 'del', ids })
  const locks = new RemovalLocks(scope, trx, (referrer, ids) => referringIds({ scope, trx }, referrer, ids))
  // Guard T85: a deletion locks before it checks.
  await locks.lock(model, ids)
  await verify?.(trx)
  await runBeforeRemove(scope, model, trx, ids)
  const count = await removeAll({ scope, trx, now: nowSeconds(), removed: new Map(), locks, spares }, model, ids)
  if (count > 0) await runAfterWrite(scope, model, trx, { action: 'del', ids, changed: new Set() })
  return count
}

interface Removal {
  readonly scope: Scope
  readonly trx: Transaction
  readonly now: number
  /** Ids that are deleted in this transaction, by table: they block nothing and are not visited twice. */
  readonly removed: Map<string, Set<number>>
  readonly locks: RemovalLocks
  readonly spares: boolean
}

async function removeAll(removal: Removal, model: TableModel, ids: readonly number[]): Promise<number> {
  const removed = removal.removed.get(model.table) ?? new Set<number>()
  removal.removed.set(model.table, removed)
  const rows = await liveRows(
    model,
    removal.trx,
    ids.filter((id) => !removed.has(id)),
  )
  if (rows.length === 0) return 0
  const found = rows.map((row) => Number(row['id']))
  await refuseUndeletable(removal.scope, model, removal.trx, found)
  await recordDeleted(removal.scope, model, removal.trx, found)
  for (const id of found) removed.add(id)
  const { registry } = removal.scope
  const referrers = registry.referrers(model.id)
  for (const table of new Set(registry.inLockOrder(referrers.map((referrer) => referrer.model.table))))
    for (const referrer of referrers.filter((candidate) => candidate.model.table === table))
      await followReferrer(removal, model, referrer, rows)
  for (const layer of layersOf(model, rows)) for (const part of batches(layer)) await deleteRows(removal, model, part)
  return found.length
}

/**
 * Where rows are removed permanently, a branch of a tree is removed from its leaves, because the database checks each
 * row separately.
 */
function layersOf({ tree, softDelete }: TableModel, rows: readonly Row[]): readonly (readonly number[])[] {
  if (tree && softDelete === null)
    return leavesFirst(rows.map((row) => ({ id: Number(row['id']), parent: Number(row[tree.parent] ?? 0) })))
  return [rows.map((row) => Number(row['id']))]
}

async function liveRows(model: TableModel, trx: Transaction, ids: readonly number[]): Promise<readonly Row[]> {
  const rows: Row[] = []
  for (const part of batches(ids)) {
    const query = trx
      .selectFrom(model.table)
      .select([...new Set(['id', model.title, ...(model.tree ? [model.tree.parent] : [])])])
      .where('id', 'in', [...part])
    rows.push(...(await (model.softDelete === null ? query : query.where(model.softDelete, 'is', null)).execute()))
  }
  return rows
}

async function followReferrer(
  removal: Removal,
  model: TableModel,
  referrer: Referrer,
  rows: readonly Row[],
): Promise<void> {
  const { onDelete } = requireRelation(referrer.field)
  if (isKeptLine(model, referrer) || onDelete === 'keep') return
  const ids = rows.map((row) => Number(row['id']))
  for (const part of batches(ids)) {
    if (
      onDelete === 'restrict' ||
      // Guard S16: undo: what others refer to stays.
      removal.spares
    )
      await refuseUsed(removal, model, referrer, part, rows)
    else if (onDelete === 'cascade') await removeReferring(removal, referrer, part)
    else if (refersToMany(referrer.field)) await removeFromLists(removal, referrer, part)
    else await clearReferences(removal, referrer, part)
  }
}

async function removeReferring(removal: Removal, referrer: Referrer, ids: readonly number[]): Promise<void> {
  const { model, field } = referrer
  const referring = await referringIds(removal, referrer, ids)
  // The lines of a record are locked with it.
  if (model.ownedBy?.field !== field.name) await removal.locks.lockDependents(referrer, referring)
  await removeAll(removal, model, referring)
}

/** A record that is only marked as deleted keeps its lines. */
const isKeptLine = ({ id, softDelete }: TableModel, { model: { ownedBy }, field }: Referrer): boolean =>
  softDelete !== null && ownedBy?.entity === id && ownedBy.field === field.name

/** Deleted records count as well, since their history names the record; but a tree's own deleted children do not. */
async function refuseUsed(
  { scope, trx, removed }: Removal,
  model: TableModel,
  { model: other, field }: Referrer,
  ids: readonly number[],
  rows: readonly Row[],
): Promise<void> {
  const removedIds = [...(removed.get(other.table) ?? [])]
  const base = trx
    .selectFrom(other.table)
    .select(['id', field.name, ...(other.title === field.name ? [] : [other.title])])
    .where(refersTo(scope.database.adapter, field, ids))
  const notLeaving = removedIds.length === 0 ? base : base.where(sql<boolean>`id not in (${sql.join(removedIds)})`)
  const own =
    other.id === model.id && other.softDelete !== null ? notLeaving.where(other.softDelete, 'is', null) : notLeaving
  const users = await own.orderBy('id').limit(maxReferrers).execute()
  const [first] = users
  if (!first) return
  const used = rows.find((row) => targetIds(field, first[field.name] ?? null).includes(Number(row['id'])))
  const references: RecordReference[] = []
  for (const { table, rows: records } of await standInsOf(scope, other, trx, users))
    references.push(...(await visibleReferences(scope, table, records)))
  throw new OperationError('in_use', {
    references: references.slice(0, maxReferences),
    params: { title: used ? titleOf(viewOf(scope, model, 'index'), used) : model.label[scope.language] },
  })
}

async function referringIds(
  { scope, trx }: Pick<Removal, 'scope' | 'trx'>,
  { model, field }: Referrer,
  ids: readonly number[],
): Promise<readonly number[]> {
  const rows = await trx
    .selectFrom(model.table)
    .select('id')
    .where(refersTo(scope.database.adapter, field, ids))
    .execute()
  return rows.map((row) => Number(row['id']))
}

/** Removes the records from the lists that contain them. */
async function removeFromLists(removal: Removal, referrer: Referrer, ids: readonly number[]): Promise<void> {
  const { trx, now } = removal
  const { model, field } = referrer
  await lockReferring(removal, referrer, ids)
  const rows: readonly Row[] = await trx
    .selectFrom(model.table)
    .selectAll()
    .where(refersTo(removal.scope.database.adapter, field, ids))
    .execute()
  const leftIn = (row: Row): StoredValue =>
    kinds[field.kind].toStored(
      targetIds(field, row[field.name] ?? null).filter((id) => !ids.includes(id)),
      field,
    )
  const changes = rows.map((row) => ({ before: row, after: { [field.name]: leftIn(row) } }))
  await recordChanges(removal.scope, model, trx, changes)
  const times = model.updated ? { [model.updated]: now } : {}
  for (const { before: row, after } of changes) {
    await trx
      .updateTable(model.table)
      .set({ ...after, ...times })
      .set({ version: sql<number>`version + 1` })
      .where('id', '=', rowId(row))
      .execute()
  }
}

/**
 * Locks the rows that lose a reference FOR NO KEY UPDATE, after the record they refer to; documents were locked before.
 */
async function lockReferring(removal: Removal, referrer: Referrer, ids: readonly number[]): Promise<void> {
  const { scope, trx, locks } = removal
  const { model } = referrer
  if (hasSingleWriter(scope.database)) return
  if (isDocument(model)) return locks.requireLocked(model, await referringIds(removal, referrer, ids))
  const referring = sql`select id from ${sql.table(model.table)}
    where ${refersTo(scope.database.adapter, referrer.field, ids)} order by id`
  // The ids are not needed, and may be very many: the log of an account.
  await sql`select count(*) from (${referring} ${scope.database.adapter.rowLock('write')}) as _locked`.execute(trx)
}

async function clearReferences(removal: Removal, { model, field }: Referrer, ids: readonly number[]): Promise<void> {
  const { trx, now } = removal
  await lockReferring(removal, { model, field }, ids)
  await recordChanges(removal.scope, model, trx, async () => {
    const rows = await trx
      .selectFrom(model.table)
      .selectAll()
      .where(field.name, 'in', [...ids])
      .execute()
    return rows.map((before) => ({ before, after: { [field.name]: null } }))
  })
  if (model.fields.some(({ computed }) => computed?.stored && computed.rule.reads.includes(field.name)))
    return clearAndRecompute(removal, { model, field }, ids)
  const times = model.updated ? { [model.updated]: now } : {}
  await trx
    .updateTable(model.table)
    .set({ [field.name]: null, ...times })
    .set({ version: sql<number>`version + 1` })
    .where(field.name, 'in', [...ids])
    .execute()
}

/** Where stored values are computed from the reference, they are computed again, record by record. */
async function clearAndRecompute(
  { scope, trx, now }: Removal,
  { model, field }: Referrer,
  ids: readonly number[],
): Promise<void> {
  const computing = { fields: model.fields.map(({ when: _when, readOnlyWhen: _fixed, ...field }) => field) }
  const rows = await trx
    .selectFrom(model.table)
    .selectAll()
    .where(field.name, 'in', [...ids])
    .orderBy('id')
    .execute()
  for (const old of rows) {
    const { record } = applyRules(computing, factsOf(scope, { record: { ...old, [field.name]: null }, old }))
    const computed = model.fields
      .filter((field) => field.computed?.stored)
      .map(({ name }) => [name, storedOf(record[name])] as const)
    const times = model.updated ? { [model.updated]: now } : {}
    await trx
      .updateTable(model.table)
      .set({ ...Object.fromEntries(computed), [field.name]: null, ...times })
      .set({ version: sql<number>`version + 1` })
      .where('id', '=', rowId(old))
      .execute()
  }
}

const storedOf = (value: RuleValue | undefined): StoredValue =>
  typeof value === 'boolean' ? Number(value) : (value ?? null)

async function deleteRows({ trx, now }: Removal, model: TableModel, ids: readonly number[]): Promise<void> {
  if (model.softDelete === null) {
    await trx
      .deleteFrom(model.table)
      .where('id', 'in', [...ids])
      .execute()
    return
  }
  const times = model.updated ? { [model.updated]: now } : {}
  await trx
    .updateTable(model.table)
    .set({ [model.softDelete]: now, ...times })
    .set({ version: sql<number>`version + 1` })
    .where('id', 'in', [...ids])
    .execute()
}

function batches(ids: readonly number[]): readonly (readonly number[])[] {
  return Array.from({ length: Math.ceil(ids.length / batchSize) }, (_one, index) =>
    ids.slice(index * batchSize, (index + 1) * batchSize),
  )
}
