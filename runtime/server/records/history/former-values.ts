/** Writes back what an edit, or an import, has replaced. */
import { fieldEverNamed, fieldOf, kinds, renameLogged, type TableModel, type TextKey } from '../../../protocol/index.ts'
import type { LoggedChanges } from '../../operation/audit/changes.ts'
import {
  lineChangesKey,
  type LoggedLine,
  type LoggedLineChanges,
  type LoggedLines,
} from '../../operation/audit/line-changes.ts'
import type { Row } from '../../db/index.ts'
import { OperationError } from '../../core/errors/operation-error.ts'
import type { Scope } from '../../operation/scope.ts'
import { lineTableOf, readLines } from '../lines/read.ts'
import { viewOf } from '../policy/policy.ts'
import { update } from '../update.ts'
import { withNamesOfToday } from './lines.ts'

interface Noted {
  readonly changes?: LoggedChanges
  readonly [lineChangesKey]?: LoggedLineChanges
  readonly complete?: boolean
}

export const refusal = (text: TextKey): OperationError => new OperationError('bad_state', { text })

/**
 * An edit with its checks and locks. A save that was faster is noticed by the version of the row.
 * @param noted `{changes, line_changes, complete}` as the log has it
 * @param row the record as it is stored now
 * @throws an OperationError `bad_state` when a value is no longer what was written, or not all of it was kept
 */
export async function writeFormerValues(scope: Scope, model: TableModel, noted: unknown, row: Row): Promise<void> {
  const data = JSON.parse(String(noted)) as Noted
  const { changes, complete } = data
  const view = viewOf(scope, model, 'edit')
  if (
    !changes ||
    // Guard S16: undo: only what the log keeps whole.
    complete !== true
  )
    throw refusal('problem.undo_incomplete')
  const former: Record<string, unknown> = {}
  for (const [name, [before, after]] of Object.entries(changes)) {
    const field = fieldEverNamed(view, name)
    if (!field || field.private || field.readOnly) throw refusal('problem.undo_incomplete')
    const now = kinds[field.kind].toWire(row[field.name] ?? null, field)
    // Guard S16: undo: only from the values that the edit left.
    if (JSON.stringify(now) !== JSON.stringify(after)) throw refusal('problem.undo_changed')
    former[field.name] = before
  }
  for (const [name, lines] of Object.entries(renameLogged(view, data[lineChangesKey] ?? {})))
    former[name] = await formerLines(scope, view, name, Number(row['id']), lines)
  try {
    await update(scope, model, { ...former, id: row['id'], version: row['version'] })
  } catch (error) {
    if (error instanceof OperationError && error.code === 'conflict') throw refusal('problem.undo_changed')
    throw error
  }
}

/**
 * The lines as a body names them, with what was replaced in them; those that were removed come back in their places as
 * new ones. Throws like `writeFormerValues`.
 */
async function formerLines(
  scope: Scope,
  view: TableModel,
  name: string,
  owner: number,
  logged: LoggedLines,
): Promise<readonly Readonly<Record<string, unknown>>[]> {
  if (logged === null || fieldOf(view, name)?.private !== false) throw refusal('problem.undo_incomplete')
  const { model } = lineTableOf(scope.registry, view, name)
  const noted = withNamesOfToday(model, logged)
  const stored = (await readLines(scope, view, scope.database.query, name, [owner])).get(owner) ?? []
  const known = new Set(stored.map((line) => String(line['id'])))
  const isGone = ([id, { after }]: readonly [string, LoggedLine]): boolean => after !== null && !known.has(id)
  if (Object.entries(noted).some(isGone)) throw refusal('problem.undo_changed')
  const lines = stored.flatMap((line) => {
    const change = noted[String(line['id'])]
    for (const [field, after] of Object.entries(change?.after ?? {})) {
      const lineField = fieldOf(model, field)
      if (
        !lineField ||
        JSON.stringify(kinds[lineField.kind].toWire(line[field] ?? null, lineField)) !== JSON.stringify(after)
      )
        throw refusal('problem.undo_changed')
    }
    return change?.before === null ? [] : [{ id: line['id'], ...change?.before }]
  })
  const removed = Object.values(noted).filter(({ after }) => after === null)
  for (const { no, before } of removed.toSorted((one, other) => one.no - other.no))
    lines.splice(no - 1, 0, { ...before } as (typeof lines)[number])
  return lines
}
