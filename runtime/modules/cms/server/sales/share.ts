/** The part of a payment that belongs to the author. */

export interface ShareTerms {
  /** Percent. */
  readonly ratio: number
  /** Hundredths of a percent that the provider keeps; 0 when it was not paid through one. */
  readonly fee: number
}

/**
 * Cents or points of the author, rounded down once. Points have no fee.
 * @param amount cents or points
 */
export const shareOf = (amount: number, currency: 'RMB' | 'integral', { ratio, fee }: ShareTerms): number =>
  currency === 'integral'
    ? Number((BigInt(amount) * BigInt(ratio)) / 100n)
    : Number((BigInt(amount) * BigInt(10_000 - fee) * BigInt(ratio * 100)) / 100_000_000n)

/** Providers that keep a part of what is paid. */
const feeTypes: ReadonlySet<string | undefined> = new Set(['wx', 'alipay'])

export const feeOf = (type: string | undefined, fee: number): number => (feeTypes.has(type) ? fee : 0)
