/** The goods themselves. */
import { brandsOf } from './brands.ts'
import type { Leaf } from './catalogue/plan.ts'
import type { Shelved } from './categories.ts'
import { inStoreBarcode } from './ean13.ts'
import type { Locations } from './locations.ts'
import { groupPicture, productPicture } from './pictures.ts'
import { itemAt, randomOf, shuffled, type Random } from './random.ts'
import type { DemoPicture } from 'tablewright/server'
import type { DemoRecord, DemoValues } from '#generated/wms/server.ts'
import { refTo } from './record.ts'
import { quantityText, unitKey } from './units.ts'
import type { Wording } from './wording.ts'

type Brand = DemoRecord<'wms/brand'>
type Product = DemoValues<'wms/product'>

export interface Stockroom {
  readonly brands: readonly Brand[]
  readonly leaves: readonly Shelved[]
  readonly shelvesFor: Locations['shelvesFor']
  readonly wording: Wording
}

/** 35 of 100 products have a shelf life, spread evenly over the list. */
const perishableShare = 35

const remarks = ['新品试销', '促销商品', '易碎，轻拿轻放', '整箱发货，不拆零'] as const

interface Article extends Shelved {
  /** Place among the articles of its category. */
  readonly turn: number
}

export function products(count: number, seed: number, stockroom: Stockroom): DemoRecord<'wms/product'>[] {
  const ranks = shuffled(count, randomOf(seed, 'demand'))
  return articles(count, stockroom.leaves).map((article, place) => {
    const random = randomOf(seed, `product:${place}`)
    const no = place + 1
    const values = {
      product_no: `P${String(no).padStart(6, '0')}`,
      bar_code: inStoreBarcode(article.root, no),
      ...nameValues(article, brandsOf(article.field, stockroom.brands), stockroom.wording),
      ...figures(article, random, itemAt(ranks, place)),
      ...storageValues(article, random, stockroom),
      images: images(article, random),
      status: random.chance(0.06) ? 20 : 10,
      remark: random.chance(0.1) ? stockroom.wording.text(random.pick(remarks)) : null,
      weigh: count - place,
    }
    return { table: 'wms/product', key: `product:${no}`, values }
  })
}

/** Deals the categories out in turn: perishable ones for 35 of 100, the others for the rest. */
function articles(count: number, leaves: readonly Shelved[]): Article[] {
  const perishable = leaves.filter(({ leaf }) => leaf.days !== undefined)
  const durable = leaves.filter(({ leaf }) => leaf.days === undefined)
  const upTo = (place: number): number => Math.floor((place * perishableShare) / 100)
  return Array.from({ length: count }, (_, place) => {
    const isPerishable = upTo(place + 1) > upTo(place)
    const list = isPerishable ? perishable : durable
    const nth = isPerishable ? upTo(place) : place - upTo(place)
    return { ...itemAt(list, nth), turn: Math.floor(nth / list.length) }
  })
}

/**
 * Goods and variants run against each other (4 and 5), so that twenty names pass before one returns with another brand.
 */
function nameValues({ leaf, category, turn }: Article, brands: readonly Brand[], wording: Wording): Product {
  const brand = brands.length === 0 ? null : itemAt(brands, turn + Math.floor(turn / 20))
  const size = sizeOf(turn)
  return {
    name: wording.product(String(brand?.values.name ?? ''), itemAt(leaf.goods, turn), itemAt(leaf.variants, turn)),
    category_id: refTo(category),
    brand_id: brand === null ? null : refTo(brand),
    unit_id: { ref: unitKey(leaf.unit) },
    spec: wording.size(itemAt(leaf.specs, size)),
  }
}

/** Which of the sizes an article has; the list runs on by one after each twenty. */
const sizeOf = (turn: number): number => turn + Math.floor(turn / 20)

function figures({ leaf, turn }: Article, random: Random, rank: number): Product {
  return {
    price: priceText(leaf, sizeOf(turn) % leaf.specs.length, random),
    effective_day: leaf.days === undefined ? null : random.int(...leaf.days),
    safety_stock_num: quantityText(safetyStock(rank, leaf.unit === '千克')),
  }
}

/** Sizes are ordered from small to large: each has its own part of the price range. Written with four digits. */
function priceText(leaf: Leaf, size: number, random: Random): string {
  const [low, high] = leaf.price
  const share = (size + random.next()) / leaf.specs.length
  const tenths = Math.round((low + (high - low) * share ** 1.5) / 10)
  return `${Math.floor(tenths / 10)}.${tenths % 10}000`
}

/** In thousandths. Demand falls with the rank as in Zipf's law; the slowest goods have no safety stock. */
function safetyStock(rank: number, isWeighed: boolean): number {
  const demand = 400 / (rank + 1) ** 0.8
  if (demand < 1) return 0
  return isWeighed ? Math.round(demand * 2) * 500 : Math.ceil(demand / 5) * 5000
}

/** The default place: a shelf of the area for such goods, with its area and warehouse. */
function storageValues({ leaf }: Article, random: Random, stockroom: Stockroom): Product {
  const shelves = stockroom.shelvesFor(leaf.area)
  if (shelves.length === 0) return { warehouse_id: null, warehouse_area_id: null, warehouse_shelf_id: null }
  const shelf = random.pick(shelves)
  return {
    warehouse_id: shelf.values.warehouse_id ?? null,
    warehouse_area_id: shelf.values.warehouse_area_id ?? null,
    warehouse_shelf_id: refTo(shelf),
  }
}

function images({ leaf, turn }: Article, random: Random): readonly DemoPicture[] {
  const shade = turn % leaf.variants.length
  const single = productPicture(leaf.shape, leaf.hue, shade)
  return random.chance(0.2) ? [single, groupPicture(leaf.shape, leaf.hue, shade)] : [single]
}
