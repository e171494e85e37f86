/**
 * Payments of the demo members in every state, made by what members and providers do. Without members there are none.
 */
import { randomUUID } from 'node:crypto'
import { nowSeconds } from 'tablewright/server'
import { lockPayment, type LogRow, type PayCall } from './payment.ts'
import { closeUnpaid } from './payments/close.ts'
import { markPaid } from './payments/paid.ts'
import { addPaidOrder, addRefund, sandboxTradeNo } from './providers/sandbox/orders.ts'
import { openRecharge } from './recharge.ts'
import { completeRefund, refundLocked } from './refunds/refund.ts'
import type { DemoWork } from '#generated/pay/server.ts'
import { logOptions } from '#generated/pay/options.ts'

const daySeconds = 86_400
const { type: types } = logOptions

/** Stories of the payments, by their turn. */
const stories = ['paid', 'paid', 'closed', 'refunded', 'part', 'late', 'paid', 'pending', 'open'] as const
type Story = (typeof stories)[number]

/** Yuan, by the turn of the payment. */
const amounts = [50, 100, 200, 30, 500, 88, 1000, 60, 20] as const

/** Does nothing when there are payments already. */
export async function demoWork(work: DemoWork): Promise<void> {
  const { scope } = work
  const { query } = scope.database
  if (await query.selectFrom('pay_log').select('id').limit(1).executeTakeFirst()) return
  const members = await query.selectFrom('user').select('id').orderBy('id').limit(5).execute()
  if (members.length === 0) return
  await work.configure('pay_mode', 'sandbox')
  const now = nowSeconds()
  for (const [turn, story] of stories.entries()) {
    // There is at least one.
    const member = members[turn % members.length]!.id
    const time = now - (stories.length - turn) * daySeconds
    const last = story === 'open' ? now - 300 : time
    await work.at(last, () =>
      scope.database.write(async (trx) => {
        const call = { scope, trx }
        const row = await openRecharge(call, member, (amounts[turn] ?? 1) * 100)
        await tell(call, row, story)
      }),
    )
  }
}

async function tell(
  call: PayCall,
  { id, sn, title, amount, expire_time: expires }: LogRow,
  story: Story,
): Promise<void> {
  const pay = async (): Promise<void> => {
    await addPaidOrder(call.trx, { sn, title, amount, expires })
    const fact = { type: types.sandbox, tradeNo: sandboxTradeNo(sn), paidAt: nowSeconds(), content: null }
    await markPaid(call, await lockPayment(call, id), fact)
  }
  const refund = async (part: number): Promise<void> => {
    const cents = Math.floor(amount / part)
    await refundLocked(call, await lockPayment(call, id), { amount: cents, reason: 'demo', key: randomUUID() })
  }
  if (story === 'open') return
  if (story === 'closed' || story === 'late') await closeUnpaid(call, (await lockPayment(call, id)).row)
  if (story === 'closed') return
  await pay()
  if (story === 'refunded' || story === 'part' || story === 'pending') await refund(story === 'refunded' ? 1 : 2)
  if (story === 'refunded' || story === 'part') {
    const payment = await lockPayment(call, id)
    const pending = await call.trx
      .selectFrom('pay_refund')
      .selectAll()
      .where('pay_log_id', '=', id)
      .executeTakeFirstOrThrow()
    await addRefund(call.trx, sn, pending.refund_no, pending.amount)
    await completeRefund(call, payment, pending, `R${sn}`)
  }
}
