/** Orders of members, from the checkout to the confirmation. Those of others do not exist for them. */
import {
  createRouteDefinition,
  OperationError,
  RouteReply,
  ticketOwnerOf,
  type Member,
  type ModuleRoute,
} from 'tablewright/server'
import type { Database } from '#generated/database.ts'
import { orderOptions } from '#generated/shop/options.ts'
import {
  cancelOrderRoute,
  confirmOrder,
  listOrders,
  payOrder,
  placeOrderRoute,
  quoteOrder,
  readOrderInfo,
  reorder,
} from '../../shared/orders.ts'
import { amountText, moneyText, quantityText } from '../amounts.ts'
import { putIntoCart, showCart } from '../cart.ts'
import { imagesOf } from '../goods/sold.ts'
import { t } from '../i18n.ts'
import { findOrder, linesOf, type OrderRow } from '../order.ts'
import { cancelUnpaid } from '../orders/close.ts'
import { completeOrder } from '../orders/confirm.ts'
import { openPayment } from '../orders/paid.ts'
import { parcelOf } from '../orders/parcel.ts'
import { placeOrder } from '../orders/place.ts'
import { priceLines, readLines } from '../orders/price.ts'
import { showOrders, showRefunds } from '../orders/show.ts'
import { filesOf } from '../refunds/files.ts'
import { confirmSeconds } from '../settings.ts'
import type { Reading, Row } from '#generated/shop/server.ts'
import { idOf } from './cart.ts'

const defineMemberRoute = createRouteDefinition<Database>()

/** @throws an OperationError `not_found`, also for orders of others */
async function ownOrder(query: Reading, member: Member | null, id: number): Promise<OrderRow> {
  const row = await findOrder(query, id)
  // Guard T20: members reach their own orders only.
  // Without: if (!row) throw new OperationError('not_found')
  if (row?.user_id !== idOf(member)) throw new OperationError('not_found')
  return row
}

/** @throws an OperationError `not_found`, also for addresses of others */
async function ownAddress(query: Reading, member: Member | null, id: number): Promise<Row<'shop/address'>> {
  const row = await query.selectFrom('shop_address').selectAll().where('id', '=', id).executeTakeFirst()
  // Guard T20: members send to their own addresses only.
  // Without: if (!row) throw new OperationError('not_found')
  if (row?.user_id !== idOf(member)) throw new OperationError('not_found')
  return row
}

/** Points that a member has. */
async function scoreOf(query: Reading, member: number): Promise<number> {
  const row = await query.selectFrom('user').select('score').where('id', '=', member).executeTakeFirst()
  return row?.score ?? 0
}

export const orderRoutes: readonly ModuleRoute[] = [
  defineMemberRoute(quoteOrder, {
    transaction: 'own',
    login: 'member',
    right: null,
    label: { 'zh-cn': '试算订单', en: 'Price an order' },
    maxPerMinute: 240,
    async handler({ scope, member, input }) {
      const { query } = scope.database
      const { currency = 'RMB' } = input
      const user = idOf(member)
      const address = input.address_id === undefined ? null : await ownAddress(query, member, input.address_id)
      const priced = await priceLines(scope, query, readLines(scope, input.lines, currency), {
        member: user,
        region: address?.region ?? null,
        currency,
      })
      const amount = (value: number): string => amountText(currency, value)
      const { totals } = priced
      return {
        currency,
        lines: priced.lines.map((line) => ({
          goods_id: line.goods.id,
          title: line.goods.title,
          image: imagesOf(line.goods)[0] ?? null,
          price: amount(line.price),
          quantity: quantityText(line.quantity),
          amount: amount(line.amount),
        })),
        amount_goods: amount(priced.amountGoods),
        freight: priced.freight === null ? null : amount(priced.freight),
        free_from: priced.freeFrom === null ? null : moneyText(priced.freeFrom),
        total: amount(priced.amountGoods + (priced.freight ?? 0)),
        money: moneyText(totals.RMB),
        points: totals.integral === null ? null : amountText('integral', totals.integral),
        score: await scoreOf(query, user),
        problems: [...priced.problems],
      }
    },
  }),
  defineMemberRoute(placeOrderRoute, {
    login: 'member',
    right: null,
    label: { 'zh-cn': '提交订单', en: 'Place an order' },
    maxPerMinute: 30,
    async handler({ scope, trx, member, input: { address_id: addressId, ...order } }) {
      const address = await ownAddress(trx, member, addressId)
      const placed = await placeOrder({ scope, trx }, { ...order, member: idOf(member), address })
      if ('problems' in placed)
        return new RouteReply(
          { id: null, sn: null, amount_pay: null, problems: [...placed.problems] },
          { code: 0, msg: t(scope.language, 'conflict') },
        )
      const { id, sn, currency, amount_pay: amount } = placed.order
      return { id, sn, amount_pay: amountText(currency, amount), problems: [] }
    },
  }),
  defineMemberRoute(listOrders, {
    login: 'member',
    right: null,
    label: { 'zh-cn': '会员订单', en: 'Orders of a member' },
    maxPerMinute: 240,
    async handler({ scope, member, input: { status, page = 1, limit = 10 } }) {
      const { query } = scope.database
      let own = query.selectFrom('shop_order').where('user_id', '=', idOf(member))
      if (status !== undefined) own = own.where('status', '=', status as OrderRow['status'])
      const { total } = await own.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
      const rows = await own
        .selectAll()
        .orderBy('id', 'desc')
        .limit(limit)
        .offset((page - 1) * limit)
        .execute()
      return { list: await showOrders(query, rows), total: Number(total) }
    },
  }),
  defineMemberRoute(readOrderInfo, {
    login: 'member',
    right: null,
    label: { 'zh-cn': '订单详情', en: 'An order' },
    maxPerMinute: 240,
    async handler({ scope, member, input: { id } }) {
      const { query } = scope.database
      const row = await ownOrder(query, member, id)
      const [order] = await showOrders(query, [row])
      if (!order) throw new OperationError('not_found')
      const parcel = row.status < orderOptions.status.shipped ? null : await parcelOf(query, row)
      const refunds = await query
        .selectFrom('shop_refund')
        .selectAll()
        .where('order_id', '=', id)
        .orderBy('id', 'desc')
        .execute()
      const files = await filesOf(
        scope,
        query,
        refunds.map((refund) => refund.id),
        ticketOwnerOf({ actor: null, member }),
      )
      return {
        order,
        name: row.name,
        mobile: row.mobile,
        region: row.region,
        address: row.address,
        remark: row.remark,
        cancel_reason: row.cancel_reason,
        courier_number: parcel?.courier_number ?? null,
        carrier: parcel?.carrier ?? null,
        pay_time: row.pay_time,
        ship_time: row.ship_time,
        done_time: row.done_time,
        cancel_time: row.cancel_time,
        confirm_time:
          row.status === orderOptions.status.shipped && row.ship_time !== null
            ? row.ship_time + confirmSeconds(scope)
            : null,
        refunds: await showRefunds(query, refunds, files),
      }
    },
  }),
  defineMemberRoute(payOrder, {
    login: 'member',
    right: null,
    label: { 'zh-cn': '支付订单', en: 'Pay for an order' },
    maxPerMinute: 60,
    handler: async ({ scope, trx, member, input: { id } }) =>
      openPayment({ scope, trx }, await ownOrder(trx, member, id)),
  }),
  defineMemberRoute(cancelOrderRoute, {
    login: 'member',
    right: null,
    label: { 'zh-cn': '取消订单', en: 'Cancel an order' },
    maxPerMinute: 60,
    async handler({ scope, trx, member, input: { id } }) {
      await ownOrder(trx, member, id)
      return { result: await cancelUnpaid({ scope, trx }, id, t(scope.language, 'cancel.member')) }
    },
  }),
  defineMemberRoute(confirmOrder, {
    login: 'member',
    right: null,
    label: { 'zh-cn': '确认收货', en: 'Confirm the delivery' },
    maxPerMinute: 60,
    async handler({ scope, trx, member, input: { id } }) {
      await ownOrder(trx, member, id)
      await completeOrder({ scope, trx }, id)
      return { id }
    },
  }),
  defineMemberRoute(reorder, {
    login: 'member',
    right: null,
    label: { 'zh-cn': '再次购买', en: 'Order again' },
    maxPerMinute: 60,
    async handler({ scope, trx, member, input: { id } }) {
      await ownOrder(trx, member, id)
      const lines = await linesOf(trx, [id])
      await putIntoCart(
        { scope, trx },
        idOf(member),
        new Map(lines.map((line) => [line.goods_id, line.quantity])),
        'larger',
      )
      return showCart(scope, trx, idOf(member))
    },
  }),
]
