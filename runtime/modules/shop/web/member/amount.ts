/** Amounts as buyers read them. */
import type { T } from './texts.ts'
import type { Quote } from './types.ts'

export type Currency = Quote['currency']

/** @param amount as the wire has it: yuan with two decimals, or whole points */
export const amountLabel = (t: T, currency: Currency, amount: string): string =>
  t(currency === 'integral' ? 'points' : 'yuan', { amount })
