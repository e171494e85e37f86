/** Writes back what an edit, or an import, has replaced. */
import { fieldOf, kinds, type TableModel, type TextKey, type WireValue } from '../../../protocol/index.ts'
import type { LoggedChanges } from '../../operation/audit/changes.ts'
import type { Row } from '../../db/index.ts'
import { OperationError } from '../../core/errors/operation-error.ts'
import type { Scope } from '../../operation/scope.ts'
import { viewOf } from '../policy/policy.ts'
import { update } from '../update.ts'

export const refusal = (text: TextKey): OperationError => new OperationError('bad_state', { text })

/**
 * An edit with its checks and locks. A save that was faster is noticed by the version of the row.
 * @param noted `{changes, complete}` as the log has it
 * @param row the record as it is stored now
 * @throws an OperationError `bad_state` when a value is no longer what was written, or not all of it was kept
 */
export async function writeFormerValues(scope: Scope, model: TableModel, noted: unknown, row: Row): Promise<void> {
  const { changes, complete } = JSON.parse(String(noted)) as { changes?: LoggedChanges; complete?: boolean }
  const view = viewOf(scope, model, 'edit')
  if (
    !changes ||
    // Guard S16: undo: only what the log keeps whole.
    complete !== true
  )
    throw refusal('problem.undo_incomplete')
  const former: Record<string, WireValue> = {}
  for (const [name, [before, after]] of Object.entries(changes)) {
    const field = fieldOf(view, name)
    if (!field || field.private || field.readOnly) throw refusal('problem.undo_incomplete')
    const now = kinds[field.kind].toWire(row[name] ?? null, field)
    // Guard S16: undo: only from the values that the edit left.
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
