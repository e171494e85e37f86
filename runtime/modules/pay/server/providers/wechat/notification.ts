/** Notifications of WeChat Pay. */
import type { NotifyResult, ProviderNotification, ReceivedMessage } from '../provider.ts'
import { refusalOf } from '../signed-message.ts'
import { chosenText, jsonObject, objectOf, secondsOf, textOf, wholeCents, type Json } from '../values.ts'
import { keyOfSerial, type WechatAccount } from './account.ts'
import { decrypt } from './cipher.ts'

/** The facts of a payment that people may read: everything but who paid. */
export const paymentFacts = [
  'appid',
  'mchid',
  'out_trade_no',
  'transaction_id',
  'trade_type',
  'trade_state',
  'trade_state_desc',
  'success_time',
  'amount',
] as const
export const refundFacts = [
  'mchid',
  'out_trade_no',
  'transaction_id',
  'out_refund_no',
  'refund_id',
  'refund_status',
  'status',
  'success_time',
  'amount',
] as const

export const paymentStates = {
  SUCCESS: 'paid',
  // It was paid: refunds have states of their own.
  REFUND: 'paid',
  NOTPAY: 'open',
  USERPAYING: 'open',
  PAYERROR: 'open',
  CLOSED: 'closed',
  REVOKED: 'closed',
} as const
export const refundStates = { SUCCESS: 'done', PROCESSING: 'processing', CLOSED: 'failed', ABNORMAL: 'failed' } as const

export const stateOf = <State>(states: Readonly<Record<string, State>>, value: unknown): State | null =>
  typeof value === 'string' && Object.hasOwn(states, value) ? (states[value] ?? null) : null

export async function verifyNotification(account: WechatAccount, message: ReceivedMessage): Promise<NotifyResult> {
  const reason = await refusalOf('wechatpay', message, (serial) => keyOfSerial(account, serial))
  if (reason !== null) return { ok: false, reason }
  const envelope = jsonObject(message.rawBody.toString('utf8'))
  const id = textOf(envelope?.['id'])
  const event = textOf(envelope?.['event_type'])
  const resource = objectOf(envelope?.['resource'])
  if (id === null || event === null || resource['algorithm'] !== 'AEAD_AES_256_GCM')
    return { ok: false, reason: 'content' }
  const text = decrypt(
    {
      ciphertext: textOf(resource['ciphertext'], 60_000) ?? '',
      nonce: textOf(resource['nonce']) ?? '',
      associatedData: textOf(resource['associated_data']) ?? '',
    },
    account.apiKey,
  )
  const content = text === null ? null : jsonObject(text)
  if (!content) return { ok: false, reason: 'content' }
  const reader = event.startsWith('TRANSACTION.') ? readPayment : event.startsWith('REFUND.') ? readRefund : null
  if (!reader) return { ok: true, notification: null, id }
  const notification = reader(id, content)
  return notification ? { ok: true, notification } : { ok: false, reason: 'content' }
}

function readPayment(id: string, content: Json): ProviderNotification | null {
  const amount = objectOf(content['amount'])
  const [sn, tradeNo] = [textOf(content['out_trade_no'], 32), textOf(content['transaction_id'], 64)]
  const state = stateOf(paymentStates, content['trade_state'])
  // The price that the member has to pay: `payer_total` is less with a coupon of the provider.
  const total = wholeCents(amount['total'])
  if (sn === null || tradeNo === null || state === null || total === null) return null
  return {
    id,
    kind: 'payment',
    sn,
    refundNo: null,
    tradeNo,
    refundTradeNo: null,
    state,
    amount: total,
    currency: textOf(amount['currency']) ?? 'CNY',
    appId: textOf(content['appid']) ?? '',
    merchantId: textOf(content['mchid']) ?? '',
    paidAt: secondsOf(content['success_time']),
    text: chosenText(content, paymentFacts),
  }
}

function readRefund(id: string, content: Json): ProviderNotification | null {
  const amount = objectOf(content['amount'])
  const [sn, tradeNo] = [textOf(content['out_trade_no'], 32), textOf(content['transaction_id'], 64)]
  const refundNo = textOf(content['out_refund_no'], 64)
  const state = stateOf(refundStates, content['refund_status'])
  const refund = wholeCents(amount['refund'])
  if (sn === null || tradeNo === null || refundNo === null || state === null || refund === null) return null
  return {
    id,
    kind: 'refund',
    sn,
    refundNo,
    tradeNo,
    refundTradeNo: textOf(content['refund_id'], 64),
    state,
    amount: refund,
    currency: textOf(amount['currency']) ?? 'CNY',
    // Notifications of refunds name the merchant only.
    appId: null,
    merchantId: textOf(content['mchid']) ?? '',
    paidAt: secondsOf(content['success_time']),
    text: chosenText(content, refundFacts),
  }
}
