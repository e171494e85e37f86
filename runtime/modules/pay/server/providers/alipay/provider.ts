/** Alipay: payments on its page (page pay). */
import { ProviderError, type PayProvider, type PaymentStatus, type RefundStatus } from '../provider.ts'
import { centsOf, chinaTime, chosenText, secondsOf, textOf, textOfCents, type Json } from '../values.ts'
import type { AlipayAccount } from './account.ts'
import { readBill } from './bill.ts'
import { call, pageAddress } from './client.ts'
import { tradeState, verifyNotification } from './notification.ts'

/** Characters of the longest title and reason. */
const [maxTitle, maxReason] = [128, 128]

const tradeFacts = ['out_trade_no', 'trade_no', 'trade_status', 'total_amount', 'send_pay_date', 'msg'] as const
const refundFacts = [
  'out_trade_no',
  'trade_no',
  'out_request_no',
  'refund_fee',
  'refund_amount',
  'refund_status',
  'fund_change',
  'gmt_refund_pay',
  'msg',
] as const

const isAbsent = (error: unknown): boolean => error instanceof ProviderError && error.code === 'ACQ.TRADE_NOT_EXIST'

/** Why a trade cannot be closed: it was paid, or closed before. */
const isSettled = (error: unknown): boolean =>
  error instanceof ProviderError &&
  ['ACQ.REASON_TRADE_STATUS_INVALID', 'ACQ.TRADE_STATUS_ERROR', 'ACQ.REASON_ILLEGAL_STATUS'].includes(error.code)

export function alipayProvider(account: AlipayAccount, isOpen: boolean): PayProvider {
  const query = async (sn: string): Promise<PaymentStatus> => {
    try {
      return statusOf(account, sn, await call(account, 'alipay.trade.query', { out_trade_no: sn }))
    } catch (error) {
      if (isAbsent(error)) return unpaid('absent', (error as ProviderError).message)
      throw error
    }
  }
  return {
    type: 'alipay',
    isOpen,
    appId: account.appId,
    merchantId: account.sellerId,
    create: ({ sn, title, amount, expires, returnAddress }) => {
      const content = {
        out_trade_no: sn,
        product_code: 'FAST_INSTANT_TRADE_PAY',
        total_amount: textOfCents(amount),
        subject: subjectOf(title),
        time_expire: chinaTime(expires),
      }
      const more = { notify_url: account.notifyAddress, return_url: returnAddress }
      // A member who leaves the page before signing in at Alipay has made no trade there.
      return Promise.resolve({
        kind: 'redirect',
        address: pageAddress(account, 'alipay.trade.page.pay', content, more),
      })
    },
    query,
    async close(sn) {
      try {
        await call(account, 'alipay.trade.close', { out_trade_no: sn })
        return 'closed'
      } catch (error) {
        if (isAbsent(error)) return 'closed'
        if (!isSettled(error)) throw error
        return (await query(sn)).state === 'paid' ? 'paid' : 'closed'
      }
    },
    async refund({ sn, refundNo, amount, reason }) {
      const content = {
        out_trade_no: sn,
        out_request_no: refundNo,
        refund_amount: textOfCents(amount),
        ...(reason !== '' && { refund_reason: [...reason].slice(0, maxReason).join('') }),
      }
      const answer = await call(account, 'alipay.trade.refund', content)
      // `N` = this call has changed nothing: it was refunded before, or is on its way.
      if (answer['fund_change'] !== 'Y') return queryRefund(account, sn, refundNo)
      return { state: 'done', providerNo: textOf(answer['trade_no'], 64), response: chosenText(answer, refundFacts) }
    },
    queryRefund: ({ sn, refundNo }) => queryRefund(account, sn, refundNo),
    verifyNotify: async (message) => verifyNotification(account, message),
    bill: (day) => readBill(account, day),
  }
}

/** Alipay refuses these characters in titles. */
const subjectOf = (title: string): string => [...title.replace(/[/=&]/g, ' ')].slice(0, maxTitle).join('')

async function queryRefund(account: AlipayAccount, sn: string, refundNo: string): Promise<RefundStatus> {
  let answer: Json
  try {
    const content = { out_trade_no: sn, out_request_no: refundNo }
    answer = await call(account, 'alipay.trade.fastpay.refund.query', content)
  } catch (error) {
    if (!isAbsent(error)) throw error
    return { state: 'absent', providerNo: null, response: (error as ProviderError).message }
  }
  const response = chosenText(answer, refundFacts)
  // An answer about a refund that Alipay does not know, or has not finished, has no state.
  if (answer['out_request_no'] !== refundNo || answer['refund_status'] !== 'REFUND_SUCCESS')
    return { state: answer['out_request_no'] === refundNo ? 'processing' : 'absent', providerNo: null, response }
  return { state: 'done', providerNo: textOf(answer['trade_no'], 64), response }
}

function unpaid(state: 'absent' | 'open' | 'closed', response: string): PaymentStatus {
  const none = { tradeNo: null, amount: null, currency: null, appId: null, merchantId: null, paidAt: null }
  return { state, response, ...none }
}

function statusOf({ appId, sellerId }: AlipayAccount, sn: string, answer: Json): PaymentStatus {
  const state = tradeState(answer['trade_status'])
  if (state === null || answer['out_trade_no'] !== sn)
    throw new ProviderError('unknown', 'content', 'The answer is about another payment.')
  const response = chosenText(answer, tradeFacts)
  if (state !== 'paid') return unpaid(state, response)
  return {
    state,
    tradeNo: textOf(answer['trade_no'], 64),
    amount: centsOf(answer['total_amount']),
    currency: 'CNY',
    // The answer names neither: it is signed for this application, which has asked for its own trade.
    appId,
    merchantId: sellerId,
    paidAt: secondsOf(answer['send_pay_date']),
    response,
  }
}
