/** Routes of administrators: an order as a whole, and goods made of many products at once. */
import { sql } from 'kysely'
import { decimalText } from 'tablewright/protocol'
import {
  OperationError,
  createRouteDefinition,
  likePattern,
  records,
  ticketOwnerOf,
  type ModuleRoute,
  type TicketOwner,
} from 'tablewright/server'
import type { Database } from '#generated/database.ts'
import { goodsOptions, refundOptions } from '#generated/shop/options.ts'
import type { ShopServerParts } from '#generated/shop/parts.ts'
import {
  addManyGoods,
  goodsStock,
  listProducts,
  orderSheet,
  sellableGoods,
  type OrderSheet,
} from '../../shared/admin.ts'
import { amountText, quantityText } from '../amounts.ts'
import { freeStockOf } from '../goods/sold.ts'
import { findOrder, linesOf, type OrderRow } from '../order.ts'
import { filesOf } from '../refunds/files.ts'
import type { Reading, Scope } from '#generated/shop/server.ts'

const defineAdminRoute = createRouteDefinition<Database>()

/** Goods of one answer. */
const maxListed = 300

interface SheetQuery {
  readonly order?: number | undefined
  readonly refund?: number | undefined
  readonly outbound?: number | undefined
}

/** The order that a record belongs to. */
async function orderOf(query: Reading, { order, refund, outbound }: SheetQuery): Promise<OrderRow | undefined> {
  if (order !== undefined) return findOrder(query, order)
  if (refund !== undefined) {
    const row = await query.selectFrom('shop_refund').select('order_id').where('id', '=', refund).executeTakeFirst()
    return row && findOrder(query, row.order_id)
  }
  if (outbound === undefined) return undefined
  return query.selectFrom('shop_order').selectAll().where('outbound_id', '=', outbound).executeTakeFirst()
}

/** The label of an option in the language of the reader. */
const labelOf = ({ registry, language }: Scope, entity: string, field: string, value: number): string =>
  registry
    .require(entity)
    .fields.find(({ name }) => name === field)
    ?.options?.find((option) => option.value === value)?.label[language] ?? String(value)

async function sheetOf(
  scope: Scope,
  query: Reading,
  order: OrderRow,
  { refund: viewed, owner }: { readonly refund: number | undefined; readonly owner: TicketOwner | null },
): Promise<OrderSheet> {
  const amount = (value: number): string => amountText(order.currency, value)
  const lines = await linesOf(query, [order.id])
  const outbound =
    order.outbound_id === null
      ? undefined
      : await query
          .selectFrom('wms_outbound')
          .select(['outbound_no', 'shipment_status'])
          .where('id', '=', order.outbound_id)
          .executeTakeFirst()
  const refunds = await query
    .selectFrom('shop_refund')
    .selectAll()
    .where('order_id', '=', order.id)
    .orderBy('id', 'desc')
    .execute()
  const ids = refunds.map(({ id }) => id)
  const refundLines = await query
    .selectFrom('shop_refund_line')
    .select(['refund_id', 'order_line_id', 'quantity', 'returned_quantity'])
    .where('refund_id', 'in', ids.length === 0 ? [0] : ids)
    .execute()
  const files = await filesOf(scope, query, ids, owner)
  const pending = refunds
    .filter(({ status }) => status === refundOptions.status.agreed)
    .reduce((sum, refund) => sum + refund.amount, 0)
  return {
    id: order.id,
    sn: order.sn,
    status: order.status,
    status_text: labelOf(scope, 'shop/order', 'status', order.status),
    outbound_id: order.outbound_id,
    outbound_no: outbound?.outbound_no ?? null,
    currency: order.currency,
    shipment: outbound ? labelOf(scope, 'wms/outbound', 'shipment_status', outbound.shipment_status) : null,
    freight: amount(order.freight),
    freight_refunded: amount(order.freight_refunded),
    amount_pay: amount(order.amount_pay),
    refunded: amount(order.refunded),
    left: amount(order.pay_time === null ? 0 : Math.max(0, order.amount_pay - order.refunded - pending)),
    lines: lines.map((line) => {
      const own = refundLines.filter((part) => part.order_line_id === line.id)
      const returned = own.reduce((sum, part) => sum + (part.returned_quantity ?? 0), 0)
      const requested = own.find((part) => part.refund_id === viewed)?.quantity ?? 0
      return {
        id: line.id,
        title: line.title,
        unit: line.unit_name,
        price: amount(line.price),
        quantity: quantityText(line.quantity),
        amount: amount(line.amount),
        shipped: quantityText(line.shipped_quantity),
        returned: quantityText(returned),
        refunded: quantityText(line.refunded_quantity),
        asked: quantityText(requested),
      }
    }),
    refunds: refunds.map((refund) => ({
      id: refund.id,
      refund_no: refund.refund_no,
      status: refund.status,
      status_text: labelOf(scope, 'shop/refund', 'status', refund.status),
      kind_text: labelOf(scope, 'shop/refund', 'kind', refund.kind),
      amount: amount(refund.amount),
      reason: refund.reason,
      create_time: refund.create_time,
      inbound_id: refund.inbound_id,
      images: [...(files.get(refund.id) ?? [])],
    })),
  }
}

/** Products that are no goods, deleted ones included: a product is sold once. */
function productsWithoutGoods({ database: { query, adapter } }: Scope, keywords: string) {
  let products = query
    .selectFrom('wms_product as p')
    .where('p.deletetime', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('shop_goods as g').select('g.id').whereRef('g.product_id', '=', 'p.id'))),
    )
  for (const word of keywords.split(/\s+/).filter(Boolean).slice(0, 8)) {
    const pattern = likePattern(word)
    products = products.where((row) =>
      row.or(
        ['p.name', 'p.product_no', 'p.bar_code', 'p.spec'].map((column) => adapter.like(sql.ref(column), pattern)),
      ),
    )
  }
  return products
}

/** Cents of a price of the warehouse (ten-thousandths) at so many percent, at least one cent. */
const priceAt = (price: number | null, percent: number): number =>
  Math.max(1, Number((BigInt(price ?? 0) * BigInt(percent) + 5000n) / 10_000n))

export const adminRoutes: readonly ModuleRoute[] = [
  defineAdminRoute(orderSheet, {
    login: 'admin',
    right: 'shop/order/index',
    label: { 'zh-cn': '订单全貌', en: 'An order as a whole' },
    maxPerMinute: null,
    async handler({ scope, input }) {
      const { query } = scope.database
      const order = await orderOf(query, input)
      if (!order) return { sheet: null }
      return { sheet: await sheetOf(scope, query, order, { refund: input.refund, owner: ticketOwnerOf(scope) }) }
    },
  }),
  defineAdminRoute(goodsStock, {
    login: 'admin',
    right: 'shop/goods/index',
    label: { 'zh-cn': '商品可售库存', en: 'Stock of goods that can be sold' },
    maxPerMinute: null,
    async handler({ scope, input: { id } }) {
      const row = await scope.database.query
        .selectFrom('shop_goods as g')
        .innerJoin('wms_product as p', 'p.id', 'g.product_id')
        .leftJoin('wms_unit as u', 'u.id', 'p.unit_id')
        .select(['p.id', 'p.total_stock_num', 'p.reserved_num', 'u.name as unit'])
        .where('g.id', '=', id)
        .executeTakeFirst()
      if (!row) throw new OperationError('not_found')
      const sellable = (await freeStockOf(scope, [row.id])).get(row.id) ?? 0
      const [onHand, reserved] = [row.total_stock_num ?? 0, row.reserved_num ?? 0]
      return {
        on_hand: quantityText(onHand),
        reserved: quantityText(reserved),
        blocked: quantityText(Math.max(0, onHand - reserved - sellable)),
        sellable: quantityText(sellable),
        unit: row.unit,
      }
    },
  }),
  defineAdminRoute(sellableGoods, {
    login: 'admin',
    right: 'shop/goods/index',
    label: { 'zh-cn': '商品可售数量', en: 'Quantities of goods that can be sold' },
    maxPerMinute: null,
    async handler({ scope, input }) {
      const ids = input.ids.split(',').map(Number).filter(Number.isSafeInteger).slice(0, maxListed)
      const rows =
        ids.length === 0
          ? []
          : await scope.database.query
              .selectFrom('shop_goods')
              .select(['id', 'product_id'])
              .where('id', 'in', [...new Set(ids)])
              .execute()
      const sellable = await freeStockOf(
        scope,
        rows.map((row) => row.product_id),
      )
      return { list: rows.map((row) => ({ id: row.id, sellable: quantityText(sellable.get(row.product_id) ?? 0) })) }
    },
  }),
  defineAdminRoute(listProducts, {
    login: 'admin',
    right: 'shop/goods/add',
    label: { 'zh-cn': '未上架的仓库商品', en: 'Products that are no goods so far' },
    maxPerMinute: null,
    async handler({ scope, input: { keywords = '', page = 1, limit = 20 } }) {
      const products = productsWithoutGoods(scope, keywords)
      const { total } = await products.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
      const rows = await products
        .select(['p.id', 'p.product_no', 'p.name', 'p.spec', 'p.price'])
        .orderBy('p.id')
        .limit(limit)
        .offset((page - 1) * limit)
        .execute()
      const sellable = await freeStockOf(
        scope,
        rows.map(({ id }) => id),
      )
      return {
        list: rows.map((row) => ({
          ...row,
          price: row.price === null ? null : decimalText(row.price, 4),
          sellable: quantityText(sellable.get(row.id) ?? 0),
        })),
        total: Number(total),
      }
    },
  }),
  defineAdminRoute(addManyGoods, {
    login: 'admin',
    right: 'shop/goods/add',
    label: { 'zh-cn': '批量添加商城商品', en: 'Add goods of many products' },
    maxPerMinute: 30,
    async handler({ scope, trx, input: { products, percent } }) {
      const ids = [...new Set(products)]
      const rows = await trx
        .selectFrom('wms_product')
        .select(['id', 'name', 'spec', 'price', 'images'])
        .where('id', 'in', ids)
        .where('deletetime', 'is', null)
        .orderBy('id', 'desc')
        .execute()
      if (rows.length < ids.length) throw new OperationError('not_found')
      const own = records<ShopServerParts>(scope, trx)
      for (const row of rows)
        await own.create('shop/goods', {
          product_id: row.id,
          title: [row.name, row.spec].filter(Boolean).join(' ').slice(0, 120),
          // Stored as JSON in both tables.
          images: row.images === null || row.images === '' ? [] : (JSON.parse(row.images) as string[]),
          price: decimalText(priceAt(row.price, percent), 2),
          status: goodsOptions.status.off_sale,
        })
      return { count: rows.length }
    },
  }),
]
