/** WeChat Pay v3: payments by a QR code (native). */
import {
  ProviderError,
  type PayProvider,
  type PaymentStatus,
  type ProviderOrder,
  type RefundRequest,
  type RefundStatus,
} from '../provider.ts'
import { chosenText, objectOf, offsetTime, secondsOf, textOf, wholeCents, type Json } from '../values.ts'
import type { WechatAccount } from './account.ts'
import { readBill } from './bill.ts'
import { call } from './client.ts'
import { paymentFacts, paymentStates, refundFacts, refundStates, stateOf, verifyNotification } from './notification.ts'

/** Characters of the longest description and reason. */
const [maxDescription, maxReason] = [127, 80]

const isAbsent = (error: unknown): boolean =>
  error instanceof ProviderError && ['ORDER_NOT_EXIST', 'ORDERNOTEXIST', 'RESOURCE_NOT_EXISTS'].includes(error.code)
const isPaid = (error: unknown): boolean =>
  error instanceof ProviderError && ['ORDERPAID', 'ORDER_PAID'].includes(error.code)
const isClosed = (error: unknown): boolean =>
  error instanceof ProviderError && ['ORDER_CLOSED', 'ORDERCLOSED'].includes(error.code)

export function wechatProvider(account: WechatAccount, isOpen: boolean): PayProvider {
  const orderPath = (sn: string): string => `/v3/pay/transactions/out-trade-no/${encodeURIComponent(sn)}`
  return {
    type: 'wx',
    isOpen,
    appId: account.appId,
    merchantId: account.merchantId,
    async create(order) {
      const answer = await call(account, {
        method: 'POST',
        path: '/v3/pay/transactions/native',
        body: orderBody(account, order),
      })
      const codeUrl = textOf(answer?.['code_url'], 512)
      if (codeUrl === null) throw new ProviderError('unknown', 'content', 'The answer has no code to scan.')
      return { kind: 'qr', codeUrl }
    },
    async query(sn) {
      try {
        const path = `${orderPath(sn)}?mchid=${encodeURIComponent(account.merchantId)}`
        return statusOf(sn, await call(account, { method: 'GET', path }))
      } catch (error) {
        if (isAbsent(error)) return unpaid('absent', (error as ProviderError).message)
        throw error
      }
    },
    async close(sn) {
      try {
        await call(account, { method: 'POST', path: `${orderPath(sn)}/close`, body: { mchid: account.merchantId } })
        return 'closed'
      } catch (error) {
        if (isPaid(error)) return 'paid'
        if (isClosed(error) || isAbsent(error)) return 'closed'
        throw error
      }
    },
    async refund(request) {
      const body = refundBody(account, request)
      return refundStatus(
        request.refundNo,
        await call(account, { method: 'POST', path: '/v3/refund/domestic/refunds', body }),
      )
    },
    async queryRefund({ refundNo }) {
      try {
        const path = `/v3/refund/domestic/refunds/${encodeURIComponent(refundNo)}`
        return refundStatus(refundNo, await call(account, { method: 'GET', path }))
      } catch (error) {
        if (!isAbsent(error)) throw error
        return { state: 'absent', providerNo: null, response: (error as ProviderError).message }
      }
    },
    verifyNotify: (message) => verifyNotification(account, message),
    bill: (day) => readBill(account, day),
  }
}

const orderBody = ({ appId, merchantId, notifyAddress }: WechatAccount, order: ProviderOrder): Json => ({
  appid: appId,
  mchid: merchantId,
  description: [...order.title].slice(0, maxDescription).join(''),
  out_trade_no: order.sn,
  time_expire: offsetTime(order.expires),
  notify_url: notifyAddress,
  amount: { total: order.amount, currency: 'CNY' },
})

const refundBody = (
  { notifyAddress }: WechatAccount,
  { sn, refundNo, amount, total, reason }: RefundRequest,
): Json => ({
  out_trade_no: sn,
  out_refund_no: refundNo,
  ...(reason !== '' && { reason: [...reason].slice(0, maxReason).join('') }),
  notify_url: notifyAddress,
  amount: { refund: amount, total, currency: 'CNY' },
})

function unpaid(state: 'absent' | 'open' | 'closed', response: string): PaymentStatus {
  const none = { tradeNo: null, amount: null, currency: null, appId: null, merchantId: null, paidAt: null }
  return { state, response, ...none }
}

function statusOf(sn: string, answer: Json | null): PaymentStatus {
  const state = stateOf(paymentStates, answer?.['trade_state'])
  if (!answer || state === null || answer['out_trade_no'] !== sn)
    throw new ProviderError('unknown', 'content', 'The answer is about another payment.')
  const response = chosenText(answer, paymentFacts)
  if (state !== 'paid') return unpaid(state, response)
  const amount = objectOf(answer['amount'])
  return {
    state,
    tradeNo: textOf(answer['transaction_id'], 64),
    amount: wholeCents(amount['total']),
    currency: textOf(amount['currency']) ?? 'CNY',
    appId: textOf(answer['appid']),
    merchantId: textOf(answer['mchid']),
    paidAt: secondsOf(answer['success_time']),
    response,
  }
}

function refundStatus(refundNo: string, answer: Json | null): RefundStatus {
  const state = stateOf(refundStates, answer?.['status'])
  if (!answer || state === null || answer['out_refund_no'] !== refundNo)
    throw new ProviderError('unknown', 'content', 'The answer is about another refund.')
  return { state, providerNo: textOf(answer['refund_id'], 64), response: chosenText(answer, refundFacts) }
}
