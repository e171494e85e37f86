/** Payment providers, as the module calls them. Amounts are integers in cents, times are Unix seconds. */

/** Values of `type` of a payment that goes through a provider. */
export type ProviderType = 'wx' | 'alipay' | 'sandbox'

export interface ProviderOrder {
  readonly sn: string
  readonly title: string
  readonly amount: number
  /** When the provider refuses to take it. */
  readonly expires: number
  /** Where the browser returns to, for providers that redirect. */
  readonly returnAddress: string
}

/** How the member pays: by scanning a code, or on the page of the provider. */
export type PayMeans =
  | { readonly kind: 'qr'; readonly codeUrl: string }
  | { readonly kind: 'redirect'; readonly address: string }

/** The part of an answer that people may read on the page of a payment: JSON without keys and payer. */
interface Answer {
  readonly response: string
}

/** `absent`: the provider does not know the order; nobody has paid it. `open` means not paid so far. */
type PaymentState = 'absent' | 'open' | 'paid' | 'closed'

export interface PaymentStatus extends Answer {
  readonly state: PaymentState
  /** Null unless it was paid, as are those below. */
  readonly tradeNo: string | null
  readonly amount: number | null
  readonly currency: string | null
  readonly appId: string | null
  readonly merchantId: string | null
  readonly paidAt: number | null
}

export interface RefundRequest {
  readonly sn: string
  /** Identifies the refund at the provider: the same number is refunded once, however often it is asked for. */
  readonly refundNo: string
  readonly amount: number
  /** Amount of the payment. */
  readonly total: number
  readonly reason: string
}

/** `absent` answers a query for a refund that the provider does not know. */
export interface RefundStatus extends Answer {
  readonly state: 'absent' | 'processing' | 'done' | 'failed'
  /** Number of the refund at the provider. */
  readonly providerNo: string | null
}

export interface BillRow {
  readonly kind: 'payment' | 'refund'
  readonly sn: string
  readonly refundNo: string | null
  readonly tradeNo: string
  readonly amount: number
  readonly happenedAt: number
}

/** A message that a provider sent by itself, after its signature was verified. */
export interface ProviderNotification {
  /** Id of the message: a repeated message has the same. */
  readonly id: string
  readonly kind: 'payment' | 'refund'
  readonly sn: string
  readonly refundNo: string | null
  /** Number of the payment at the provider. */
  readonly tradeNo: string
  /** Number of the refund at the provider. */
  readonly refundTradeNo: string | null
  /** `paid`, `open` and `closed` of a payment; `done`, `processing` and `failed` of a refund. */
  readonly state: 'paid' | 'open' | 'closed' | 'done' | 'processing' | 'failed'
  /** Amount of the payment, or of the refund. */
  readonly amount: number
  readonly currency: string
  /** Null where the message does not name it, as are those below. */
  readonly appId: string | null
  readonly merchantId: string | null
  readonly paidAt: number | null
  /** The message for people: JSON without the payer. */
  readonly text: string
}

export interface ReceivedMessage {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly rawBody: Buffer
  readonly now: number
}

/** Why a message is not believed: nothing of it is stored. */
export type NotifyRefusal = 'size' | 'headers' | 'time' | 'key' | 'signature' | 'content'

export type NotifyResult =
  | { readonly ok: true; readonly notification: ProviderNotification }
  /** A genuine message about something that this module does not handle: it is answered as received. */
  | { readonly ok: true; readonly notification: null; readonly id: string }
  | { readonly ok: false; readonly reason: NotifyRefusal }

/**
 * `refused`: the provider answered that it does not do it. `unknown`: no answer that can be believed, so that it may
 * have happened; only a query or the same call with the same number decides.
 */
export class ProviderError extends Error {
  readonly outcome: 'refused' | 'unknown'
  /** The code of the provider, or what went wrong: `timeout`, `signature`, `size`, `redirect`, `network`, `content`. */
  readonly code: string

  constructor(outcome: 'refused' | 'unknown', code: string, message: string) {
    super(message)
    this.name = 'ProviderError'
    this.outcome = outcome
    this.code = code
  }
}

/** All methods but `verifyNotify` call the provider, and throw a ProviderError. Never call them in a transaction. */
export interface PayProvider {
  readonly type: ProviderType
  /** New payments may go through it. One that is switched off still answers for those it has had. */
  readonly isOpen: boolean
  /** Account that a genuine notification and answer must name; null where the provider does not say. */
  readonly appId: string
  readonly merchantId: string | null
  /** Prepares the payment. The same order may be prepared again, with the same values. */
  create(order: ProviderOrder): Promise<PayMeans>
  query(sn: string): Promise<PaymentStatus>
  /** Ends an order. `paid`: it was paid before, and stays so. */
  close(sn: string): Promise<'closed' | 'paid'>
  refund(request: RefundRequest): Promise<RefundStatus>
  queryRefund(refund: { readonly sn: string; readonly refundNo: string }): Promise<RefundStatus>
  /** Calls nobody. */
  verifyNotify(message: ReceivedMessage): Promise<NotifyResult>
  /** Everything that was paid and refunded on a day (`2026-11-29`, time of China). */
  bill(day: string): Promise<readonly BillRow[]>
}
