/** Holds stock for orders of other modules: the contract `stockHolds`. */
import { decimalText } from 'tablewright/protocol'
import {
  describeFieldProblem,
  insertMany,
  lockRows,
  nowSeconds,
  OperationError,
  records,
  retryTransaction,
  type ContractCall,
  type HoldLine,
  type HoldRef,
  type StockHolds,
} from 'tablewright/server'
import type { WmsServerParts } from '#generated/wms/parts.ts'
import { outboundOptions, holdOptions } from '#generated/wms/options.ts'
import { t } from '../i18n.ts'
import { fitsUnit, readProducts } from '../orders/product.ts'
import type { Reading, Scope, Transaction } from '#generated/wms/server.ts'
import { refuseShort } from './refusals.ts'
import { cancelReturn, expectReturn } from './returns.ts'
import { holdsOf, refreshReserved } from './rows.ts'
import { readSellable } from './sellable.ts'

const { state } = holdOptions
const { audited } = outboundOptions.audit_status
const { shipped } = outboundOptions.shipment_status

/** The call as this module sees it: other modules know nothing of its tables. */
interface WarehouseCall {
  readonly scope: Scope
  readonly trx: Transaction
}

const ownCall = ({ scope, trx }: ContractCall): WarehouseCall => ({
  // The scope of any module; only the types of its tables differ.
  scope: scope as unknown as Scope,
  // The same for the transaction.
  trx: trx as unknown as Transaction,
})

export const stockHolds: StockHolds = {
  locks: 'wms/outbound',

  lock: async (call, refs) => {
    const { scope, trx } = ownCall(call)
    await lockOrders(scope, trx, refs)
  },

  sellable: (scope, productIds) => {
    // The tables are there: the module that supplies the contract has them.
    const query = scope.database.query as unknown as Reading
    return readSellable(scope, query, productIds)
  },

  take: (call, ref, lines) => takeHolds(ownCall(call), ref, lines),

  async release(call, ref) {
    const { scope, trx } = ownCall(call)
    for (const order of await lockOrders(scope, trx, [ref])) await withdraw({ scope, trx }, order)
    const products = await lockProductsOf({ scope, trx }, ref)
    if (products.length === 0) return
    await trx.deleteFrom('wms_hold').where('holder', '=', ref.entity).where('holder_id', '=', ref.id).execute()
    await refreshReserved(scope, trx, products)
  },

  async toOutbound(call, ref, { orderSn, customer }) {
    const { scope, trx } = ownCall(call)
    if ((await lockOrders(scope, trx, [ref])).length > 0)
      throw new OperationError('bad_state', { sentence: t(scope.language, 'hold.ordered', { holder: ref.no }) })
    const active = (await holdsOf(trx, ref)).filter((hold) => hold.state === state.held && hold.quantity > 0)
    if (active.length === 0)
      throw new OperationError('bad_state', { sentence: t(scope.language, 'hold.none', { holder: ref.no }) })
    const orders = records<WmsServerParts>(scope, trx).asModule(ref.no)
    const { id } = await orders.create(
      'wms/outbound',
      {
        type: outboundOptions.type.sales,
        customer_id: customer,
        order_sn: orderSn,
        product_detail: active.map((hold) => ({
          product_id: hold.product_id,
          plan_quantity: decimalText(hold.quantity, 3),
        })),
      },
      { holder: ref.entity, holder_id: ref.id },
    )
    await orders.runAction('wms/outbound', 'suggest', id)
    return { outboundId: id }
  },

  expectReturn: (call, ref, order) => expectReturn(ownCall(call), ref, order),
  cancelReturn: (call, ref) => cancelReturn(ownCall(call), ref),
}

/** The caller has locked the record of the reference. */
async function takeHolds({ scope, trx }: WarehouseCall, ref: HoldRef, lines: readonly HoldLine[]): Promise<void> {
  const quantities = quantitiesOf(scope, ref, lines)
  const ids = [...quantities.keys()].sort((left, right) => left - right)
  // Guard T85: of several orders for the last pieces, one gets them: each waits for the products before it looks.
  // Without: await Promise.resolve()
  await lockRows(scope, trx, 'wms/product', ids, 'write')
  const products = await readProducts(trx, ids)
  if (ids.some((id) => products.get(id)?.isDeleted !== false)) throw new OperationError('not_found')
  for (const product of products.values())
    if (!fitsUnit(quantities.get(product.id) ?? 0, product))
      throw new OperationError('invalid', {
        sentence: `${product.name}: ${describeFieldProblem(scope.language, {
          rule: 'scale',
          params: { limit: product.decimals },
        })}`,
      })
  if ((await holdsOf(trx, ref)).length > 0)
    throw new OperationError('bad_state', { sentence: t(scope.language, 'hold.taken', { holder: ref.no }) })
  await refuseUnsellable({ scope, trx }, quantities)
  await insertMany(
    scope.database,
    scope.registry.require('wms/hold'),
    trx,
    ids.map((id) => ({
      holder: ref.entity,
      holder_id: ref.id,
      holder_no: ref.no,
      product_id: id,
      promised: quantities.get(id) ?? 0,
      quantity: quantities.get(id) ?? 0,
      state: state.held,
      createtime: nowSeconds(),
      version: 1,
    })),
  )
  await refreshReserved(scope, trx, ids)
}

/** Thousandths by product. Throws an OperationError `invalid`. */
function quantitiesOf({ language }: Scope, ref: HoldRef, lines: readonly HoldLine[]): ReadonlyMap<number, number> {
  const isHoldable = ({ productId, quantity }: HoldLine): boolean =>
    Number.isSafeInteger(productId) && Number.isSafeInteger(quantity) && quantity > 0
  if (ref.no === '' || ref.no.length > 64 || lines.length === 0 || !lines.every(isHoldable))
    throw new OperationError('invalid', { sentence: t(language, 'hold.lines') })
  const quantities = new Map<number, number>()
  for (const { productId, quantity } of lines) quantities.set(productId, (quantities.get(productId) ?? 0) + quantity)
  return quantities
}

/** Throws an OperationError `stock_short` that names every product of which too little can be sold. */
async function refuseUnsellable({ scope, trx }: WarehouseCall, quantities: ReadonlyMap<number, number>): Promise<void> {
  const sellable = await readSellable(scope, trx, [...quantities.keys()])
  const lacking = [...quantities].filter(([id, quantity]) => quantity > (sellable.get(id) ?? 0)).map(([id]) => id)
  if (lacking.length === 0) return
  const rows = await trx
    .selectFrom('wms_product')
    .select(['id', 'product_no', 'name', 'total_stock_num'])
    .where('id', 'in', lacking)
    .orderBy('id')
    .execute()
  await refuseShort(
    scope,
    trx,
    'hold.short',
    rows.map((row) => ({
      id: row.id,
      number: row.product_no,
      name: row.name,
      onHand: row.total_stock_num ?? 0,
      available: sellable.get(row.id) ?? 0,
      needed: quantities.get(row.id) ?? 0,
    })),
  )
}

interface HolderOrder {
  readonly id: number
  readonly outbound_no: string | null
  readonly audit_status: number
  readonly shipment_status: number
}

/** The outbound orders of these references, locked FOR UPDATE: they may be deleted. */
async function lockOrders(
  scope: Scope,
  trx: Transaction,
  refs: readonly Pick<HoldRef, 'entity' | 'id'>[],
): Promise<readonly HolderOrder[]> {
  const before = await ordersOf(trx, refs)
  const ids = before.map(({ id }) => id)
  if (ids.length === 0) return []
  await lockRows(scope, trx, 'wms/outbound', ids, 'exclusive')
  const orders = await ordersOf(trx, refs)
  // One was deleted before it was locked.
  if (orders.length !== ids.length) retryTransaction()
  return orders
}

async function ordersOf(
  query: Reading,
  refs: readonly Pick<HoldRef, 'entity' | 'id'>[],
): Promise<readonly HolderOrder[]> {
  if (refs.length === 0) return []
  return query
    .selectFrom('wms_outbound')
    .select(['id', 'outbound_no', 'audit_status', 'shipment_status'])
    .where((row) =>
      row.or(refs.map(({ entity, id }) => row.and([row('holder', '=', entity), row('holder_id', '=', id)]))),
    )
    .where('deletetime', 'is', null)
    .orderBy('id')
    .execute()
}

/** Takes an order back that nobody has shipped; the holder knows, since it asked for it. */
async function withdraw({ scope, trx }: WarehouseCall, order: HolderOrder): Promise<void> {
  const { language } = scope
  const number = order.outbound_no ?? String(order.id)
  if (order.shipment_status === shipped)
    throw new OperationError('bad_state', { sentence: t(language, 'hold.shipped', { number }) })
  const reason = t(language, 'hold.released')
  const orders = records<WmsServerParts>(scope, trx).asModule(reason)
  if (order.audit_status === audited) await orders.runAction('wms/outbound', 'unaudit', order.id, { reason })
  await trx.updateTable('wms_outbound').set({ holder: null, holder_id: null }).where('id', '=', order.id).execute()
  await orders.remove('wms/outbound', [order.id])
}

/** The products of what is held for the reference, locked FOR NO KEY UPDATE. */
async function lockProductsOf({ scope, trx }: WarehouseCall, ref: HoldRef): Promise<readonly number[]> {
  const products = (await holdsOf(trx, ref)).map((hold) => hold.product_id)
  await lockRows(scope, trx, 'wms/product', products, 'write')
  return products
}
