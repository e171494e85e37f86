/**
 * Places orders. The buyer sends what was on the screen: what became dearer, short or unavailable meanwhile is answered
 * by name, and what became cheaper is taken.
 */
import { insertMany, lockRows, nowSeconds, OperationError } from 'tablewright/server'
import { orderOptions } from '#generated/shop/options.ts'
import { amountText, type Currency } from '../amounts.ts'
import { imagesOf, readGoods } from '../goods/sold.ts'
import { t } from '../i18n.ts'
import { contractCall, holdLinesOf, newNumber, refOf, type OrderRow, type ShopCall } from '../order.ts'
import { paySeconds } from '../settings.ts'
import { tellMember } from '../tell.ts'
import { takeBought } from './bought.ts'
import { closePayments, freeStock, markCancelled } from './close.ts'
import { priceLines, readAmount, readLines, type Priced, type Problem, type WishedLine } from './price.ts'
import type { Row } from '#generated/shop/server.ts'

const { status, closing, refund_state: refundState } = orderOptions

type Address = Pick<Row<'shop/address'>, 'name' | 'mobile' | 'region' | 'address'>

export interface Placing {
  readonly member: number
  readonly lines: readonly WishedLine[]
  readonly address: Address
  /** Absent = money. Prices, freight and total are seen in it. */
  readonly currency?: Currency | undefined
  readonly freight?: string | number | undefined
  readonly total?: string | number | undefined
  readonly remark?: string | undefined
}

export type Placed = { readonly order: OrderRow } | { readonly problems: readonly Problem[] }

/**
 * Places an order with its holds, or answers what changed. Orders whose time to pay is over give way to it.
 * @throws an OperationError
 */
export async function placeOrder(call: ShopCall, placing: Placing): Promise<Placed> {
  const { scope, trx } = call
  const { language } = scope
  if (!scope.stockHolds || !scope.payments) throw new OperationError('bad_state', { sentence: t(language, 'off') })
  const { member, currency = 'RMB' } = placing
  const wishes = readLines(scope, placing.lines, currency)
  const figures = {
    currency,
    freight: readAmount(language, currency, 'freight', placing.freight),
    total: readAmount(language, currency, 'total', placing.total),
  }
  const before = await readGoods(trx, [...wishes.keys()])
  const overdue = await overdueOf(
    call,
    before.map((row) => row.product_id),
  )
  const closed = overdue.length === 0 ? new Set<number>() : await closePayments(call, overdue)
  await markClosing(
    call,
    overdue.filter((id) => !closed.has(id)),
  )
  const orders =
    closed.size === 0
      ? []
      : await trx
          .selectFrom('shop_order')
          .selectAll()
          .where('id', 'in', [...closed])
          .orderBy('id')
          .execute()
  await lockRows(scope, trx, 'member/user', [member], 'reference')
  const { erased_time: erased } = await trx
    .selectFrom('user')
    .select('erased_time')
    .where('id', '=', member)
    .executeTakeFirstOrThrow()
  // Guard T85: a member who was deleted meanwhile orders nothing.
  if (erased !== null) throw new OperationError('not_found')
  const cancelled = await markCancelled(call, orders, t(language, 'cancel.expired'))
  // Guard T85: of many buyers of the last pieces each waits for the products before it looks.
  await lockRows(
    scope,
    trx,
    'wms/product',
    [...before, ...cancelled.lines].map((row) => row.product_id),
    'write',
  )
  const own = before.map(({ id }) => ({ user_id: member, goods_id: id, quantity: 0 }))
  await takeBought(call, [...own, ...cancelled.bought])
  const cart = await lockCart(call, member, [...wishes.keys()])
  await freeStock(call, cancelled.orders)
  const priced = await priceLines(scope, trx, wishes, { member, region: placing.address.region, currency })
  const problems = [...priced.problems, ...dearer(priced, figures)]
  if (problems.length > 0) return { problems }
  return { order: await insertOrder(call, placing, priced, cart) }
}

/** Problems of the whole order: it costs more than the buyer saw (SB8). */
function dearer(
  { amountGoods, freight, problems }: Priced,
  figures: { readonly currency: Currency; readonly freight: number | null; readonly total: number | null },
): Problem[] {
  const whole = (kind: Problem['kind'], was: number, now: number): Problem => ({
    kind,
    goods_id: null,
    title: '',
    was: amountText(figures.currency, was),
    now: amountText(figures.currency, now),
  })
  const total = amountGoods + (freight ?? 0)
  if (figures.freight !== null && freight !== null && freight > figures.freight)
    return [whole('freight_up', figures.freight, freight)]
  // Lines that cannot be ordered are no part of the sum.
  const isDearer = problems.length === 0 && figures.total !== null && total > figures.total
  return isDearer ? [whole('total_up', figures.total ?? 0, total)] : []
}

/** Orders whose time to pay is over, and that hold stock of these products (SB5). */
async function overdueOf({ trx }: ShopCall, products: readonly number[]): Promise<readonly number[]> {
  if (products.length === 0) return []
  const rows = await trx
    .selectFrom('shop_order as o')
    .innerJoin('shop_order_line as l', 'l.order_id', 'o.id')
    .select('o.id')
    .distinct()
    .where('o.status', '=', status.unpaid)
    .where('o.closing', '=', closing.no)
    .where('o.expire_time', '<=', nowSeconds())
    .where('l.product_id', 'in', [...products])
    .orderBy('o.id')
    .limit(50)
    .execute()
  return rows.map(({ id }) => id)
}

/** Locked orders whose payment was begun, and whose provider has not answered so far. */
async function markClosing({ trx }: ShopCall, ids: readonly number[]): Promise<void> {
  if (ids.length > 0)
    await trx
      .updateTable('shop_order')
      .set({ closing: closing.yes })
      .where('id', 'in', [...ids])
      .where('status', '=', status.unpaid)
      .execute()
}

/** Lines of the member's cart with these goods. */
async function lockCart(
  { scope, trx }: ShopCall,
  member: number,
  goods: readonly number[],
): Promise<readonly number[]> {
  const rows = await trx
    .selectFrom('shop_cart')
    .select('id')
    .where('user_id', '=', member)
    .where('goods_id', 'in', [...goods])
    .execute()
  const ids = rows.map(({ id }) => id)
  await lockRows(scope, trx, 'shop/cart', ids, 'write')
  return ids
}

async function insertOrder(
  call: ShopCall,
  placing: Placing,
  priced: Priced,
  cart: readonly number[],
): Promise<OrderRow> {
  const { scope, trx } = call
  const { member, address, remark, currency = 'RMB' } = placing
  const now = nowSeconds()
  const freight = priced.freight ?? 0
  const order = await trx
    .insertInto('shop_order')
    .values({
      sn: newNumber(scope, 'S'),
      user_id: member,
      status: status.unpaid,
      refund_state: refundState.none,
      currency,
      amount_goods: priced.amountGoods,
      freight,
      discount: 0,
      amount_pay: priced.amountGoods + freight,
      refunded: 0,
      freight_refunded: 0,
      name: address.name,
      mobile: address.mobile,
      region: address.region,
      address: address.address,
      remark: remark?.trim() || null,
      closing: closing.no,
      expire_time: now + paySeconds(scope),
      create_time: now,
      version: 1,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  const lines = priced.lines.map(({ goods, quantity, price, amount }, index) => ({
    order_id: order.id,
    line_no: index + 1,
    goods_id: goods.id,
    product_id: goods.product_id,
    title: goods.title,
    image: imagesOf(goods)[0] ?? null,
    unit_name: goods.unit,
    price,
    quantity,
    amount,
    shipped_quantity: 0,
    refunded_quantity: 0,
    refunded_amount: 0,
    version: 1,
  }))
  await insertMany(scope.database, scope.registry.require('shop/order_line'), trx, lines)
  await scope.stockHolds?.take(contractCall({ scope, trx }), refOf(order), holdLinesOf(lines))
  await takeBought(
    call,
    lines.map((line) => ({ user_id: member, goods_id: line.goods_id, quantity: line.quantity })),
  )
  if (cart.length > 0)
    await trx
      .deleteFrom('shop_cart')
      .where('id', 'in', [...cart])
      .execute()
  await tellMember(call, 'ordered', order)
  return order
}
