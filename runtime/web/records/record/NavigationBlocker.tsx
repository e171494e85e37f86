import { useEffect } from 'react'
import { usePage, type BlockedNavigation, type Page } from '../../core/page/page.ts'
import { useBlocker } from '../../core/page/router.tsx'

export interface NavigationBlockerProps {
  /** Whether leaving now loses unsaved changes; one identity. */
  readonly wouldLose: () => boolean
  readonly onBlocked: (blocked: BlockedNavigation | null) => void
}

/**
 * Blocks a navigation that would lose unsaved changes until the user has decided. Rendered as long as there is a form:
 * one rendered for the first change would miss a navigation right after the key.
 */
export function NavigationBlocker(props: NavigationBlockerProps) {
  const { guard, blocked } = usePage()
  return guard ? <PageBlocker guard={guard} blocked={blocked} {...props} /> : <RouterBlocker {...props} />
}

interface PageBlockerProps extends NavigationBlockerProps {
  readonly guard: NonNullable<Page['guard']>
  readonly blocked: BlockedNavigation | null
}

function PageBlocker({ guard, blocked, wouldLose, onBlocked }: PageBlockerProps) {
  useEffect(() => guard(wouldLose), [guard, wouldLose])
  useBlocked(blocked, onBlocked)
  return null
}

function RouterBlocker({ wouldLose, onBlocked }: NavigationBlockerProps) {
  useBlocked(useBlocker(wouldLose), onBlocked)
  return null
}

function useBlocked(blocked: BlockedNavigation | null, onBlocked: NavigationBlockerProps['onBlocked']): void {
  useEffect(() => {
    onBlocked(blocked)
    return () => onBlocked(null)
  }, [blocked, onBlocked])
}
