/** The sandbox: a provider without money, for trials and tests. Its cashier is a page of the member area. */
import { insertMissing, lockRows, nowSeconds } from 'tablewright/server'
import type { Scope } from '#generated/pay/server.ts'
import {
  ProviderError,
  type BillRow,
  type PayProvider,
  type PaymentStatus,
  type RefundRequest,
  type RefundStatus,
} from '../provider.ts'
import { chinaTime, secondsOf } from '../values.ts'
import { sandboxKeys } from './keys.ts'
import { sandboxAccount, verifyNotification } from './notification.ts'
import { changeState, findOrder, type SandboxOrder } from './orders.ts'

/** The page of the sandbox's cashier. */
const sandboxPath = (sn: string): string => `/#/user/pay/sandbox/${sn}`

export function sandboxProvider(scope: Scope, isOpen: boolean): PayProvider {
  return {
    type: 'sandbox',
    isOpen,
    appId: sandboxAccount,
    merchantId: sandboxAccount,
    async create({ sn, title, amount, expires }) {
      const now = nowSeconds()
      await scope.database.write((trx) =>
        insertMissing(trx, 'pay_sandbox_order', [
          { sn, title, amount, state: 'open' as const, expire_time: expires, create_time: now, version: 1 },
        ]),
      )
      return { kind: 'qr', codeUrl: scope.settings.siteUrl + sandboxPath(sn) }
    },
    async query(sn) {
      return statusOf(await findOrder(scope, sn))
    },
    async close(sn) {
      const order = await changeState(scope, sn, ['open'], 'closed')
      return order?.state === 'paid' ? 'paid' : 'closed'
    },
    refund: (request) => refund(scope, request),
    async queryRefund({ refundNo }) {
      const row = await findRefund(scope, refundNo)
      return row ? doneRefund(row) : { state: 'absent', providerNo: null, response: '{"refund":null}' }
    },
    verifyNotify: async (message) => verifyNotification(await sandboxKeys(scope), message),
    bill: (day) => readBill(scope, day),
  }
}

function statusOf(order: SandboxOrder | null): PaymentStatus {
  const isPaid = order?.state === 'paid'
  return {
    state: order?.state ?? 'absent',
    tradeNo: isPaid ? order.trade_no : null,
    amount: isPaid ? order.amount : null,
    currency: isPaid ? 'CNY' : null,
    appId: isPaid ? sandboxAccount : null,
    merchantId: isPaid ? sandboxAccount : null,
    paidAt: isPaid ? order.pay_time : null,
    response: JSON.stringify({
      state: order?.state ?? null,
      ...(isPaid && { amount: order.amount, trade_no: order.trade_no, paid_at: chinaTime(order.pay_time ?? 0) }),
    }),
  }
}

interface RefundRow {
  readonly id: number
  readonly refund_no: string
  readonly amount: number
}

async function findRefund(scope: Scope, refundNo: string): Promise<RefundRow | null> {
  const row = await scope.database.query
    .selectFrom('pay_sandbox_refund')
    .select(['id', 'refund_no', 'amount'])
    .where('refund_no', '=', refundNo)
    .executeTakeFirst()
  return row ?? null
}

const doneRefund = ({ id, refund_no, amount }: RefundRow): RefundStatus => ({
  state: 'done',
  providerNo: `SANDBOX${id}`,
  response: JSON.stringify({ state: 'done', refund_no, amount }),
})

async function refund(scope: Scope, { sn, refundNo, amount }: RefundRequest): Promise<RefundStatus> {
  const order = await findOrder(scope, sn)
  if (order?.state !== 'paid') throw new ProviderError('refused', 'NOT_PAID', 'The sandbox has no payment to refund.')
  const isRefused = await scope.database.write(async (trx) => {
    await lockRows(scope, trx, 'pay/sandbox_order', [order.id], 'write')
    const rows = await trx
      .selectFrom('pay_sandbox_refund')
      .select(['refund_no', 'amount'])
      .where('sandbox_order_id', '=', order.id)
      .execute()
    if (rows.some((row) => row.refund_no === refundNo)) return false
    if (rows.reduce((sum, row) => sum + row.amount, amount) > order.amount) return true
    const values = { refund_no: refundNo, sandbox_order_id: order.id, amount, create_time: nowSeconds(), version: 1 }
    await insertMissing(trx, 'pay_sandbox_refund', [values])
    return false
  })
  const row = await findRefund(scope, refundNo)
  if (isRefused || !row) throw new ProviderError('refused', 'TOO_MUCH', 'More than what is left of the payment.')
  return doneRefund(row)
}

async function readBill(scope: Scope, day: string): Promise<readonly BillRow[]> {
  const start = secondsOf(`${day} 00:00:00`) ?? 0
  const { query } = scope.database
  const [payments, refunds] = await Promise.all([
    query
      .selectFrom('pay_sandbox_order')
      .select(['sn', 'amount', 'trade_no', 'pay_time'])
      .where('pay_time', '>=', start)
      .where('pay_time', '<', start + 86_400)
      .orderBy('id')
      .execute(),
    query
      .selectFrom('pay_sandbox_refund')
      .innerJoin('pay_sandbox_order', 'pay_sandbox_order.id', 'pay_sandbox_refund.sandbox_order_id')
      .select([
        'pay_sandbox_order.sn',
        'pay_sandbox_order.trade_no',
        'pay_sandbox_refund.refund_no',
        'pay_sandbox_refund.amount',
        'pay_sandbox_refund.create_time',
      ])
      .where('pay_sandbox_refund.create_time', '>=', start)
      .where('pay_sandbox_refund.create_time', '<', start + 86_400)
      .orderBy('pay_sandbox_refund.id')
      .execute(),
  ])
  return [
    ...payments.map(({ sn, amount, trade_no: tradeNo, pay_time: paidAt }): BillRow => ({
      kind: 'payment',
      sn,
      refundNo: null,
      tradeNo: tradeNo ?? '',
      amount,
      happenedAt: paidAt ?? start,
    })),
    ...refunds.map(({ sn, amount, trade_no: tradeNo, refund_no: refundNo, create_time: refundedAt }): BillRow => ({
      kind: 'refund',
      sn,
      refundNo,
      tradeNo: tradeNo ?? '',
      amount,
      happenedAt: refundedAt ?? start,
    })),
  ]
}
