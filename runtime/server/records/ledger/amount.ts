/** Exact arithmetic of stored numbers. Products and sums are computed in BigInt; no float touches a value. */
import { OperationError } from '../../core/errors/operation-error.ts'

const largest = BigInt(Number.MAX_SAFE_INTEGER)

/** A sum or product as a column can store it. Throws an OperationError `invalid` beyond ±(2^53−1). */
export function toStorable(value: bigint): number {
  if (value > largest || value < -largest) throw new OperationError('invalid', { text: 'ledger.overflow' })
  return Number(value)
}

/**
 * price × measure, halves rounded away from zero, signed as the product.
 * @param digits how many digits the product has more than the amount; negative = fewer
 */
export function amountOf(price: number, measure: number, digits: number): number {
  const product = BigInt(price) * BigInt(measure)
  if (digits <= 0) return toStorable(product * 10n ** BigInt(-digits))
  const unit = 10n ** BigInt(digits)
  const size = product < 0n ? -product : product
  const rounded = (size * 2n + unit) / (unit * 2n)
  return toStorable(product < 0n ? -rounded : rounded)
}
