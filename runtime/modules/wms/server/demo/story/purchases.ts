/** Receipts: the opening stock, deliveries of what runs out, and a return. */
import { nowSeconds } from 'tablewright/server'
import { addDays, dayAt } from '../../dashboard/days.ts'
import { warehousingOptions } from '#generated/wms/options.ts'
import type { WarehousingInput } from '#generated/wms/warehousing/row.ts'
import type { DemoWork } from '#generated/wms/server.ts'
import { quantityText, type Goods, type StoryContext } from './context.ts'
import { readAvailable } from './goods.ts'

type Line = WarehousingInput['product_detail'][number]
type More = Pick<WarehousingInput, 'order_sn'> & Partial<Pick<WarehousingInput, 'type' | 'supplier_id'>>

const linesPerOrder = 20
/** Lines of one delivery. */
const mostLines = 8

/** What keeps for at least that long is bought for months, the rest for a few days. */
const longLife = 60

/** One in eight products has nothing yet, so that there is something to buy. @returns the products that have stock */
export async function openingStock(context: StoryContext): Promise<readonly Goods[]> {
  const stocked = context.goods.filter((_one, place) => place % 8 !== 7)
  for (let start = 0; start < stocked.length; start += linesPerOrder) {
    const lines = stocked.slice(start, start + linesPerOrder).map((product) => lineOf(context, product))
    const number = start / linesPerOrder + 1
    const id = await add(context, 0, 8 * 60 + 30, lines, { order_sn: `OPENING-${number}` })
    await audit(context, 0, 10 * 60, id)
  }
  return stocked
}

/** A delivery of what has run low; null when everything is there. @param turn counts deliveries */
export async function deliver(context: StoryContext, day: number, turn: number): Promise<number | null> {
  const { random, work } = context
  // The worst sellers are forgotten and run out.
  const stockedGoods = context.goods.slice(0, Math.ceil(context.goods.length * 0.85))
  const available = await context.moments.on(day, 8 * 60, () => readAvailable(work, stockedGoods, nowSeconds()))
  const lines = stockedGoods
    .filter((product) => (available.get(product.id) ?? 0) < product.safety + (isFresh(product) ? 3000 : 8000))
    .slice(0, mostLines)
    .map((product, place) => {
      const line = lineOf(context, product)
      // Now and then less arrives than was ordered.
      return turn % 4 === 1 && place === 0 ? { ...line, actual_quantity: quantityText(product, 1000) } : line
    })
  if (lines.length === 0) return null
  return await add(context, day, 9 * 60 + random.int(0, 90), lines, { order_sn: `DN-${1000 + turn}` })
}

/** Goods that a customer sends back. */
export async function takeBack(context: StoryContext, day: number, product: Goods): Promise<void> {
  const lines = [
    { product_id: product.id, plan_quantity: quantityText(product, 2000), warehouse_shelf_id: product.shelfId },
  ]
  const id = await add(context, day, 11 * 60, lines, {
    order_sn: `RT-${100 + day}`,
    type: warehousingOptions.type.returned,
    supplier_id: null,
  })
  await audit(context, day, 11 * 60 + 20, id)
}

export const audit = (context: StoryContext, day: number, minutes: number, id: number): Promise<void> =>
  context.moments.on(day, minutes, () => context.work.runAction('wms/warehousing', 'audit', { id }))

const isFresh = ({ life }: Goods): boolean => life > 0 && life < longLife

function lineOf({ random }: StoryContext, product: Goods): Line {
  const least = isFresh(product) ? random.int(4, 8) * 1000 : product.safety + random.int(25, 50) * 1000
  return { product_id: product.id, plan_quantity: quantityText(product, least) }
}

const add = (
  { work, random, suppliers, moments, goods }: StoryContext,
  day: number,
  minutes: number,
  lines: WarehousingInput['product_detail'],
  more: More,
): Promise<number> =>
  moments.on(day, minutes, () =>
    work.add('wms/warehousing', {
      type: warehousingOptions.type.purchase,
      supplier_id: random.pick(suppliers),
      product_detail: withBatches(work, goods, lines),
      ...more,
    }),
  )

/** What keeps for a time comes in batches with a production date; every third has its expiry date printed as well. */
function withBatches({ scope }: DemoWork, goods: readonly Goods[], lines: readonly Line[]): Line[] {
  const today = dayAt(nowSeconds(), scope.settings.timeZone)
  const lives = new Map(goods.map(({ id, life }) => [id, life]))
  return lines.map((line) => {
    const life = lives.get(line.product_id) ?? 0
    if (life === 0) return line
    // Nobody delivers what has passed a tenth of its life.
    const produced = addDays(today, -Math.min(line.product_id % 5, Math.floor(life / 10)))
    return {
      ...line,
      batch_no: `L${produced.slice(2).replaceAll('-', '')}`,
      production_date: produced,
      ...(line.product_id % 3 === 0 && { expiry_date: addDays(produced, life) }),
    }
  })
}
