/** Amounts are cents, quantities thousandths; both exact. */
import { decimalText, displayDecimal } from 'tablewright/protocol'

const thousand = 1000n

/** Cents of a quantity at a price; halves are rounded up. */
export const amountOf = (price: number, quantity: number): number =>
  Number((BigInt(price) * BigInt(quantity) * 2n + thousand) / (2n * thousand))

export const moneyText = (cents: number): string => decimalText(cents, 2)
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

export const parseMoney = (input: string | number | undefined): number | null => parse(input, 2, 99_999_999_999)
