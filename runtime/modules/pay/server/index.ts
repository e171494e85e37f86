/** The hand-written server part of payments. */
import { defineServerModule, type Payments, type ServerModule } from 'tablewright/server'
import type { PayServerParts } from '#generated/pay/parts.ts'
import { createAdminRoutes, effects, logHooks } from './admin.ts'
import { checks } from './checks.ts'
import { demoWork } from './demo.ts'
import { createJobs } from './jobs.ts'
import { createMemberRoutes } from './member/routes.ts'
import { memberCard, memberErasure } from './members.ts'
import { noticeKinds } from './notices.ts'
import { ownCall, type ProvidersOf } from './payment.ts'
import { askProvider } from './payments/ask.ts'
import { hasPaid, lockPayments, ownScope, startOwnPayment, viewPayment } from './payments/contract.ts'
import { closePayments } from './payments/end.ts'
import { openPayment } from './payments/open.ts'
import { payFromWallet } from './payments/start.ts'
import { formerController } from './providers/notify-routes.ts'
import { createProviderParts } from './providers/parts.ts'
import { providersOf } from './providers/providers.ts'
import { recharge } from './recharge.ts'
import { refundPayment } from './refunds/refund.ts'
import { createReportRoutes } from './report/route.ts'
import { roles } from './roles.ts'
import { paymentSettings } from './settings.ts'

/** See the contract. */
const createPayments = (providers: ProvidersOf): Payments => ({
  locks: 'pay/log',
  lock: (call, ids) => lockPayments(ownCall(call), ids),
  async open(call, payment) {
    const { id, sn } = await openPayment(ownCall(call), payment)
    return { id, sn }
  },
  payFromWallet: (call, id) => payFromWallet(ownCall(call), id),
  refund: (call, refund) => refundPayment(ownCall(call), refund),
  close: (call, objects) => closePayments(ownCall(call), objects),
  start: (scope, payment) => startOwnPayment(providers, ownScope(scope), payment),
  view: (scope, payment) => viewPayment(ownScope(scope), payment),
  hasPaid: (scope, object) => hasPaid(scope, object),
})

/** The providers, with the parts of the module that are theirs. */
interface Providers extends Partial<
  Pick<ServerModule, 'routes' | 'settings' | 'pages' | 'jobs' | 'notices' | 'checks'>
> {
  readonly providersOf: ProvidersOf
}

/** The module with these providers. */
export const createPayServer = ({ providersOf: providers, ...parts }: Providers): ServerModule =>
  defineServerModule<PayServerParts>({
    name: 'pay',
    roles,
    demoWork,
    controllers: [formerController],
    pages: [
      { name: 'pay/reconcile', label: { 'zh-cn': '对账', en: 'Reconcile' }, icon: 'calendar' },
      ...(parts.pages ?? []),
    ],
    settings: { ...paymentSettings, ...parts.settings },
    hooks: { 'pay/log': logHooks },
    effects,
    routes: [
      ...createMemberRoutes(providers),
      ...createAdminRoutes(providers),
      ...createReportRoutes(providers),
      ...(parts.routes ?? []),
    ],
    jobs: [...createJobs(providers), ...(parts.jobs ?? [])],
    notices: [...noticeKinds, ...(parts.notices ?? [])],
    checks: [...checks, ...(parts.checks ?? [])],
    payments: createPayments(providers),
    payProjects: [recharge],
    memberCards: [memberCard],
    memberErasure,
  })

export const payServer = createPayServer(createProviderParts((scope, logId) => askProvider(providersOf, scope, logId)))
