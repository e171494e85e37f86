/** Issues: orders of customers, their audit and their shipment. */
import { nowSeconds } from 'tablewright/server'
import { outboundOptions } from '#generated/wms/options.ts'
import { itemAt } from '../random.ts'
import { quantityText, type Goods, type StoryContext } from './context.ts'
import { readAvailable } from './goods.ts'

/** Customers' orders of one day, not audited yet. @param first the number of the first one @returns their ids */
export async function takeOrders(
  context: StoryContext,
  day: number,
  { count, first }: { readonly count: number; readonly first: number },
): Promise<readonly number[]> {
  const { work, moments, random } = context
  const available = await moments.on(day, 9 * 60, () => readAvailable(work, context.goods, nowSeconds()))
  const ids: number[] = []
  for (let turn = 0; turn < count; turn++) {
    const lines = chooseGoods(context, available, random.int(1, 4)).map(([product, quantity]) => {
      available.set(product.id, (available.get(product.id) ?? 0) - quantity)
      return {
        product_id: product.id,
        warehouse_shelf_id: product.shelfId,
        plan_quantity: quantityText(product, quantity),
      }
    })
    if (lines.length === 0) continue
    const id = await moments.on(day, 9 * 60 + turn * 100 + random.int(0, 60), () =>
      work.add('wms/outbound', {
        type: outboundOptions.type.sales,
        customer_id: random.pick(context.customers),
        order_sn: `SO-${2000 + first + turn}`,
        product_detail: lines,
      }),
    )
    ids.push(id)
  }
  return ids
}

export const audit = (context: StoryContext, day: number, minutes: number, id: number): Promise<void> =>
  context.moments.on(day, minutes, () => context.work.runAction('wms/outbound', 'audit', { id }))

export const takeBackAudit = (context: StoryContext, day: number, id: number, reason: string): Promise<void> =>
  context.moments.on(day, 15 * 60, () => context.work.runAction('wms/outbound', 'unaudit', { id, reason }))

export const ship = (context: StoryContext, day: number, id: number): Promise<void> =>
  context.moments.on(day, 16 * 60 + 30, () => shipNow(context, id))

const shipNow = ({ work, random, carriers }: StoryContext, id: number): Promise<void> =>
  work.runAction('wms/outbound', 'ship', {
    id,
    courier_number: `SF${String(random.int(10_000_000, 99_999_999))}`,
    carrier_id: itemAt(carriers, id),
  })

/** Expired goods leave the warehouse, so that few are left at the end. */
export async function clearExpired(context: StoryContext, day: number): Promise<void> {
  const { work, moments, goods } = context
  const byId = new Map(goods.map((product) => [product.id, product]))
  await moments.on(day, 17 * 60, async () => {
    const rows = await work.scope.database.query
      .selectFrom('wms_stock_layer')
      .select(({ fn }) => ['product_id', 'warehouse_shelf_id', fn.sum('remaining').as('remaining')])
      .where('remaining', '>', 0)
      .where('expire_at', '<=', nowSeconds())
      .groupBy(['product_id', 'warehouse_shelf_id'])
      .orderBy('product_id')
      .orderBy('warehouse_shelf_id')
      .execute()
    const lines = rows.flatMap(({ product_id, warehouse_shelf_id, remaining }) => {
      const product = byId.get(product_id)
      return product
        ? [{ product_id, warehouse_shelf_id, plan_quantity: quantityText(product, Number(remaining)) }]
        : []
    })
    if (lines.length === 0) return
    const id = await work.add('wms/outbound', {
      type: outboundOptions.type.transfer,
      order_sn: `EXP-${100 + day}`,
      product_detail: lines,
    })
    await work.runAction('wms/outbound', 'audit', { id, allow_expired: 1 })
    await shipNow(context, id)
  })
}

/** Different products that are there, those that sell well more often, each with a quantity in whole steps. */
function chooseGoods(
  { goods, random }: StoryContext,
  available: ReadonlyMap<number, number>,
  count: number,
): readonly (readonly [Goods, number])[] {
  const found = new Map<Goods, number>()
  for (let turn = 0; turn < count * 3 && found.size < count; turn++) {
    const product = itemAt(goods, Math.floor(random.next() ** 2 * goods.length))
    const target = Math.ceil((random.int(1, 6) * 1000) / product.step) * product.step
    if ((available.get(product.id) ?? 0) >= target) found.set(product, target)
  }
  return [...found]
}
