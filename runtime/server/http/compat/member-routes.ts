/** The member centre for BuildAdmin's clients. */
import { codes, isEmpty, parseDateTime } from '../../../protocol/index.ts'
import type { RequestScope, Route, RouteAnswer } from '../route.ts'
import { isNativeClient } from './client.ts'
import { fontAwesomeIcon } from './menu.ts'
import { alreadySignedIn, memberHome, reloadSignIn } from './sign-in.ts'

type Row = Readonly<Record<string, unknown>>

export function adaptMemberRoute(route: Route): Route {
  return {
    ...route,
    handler: async (scope) => {
      const answer = await route.handler(scope)
      return isNativeClient(scope.request) || !('data' in answer) ? answer : adaptAnswer(route, scope, answer)
    },
  }
}

const isCheckIn = ({ controller, action }: Route): boolean =>
  controller.toLowerCase() === 'user' && action.toLowerCase() === 'checkin'

function adaptAnswer(
  route: Route,
  scope: RequestScope,
  answer: Extract<RouteAnswer, { readonly data: unknown }>,
): RouteAnswer {
  const { data } = answer
  if (typeof data !== 'object' || data === null || Array.isArray(data)) return answer
  const { loggedIn, captcha } = data as Row
  if (isCheckIn(route) && loggedIn === true) return alreadySignedIn(scope.language, memberHome)
  // That page shows the captcha only when it learned, as it loaded, that one is needed.
  if (isCheckIn(route) && answer.code === codes.refused && captcha === true && isEmpty(scope.body['captchaInfo']))
    return reloadSignIn(answer.msg ?? '', data as Row, memberHome)
  return { ...answer, data: adaptData(scope, data as Row) }
}

/** Members have times in seconds there, and menus have icons with names that client knows. */
function adaptData({ settings }: RequestScope, data: Row): Row {
  const next: Record<string, unknown> = { ...data }
  for (const name of ['userInfo', 'user'])
    if (isRow(next[name])) next[name] = withSeconds(next[name], settings.timeZone)
  for (const name of ['menus', 'rules']) if (Array.isArray(next[name])) next[name] = next[name].map(withIcons)
  return next
}

const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Null = never. */
function withSeconds(member: Row, timeZone: string): Row {
  const times = ['join_time', 'last_login_time'].filter((name) => typeof member[name] === 'string')
  const entries = times.map((name) => [name, parseDateTime(String(member[name]), timeZone)] as const)
  return { ...member, ...Object.fromEntries(entries) }
}

function withIcons(node: Row): Row {
  const { icon, children } = node
  return {
    ...node,
    ...(typeof icon === 'string' && { icon: fontAwesomeIcon(icon) }),
    ...(Array.isArray(children) && { children: children.map(withIcons) }),
  }
}
