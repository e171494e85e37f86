/** The hand-written server part of payments. */
import {
  defineServerModule,
  type ModuleRoute,
  type ModuleSetting,
  type Payments,
  type ServerModule,
} from 'tablewright/server'
import type { PayServerParts } from '#generated/pay/parts.ts'
import { createAdminRoutes, effects, logHooks } from './admin.ts'
import { checks } from './checks.ts'
import { demoWork } from './demo.ts'
import { createJobs } from './jobs.ts'
import { createMemberRoutes } from './member/routes.ts'
import { memberCard, memberErasure } from './members.ts'
import { noticeKinds } from './notices.ts'
import { ownCall, type ProvidersOf } from './payment.ts'
import { hasPaid, lockPayments } from './payments/contract.ts'
import { openPayment } from './payments/open.ts'
import { recharge } from './recharge.ts'
import { refundPayment } from './refunds/refund.ts'
import { createReportRoute } from './report/route.ts'
import { roles } from './roles.ts'
import { paymentSettings } from './settings.ts'

/** See the contract. */
export const payments: Payments = {
  locks: 'pay/log',
  lock: (call, ids) => lockPayments(ownCall(call), ids),
  async open(call, payment) {
    const { id, sn } = await openPayment(ownCall(call), payment)
    return { id, sn }
  },
  refund: (call, refund) => refundPayment(ownCall(call), refund),
  hasPaid: (scope, object) => hasPaid(scope, object),
}

interface Providers {
  readonly providersOf: ProvidersOf
  /** Where providers report, and the page of the sandbox. */
  readonly routes: readonly ModuleRoute[]
  readonly settings: Readonly<Record<string, ModuleSetting>>
}

/** The module with these providers. */
export const createPayServer = ({ providersOf, routes, settings }: Providers): ServerModule =>
  defineServerModule<PayServerParts>({
    name: 'pay',
    roles,
    demoWork,
    settings: { ...paymentSettings, ...settings },
    hooks: { 'pay/log': logHooks },
    effects,
    routes: [
      ...createMemberRoutes(providersOf),
      ...createAdminRoutes(providersOf),
      createReportRoute(providersOf),
      ...routes,
    ],
    jobs: createJobs(providersOf),
    notices: noticeKinds,
    checks,
    payments,
    payProjects: [recharge],
    memberCards: [memberCard],
    memberErasure,
  })

export const payServer = createPayServer({ providersOf: () => [], routes: [], settings: {} })
