/** Unsaved input is stored in this browser for a day, in case the page is lost (session ended, crash). */
import { useEffect, useEffectEvent, useState } from 'react'
import { everyIdOf, renameLogged, writableFields, type TableModel } from '../../../protocol/index.ts'
import type { WireRow } from '../../fields/input-props.ts'
import { session } from '../../core/auth/session.ts'
import { removeStored, readStored, writeStored } from '../../core/preferences/browser-storage.ts'
import type { Draft } from '../../form/draft.ts'

const dayMs = 24 * 60 * 60 * 1000

interface StoredDraft {
  /** Milliseconds since 1970. */
  readonly at: number
  /** Version of the row it is based on, null for a new record. */
  readonly version: unknown
  readonly draft: Draft
}

/**
 * The stored draft of this admin for this record, by the names of today; null when there is none, it is older than a
 * day, or the record has changed.
 */
export function readStoredDraft(model: TableModel, row: WireRow | null): Draft | null {
  const draft = everyIdOf(model)
    .map((entity) => readStored(keyOf(entity, row)) as StoredDraft | null)
    .find((candidate) => candidate !== null)
  const isUsable =
    draft !== undefined &&
    typeof draft.draft === 'object' &&
    Date.now() - draft.at < dayMs &&
    draft.version === (row?.['version'] ?? null)
  return isUsable ? renameLogged(model, draft.draft) : null
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
  // The key is computed once: when the session ends, no admin is signed in any more by the time the form unmounts.
  const [key] = useState(() => keyOf(model.id, row))
  useEffect(() => {
    const timer = setTimeout(() => (isDirty ? storeDraft(key, model, row, draft) : removeStored(key)), 400)
    return () => clearTimeout(timer)
  }, [key, model, row, draft, isDirty])
  const flush = useEffectEvent(() => (isDirty && !isGivenUp() ? storeDraft(key, model, row, draft) : removeStored(key)))
  useEffect(() => () => flush(), [])
}

/** Passwords and other private values are never stored. */
function storeDraft(key: string, model: TableModel, row: WireRow | null, draft: Draft): void {
  const open = writableFields(model)
    .filter((field) => !field.private && field.name in draft)
    .map((field) => [field.name, draft[field.name]])
  writeStored(key, {
    at: Date.now(),
    version: row?.['version'] ?? null,
    draft: Object.fromEntries(open),
  } satisfies StoredDraft)
}

const keyOf = (entity: string, row: WireRow | null): string =>
  `draft ${session.admin.id} ${entity} ${String(row?.['id'] ?? 'new')}`
