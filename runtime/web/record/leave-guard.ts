/** Unsaved changes are never lost without being asked for: on close, on navigation, on closing the tab. */
import { useEffect, useRef, useState } from 'react'
import type { HeldNavigation } from '../page/page.ts'

export interface LeaveGuard {
  /** True while the person is being asked. */
  readonly isAsking: boolean
  /** Does it, after asking when there are unsaved changes. */
  readonly ask: (action: () => void) => void
  readonly leave: () => void
  readonly stay: () => void
  /** From now on nothing is asked: the record was saved or is being left. */
  readonly release: () => void
  readonly isReleased: () => boolean
  /** Takes the navigation that waits for an answer; null = none does. */
  readonly onHeld: (held: HeldNavigation | null) => void
}

/** @param of what is being edited; another one is guarded anew */
export function useLeaveGuard(isDirty: boolean, of: number | null): LeaveGuard {
  const isReleased = useRef(false)
  useEffect(() => {
    isReleased.current = false
  }, [of])
  const [wish, setWish] = useState<(() => void) | null>(null)
  const [held, setHeld] = useState<HeldNavigation | null>(null)
  useEffect(() => {
    if (!isDirty) return
    const hold = (event: BeforeUnloadEvent) => {
      if (!isReleased.current) event.preventDefault()
    }
    window.addEventListener('beforeunload', hold)
    return () => window.removeEventListener('beforeunload', hold)
  }, [isDirty])
  const release = () => {
    isReleased.current = true
  }
  const forget = () => {
    setWish(null)
    held?.reset()
  }
  return {
    isAsking: wish !== null || held !== null,
    ask: (action) => (isDirty && !isReleased.current ? setWish(() => action) : action()),
    leave: () => {
      release()
      setWish(null)
      if (held) held.proceed()
      else wish?.()
    },
    stay: forget,
    release,
    isReleased: () => isReleased.current,
    onHeld: setHeld,
  }
}
