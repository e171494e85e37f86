/** Something loaded that stays on show while it is loaded anew. */
import { useEffect, useState } from 'react'
import { isCancelled } from '../api/problem.ts'

export interface Kept<Value> {
  /** Null until it came the first time. */
  readonly value: Value | null
  readonly error: unknown
  readonly retry: () => void
}

/** Loads when `key` changes; an answer for an older key is ignored. */
export function useKept<Value>(key: string, load: () => Promise<Value>): Kept<Value> {
  const [turn, setTurn] = useState(0)
  const [kept, setKept] = useState<{ readonly value: Value | null; readonly error: unknown }>({
    value: null,
    error: null,
  })
  useEffect(() => {
    let isCurrent = true
    load().then(
      (value) => {
        if (isCurrent) setKept({ value, error: null })
      },
      (error: unknown) => {
        if (isCurrent && !isCancelled(error)) setKept(({ value }) => ({ value, error }))
      },
    )
    return () => {
      isCurrent = false
    }
  }, [key, turn])
  return { ...kept, retry: () => setTurn(turn + 1) }
}
