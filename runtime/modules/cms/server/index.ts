/** The hand-written server part of the content module. */
import { defineServerModule } from 'tablewright/server'
import type { CmsServerParts } from '#generated/cms/parts.ts'
import { contentSiteRoutes } from './api/content-routes.ts'
import { contributeRoutes } from './api/contribute.ts'
import { linkRoutes } from './api/link-routes.ts'
import { listRoutes } from './api/list-routes.ts'
import { discardUploads, fileRoutes } from './api/own-files.ts'
import { ownRoutes } from './api/own-texts.ts'
import { payRoutes } from './api/pay-routes.ts'
import { siteRoutes } from './api/site-routes.ts'
import { uniRoutes } from './api/uni-routes.ts'
import { blockRoutes } from './blocks.ts'
import { channelHooks } from './channels.ts'
import { checks, derivations } from './checks.ts'
import { commentEffects, commentHooks } from './comments.ts'
import { announceJob } from './content/announcements.ts'
import { contentEffects } from './content/effects.ts'
import { formerRoutes } from './content/former-calls.ts'
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
    ...formerRoutes,
    ...blockRoutes,
    ...reasonRoutes,
    ...siteRoutes,
    ...listRoutes,
    ...uniRoutes,
    ...linkRoutes,
    ...contentSiteRoutes,
    ...ownRoutes,
    ...contributeRoutes,
    ...fileRoutes,
    ...payRoutes,
  ],
  jobs: [refundSales, forgetGuests, discardUploads, announceJob],
  publicPages: [readPage, ...sitePages],
  migrations,
  notices: noticeKinds,
  payProjects,
  memberCards: [memberCard],
  memberErasure,
  checks,
  derivations,
})
