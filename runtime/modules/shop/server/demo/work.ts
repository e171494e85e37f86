/**
 * The demo shop: goods over products of the demo warehouse, and orders of the demo members in every state, made by what
 * members, the warehouse and administrators do. Without products or members there is no shop.
 */
import { goodsOptions } from '#generated/shop/options.ts'
import { decimalText } from 'tablewright/protocol'
import type { DemoWork, Reading } from '#generated/shop/server.ts'
import { freeStockOf } from '../goods/sold.ts'
import { runStories } from './stories.ts'
import { freightRules, introduction } from './wording.ts'

const goodsCount = 24
/** Places in the list of goods that are not on sale, have a limit, or a list price. */
const offSale: readonly number[] = [11, 19]
const limited: readonly number[] = [1, 8]
const hasListPrice = (place: number): boolean => place % 3 === 0
/** Goods without stock, which show how that looks. */
const soldOut = 2
/** Thousandths of goods that orders can be made of. */
const enough = 4000

interface DemoProduct {
  readonly id: number
  readonly name: string
  readonly spec: string | null
  /** Ten-thousandths. */
  readonly price: number | null
  readonly images: string | null
  readonly category_id: number | null
}

/** Does nothing when there are goods already. */
export async function demoWork(work: DemoWork): Promise<void> {
  const { query } = work.scope.database
  if (await query.selectFrom('shop_goods').select('id').limit(1).executeTakeFirst()) return
  const products = await chooseProducts(work, query)
  if (products.length === 0) return
  const { language } = work.scope
  for (const rule of freightRules)
    await work.add('shop/freight', {
      name: rule.name[language],
      provinces: [...rule.provinces],
      fee: rule.fee,
      kg_fee: rule.kgFee,
      free_from: rule.freeFrom,
    })
  const goods = new Map<number, number>()
  // The latest goods stand first.
  for (const [place, product] of [...products.entries()].toReversed()) {
    const cents = priceOf(product, place)
    goods.set(
      place,
      await work.add('shop/goods', {
        product_id: product.id,
        title: [product.name, product.spec].filter(Boolean).join(' ').slice(0, 120),
        // Stored as JSON in both tables.
        images: product.images === null ? [] : (JSON.parse(product.images) as string[]),
        content: `<p>${introduction[language]}</p>`,
        price: decimalText(cents, 2),
        ...(hasListPrice(place) && { market_price: decimalText(Math.round(cents * 1.25), 2) }),
        ...(place % 4 === 1 && { score_price: Math.round(cents / 10) }),
        limit_buy: limited.includes(place) ? '2.000' : '0.000',
        weight: `${(place % 4) + 1}.000`,
        status: offSale.includes(place) ? goodsOptions.status.off_sale : goodsOptions.status.on_sale,
      }),
    )
  }
  const sellable = await freeStockOf(
    work.scope,
    products.map(({ id }) => id),
  )
  const free = [...goods].flatMap(([place, id]) => {
    const isPlenty = (sellable.get(products[place]?.id ?? 0) ?? 0) >= enough
    return isPlenty && !offSale.includes(place) && !limited.includes(place) ? [id] : []
  })
  if (free.length > 0) await runStories(work, free)
}

/** Products with pictures that are on the shelf, a few of each category, and some without stock at the end. */
async function chooseProducts({ scope }: DemoWork, query: Reading): Promise<readonly DemoProduct[]> {
  const rows: readonly DemoProduct[] = await query
    .selectFrom('wms_product')
    .select(['id', 'name', 'spec', 'price', 'images', 'category_id'])
    .where('deletetime', 'is', null)
    .where('images', 'is not', null)
    .orderBy('id')
    .limit(400)
    .execute()
  const sellable = await freeStockOf(
    scope,
    rows.map(({ id }) => id),
  )
  const plenty = rows.filter(({ id }) => (sellable.get(id) ?? 0) >= enough)
  const none = rows.filter(({ id }) => (sellable.get(id) ?? 0) === 0)
  return [...spread(plenty).slice(0, goodsCount - soldOut), ...none.slice(0, soldOut)]
}

/** One of each category in turn. */
function spread(products: readonly DemoProduct[]): readonly DemoProduct[] {
  const turns = new Map<number | null, number>()
  const placed = products.map((product) => {
    const turn = turns.get(product.category_id) ?? 0
    turns.set(product.category_id, turn + 1)
    return { product, turn }
  })
  return placed.toSorted((left, right) => left.turn - right.turn).map(({ product }) => product)
}

/** Cents, with a tenth missing to the next yuan. */
function priceOf({ price }: DemoProduct, place: number): number {
  const yuan = Math.max(2, Math.ceil((price ?? 0) / 10_000))
  return yuan * 100 - (place % 2 === 0 ? 10 : 0)
}
