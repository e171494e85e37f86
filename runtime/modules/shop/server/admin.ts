/** Actions of administrators on orders, and hooks of goods. */
import { lockRows, OperationError } from 'tablewright/server'
import { cancelUnpaid } from './orders/close.ts'
import { contractCall, paidObjectOf } from './order.ts'
import { t } from './i18n.ts'
import type { Effect, Hooks } from '#generated/shop/server.ts'

/** Payments come before the order in the order of all transactions. */
export const orderHooks: Hooks<'shop/order'> = {
  async beforeWrite(scope, trx, _change, ids, action) {
    if (action === 'cancel')
      await scope.payments?.close(
        contractCall({ scope, trx }),
        ids.map((id) => paidObjectOf({ id })),
      )
  },
}

const cancelOrder: Effect<'shop/order', 'cancel'> = async ({ scope, trx, row, input, answer }) => {
  const result = await cancelUnpaid({ scope, trx }, row.id, input.reason)
  if (result === 'closing') answer({ note: t(scope.language, 'cancel.closing') })
}

export const orderEffects = { cancelOrder }

export const goodsHooks: Hooks<'shop/goods'> = {
  /** Goods that were ordered stay those of their product: the orders name both. */
  async frozenFields(_scope, query, ids) {
    const rows = await query
      .selectFrom('shop_order_line')
      .select('goods_id')
      .distinct()
      .where('goods_id', 'in', [...ids])
      .execute()
    return new Map(rows.map((row) => [row.goods_id, ['product_id'] as const]))
  },
  async beforeCreate(scope, trx, change) {
    const product = change.given.get('product_id')
    if (typeof product !== 'number') return
    await lockRows(scope, trx, 'wms/product', [product], 'reference')
    const row = await trx.selectFrom('wms_product').select('deletetime').where('id', '=', product).executeTakeFirst()
    if (!row || row.deletetime !== null) throw new OperationError('not_found')
  },
}
