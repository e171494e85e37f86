/**
 * Places orders. The buyer sends what was on the screen: what became dearer, short or unavailable meanwhile is answered
 * by name, and what became cheaper is taken.
 */
import { insertMany, lockRows, nowSeconds, OperationError } from 'tablewright/server'
import { orderOptions } from '#generated/shop/options.ts'
import { amountOf, moneyText, parseMoney, parseQuantity, quantityText } from '../amounts.ts'
import { freightOf } from '../freight.ts'
import { boughtBy, fitsUnit, imagesOf, isOnSale, readGoods, sellableOf, type Sold } from '../goods/sold.ts'
import { t } from '../i18n.ts'
import { contractCall, holdLinesOf, newNumber, refOf, type OrderRow, type ShopCall } from '../order.ts'
import { paySeconds } from '../settings.ts'
import { tellMember } from '../tell.ts'
import { takeBought } from './bought.ts'
import { closePayments, freeStock, markCancelled } from './close.ts'
import type { Reading, Row, Scope } from '#generated/shop/server.ts'

const { status, closing, refund_state: refundState } = orderOptions

export const maxLines = 50

export interface WishedLine {
  readonly goods_id: number
  readonly quantity: string | number
  /** As the buyer saw it; absent = takes any. */
  readonly price?: string | number | undefined
}

/** A reason why an order cannot be placed as the buyer saw it. Values are texts. */
export interface Problem {
  readonly kind: 'price_up' | 'freight_up' | 'total_up' | 'short' | 'off_sale' | 'limit' | 'unit'
  /** Null = of the whole order. */
  readonly goods_id: number | null
  readonly title: string
  readonly was: string
  readonly now: string
}

interface PricedLine {
  readonly goods: Sold
  /** Thousandths. */
  readonly quantity: number
  /** Cents. */
  readonly amount: number
}

export interface Priced {
  readonly lines: readonly PricedLine[]
  readonly amountGoods: number
  readonly freight: number | null
  readonly problems: readonly Problem[]
}

type Address = Pick<Row<'shop/address'>, 'name' | 'mobile' | 'region' | 'address'>

/**
 * Quantities (thousandths) and prices seen by goods: two lines of the same goods count together (SB2), the lower price.
 * @throws an OperationError `invalid`
 */
export function readLines(
  { language }: Pick<Scope, 'language'>,
  lines: readonly WishedLine[],
): ReadonlyMap<number, { readonly quantity: number; readonly shownPrice: number | null }> {
  if (lines.length === 0 || lines.length > maxLines)
    throw new OperationError('invalid', { errors: { lines: t(language, 'lines', { maximum: maxLines }) } })
  const wishes = new Map<number, { readonly quantity: number; readonly shownPrice: number | null }>()
  for (const [index, line] of lines.entries()) {
    const quantity = parseQuantity(line.quantity)
    if (quantity === null)
      throw new OperationError('invalid', { errors: { [`lines.${index}.quantity`]: t(language, 'quantity') } })
    const price = line.price === undefined || line.price === '' ? null : parseMoney(line.price)
    if (line.price !== undefined && line.price !== '' && price === null)
      throw new OperationError('invalid', { errors: { [`lines.${index}.price`]: t(language, 'price') } })
    const former = wishes.get(line.goods_id)
    const shownPrice =
      former?.shownPrice == null || price === null
        ? (price ?? former?.shownPrice ?? null)
        : Math.min(former.shownPrice, price)
    wishes.set(line.goods_id, { quantity: quantity + (former?.quantity ?? 0), shownPrice })
  }
  return wishes
}

/** Prices lines as they are now, and names what speaks against them. Reads only. */
export async function priceLines(
  scope: Scope,
  query: Reading,
  member: number | null,
  wishes: ReturnType<typeof readLines>,
  region: string | null,
): Promise<Priced> {
  const ids = [...wishes.keys()].sort((left, right) => left - right)
  const rows = await readGoods(query, ids)
  const sellable = await sellableOf(
    scope,
    query,
    rows.map((row) => row.product_id),
  )
  const bought = member === null ? new Map<number, number>() : await boughtBy(query, member, ids)
  const problems: Problem[] = []
  const lines: PricedLine[] = []
  for (const id of ids) {
    const line = wishes.get(id)
    const goods = rows.find((row) => row.id === id)
    if (!line) continue
    const add = (kind: Problem['kind'], was: string, now: string): void =>
      void problems.push({ kind, goods_id: id, title: goods?.title ?? '', was, now })
    if (!goods || !isOnSale(goods)) {
      add('off_sale', quantityText(line.quantity), '0')
      continue
    }
    if (!fitsUnit(line.quantity, goods)) add('unit', quantityText(line.quantity), String(goods.decimals ?? 0))
    const left = sellable.get(goods.product_id) ?? 0
    if (line.quantity > left) add('short', quantityText(line.quantity), quantityText(left))
    const limit = goods.limit_buy ?? 0
    const free = Math.max(0, limit - (bought.get(id) ?? 0))
    if (limit > 0 && line.quantity > free) add('limit', quantityText(line.quantity), quantityText(free))
    if (line.shownPrice !== null && goods.price > line.shownPrice)
      add('price_up', moneyText(line.shownPrice), moneyText(goods.price))
    lines.push({ goods, quantity: line.quantity, amount: amountOf(goods.price, line.quantity) })
  }
  const amountGoods = lines.reduce((sum, { amount }) => sum + amount, 0)
  const weight = lines.reduce((sum, { goods, quantity }) => sum + Math.ceil(((goods.weight ?? 0) * quantity) / 1000), 0)
  const freight = region === null ? null : await freightOf(scope, query, region, amountGoods, weight)
  return { lines, amountGoods, freight, problems }
}

export interface Placing {
  readonly member: number
  readonly lines: readonly WishedLine[]
  readonly address: Address
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
  const wishes = readLines(scope, placing.lines)
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
  await lockRows(scope, trx, 'member/user', [placing.member], 'reference')
  const { erased_time: erased } = await trx
    .selectFrom('user')
    .select('erased_time')
    .where('id', '=', placing.member)
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
  const own = before.map(({ id }) => ({ user_id: placing.member, goods_id: id, quantity: 0 }))
  await takeBought(call, [...own, ...cancelled.bought])
  const cart = await lockCart(call, placing.member, [...wishes.keys()])
  await freeStock(call, cancelled.orders)
  const priced = await priceLines(scope, trx, placing.member, wishes, placing.address.region)
  const problems = [...priced.problems, ...dearer(priced, placing)]
  if (problems.length > 0) return { problems }
  return { order: await insertOrder(call, placing, priced, cart) }
}

/** Problems of the whole order: it costs more than the buyer saw (SB8). */
function dearer(
  { amountGoods, freight, problems }: Priced,
  { freight: seenFreight, total: seenTotal }: Placing,
): Problem[] {
  const whole = (kind: Problem['kind'], was: number, now: number): Problem => ({
    kind,
    goods_id: null,
    title: '',
    was: moneyText(was),
    now: moneyText(now),
  })
  const [freightShown, totalShown] = [parseMoney(seenFreight), parseMoney(seenTotal)]
  const total = amountGoods + (freight ?? 0)
  if (freightShown !== null && freight !== null && freight > freightShown)
    return [whole('freight_up', freightShown, freight)]
  // Lines that cannot be ordered are no part of the sum.
  if (problems.length === 0 && totalShown !== null && total > totalShown) return [whole('total_up', totalShown, total)]
  return []
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
  const { member, address, remark } = placing
  const now = nowSeconds()
  const freight = priced.freight ?? 0
  const order = await trx
    .insertInto('shop_order')
    .values({
      sn: newNumber(scope, 'S'),
      user_id: member,
      status: status.unpaid,
      refund_state: refundState.none,
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
  const lines = priced.lines.map(({ goods, quantity, amount }, index) => ({
    order_id: order.id,
    line_no: index + 1,
    goods_id: goods.id,
    product_id: goods.product_id,
    title: goods.title,
    image: imagesOf(goods)[0] ?? null,
    unit_name: goods.unit,
    price: goods.price,
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
