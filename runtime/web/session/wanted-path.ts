/** Where to go after signing in, carried in the address as `to`. */

/** The sign-in page's path that leads back to `path` (path and query of this application). */
export function signInPath(path: string): string {
  return wantedPath(path) === '/admin' ? '/admin/login' : `/admin/login?to=${encodeURIComponent(path)}`
}

/** The path to go to: only one of the admin area, never a foreign address, never the sign-in page again. */
export function wantedPath(to: string | null): string {
  return to !== null && /^\/admin(\/(?!login)|$|\?)/.test(to) ? to : '/admin'
}
