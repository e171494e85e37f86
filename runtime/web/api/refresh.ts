/** One refresh of the access token, however many calls ask for it, also across tabs. */
import { keepAdmin, session, type AdminInfo } from '../session/store.ts'
import { readStored } from '../shell/storage.ts'

/** Asks the server for a new token; rejects when it gives none. */
export type AskForToken = (refreshToken: string) => Promise<{ token: string; refresh_token?: string }>

let running: Promise<void> | null = null

/**
 * Makes the stored token newer than `expired`. Calls that come meanwhile wait for the same refresh. Rejects when the
 * server refuses; the caller then asks the person to sign in.
 */
export function refreshToken(expired: string, ask: AskForToken): Promise<void> {
  if (session.admin.token !== '' && session.admin.token !== expired) return Promise.resolve()
  running ??= alone(() => refreshOnce(expired, ask)).finally(() => {
    running = null
  })
  return running
}

async function refreshOnce(expired: string, ask: AskForToken): Promise<void> {
  // Refresh tokens are used up: had another tab refreshed first, ours would be refused, but its new token is stored.
  const stored = readStored('adminInfo') as Partial<AdminInfo> | null
  if (stored?.token && stored.token !== expired) return keepAdmin(stored)
  keepAdmin(await ask(session.admin.refresh_token))
}

/** One tab at a time, where the browser can arrange that. */
async function alone(work: () => Promise<void>): Promise<void> {
  if (typeof navigator !== 'undefined' && 'locks' in navigator) await navigator.locks.request('tablewright.refresh', work)
  else await work()
}
