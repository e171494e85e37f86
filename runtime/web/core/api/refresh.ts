/** Refreshes an access token once however many calls need it, also across browser tabs. */
import type { TokenStore, Tokens } from '../auth/token-stores.ts'
import { readStored } from '../preferences/browser-storage.ts'

/** Requests a new token; rejects when the server issues none. */
export type RequestToken = (refreshToken: string) => Promise<{ token: string; refresh_token?: string }>

const running = new Map<TokenStore, Promise<void>>()

/**
 * Makes the stored token newer than `expired`. Concurrent calls wait for the same refresh. Rejects when the server
 * refuses; the caller then redirects to the sign-in page.
 */
export function refreshToken(bearer: TokenStore, expired: string, requestToken: RequestToken): Promise<void> {
  const { token } = bearer.tokens()
  if (token !== '' && token !== expired) return Promise.resolve()
  const refreshing = running.get(bearer)
  if (refreshing) return refreshing
  const fresh = withLock(bearer.area, () => refreshOnce(bearer, expired, requestToken)).finally(() =>
    running.delete(bearer),
  )
  running.set(bearer, fresh)
  return fresh
}

async function refreshOnce(bearer: TokenStore, expired: string, requestToken: RequestToken): Promise<void> {
  // Refresh tokens are single-use: if another tab has refreshed first, ours is refused, but its new token is stored.
  const tokens = readStored(bearer.storedKey) as Partial<Tokens> | null
  if (tokens?.token && tokens.token !== expired) return bearer.save(tokens)
  bearer.save(await requestToken(bearer.tokens().refresh_token))
}

/** Runs in one tab at a time, where the browser supports locks. */
async function withLock(area: string, work: () => Promise<void>): Promise<void> {
  if (typeof navigator !== 'undefined' && 'locks' in navigator)
    await navigator.locks.request(`tablewright.refresh.${area}`, work)
  else await work()
}
