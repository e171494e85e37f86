/** Notifications of providers take effect once, however often and in how many processes they arrive. */
import { nowSeconds } from 'tablewright/server'
import { hasAmount, isFor } from '../payments/ask.ts'
import { markPaid } from '../payments/paid.ts'
import { reportProblem } from '../notices.ts'
import { addEvent, attemptOf, lockPayment, type LogRow, type PayCall } from '../payment.ts'
import type { PayProvider, ProviderNotification } from '../providers/provider.ts'
import { completeRefund, failRefund } from '../refunds/refund.ts'
import type { Row, Scope } from '#generated/pay/server.ts'

type NotifyRow = Row<'pay/notify'>
export type NotifyOutcome = NotifyRow['result']

/** The message as it arrived, for the log. */
export interface ReceivedText {
  readonly headers: string
  readonly body: string
}

/** A genuine message about something else, of which only the id is known. */
type OtherMessage = { readonly id: string }

/**
 * Stores a verified message and does what it says. Whatever it resolves with, the provider is answered that the message
 * was received, since a repetition would change nothing; when it throws, the message has to come again.
 */
export async function applyNotification(
  scope: Scope,
  provider: Pick<PayProvider, 'type' | 'appId' | 'merchantId'>,
  message: ProviderNotification | OtherMessage,
  received?: ReceivedText,
): Promise<NotifyOutcome> {
  const former = await scope.database.query
    .selectFrom('notify_log')
    .select('result')
    .where('provider', '=', provider.type)
    .where('notify_id', '=', message.id)
    .executeTakeFirst()
  if (former) return former.result
  return scope.database.write(async (trx) => {
    const call = { scope, trx }
    const notification = 'kind' in message ? message : null
    const row = notification && (await paymentOf(call, notification.sn))
    const result = notification ? await apply(call, provider, notification, row ?? null) : 'ignored'
    await trx
      .insertInto('notify_log')
      .values({
        notify_id: message.id,
        provider: provider.type,
        kind: notification?.kind ?? 'other',
        sn: notification?.sn ?? null,
        refund_no: notification?.refundNo ?? null,
        pay_log_id: row?.id ?? null,
        result,
        content: notification?.text.slice(0, 4000) ?? null,
        headers: received?.headers.slice(0, 4000) ?? null,
        body: received?.body ?? null,
        create_time: nowSeconds(),
        version: 1,
      })
      // The same message, which another process stored while this one waited for the payment.
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    return result
  })
}

const paymentOf = ({ trx }: PayCall, sn: string): Promise<LogRow | undefined> =>
  trx.selectFrom('pay_log').selectAll().where('sn', '=', sn).executeTakeFirst()

type Account = Pick<PayProvider, 'type' | 'appId' | 'merchantId'>

async function apply(
  call: PayCall,
  provider: Account,
  notification: ProviderNotification,
  row: LogRow | null,
): Promise<NotifyOutcome> {
  const { trx } = call
  const { sn, kind } = notification
  if (!row) {
    await reportProblem(trx, 'number', sn, null)
    return 'unknown_sn'
  }
  const type = attemptOf(row)?.type ?? row.type
  if (type !== provider.type || !isFor(provider, notification)) {
    await addEvent(call, row.id, 'problem', notification.text)
    await reportProblem(trx, 'account', sn, row.id)
    return 'wrong_account'
  }
  return kind === 'payment' ? applyPaid(call, provider, notification, row) : applyRefund(call, notification, row)
}

async function applyPaid(
  call: PayCall,
  provider: Account,
  notification: ProviderNotification,
  row: LogRow,
): Promise<NotifyOutcome> {
  if (notification.state !== 'paid') return 'ignored'
  if (!hasAmount(row, notification)) return refuseAmount(call, notification, row)
  const { tradeNo, paidAt, text } = notification
  return markPaid(call, await lockPayment(call, row.id), {
    type: provider.type,
    tradeNo,
    paidAt: paidAt ?? nowSeconds(),
    content: text,
  })
}

async function refuseAmount(call: PayCall, { sn, text }: ProviderNotification, row: LogRow): Promise<NotifyOutcome> {
  await addEvent(call, row.id, 'problem', text)
  await reportProblem(call.trx, 'amount', sn, row.id)
  return 'wrong_amount'
}

async function applyRefund(call: PayCall, notification: ProviderNotification, row: LogRow): Promise<NotifyOutcome> {
  const { refundNo, refundTradeNo, state, text } = notification
  const payment = await lockPayment(call, row.id)
  const refund = await call.trx
    .selectFrom('pay_refund')
    .selectAll()
    .where('pay_log_id', '=', row.id)
    .where('refund_no', '=', refundNo ?? '')
    .executeTakeFirst()
  if (!refund) {
    await addEvent(call, row.id, 'problem', text)
    await reportProblem(call.trx, 'number', refundNo ?? row.sn, row.id)
    return 'unknown_sn'
  }
  if (refund.amount !== notification.amount) return refuseAmount(call, notification, row)
  if (refund.state > 1) return 'known'
  if (state === 'done') await completeRefund(call, payment, refund, refundTradeNo)
  else if (state === 'failed') await failRefund(call, payment, refund, text)
  else return 'ignored'
  return 'applied'
}
