/** Tells open lists that records of a table have changed in another way than through them. */

type Listener = (controller: string) => void

const listeners = new Set<Listener>()

export function recordsChanged(controller: string): void {
  for (const listener of listeners) listener(controller)
}

/** @returns what ends it */
export function onRecordsChanged(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
