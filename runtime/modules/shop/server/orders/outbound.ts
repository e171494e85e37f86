/** Every paid order gets an outbound order of the warehouse, in a transaction of its own. */
import { createJobDefinition, OperationError, records } from 'tablewright/server'
import type { Database } from '#generated/database.ts'
import type { ShopServerParts } from '#generated/shop/parts.ts'
import { orderOptions } from '#generated/shop/options.ts'
import { t } from '../i18n.ts'
import { reportShort } from '../notices.ts'
import { contractCall, findOrder, lockOrder, refOf, type ShopCall } from '../order.ts'
import { makeOutboundName } from './outbound-name.ts'
import { refundRest } from '../refunds/short.ts'
import { customerName } from '../settings.ts'
import type { Reading, Scope } from '#generated/shop/server.ts'

const { status } = orderOptions
const defineJob = createJobDefinition<Database>()

/** Also run for orders whose outbound order is missing: what is there already is left alone. */
export const makeOutbound = defineJob<{ readonly id: number }>({
  name: makeOutboundName,
  label: { 'zh-cn': '生成商城订单的出库单', en: 'Make the outbound order of a shop order' },
  async handler({ scope, payload, complete }) {
    const customer = await customerOf(scope)
    await complete(async (trx) => sendToWarehouse({ scope, trx }, payload.id, customer))
  },
})

/** The customer of the warehouse that stands for the shop. */
export async function customerOf(scope: Scope): Promise<number> {
  const name = customerName(scope)
  const find = (query: Reading) =>
    query
      .selectFrom('wms_customer')
      .select('id')
      .where('name', '=', name)
      .where('deletetime', 'is', null)
      .orderBy('id')
      .limit(1)
      .executeTakeFirst()
  const customer = await find(scope.database.query)
  if (customer) return customer.id
  return scope.database.write(async (trx) => {
    // Two jobs that miss it at the same moment add one.
    await scope.database.adapter.lockName(trx, 'customer of the shop')
    const customers = records<CustomerParts>(scope, trx).asModule(t(scope.language, 'customer'))
    return (await find(trx))?.id ?? (await customers.create('wms/customer', { name })).id
  })
}

/** The one entity of the warehouse to which the shop adds. */
interface CustomerParts extends Omit<ShopServerParts, 'entities'> {
  entities: {
    'wms/customer': {
      columns: { id: number; name: string }
      row: { id: number; name: string }
      input: { name: string }
      lines: {}
      actions: {}
      rights: never
      postings: {}
      documents: never
    }
  }
}

/** Makes the outbound order of a paid order, unless there is one. */
export async function sendToWarehouse(call: ShopCall, id: number, customer: number): Promise<void> {
  const { scope, trx } = call
  const { stockHolds } = scope
  if (!stockHolds || !(await findOrder(trx, id))) return
  const order = await lockOrder(call, id)
  if (order.status !== status.paid || order.outbound_id !== null) return
  const contract = contractCall({ scope, trx })
  await stockHolds.lock(contract, [refOf(order)])
  try {
    const { outboundId } = await stockHolds.toOutbound(contract, refOf(order), { orderSn: order.sn, customer })
    await trx.updateTable('shop_order').set({ outbound_id: outboundId }).where('id', '=', id).execute()
  } catch (error) {
    if (!(error instanceof OperationError) || error.code !== 'bad_state') throw error
    // All of it was taken away meanwhile: nothing will be sent.
    await refundRest(call, order)
    await reportShort(trx, 'notice.broken', order)
  }
}
