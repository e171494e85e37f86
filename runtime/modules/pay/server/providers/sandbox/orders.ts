/** The orders of the sandbox, as a provider has them in its own system. */
import { insertMissing, lockRows, nowSeconds } from 'tablewright/server'
import type { Scope, Transaction } from '#generated/pay/server.ts'

export interface SandboxOrder {
  readonly id: number
  readonly sn: string
  readonly title: string
  readonly amount: number
  readonly state: 'open' | 'paid' | 'closed'
  readonly trade_no: string | null
  readonly pay_time: number | null
  readonly expire_time: number
}

/** The number that the sandbox gives the payment of an order. */
export const sandboxTradeNo = (sn: string): string => `SANDBOX${sn}`

export async function findOrder(scope: Scope, sn: string): Promise<SandboxOrder | null> {
  const row = await scope.database.query
    .selectFrom('pay_sandbox_order')
    .select(['id', 'sn', 'title', 'amount', 'state', 'trade_no', 'pay_time', 'expire_time'])
    .where('sn', '=', sn)
    .executeTakeFirst()
  return row ?? null
}

/** Changes the state of an order unless it has another than this one by now. @returns the order as it is then */
export async function changeState(
  scope: Scope,
  sn: string,
  from: readonly SandboxOrder['state'][],
  to: SandboxOrder['state'],
): Promise<SandboxOrder | null> {
  const order = await findOrder(scope, sn)
  if (!order) return null
  await scope.database.write(async (trx) => {
    await lockRows(scope, trx, 'pay/sandbox_order', [order.id], 'write')
    await trx
      .updateTable('pay_sandbox_order')
      .set(to === 'paid' ? { state: to, trade_no: sandboxTradeNo(sn), pay_time: nowSeconds() } : { state: to })
      .where('id', '=', order.id)
      .where('state', 'in', from)
      .execute()
  })
  return findOrder(scope, sn)
}

/** Adds an order that was paid, as the demo needs it. */
export async function addPaidOrder(
  trx: Transaction,
  { sn, title, amount, expires }: { sn: string; title: string; amount: number; expires: number },
): Promise<void> {
  const now = nowSeconds()
  await insertMissing(trx, 'pay_sandbox_order', [
    {
      sn,
      title,
      amount,
      state: 'paid' as const,
      trade_no: sandboxTradeNo(sn),
      pay_time: now,
      expire_time: expires,
      create_time: now,
      version: 1,
    },
  ])
}

/** Adds a refund that was made, of an order that was paid. */
export async function addRefund(trx: Transaction, sn: string, refundNo: string, amount: number): Promise<void> {
  const { id } = await trx.selectFrom('pay_sandbox_order').select('id').where('sn', '=', sn).executeTakeFirstOrThrow()
  const values = { refund_no: refundNo, sandbox_order_id: id, amount, create_time: nowSeconds(), version: 1 }
  await insertMissing(trx, 'pay_sandbox_refund', [values])
}
