/** Requests of members about their own payments. Those of others do not exist for them. */
import { decimalText } from 'tablewright/protocol'
import { createRouteDefinition, OperationError, RouteReply, type Member, type ModuleRoute } from 'tablewright/server'
import type { Database } from '#generated/database.ts'
import { logOptions } from '#generated/pay/options.ts'
import {
  askPayment,
  checkPayment,
  createPayment,
  listPayments,
  readPayment,
  readRecharge,
} from '../../shared/routes.ts'
import { amountText, isAmount } from '../amounts.ts'
import { t } from '../i18n.ts'
import { infoOf, statusOf } from '../info.ts'
import type { LogRow, ProvidersOf } from '../payment.ts'
import { askProvider } from '../payments/ask.ts'
import { startPayment, typesOf } from '../payments/start.ts'
import { openRecharge, rechargeName } from '../recharge.ts'
import { isRechargeOn, rechargeLimits } from '../settings.ts'
import type { Scope } from '#generated/pay/server.ts'

const defineMemberRoute = createRouteDefinition<Database>()

interface Which {
  readonly id?: number
  readonly sn?: string
}

/**
 * The payment of the member with that id or number.
 * @throws an OperationError `not_found`, also for those of others
 */
async function ownPayment({ database }: Scope, member: Member | null, { id, sn }: Which): Promise<LogRow> {
  if ((id === undefined) === (sn === undefined) || !member) throw new OperationError('not_found')
  const all = database.query.selectFrom('pay_log').selectAll()
  const row = await (id === undefined ? all.where('sn', '=', sn ?? '') : all.where('id', '=', id)).executeTakeFirst()
  // Guard T20: members reach their own payments only.
  // Without: if (!row) throw new OperationError('not_found')
  if (row?.user_id !== member.id) throw new OperationError('not_found')
  return row
}

async function assetsOf({ database }: Scope, member: Member | null): Promise<{ money: number; score: number }> {
  const row = await database.query
    .selectFrom('user')
    .select(['money', 'score'])
    .where('id', '=', member?.id ?? 0)
    .executeTakeFirst()
  return { money: row?.money ?? 0, score: (row?.score ?? 0) * 100 }
}

/** Cents of an amount in yuan: at most two decimals, above 0. Throws an OperationError `invalid`. */
function centsOf({ language }: Scope, input: string | number | undefined): number {
  const text = String(input ?? '')
  const match = /^(\d{1,9})(?:\.(\d{1,2}))?$/.exec(text)
  const cents = match ? Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0')) : 0
  if (!isAmount(cents)) throw new OperationError('invalid', { errors: { amount: t(language, 'amount') } })
  return cents
}

const isPaid = (row: LogRow): boolean => row.state === logOptions.state.paid

export function createMemberRoutes(providersOf: ProvidersOf): readonly ModuleRoute[] {
  /** The payment that the request is about; a top-up is opened by the request itself. */
  const requested = async (
    scope: Scope,
    member: Member | null,
    { project, amount, ...which }: Which & { readonly project?: string; readonly amount?: string | number },
  ): Promise<LogRow> => {
    if (project !== rechargeName) return ownPayment(scope, member, which)
    if (!member) throw new OperationError('not_found')
    const cents = centsOf(scope, amount)
    return scope.database.write((trx) => openRecharge({ scope, trx }, member.id, cents))
  }

  return [
    defineMemberRoute(createPayment, {
      transaction: 'own',
      login: 'member',
      right: null,
      label: { 'zh-cn': '发起支付', en: 'Begin a payment' },
      maxPerMinute: 60,
      async handler({ scope, member, input: { type, ...which } }) {
        const { id } = await requested(scope, member, which)
        const { row, means } = await startPayment(providersOf, scope, id, type)
        const pay =
          means === null ? null : means.kind === 'qr' ? { code_url: means.codeUrl } : { address: means.address }
        return { info: infoOf(scope, row), pay }
      },
    }),
    defineMemberRoute(checkPayment, {
      login: 'member',
      right: null,
      label: { 'zh-cn': '查询支付结果', en: 'Check a payment' },
      maxPerMinute: 240,
      async handler({ scope, member, input }) {
        const row = await ownPayment(scope, member, input)
        const data = { info: infoOf(scope, row) }
        return isPaid(row) ? data : new RouteReply(data, { code: 0, msg: t(scope.language, 'unpaid') })
      },
    }),
    defineMemberRoute(askPayment, {
      transaction: 'own',
      login: 'member',
      right: null,
      label: { 'zh-cn': '向渠道确认支付', en: 'Ask the provider about a payment' },
      maxPerMinute: 20,
      async handler({ scope, member, input }) {
        const { id } = await ownPayment(scope, member, input)
        await askProvider(providersOf, scope, id)
        return { info: infoOf(scope, await ownPayment(scope, member, { id })) }
      },
    }),
    defineMemberRoute(readPayment, {
      login: 'member',
      right: null,
      label: { 'zh-cn': '支付信息', en: 'A payment' },
      maxPerMinute: 240,
      async handler({ scope, member, input }) {
        const row = await ownPayment(scope, member, input)
        const assets = await assetsOf(scope, member)
        const methods = typesOf(providersOf, scope, row).map((type) => {
          if (type !== logOptions.type.balance && type !== logOptions.type.score)
            return { type, available: null, left: null }
          const available = type === logOptions.type.score ? assets.score : assets.money
          const left = available - row.amount
          return {
            type,
            available: amountText(row.currency, available),
            left: left < 0 ? null : amountText(row.currency, left),
          }
        })
        return { info: infoOf(scope, row), methods: statusOf(row) === 0 ? methods : [] }
      },
    }),
    defineMemberRoute(listPayments, {
      login: 'member',
      right: null,
      label: { 'zh-cn': '会员支付记录', en: 'Payments of a member' },
      maxPerMinute: 120,
      async handler({ scope, member, input: { page = 1, limit = 10 } }) {
        const own = scope.database.query.selectFrom('pay_log').where('user_id', '=', member?.id ?? 0)
        const { total } = await own.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
        const size = Math.min(limit, 100)
        const rows = await own
          .selectAll()
          .orderBy('id', 'desc')
          .limit(size)
          .offset((page - 1) * size)
          .execute()
        return { list: rows.map((row) => infoOf(scope, row)), total: Number(total) }
      },
    }),
    defineMemberRoute(readRecharge, {
      login: 'member',
      right: null,
      label: { 'zh-cn': '余额充值信息', en: 'Top-up of a balance' },
      maxPerMinute: 120,
      async handler({ scope, member }) {
        const methods = typesOf(providersOf, scope, { currency: 'RMB', project: rechargeName })
        const { minimum, maximum } = rechargeLimits(scope)
        return {
          open: isRechargeOn(scope) && scope.wallet !== undefined && methods.length > 0,
          minimum: decimalText(minimum, 2),
          maximum: decimalText(maximum, 2),
          balance: decimalText((await assetsOf(scope, member)).money, 2),
          methods,
        }
      },
    }),
  ]
}
