/**
 * What happened in the demo warehouse: opening stock, deliveries, sales, shipments and relocations, done through the
 * same
 * operations people use, with some of each kind still to be done.
 */
import { decimalText } from 'tablewright/protocol'
import type { WarehousingInput } from '../../../../../generated/wms/warehousing/row.ts'
import { outboundOptions, productOptions, warehousingOptions } from '../../../../../generated/wms/options.ts'
import { reviewLowStock } from '../stock/low-stock.ts'
import { readPlaces } from '../stock/place.ts'
import { readStocked } from '../stock/stocked-product.ts'
import type { DemoWork } from '../types.ts'
import { at, randomOf, type Random } from './random.ts'

/** A product as the work needs it. Quantities in thousandths. */
interface Goods {
  readonly id: number
  readonly shelfId: number
  readonly safety: number
  /** Smallest quantity its unit counts. */
  readonly step: number
}

interface WorkContext {
  readonly work: DemoWork
  readonly random: Random
  readonly goods: readonly Goods[]
  readonly shelves: readonly number[]
  readonly suppliers: readonly number[]
  readonly customers: readonly number[]
  readonly carriers: readonly number[]
}

/** Lines of an opening order, and orders of each further kind. */
const linesPerOrder = 20
const seed = 7

/** Does nothing when there are orders already. */
export async function demoWork(work: DemoWork): Promise<void> {
  const { query } = work.scope.database
  if (await query.selectFrom('wms_warehousing').select('id').limit(1).executeTakeFirst()) return
  const ids = async (
    table: 'wms_warehouse_shelf' | 'wms_supplier' | 'wms_customer' | 'wms_carrier' | 'wms_product',
  ): Promise<readonly number[]> =>
    (await query.selectFrom(table).select('id').orderBy('id').execute()).map(({ id }) => id)
  const places = await readPlaces(query, await ids('wms_warehouse_shelf'))
  const shelves = [...places.values()].filter(({ closed }) => closed === null).map(({ shelfId }) => shelfId)
  const context: WorkContext = {
    work,
    random: randomOf(seed, 'work'),
    goods: await readGoods(work, new Set(shelves)),
    shelves,
    suppliers: await ids('wms_supplier'),
    customers: await ids('wms_customer'),
    carriers: await ids('wms_carrier'),
  }
  if (
    context.goods.length < 4 ||
    context.shelves.length < 2 ||
    [context.suppliers, context.customers, context.carriers].some((list) => list.length === 0)
  )
    return
  const stocked = await openingStock(context)
  await deliveries(context)
  await sales(context, stocked)
  await relocations(context, stocked)
  const all = await ids('wms_product')
  await work.scope.database.write(async (trx) => reviewLowStock(trx, await readStocked(trx, all), false))
}

/** Products whose default shelf takes goods. */
async function readGoods({ scope }: DemoWork, open: ReadonlySet<number>): Promise<readonly Goods[]> {
  const rows = await scope.database.query
    .selectFrom('wms_product as p')
    .leftJoin('wms_unit as u', 'u.id', 'p.unit_id')
    .select(['p.id', 'p.warehouse_shelf_id', 'p.safety_stock_num', 'u.decimals'])
    .where('p.warehouse_shelf_id', 'is not', null)
    .where('p.status', '=', productOptions.status.on_shelf)
    .orderBy('p.id')
    .execute()
  return rows.flatMap(({ id, warehouse_shelf_id: shelfId, safety_stock_num: safety, decimals }): readonly Goods[] =>
    shelfId !== null && open.has(shelfId)
      ? [{ id, shelfId, safety: safety ?? 0, step: 10 ** (3 - (decimals ?? 0)) }]
      : [],
  )
}

/** One in eight products has nothing yet, so that there is something to buy. */
async function openingStock(context: WorkContext): Promise<readonly Goods[]> {
  const stocked = context.goods.filter((_one, place) => place % 8 !== 7)
  for (let start = 0; start < stocked.length; start += linesPerOrder) {
    const lines = stocked.slice(start, start + linesPerOrder).map((one) => line(context, one, one.safety + 60_000))
    await context.work.runAction('wms/warehousing', 'audit', {
      id: await inbound(context, lines, { order_sn: `OPENING-${start / linesPerOrder + 1}` }),
    })
  }
  return stocked
}

/** Deliveries: some came short, four wait for their audit. */
async function deliveries(context: WorkContext): Promise<void> {
  for (let count = 0; count < 10; count++) {
    const lines = picked(context, context.goods, 3).map((one, place) => {
      const wanted = line(context, one, 20_000)
      return count === 1 && place === 0 ? { ...wanted, actual_quantity: '0' } : wanted
    })
    const id = await inbound(context, lines, { order_sn: `DN-${1000 + count}` })
    if (count < 6) await context.work.runAction('wms/warehousing', 'audit', { id })
  }
}

/** Sales: three are on their way, three wait to be shipped, four for their audit. */
async function sales(context: WorkContext, stocked: readonly Goods[]): Promise<void> {
  for (let count = 0; count < 10; count++) {
    const lines = picked(context, stocked, 2).map((one) => ({
      ...line(context, one, 0),
      warehouse_shelf_id: one.shelfId,
    }))
    const id = await context.work.add('wms/outbound', {
      type: outboundOptions.type.sales,
      customer_id: context.random.pick(context.customers),
      order_sn: `SO-${2000 + count}`,
      product_detail: lines,
    })
    if (count < 6) await context.work.runAction('wms/outbound', 'audit', { id })
    if (count < 3)
      await context.work.runAction('wms/outbound', 'ship', {
        id,
        courier_number: `SF${String(context.random.int(10_000_000, 99_999_999))}`,
        carrier_id: at(context.carriers, count),
      })
  }
}

/** Relocations in every state. */
async function relocations(context: WorkContext, stocked: readonly Goods[]): Promise<void> {
  for (let count = 0; count < 6; count++) {
    const one = at(stocked, count * 3)
    const target = at(
      context.shelves.filter((id) => id !== one.shelfId),
      0,
    )
    const id = await context.work.add('wms/relocation', {
      product_id: one.id,
      source_warehouse_shelf_id: one.shelfId,
      target_warehouse_shelf_id: target,
      plan_quantity: '10',
    })
    if (count >= 2)
      await context.work.runAction(
        'wms/relocation',
        'audit',
        count === 2 ? { id } : { id, quantity: count === 4 ? '10' : '4' },
      )
    if (count === 5) await context.work.runAction('wms/relocation', 'cancel', { id, reason: '货位已满' })
  }
}

type InboundLine = WarehousingInput['product_detail'][number]

const inbound = (
  { work, random, suppliers }: WorkContext,
  lines: WarehousingInput['product_detail'],
  more: Pick<WarehousingInput, 'order_sn'>,
): Promise<number> =>
  work.add('wms/warehousing', {
    type: warehousingOptions.type.purchase,
    supplier_id: random.pick(suppliers),
    product_detail: lines,
    ...more,
  })

/** A line over at least the given quantity, in whole steps of the unit. */
function line({ random }: WorkContext, { id, step }: Goods, least: number): InboundLine {
  const quantity = Math.ceil((least + random.int(1, 8) * 1000) / step) * step
  return { product_id: id, plan_quantity: decimalText(quantity, 3) }
}

const picked = ({ random }: WorkContext, list: readonly Goods[], count: number): readonly Goods[] =>
  Array.from({ length: count }, () => random.pick(list))
