import { HotkeysContext } from '@blueprintjs/core'
import { useMemo, type ReactNode } from 'react'
import { useLocation } from 'react-router-dom'
import { hotkeysWithoutRegistry } from './hotkeys.ts'
import { PageContext, type Page } from './page.ts'
import { useNavigate } from './router.tsx'

/**
 * Provides the keys of the page, and the router's location as the page of everything that is not part of a tab:
 * sign-in, the member area.
 */
export function RouterPage({ children }: { readonly children: ReactNode }) {
  const location = useLocation()
  const navigate = useNavigate()
  const page = useMemo<Page>(
    () => ({ location, isActive: true, navigate, guard: null, blocked: null }),
    [location, navigate],
  )
  return (
    <HotkeysContext value={hotkeysWithoutRegistry}>
      <PageContext value={page}>{children}</PageContext>
    </HotkeysContext>
  )
}
