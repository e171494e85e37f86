/** Paths of this application that come from outside: from the address, a link, or an answer of the server. */

/**
 * The text when it is a path (and query) of this application, else null: one leading slash, no `..`, nothing a browser
 * could read as another site, also when it is decoded.
 */
export function internalPath(text: unknown): string | null {
  if (typeof text !== 'string' || text.length > 8000 || /[\u0000-\u001f\u007f#]/.test(text)) return null
  const [path = ''] = text.split('?', 1)
  const decoded = decode(path)
  if (decoded === null || /[\\\u0000-\u001f\u007f]/.test(decoded)) return null
  const isPlain =
    /^\/(?!\/)/.test(decoded) &&
    // Guard T58: paths lead to this application only.
    !path.includes('//') &&
    !decoded.split('/').includes('..')
  return isPlain ? text : null
}

/** The path of the sign-in page that returns to `path` (path and query of this application). */
export function signInPath(path: string): string {
  return returnPath(path) === '/admin' ? '/admin/login' : `/admin/login?to=${encodeURIComponent(path)}`
}

/** The path to return to: always in the admin area, never a foreign address or the sign-in page. */
export function returnPath(to: string | null): string {
  return isPathInArea('admin', to) ? to : '/admin'
}

/** Whether a path belongs to the area and is not its sign-in page. */
export function isPathInArea(area: 'admin' | 'user', path: unknown): path is string {
  const internal = internalPath(path)
  return internal !== null && new RegExp(`^/${area}(/(?!login([/?]|$))|$|\\?)`).test(internal)
}

function decode(path: string): string | null {
  try {
    return decodeURIComponent(path)
  } catch {
    return null
  }
}
