/** A sign-in page as the first page: it works without the router, whose code loads meanwhile. */
import { HotkeysContext } from '@blueprintjs/core'
import { useEffect, useMemo, useState, type ComponentType } from 'react'
import type { Location } from 'react-router-dom'
import { hotkeysWithoutRegistry } from '../core/page/hotkeys.ts'
import { PageContext, type Page } from '../core/page/page.ts'
import { loadSite } from '../identity/session/bootstrap.ts'

interface SignInStartProps {
  readonly path: SignInPath
  readonly Page: ComponentType
  /** The address leads to another page. */
  readonly onLeave: () => void
}

export function SignInStart({ path, Page: SignInPage, onLeave }: SignInStartProps) {
  const [location, setLocation] = useState(hashLocation)
  useEffect(() => {
    void loadSite()
    const follow = (): void => (signInPath() === path ? setLocation(hashLocation()) : onLeave())
    window.addEventListener('hashchange', follow)
    return () => window.removeEventListener('hashchange', follow)
  }, [onLeave, path])
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

export type SignInPath = '/admin/login' | '/user/login'

/** The sign-in page that the address names: of administrators or of members; null = another page. */
export function signInPath(): SignInPath | null {
  const { pathname } = hashLocation()
  return pathname === '/admin/login' || pathname === '/user/login' ? pathname : null
}

function hashLocation(): Location {
  const [pathname = '', ...query] = window.location.hash.slice(1).split('?')
  const search = query.length > 0 ? `?${query.join('?')}` : ''
  return { pathname, search, hash: '', state: null, key: 'default' }
}
