/** The hand-written server part of the content module. */
import { defineServerModule } from 'tablewright/server'
import type { CmsServerParts } from '#generated/cms/parts.ts'
import { channelHooks } from './channels.ts'
import { checks, derivations } from './checks.ts'
import { commentEffects, commentHooks } from './comments.ts'
import { contentEffects } from './content/effects.ts'
import { contentHooks } from './content/hooks.ts'
import { contentRoutes } from './content/routes.ts'
import { demoRecords, demoWork } from './demo/demo.ts'
import { memberCard, memberErasure } from './members.ts'
import { noticeKinds } from './notices.ts'
import { readPage } from './read/page.ts'
import { roles } from './roles.ts'
import { payProjects } from './sales/projects.ts'
import { refundSales } from './sales/retract.ts'
import { cmsSettings } from './settings.ts'

export const cmsServer = defineServerModule<CmsServerParts>({
  name: 'cms',
  roles,
  demo: demoRecords,
  demoWork,
  settings: cmsSettings,
  hooks: { 'cms/channel': channelHooks, 'cms/content': contentHooks, 'cms/comment': commentHooks },
  effects: { 'cms/content': contentEffects, 'cms/comment': commentEffects },
  routes: contentRoutes,
  jobs: [refundSales],
  publicPages: [readPage],
  notices: noticeKinds,
  payProjects,
  memberCards: [memberCard],
  memberErasure,
  checks,
  derivations,
})
