/** Every address of the application. */
import { useLocation, type RouteObject } from 'react-router-dom'
import { SignInPage } from '../identity/session/SignInPage.tsx'
import { AdminGate } from './AdminGate.tsx'
import { LoadingScreen } from './LoadingScreen.tsx'
import { lazyComponent } from '../core/loading/lazy-component.tsx'
import { isSitePath, loadMemberArea, loadSitePages, screens } from '../core/module-registry.ts'
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
      ...screens().map(({ path, load }) => ({ path, Component: lazyComponent(load, LoadingScreen) })),
      { path: '*', Component: VisitorPage },
    ],
  },
]
