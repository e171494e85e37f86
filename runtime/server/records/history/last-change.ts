/** Which entry of a record's log can be undone. */
import type { TableModel } from '../../../protocol/index.ts'
import type { Actor } from '../../operation/access/actor.ts'
import { nowSeconds } from '../../core/clock.ts'
import type { Row } from '../../db/index.ts'
import { canUse } from '../policy/policy.ts'

/** How long one may undo a change, in seconds. */
const undoSeconds = 24 * 60 * 60

/** Entries of the log that are looked at, or undone at once. */
export const maxEntries = 500

/** The operation that undoes another one. */
const inverses = { edit: 'edit', del: 'restore' } as const

export type Undoable = keyof typeof inverses

/** The action that an entry of an undoing has in the log. No action of a machine has a dot in its name. */
export const undoingOf = (action: Undoable): string => `undo.${action}`

/** True for edits, also those that undid one, and those of imports: their changes are noted by the server. */
export const isEdit = (action: string): boolean =>
  action === 'edit' || action === undoingOf('edit') || action === 'import.edit'

/**
 * The newest entry that still has an effect: neither undone nor the undoing of another, and more than a mail. Only that
 * one can be undone.
 * @param rows of one record, newest first
 */
export function lastChange(rows: readonly Row[]): Row | null {
  const undone = new Set<number>()
  for (const row of rows) {
    if (row['action'] === 'mail') continue
    const undoes = undoneBy(row)
    if (undoes !== null) undone.add(undoes)
    else if ((row['undo_time'] ?? null) !== null) continue
    else if (isPart(row) || !undone.has(Number(row['id']))) return row
  }
  return null
}

/** True for what an import did to the record. */
const isPart = (row: Row): boolean => Number(row['part'] ?? 0) > 0

function undoneBy({ action, data }: Row): number | null {
  return String(action).startsWith('undo.') ? Number((JSON.parse(String(data)) as { undoes?: unknown }).undoes) : null
}

/** Operations after this time can be undone, in Unix seconds. */
export const undoBegin = (): number => nowSeconds() - undoSeconds

/** True when the caller did it, less than a day ago. */
export const isOwnAndRecent = (actor: Actor, entry: Row): boolean =>
  // Guard S16: undo: one's own changes only.
  // Without: actor.id > 0
  Number(entry['admin_id']) === actor.id &&
  // Guard S16: undo: within a day.
  Number(entry['create_time']) > undoBegin()

/** The operation that undoes the entry for this caller; null when the caller may not, or no longer. */
export function inverseOf(actor: Actor | null, model: TableModel, entry: Row): 'edit' | 'restore' | null {
  const action = String(entry['action'])
  if (actor === null || !isOwnAndRecent(actor, entry) || !Object.hasOwn(inverses, action)) return null
  const inverse = inverses[action as Undoable]
  return canUse(actor, model, inverse) ? inverse : null
}
