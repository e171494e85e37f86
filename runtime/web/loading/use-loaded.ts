/** A value that is loaded for a component, with its states. */
import { useEffect, useEffectEvent, useState } from 'react'
import { beginProgress, endProgress } from './progress.ts'

export type Loaded<Value> =
  | { readonly state: 'loading' }
  | { readonly state: 'ready'; readonly value: Value }
  | { readonly state: 'failed'; readonly error: unknown; readonly retry: () => void }

interface Answer<Value> {
  readonly key: string
  readonly attempt: number
  readonly loaded: Loaded<Value>
}

/** Loads again when `key` changes; an answer for an older key is ignored. The progress line runs meanwhile. */
export function useLoaded<Value>(key: string, load: () => Promise<Value>): Loaded<Value> {
  const [attempt, setAttempt] = useState(0)
  const [answer, setAnswer] = useState<Answer<Value> | null>(null)
  const start = useEffectEvent(load)
  useEffect(() => {
    let isCurrent = true
    const setIfCurrent = (loaded: Loaded<Value>): void => {
      if (isCurrent) setAnswer({ key, attempt, loaded })
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
