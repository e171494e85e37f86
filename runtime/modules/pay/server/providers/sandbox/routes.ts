/** The sandbox's cashier, for the member whose payment it is. Off, it is not there. */
import { createRouteDefinition, OperationError } from 'tablewright/server'
import type { Database } from '#generated/database.ts'
import type { Scope } from '#generated/pay/server.ts'
import { playSandbox, sandboxOrder } from '../../../shared/sandbox.ts'
import { providerMode } from '../settings.ts'
import { textOfCents } from '../values.ts'
import { playScenario } from './scenarios.ts'
import { findOrder, type SandboxOrder } from './orders.ts'

const defineModuleRoute = createRouteDefinition<Database>()

/** @throws an OperationError `not_found` for the order of somebody else, and for all while the sandbox is off */
async function requireOrder(
  scope: Scope,
  sn: string,
  memberId: number | undefined,
): Promise<SandboxOrder & { readonly logId: number }> {
  // Guard T70: the sandbox pays without money, and is there only where it was switched on.
  if (providerMode(scope.settings) !== 'sandbox')
    throw Object.assign(new Error('The sandbox is off.'), { statusCode: 404 })
  const log = await scope.database.query
    .selectFrom('pay_log')
    .select(['id', 'user_id'])
    .where('sn', '=', sn)
    .executeTakeFirst()
  const order = await findOrder(scope, sn)
  // Guard T20: a payment is there for its own member.
  if (!log || !order || memberId === undefined || log.user_id !== memberId) throw new OperationError('not_found')
  return { ...order, logId: log.id }
}

export const sandboxOrderRoute = defineModuleRoute(sandboxOrder, {
  login: 'member',
  right: null,
  label: { 'zh-cn': '沙箱收银台', en: 'Sandbox cashier' },
  maxPerMinute: 120,
  handler: async ({ scope, member, input: { sn } }) => {
    const { title, amount, state } = await requireOrder(scope, sn, member?.id)
    return { sn, title, amount: textOfCents(amount), state }
  },
})

/** @param ask lets the module ask the provider of a payment by the id of its log */
export const playSandboxRoute = (ask: (scope: Scope, logId: number) => Promise<unknown>) =>
  defineModuleRoute(playSandbox, {
    login: 'member',
    right: null,
    label: { 'zh-cn': '沙箱支付操作', en: 'Use the sandbox cashier' },
    maxPerMinute: 60,
    transaction: 'own',
    handler: async ({ scope, member, visitor, input: { sn, scenario } }) => {
      const { logId, ...order } = await requireOrder(scope, sn, member?.id)
      if (!visitor.listener) throw new Error('The sandbox can be used over a connection only.')
      const call = { scope, listener: visitor.listener, order, ask: () => ask(scope, logId) }
      const answers = await playScenario(call, scenario)
      const { state = order.state } = (await findOrder(scope, sn)) ?? {}
      return { state, answers: answers.map((status) => status ?? 0) }
    },
  })
