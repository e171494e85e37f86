/** How much room a list has, by the width of the window. */
import { useSyncExternalStore } from 'react'
import type { Room } from './columns.ts'

/** Widths in CSS pixels up to which only columns of priority 1, and of 1 and 2, are shown. */
const widths = { narrow: 640, middle: 1100 } as const

const narrow = typeof window === 'undefined' || !window.matchMedia ? null : window.matchMedia(`(max-width: ${widths.narrow}px)`)
const middle = typeof window === 'undefined' || !window.matchMedia ? null : window.matchMedia(`(max-width: ${widths.middle}px)`)

export function useRoom(): Room {
  return useSyncExternalStore(subscribe, roomNow, () => 3 as const)
}

function roomNow(): Room {
  if (narrow?.matches) return 1
  return middle?.matches ? 2 : 3
}

function subscribe(changed: () => void): () => void {
  for (const query of [narrow, middle]) query?.addEventListener('change', changed)
  return () => {
    for (const query of [narrow, middle]) query?.removeEventListener('change', changed)
  }
}
