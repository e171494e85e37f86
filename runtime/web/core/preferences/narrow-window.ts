/** Whether the window is too narrow for a side menu. */
import { useSyncExternalStore } from 'react'
import { narrowBelow } from './store.ts'

const query = `(max-width: ${narrowBelow - 0.02}px)`

export function useIsNarrow(): boolean {
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches)
}

function subscribe(changed: () => void): () => void {
  const list = matchMedia(query)
  list.addEventListener('change', changed)
  return () => list.removeEventListener('change', changed)
}
