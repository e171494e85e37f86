import { useSyncExternalStore } from 'react'

const minuteMs = 60_000

/** The time in milliseconds since 1970, to the full minute; the component is rendered again when a minute is over. */
export function useMinute(): number {
  return useSyncExternalStore(subscribe, currentMinute)
}

const currentMinute = (): number => Math.floor(Date.now() / minuteMs) * minuteMs

function subscribe(notify: () => void): () => void {
  const timer = setInterval(notify, minuteMs)
  return () => clearInterval(timer)
}
