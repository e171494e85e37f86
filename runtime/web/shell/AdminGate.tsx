/** Allows only signed-in admins into the admin area, and loads its code when one enters. */
import { Navigate, useLocation } from 'react-router-dom'
import { useSnapshot } from 'valtio'
import { isSignedIn, session } from '../core/auth/session.ts'
import { signInPath } from '../core/auth/internal-paths.ts'
import { LoadingScreen } from './LoadingScreen.tsx'
import { pendingRedirectTarget, isLoadingPath } from './pending-redirect.ts'
import { lazyComponent } from '../core/loading/lazy-component.tsx'

const AdminShell = lazyComponent(async () => (await import('./admin/AdminShell.tsx')).AdminShell, LoadingScreen)

/** Loads the code of the admin area ahead. */
export async function preloadAdminArea(): Promise<void> {
  await AdminShell.preload().catch(() => undefined)
}

export function AdminGate() {
  const { admin } = useSnapshot(session)
  const { pathname, search } = useLocation()
  const target = isLoadingPath('admin', pathname)
    ? (pendingRedirectTarget('admin', pathname) ?? '/admin')
    : pathname + search
  if (!isSignedIn(admin)) return <Navigate to={signInPath(target)} replace />
  return <AdminShell />
}
