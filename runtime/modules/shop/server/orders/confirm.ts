/** Orders are completed by the member, or some days after they were shipped. */
import { nowSeconds, OperationError } from 'tablewright/server'
import { orderOptions } from '#generated/shop/options.ts'
import { t } from '../i18n.ts'
import { lockOrder, type ShopCall } from '../order.ts'

const { status, refund_state: refundState } = orderOptions

/** @throws an OperationError `bad_state` unless it is shipped and no refund is in progress */
export async function completeOrder(call: ShopCall, id: number): Promise<void> {
  const { scope, trx } = call
  const order = await lockOrder(call, id)
  if (order.status === status.completed) return
  if (order.status !== status.shipped)
    throw new OperationError('bad_state', { sentence: t(scope.language, 'confirm.state') })
  if (order.refund_state === refundState.asked)
    throw new OperationError('bad_state', { sentence: t(scope.language, 'confirm.refund') })
  await trx
    .updateTable('shop_order')
    .set({ status: status.completed, done_time: nowSeconds() })
    .where('id', '=', id)
    .execute()
}
