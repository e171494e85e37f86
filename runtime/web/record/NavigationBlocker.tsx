import { useEffect } from 'react'
import { useBlocker } from 'react-router-dom'
import { usePage, type HeldNavigation, type Page } from '../page/page.ts'

export interface NavigationHoldProps {
  readonly isReleased: () => boolean
  readonly onHeld: (held: HeldNavigation | null) => void
}

/**
 * Holds a navigation back until a person has decided. Rendered only while there is something to lose: the router warns when
 * an address is typed by hand while anything could block.
 */
export function NavigationHold(props: NavigationHoldProps) {
  const page = usePage()
  return page ? <PageHold page={page} {...props} /> : <RouterHold {...props} />
}

function PageHold({ page, isReleased, onHeld }: NavigationHoldProps & { readonly page: Page }) {
  const { hold, held } = page
  useEffect(() => hold(() => !isReleased()), [hold])
  useHeld(held, onHeld)
  return null
}

function RouterHold({ isReleased, onHeld }: NavigationHoldProps) {
  const blocker = useBlocker(() => !isReleased())
  useHeld(blocker.state === 'blocked' ? blocker : null, onHeld)
  return null
}

function useHeld(held: HeldNavigation | null, onHeld: NavigationHoldProps['onHeld']): void {
  useEffect(() => {
    onHeld(held)
    return () => onHeld(null)
  }, [held, onHeld])
}
