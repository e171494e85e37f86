/** A payment was made: stored once, with what it changes, in the transaction of whoever learned of it. */
import { nowSeconds } from 'tablewright/server'
import { amountOfStored } from '../amounts.ts'
import { t } from '../i18n.ts'
import { reportProblem } from '../notices.ts'
import { addEvent, payLogOf, type LockedPayment, type LogRow, type PayCall, type PayType } from '../payment.ts'
import { refundLocked } from '../refunds/refund.ts'
import { logOptions } from '#generated/pay/options.ts'

const { state: states, closing: yesNo, outcome: outcomes } = logOptions

export interface PaidFact {
  readonly type: PayType
  /** Number at the provider; null when it was paid from balance or points. */
  readonly tradeNo: string | null
  /** Unix seconds. */
  readonly paidAt: number
  /** Answer of the provider, for people. */
  readonly content: string | null
}

/** `known`: it was paid before. `unhandled`: no module has registered the project. */
export type PaidResult = 'applied' | 'known' | 'late' | 'second' | 'unhandled'

/** Stores that a locked payment was made. The project learns of it once. */
export async function markPaid(call: PayCall, payment: LockedPayment, fact: PaidFact): Promise<PaidResult> {
  const { trx } = call
  const { row } = payment
  if (row.state === states.paid) {
    await reportOtherTrade(call, row, fact)
    return 'known'
  }
  const isLate = row.state === states.closed || row.closing === yesNo.yes || row.expire_time <= nowSeconds()
  const values = {
    state: states.paid,
    type: fact.type,
    trade_no: fact.tradeNo,
    pay_time: fact.paidAt,
    late: isLate ? logOptions.late.yes : logOptions.late.no,
    closing: yesNo.no,
    next_time: null,
  }
  await trx.updateTable('pay_log').set(values).where('id', '=', row.id).where('state', '=', row.state).execute()
  await addEvent(call, row.id, 'paid', fact.content)
  return applyPayment(call, { ...payment, row: { ...row, ...values } }, isLate)
}

async function applyPayment(call: PayCall, payment: LockedPayment, isLate: boolean): Promise<PaidResult> {
  const { scope, trx } = call
  const { row, project } = payment
  const setOutcome = (outcome: LogRow['outcome']) =>
    trx.updateTable('pay_log').set({ outcome }).where('id', '=', row.id).execute()
  if (!project) {
    await addEvent(call, row.id, 'problem', t(scope.language, 'project', { name: row.project }))
    await reportProblem(trx, 'unhandled', row.sn, row.id)
    return 'unhandled'
  }
  const log = payLogOf(row)
  const payBack = async (outcome: 'late' | 'second'): Promise<PaidResult> => {
    await setOutcome(outcomes[outcome])
    await addEvent(call, row.id, outcome)
    const refund = {
      amount: amountOfStored(row.currency, row.amount),
      reason: t(scope.language, outcome),
      key: outcome,
    }
    await refundLocked(call, { project, row: { ...row, outcome: outcomes[outcome] } }, refund)
    if (outcome === 'second') await reportProblem(trx, 'second', row.sn, row.id)
    return outcome
  }
  if (project.isRepeatable !== true && (await isPaidAlready(call, row))) return payBack('second')
  if (isLate && (await project.onLate({ scope, trx }, log)) === 'refund') return payBack('late')
  await project.onPaid({ scope, trx }, log)
  await setOutcome(outcomes.applied)
  await addEvent(call, row.id, 'applied')
  return 'applied'
}

/** The object is locked, so that of two payments for it one comes first. */
async function isPaidAlready({ trx }: PayCall, row: LogRow): Promise<boolean> {
  const others = await trx
    .selectFrom('pay_log')
    .select(['amount', 'refunded'])
    .where('project', '=', row.project)
    .where('object_id', '=', row.object_id)
    .where('user_id', '=', row.user_id)
    .where('id', '<>', row.id)
    .where('state', '=', states.paid)
    .where('outcome', '=', outcomes.applied)
    .execute()
  return others.some(({ amount, refunded }) => refunded < amount)
}

/** The same order was paid by two trades, which no provider should let happen: a person has to look at it. */
async function reportOtherTrade(call: PayCall, row: LogRow, { type, tradeNo, content }: PaidFact): Promise<void> {
  if (tradeNo === null || (row.type === type && row.trade_no === tradeNo)) return
  await addEvent(call, row.id, 'problem', `${tradeNo} ${content ?? ''}`)
  await reportProblem(call.trx, 'trade', row.sn, row.id)
}
