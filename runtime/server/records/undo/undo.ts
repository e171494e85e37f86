/** The operation behind `undo`: takes back the last change of a record, by the one who made it, within a day. */
import type { ImportUndone, TableModel } from '../../../protocol/index.ts'
import { auditTable } from '../../audit/audit.ts'
import type { Audit } from '../../audit/entry.ts'
import type { Row } from '../../db/index.ts'
import { OperationError } from '../../errors/operation-error.ts'
import type { Scope } from '../../operation/scope.ts'
import { idOf } from '../read-id.ts'
import { restore } from '../restore.ts'
import { refusal, writeFormerValues } from './former-values.ts'
import { inverseOf, lastChange, undoingOf, type Undoable } from './last-change.ts'
import { readRecordLog } from './record-log.ts'
import { importedTable, undoImport } from './undo-import.ts'

/** Entries of a record that are read: as many as undoings may lie over the change. */
const maxEntries = 200

/**
 * Undoes what one entry of the log notes: an edit by an edit that writes the former values, a deletion by a restore, an
 * import record by record. All check and lock as when they are asked for directly. Versions, times and the log move on.
 * @param entry id of the entry
 * @param before of an import: where the request before has ended
 * @returns of an import, what was done of it; null for all else
 * @throws an OperationError: `not_found` when the caller may not undo it; `bad_state` when the record was changed
 * since, or the log does not keep all of what it replaced; else as `update` and `restore` do
 */
export async function undo(scope: Scope, entry: unknown, before: unknown = null): Promise<ImportUndone | null> {
  const found = await readEntry(scope, idOf(entry))
  const imported = found && found['record_id'] === null ? await importedTable(scope, found) : null
  if (found && imported) return undoImport({ scope, model: imported, entry: found }, idOf(before))
  const model = found && scope.registry.byId(String(found['entity']))
  const inverse = found && model ? inverseOf(scope.actor, model, found) : null
  if (!found || !model || !inverse) throw new OperationError('not_found', { text: 'problem.undo_missing' })
  const record = Number(found['record_id'])
  // Before the log: what changes the record from here on makes the version a former one.
  const row = await readRecord(scope, model, record)
  const last = lastChange(await readRecordLog(scope.database.query, model.id, [record], { limit: maxEntries }))
  if (!row || Number(last?.['id']) !== Number(found['id']) || last?.['part']) throw refusal('problem.undo_changed')
  const undoing = { ...scope, audit: auditOf(scope.audit, found) }
  if (inverse === 'restore') await restore(undoing, model, [record])
  else await writeFormerValues(undoing, model, found['data'], row)
  return null
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

function readRecord({ database }: Scope, { table }: TableModel, id: number): Promise<Row | undefined> {
  return database.query.selectFrom(table).selectAll().where('id', '=', id).executeTakeFirst() as Promise<
    Row | undefined
  >
}
