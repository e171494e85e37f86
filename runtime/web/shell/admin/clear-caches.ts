import { call } from '../../core/api/client.ts'
import { loadBootstrap } from '../../identity/session/bootstrap.ts'

/**
 * Makes all server processes read rights, menus and site settings again, and then this page. For super administrators;
 * what goes wrong is shown as a toast.
 */
export async function clearCaches(): Promise<void> {
  try {
    await call({ method: 'POST', path: '/admin/ajax/clearCache', body: { type: 'all' }, notifySuccess: true })
    await loadBootstrap()
  } catch {
    // The call has said why.
  }
}
