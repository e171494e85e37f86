/** `index/index` and `user/index`: what a page of visitors or members loads first. */
import { codes } from 'tablewright/protocol'
import { RouteReply, siteConfig } from 'tablewright/server'
import { signedIn, start } from '../answers.ts'
import { findMember, memberInfo, signInFirst } from '../session/accounts.ts'
import { isOpen } from '../settings.ts'
import { t } from '../i18n.ts'
import {
  defineMemberRoute,
  refuseMember,
  requireMember,
  rulesOfMember,
  rulesOfVisitors,
  splitRules,
  treeOf,
} from './rights.ts'

export const startRoute = defineMemberRoute({
  path: 'index/index',
  area: 'api',
  method: 'GET',
  login: 'visitor',
  right: null,
  label: { 'zh-cn': '前台初始化', en: 'First data of visitors' },
  input: { type: 'object', properties: { requiredLogin: { type: 'string', maxLength: 5 } } },
  answer: start,
  maxPerMinute: 600,
  handler: async ({ scope, input, member, visitor }) => {
    const { settings, language, database } = scope
    const isRequired = input.requiredLogin === '1' || input.requiredLogin === 'true'
    if (!member && isRequired && isOpen(settings))
      return visitor.isExpired
        ? new RouteReply([], { code: codes.expired, msg: t(language, 'need_login') })
        : signInFirst(language)
    // Only administrators learn which other sites may be embedded.
    const { iframeOrigins: _, ...site } = siteConfig(settings, language)
    const openMemberCenter = isOpen(settings)
    const row = member && openMemberCenter ? await findMember(database.query, 'id', member.id) : null
    if (!row) {
      const rules = treeOf(await rulesOfVisitors(database.query), language)
      return { site, openMemberCenter, userInfo: [], rules, menus: [] }
    }
    const userInfo = memberInfo(settings, row, { token: visitor.token ?? '', refresh_token: '' })
    return { site, openMemberCenter, userInfo, ...splitRules(await rulesOfMember(database.query, row.id), language) }
  },
})

export const userRoute = defineMemberRoute({
  path: 'user/index',
  area: 'api',
  method: 'GET',
  login: 'member',
  right: null,
  label: { 'zh-cn': '会员信息', en: 'Member' },
  input: null,
  answer: signedIn,
  maxPerMinute: 300,
  handler: async ({ scope, member, visitor }) => {
    const { id } = requireMember(member)
    const refusal = await refuseMember(scope, { id, sessionId: null }, null)
    if (refusal) return refusal
    const row = await findMember(scope.database.query, 'id', id)
    const rules = await rulesOfMember(scope.database.query, id)
    const userInfo = row && memberInfo(scope.settings, row, { token: visitor.token ?? '', refresh_token: '' })
    return { userInfo, ...splitRules(rules, scope.language) }
  },
})
