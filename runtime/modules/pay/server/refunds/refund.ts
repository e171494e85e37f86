/** Pays money back: from the balance at once, at a provider by a job that tries until the provider has decided. */
import { enqueueJob, nowSeconds, OperationError, type PayRefund, type Refund } from 'tablewright/server'
import { amountOfStored, amountText, isAmount, storedAmount } from '../amounts.ts'
import { t } from '../i18n.ts'
import { reportFailedRefund } from '../notices.ts'
import {
  addEvent,
  lockPayment,
  newNumber,
  payLogOf,
  type LockedPayment,
  type LogRow,
  type PayCall,
  type RefundRow,
} from '../payment.ts'
import { logOptions, refundOptions } from '#generated/pay/options.ts'

const { state: states, type: types, outcome: outcomes } = logOptions
const { state: refundStates } = refundOptions

export const sendRefundName = 'pay/sendRefund'

const maxKey = 64
const maxReason = 80

/** See the contract. */
export async function refundPayment(call: PayCall, { payLogId, ...refund }: Refund): Promise<void> {
  await refundLocked(call, await lockPayment(call, payLogId), refund)
}

/**
 * Refunds a locked payment, once for each key.
 * @throws an OperationError: `bad_state` when it was not paid, `invalid` for more than is left
 */
export async function refundLocked(
  call: PayCall,
  payment: LockedPayment,
  { amount, reason, key }: Omit<Refund, 'payLogId'>,
): Promise<void> {
  const { scope, trx } = call
  const { row, project } = payment
  const { language } = scope
  if (key === '' || key.length > maxKey) throw new Error(`the key of a refund has 1 to ${maxKey} characters`)
  const former = await trx
    .selectFrom('pay_refund')
    .select('id')
    .where('pay_log_id', '=', row.id)
    .where('key', '=', key)
    .executeTakeFirst()
  if (former) return
  if (row.state !== states.paid) throw new OperationError('bad_state', { sentence: t(language, 'refund.unpaid') })
  const value = storedAmount(row.currency, amount)
  const left = row.amount - row.refunded - row.refunding
  if (!isAmount(amount)) throw new OperationError('invalid', { sentence: t(language, 'amount') })
  if (value > left)
    throw new OperationError('invalid', {
      sentence: t(language, 'refund.left', { left: amountText(row.currency, left) }),
    })
  const refund = await trx
    .insertInto('pay_refund')
    .values({
      pay_log_id: row.id,
      refund_no: newNumber(scope, 'R'),
      key,
      amount: value,
      reason: reason.slice(0, maxReason),
      state: refundStates.asked,
      tries: 0,
      next_time: nowSeconds(),
      admin_id: scope.actor?.id ?? null,
      create_time: nowSeconds(),
      version: 1,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await changeAmounts(call, row, { refunding: row.refunding + value })
  const locked = { project, row: { ...row, refunding: row.refunding + value } }
  await addEvent(call, row.id, 'refund_asked', refund.refund_no)
  // Only a payment that was applied has given something for the money.
  if (row.outcome === outcomes.applied) await project?.onRefundStarted?.({ scope, trx }, payRefundOf(row, refund))
  if (row.type === types.balance || row.type === types.score) {
    await payIntoWallet(call, row, refund)
    await completeRefund(call, locked, refund, null)
  } else await enqueueJob(trx, { name: sendRefundName }, { id: refund.id })
}

async function payIntoWallet({ scope, trx }: PayCall, row: LogRow, refund: RefundRow): Promise<void> {
  const { wallet, language } = scope
  if (!wallet || row.user_id === null)
    throw new OperationError('bad_state', { sentence: t(language, 'refund.no_member') })
  await wallet.change(
    { scope, trx },
    {
      asset: row.type === types.score ? 'score' : 'money',
      userId: row.user_id,
      amount: amountOfStored(row.currency, refund.amount),
      memo: `${t(language, 'memo.refund')} ${row.title}`.slice(0, 255),
      source: 'refund',
      sn: refund.id,
    },
  )
}

/** The row of the payment is locked: nobody else has changed the amounts since. */
const changeAmounts = (
  { trx }: PayCall,
  row: LogRow,
  amounts: Partial<Pick<LogRow, 'refunded' | 'refunding'>>,
): Promise<unknown> =>
  trx
    .updateTable('pay_log')
    .set(amounts)
    .where('id', '=', row.id)
    .where('refunded', '=', row.refunded)
    .where('refunding', '=', row.refunding)
    .executeTakeFirstOrThrow()
    .then(({ numUpdatedRows }) => {
      if (Number(numUpdatedRows) !== 1) throw new Error(`the payment ${row.id} is not locked`)
    })

const payRefundOf = (row: LogRow, refund: RefundRow): PayRefund => ({
  id: refund.id,
  log: payLogOf(row),
  amount: amountOfStored(row.currency, refund.amount),
  key: refund.key,
})

/** A refund that has not ended becomes one of these states. @returns false when it has ended before */
async function endRefund(
  { trx }: PayCall,
  id: number,
  values: Partial<Pick<RefundRow, 'state' | 'provider_no' | 'error' | 'done_time'>>,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('pay_refund')
    .set({ ...values, next_time: null })
    .where('id', '=', id)
    .where('state', 'in', [refundStates.asked, refundStates.processing])
    .executeTakeFirstOrThrow()
  return Number(numUpdatedRows) === 1
}

/** The money is back. The payment is locked. */
export async function completeRefund(
  call: PayCall,
  { row, project }: LockedPayment,
  refund: RefundRow,
  providerNo: string | null,
): Promise<void> {
  const { scope, trx } = call
  const ending = { state: refundStates.done, provider_no: providerNo, error: null, done_time: nowSeconds() }
  if (!(await endRefund(call, refund.id, ending))) return
  await changeAmounts(call, row, {
    refunded: row.refunded + refund.amount,
    refunding: row.refunding - refund.amount,
  })
  await addEvent(call, row.id, 'refund_done', refund.refund_no)
  // The project knows nothing of a second payment.
  if (row.outcome === outcomes.applied || row.outcome === outcomes.late)
    await project?.onRefunded({ scope, trx }, payRefundOf(row, refund))
}

/** The provider does not pay it back: its amount can be refunded again. The payment is locked. */
export async function failRefund(
  call: PayCall,
  { row, project }: LockedPayment,
  refund: RefundRow,
  error: string,
): Promise<void> {
  const { scope, trx } = call
  const text = error.slice(0, 500)
  if (!(await endRefund(call, refund.id, { state: refundStates.failed, error: text }))) return
  await changeAmounts(call, row, { refunding: row.refunding - refund.amount })
  await addEvent(call, row.id, 'refund_failed', `${refund.refund_no} ${error}`)
  if (row.outcome === outcomes.applied) await project?.onRefundFailed?.({ scope, trx }, payRefundOf(row, refund))
  await reportFailedRefund(trx, refund.refund_no, text)
}
