/** Something loaded for a screen, with the ways it can go. */
import { useCallback, useEffect, useState } from 'react'
import { beginProgress, endProgress } from './progress.ts'

export type Loaded<Value> =
  | { readonly state: 'loading' }
  | { readonly state: 'ready'; readonly value: Value }
  | { readonly state: 'failed'; readonly error: unknown; readonly retry: () => void }

/** Loads anew when `key` changes; an answer for an older key is ignored. The line on top runs meanwhile. */
export function useLoaded<Value>(key: string, load: () => Promise<Value>): Loaded<Value> {
  const [attempt, setAttempt] = useState(0)
  const [held, setHeld] = useState<{ key: string; loaded: Loaded<Value> }>({ key, loaded: { state: 'loading' } })
  const retry = useCallback(() => {
    setHeld((old) => ({ ...old, loaded: { state: 'loading' } }))
    setAttempt((count) => count + 1)
  }, [])
  useEffect(() => {
    let isCurrent = true
    const keep = (loaded: Loaded<Value>): void => {
      if (isCurrent) setHeld({ key, loaded })
    }
    beginProgress()
    load()
      .then(
        (value) => keep({ state: 'ready', value }),
        (error: unknown) => keep({ state: 'failed', error, retry }),
      )
      .finally(endProgress)
    return () => {
      isCurrent = false
    }
  }, [key, attempt])
  return held.key === key ? held.loaded : { state: 'loading' }
}
