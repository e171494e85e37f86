/** Requests of members who pay for texts: the payment itself is a matter of the module that supplies payments. */
import { createRouteDefinition, OperationError, RouteReply, type ModuleRoute, type Payments } from 'tablewright/server'
import type { Database } from '#generated/database.ts'
import { checkTextPayment, createTextPayment } from '../../shared/site/pay-routes.ts'
import { t } from '../i18n.ts'
import { openPurchase, openTip } from '../sales/purchase.ts'
import { requireMember } from './caller.ts'
import type { Scope } from '#generated/cms/server.ts'

const defineRoute = createRouteDefinition<Database>()

function requirePayments({ payments, language }: Scope): Payments {
  if (!payments) throw new OperationError('bad_state', { sentence: t(language, 'paid.off') })
  // The contract takes the scope of any module.
  return payments as unknown as Payments
}

/** Cents of an amount in yuan: at most two decimals. @throws an OperationError `invalid` */
function centsOf({ language }: Scope, amount: string | number | undefined): number {
  const match = /^(\d{1,6})(?:\.(\d{1,2}))?$/.exec(String(amount ?? ''))
  const cents = match ? Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0')) : 0
  if (cents < 1) throw new OperationError('invalid', { errors: { amount: t(language, 'admire.amount') } })
  return cents
}

/** Ways to pay as old clients name them. */
const aliases: Readonly<Record<string, string>> = { 'uni-wx-mini': 'wx', 'uni-wx-mp': 'wx' }

const createRoute = defineRoute(createTextPayment, {
  login: 'member',
  right: null,
  label: { 'zh-cn': '购买或赞赏内容', en: 'Buy a text or tip its author' },
  maxPerMinute: 60,
  transaction: 'own',
  async handler({ scope, member, input: { project, object, type, amount } }) {
    const { id: userId } = requireMember(member)
    const payments = requirePayments(scope)
    const cents = project === 'admire' ? centsOf(scope, amount) : 0
    const { id } = await scope.database.write((trx) =>
      project === 'admire'
        ? openTip(scope, trx, { contentId: object, userId, amount: cents })
        : openPurchase(scope, trx, object, userId),
    )
    // The contract takes the scope of any module.
    const any = scope as unknown as Parameters<Payments['start']>[0]
    if (type === undefined) {
      const info = await payments.view(any, { id, userId })
      if (!info) throw new OperationError('not_found')
      return { info, pay: null, paid: info.status === 1 }
    }
    const { info, pay } = await payments.start(any, { id, userId, type: aliases[type] ?? type })
    return { info, pay, paid: info.status === 1 }
  },
})

const checkRoute = defineRoute(checkTextPayment, {
  login: 'member',
  right: null,
  label: { 'zh-cn': '查询内容支付', en: 'Check a payment for a text' },
  maxPerMinute: 240,
  async handler({ scope, member, input: { id } }) {
    // The contract takes the scope of any module.
    const any = scope as unknown as Parameters<Payments['view']>[0]
    const info = await requirePayments(scope).view(any, { id, userId: requireMember(member).id })
    // Payments for other things are none of this call.
    if (!info || (info.project !== 'content' && info.project !== 'admire')) throw new OperationError('not_found')
    return info.status === 1 ? { info } : new RouteReply({ info }, { code: 0, msg: t(scope.language, 'paid.open') })
  },
})

export const payRoutes: readonly ModuleRoute[] = [createRoute, checkRoute]
