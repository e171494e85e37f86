/** Lets only the signed-in into the admin area, and fetches the area's code when somebody may enter. */
import { Navigate, useLocation } from 'react-router-dom'
import { useSnapshot } from 'valtio'
import { isSignedIn, session } from '../auth/session.ts'
import { signInPath } from '../auth/internal-paths.ts'
import { Boot } from './LoadingScreen.tsx'
import { forwardedPath, isWaiting } from './pending-redirect.ts'
import { later } from '../loading/lazy-component.tsx'

const loadAdmin = () => import('./admin/AdminShell.tsx')
const AdminShell = later(async () => (await loadAdmin()).AdminShell, Boot)

/** Fetches the admin area's code ahead, while a person types the password. */
export function fetchAdminAhead(): void {
  void loadAdmin().catch(() => undefined)
}

export function AdminGate() {
  const { admin } = useSnapshot(session)
  const { pathname, search } = useLocation()
  const wanted = isWaiting('admin', pathname) ? (forwardedPath('admin', pathname) ?? '/admin') : pathname + search
  if (!isSignedIn(admin)) return <Navigate to={signInPath(wanted)} replace />
  return <AdminShell />
}
