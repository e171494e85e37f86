/** The operation behind `undo`: takes back the last change of a record, by the one who made it, within a day. */
import { fieldOf, kinds, type TableModel, type TextKey, type WireValue } from '../../../protocol/index.ts'
import { auditTable } from '../../audit/audit.ts'
import type { Audit } from '../../audit/entry.ts'
import type { LoggedChanges } from '../../audit/changes.ts'
import type { Row } from '../../db/index.ts'
import { OperationError } from '../../errors/operation-error.ts'
import type { Scope } from '../../operation/scope.ts'
import { viewOf } from '../policy/policy.ts'
import { idOf } from '../read-id.ts'
import { restore } from '../restore.ts'
import { update } from '../update.ts'
import { inverseOf, lastChange, undoingOf, type Undoable } from './last-change.ts'

/** Entries of a record that are read: as many as undoings may lie over the change. */
const maxEntries = 200

/**
 * Undoes what one entry of the log notes: an edit by an edit that writes the former values, a deletion by a restore.
 * Both check and lock as when they are asked for directly. Versions, times and the log move on.
 * @param entry id of the entry
 * @throws an OperationError: `not_found` when the caller may not undo it; `bad_state` when the record was changed
 * since, or the log does not keep all of what it replaced; else as `update` and `restore` do
 */
export async function undo(scope: Scope, entry: unknown): Promise<void> {
  const found = await readEntry(scope, idOf(entry))
  const model = found && scope.registry.byId(String(found['entity']))
  const inverse = found && model ? inverseOf(scope.actor, model, found) : null
  if (!found || !model || !inverse) throw new OperationError('not_found', { text: 'problem.undo_missing' })
  const record = Number(found['record_id'])
  // Before the log: what changes the record from here on makes the version a former one.
  const row = await readRecord(scope, model, record)
  const last = lastChange(await readEntries(scope, model.id, record))
  if (!row || Number(last?.['id']) !== Number(found['id'])) throw refusal('problem.undo_changed')
  const undoing = { ...scope, audit: auditOf(scope.audit, found) }
  if (inverse === 'restore') await restore(undoing, model, [record])
  else await undoEdit(undoing, model, found, row)
}

const refusal = (text: TextKey): OperationError => new OperationError('bad_state', { text })

async function undoEdit(scope: Scope, model: TableModel, entry: Row, row: Row): Promise<void> {
  const { changes, complete } = JSON.parse(String(entry['data'])) as { changes?: LoggedChanges; complete?: boolean }
  const view = viewOf(scope, model, 'edit')
  if (!changes || complete !== true) throw refusal('problem.undo_incomplete')
  const former: Record<string, WireValue> = {}
  for (const [name, [before, after]] of Object.entries(changes)) {
    const field = fieldOf(view, name)
    if (!field || field.private || field.readOnly) throw refusal('problem.undo_incomplete')
    const now = kinds[field.kind].toWire(row[name] ?? null, field)
    if (JSON.stringify(now) !== JSON.stringify(after)) throw refusal('problem.undo_changed')
    former[name] = before
  }
  try {
    await update(scope, model, { ...former, id: row['id'], version: row['version'] })
  } catch (error) {
    if (error instanceof OperationError && error.code === 'conflict') throw refusal('problem.undo_changed')
    throw error
  }
}

/** Notes what the write undoes. */
function auditOf(audit: Audit | undefined, entry: Row): Audit | undefined {
  const [entity, action] = [String(entry['entity']), String(entry['action']) as Undoable]
  return (
    audit &&
    ((trx, written) =>
      audit(
        trx,
        written.records?.entity === entity
          ? {
              ...written,
              records: { ...written.records, action: undoingOf(action) },
              data: { ...written.data, undoes: Number(entry['id']) },
            }
          : written,
      ))
  )
}

const columns = ['id', 'admin_id', 'entity', 'record_id', 'action', 'data', 'create_time'] as const

function readEntry({ database }: Scope, id: number | null): Promise<Row | undefined> {
  return database.query
    .selectFrom(auditTable)
    .select(columns)
    .where('id', '=', id ?? 0)
    .executeTakeFirst() as Promise<Row | undefined>
}

function readEntries({ database }: Scope, entity: string, record: number): Promise<readonly Row[]> {
  return database.query
    .selectFrom(auditTable)
    .select(columns)
    .where('entity', '=', entity)
    .where('record_id', '=', record)
    .orderBy('id', 'desc')
    .limit(maxEntries)
    .execute() as Promise<readonly Row[]>
}

function readRecord({ database }: Scope, { table }: TableModel, id: number): Promise<Row | undefined> {
  return database.query.selectFrom(table).selectAll().where('id', '=', id).executeTakeFirst() as Promise<
    Row | undefined
  >
}
