/** Whether the window is too narrow for a side menu. */
import { useSyncExternalStore } from 'react'
import { narrowBelow } from './store.ts'

const query = `(max-width: ${narrowBelow - 0.02}px)`

export function useIsNarrow(): boolean {
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches)
}

function subscribe(onChange: () => void): () => void {
  const list = matchMedia(query)
  list.addEventListener('change', onChange)
  return () => list.removeEventListener('change', onChange)
}
