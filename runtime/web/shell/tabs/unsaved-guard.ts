/** Pages with something to lose: asked before their address changes. Going to another tab loses nothing, so nobody is asked then. */
import { useCallback, useRef, useState } from 'react'
import { forwardedPath } from '../pending-redirect.ts'
import { pageId } from '../menu/pages.ts'
import type { HeldNavigation } from '../../page/page.ts'

export interface Holds {
  /** Some page has something to lose. */
  readonly isHolding: boolean
  readonly hold: (id: string, wouldLose: () => boolean) => () => void
  /** Whether one of these would lose something. */
  readonly wouldLose: (ids: readonly string[]) => boolean
  /** These are given up: nothing is asked for them any more. */
  readonly forget: (ids: readonly string[]) => void
  /** Whether a navigation to this path must wait. */
  readonly mustWait: (pathname: string) => boolean
  readonly held: HeldNavigation | null
  readonly setHeld: (held: HeldNavigation | null) => void
}

export function useHolds(activeId: string | null, isPage: (pathname: string) => boolean): Holds {
  const holds = useRef(new Map<string, () => boolean>())
  const [count, setCount] = useState(0)
  const [held, setHeld] = useState<HeldNavigation | null>(null)
  const hold = useCallback((id: string, wouldLose: () => boolean) => {
    holds.current.set(id, wouldLose)
    setCount(holds.current.size)
    return () => {
      if (holds.current.get(id) === wouldLose) holds.current.delete(id)
      setCount(holds.current.size)
    }
  }, [])
  return {
    isHolding: count > 0,
    hold,
    held,
    setHeld,
    wouldLose: (ids) => ids.some((id) => holds.current.get(id)?.() === true),
    forget: (ids) => ids.forEach((id) => holds.current.delete(id)),
    mustWait: (pathname) => {
      const target = forwardedPath('admin', pathname)?.split('?')[0] ?? pathname
      const staysOpen = isPage(target) && pageId(target) !== activeId
      return activeId !== null && !staysOpen && holds.current.get(activeId)?.() === true
    },
  }
}
