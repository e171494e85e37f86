/**
 * Amounts of payments. Contracts have cents or whole points, columns hundredths of a yuan or of a point, the wire
 * "12.50" or "500".
 */
import { decimalText } from 'tablewright/protocol'
import type { NewPayment } from 'tablewright/server'

export type Currency = NewPayment['currency']

const hundredths = (currency: Currency): number => (currency === 'integral' ? 100 : 1)

/** The column value of cents or points. */
export const storedAmount = (currency: Currency, amount: number): number => amount * hundredths(currency)

/** Cents or points of a column. */
export const amountOfStored = (currency: Currency, value: number): number => value / hundredths(currency)

/** The text that people and clients see of a column value. */
export const amountText = (currency: Currency, value: number): string =>
  currency === 'integral' ? String(value / 100) : decimalText(value, 2)

/** No payment is larger: a hundred million yuan. */
const maxAmount = 10_000_000_000

/** Cents or points that can be paid: whole and above 0. */
export const isAmount = (amount: number): boolean => Number.isSafeInteger(amount) && amount > 0 && amount <= maxAmount
