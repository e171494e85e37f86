/** Every address of the application. */
import type { ComponentType } from 'react'
import { useLocation, type RouteObject } from 'react-router-dom'
import { session } from '../core/auth/session.ts'
import { loadSite } from '../identity/session/bootstrap.ts'
import { SignInPage } from '../identity/session/SignInPage.tsx'
import { AdminGate } from './AdminGate.tsx'
import { LoadingScreen } from './LoadingScreen.tsx'
import { lazyComponent } from '../core/loading/lazy-component.tsx'
import { isActive, isSitePath, loadMemberArea, loadSitePages, screens } from '../core/module-registry.ts'
import { Home } from './pages/Home.tsx'
import { Forbidden } from './pages/Forbidden.tsx'
import { NoPage, NotFound } from './pages/NotFound.tsx'
import { Root } from './Root.tsx'

const MemberArea = lazyComponent(
  async () => (await loadMemberArea()) ?? (await import('./member/MemberArea.tsx')).MemberArea,
  LoadingScreen,
)

const SitePages = lazyComponent(async () => (await loadSitePages()) ?? Home, LoadingScreen)

/** The page of visitors at this address, or what the client has there without one. */
function VisitorPage() {
  const { pathname } = useLocation()
  if (isSitePath(pathname)) return <SitePages />
  return pathname === '/' ? <Home /> : <NoPage />
}

/** A screen of a module; what nobody has, while the site has switched the module off. */
async function screenOf(module: string, load: () => Promise<ComponentType>): Promise<ComponentType> {
  if (session.menus === null) await loadSite()
  return isActive(module) ? await load() : NotFound
}

/** This file loads once the modules are registered, some of which have pages of their own here. */
export const routes: RouteObject[] = [
  {
    Component: Root,
    children: [
      { path: '/admin/login', Component: SignInPage },
      { path: '/admin/*', Component: AdminGate },
      { path: '/user/*', Component: MemberArea },
      { path: '/404', Component: NotFound },
      { path: '/401', Component: Forbidden },
      ...screens().map(({ module, path, load }) => ({
        path,
        Component: lazyComponent(() => screenOf(module, load), LoadingScreen),
      })),
      { path: '*', Component: VisitorPage },
    ],
  },
]
