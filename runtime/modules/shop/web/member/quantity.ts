/** Quantities as texts, counted in thousandths. */
import { decimalText, displayDecimal } from 'tablewright/protocol'

/** Thousandths; NaN for what is no plain number above 0. */
export const thousandths = (text: string): number =>
  /^\d{1,7}(?:\.\d{1,3})?$/.test(text.trim()) ? Math.round(Number(text) * 1000) : Number.NaN

export const quantityText = (value: number): string => displayDecimal(decimalText(value, 3))

/** Exactly, as fractions of numbers are not: 0.1 and 0.2 are 0.3. */
export const sumOf = (left: string, right: string): string => quantityText(thousandths(left) + thousandths(right))

/** The smallest quantity that a unit with so many decimals counts, in thousandths. */
export const stepOf = (decimals: number): number => 10 ** (3 - decimals)

/** Hundredths of an amount, for sums that the page shows before the server has answered. */
export const centsOf = (amount: string): number => Math.round(Number(amount) * 100)
export const centsText = (cents: number): string => decimalText(cents, 2)
