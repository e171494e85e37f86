/** Notifications of the sandbox: JSON that is signed in its headers. */
import { randomUUID } from 'node:crypto'
import type { NotifyResult, ProviderNotification, ReceivedMessage } from '../provider.ts'
import { refusalOf } from '../signed-message.ts'
import { chosenText, jsonObject, secondsOf, textOf, wholeCents } from '../values.ts'
import type { SandboxKeys } from './keys.ts'

/** The application and the merchant that all notifications name. */
export const sandboxAccount = 'sandbox'

export interface SandboxMessage {
  readonly id: string
  readonly kind: ProviderNotification['kind']
  readonly app_id: string
  readonly merchant_id: string
  readonly sn: string
  readonly refund_no: string | null
  readonly trade_no: string
  readonly refund_trade_no: string | null
  readonly state: ProviderNotification['state']
  readonly amount: number
  readonly currency: string
  readonly paid_at: string | null
}

export const newMessage = (
  message: Omit<SandboxMessage, 'id' | 'app_id' | 'merchant_id' | 'currency'>,
): SandboxMessage => ({
  id: randomUUID(),
  app_id: sandboxAccount,
  merchant_id: sandboxAccount,
  currency: 'CNY',
  ...message,
})

const kinds: readonly unknown[] = ['payment', 'refund'] satisfies ProviderNotification['kind'][]
const states: readonly unknown[] = [
  'paid',
  'open',
  'closed',
  'done',
  'processing',
  'failed',
] satisfies ProviderNotification['state'][]

export async function verifyNotification(
  { serial, publicKey }: SandboxKeys,
  message: ReceivedMessage,
): Promise<NotifyResult> {
  const reason = await refusalOf('sandbox', message, async (name) => (name === serial ? publicKey : null))
  if (reason !== null) return { ok: false, reason }
  const content = jsonObject(message.rawBody.toString('utf8'))
  const id = textOf(content?.['id'])
  const [sn, tradeNo, amount] = [
    textOf(content?.['sn'], 32),
    textOf(content?.['trade_no'], 64),
    wholeCents(content?.['amount']),
  ]
  if (!content || id === null || sn === null || tradeNo === null || amount === null)
    return { ok: false, reason: 'content' }
  const { kind, state } = content
  if (!kinds.includes(kind) || !states.includes(state)) return { ok: false, reason: 'content' }
  return {
    ok: true,
    notification: {
      id,
      kind: kind as ProviderNotification['kind'],
      sn,
      refundNo: textOf(content['refund_no'], 64),
      tradeNo,
      refundTradeNo: textOf(content['refund_trade_no'], 64),
      state: state as ProviderNotification['state'],
      amount,
      currency: textOf(content['currency']) ?? '',
      appId: textOf(content['app_id']) ?? '',
      merchantId: textOf(content['merchant_id']) ?? '',
      paidAt: secondsOf(content['paid_at']),
      text: chosenText(content, Object.keys(content)),
    },
  }
}
