/** Signing in and out, and renewing a session. */
import { codes, say } from '../../protocol/index.ts'
import { adminHome, alreadySignedIn } from '../http/dialect/sign-in.ts'
import { defineRoute, type RequestScope, type Route, type RouteAnswer } from '../http/route.ts'
import { refreshToken } from './refresh.ts'
import { requestToken } from './request-token.ts'
import { sayRefusal, signIn } from './sign-in.ts'
import { dropToken, type Sessions } from './tokens.ts'

export function sessionRoutes(sessions: Sessions): readonly Route[] {
  return [
    defineRoute({
      area: 'admin', controller: 'Index', action: 'login', method: ['GET', 'POST'], login: 'none', node: null,
      handler: async (scope) => {
        const standing = await sessions.standing(requestToken(scope.request))
        if (standing.state === 'active') return alreadySignedIn(scope.language)
        return scope.request.method === 'GET' ? { data: { captcha: false } } : answerSignIn(scope)
      },
    }),
    defineRoute({ area: 'admin', controller: 'Index', action: 'logout', method: 'POST', login: 'none', node: null, handler: answerSignOut }),
    defineRoute({
      area: 'api', controller: 'common', action: 'refreshToken', method: 'POST', login: 'none', node: null,
      handler: async (scope) => {
        const token = await refreshToken(scope, sessions, requestToken(scope.request), scope.body['refreshToken'])
        if (token === null) return { code: codes.refused, msg: say(scope.language, 'problem.expired'), data: [] }
        return { data: { type: 'admin-refresh', token } }
      },
    }),
  ]
}

async function answerSignIn(scope: RequestScope): Promise<RouteAnswer> {
  const { username, password, keep } = scope.body
  const answer = await signIn(scope, { username, password, keep: isTruthy(keep), ip: scope.request.ip })
  if ('refused' in answer) {
    const { msg, errors } = sayRefusal(scope.language, answer)
    return { code: codes.refused, msg, data: { reason: 'invalid', ...(errors && { errors }) } }
  }
  return { msg: say(scope.language, 'session.signed_in'), data: { userInfo: answer, routePath: adminHome } }
}

async function answerSignOut(scope: RequestScope): Promise<RouteAnswer> {
  const token = requestToken(scope.request)
  const refresh = scope.body['refreshToken']
  await scope.database.write(async (trx) => {
    if (token) await dropToken(trx, token, 'admin')
    if (typeof refresh === 'string' && refresh !== '') await dropToken(trx, refresh, 'admin-refresh')
  })
  return { data: null }
}

/** As the old server's language counts truth. */
function isTruthy(value: unknown): boolean {
  return value === true || value === 1 || (typeof value === 'string' && value !== '' && value !== '0' && value !== 'false')
}
