/** Signs out. The reload removes everything of the session from memory. */
import { signOut } from '../../identity/session/bootstrap.ts'

export async function signOutAndReload(): Promise<void> {
  await signOut().catch(() => undefined)
  location.hash = '#/admin/login'
  location.reload()
}
