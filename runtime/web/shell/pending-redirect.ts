/**
 * `/admin/loading/{target}`: shown until the menu is loaded. The target is JSON, `{"path": "/admin/wms/product",
 * "query": {"page": "2"}}`; a query key that occurs more than once has a list.
 */
import { isPathInArea } from '../core/auth/internal-paths.ts'

export type Area = 'admin' | 'user'

/** The loading path of an area that redirects to a path and its query. */
export function pendingRedirectPath(area: Area, path: string, search = ''): string {
  const query: Record<string, string | string[]> = {}
  for (const key of new Set(new URLSearchParams(search).keys())) {
    const [first = '', ...others] = new URLSearchParams(search).getAll(key)
    query[key] = others.length > 0 ? [first, ...others] : first
  }
  return `/${area}/loading/${encodeURIComponent(JSON.stringify(search.length > 1 ? { path, query } : { path }))}`
}

/** The target of a loading path: path and query; null when it has none in its own area. */
export function pendingRedirectTarget(area: Area, pathname: string): string | null {
  const start = `/${area}/loading/`
  return pathname.startsWith(start) ? parseTarget(area, pathname.slice(start.length)) : null
}

/** Whether this is the loading path of the area. */
export function isLoadingPath(area: Area, pathname: string): boolean {
  return pathname === `/${area}/loading` || pathname.startsWith(`/${area}/loading/`)
}

/** @param target still encoded: a router that decodes it would damage encoded parts of the path */
function parseTarget(area: Area, target: string): string | null {
  try {
    const { path, query } = JSON.parse(decodeURIComponent(target)) as { path?: unknown; query?: unknown }
    if (typeof path !== 'string' || path.includes('?') || !isPathInArea(area, path) || isLoadingPath(area, path))
      return null
    const pairs = Object.entries(typeof query === 'object' && query !== null ? query : {}).flatMap(([key, value]) =>
      (Array.isArray(value) ? value : [value])
        .filter((one): one is string => typeof one === 'string')
        .map((one): [string, string] => [key, one]),
    )
    return pairs.length === 0 ? path : `${path}?${new URLSearchParams(pairs).toString()}`
  } catch {
    return null
  }
}
