/** Amounts of payments as members read them. */
import type { PaymentInfo } from '../../shared/routes.ts'
import type { T } from './texts.ts'

/** @param amount as the wire has it, of this payment unless another one is given */
export const amountLabel = (t: T, { currency, amount }: Pick<PaymentInfo, 'currency' | 'amount'>): string =>
  t(currency === 'integral' ? 'points' : 'yuan', { amount })
