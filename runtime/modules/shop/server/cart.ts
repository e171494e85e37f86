/** Carts of members: lines with the price when they were added, shown with today's prices and stock. */
import { nowSeconds, OperationError } from 'tablewright/server'
import { cartOptions } from '#generated/shop/options.ts'
import { amountOf, moneyText, quantityText } from './amounts.ts'
import { freeStockOf, imagesOf, isOnSale, readGoods, type Sold } from './goods/sold.ts'
import { t } from './i18n.ts'
import type { ShopCall } from './order.ts'
import { maxLines, priceLines, type Problem } from './orders/price.ts'
import type { Reading, Scope } from '#generated/shop/server.ts'

const { checked } = cartOptions

/** A million of a line. */
const maxQuantity = 1_000_000_000

const rowsOf = (query: Reading, member: number) =>
  query.selectFrom('shop_cart').selectAll().where('user_id', '=', member).orderBy('id').execute()

interface CartRow {
  readonly goods_id: number
  readonly title: string
  /** Thousandths. */
  readonly quantity: number
  /** Cents when it was added; null = today's. */
  readonly price: number | null
  readonly isChecked: boolean
}

/** The cart as its member sees it, with what keeps each line from being ordered. */
export async function showCart(scope: Scope, query: Reading, member: number) {
  const rows = await rowsOf(query, member)
  return describeLines(
    scope,
    query,
    member,
    rows.map((row) => ({ ...row, isChecked: row.checked === checked.yes })),
  )
}

/** Carts are priced in money; what is paid in points is chosen at the checkout. */
const inCart = (member: number | null) => ({ member, region: null, currency: 'RMB' }) as const

/** Lines of a cart with today's prices and stock. @param member null = of a visitor, who has bought nothing so far */
export async function describeLines(scope: Scope, query: Reading, member: number | null, rows: readonly CartRow[]) {
  const wishes = new Map(rows.map((row) => [row.goods_id, { quantity: row.quantity, shownPrice: row.price }]))
  const { problems } = rows.length === 0 ? { problems: [] } : await priceLines(scope, query, wishes, inCart(member))
  const goods = await readGoods(query, [...wishes.keys()])
  const products = goods.map((row) => row.product_id)
  const sellable = await freeStockOf(scope, products)
  const list = rows.map((row) => {
    const sold = goods.find(({ id }) => id === row.goods_id)
    const price = sold && isOnSale(sold) ? sold.price : null
    return {
      goods_id: row.goods_id,
      title: sold?.title ?? row.title,
      image: sold ? (imagesOf(sold)[0] ?? null) : null,
      quantity: quantityText(row.quantity),
      checked: row.isChecked,
      price: price === null ? null : moneyText(price),
      added_price: moneyText(row.price ?? price ?? 0),
      amount: moneyText(price === null ? 0 : amountOf(price, row.quantity, 'RMB')),
      sellable: quantityText(sold ? (sellable.get(sold.product_id) ?? 0) : 0),
      unit: sold?.unit ?? null,
      decimals: sold?.decimals ?? 0,
      problems: problems.filter((problem: Problem) => problem.goods_id === row.goods_id),
    }
  })
  const total = rows.reduce((sum, row) => {
    const sold = goods.find(({ id }) => id === row.goods_id)
    return row.isChecked && sold && isOnSale(sold) ? sum + amountOf(sold.price, row.quantity, 'RMB') : sum
  }, 0)
  return { list, total: moneyText(total) }
}

/**
 * Puts goods into the cart.
 * @param how `add` to what is there, or the `larger` of the two
 * @throws an OperationError: `not_found` for goods that are not on sale
 */
export async function putIntoCart(
  call: ShopCall,
  member: number,
  wishes: ReadonlyMap<number, number>,
  how: 'add' | 'larger',
): Promise<void> {
  const { scope, trx } = call
  const goods = (await readGoods(trx, [...wishes.keys()])).filter(isOnSale)
  if (goods.length === 0 && how === 'add') throw new OperationError('not_found')
  const rows = await rowsOf(trx, member)
  const isNew = ({ id }: Sold): boolean => !rows.some((row) => row.goods_id === id)
  if (rows.length + goods.filter(isNew).length > maxLines)
    throw new OperationError('invalid', { sentence: t(scope.language, 'cart.full', { maximum: maxLines }) })
  for (const sold of goods) {
    const addition = wishes.get(sold.id) ?? 0
    const former = rows.find((row) => row.goods_id === sold.id)?.quantity ?? 0
    const quantity = Math.min(maxQuantity, how === 'add' ? former + addition : Math.max(former, addition))
    await trx
      .insertInto('shop_cart')
      .values({
        user_id: member,
        goods_id: sold.id,
        title: sold.title,
        quantity,
        price: sold.price,
        checked: checked.yes,
        create_time: nowSeconds(),
        version: 1,
      })
      .onConflict((conflict) =>
        conflict.columns(['user_id', 'goods_id']).doUpdateSet({ quantity, price: sold.price, title: sold.title }),
      )
      .execute()
  }
}
