/** Parts of the contract that read and lock. */
import { lockRows, type PaidObject } from 'tablewright/server'
import { logOptions } from '#generated/pay/options.ts'
import type { PayCall } from '../payment.ts'
import type { Reading } from '#generated/pay/server.ts'

export const lockPayments = ({ scope, trx }: PayCall, ids: readonly number[]): Promise<void> =>
  lockRows(scope, trx, 'pay/log', ids, 'write')

/** True when the member has paid for the object, and not all of it was refunded. */
export async function hasPaid(
  { database }: { readonly database: { readonly query: unknown } },
  { project, objectId, userId }: PaidObject,
): Promise<boolean> {
  // The tables are there: the module that supplies the contract has them.
  const rows = await (database.query as Reading)
    .selectFrom('pay_log')
    .select(['amount', 'refunded'])
    .where('project', '=', project)
    .where('object_id', '=', objectId)
    .where('user_id', '=', userId)
    .where('state', '=', logOptions.state.paid)
    .where('outcome', '=', logOptions.outcome.applied)
    .execute()
  return rows.some(({ amount, refunded }) => refunded < amount)
}
