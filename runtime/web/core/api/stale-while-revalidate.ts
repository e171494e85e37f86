/** A loaded value that stays visible while it is loaded again. */
import { useEffect, useEffectEvent, useState } from 'react'
import { isCancelled } from './api-error.ts'

export interface Revalidated<Value> {
  /** Null until it came the first time. */
  readonly value: Value | null
  readonly error: unknown
  readonly retry: () => void
}

/** Loads when `key` changes; an answer for an older key is ignored. */
export function useStaleWhileRevalidate<Value>(key: string, load: () => Promise<Value>): Revalidated<Value> {
  const [turn, setTurn] = useState(0)
  const [result, setResult] = useState<{ readonly value: Value | null; readonly error: unknown }>({
    value: null,
    error: null,
  })
  // The effect restarts for its arguments only.
  const start = useEffectEvent((_key: string, _turn: number) => load())
  useEffect(() => {
    let isCurrent = true
    const succeed = (value: Value): void => {
      if (isCurrent) setResult({ value, error: null })
    }
    const fail = (error: unknown): void => {
      if (isCurrent && !isCancelled(error)) setResult(({ value }) => ({ value, error }))
    }
    start(key, turn).then(succeed, fail)
    return () => {
      isCurrent = false
    }
  }, [key, turn])
  return { ...result, retry: () => setTurn(turn + 1) }
}
