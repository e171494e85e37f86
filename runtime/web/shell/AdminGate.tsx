/** Lets only the signed-in into the admin area, and fetches the area's code when somebody may enter. */
import { Navigate, useLocation } from 'react-router-dom'
import { useSnapshot } from 'valtio'
import { isSignedIn, session } from '../session/store.ts'
import { signInPath } from '../session/wanted-path.ts'
import { Boot } from './Boot.tsx'
import { forwardedPath, isWaiting } from './forwarding.ts'
import { later } from './later.tsx'

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
