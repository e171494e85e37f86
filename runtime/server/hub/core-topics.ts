/**
 * The topics of the core: lists (`list:shop/order`), records (`record:shop/order:17`) and the notices of an account
 * (`notice:3`). Their subscribers read the present state themselves.
 */
import { noticeTopic, recordTopic, type TableModel } from '../../protocol/index.ts'
import { nowSeconds } from '../core/clock.ts'
import { wakeTopic } from '../db/index.ts'
import type { SystemDatabase } from '../operation/access/system-tables.ts'
import type { Scope } from '../operation/scope.ts'
import { filterAccessible } from '../records/accessible.ts'
import { mayList } from '../records/count.ts'
import { idOf } from '../records/read-id.ts'
import type { TopicKind, TopicPresence } from './topic-kind.ts'

/** Seconds after which a viewer without a sign of life is not shown: three missed beats. */
const viewerLife = 90

const lists: TopicKind = {
  name: 'list',
  // Guard T12: lists are heard of by those who may open them.
  // Without: mayRead: async ({ scope, key }) => scope.registry.byId(key) !== undefined
  mayRead: async ({ scope, member, key }) => member === null && scope.actor !== null && mayList(scope, key),
}

const notices: TopicKind = {
  name: 'notice',
  // Guard T20: notices are heard of by their receiver.
  // Without: mayRead: async ({ member }) => member === null
  mayRead: async ({ scope, member, topic }) =>
    member === null && scope.actor?.id != null && topic === noticeTopic(scope.actor.id),
}

const records: TopicKind = {
  name: 'record',
  mayRead: async ({ scope, member, key }) => {
    const record = readRecordKey(scope, key)
    return member === null && record !== null && (await mayWatch(scope, record))
  },
  async onJoin({ scope, key, topic, connection }) {
    const { entity, id } = partsOf(key)
    const database: SystemDatabase = scope.database
    await database.write(async (trx) => {
      const viewer = { entity, record_id: id, admin_id: scope.actor?.id ?? null, connection }
      await trx
        .insertInto('record_viewer')
        .values({ ...viewer, seen_time: nowSeconds(), version: 1 })
        .onConflict((on) => on.columns(['entity', 'record_id', 'connection']).doNothing())
        .execute()
      wakeTopic(topic)
    })
  },
  async onLeave({ scope, key, topic, connection }) {
    const { entity, id } = partsOf(key)
    const database: SystemDatabase = scope.database
    await database.write(async (trx) => {
      await trx
        .deleteFrom('record_viewer')
        .where('entity', '=', entity)
        .where('record_id', '=', id)
        .where('connection', '=', connection)
        .execute()
      wakeTopic(topic)
    })
  },
  onBeat,
}

export const coreTopics: readonly TopicKind[] = [lists, notices, records]

/** A record that somebody looks at. */
export interface WatchedRecord {
  readonly model: TableModel
  readonly id: number
}

const partsOf = (key: string): { readonly entity: string; readonly id: number } => {
  const colon = key.lastIndexOf(':')
  return { entity: key.slice(0, colon), id: Number(key.slice(colon + 1)) }
}

/** The record of `shop/order:17`; null = there is no such table, or the id is none. */
function readRecordKey(scope: Scope, key: string): WatchedRecord | null {
  const colon = key.lastIndexOf(':')
  return findRecord(scope, key.slice(0, Math.max(colon, 0)), key.slice(colon + 1))
}

export function findRecord(scope: Scope, entity: string, id: unknown): WatchedRecord | null {
  const model = scope.registry.byId(entity)
  const number = idOf(id)
  return model && number !== null ? { model, id: number } : null
}

/** Whether the caller may see the record. */
export async function mayWatch(scope: Scope, { model, id }: WatchedRecord): Promise<boolean> {
  if (scope.actor === null || !mayList(scope, model.id)) return false
  // Guard T12: a record is watched by those who reach it.
  // Without: return true
  return (await filterAccessible(scope, model, [id])).length === 1
}

/** Names of the other accounts that have the record open. */
export async function viewersOf(scope: Scope, { model, id }: WatchedRecord): Promise<readonly string[]> {
  const database: SystemDatabase = scope.database
  const rows = await database.query
    .selectFrom('record_viewer')
    .innerJoin('admin', 'admin.id', 'record_viewer.admin_id')
    .select(['admin.id as id', 'admin.nickname as nickname', 'admin.username as username'])
    .where('record_viewer.entity', '=', model.id)
    .where('record_viewer.record_id', '=', id)
    .where('record_viewer.admin_id', '<>', scope.actor?.id ?? 0)
    .where('record_viewer.seen_time', '>', nowSeconds() - viewerLife)
    .orderBy('record_viewer.id')
    .execute()
  return [...new Map(rows.map((row) => [row.id, row.nickname || row.username])).values()]
}

/** The version of the record as it is stored now; null = it is not there, or deleted. */
export async function versionOf({ database }: Scope, { model, id }: WatchedRecord): Promise<number | null> {
  const hasVersion = model.adopted === undefined
  let query = database.query
    .selectFrom(model.table)
    .select(hasVersion ? ['id', 'version'] : ['id'])
    .where('id', '=', id)
  if (model.softDelete !== null) query = query.where(model.softDelete, 'is', null)
  const row = await query.executeTakeFirst()
  return row ? Number(row['version'] ?? 0) : null
}

/** Notes who is still there, and forgets those whose process was killed. */
async function onBeat(scope: Scope, present: readonly TopicPresence[]): Promise<void> {
  const database: SystemDatabase = scope.database
  const now = nowSeconds()
  const connections = [...new Set(present.map(({ connection }) => connection))]
  const stale = await database.query
    .selectFrom('record_viewer')
    .select(['id', 'entity', 'record_id'])
    .where((eb) => eb.or([eb('seen_time', '<', now - viewerLife), eb('seen_time', '>', now + viewerLife)]))
    .orderBy('id')
    .limit(maxRows)
    .execute()
  if (connections.length === 0 && stale.length === 0) return
  await database.write(async (trx) => {
    for (let start = 0; start < connections.length; start += maxRows)
      await trx
        .updateTable('record_viewer')
        .set({ seen_time: now })
        .where('connection', 'in', connections.slice(start, start + maxRows))
        .execute()
    if (stale.length === 0) return
    await trx
      .deleteFrom('record_viewer')
      .where(
        'id',
        'in',
        stale.map(({ id }) => id),
      )
      .where((eb) => eb.or([eb('seen_time', '<', now - viewerLife), eb('seen_time', '>', now + viewerLife)]))
      .execute()
    for (const { entity, record_id: id } of stale) wakeTopic(recordTopic(entity, id))
  })
}

/** Rows of one statement. */
const maxRows = 200
