/** Unsaved input is stored in this browser for a day, in case the page is lost (session ended, crash). */
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { everyIdOf, renameLogged, writableFields, type TableModel } from '../../../protocol/index.ts'
import type { WireRow } from '../../fields/input-props.ts'
import { session } from '../../core/auth/session.ts'
import { removeStored, readStored, writeStored } from '../../core/preferences/browser-storage.ts'
import { changedFields, draftOf, type Draft } from '../../form/draft.ts'

const dayMs = 24 * 60 * 60 * 1000

interface StoredDraft {
  /** Milliseconds since 1970. */
  readonly at: number
  /** Version of the row it is based on, null for a new record. */
  readonly version: unknown
  readonly draft: Draft
  /** The values of that row. */
  readonly base?: Draft
}

export interface RestoredDraft {
  readonly draft: Draft
  /** The row that the form starts on: with the version the draft is based on, so that a save compares both. */
  readonly row: WireRow | null
}

/**
 * The stored draft of this admin for this record, by the names of today; null when there is none, or it is older than a
 * day. Of a record that somebody has changed since, it has the values that were changed here.
 */
export function readStoredDraft(model: TableModel, row: WireRow | null, timeZone: string): RestoredDraft | null {
  const entry = everyIdOf(model)
    .map((entity) => readStored(keyOf(entity, row, session.admin.id)) as StoredDraft | null)
    .find((candidate) => candidate !== null)
  if (!entry || typeof entry.draft !== 'object' || Date.now() - entry.at >= dayMs) return null
  const draft = renameLogged(model, entry.draft)
  if (entry.version === (row?.['version'] ?? null)) return { draft, row }
  if (row === null || typeof entry.base !== 'object') return null
  const ownChanges = changedFields(model, renameLogged(model, entry.base), draft, timeZone)
  if (ownChanges.length === 0) return null
  return {
    draft: { ...draftOf(model, row), ...Object.fromEntries(ownChanges.map(({ name }) => [name, draft[name]])) },
    row: { ...row, version: entry.version },
  }
}

/**
 * Stores the draft while it differs from the record, and removes it when it no longer does or was discarded.
 * @param isGivenUp called on unmount: true after saving and after "discard changes"
 */
export function useStoredDraft(
  model: TableModel,
  row: WireRow | null,
  draft: Draft,
  isDirty: boolean,
  isGivenUp: () => boolean,
): void {
  // The account is read once: when the session ends, no admin is signed in any more by the time the form unmounts.
  const [admin] = useState(() => session.admin.id)
  const key = keyOf(model.id, row, admin)
  const formerKey = useRef(key)
  useEffect(() => {
    // A new record has been added while it stays open.
    if (formerKey.current !== key) removeStored(formerKey.current)
    formerKey.current = key
    const timer = setTimeout(() => (isDirty ? storeDraft(key, model, row, draft) : removeStored(key)), 400)
    return () => clearTimeout(timer)
  }, [key, model, row, draft, isDirty])
  const flush = useEffectEvent(() => (isDirty && !isGivenUp() ? storeDraft(key, model, row, draft) : removeStored(key)))
  const storeNow = useEffectEvent(() => isDirty && !isGivenUp() && storeDraft(key, model, row, draft))
  useEffect(() => {
    // The tab is closed or goes to sleep.
    window.addEventListener('pagehide', storeNow)
    return () => {
      window.removeEventListener('pagehide', storeNow)
      flush()
    }
  }, [])
}

/** Passwords and other private values are never stored. */
function storeDraft(key: string, model: TableModel, row: WireRow | null, draft: Draft): void {
  const open = (values: Draft): Draft =>
    Object.fromEntries(
      writableFields(model)
        .filter((field) => !field.private && field.name in values)
        .map((field) => [field.name, values[field.name]]),
    )
  writeStored(key, {
    at: Date.now(),
    version: row?.['version'] ?? null,
    draft: open(draft),
    base: open(draftOf(model, row)),
  } satisfies StoredDraft)
}

const keyOf = (entity: string, row: WireRow | null, admin: number): string =>
  `draft ${admin} ${entity} ${String(row?.['id'] ?? 'new')}`
