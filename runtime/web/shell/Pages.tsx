/** All pages of the application with the router, which the sign-in page as the first page works without. */
import type { ComponentType } from 'react'
import { useRoutes } from 'react-router-dom'
import { exchangeByAxios } from '../core/api/axios-exchange.ts'
import { setExchange } from '../core/api/transport.ts'
import { callListener, setCallListener } from '../core/api/listener.ts'
import { isMemberSignedIn } from '../core/auth/member.ts'
import { isSignedIn } from '../core/auth/session.ts'
import { createRouter, RouterProvider, type AppRouter } from '../core/page/router.tsx'
import { loadSite } from '../identity/session/bootstrap.ts'
import { isAtWork, prepareAdminArea } from './preload.ts'
import { routes } from './routes.tsx'
import { keepFiguresWhole } from './whole-figures.ts'

export { preloadAdminArea } from './AdminGate.tsx'

let prepared: Promise<ComponentType> | null = null

/** The pages, once what the address needs is there. */
export function preparePages(): Promise<ComponentType> {
  return (prepared ??= prepare())
}

async function prepare(): Promise<ComponentType> {
  setExchange(exchangeByAxios)
  keepFiguresWhole()
  const router = createRouter()
  setCallListener({ ...callListener(), onRedirect: (path) => onRedirect(router, path) })
  // The admin area receives the settings of the site with its menu.
  if (isAtWork()) await prepareAdminArea()
  else void loadSite()
  return () => (
    <RouterProvider router={router}>
      <RoutedPage />
    </RouterProvider>
  )
}

/** The page of the address. */
export function RoutedPage() {
  return useRoutes(routes)
}

/** The gate of an area redirects to its sign-in page by itself, and remembers the path. */
function onRedirect(router: AppRouter, path: string): void {
  const { pathname } = router.location
  const isGuarded = (area: string, isIn: boolean): boolean =>
    !isIn && pathname.startsWith(area) && path.startsWith(`${area}/login`)
  if (!isGuarded('/admin', isSignedIn()) && !isGuarded('/user', isMemberSignedIn())) router.navigate(path)
}
