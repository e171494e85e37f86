/** Which entry of a record's log can be undone. */
import { nodeOf, type TableModel } from '../../../protocol/index.ts'
import { grantedAccess } from '../../access/access.ts'
import type { Actor } from '../../access/actor.ts'
import { nowSeconds } from '../../clock.ts'
import type { Row } from '../../db/index.ts'

/** How long one may undo a change, in seconds. */
const undoSeconds = 24 * 60 * 60

/** What undoing does with a record, by what was done to it. */
const inverses = { edit: 'edit', del: 'restore' } as const

export type Undoable = keyof typeof inverses

/** The action that an entry of an undoing has in the log. No action of a machine has a dot in its name. */
export const undoingOf = (action: Undoable): string => `undo.${action}`

/** True for edits, also those that undid one: their changes are noted by the server. */
export const isEdit = (action: string): boolean => action === 'edit' || action === undoingOf('edit')

/**
 * The newest entry that still has an effect: neither undone nor the undoing of another. Only that one can be undone.
 * @param rows of one record, newest first
 */
export function lastChange(rows: readonly Row[]): Row | null {
  const undone = new Set<number>()
  for (const row of rows) {
    const undoes = undoneBy(row)
    if (undoes !== null) undone.add(undoes)
    else if (!undone.has(Number(row['id']))) return row
  }
  return null
}

function undoneBy({ action, data }: Row): number | null {
  return String(action).startsWith('undo.') ? Number((JSON.parse(String(data)) as { undoes?: unknown }).undoes) : null
}

/** The operation that undoes the entry for this caller; null when the caller may not, or no longer. */
export function inverseOf(actor: Actor | null, model: TableModel, entry: Row): 'edit' | 'restore' | null {
  const action = String(entry['action'])
  if (actor === null || Number(entry['admin_id']) !== actor.id || !(action in inverses)) return null
  if (Number(entry['create_time']) <= nowSeconds() - undoSeconds) return null
  const inverse = inverses[action as Undoable]
  return model.actions.includes(inverse) && grantedAccess.can(actor, nodeOf(model, inverse)) ? inverse : null
}
