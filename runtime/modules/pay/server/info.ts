/** A payment as members and the page of a payment see it. */
import { amountText } from './amounts.ts'
import { projectOf, type LogRow } from './payment.ts'
import type { Scope } from '#generated/pay/server.ts'
import type { PaymentInfo } from '../shared/routes.ts'
import { logOptions } from '#generated/pay/options.ts'

const { state: states, status: statuses } = logOptions

/** The state with what was refunded: the same as the rule of the field. */
export function statusOf({ state, amount, refunded, refunding }: LogRow): PaymentInfo['status'] {
  if (state === states.created) return statuses.created
  if (state === states.closed) return statuses.closed
  if (refunded === amount) return statuses.refunded
  return refunding > 0 ? statuses.refunding : statuses.paid
}

export const infoOf = (scope: Scope, row: LogRow): PaymentInfo => ({
  id: row.id,
  sn: row.sn,
  project: row.project,
  object_id: row.object_id,
  title: row.title,
  amount: amountText(row.currency, row.amount),
  currency: row.currency,
  type: row.type,
  status: statusOf(row),
  refunded: amountText(row.currency, row.refunded),
  late: row.late === logOptions.late.yes,
  test: row.type === logOptions.type.sandbox,
  expire_time: row.expire_time,
  pay_time: row.pay_time,
  create_time: row.create_time,
  page: projectOf(scope, row.project)?.page?.(row.object_id) ?? null,
})
