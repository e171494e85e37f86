/** The hand-written server part of the content module. */
import { defineServerModule } from 'tablewright/server'
import type { CmsServerParts } from '#generated/cms/parts.ts'
import { contentSiteRoutes } from './api/content-routes.ts'
import { contributeRoutes } from './api/contribute.ts'
import { indexRoutes } from './api/index-routes.ts'
import { ownRoutes } from './api/own-texts.ts'
import { payRoutes } from './api/pay-routes.ts'
import { blockRoutes } from './blocks.ts'
import { channelHooks } from './channels.ts'
import { checks, derivations } from './checks.ts'
import { commentEffects, commentHooks } from './comments.ts'
import { announceJob } from './content/announcements.ts'
import { contentEffects } from './content/effects.ts'
import { contentHooks } from './content/hooks.ts'
import { contentRoutes } from './content/routes.ts'
import { demoRecords, demoWork } from './demo/demo.ts'
import { memberCard, memberErasure } from './members.ts'
import { migrations } from './migrations.ts'
import { noticeKinds } from './notices.ts'
import { readPage } from './read/page.ts'
import { reasonRoutes } from './reasons.ts'
import { roles } from './roles.ts'
import { payProjects } from './sales/projects.ts'
import { refundSales } from './sales/retract.ts'
import { cmsSettings } from './settings.ts'
import { sitePages } from './site/pages.ts'
import { forgetGuests } from './views/store.ts'

export const cmsServer = defineServerModule<CmsServerParts>({
  name: 'cms',
  roles,
  demo: demoRecords,
  demoWork,
  settings: cmsSettings,
  hooks: { 'cms/channel': channelHooks, 'cms/content': contentHooks, 'cms/comment': commentHooks },
  effects: { 'cms/content': contentEffects, 'cms/comment': commentEffects },
  routes: [
    ...contentRoutes,
    ...blockRoutes,
    ...reasonRoutes,
    ...indexRoutes,
    ...contentSiteRoutes,
    ...ownRoutes,
    ...contributeRoutes,
    ...payRoutes,
  ],
  jobs: [refundSales, forgetGuests, announceJob],
  publicPages: [readPage, ...sitePages],
  migrations,
  notices: noticeKinds,
  payProjects,
  memberCards: [memberCard],
  memberErasure,
  checks,
  derivations,
})
