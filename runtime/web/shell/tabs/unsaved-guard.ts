/** Pages with something to lose: asked before their address changes. Going to another tab loses nothing, so nobody is asked then. */
import { useCallback, useRef, useState } from 'react'
import { pendingRedirectTarget } from '../pending-redirect.ts'
import { pageId } from '../menu/pages.ts'
import type { BlockedNavigation } from '../../page/page.ts'

export interface UnsavedGuard {
  /** Some page has something to lose. */
  readonly hasGuards: boolean
  readonly addGuard: (id: string, hasUnsavedChanges: () => boolean) => () => void
  /** Whether one of these would lose something. */
  readonly wouldLose: (ids: readonly string[]) => boolean
  /** These are given up: nothing is asked for them any more. */
  readonly removeGuards: (ids: readonly string[]) => void
  /** Whether a navigation to this path must wait. */
  readonly mustBlock: (pathname: string) => boolean
  readonly blocked: BlockedNavigation | null
  readonly setBlocked: (held: BlockedNavigation | null) => void
}

export function useUnsavedGuard(activeId: string | null, isPage: (pathname: string) => boolean): UnsavedGuard {
  const holds = useRef(new Map<string, () => boolean>())
  const [count, setCount] = useState(0)
  const [blocked, setBlocked] = useState<BlockedNavigation | null>(null)
  const addGuard = useCallback((id: string, wouldLose: () => boolean) => {
    holds.current.set(id, wouldLose)
    setCount(holds.current.size)
    return () => {
      if (holds.current.get(id) === wouldLose) holds.current.delete(id)
      setCount(holds.current.size)
    }
  }, [])
  return {
    hasGuards: count > 0,
    addGuard,
    blocked,
    setBlocked,
    wouldLose: (ids) => ids.some((id) => holds.current.get(id)?.() === true),
    removeGuards: (ids) => ids.forEach((id) => holds.current.delete(id)),
    mustBlock: (pathname) => {
      const target = pendingRedirectTarget('admin', pathname)?.split('?')[0] ?? pathname
      const staysOpen = isPage(target) && pageId(target) !== activeId
      return activeId !== null && !staysOpen && holds.current.get(activeId)?.() === true
    },
  }
}
