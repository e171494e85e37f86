/** Starts the web client in the page's `#root`. */
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router-dom'
import { listenToCalls } from '../api/listener.ts'
import { isMemberSignedIn } from '../auth/member.ts'
import { isSignedIn } from '../auth/session.ts'
import { askAhead, loadSite } from '../session/bootstrap.ts'
import { followConfig } from '../theme/theme.ts'
import { fetchAdminAhead } from './AdminGate.tsx'
import { tellError, tellSuccess } from '../toasts/notify.ts'
import { provideParts, type WebParts } from '../modules/registry.ts'
import { beginProgress, endProgress } from '../loading/progress.ts'
import { createRouter, type Router } from './routes.tsx'

/** Shows the application. Throws when the page has no element `#root`. */
export function startWeb(parts: WebParts): void {
  const place = document.getElementById('root')
  if (!place) throw new Error('the page has no #root')
  provideParts(parts)
  followConfig()
  const router = createRouter()
  listenToCalls({
    begun: beginProgress,
    ended: endProgress,
    problem: (problem) => tellError(problem.message),
    success: tellSuccess,
    redirect: (path) => redirect(router, path),
  })
  createRoot(place).render(
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>,
  )
  // The back office is told of the site with everything else.
  const isAtWork = isSignedIn() && location.hash.startsWith('#/admin/')
  if (isAtWork) askAhead()
  else void loadSite()
  if (isSignedIn()) fetchAdminAhead()
  else setTimeout(fetchAdminAhead, 1500)
}

/** The gate of an area itself leads to its sign-in page, and remembers where one was. */
function redirect(router: Router, path: string): void {
  const { pathname } = router.state.location
  const isGuarded = (area: string, isIn: boolean): boolean =>
    !isIn && pathname.startsWith(area) && path.startsWith(`${area}/login`)
  if (!isGuarded('/admin', isSignedIn()) && !isGuarded('/user', isMemberSignedIn())) void router.navigate(path)
}
