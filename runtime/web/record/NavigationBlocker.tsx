import { useEffect, useEffectEvent } from 'react'
import { useBlocker } from 'react-router-dom'
import { usePage, type BlockedNavigation, type Page } from '../page/page.ts'

export interface NavigationBlockerProps {
  readonly isReleased: () => boolean
  readonly onBlocked: (blocked: BlockedNavigation | null) => void
}

/**
 * Blocks a navigation until the user has decided. Rendered only while there are unsaved changes: the router warns when
 * an address is typed by hand while a blocker is mounted.
 */
export function NavigationBlocker(props: NavigationBlockerProps) {
  const { guard, blocked } = usePage()
  return guard ? <PageBlocker guard={guard} blocked={blocked} {...props} /> : <RouterBlocker {...props} />
}

interface PageBlockerProps extends NavigationBlockerProps {
  readonly guard: NonNullable<Page['guard']>
  readonly blocked: BlockedNavigation | null
}

function PageBlocker({ guard, blocked, isReleased, onBlocked }: PageBlockerProps) {
  const hasUnsavedChanges = useEffectEvent(() => !isReleased())
  useEffect(() => guard(() => hasUnsavedChanges()), [guard])
  useBlocked(blocked, onBlocked)
  return null
}

function RouterBlocker({ isReleased, onBlocked }: NavigationBlockerProps) {
  const blocker = useBlocker(() => !isReleased())
  useBlocked(blocker.state === 'blocked' ? blocker : null, onBlocked)
  return null
}

function useBlocked(blocked: BlockedNavigation | null, onBlocked: NavigationBlockerProps['onBlocked']): void {
  useEffect(() => {
    onBlocked(blocked)
    return () => onBlocked(null)
  }, [blocked, onBlocked])
}
