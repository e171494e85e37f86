/** React keys of lines while they are added, removed and reordered; the lines themselves have no key. */
import { useState } from 'react'

export interface LineKeys {
  readonly all: readonly number[]
  /** Call it together with the change that puts a line at that place. */
  readonly insert: (index: number) => void
  readonly remove: (index: number) => void
}

interface State {
  readonly keys: readonly number[]
  readonly next: number
}

/** @param count number of lines; lines that come or go by themselves (a paste, a restored draft) do so at the end */
export function useLineKeys(count: number): LineKeys {
  const [state, setState] = useState<State>(() => padded({ keys: [], next: 0 }, count))
  if (state.keys.length < count) setState(padded(state, count))
  return {
    all: state.keys.slice(0, count),
    insert: (index) =>
      setState(({ keys, next }) => ({
        keys: [...keys.slice(0, index), next, ...keys.slice(index, count)],
        next: next + 1,
      })),
    remove: (index) => setState(({ keys, next }) => ({ keys: keys.slice(0, count).toSpliced(index, 1), next })),
  }
}

function padded({ keys, next }: State, count: number): State {
  const missing = Math.max(0, count - keys.length)
  return { keys: [...keys, ...Array.from({ length: missing }, (_, index) => next + index)], next: next + missing }
}
