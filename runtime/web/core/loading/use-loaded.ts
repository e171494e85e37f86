/** A value that is loaded for a component, with its states. */
import { useEffect, useEffectEvent, useState } from 'react'
import { beginProgress, endProgress } from './progress.ts'

export type LoadState<Value> =
  | { readonly state: 'loading' }
  | { readonly state: 'ready'; readonly value: Value }
  | { readonly state: 'failed'; readonly error: unknown; readonly retry: () => void }

interface Answer<Value> {
  readonly key: string
  readonly attempt: number
  readonly loaded: LoadState<Value>
}

/**
 * Loads again when `key` changes; an answer for an older key is ignored. The progress line runs meanwhile.
 * @param takeKnown the value when it was loaded ahead, which is then rendered immediately; undefined = not yet there
 */
export function useLoaded<Value>(
  key: string,
  load: () => Promise<Value>,
  takeKnown?: () => Value | undefined,
): LoadState<Value> {
  const [attempt, setAttempt] = useState(0)
  const [answer, setAnswer] = useState<Answer<Value> | null>(() => {
    const value = takeKnown?.()
    return value === undefined ? null : { key, attempt: 0, loaded: { state: 'ready', value } }
  })
  const start = useEffectEvent(load)
  const isLoaded = useEffectEvent(() => answer?.key === key && answer.attempt === attempt)
  useEffect(() => {
    if (isLoaded()) return
    let isCurrent = true
    const setIfCurrent = (state: LoadState<Value>): void => {
      if (isCurrent) setAnswer({ key, attempt, loaded: state })
    }
    const retry = (): void => setAttempt(attempt + 1)
    beginProgress()
    start()
      .then(
        (value) => setIfCurrent({ state: 'ready', value }),
        (error: unknown) => setIfCurrent({ state: 'failed', error, retry }),
      )
      .finally(endProgress)
    return () => {
      isCurrent = false
    }
  }, [key, attempt])
  return answer?.key === key && answer.attempt === attempt ? answer.loaded : { state: 'loading' }
}
