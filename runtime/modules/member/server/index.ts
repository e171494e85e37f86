/** The hand-written server part of the member module. */
import { defineServerModule, similarNamesCheck } from 'tablewright/server'
import type { MemberServerParts } from '#generated/member/parts.ts'
import { adjustMoney, adjustScore, assetRoutes } from './adjust.ts'
import { wallet } from './assets.ts'
import { cardsRoute, memberCard } from './cards.ts'
import { removeFutureCheckIns } from './centre/check-in.ts'
import { logRoutes } from './centre/logs.ts'
import { profileRoute } from './centre/profile.ts'
import { changeBindRoute, changePasswordRoute, retrievePasswordRoute, verificationRoute } from './centre/security.ts'
import { startRoute, userRoute } from './centre/start.ts'
import { memberMessageList } from './codes/messages.ts'
import { codeRoutes, sendCode } from './codes/send.ts'
import { demoWork } from './demo/work.ts'
import { eraseMember } from './erasure/erase.ts'
import { memberErasure } from './erasure/own-data.ts'
import { erasureRoutes } from './erasure/routes.ts'
import { logHooks, memberHooks } from './members.ts'
import { memberNotices } from './notices/notices.ts'
import { removeOldNotices } from './notices/remove-old.ts'
import { noticeRoutes } from './notices/routes.ts'
import { prepareMembers } from './prepare.ts'
import { ruleHooks } from './rule-titles.ts'
import { memberAccounts } from './session/accounts.ts'
import { checkInRoute, logoutRoute } from './session/sign-in.ts'
import { roles } from './roles.ts'
import { memberSettings } from './settings.ts'

export const memberServer = defineServerModule<MemberServerParts>({
  name: 'member',
  roles,
  settings: memberSettings,
  hooks: {
    'member/user': memberHooks,
    'member/money_log': logHooks,
    'member/score_log': logHooks,
    'member/rule': ruleHooks,
  },
  effects: { 'member/user': { adjustMoney, adjustScore, eraseMember } },
  controllers: ['index', 'user', 'account', 'Ems', 'Sms'],
  routes: [
    ...assetRoutes,
    cardsRoute,
    startRoute,
    userRoute,
    checkInRoute,
    logoutRoute,
    profileRoute,
    verificationRoute,
    changeBindRoute,
    changePasswordRoute,
    retrievePasswordRoute,
    ...logRoutes,
    ...noticeRoutes,
    ...codeRoutes,
    ...erasureRoutes,
  ],
  jobs: [sendCode, removeFutureCheckIns, removeOldNotices],
  messages: memberMessageList,
  checks: [
    similarNamesCheck(
      'member/user',
      { table: 'user', column: 'username' },
      { 'zh-cn': '会员：没有仅大小写不同的用户名', en: 'Members: no usernames differ in case only' },
    ),
    similarNamesCheck(
      'member/user',
      { table: 'user', column: 'email' },
      { 'zh-cn': '会员：没有仅大小写不同的电子邮箱', en: 'Members: no mail addresses differ in case only' },
    ),
  ],
  members: memberAccounts,
  wallet,
  memberNotices,
  memberCards: [memberCard],
  memberErasure,
  demoWork,
  prepare: prepareMembers,
})
