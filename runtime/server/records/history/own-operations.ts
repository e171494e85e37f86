/** Operations of the caller in the last day that can still be undone. */
import type { OwnOperation, TableModel } from '../../../protocol/index.ts'
import { isAdmin, type Actor, type Admin } from '../../operation/access/actor.ts'
import { auditTable } from '../../operation/audit/audit.ts'
import { titleIn } from '../../operation/audit/title.ts'
import { rowId, type Row } from '../../db/index.ts'
import type { Scope } from '../../operation/scope.ts'
import { visibleReferences } from '../relations/referring.ts'
import { importTable } from './import-changes.ts'
import { inverseOf, lastChange, maxEntries, undoBegin } from './last-change.ts'
import { readRecordLog } from './record-log.ts'
import { importedTable } from './undo-import.ts'

/** Operations that are listed, and records that one of them names. */
const [maxOperations, maxNamed] = [50, 3]

/** Newest first. Entries that one request has left are one operation: the records deleted together, for example. */
export async function ownOperations(scope: Scope): Promise<readonly OwnOperation[]> {
  const { actor } = scope
  if (!isAdmin(actor)) return []
  const entries = withoutCut(await recentEntries(scope, actor))
  const tables = await tablesOf(scope, actor, entries)
  const groups: Row[][] = []
  for (const entry of entries.filter((candidate) => tables.has(rowId(candidate)))) {
    const last = groups.at(-1)
    if (last?.[0] && isOfOneRequest(last[0], entry)) last.push(entry)
    else if (groups.length < maxOperations) groups.push([entry])
    else break
  }
  const operations: OwnOperation[] = []
  for (const group of groups) {
    const [first] = group
    const model = first && tables.get(rowId(first))
    if (model) operations.push(await operationOf(scope, model, group))
  }
  return operations
}

async function recentEntries({ database }: Scope, actor: Admin): Promise<readonly Row[]> {
  return database.query
    .selectFrom(auditTable)
    .select(['id', 'admin_id', 'entity', 'record_id', 'action', 'title', 'url', 'data', 'create_time'])
    .where('admin_id', '=', actor.id)
    .where('create_time', '>', undoBegin())
    .orderBy('id', 'desc')
    .limit(maxEntries + 1)
    .execute()
}

/** The entries without those of a request of which only a part was read: undoing them would leave the rest as it is. */
function withoutCut(entries: readonly Row[]): readonly Row[] {
  const next = entries[maxEntries]
  return next === undefined ? entries : entries.slice(0, maxEntries).filter((entry) => !isOfOneRequest(next, entry))
}

/** By entry: its table, where the entry can be undone. */
async function tablesOf(scope: Scope, actor: Actor, entries: readonly Row[]): Promise<ReadonlyMap<number, TableModel>> {
  const tables = new Map<number, TableModel>()
  const byTable = new Map<TableModel, Row[]>()
  const whole: Row[] = []
  for (const entry of entries) {
    const model = scope.registry.byId(String(entry['entity'] ?? ''))
    if (entry['record_id'] === null) whole.push(entry)
    else if (model && inverseOf(actor, model, entry) && isKept(entry))
      byTable.set(model, [...(byTable.get(model) ?? []), entry])
  }
  for (const [model, own] of byTable) {
    const after = Math.min(...own.map(rowId)) - 1
    const log = await readRecordLog(scope.database.query, model.id, idsOf(own), { after })
    for (const entry of own) {
      const last = lastChange(log.filter((row) => row['record_id'] === entry['record_id']))
      if (last && !last['part'] && rowId(last) === rowId(entry)) tables.set(rowId(entry), model)
    }
  }
  for (const entry of await importsAmong(scope, whole)) {
    const model = await importedTable(scope, entry)
    if (model) tables.set(rowId(entry), model)
  }
  return tables
}

const idsOf = (entries: readonly Row[]): readonly number[] => [
  ...new Set(entries.map((entry) => Number(entry['record_id']))),
]

/** An edit that the log keeps whole, or a deletion. */
const isKept = ({ action, data }: Row): boolean =>
  action !== 'edit' || (JSON.parse(String(data)) as { readonly complete?: unknown }).complete === true

async function importsAmong({ database }: Scope, entries: readonly Row[]): Promise<readonly Row[]> {
  if (entries.length === 0) return []
  const imports = await database.query
    .selectFrom(importTable)
    .select('log_id')
    .distinct()
    .where('log_id', 'in', entries.map(rowId))
    .where('undo_time', 'is', null)
    .execute()
  const ids = new Set(imports.map((row) => Number(row['log_id'])))
  return entries.filter((entry) => ids.has(rowId(entry)))
}

const isOfOneRequest = (left: Row, right: Row): boolean =>
  left['record_id'] !== null &&
  (['entity', 'action', 'url', 'data', 'create_time'] as const).every((name) => left[name] === right[name])

async function operationOf(scope: Scope, model: TableModel, group: readonly Row[]): Promise<OwnOperation> {
  const [first = {}] = group
  const facts = {
    entries: group.map(rowId),
    title: titleIn(String(first['title']), scope.language),
    time: Number(first['create_time']),
    controller: model.controller,
  }
  if (first['record_id'] === null) return { ...facts, count: await importedCount(scope, rowId(first)), names: [] }
  const rows = await scope.database.query
    .selectFrom(model.table)
    .select([...new Set(['id', model.title])])
    .where('id', 'in', idsOf(group).slice(0, maxNamed))
    // PostgreSQL returns changed rows last.
    .orderBy('id')
    .execute()
  const names = (await visibleReferences(scope, model, rows as readonly Row[])).map(({ title }) => title)
  return { ...facts, count: group.length, names }
}

async function importedCount({ database }: Scope, log: number): Promise<number> {
  const { count } = await database.query
    .selectFrom(importTable)
    .select(({ fn }) => fn.countAll().as('count'))
    .where('log_id', '=', log)
    .where('undo_time', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}
