/** Asks the provider whether a payment was made, and stores what it answers. */
import { nowSeconds } from 'tablewright/server'
import { reportProblem } from '../notices.ts'
import { addEvent, attemptOf, findPayment, lockPayment, providerOf, type LogRow, type ProvidersOf } from '../payment.ts'
import { ProviderError, type PaymentStatus, type PayProvider } from '../providers/provider.ts'
import type { Scope } from '#generated/pay/server.ts'
import { logOptions } from '#generated/pay/options.ts'
import { markClosed } from './close.ts'
import { markPaid } from './paid.ts'

const { state: states } = logOptions

/** `silent`: no answer that can be believed. `none`: no provider knows of the payment. */
export type ProviderAnswer = 'paid' | 'open' | 'closed' | 'silent' | 'none'

/**
 * Never call it in a transaction.
 * @param writesDown whether the answer is one of the events of the payment in any case
 */
export async function askProvider(
  providersOf: ProvidersOf,
  scope: Scope,
  id: number,
  writesDown = false,
): Promise<ProviderAnswer> {
  const row = await findPayment(scope.database.query, id)
  if (!row || !attemptOf(row)) return row?.state === states.paid ? 'paid' : 'none'
  if (row.state === states.paid && !writesDown) return 'paid'
  const provider = providerOf(providersOf, scope, row)
  let status: PaymentStatus
  try {
    if (!provider) throw new ProviderError('unknown', 'provider', 'the provider is not set up')
    status = await provider.query(row.sn)
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    if (writesDown)
      await scope.database.write((trx) =>
        addEvent({ scope, trx }, id, 'query_failed', `${error.code}: ${error.message}`),
      )
    return 'silent'
  }
  return scope.database.write(async (trx) => {
    const call = { scope, trx }
    const payment = await lockPayment(call, id)
    if (writesDown) await addEvent(call, id, 'queried', status.response)
    if (status.state === 'paid') {
      if (!isOf(provider, payment.row, status)) {
        await addEvent(call, id, 'problem', status.response)
        await reportProblem(trx, 'amount', row.sn, id)
        return payment.row.state === states.paid ? 'paid' : 'silent'
      }
      const { tradeNo, paidAt, response } = status
      await markPaid(call, payment, {
        type: provider.type,
        tradeNo,
        paidAt: paidAt ?? nowSeconds(),
        content: response,
      })
      return 'paid'
    }
    if (payment.row.state === states.paid) return 'paid'
    if (status.state === 'closed') await markClosed(call, payment.row, status.response)
    return status.state === 'closed' || payment.row.state === states.closed ? 'closed' : 'open'
  })
}

/** The answer is about this payment: the same amount, currency and account. */
const isOf = (
  provider: Pick<PayProvider, 'appId' | 'merchantId'>,
  row: Pick<LogRow, 'amount' | 'currency'>,
  status: Pick<PaymentStatus, 'amount' | 'currency' | 'appId' | 'merchantId'>,
): boolean => hasAmount(row, status) && isFor(provider, status)

/** Providers take yuan only. */
export const hasAmount = (
  row: Pick<LogRow, 'amount' | 'currency'>,
  { amount, currency }: { readonly amount: number | null; readonly currency: string | null },
): boolean => amount === row.amount && row.currency === logOptions.currency.rmb && (currency ?? 'CNY') === 'CNY'

/** A message cannot contradict an account that it does not name. */
export const isFor = (
  provider: Pick<PayProvider, 'appId' | 'merchantId'>,
  { appId, merchantId }: { readonly appId: string | null; readonly merchantId: string | null },
): boolean =>
  (appId ?? provider.appId) === provider.appId &&
  (provider.merchantId === null || (merchantId ?? provider.merchantId) === provider.merchantId)
