/** Starts the web client in the page's `#root`. */
import { StrictMode, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router-dom'
import { setCallListener } from '../api/listener.ts'
import { isMemberSignedIn } from '../auth/member.ts'
import { isSignedIn, session } from '../auth/session.ts'
import { loadSite } from '../session/bootstrap.ts'
import { followConfig } from '../theme/theme.ts'
import { preloadAdminArea } from './AdminGate.tsx'
import { Frame } from './Frame.tsx'
import { LoadingScreen } from './LoadingScreen.tsx'
import { notifyError, notifySuccess } from '../toasts/notify.ts'
import { registerModules, type WebOptions } from '../modules/registry.ts'
import { beginProgress, endProgress } from '../loading/progress.ts'
import { isAtWork, prepareAdminArea } from './prepare.ts'
import { createRouter, type Router } from './routes.tsx'

/** Shows the application. Throws when the page has no element `#root`. */
export function startWeb(parts: WebOptions): void {
  const place = document.getElementById('root')
  if (!place) throw new Error('the page has no #root')
  registerModules(parts)
  followConfig()
  const router = createRouter()
  setCallListener({
    onStart: beginProgress,
    onEnd: endProgress,
    onError: (error) => notifyError(error.message),
    onSuccess: notifySuccess,
    onRedirect: (path) => onRedirect(router, path),
    // Steps are shown when the admin area starts; before it has started, this answer starts nothing anew.
    onPendingStep: () => {
      if (session.menus !== null) location.reload()
    },
  })
  const root = createRoot(place)
  const show = (page: ReactNode): void =>
    root.render(
      <StrictMode>
        <Frame>{page}</Frame>
      </StrictMode>,
    )
  const showPages = (): void => show(<RouterProvider router={router} />)
  // The admin area receives the settings of the site with its menu.
  if (isAtWork()) {
    void prepareAdminArea().then(showPages)
    return show(<LoadingScreen />)
  }
  showPages()
  void loadSite()
  // The code of the admin area loads while the user types the password.
  setTimeout(() => void preloadAdminArea(), isSignedIn() ? 0 : 1500)
}

/** The gate of an area redirects to its sign-in page by itself, and remembers the path. */
function onRedirect(router: Router, path: string): void {
  const { pathname } = router.state.location
  const isGuarded = (area: string, isIn: boolean): boolean =>
    !isIn && pathname.startsWith(area) && path.startsWith(`${area}/login`)
  if (!isGuarded('/admin', isSignedIn()) && !isGuarded('/user', isMemberSignedIn())) void router.navigate(path)
}
