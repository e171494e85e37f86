/** The operation behind `undo`: takes back the last change of a record, by the one who made it, within a day. */
import type { ImportUndone } from '../../../protocol/index.ts'
import { rowId } from '../../db/index.ts'
import type { Scope } from '../../operation/scope.ts'
import { idOf } from '../read-id.ts'
import { inverseIn, missing, readEntries, undoChanges } from './undo-changes.ts'
import { importedTable, undoImport } from './undo-import.ts'

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
  const [noted] = await readEntries(scope, [idOf(entry) ?? 0])
  const imported = noted && noted['record_id'] === null ? await importedTable(scope, noted) : null
  if (noted && imported) return undoImport({ scope, model: imported, entry: noted }, idOf(before))
  const undoing = noted ? inverseIn(scope, noted) : null
  if (!noted || !undoing) throw missing()
  const refusals = await undoChanges(scope, { ...undoing, entries: [noted] }, () => true)
  const refused = refusals.get(rowId(noted))
  if (refused) throw refused
  return null
}
