/** Money that came in and went out, as this site has it. Test payments are none. */
import type { PayType } from '../payment.ts'
import type { Scope } from '#generated/pay/server.ts'
import { logOptions, refundOptions } from '#generated/pay/options.ts'

export interface Movement {
  readonly kind: 'payment' | 'refund'
  readonly type: PayType
  readonly logId: number
  readonly sn: string
  readonly refundNo: string | null
  /** As columns hold it. */
  readonly amount: number
  /** Unix seconds. */
  readonly time: number
}

const { state, type: types } = logOptions

/** @param from first second. @param to the second after the last one */
export async function movementsOf({ database }: Scope, from: number, to: number): Promise<readonly Movement[]> {
  const payments = await database.query
    .selectFrom('pay_log')
    .select(['id', 'sn', 'type', 'amount', 'pay_time'])
    .where('state', '=', state.paid)
    .where('type', '<>', types.sandbox)
    .where('pay_time', '>=', from)
    .where('pay_time', '<', to)
    .orderBy('id')
    .execute()
  const refunds = await database.query
    .selectFrom('pay_refund')
    .innerJoin('pay_log', 'pay_log.id', 'pay_refund.pay_log_id')
    .select([
      'pay_log.id',
      'pay_log.sn',
      'pay_log.type',
      'pay_refund.refund_no',
      'pay_refund.amount',
      'pay_refund.done_time',
    ])
    .where('pay_refund.state', '=', refundOptions.state.done)
    .where('pay_log.type', '<>', types.sandbox)
    .where('pay_refund.done_time', '>=', from)
    .where('pay_refund.done_time', '<', to)
    .orderBy('pay_refund.id')
    .execute()
  return [
    ...payments.flatMap(({ id: logId, type, pay_time: time, ...row }) =>
      type === null || time === null ? [] : [{ ...row, kind: 'payment' as const, type, logId, refundNo: null, time }],
    ),
    ...refunds.flatMap(({ id: logId, type, done_time: time, refund_no: refundNo, ...row }) =>
      type === null || time === null ? [] : [{ ...row, kind: 'refund' as const, type, logId, refundNo, time }],
    ),
  ]
}
