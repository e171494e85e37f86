/** What the client keeps outside its components, for test files that share a worker. */
import { session } from '../../runtime/web/core/auth/session.ts'
import { setLanguage } from '../../runtime/web/core/i18n/language.ts'
import { setToastRenderer } from '../../runtime/web/core/notify.ts'

// Loaded once for all files of a worker, before the first of them changes anything.
const initial = JSON.stringify(session)

/** Puts session and language back to what they are when the client is loaded, and drops toasts that nobody showed. */
export function resetClientState(): void {
  const { admin, site, menus, hasEnded } = JSON.parse(initial) as typeof session
  // The parts stay the same objects: the session watches them.
  Object.assign(session.admin, admin)
  Object.assign(session.site, site)
  Object.assign(session, { menus, hasEnded })
  setLanguage('zh-cn')
  setToastRenderer(() => {})()
}
