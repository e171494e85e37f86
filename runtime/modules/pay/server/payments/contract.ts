/** Parts of the contract that read, lock and begin. */
import { lockRows, OperationError, type OwnPayment, type PaidObject, type PaymentView } from 'tablewright/server'
import { logOptions } from '#generated/pay/options.ts'
import { infoOf } from '../info.ts'
import { findPayment, type PayCall, type PayType, type ProvidersOf } from '../payment.ts'
import type { Reading, Scope } from '#generated/pay/server.ts'
import { startPayment } from './start.ts'

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

/** The scope as this module sees it: others know nothing of its tables. */
export const ownScope = (scope: object): Scope =>
  // The scope of any module; only the types of its tables differ.
  scope as unknown as Scope

export async function viewPayment(scope: Scope, { id, userId }: OwnPayment): Promise<PaymentView | null> {
  const row = await findPayment(scope.database.query, id)
  // Guard T20: members see their own payments only, through other modules as well.
  return row?.user_id === userId ? infoOf(scope, row) : null
}

export async function startOwnPayment(
  providersOf: ProvidersOf,
  scope: Scope,
  { type, ...payment }: OwnPayment & { readonly type: string },
) {
  if ((await viewPayment(scope, payment)) === null) throw new OperationError('not_found')
  // An unknown way to pay is refused as one that the site does not offer.
  const { row, means } = await startPayment(providersOf, scope, payment.id, type as PayType)
  const pay = means === null ? null : means.kind === 'qr' ? { code_url: means.codeUrl } : { address: means.address }
  return { info: infoOf(scope, row), pay }
}
