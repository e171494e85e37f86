/** Balance and points of members. The module `member` supplies it. */
import type { ContractCall } from './members.ts'

/** Why a balance changes: an option of both logs. Together with a number it changes an asset once. */
export const walletSources = [
  'recharge',
  'purchase',
  'share',
  'refund',
  'shop',
  'exam',
  'convert',
  'admire',
  'refund_failed',
  'share_return',
] as const
export type WalletSource = (typeof walletSources)[number]

export interface WalletChange {
  readonly asset: 'money' | 'score'
  readonly userId: number
  /** Cents or points, negative when it is taken; not 0. */
  readonly amount: number
  /** 1 to 255 characters, for the member and for administrators. */
  readonly memo: string
  readonly source: WalletSource
  /** Id of the record that is the reason, for example of a payment. */
  readonly sn: number
}

export interface Wallet<Scope> {
  /** The entity whose rows it locks first. */
  readonly locks: string
  /**
   * Changes an asset once for each source and number. Locks the member FOR NO KEY UPDATE.
   * @returns the value before and after; null when the same change was made before
   * @throws an OperationError: `stock_short` when the value would fall below zero, `bad_state` when the source and
   * number stand for another change or the member was deleted, `not_found` when there is no such member, `invalid` for
   * an amount of 0 or a memo that is empty or too long
   */
  change(
    call: ContractCall<Scope>,
    change: WalletChange,
  ): Promise<{ readonly before: number; readonly after: number } | null>
}
