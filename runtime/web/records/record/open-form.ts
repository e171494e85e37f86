/** The state of the form of an open record: what it starts with, and what saves it. */
import { useCallback, useRef, useState, type RefObject } from 'react'
import type { TableModel } from '../../../protocol/index.ts'
import type { FieldLocale, WireRow } from '../../fields/input-props.ts'
import { draftOf } from '../../form/draft.ts'
import type { InPlace } from '../../form/form-props.ts'
import { useRecordForm, type RecordFormState } from '../../form/use-record-form.ts'
import { readStoredDraft } from './stored-draft.ts'

interface OpenForm {
  readonly form: RecordFormState
  /** The record as it is stored, as far as the form knows. */
  readonly current: WireRow | null
  readonly inPlace: InPlace
  /** Saves in place; null = the form does not save by itself. */
  readonly saveNow: Readonly<RefObject<(() => void) | null>>
  /** It started with input of an earlier visit. */
  readonly isRestored: boolean
  readonly keepRestored: () => void
  readonly discard: () => void
}

/** @param isLocked its state forbids changes, so that it starts without input of an earlier visit */
export function useOpenForm(
  model: TableModel,
  row: WireRow | null,
  {
    locale,
    isLocked,
    onSaved,
    onSavedInPlace,
  }: {
    readonly locale: FieldLocale
    readonly isLocked: boolean
    readonly onSaved: (id: number) => void
    readonly onSavedInPlace: (row: WireRow) => void
  },
): OpenForm {
  const [start] = useState(() => (isLocked ? null : readStoredDraft(model, row, locale.timeZone)))
  const [isRestored, setRestored] = useState(start !== null)
  // The record as it was saved in place since it was loaded.
  const [newer, setNewer] = useState<{ readonly of: WireRow | null; readonly row: WireRow } | null>(null)
  const form = useRecordForm(model, start?.row ?? row, {
    draft: start?.draft ?? null,
    locale,
    onSaved,
    onSavedInPlace: (next) => {
      setNewer({ of: row, row: next })
      onSavedInPlace(next)
    },
  })
  const saveNow = useRef<(() => void) | null>(null)
  const setSaveNow = useCallback((save: (() => void) | null) => {
    saveNow.current = save
  }, [])
  const discard = (): void => {
    setRestored(false)
    // Input of an earlier visit may be based on an older version.
    const base = form.base === start?.row ? row : form.base
    form.dispatch({ type: 'start', base, draft: draftOf(model, base) })
  }
  return {
    form,
    current: newer !== null && newer.of === row ? newer.row : row,
    inPlace: { save: form.saveInPlace, setSaveNow },
    saveNow,
    isRestored,
    keepRestored: () => setRestored(false),
    discard,
  }
}
