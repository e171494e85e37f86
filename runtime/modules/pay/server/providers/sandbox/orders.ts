/** The orders of the sandbox, as a provider has them in its own system. */
import { lockRows, nowSeconds } from 'tablewright/server'
import type { Scope } from '#generated/pay/server.ts'

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
      .set(to === 'paid' ? { state: to, trade_no: `SANDBOX${sn}`, pay_time: nowSeconds() } : { state: to })
      .where('id', '=', order.id)
      .where('state', 'in', from)
      .execute()
  })
  return findOrder(scope, sn)
}
