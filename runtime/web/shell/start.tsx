/** Starts the web client in the page's `#root`. */
import { StrictMode, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { setExchange } from '../api/transport.ts'
import { exchangeByFetch } from '../api/fetch-exchange.ts'
import { setCallListener } from '../api/listener.ts'
import { isSignedIn, session } from '../auth/session.ts'
import { followConfig } from '../theme/theme.ts'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import { Frame } from './Frame.tsx'
import { LoadingScreen } from './LoadingScreen.tsx'
import { notifyError, notifySuccess } from '../toasts/notify.ts'
import { registerModules, type WebOptions } from '../modules/registry.ts'
import { beginProgress, endProgress } from '../loading/progress.ts'
import { isSignInAddress, SignInStart } from './SignInStart.tsx'
import { lazyComponent } from '../loading/lazy-component.tsx'

/** All pages, with the router: everything that the sign-in page works without. */
const Pages = lazyComponent(async () => {
  const { preparePages } = await import('./Pages.tsx')
  return await preparePages()
}, LoadingScreen)

/** Milliseconds after which the code of the back office loads, while the user types the password. */
const preloadDelayMs = 1500

/** Shows the application. Throws when the page has no element `#root`. */
export function startWeb(parts: WebOptions): void {
  const place = document.getElementById('root')
  if (!place) throw new Error('the page has no #root')
  registerModules(parts)
  followConfig()
  setCallListener({
    onStart: beginProgress,
    onEnd: endProgress,
    onError: (error) => notifyError(error.message),
    onSuccess: notifySuccess,
    // Steps are shown when the admin area starts; before it has started, this answer starts nothing anew.
    onPendingStep: () => {
      if (session.menus !== null) location.reload()
    },
  })
  const root = createRoot(place)
  const show = (page: ReactNode): void =>
    root.render(
      <StrictMode>
        <Frame>
          <ErrorBoundary>{page}</ErrorBoundary>
        </Frame>
      </StrictMode>,
    )
  const showPages = (): void => show(<Pages />)
  if (isSignedIn() || !isSignInAddress()) return showPages()
  setExchange(exchangeByFetch)
  show(<SignInStart onLeave={showPages} />)
  setTimeout(
    () => void import('./Pages.tsx').then((pages) => pages.preloadAdminArea()).catch(() => undefined),
    preloadDelayMs,
  )
}
