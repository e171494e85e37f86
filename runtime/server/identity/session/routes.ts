/** Signing in and out, and renewing a session. */
import { codes, isEmpty } from '../../../protocol/index.ts'
import { t } from '../../../i18n/i18n.ts'
import { isNativeClient } from '../../http/compat/client.ts'
import { adminHome, alreadySignedIn, reloadSignIn } from '../../http/compat/sign-in.ts'
import { headerText } from '../../http/language.ts'
import { defineRoute, type RequestScope, type Route, type RouteAnswer } from '../../http/route.ts'
import { setXsrfCookie } from '../../http/xsrf.ts'
import { dashboardRoute } from './dashboard.ts'
import { profileRoutes } from './profile-routes.ts'
import { canRecover, recoveryRoutes } from './recovery/routes.ts'
import { refreshToken } from './refresh.ts'
import { memberToken, requestToken } from './request-token.ts'
import { factorRoutes } from './second-factor/routes.ts'
import { sessionListRoutes, type SessionRouteParts } from './session-routes.ts'
import { endSessionOf } from './sessions.ts'
import { addressState } from './sign-in-limits.ts'
import { describeRefusal, signIn } from './sign-in.ts'
import type { Sessions } from './tokens.ts'

export function sessionRoutes(parts: SessionRouteParts): readonly Route[] {
  return [
    defineRoute({
      area: 'admin',
      controller: 'Index',
      action: 'login',
      method: ['GET', 'POST'],
      login: 'none',
      node: null,
      handler: (scope) => answerLogin(scope, parts.sessions),
    }),
    defineRoute({
      area: 'admin',
      controller: 'Index',
      action: 'logout',
      method: 'POST',
      login: 'none',
      node: null,
      handler: answerSignOut,
    }),
    defineRoute({
      area: 'api',
      controller: 'common',
      action: 'refreshToken',
      method: 'POST',
      login: 'none',
      node: null,
      handler: answerRefresh,
    }),
    ...recoveryRoutes,
    ...profileRoutes(parts.sessions),
    ...factorRoutes(parts.sessions),
    ...sessionListRoutes(parts),
    dashboardRoute(parts.access),
  ]
}

async function answerLogin(scope: RequestScope, sessions: Sessions): Promise<RouteAnswer> {
  const { request, reply, database, settings, language } = scope
  const token = await sessions.readToken(requestToken(request))
  if (token.state === 'active') return alreadySignedIn(language)
  if (request.method !== 'GET') return answerSignIn(scope)
  setXsrfCookie(request, reply)
  const captcha = settings.captcha.adminSignIn || (await addressState(database, request.ip)).captcha
  return { data: { captcha, ...(canRecover(scope) && { recovery: true }) } }
}

async function answerSignIn(scope: RequestScope): Promise<RouteAnswer> {
  const { body, request, language, settings } = scope
  const { username, password, keep, captchaId, captchaInfo } = body
  const visitor = { ip: request.ip, device: headerText(request, 'user-agent') ?? '', rotates: isNativeClient(request) }
  const answer = await signIn(scope, { username, password, keep: isTruthy(keep), captchaId, captchaInfo, ...visitor })
  if ('refused' in answer) {
    const { msg, data } = describeRefusal(language, answer)
    const showsNoCaptcha = !isNativeClient(request) && !settings.captcha.adminSignIn && isEmpty(captchaInfo)
    return answer.captcha && showsNoCaptcha ? reloadSignIn(msg, data) : { code: codes.refused, msg, data }
  }
  return { msg: t(language, 'session.signed_in'), data: { userInfo: answer, routePath: adminHome } }
}

/** Ends the session both tokens belong to, also when one of them is over already. */
async function answerSignOut({ request, body, database }: RequestScope): Promise<RouteAnswer> {
  const tokens = { admin: requestToken(request), 'admin-refresh': body['refreshToken'] }
  await database.write((trx) => endSessionOf(trx, tokens), 'essential')
  return { data: null }
}

async function answerRefresh(scope: RequestScope): Promise<RouteAnswer> {
  const tokens = { admin: requestToken(scope.request), user: memberToken(scope.request) }
  const renewed = await refreshToken(scope, tokens, scope.body['refreshToken'])
  if (!renewed) return { code: codes.refused, msg: t(scope.language, 'problem.expired'), data: [] }
  const { type, token, refresh } = renewed
  return { data: { type, token, ...(refresh !== null && { refresh_token: refresh }) } }
}

/** As the old server's language counts truth. */
function isTruthy(value: unknown): boolean {
  return (
    value === true || value === 1 || (typeof value === 'string' && value !== '' && value !== '0' && value !== 'false')
  )
}
