/** Notifications of Alipay. */
import type { NotifyResult, ReceivedMessage } from '../provider.ts'
import { maxMessageBytes } from '../signed-message.ts'
import { centsOf, chosenText, secondsOf, textOf } from '../values.ts'
import type { AlipayAccount } from './account.ts'
import { isSignedForm, readForm } from './signature.ts'

/** The facts that people may read: everything but who paid. */
const facts = [
  'notify_type',
  'notify_time',
  'app_id',
  'seller_id',
  'out_trade_no',
  'out_biz_no',
  'trade_no',
  'trade_status',
  'total_amount',
  'receipt_amount',
  'refund_fee',
  'gmt_payment',
  'gmt_refund',
] as const

const states = {
  WAIT_BUYER_PAY: 'open',
  TRADE_SUCCESS: 'paid',
  // Not refundable any more, but paid.
  TRADE_FINISHED: 'paid',
  TRADE_CLOSED: 'closed',
} as const

export const tradeState = (value: unknown): 'open' | 'paid' | 'closed' | null =>
  typeof value === 'string' && Object.hasOwn(states, value) ? states[value as keyof typeof states] : null

/**
 * Alipay notifies about the trade as a whole, also when part of it was refunded: what was refunded is asked for. The
 * time of a notification is that of its first try, which may be a day ago: its id tells repetitions apart.
 */
export function verifyNotification({ alipayKey }: AlipayAccount, { rawBody }: ReceivedMessage): NotifyResult {
  if (rawBody.length > maxMessageBytes) return { ok: false, reason: 'size' }
  const fields = readForm(rawBody)
  if (!fields) return { ok: false, reason: 'content' }
  // Guard T24: what Alipay has not signed is not believed.
  // Without: if (fields['sign'] === '') return { ok: false, reason: 'signature' }
  if (!isSignedForm(fields, alipayKey)) return { ok: false, reason: 'signature' }
  const id = textOf(fields['notify_id'])
  if (id === null) return { ok: false, reason: 'content' }
  if (fields['notify_type'] !== 'trade_status_sync') return { ok: true, notification: null, id }
  const [sn, tradeNo] = [textOf(fields['out_trade_no'], 64), textOf(fields['trade_no'], 64)]
  const [state, amount] = [tradeState(fields['trade_status']), centsOf(fields['total_amount'])]
  if (sn === null || tradeNo === null || state === null || amount === null) return { ok: false, reason: 'content' }
  return {
    ok: true,
    notification: {
      id,
      kind: 'payment',
      sn,
      refundNo: null,
      tradeNo,
      refundTradeNo: null,
      state,
      amount,
      // Notifications have no currency: amounts are in that of the contract, which is the yuan.
      currency: 'CNY',
      appId: textOf(fields['app_id']) ?? '',
      merchantId: textOf(fields['seller_id']) ?? '',
      paidAt: secondsOf(fields['gmt_payment']),
      text: chosenText(fields, facts),
    },
  }
}
