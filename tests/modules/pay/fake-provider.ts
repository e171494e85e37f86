/** A payment provider in memory: it keeps orders and refunds as a real one does, and does what a test tells it. */
import {
  ProviderError,
  type BillRow,
  type PaymentStatus,
  type PayProvider,
  type ProviderNotification,
  type ProviderType,
  type RefundStatus,
} from '../../../runtime/modules/pay/server/providers/provider.ts'

interface Order {
  readonly amount: number
  state: 'open' | 'paid' | 'closed'
  readonly tradeNo: string
  paidAt: number | null
}

type Method = 'create' | 'query' | 'close' | 'refund' | 'queryRefund' | 'bill'

export interface FakeProvider extends PayProvider {
  readonly orders: Map<string, Order>
  /** States of refunds by their numbers. */
  readonly refunds: Map<string, RefundStatus['state']>
  /** How often each method was called. */
  readonly calls: Record<Method, number>
  /** Runs before the next call of the method is answered: it may throw, or wait. */
  before(method: Method, work: () => Promise<void> | void): void
  /** Everything planned is forgotten. */
  forget(): void
  /** The state that new refunds get. */
  refundState: RefundStatus['state']
  readonly bills: Map<string, readonly BillRow[]>
  /** The member pays. */
  pay(sn: string, paidAt: number): void
  /** The message about an order, each with an id of its own unless one is given. */
  notification(sn: string, more?: Partial<ProviderNotification>): ProviderNotification
}

export const unknownError = (): ProviderError => new ProviderError('unknown', 'timeout', 'no answer')

export function createFakeProvider(type: ProviderType = 'wx'): FakeProvider {
  const orders = new Map<string, Order>()
  const refunds = new Map<string, RefundStatus['state']>()
  const bills = new Map<string, readonly BillRow[]>()
  const calls = { create: 0, query: 0, close: 0, refund: 0, queryRefund: 0, bill: 0 }
  const planned = new Map<Method, (() => Promise<void> | void)[]>()
  let ids = 0
  const begin = async (method: Method): Promise<void> => {
    calls[method]++
    await planned.get(method)?.shift()?.()
  }
  const orderOf = (sn: string): Order => {
    const order = orders.get(sn)
    if (!order) throw new ProviderError('refused', 'ORDER_NOT_EXIST', 'there is no such order')
    return order
  }
  const statusOf = (order: Order): PaymentStatus => ({
    response: '{}',
    state: order.state,
    tradeNo: order.state === 'paid' ? order.tradeNo : null,
    amount: order.state === 'paid' ? order.amount : null,
    currency: order.state === 'paid' ? 'CNY' : null,
    appId: 'app',
    merchantId: 'merchant',
    paidAt: order.paidAt,
  })
  const none = { tradeNo: null, amount: null, currency: null, appId: null, merchantId: null, paidAt: null }
  const provider: FakeProvider = {
    type,
    isOpen: true,
    appId: 'app',
    merchantId: 'merchant',
    orders,
    refunds,
    calls,
    bills,
    refundState: 'done',
    before: (method, work) => void planned.set(method, [...(planned.get(method) ?? []), work]),
    forget: () => planned.clear(),
    async create({ sn, amount }) {
      await begin('create')
      const order = orders.get(sn)
      if (order && (order.amount !== amount || order.state !== 'open'))
        throw new ProviderError('refused', 'OUT_TRADE_NO_USED', 'the number is used')
      if (!order) orders.set(sn, { amount, state: 'open', tradeNo: `trade-${type}-${sn}`, paidAt: null })
      return { kind: 'qr', codeUrl: `weixin://wxpay/${sn}` }
    },
    async query(sn) {
      await begin('query')
      const order = orders.get(sn)
      return order ? statusOf(order) : { response: '{}', state: 'absent', ...none }
    },
    async close(sn) {
      await begin('close')
      const order = orders.get(sn)
      if (order?.state === 'paid') return 'paid'
      if (order) order.state = 'closed'
      return 'closed'
    },
    async refund({ refundNo }) {
      await begin('refund')
      const state = refunds.get(refundNo) ?? provider.refundState
      refunds.set(refundNo, state)
      return { response: '{}', state, providerNo: `at-${refundNo}` }
    },
    async queryRefund({ refundNo }) {
      await begin('queryRefund')
      const state = refunds.get(refundNo) ?? 'absent'
      return { response: '{}', state, providerNo: state === 'absent' ? null : `at-${refundNo}` }
    },
    verifyNotify: async () => ({ ok: false, reason: 'signature' }),
    async bill(day) {
      await begin('bill')
      return bills.get(day) ?? []
    },
    pay(sn, paidAt) {
      const order = orderOf(sn)
      order.state = 'paid'
      order.paidAt = paidAt
    },
    notification(sn, more = {}) {
      const order = orders.get(sn)
      return {
        id: `${type}-${++ids}`,
        kind: 'payment',
        sn,
        refundNo: null,
        tradeNo: order?.tradeNo ?? 'trade',
        refundTradeNo: null,
        state: 'paid',
        amount: order?.amount ?? 0,
        currency: 'CNY',
        appId: 'app',
        merchantId: 'merchant',
        paidAt: order?.paidAt ?? null,
        text: '{}',
        ...more,
      }
    },
  }
  return provider
}
