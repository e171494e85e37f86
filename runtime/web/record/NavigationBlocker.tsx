import { useEffect, useEffectEvent } from 'react'
import { usePage, type BlockedNavigation, type Page } from '../page/page.ts'
import { useBlocker } from '../page/router.tsx'

export interface NavigationBlockerProps {
  readonly isReleased: () => boolean
  readonly onBlocked: (blocked: BlockedNavigation | null) => void
}

/** Blocks a navigation until the user has decided. Rendered only while there are unsaved changes. */
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
  useBlocked(
    useBlocker(() => !isReleased()),
    onBlocked,
  )
  return null
}

function useBlocked(blocked: BlockedNavigation | null, onBlocked: NavigationBlockerProps['onBlocked']): void {
  useEffect(() => {
    onBlocked(blocked)
    return () => onBlocked(null)
  }, [blocked, onBlocked])
}
