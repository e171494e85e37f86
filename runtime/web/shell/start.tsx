/** Starts the web client in the page's `#root`. */
import { StrictMode, type ComponentType, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { setExchange } from '../core/api/transport.ts'
import { exchangeByFetch } from '../core/api/fetch-exchange.ts'
import { setCallListener } from '../core/api/listener.ts'
import { isMemberSignedIn, member } from '../core/auth/member.ts'
import { isSignedIn, session } from '../core/auth/session.ts'
import { dropForeignReleases } from '../core/react/released-keys.ts'
import { applyThemes } from '../core/theme/module-themes.ts'
import { followConfig } from '../core/theme/theme.ts'
import { PageBoundary } from './PageBoundary.tsx'
import { Frame } from './Frame.tsx'
import { LoadingScreen } from './LoadingScreen.tsx'
import { notifyError, notifySuccess } from '../core/notify.ts'
import {
  loadMemberArea,
  memberSignInLoader,
  moduleThemes,
  registerModules,
  replaceModules,
  type WebOptions,
} from '../core/module-registry.ts'
import { beginProgress, endProgress } from '../core/loading/progress.ts'
import { SignInPage } from '../identity/session/SignInPage.tsx'
import { signInPath, SignInStart, type SignInPath } from './SignInStart.tsx'
import { lazyComponent } from '../core/loading/lazy-component.tsx'

/** All pages, with the router: everything that the sign-in page works without. */
const Pages = lazyComponent(async () => {
  const { preparePages } = await import('./Pages.tsx')
  return await preparePages()
}, LoadingScreen)

/** Milliseconds after which the code of the back office loads, while the user types the password. */
const preloadDelayMs = 1500

interface FirstPage {
  readonly path: SignInPath
  readonly Page: ComponentType
  /** Loads what comes after it. */
  readonly preload: (pages: typeof import('./Pages.tsx')) => Promise<unknown>
}

/** The sign-in page that the address names, for those who are not signed in there; null = any other page. */
function firstPage(): FirstPage | null {
  const path = signInPath()
  if (path === '/admin/login')
    return isSignedIn() ? null : { path, Page: SignInPage, preload: (pages) => pages.preloadAdminArea() }
  const load = memberSignInLoader()
  if (path === null || !load || isMemberSignedIn(member)) return null
  return { path, Page: lazyComponent(load, LoadingScreen), preload: loadMemberArea }
}

let isStarted = false

/**
 * Shows the application. Called again (while one develops, when a module was edited), it replaces the modules of the
 * pages that are open. Throws when the page has no element `#root`.
 */
export function startWeb(parts: WebOptions): void {
  const place = document.getElementById('root')
  if (!place) throw new Error('the page has no #root')
  if (isStarted) {
    replaceModules(parts)
    return applyThemes(moduleThemes())
  }
  // The core itself was edited: a second copy of it would know nothing of what the first one stored.
  if (place.hasChildNodes()) return location.reload()
  isStarted = true
  dropForeignReleases()
  registerModules(parts)
  applyThemes(moduleThemes())
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
          <PageBoundary>{page}</PageBoundary>
        </Frame>
      </StrictMode>,
    )
  const showPages = (): void => show(<Pages />)
  const first = firstPage()
  if (!first) return showPages()
  setExchange(exchangeByFetch)
  show(<SignInStart path={first.path} Page={first.Page} onLeave={showPages} />)
  setTimeout(() => void import('./Pages.tsx').then(first.preload).catch(() => undefined), preloadDelayMs)
}
