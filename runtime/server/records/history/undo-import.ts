/**
 * Undoes an import: what it changed gets its former values, what it added is deleted, the last written first. Records
 * that were changed since, or that others refer to, stay as they are and are named.
 */
import type { ImportUndone, KeptRecord, TableModel } from '../../../protocol/index.ts'
import { tableEntry } from '../../operation/audit/audit.ts'
import type { Audit } from '../../operation/audit/entry.ts'
import { rowId, type Reading, type Row } from '../../db/index.ts'
import { OperationError } from '../../core/errors/operation-error.ts'
import type { Scope } from '../../operation/scope.ts'
import { canUse } from '../policy/policy.ts'
import { remove } from '../remove.ts'
import { refusal, writeFormerValues } from './former-values.ts'
import { importTable, markUndone } from './import-changes.ts'
import { isOwnAndRecent, lastChange } from './last-change.ts'
import { readRecordLog } from './record-log.ts'
import { maxKept, startSlice } from './undo-slice.ts'

/** Records whose logs are read together. */
const batchSize = 100

interface Undoing {
  readonly scope: Scope
  readonly model: TableModel
  /** The entry of the import in the log. */
  readonly entry: Row
}

/** The table of an import that the caller may undo as a whole; null when it was no import, or the caller may not. */
export async function importedTable(scope: Scope, entry: Row): Promise<TableModel | null> {
  const { actor, database, registry } = scope
  if (
    !actor ||
    // Guard S16: undo: one's own imports only.
    !isOwnAndRecent(actor, entry)
  )
    return null
  const [first, other] = await database.query
    .selectFrom(importTable)
    .select(['entity', 'action'])
    .distinct()
    .where('log_id', '=', rowId(entry))
    .where('undo_time', 'is', null)
    .execute()
  const model = first && registry.byId(String(first['entity']))
  if (!model) return null
  const actions = [first, other].flatMap((entry) => (entry ? [entry['action'] === 'add' ? 'del' : 'edit'] : []))
  // Guard S16: undo: an import by the rights to edit and delete.
  // Without: return actions.length > 0 ? model : null
  return actions.every((action) => canUse(actor, model, action as 'del' | 'edit')) ? model : null
}

/**
 * Works until the time of one request is over. Every record is a transaction of its own, or as many as can be deleted
 * together, and locks as `edit` and `del` do; what was done to it is marked last.
 * @param before the `next` of the answer before; null = from the end
 */
export async function undoImport(undoing: Undoing, before: number | null): Promise<ImportUndone> {
  const { scope, model, entry } = undoing
  const isOver = startSlice(scope)
  let [done, keptCount, next] = [0, 0, before]
  const reasons: KeptRecord[] = []
  for (;;) {
    const parts = await readParts(undoing, next)
    if (parts.length === 0) break
    for (const group of groupsOf(parts)) {
      const outcomes = await undoGroup(undoing, group)
      done += outcomes.filter((outcome) => outcome === null).length
      for (const reason of outcomes) if (reason !== null && (keptCount += 1) <= maxKept) reasons.push(reason)
      next = Number(group.at(-1)?.['id'])
      if (isOver()) break
    }
    if (isOver()) break
  }
  const left = await countParts(undoing, next)
  if (done > 0)
    await scope.database.write(async (trx) => {
      await scope.audit?.(
        trx,
        tableEntry(model, 'undo_import', { data: { undoes: rowId(entry), done, kept: keptCount } }),
      )
    })
  return { done, kept: keptCount, reasons, left, next: left === 0 ? null : next }
}

const partsOf = ({ scope, entry }: Undoing, before: number | null) => {
  const query = scope.database.query
    .selectFrom(importTable)
    .where('log_id', '=', rowId(entry))
    .where('undo_time', 'is', null)
  return before === null ? query : query.where('id', '<', before)
}

const readParts = (undoing: Undoing, before: number | null): Promise<readonly Row[]> =>
  partsOf(undoing, before).selectAll().orderBy('id', 'desc').limit(batchSize).execute() as Promise<readonly Row[]>

async function countParts(undoing: Undoing, before: number | null): Promise<number> {
  const { count } = await partsOf(undoing, before)
    .select(({ fn }) => fn.countAll().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Added records in a row are deleted together, changed ones are edited one by one. */
function groupsOf(parts: readonly Row[]): readonly (readonly Row[])[] {
  const groups: Row[][] = []
  for (const part of parts) {
    const last = groups.at(-1)
    if (part['action'] === 'add' && last?.[0]?.['action'] === 'add') last.push(part)
    else groups.push([part])
  }
  return groups
}

/** @returns for each, in the order of the group, why the record stays; null = undone */
async function undoGroup(undoing: Undoing, parts: readonly Row[]): Promise<readonly (KeptRecord | null)[]> {
  try {
    if (parts[0]?.['action'] === 'add') await removeAdded(undoing, parts)
    else for (const part of parts) await writeBack(undoing, part)
    return parts.map(() => null)
  } catch (error) {
    if (!(error instanceof OperationError)) throw error
    if (parts.length === 1)
      return parts.map((part) => ({ id: Number(part['record_id']), msg: error.allIn(undoing.scope.language) }))
  }
  const outcomes: (KeptRecord | null)[] = []
  for (const part of parts) outcomes.push(...(await undoGroup(undoing, [part])))
  return outcomes
}

async function removeAdded(undoing: Undoing, parts: readonly Row[]): Promise<void> {
  const { model } = undoing
  const ids = parts.map((part) => Number(part['record_id']))
  await remove(markingScope(undoing, parts), model, ids, {
    spares: true,
    // The records are locked: nobody changes them between this look and the deletion.
    verify: (trx) => refuseChanged(model, trx, parts),
  })
}

async function writeBack(undoing: Undoing, part: Row): Promise<void> {
  const { scope, model } = undoing
  const { query } = scope.database
  // Before the log: what changes the record from here on makes the version a former one.
  const row = await query
    .selectFrom(model.table)
    .selectAll()
    .where('id', '=', Number(part['record_id']))
    .executeTakeFirst()
  if (!row) throw new OperationError('not_found')
  await refuseChanged(model, query, [part])
  await writeFormerValues(markingScope(undoing, [part]), model, part['data'], row as Row)
}

/** @throws an OperationError `bad_state` when something that was done to one of the records later is still in effect */
async function refuseChanged(model: TableModel, query: Reading, parts: readonly Row[]): Promise<void> {
  const after = Math.min(...parts.map((part) => Number(part['after_id'])))
  const ids = parts.map((part) => Number(part['record_id']))
  const log = await readRecordLog(query, model.id, ids, { after })
  for (const part of parts) {
    const last = lastChange(log.filter((row) => row['record_id'] === part['record_id']))
    // Guard S16: undo: of an import nothing that was changed since.
    if (Number(last?.['part']) !== rowId(part)) throw refusal('problem.undo_changed')
  }
}

/** The scope whose write marks the parts as undone, in place of an entry of the log for every record. */
function markingScope({ scope, model }: Undoing, parts: readonly Row[]): Scope {
  const { withIdempotency: _once, ...plain } = scope
  const audit: Audit = async (trx, entry) => {
    if (entry.records?.entity !== model.id) return (await scope.audit?.(trx, entry)) ?? 0
    await markUndone(scope, trx, parts.map(rowId))
    return 0
  }
  return { ...plain, audit }
}
