/** Payments of members for objects of other modules. */
import type { Text } from '../../../protocol/index.ts'
import type { ContractCall } from './members.ts'

/** The object of a payment, of a registered project, and who pays. */
export interface PaidObject {
  /** Name of the project, for example `shop`. */
  readonly project: string
  readonly objectId: number
  readonly userId: number
}

export interface NewPayment extends PaidObject {
  /** For the member and for the provider. */
  readonly title: string
  /** Cents, or points. */
  readonly amount: number
  readonly currency: 'RMB' | 'integral'
  /** Unix seconds from when it is too late; absent = as the site has it. */
  readonly expires?: number
}

export interface Refund {
  /** Id of the payment. */
  readonly payLogId: number
  /** Cents or points, at most what is left of the payment. */
  readonly amount: number
  readonly reason: string
  /** Stays the same when the refund is tried again: it is refunded once. At most 64 characters. */
  readonly key: string
}

/** A payment as its member sees it. */
export interface PaymentView {
  readonly id: number
  readonly sn: string
  readonly project: string
  readonly object_id: number
  readonly title: string
  /** Yuan with two decimals, or whole points. */
  readonly amount: string
  readonly currency: NewPayment['currency']
  /** How it is paid; null until that is chosen. */
  readonly type: string | null
  /** 0 unpaid, 1 paid, 2 closed, 3 refund pending, 4 refunded. */
  readonly status: 0 | 1 | 2 | 3 | 4
}

/** A payment of a member. */
export interface OwnPayment {
  readonly id: number
  readonly userId: number
}

export interface Payments<Scope> {
  /** The entity whose rows it locks first. */
  readonly locks: string
  /**
   * Locks payments for a caller that changes its own rows as well: `lockInOrder` decides which of the two comes first.
   */
  lock(call: ContractCall<Scope>, payLogIds: readonly number[]): Promise<void>
  /**
   * The open payment for an object: one for each object and member. The same amount and currency gets the one that is
   * open, another closes it: at once, or as soon as its provider has confirmed that it was not paid.
   * @throws an OperationError: `invalid` for an amount that is not above 0 and for an unknown project
   */
  open(call: ContractCall<Scope>, payment: NewPayment): Promise<{ readonly id: number; readonly sn: string }>
  /**
   * Pays an open payment from the balance, or the points, of its member at once. Absent = the supplier knows no wallet.
   * @throws an OperationError: `stock_short` when too little is there, `bad_state` when it cannot be paid any more
   */
  payFromWallet?(call: ContractCall<Scope>, payLogId: number): Promise<void>
  /**
   * Pays back, once for each key. The project learns of it when the money is back (`onRefunded`): from the balance at
   * once, from a provider when it has confirmed that.
   * @throws an OperationError: `bad_state` when it was not paid, `invalid` for more than is left, `not_found`
   */
  refund(call: ContractCall<Scope>, refund: Refund): Promise<void>
  /**
   * Ends the open payments for these objects. Locks them and the objects, all at once.
   * @returns ids of the objects for which no payment is open any more; one that was begun at a provider is open until
   * the provider has confirmed that it was not paid
   */
  close(call: ContractCall<Scope>, objects: readonly Omit<PaidObject, 'userId'>[]): Promise<ReadonlySet<number>>
  /**
   * Begins to pay, in transactions of its own: from the balance or with points it is paid afterwards.
   * @param type a way to pay that the site offers for it, for example `balance`
   * @returns what the member opens at a provider; null = it is paid
   * @throws an OperationError: `not_found` for a payment of somebody else, `invalid` for the type, `stock_short`
   */
  start(
    scope: Scope,
    payment: OwnPayment & { readonly type: string },
  ): Promise<{
    readonly info: PaymentView
    readonly pay: { readonly code_url?: string; readonly address?: string } | null
  }>
  /** The payment; null when it is not one of that member. */
  view(scope: Scope, payment: OwnPayment): Promise<PaymentView | null>
  /** True when the member has paid for the object, and not all of it was refunded. */
  hasPaid(scope: Scope, object: PaidObject): Promise<boolean>
}

/** A payment, as projects learn of it. */
export interface PayLog extends PaidObject {
  readonly id: number
  readonly sn: string
  readonly amount: number
  readonly currency: NewPayment['currency']
  /** Unix seconds. */
  readonly paidAt: number
  /** How it was paid, for example `wx` or `balance`; absent = the supplier does not say. */
  readonly type?: string
}

/** A refund that was made. */
export interface PayRefund {
  readonly id: number
  readonly log: PayLog
  readonly amount: number
  readonly key: string
}

/**
 * A module that is paid for its objects. Its methods run in the transaction of the payment, with the objects locked,
 * and may run again; each is called once for each payment or refund that is stored.
 */
export interface PayProject<Scope> {
  /** Unique among all modules. */
  readonly name: string
  /** How administrators know it; absent = by its name. */
  readonly label?: Text
  /** The entity of its objects: its place in the order of locks decides when `lock` is called. */
  readonly locks: string
  /**
   * True of objects that a member may pay for again, such as a balance. A second payment of any other object is paid
   * back at once, and the project does not learn of it.
   */
  readonly isRepeatable?: boolean
  /** The page of the member about an object, below `/user/`: `shop/order/7`; absent = there is none. */
  page?(objectId: number): string
  /** Locks the objects. Ids without a record are passed over. */
  lock(call: ContractCall<Scope>, objectIds: readonly number[]): Promise<void>
  /** Members whose wallets it changes besides that of the payer: they are locked together. */
  payees?(call: ContractCall<Scope>, objectId: number): Promise<readonly number[]>
  onPaid(call: ContractCall<Scope>, log: PayLog): Promise<void>
  /** It was paid after it was closed: accepted as if in time, or refunded at once. */
  onLate(call: ContractCall<Scope>, log: PayLog): Promise<'accept' | 'refund'>
  onRefunded(call: ContractCall<Scope>, refund: PayRefund): Promise<void>
  /** A refund begins: takes back what was given for the money, or refuses by an OperationError. */
  onRefundStarted?(call: ContractCall<Scope>, refund: PayRefund): Promise<void>
  /** The provider does not pay back: gives again what `onRefundStarted` took. */
  onRefundFailed?(call: ContractCall<Scope>, refund: PayRefund): Promise<void>
}
