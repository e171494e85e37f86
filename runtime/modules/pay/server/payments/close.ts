/** Ends payments that were not made. One that a provider knows of is closed when the provider has confirmed it. */
import { nowSeconds, OperationError } from 'tablewright/server'
import { logOptions } from '#generated/pay/options.ts'
import { addEvent, type LogRow, type PayCall } from '../payment.ts'

const { state: states, closing: yesNo } = logOptions

/**
 * Closes a locked payment that nobody has begun; any other is closed once its provider has confirmed that it was not
 * paid.
 */
export async function closeUnpaid(call: PayCall, row: LogRow): Promise<void> {
  if (row.attempt === null) return markClosed(call, row)
  await call.trx
    .updateTable('pay_log')
    .set({ closing: yesNo.yes, next_time: nowSeconds() })
    .where('id', '=', row.id)
    .where('state', '=', states.created)
    .execute()
  await addEvent(call, row.id, 'closing')
}

/** Closes a locked payment of which it is certain that it was not paid. One that was paid meanwhile stays paid. */
export async function markClosed(call: PayCall, row: LogRow, content: string | null = null): Promise<void> {
  const { numUpdatedRows } = await call.trx
    .updateTable('pay_log')
    .set({ state: states.closed, closing: yesNo.no, close_time: nowSeconds(), next_time: null })
    .where('id', '=', row.id)
    .where('state', '=', states.created)
    .executeTakeFirstOrThrow()
  if (Number(numUpdatedRows) > 0) await addEvent(call, row.id, 'closed', content)
}

/** Refuses what can be done only with a payment that is open. Throws an OperationError `bad_state`. */
export const refuseUnlessOpen = (row: LogRow, sentence: string): void => {
  if (row.state !== states.created || row.closing === yesNo.yes || row.expire_time <= nowSeconds())
    throw new OperationError('bad_state', { sentence })
}
