/** Signing out. Reloading makes sure that nothing of the old session stays in memory. */
import { signOut } from '../../session/bootstrap.ts'

export async function signOutAndReload(): Promise<void> {
  await signOut().catch(() => undefined)
  location.hash = '#/admin/login'
  location.reload()
}
