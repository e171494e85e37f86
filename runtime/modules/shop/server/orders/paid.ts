/** Orders are paid through the contract of payments. Runs in its transactions, with the order locked. */
import { enqueueJob, lockRows, nowSeconds, OperationError, type PayProject } from 'tablewright/server'
import { orderOptions } from '#generated/shop/options.ts'
import { paymentAmount } from '../amounts.ts'
import {
  contractCall,
  findOrder,
  holdLinesOf,
  linesOf,
  lockOrders,
  orderEntity,
  ownCall,
  paidObjectOf,
  projectName,
  readOrder,
  refOf,
  type OrderRow,
  type ShopCall,
} from '../order.ts'
import { completeRefund, failRefund } from '../refunds/money.ts'
import { t } from '../i18n.ts'
import { tellMember } from '../tell.ts'
import { takeBought } from './bought.ts'
import { makeOutboundName } from './outbound-name.ts'

const { status, closing } = orderOptions

/**
 * The open payment of an unpaid order.
 * @throws an OperationError: `bad_state` when it cannot be paid, or not any more
 */
export async function openPayment(
  call: ShopCall,
  order: OrderRow,
): Promise<{ readonly id: number; readonly sn: string }> {
  const { scope, trx } = call
  const { language } = scope
  if (!scope.payments || order.user_id === null) throw new OperationError('bad_state', { sentence: t(language, 'off') })
  refuseUnpayable(call, order)
  const payment = await scope.payments.open(contractCall({ scope, trx }), {
    ...paidObjectOf(order),
    userId: order.user_id,
    title: t(language, 'pay.title', { sn: order.sn }),
    amount: paymentAmount(order.currency, order.amount_pay),
    currency: order.currency,
    expires: order.expire_time,
  })
  // The payment has locked it.
  refuseUnpayable(call, await readOrder(trx, order.id))
  return payment
}

function refuseUnpayable({ scope: { language } }: ShopCall, order: OrderRow): void {
  if (order.status !== status.unpaid || order.closing === closing.yes || order.expire_time <= nowSeconds())
    throw new OperationError('bad_state', { sentence: t(language, 'pay.over') })
}

export const payProject: PayProject = {
  name: projectName,
  label: { 'zh-cn': '商城订单', en: 'Shop order' },
  locks: orderEntity,
  page: (id) => `shop/order/${id}`,
  lock: (call, ids) => lockOrders(ownCall(call), ids),

  /** The price is that of the order, whatever the goods cost by now (SB7). */
  async onPaid(call, log) {
    const { trx } = ownCall(call)
    const order = await readOrder(trx, log.objectId)
    await trx
      .updateTable('shop_order')
      .set({
        status: status.paid,
        closing: closing.no,
        cancel_reason: null,
        cancel_time: null,
        pay_time: log.paidAt,
        pay_log_id: log.id,
      })
      .where('id', '=', order.id)
      .where('status', 'in', [status.unpaid, status.cancelled])
      .execute()
    await enqueueJob(trx, { name: makeOutboundName }, { id: order.id })
    await tellMember(ownCall(call), 'paid', order)
  },

  /** An order that was cancelled meanwhile gets its stock again, or the money goes back (SB6). */
  async onLate(call, log) {
    const own = ownCall(call)
    const order = await findOrder(own.trx, log.objectId)
    if (!order || order.user_id === null) return 'refund'
    if (order.status === status.unpaid) return 'accept'
    if (order.status !== status.cancelled || order.pay_log_id !== null || !own.scope.stockHolds) return 'refund'
    const lines = await linesOf(own.trx, [order.id])
    // Orders are written before products, in the order of all transactions.
    await own.trx.updateTable('shop_order').set({ closing: closing.no }).where('id', '=', order.id).execute()
    const bought = lines.map((line) => ({ user_id: order.user_id, goods_id: line.goods_id, quantity: line.quantity }))
    await lockRows(
      own.scope,
      own.trx,
      'wms/product',
      lines.map((line) => line.product_id),
      'write',
    )
    // Rows that change once the stock is held are locked before it.
    await takeBought(
      own,
      bought.map((row) => ({ ...row, quantity: 0 })),
    )
    try {
      await own.scope.stockHolds.take(call, refOf(order), holdLinesOf(lines))
    } catch (error) {
      // Nothing is held.
      if (error instanceof OperationError) return 'refund'
      throw error
    }
    await takeBought(own, bought)
    return 'accept'
  },

  onRefunded: (call, refund) => completeRefund(ownCall(call), refund),
  onRefundFailed: (call, refund) => failRefund(ownCall(call), refund),
}
