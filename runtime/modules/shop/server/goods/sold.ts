/** Goods as buyers see them: with the stock that can be sold now. */
import { nowSeconds, type Scope as OuterScope } from 'tablewright/server'
import { goodsOptions, orderOptions } from '#generated/shop/options.ts'
import type { Reading, Scope } from '#generated/shop/server.ts'

/**
 * Thousandths that can be sold of each product. Stock of orders whose time to pay is over counts, although nothing has
 * cancelled them so far.
 */
export async function sellableOf(
  scope: Scope,
  query: Reading,
  products: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  if (products.length === 0 || !scope.stockHolds) return new Map()
  const sellable = await freeStockOf(scope, [...new Set(products)])
  const overdue = await query
    .selectFrom('shop_order_line as l')
    .innerJoin('shop_order as o', 'o.id', 'l.order_id')
    .select(({ fn }) => ['l.product_id', fn.sum<number | string>('l.quantity').as('quantity')])
    .where('l.product_id', 'in', [...new Set(products)])
    .where('o.status', '=', orderOptions.status.unpaid)
    .where('o.closing', '=', orderOptions.closing.no)
    .where('o.expire_time', '<=', nowSeconds())
    .groupBy('l.product_id')
    .execute()
  const free = new Map(overdue.map((row) => [row.product_id, Number(row.quantity)]))
  return new Map([...sellable].map(([id, quantity]) => [id, quantity + (free.get(id) ?? 0)]))
}

/** The stock that the warehouse lets anybody sell. */
export const freeStockOf = (scope: Scope, products: readonly number[]): Promise<ReadonlyMap<number, number>> =>
  // The scope of any module; only the types of its tables differ.
  scope.stockHolds?.sellable(scope as unknown as OuterScope, products) ?? Promise.resolve(new Map<number, number>())

/** Goods with their product and unit, by id; those that are deleted are left out. */
export async function readGoods(query: Reading, ids: readonly number[]) {
  if (ids.length === 0) return []
  return query
    .selectFrom('shop_goods as g')
    .innerJoin('wms_product as p', 'p.id', 'g.product_id')
    .leftJoin('wms_unit as u', 'u.id', 'p.unit_id')
    .select([
      'g.id',
      'g.product_id',
      'g.title',
      'g.images',
      'g.price',
      'g.market_price',
      'g.score_price',
      'g.limit_buy',
      'g.weight',
      'g.status',
      'u.name as unit',
      'u.decimals',
    ])
    .where('g.id', 'in', [...new Set(ids)])
    .where('g.delete_time', 'is', null)
    .where('p.deletetime', 'is', null)
    .execute()
}
export type Sold = Awaited<ReturnType<typeof readGoods>>[number]

export const isOnSale = ({ status }: Pick<Sold, 'status'>): boolean => status === goodsOptions.status.on_sale

/** Thousandths that a member has bought of goods, in orders that were not cancelled. */
export async function boughtBy(
  query: Reading,
  member: number,
  goods: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  if (goods.length === 0) return new Map()
  const rows = await query
    .selectFrom('shop_bought')
    .select(['goods_id', 'quantity'])
    .where('user_id', '=', member)
    .where('goods_id', 'in', [...new Set(goods)])
    .execute()
  return new Map(rows.map((row) => [row.goods_id, row.quantity]))
}

/** Pictures of goods, the first of which stands for them. */
export const imagesOf = ({ images }: Pick<Sold, 'images'>): readonly string[] =>
  images === null || images === '' ? [] : (JSON.parse(images) as readonly string[])

/** Whether a quantity can be counted in the unit of the goods. */
export const fitsUnit = (quantity: number, { decimals }: Pick<Sold, 'decimals'>): boolean =>
  quantity % 10 ** (3 - (decimals ?? 0)) === 0
