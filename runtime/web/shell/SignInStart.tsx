/** The sign-in page as the first page: it works without the router, whose code loads meanwhile. */
import { HotkeysContext } from '@blueprintjs/core'
import { useEffect, useMemo, useState } from 'react'
import type { Location } from 'react-router-dom'
import { hotkeysWithoutRegistry } from '../page/hotkeys.ts'
import { PageContext, type Page } from '../page/page.ts'
import { loadSite } from '../session/bootstrap.ts'
import { SignInPage } from '../session/SignInPage.tsx'

/** @param onLeave the address leads to another page */
export function SignInStart({ onLeave }: { readonly onLeave: () => void }) {
  const [location, setLocation] = useState(hashLocation)
  useEffect(() => {
    void loadSite()
    const follow = (): void => (isSignInAddress() ? setLocation(hashLocation()) : onLeave())
    window.addEventListener('hashchange', follow)
    return () => window.removeEventListener('hashchange', follow)
  }, [onLeave])
  const page = useMemo<Page>(
    () => ({
      location,
      isActive: true,
      guard: null,
      blocked: null,
      navigate: (to) => {
        history.replaceState(null, '', `#${String(to)}`)
        onLeave()
      },
    }),
    [location, onLeave],
  )
  return (
    <HotkeysContext value={hotkeysWithoutRegistry}>
      <PageContext value={page}>
        <SignInPage />
      </PageContext>
    </HotkeysContext>
  )
}

/** Whether the address is that of the sign-in page of admins. */
export const isSignInAddress = (): boolean => hashLocation().pathname === '/admin/login'

function hashLocation(): Location {
  const [pathname = '', ...query] = window.location.hash.slice(1).split('?')
  const search = query.length > 0 ? `?${query.join('?')}` : ''
  return { pathname, search, hash: '', state: null, key: 'default' }
}
