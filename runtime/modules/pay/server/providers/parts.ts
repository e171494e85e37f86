/** The parts of the module that belong to its providers. */
import type { Scope } from '#generated/pay/server.ts'
import { testsBesideLive } from './checks.ts'
import { expiryNotice, refreshJob, warnJob } from './certificates.ts'
import { notifyRoutes } from './notify-routes.ts'
import { providerPage, providerRoutes } from './provider-routes.ts'
import { providersOf } from './providers.ts'
import { playSandboxRoute, sandboxOrderRoute } from './sandbox/routes.ts'
import { providerSettings } from './settings.ts'

/** @param ask asks the provider of a payment by the id of its log */
export const createProviderParts = (ask: (scope: Scope, logId: number) => Promise<unknown>) => ({
  providersOf,
  settings: providerSettings,
  pages: [providerPage],
  routes: [...notifyRoutes, ...providerRoutes, sandboxOrderRoute, playSandboxRoute(ask)],
  jobs: [refreshJob, warnJob],
  notices: [expiryNotice],
  checks: [testsBesideLive],
})
