import { useEffect, useEffectEvent } from 'react'
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
  const { hold, held } = usePage()
  return hold ? <PageHold hold={hold} held={held} {...props} /> : <RouterHold {...props} />
}

interface PageHoldProps extends NavigationHoldProps {
  readonly hold: NonNullable<Page['hold']>
  readonly held: HeldNavigation | null
}

function PageHold({ hold, held, isReleased, onHeld }: PageHoldProps) {
  const wouldLose = useEffectEvent(() => !isReleased())
  useEffect(() => hold(() => wouldLose()), [hold])
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
