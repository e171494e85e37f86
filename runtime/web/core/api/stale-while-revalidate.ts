/** A loaded value that stays visible while it is loaded again. */
import { useEffect, useEffectEvent, useRef, useState } from 'react'
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
  const running = useRef<{ readonly name: string; readonly value: Promise<Value> } | null>(null)
  // The effect restarts for its arguments only.
  const start = useEffectEvent((name: string): Promise<Value> => {
    // While one develops, React runs every effect twice: the same call again would be refused as a repeated one, and
    // the answer of the first belongs to nobody.
    if (running.current?.name === name) return running.current.value
    const value = load()
    running.current = { name, value }
    const end = (): void => {
      if (running.current?.value === value) running.current = null
    }
    value.then(end, end)
    return value
  })
  useEffect(() => {
    let isCurrent = true
    const succeed = (value: Value): void => {
      if (isCurrent) setResult({ value, error: null })
    }
    const fail = (error: unknown): void => {
      if (isCurrent && !isCancelled(error)) setResult(({ value }) => ({ value, error }))
    }
    start(`${turn} ${key}`).then(succeed, fail)
    return () => {
      isCurrent = false
    }
  }, [key, turn])
  return { ...result, retry: () => setTurn(turn + 1) }
}
