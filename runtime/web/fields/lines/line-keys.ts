/** Keys by which React tells lines apart while they are added, removed and reordered; lines themselves carry none. */
import { useRef } from 'react'

export interface LineKeys {
  readonly all: readonly number[]
  /** A line is about to stand at that place. */
  readonly insert: (at: number) => void
  readonly remove: (at: number) => void
}

/** @param count lines there are; others that come or go (a paste, a draft restored) do so at the end */
export function useLineKeys(count: number): LineKeys {
  const keys = useRef<number[]>([])
  const next = useRef(0)
  while (keys.current.length < count) keys.current.push(next.current++)
  const all = keys.current.slice(0, count)
  return {
    all,
    insert: (at) => {
      keys.current = [...all.slice(0, at), next.current++, ...all.slice(at)]
    },
    remove: (at) => {
      keys.current = all.filter((_key, index) => index !== at)
    },
  }
}
