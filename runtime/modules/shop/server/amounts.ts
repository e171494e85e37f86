/**
 * Amounts of an order are hundredths of its currency, of a yuan or of a point; points are whole. Quantities are
 * thousandths. All of them are exact.
 */
import { decimalText, displayDecimal } from 'tablewright/protocol'
import type { NewPayment } from 'tablewright/server'

/** The currency that an order is paid in. */
export type Currency = NewPayment['currency']

/** Hundredths of the smallest amount that is paid. */
const smallest = (currency: Currency): number => (currency === 'integral' ? 100 : 1)

/** The amount of a quantity at a price; halves are rounded up, and no part of a piece costs nothing. */
export function amountOf(price: number, quantity: number, currency: Currency): number {
  if (price === 0 || quantity === 0) return 0
  const unit = BigInt(smallest(currency))
  const divisor = 1000n * unit
  const units = (BigInt(price) * BigInt(quantity) * 2n + divisor) / (2n * divisor)
  return Number((units === 0n ? 1n : units) * unit)
}

/** Cents or points, as payments count them. */
export const paymentAmount = (currency: Currency, amount: number): number => amount / smallest(currency)
/** The value that an order stores of cents or points. */
export const storedAmount = (currency: Currency, amount: number): number => amount * smallest(currency)

/** The price of one unit; null = the goods are not sold for that currency. */
export const priceIn = (
  { price, score_price: points }: { readonly price: number; readonly score_price: number | null },
  currency: Currency,
): number | null => (currency === 'integral' ? (points === null ? null : storedAmount(currency, points)) : price)

/** Freight in cents as an amount of a currency. @param rate points for one yuan */
export const freightIn = (currency: Currency, cents: number, rate: number): number =>
  currency === 'integral' ? storedAmount(currency, Math.ceil((cents * rate) / 100)) : cents

/** "12.50", or "500" points. */
export const amountText = (currency: Currency, amount: number): string =>
  currency === 'integral' ? String(paymentAmount(currency, amount)) : decimalText(amount, 2)
export const moneyText = (cents: number): string => amountText('RMB', cents)
export const quantityText = (thousandths: number): string => displayDecimal(decimalText(thousandths, 3))

/** "12.5" → 12500 with three digits; null for what is no plain number above 0, or has more digits. */
function parse(input: string | number | undefined, digits: number, maximum: number): number | null {
  const match = /^(\d{1,9})(?:\.(\d+))?$/.exec(String(input ?? '').trim())
  if (!match) return null
  const fraction = (match[2] ?? '').replace(/0+$/, '')
  if (fraction.length > digits) return null
  const value = Number(match[1]) * 10 ** digits + Number(fraction.padEnd(digits, '0'))
  return value <= maximum ? value : null
}

/** Pieces, kilograms: at most a million of a line. */
export const parseQuantity = (input: string | number | undefined): number | null => {
  const value = parse(input, 3, 1_000_000_000)
  return value === 0 ? null : value
}

/** An amount as buyers saw it. */
export function parseAmount(currency: Currency, input: string | number | undefined): number | null {
  const amount = parse(input, currency === 'integral' ? 0 : 2, 99_999_999_999)
  return amount === null ? null : storedAmount(currency, amount)
}
