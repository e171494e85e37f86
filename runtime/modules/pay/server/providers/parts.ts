/** The parts of the module that belong to its providers. */
import type { Scope } from '#generated/pay/server.ts'
import { testsBesideLive } from './checks.ts'
import { refreshJob } from './certificates.ts'
import { notifyRoutes } from './notify-routes.ts'
import { providersOf } from './providers.ts'
import { playSandboxRoute, sandboxOrderRoute } from './sandbox/routes.ts'
import { providerSettings } from './settings.ts'

/** @param ask asks the provider of a payment by the id of its log */
export const createProviderParts = (ask: (scope: Scope, logId: number) => Promise<unknown>) => ({
  providersOf,
  settings: providerSettings,
  routes: [...notifyRoutes, sandboxOrderRoute, playSandboxRoute(ask)],
  jobs: [refreshJob],
  checks: [testsBesideLive],
})
