/** `user/checkIn`, which signs in, registers and checks in by the day, and `user/logout`. */
import { codes } from 'tablewright/protocol'
import {
  addressState,
  checkSignIn,
  clearTrial,
  createRouteDefinition,
  describeRefusal,
  endSessionOf,
  isKnownPlace,
  nowSeconds,
  openMemberSession,
  RouteReply,
  type RouteVisitor,
} from 'tablewright/server'
import type { Database } from '#generated/database.ts'
import { checkedIn, checkInPage, nothing } from '../answers.ts'
import { checkInToday, describeCheckIns } from '../centre/check-in.ts'
import { openChannels } from '../codes/addresses.ts'
import { t } from '../i18n.ts'
import { addMemberNotice } from '../notices/notices.ts'
import { isOpen, needsCaptcha } from '../settings.ts'
import type { Scope } from '#generated/member/server.ts'
import { findByName, isActiveMember, lockMember, memberInfo, signInFirst, type MemberRow } from './accounts.ts'
import { register } from './register.ts'
import { inputLabels } from '../labels.ts'

const defineModuleRoute = createRouteDefinition<Database>()
const text = (maxLength: number) => ({ type: 'string', maxLength }) as const

/** The first page of the member centre. */
const routePath = '/user'

export const checkInRoute = defineModuleRoute({
  path: 'user/checkIn',
  area: 'api',
  method: 'POST',
  transaction: 'own',
  login: 'visitor',
  right: null,
  label: { 'zh-cn': '会员登录、注册和签到', en: 'Member sign-in, registration and check-in' },
  input: {
    type: 'object',
    properties: {
      tab: text(20),
      username: text(100),
      password: text(200),
      keep: { type: 'boolean' },
      captchaId: text(64),
      captchaInfo: text(200),
      registerType: text(20),
      email: text(254),
      mobile: text(20),
      captcha: text(20),
    },
  },
  answer: checkedIn,
  labels: inputLabels,
  maxPerMinute: 120,
  getAnswer: checkInPage,
  get: async ({ scope, member, visitor }) => {
    if (!isOpen(scope.settings)) return closed(scope)
    if (member) return { ...(await describeCheckIns(scope, member.id)), loggedIn: true, routePath }
    return {
      userLoginCaptchaSwitch:
        needsCaptcha(scope.settings) || (await addressState(scope.database, visitor.ip, 'user')).captcha,
      accountVerificationType: openChannels(scope),
    }
  },
  handler: async ({ scope, input, member, visitor }) => {
    const { language, settings } = scope
    if (!isOpen(settings)) return closed(scope)
    if (member && input.tab !== undefined)
      return new RouteReply({ loggedIn: true, routePath }, { msg: t(language, 'already') })
    if (member) return checkInToday(scope, member.id)
    if (input.tab === 'login') return signIn(scope, visitor, input)
    if (input.tab === 'register') return register(scope, visitor, input)
    return input.tab === undefined
      ? signInFirst(language)
      : new RouteReply(null, { code: codes.refused, msg: t(language, 'tab') })
  },
})

const closed = ({ language }: Scope): RouteReply =>
  new RouteReply(null, { code: codes.refused, msg: t(language, 'closed') })

interface SignIn {
  readonly username?: string
  readonly password?: string
  readonly keep?: boolean
  readonly captchaId?: string
  readonly captchaInfo?: string
}

async function signIn(scope: Scope, visitor: RouteVisitor, credentials: SignIn): Promise<RouteReply> {
  const { database, settings, language } = scope
  const { username, password, captchaId, captchaInfo } = credentials
  const checked = await checkSignIn<MemberRow>(
    database,
    {
      kind: 'user',
      maxName: 100,
      needsCaptcha: needsCaptcha(settings),
      find: (name) => findByName(database.query, name),
      isEnabled: isActiveMember,
      ...(scope.audit && { audit: scope.audit }),
    },
    { username, password, captchaId, captchaInfo, ip: visitor.ip },
  )
  if ('refused' in checked) {
    const { msg, data } = describeRefusal(language, checked)
    return new RouteReply(data, { code: codes.refused, msg })
  }
  const { account, keys, state } = checked
  const userInfo = await database.write(async (trx) => {
    const row = await lockMember(trx, account.id)
    if (!row || row.password !== account.password || !isActiveMember(row)) return null
    await clearTrial(trx, keys, state)
    // Before the new session makes the network a known one. The first sign-in has nothing to be compared with.
    if (row.last_login_ip && !(await isKnownPlace(trx, row, visitor.ip, 'user')))
      await addMemberNotice(trx, row.id, 'sign_in', { ip: visitor.ip })
    const last = { last_login_time: nowSeconds(), last_login_ip: visitor.ip.slice(0, 45), login_failure: 0 }
    // No edit of the member, whose version and history stay: a form that is open can still be saved.
    await trx.updateTable('user').set(last).where('id', '=', row.id).execute()
    const tokens = await openMemberSession(trx, settings, { id: row.id, visitor, keep: credentials.keep === true })
    return memberInfo(settings, { ...row, ...last }, tokens)
  })
  // The account changed while its password was being checked.
  if (!userInfo) {
    const { msg, data } = describeRefusal(language, { refused: 'session.wrong', field: null })
    return new RouteReply(data, { code: codes.refused, msg })
  }
  return new RouteReply({ userInfo, routePath }, { msg: t(language, 'signed_in') })
}

/** Ends the session both tokens belong to, also when one of them is over already. */
export const logoutRoute = defineModuleRoute({
  path: 'user/logout',
  area: 'api',
  method: 'POST',
  transaction: 'own',
  login: 'none',
  right: null,
  label: { 'zh-cn': '会员退出登录', en: 'Member sign-out' },
  input: { type: 'object', properties: { refreshToken: text(200) } },
  answer: nothing,
  labels: inputLabels,
  maxPerMinute: 120,
  handler: async ({ scope, input, visitor }) => {
    const tokens = { user: visitor.token, 'user-refresh': input.refreshToken }
    await scope.database.write((trx) => endSessionOf(trx, tokens))
    return null
  },
})
