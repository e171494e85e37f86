/** The hand-written server part of the member module. */
import { defineServerModule } from 'tablewright/server'
import type { MemberServerParts } from '../../../../generated/member/parts.ts'
import { adjustMoney, adjustScore, assetRoutes } from './adjust.ts'
import { memberHooks } from './members.ts'
import { prepareMembers } from './prepare.ts'

export const memberServer = defineServerModule<MemberServerParts>({
  name: 'member',
  hooks: { 'member/user': memberHooks },
  effects: { 'member/user': { adjustMoney, adjustScore } },
  routes: assetRoutes,
  prepare: prepareMembers,
})
