import { useEffect } from 'react'
import { useBlocker } from 'react-router-dom'

export interface HeldNavigation {
  readonly proceed: () => void
  readonly reset: () => void
}

/**
 * Holds a navigation back until a person has decided. Rendered only while there is something to lose: the router warns when
 * an address is typed by hand while anything could block.
 */
export function NavigationHold({ isReleased, onHeld }: { isReleased: () => boolean; onHeld: (held: HeldNavigation | null) => void }) {
  const blocker = useBlocker(() => !isReleased())
  useEffect(() => {
    onHeld(blocker.state === 'blocked' ? blocker : null)
    return () => onHeld(null)
  }, [blocker, onHeld])
  return null
}
