/** Asks before unsaved changes are lost: on close, on navigation, on closing the tab. */
import { useCallback, useEffect, useRef, useState } from 'react'
import { t } from '../../core/i18n/page-texts.ts'
import { notify } from '../../core/notify.ts'
import type { BlockedNavigation } from '../../core/page/page.ts'

export interface LeaveGuard {
  /** True while the person is being asked. */
  readonly isAsking: boolean
  /** Runs the action, after asking when there are unsaved changes. */
  readonly confirmLeave: (action: () => void) => void
  readonly leave: () => void
  readonly stay: () => void
  /** Disables the guard: the record was saved or is being left. */
  readonly release: () => void
  readonly isReleased: () => boolean
  /** Runs what changes the address without leaving the form, at once. */
  readonly withoutAsking: (work: () => void) => void
  /** Whether there are unsaved changes now, also those that are not rendered yet. */
  readonly hasChanges: () => boolean
  /** Whether leaving now loses unsaved changes. */
  readonly wouldLose: () => boolean
  readonly setHasChanges: (hasChanges: boolean) => void
  /** Receives the navigation that waits for an answer; null = none does. */
  readonly onBlocked: (blocked: BlockedNavigation | null) => void
}

/** @param of id of the edited record; another id starts a new guard */
export function useLeaveGuard(of: number | null): LeaveGuard {
  // The id the guard was released for; undefined = none.
  const released = useRef<number | null | undefined>(undefined)
  useEffect(() => {
    if (released.current !== of) released.current = undefined
  }, [of])
  const isReleased = useCallback(() => released.current !== undefined, [])
  // No state: a key and what leaves the form may come before anything is rendered again.
  const hasChangesRef = useRef(false)
  const hasChanges = useCallback(() => hasChangesRef.current, [])
  const staysHere = useRef(false)
  const wouldLose = useCallback(() => hasChangesRef.current && released.current === undefined && !staysHere.current, [])
  const setHasChanges = useCallback((next: boolean) => {
    hasChangesRef.current = next
  }, [])
  const [pendingAction, setPendingAction] = useState<(() => void) | null>(null)
  const [blocked, setBlocked] = useState<BlockedNavigation | null>(null)
  useEffect(() => {
    const preventUnload = (event: BeforeUnloadEvent) => {
      if (wouldLose()) event.preventDefault()
    }
    window.addEventListener('beforeunload', preventUnload)
    return () => window.removeEventListener('beforeunload', preventUnload)
  }, [wouldLose])
  const release = () => {
    released.current = of
  }
  const stay = () => {
    setPendingAction(null)
    if (!blocked) return
    blocked.reset()
    notify({ tone: 'primary', text: t('open.notLeft') })
  }
  return {
    isAsking: pendingAction !== null || blocked !== null,
    confirmLeave: (action) => (wouldLose() ? setPendingAction(() => action) : action()),
    leave: () => {
      release()
      setPendingAction(null)
      if (blocked) blocked.proceed()
      else pendingAction?.()
    },
    stay,
    release,
    isReleased,
    withoutAsking: (work) => {
      staysHere.current = true
      work()
      staysHere.current = false
    },
    hasChanges,
    wouldLose,
    setHasChanges,
    onBlocked: setBlocked,
  }
}
