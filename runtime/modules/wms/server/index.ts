/** The hand-written server part of the warehouse. */
import { defineServerModule } from 'tablewright/server'
import type { WmsServerParts } from '#generated/wms/parts.ts'
import { checks, derivations } from './checks/index.ts'
import { closeDays } from './dashboard/closed-days.ts'
import { dashboardRoutes } from './dashboard/routes.ts'
import { removeOldHolds } from './holds/remove-old.ts'
import { stockHolds } from './holds/supplier.ts'
import { reportShortHolds, shortHoldsNotice, shortHoldsRoute } from './holds/short.ts'
import { hooks } from './hooks.ts'
import { demoRecords } from './demo/demo.ts'
import { demoWork } from './demo/work.ts'
import { announce } from './notices/announce.ts'
import { noticeKinds } from './notices/kinds.ts'
import { effects } from './effects.ts'
import { roles } from './roles.ts'
import { warehouseSettings } from './settings.ts'

export const wmsServer = defineServerModule<WmsServerParts>({
  name: 'wms',
  demo: demoRecords,
  demoWork,
  roles,
  settings: warehouseSettings,
  hooks,
  effects,
  routes: [...dashboardRoutes, shortHoldsRoute],
  jobs: [closeDays, announce, removeOldHolds, reportShortHolds],
  notices: [...noticeKinds, shortHoldsNotice],
  stockHolds,
  checks,
  derivations,
})
