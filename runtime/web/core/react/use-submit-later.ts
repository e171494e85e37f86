/** Forms that stay after they were saved: Enter during a save asks for the next one. */
import { useEffect, useEffectEvent, useRef, type FormEvent } from 'react'

/**
 * For the start of a submit handler: true when a save is under way. The form is then submitted again after it, if the
 * values have changed since.
 * @param values another object after every change
 */
export function useSubmitLater(isSaving: boolean, values: object): (event: FormEvent<HTMLFormElement>) => boolean {
  const submitted = useRef(values)
  const waiting = useRef<HTMLFormElement | null>(null)
  const submitWaiting = useEffectEvent(() => {
    const form = waiting.current
    waiting.current = null
    if (form?.isConnected && values !== submitted.current) form.requestSubmit()
  })
  useEffect(() => {
    if (!isSaving) submitWaiting()
  }, [isSaving])
  return (event) => {
    if (isSaving) waiting.current = event.currentTarget
    else submitted.current = values
    return isSaving
  }
}
