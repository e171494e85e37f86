/** Sends refunds to their provider until it has decided. */
import { nowSeconds } from 'tablewright/server'
import { refundOptions } from '#generated/pay/options.ts'
import {
  addEvent,
  findPayment,
  lockPayment,
  providerOf,
  type LogRow,
  type PayCall,
  type ProvidersOf,
  type RefundRow,
} from '../payment.ts'
import { reportWaitingRefund } from '../notices.ts'
import { ProviderError, type PayProvider, type RefundStatus } from '../providers/provider.ts'
import { completeRefund, failRefund } from './refund.ts'
import type { Reading, Scope } from '#generated/pay/server.ts'

const { state: states } = refundOptions

/** Seconds before the second attempt; each further pause is twice as long, up to an hour. */
const firstPause = 60
const maxPause = 3600

/** Attempts without an answer after which administrators learn of it: a quarter of an hour. */
const reportedTries = 4

const pauseAfter = (tries: number): number => Math.min(maxPause, firstPause * 2 ** Math.min(tries, 10))

/** Refunds that have not ended and are due. */
export const dueRefunds = (query: Pick<Reading, 'selectFrom'>) =>
  query
    .selectFrom('pay_refund')
    .where('state', 'in', [states.asked, states.processing])
    .where('next_time', '<=', nowSeconds())

/** Refunds that one run of the job sends. */
const maxSent = 100

export async function sendDueRefunds(providersOf: ProvidersOf, scope: Scope, signal: AbortSignal): Promise<void> {
  const due = await dueRefunds(scope.database.query).select('id').orderBy('next_time').limit(maxSent).execute()
  for (const { id } of due) {
    if (signal.aborted) return
    await sendRefund(providersOf, scope, id)
  }
}

/** Asks the provider to pay back, or how far it is with it. Never call it in a transaction. */
export async function sendRefund(providersOf: ProvidersOf, scope: Scope, id: number): Promise<void> {
  const refund = await claim(scope, id)
  const row = refund && (await findPayment(scope.database.query, refund.pay_log_id))
  if (!refund || !row) return
  try {
    const provider = providerOf(providersOf, scope, row)
    if (!provider) throw new ProviderError('unknown', 'provider', 'the provider is not set up')
    const status = await decide(provider, row, refund)
    await scope.database.write((trx) => store({ scope, trx }, refund, status))
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    const text = `${error.code}: ${error.message}`
    await scope.database.write(async (trx) => {
      const call = { scope, trx }
      const payment = await lockPayment(call, row.id)
      if (error.outcome === 'refused') return failRefund(call, payment, refund, text)
      await trx
        .updateTable('pay_refund')
        .set({ error: text.slice(0, 500) })
        .where('id', '=', id)
        .execute()
      if (refund.tries + 1 === reportedTries) await reportWaitingRefund(trx, refund.refund_no, text)
    })
  }
}

/** The next attempt is planned before this one begins: a process that ends meanwhile loses nothing. */
async function claim({ database }: Scope, id: number): Promise<RefundRow | null> {
  return database.write(async (trx) => {
    const refund = await trx.selectFrom('pay_refund').selectAll().where('id', '=', id).executeTakeFirst()
    if (!refund || (refund.state !== states.asked && refund.state !== states.processing)) return null
    await trx
      .updateTable('pay_refund')
      .set({ tries: refund.tries + 1, next_time: nowSeconds() + pauseAfter(refund.tries) })
      .where('id', '=', id)
      .where('state', 'in', [states.asked, states.processing])
      .execute()
    return refund
  })
}

async function decide(provider: PayProvider, row: LogRow, refund: RefundRow): Promise<RefundStatus> {
  const { sn } = row
  const { refund_no: refundNo, amount, reason } = refund
  if (refund.tries > 0) {
    const status = await provider.queryRefund({ sn, refundNo })
    if (status.state !== 'absent') return status
  }
  return provider.refund({ sn, refundNo, amount, total: row.amount, reason })
}

/** Stores what the provider said of a refund. */
async function store(call: PayCall, { id, pay_log_id: payLogId }: RefundRow, status: RefundStatus): Promise<void> {
  const payment = await lockPayment(call, payLogId)
  const refund = await call.trx.selectFrom('pay_refund').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  if (status.state === 'done') return completeRefund(call, payment, refund, status.providerNo)
  if (status.state === 'failed') return failRefund(call, payment, refund, status.response)
  const { numUpdatedRows } = await call.trx
    .updateTable('pay_refund')
    .set({ state: states.processing, provider_no: status.providerNo, error: null })
    .where('id', '=', id)
    .where('state', '=', states.asked)
    .executeTakeFirstOrThrow()
  if (Number(numUpdatedRows) > 0) await addEvent(call, payLogId, 'refund_sent', status.response)
}
