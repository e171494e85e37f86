/**
 * Where the protocol variants send a client. Older clients follow `routePath` of code 302, newer ones read `type` (and
 * follow 302 as well), so one answer serves both. Older clients also need `routePath` after signing in.
 */
import { codes, type Language } from '../../../protocol/index.ts'
import { t } from '../../../i18n/i18n.ts'
import type { RouteAnswer } from '../route.ts'

/** The admin area's first page. */
export const adminHome = '/admin'

/** The member area's first page. */
export const memberHome = '/user'

export function signInNeeded(language: Language, home = adminHome): RouteAnswer {
  return {
    code: codes.signIn,
    msg: t(language, 'problem.sign_in'),
    data: { routePath: `${home}/login`, type: 'need login' },
  }
}

/**
 * The sign-in page learned when it loaded that no captcha is needed, and older clients cannot show one later. Sent to
 * the first page without being signed in, they come back to a sign-in page that loads anew and shows the captcha.
 */
export function reloadSignIn(
  msg: string,
  data: Readonly<Record<string, unknown>>,
  routePath: string = adminHome,
): RouteAnswer {
  return { code: codes.signIn, msg, data: { ...data, routePath, type: 'captcha needed' } }
}

export function alreadySignedIn(language: Language, routePath: string = adminHome): RouteAnswer {
  return { code: codes.signIn, msg: t(language, 'session.already'), data: { routePath, type: 'logged in' } }
}
