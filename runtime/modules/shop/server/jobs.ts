/** Background work of the shop: unpaid orders end, shipped ones are completed, what a crash left out is done. */
import { createJobDefinition, enqueueJob, nowSeconds, OperationError, type AnyJob } from 'tablewright/server'
import type { Database } from '#generated/database.ts'
import { orderOptions } from '#generated/shop/options.ts'
import { t } from './i18n.ts'
import { cancelUnpaid } from './orders/close.ts'
import { completeOrder } from './orders/confirm.ts'
import { makeOutbound } from './orders/outbound.ts'
import { removeFreeFiles } from './refunds/files.ts'
import { payRefund } from './refunds/money.ts'
import { confirmSeconds } from './settings.ts'
import type { Reading, Scope } from '#generated/shop/server.ts'

const { status, closing, refund_state: refundState } = orderOptions
const defineJob = createJobDefinition<Database>()

/** Orders that one run looks at. */
const batch = 1000
/** Seconds after which a paid order should have its outbound order. */
const outboundSeconds = 300

/** Unpaid orders whose time is over, or that somebody has cancelled. */
const dueOrders = (query: Reading) =>
  query
    .selectFrom('shop_order')
    .select(['id', 'cancel_reason'])
    .where('status', '=', status.unpaid)
    .where((row) => row.or([row('expire_time', '<=', nowSeconds()), row('closing', '=', closing.yes)]))

/**
 * Works on orders one by one, each in a transaction of its own: nobody waits for more than one, and an order that fails
 * keeps none of the others.
 * @throws the errors of those that failed, when the others are done
 */
async function workOnEach<Order>(
  orders: readonly Order[],
  work: (order: Order) => Promise<void>,
  signal?: AbortSignal,
) {
  const errors: unknown[] = []
  for (const order of orders) {
    if (signal?.aborted === true) break
    await work(order).catch((error: unknown) => {
      // An order that somebody paid or changed meanwhile is looked at in the next run.
      if (!(error instanceof OperationError && error.code === 'bad_state')) errors.push(error)
    })
  }
  if (errors.length > 0)
    throw new AggregateError(errors, `${errors.length} of ${orders.length} orders failed: ${String(errors[0])}`)
}

/** Ends unpaid orders whose time is over. @returns their number */
export async function expireOrders(scope: Scope, signal?: AbortSignal): Promise<number> {
  const rows = await dueOrders(scope.database.query).orderBy('id').limit(batch).execute()
  let count = 0
  await workOnEach(
    rows,
    async ({ id, cancel_reason: reason }) => {
      const result = await scope.database.write((trx) =>
        cancelIfUnpaid({ scope, trx }, id, reason ?? t(scope.language, 'cancel.expired')),
      )
      if (result === 'cancelled') count++
    },
    signal,
  )
  return count
}

async function cancelIfUnpaid(call: Parameters<typeof cancelUnpaid>[0], id: number, reason: string) {
  const row = await call.trx.selectFrom('shop_order').select('status').where('id', '=', id).executeTakeFirst()
  // It was paid since the list was read.
  return row?.status === status.unpaid ? cancelUnpaid(call, id, reason) : 'kept'
}

/** Completes what was shipped long ago. */
export async function completeOrders(scope: Scope): Promise<void> {
  const rows = await scope.database.query
    .selectFrom('shop_order')
    .select('id')
    .where('status', '=', status.shipped)
    .where('refund_state', '<>', refundState.asked)
    .where('ship_time', '<=', nowSeconds() - confirmSeconds(scope))
    .orderBy('id')
    .limit(batch)
    .execute()
  await workOnEach(rows, ({ id }) =>
    scope.database.write(async (trx) => {
      const row = await trx
        .selectFrom('shop_order')
        .select(['status', 'refund_state'])
        .where('id', '=', id)
        .executeTakeFirst()
      if (row?.status === status.shipped && row.refund_state !== refundState.asked)
        await completeOrder({ scope, trx }, id)
    }),
  )
}

export const jobs: readonly AnyJob[] = [
  makeOutbound,
  payRefund,
  defineJob({
    name: 'shop/expire',
    label: { 'zh-cn': '取消超时未付款的订单', en: 'Cancel orders that were not paid' },
    schedule: { cron: '* * * * *', payload: null },
    async handler({ scope, signal, complete }) {
      if (await dueOrders(scope.database.query).limit(1).executeTakeFirst()) await expireOrders(scope, signal)
      await complete(async () => {})
    },
  }),
  defineJob({
    name: 'shop/complete',
    label: { 'zh-cn': '自动确认收货', en: 'Complete shipped orders' },
    schedule: { cron: '20 * * * *', payload: null },
    async handler({ scope, complete }) {
      await completeOrders(scope)
      const missing = await scope.database.query
        .selectFrom('shop_order')
        .select('id')
        .where('status', '=', status.paid)
        .where('outbound_id', 'is', null)
        .where('pay_time', '<=', nowSeconds() - outboundSeconds)
        .orderBy('id')
        .limit(batch)
        .execute()
      await complete(async (trx) => {
        for (const { id } of missing) await enqueueJob(trx, makeOutbound, { id })
        await removeFreeFiles({ scope, trx })
      })
    },
  }),
]
