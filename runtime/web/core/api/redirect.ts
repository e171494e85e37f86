/** Where the server redirects to with business code 302 or 303. */
import { internalPath } from '../auth/internal-paths.ts'

/** Route names of servers of this protocol. */
const routeNames: Readonly<Record<string, string>> = {
  home: '/',
  admin: '/admin',
  adminLogin: '/admin/login',
  adminMainLoading: '/admin/loading',
  user: '/user',
  userLogin: '/user/login',
  userMainLoading: '/user/loading',
  notFound: '/404',
  noPower: '/401',
}

export interface ServerRedirect {
  /** A path of this application. */
  readonly path: string
  /** The session is over. */
  readonly isSessionOver: boolean
}

/**
 * Reads `routeName` or `routePath`, and `type`, of the answer. A path outside this application leads to the caller's
 * area.
 */
export function parseRedirect(data: unknown, area: 'admin' | 'user'): ServerRedirect {
  const answer = (typeof data === 'object' && data !== null ? data : {}) as {
    routePath?: unknown
    routeName?: unknown
    type?: unknown
  }
  const isSessionOver = answer.type === 'need login' || answer.type === undefined
  const routeName =
    typeof answer.routeName === 'string' && Object.hasOwn(routeNames, answer.routeName)
      ? routeNames[answer.routeName]
      : null
  return {
    path: routeName ?? internalPath(answer.routePath) ?? (isSessionOver ? `/${area}/login` : `/${area}`),
    isSessionOver,
  }
}
