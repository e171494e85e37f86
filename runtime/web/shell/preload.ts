/** Starts everything the address needs at once: menu, code, model and rows, instead of one after the other. */
import { isSignedIn } from '../core/auth/session.ts'
import { prefetchBootstrap } from '../identity/session/bootstrap.ts'
import { preloadAdminArea } from './AdminGate.tsx'
import { isLoadingPath, pendingRedirectTarget } from './pending-redirect.ts'

/** Milliseconds until the pages show themselves what they wait for. */
const maxWaitMs = 2_000

/** Whether the address is in the admin area, and who opened it is signed in. */
export function isAtWork(): boolean {
  return isSignedIn() && /^#\/admin(\/|$)/.test(location.hash)
}

/**
 * Loads what the address of the admin area needs. Nothing depends on the outcome: what is not there, or turns out not
 * to be needed, is loaded or left by the pages themselves, which also show what failed.
 */
export async function prepareAdminArea(): Promise<void> {
  const wait = new Promise((resolve) => setTimeout(resolve, maxWaitMs))
  await Promise.race([wait, Promise.allSettled([prefetchBootstrap(), preloadAdminArea(), preparePage()])])
}

async function preparePage(): Promise<void> {
  const { pathname, search } = new URL(targetPath(), location.origin)
  // Which page comes first is known with the menu.
  if (/^\/admin(\/loading)?\/?$/.test(pathname)) return
  const { loadPage, loadPageModel } = await import('./admin/load-page.ts')
  const prefetch = async (): Promise<void> => {
    const [model, { prefetchRows }] = await Promise.all([
      loadPageModel(pathname),
      import('../records/list/query/prefetched-rows.ts'),
    ])
    if (model) await prefetchRows(model, search)
  }
  await Promise.allSettled([loadPage(pathname), prefetch()])
}

/** Path and query the address leads to. */
function targetPath(): string {
  const path = location.hash.slice(1)
  return (isLoadingPath('admin', path) ? pendingRedirectTarget('admin', path) : null) ?? path
}
