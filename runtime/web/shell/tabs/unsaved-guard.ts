/**
 * Guards of pages with unsaved changes, asked before their address changes. Switching to another tab loses nothing and
 * asks nothing.
 */
import { useCallback, useRef, useState } from 'react'
import { pendingRedirectTarget } from '../pending-redirect.ts'
import { pageId } from '../menu/pages.ts'
import type { BlockedNavigation } from '../../page/page.ts'

export interface UnsavedGuard {
  /** Some page has something to lose. */
  readonly hasGuards: boolean
  readonly addGuard: (id: string, hasUnsavedChanges: () => boolean) => () => void
  /** Whether one of these pages has unsaved changes. */
  readonly wouldLose: (ids: readonly string[]) => boolean
  /** Removes the guards of pages whose changes are discarded. */
  readonly removeGuards: (ids: readonly string[]) => void
  /** Whether a navigation to this path must wait. */
  readonly mustBlock: (pathname: string) => boolean
  readonly blocked: BlockedNavigation | null
  readonly setBlocked: (blocked: BlockedNavigation | null) => void
}

export function useUnsavedGuard(activeId: string | null, isPage: (pathname: string) => boolean): UnsavedGuard {
  const guards = useRef(new Map<string, () => boolean>())
  const [count, setCount] = useState(0)
  const [blocked, setBlocked] = useState<BlockedNavigation | null>(null)
  const addGuard = useCallback((id: string, wouldLose: () => boolean) => {
    guards.current.set(id, wouldLose)
    setCount(guards.current.size)
    return () => {
      if (guards.current.get(id) === wouldLose) guards.current.delete(id)
      setCount(guards.current.size)
    }
  }, [])
  return {
    hasGuards: count > 0,
    addGuard,
    blocked,
    setBlocked,
    wouldLose: (ids) => ids.some((id) => guards.current.get(id)?.() === true),
    removeGuards: (ids) => ids.forEach((id) => guards.current.delete(id)),
    mustBlock: (pathname) => {
      const target = pendingRedirectTarget('admin', pathname)?.split('?')[0] ?? pathname
      const staysOpen = isPage(target) && pageId(target) !== activeId
      return activeId !== null && !staysOpen && guards.current.get(activeId)?.() === true
    },
  }
}
