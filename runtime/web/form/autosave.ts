/** Saves a form by itself once nothing was typed for a moment. Nothing is lost when that fails: it is tried again. */
import { useEffect, useEffectEvent, useState } from 'react'
import type { Draft } from './draft.ts'
import type { FormProps } from './form-props.ts'
import type { SendRecord } from './save.ts'
import type { RJSFSchema } from '@rjsf/utils'

/** Milliseconds without a key. */
const pauseMs = 1500
/** Milliseconds until the next attempt is planned when there was no answer. */
const retryMs = 3000

export interface Autosave {
  readonly isSaving: boolean
  /** Milliseconds since 1970; null = nothing was saved yet. */
  readonly savedAt: number | null
  /** Why the last attempt failed; `invalid` = a field is wrong; null = it did not. */
  readonly problem: { readonly message: string } | 'invalid' | null
}

/** A draft that is to be saved, for the first time or once more. */
interface Plan {
  readonly draft: Draft
  readonly attempt: number
}

/**
 * @param options.isOn false = the form is saved by its button only
 * @param options.send replaces the calls `add` and `edit`
 */
export function useAutosave(
  { form, parts, validator, inPlace }: FormProps,
  { isOn, send }: { readonly isOn: boolean; readonly send?: SendRecord },
): Autosave {
  const [state, setState] = useState<Autosave>({ isSaving: false, savedAt: null, problem: null })
  const [attempt, setAttempt] = useState(0)
  const { draft, isDirty } = form
  const setSaveNow = inPlace?.setSaveNow
  const again = (): void => setAttempt((count) => count + 1)
  const run = useEffectEvent(async ({ draft: values }: Plan): Promise<void> => {
    if (!inPlace || !form.isDirty || form.pending.size > 0 || form.isSaving || form.saveFailure !== null) return
    const { errors } = validator.validateFormData(values, parts.form.schema as RJSFSchema)
    if (errors.length > 0) return setState((before) => ({ ...before, problem: 'invalid' }))
    setState((before) => ({ ...before, isSaving: true }))
    const result = await inPlace.save(values, send)
    if (result?.outcome === 'saved') return setState({ isSaving: false, savedAt: Date.now(), problem: null })
    // A conflict is asked about in its dialog.
    const message = result && 'message' in result ? result.message : null
    setState((before) => ({ ...before, isSaving: false, problem: message === null ? null : { message } }))
    if (result === null || result.outcome === 'unanswered') setTimeout(again, retryMs)
  })
  const saveNow = useEffectEvent(() => void run({ draft, attempt }))
  useEffect(() => {
    if (!isOn || !isDirty) return undefined
    const timer = setTimeout(() => void run({ draft, attempt }), pauseMs)
    return () => clearTimeout(timer)
  }, [isOn, draft, isDirty, attempt])
  useEffect(() => {
    if (!isOn) return undefined
    const runNow = (): void => saveNow()
    window.addEventListener('online', runNow)
    return () => window.removeEventListener('online', runNow)
  }, [isOn])

  useEffect(() => {
    if (!isOn || !setSaveNow) return undefined
    setSaveNow(() => saveNow())
    return () => setSaveNow(null)
  }, [isOn, setSaveNow])
  return isDirty ? state : { ...state, problem: null }
}
