/** Orders of the demo members, one for each way that an order can go. */
import { nowSeconds, records } from 'tablewright/server'
import type { DemoWork } from '#generated/shop/server.ts'
import type { WmsServerParts } from '#generated/wms/parts.ts'
import { storeAddress } from '../addresses.ts'
import { expireOrders } from '../jobs.ts'
import { contractCall, linesOf, readOrder, type ShopCall } from '../order.ts'
import { cancelUnpaid } from '../orders/close.ts'
import { completeOrder } from '../orders/confirm.ts'
import { customerOf, sendToWarehouse } from '../orders/outbound.ts'
import { openPayment } from '../orders/paid.ts'
import { placeOrder } from '../orders/place.ts'
import { askForRefund } from '../refunds/ask.ts'
import { sendMoney } from '../refunds/money.ts'
import { addresses, reasons, remark } from './wording.ts'

const stories = [
  'completed',
  'bought again',
  'shipped',
  'short',
  'return',
  'returned',
  'audited',
  'paid',
  'refund',
  'refunded',
  'cancelled',
  'expired',
  'unpaid',
] as const
type Story = (typeof stories)[number]

const hour = 3600
/** Seconds between two events in the warehouse, which come after those of its own story. */
const pause = 60
/** Seconds before now when the first of them happens. */
const warehouseStart = 2300

/** Facts that all stories share. */
interface Demo {
  readonly work: DemoWork
  readonly customer: number
  readonly carrier: number
  /** Does something in the warehouse, after all that was done there before. */
  inWarehouse<Result>(event: () => Promise<Result>): Promise<Result>
}

interface Buyer {
  readonly id: number
  readonly mobile: string | null
}

/** @param goods ids of goods on sale, of each of which some pieces are there */
export async function runStories(work: DemoWork, goods: readonly number[]): Promise<void> {
  const { scope } = work
  const { query } = scope.database
  const carrier = await query.selectFrom('wms_carrier').select('id').orderBy('id').limit(1).executeTakeFirst()
  const buyers = await query
    .selectFrom('user')
    .select(['id', 'mobile'])
    .where('status', '=', 'enable')
    .where('erased_time', 'is', null)
    .orderBy('money', 'desc')
    .orderBy('id')
    .limit(stories.length)
    .execute()
  if (!carrier || buyers.length === 0 || !scope.payments?.payFromWallet || !scope.stockHolds) return
  const cheap = await query.selectFrom('shop_goods').select('id').where('id', 'in', goods).orderBy('price').execute()
  const start = nowSeconds()
  let moment = start - warehouseStart
  const demo: Demo = {
    work,
    carrier: carrier.id,
    customer: await customerOf(scope),
    inWarehouse(event) {
      moment = Math.min(start, moment + pause)
      return work.at(moment, event)
    },
  }
  for (const [turn, story] of stories.entries()) {
    // Neither list is empty.
    const buyer = buyers[turn % buyers.length]!
    // The list is not empty.
    const wishes = [cheap[turn % cheap.length]!.id, ...(turn % 2 === 0 ? [cheap[(turn + 5) % cheap.length]!.id] : [])]
    const age = story === 'unpaid' ? 120 : (stories.length - turn + 2) * hour
    await tell(demo, story, buyer, [...new Set(wishes)], start - age)
  }
}

/** @param moment Unix seconds when the order is placed */
async function tell(demo: Demo, story: Story, buyer: Buyer, goods: readonly number[], moment: number): Promise<void> {
  const { work } = demo
  const { scope } = work
  const write = <Result>(change: (call: ShopCall) => Promise<Result>): Promise<Result> =>
    scope.database.write((trx) => change({ scope, trx }))
  const id = await work.at(moment, () => write((call) => place(call, buyer, goods, story)))
  if (story === 'unpaid') return
  if (story === 'cancelled')
    return void (await work.at(moment + 300, () =>
      write((call) => cancelUnpaid(call, id, reasons.unneeded[scope.language])),
    ))
  if (story === 'expired') return void (await work.at(moment + hour, () => expireOrders(scope)))
  await work.at(moment + 200, async () => {
    const payment = await write(async (call) => openPayment(call, await readOrder(call.trx, id)))
    await write(async (call) => scope.payments?.payFromWallet?.(contractCall(call), payment.id))
    await write((call) => sendToWarehouse(call, id, demo.customer))
  })
  if (story === 'paid') return
  if (story === 'refund' || story === 'refunded') {
    const refund = await work.at(moment + 900, () => ask(write, buyer.id, id, reasons.unneeded[scope.language]))
    if (story === 'refunded') await demo.inWarehouse(() => work.runAction('shop/refund', 'agree', { id: refund }))
    if (story === 'refunded') await write((call) => sendMoney(call, refund))
    return
  }
  await ship(demo, id, story)
  if (story === 'short') await payShort(demo, id)
  if (story === 'completed' || story === 'bought again')
    await demo.inWarehouse(() => write((call) => completeOrder(call, id)))
  if (story !== 'return' && story !== 'returned') return
  const reason = story === 'return' ? reasons.wrong : reasons.broken
  const refund = await demo.inWarehouse(() => ask(write, buyer.id, id, reason[scope.language]))
  if (story === 'returned') await takeBack(demo, refund)
}

async function place(
  call: ShopCall,
  { id: member, mobile }: Buyer,
  goods: readonly number[],
  story: Story,
): Promise<number> {
  const { scope, trx } = call
  const { language } = scope
  // The list is not empty.
  const sample = addresses[member % addresses.length] ?? addresses[0]!
  const address = {
    name: sample.name[language],
    mobile: mobile ?? '13800009999',
    region: sample.region,
    address: sample.address[language],
  }
  const former = await trx.selectFrom('shop_address').select('id').where('user_id', '=', member).executeTakeFirst()
  if (!former) await storeAddress(call, member, address)
  const pieces = story === 'short' || story === 'returned' ? 2 : 1
  const placed = await placeOrder(call, {
    member,
    address,
    lines: goods.map((id) => ({ goods_id: id, quantity: pieces })),
    ...(story === 'shipped' && { remark: remark[language] }),
  })
  if ('problems' in placed) throw new Error(`demo: ${JSON.stringify(placed.problems)}`)
  return placed.order.id
}

/** @returns the id of the refund that a member asks for, of one piece of the first line */
async function ask(
  write: <Result>(change: (call: ShopCall) => Promise<Result>) => Promise<Result>,
  member: number,
  order: number,
  reason: string,
): Promise<number> {
  return write(async (call) => {
    const lines = await linesOf(call.trx, [order])
    const row = await readOrder(call.trx, order)
    // Before shipping, all of it is refunded.
    const parts = row.ship_time === null ? lines : lines.slice(0, 1)
    const wishes = parts.map((line) => ({
      id: line.id,
      quantity: row.ship_time === null ? String(line.quantity / 1000) : '1',
    }))
    return (await askForRefund(call, member, order, { lines: wishes, reason })).id
  })
}

const warehouseOf = (scope: DemoWork['scope']) => records<WmsServerParts>(scope)

async function ship({ work: { scope }, carrier, inWarehouse }: Demo, order: number, story: Story): Promise<void> {
  const { outbound_id: outbound, sn } = await readOrder(scope.database.query, order)
  if (outbound === null) return
  const warehouse = warehouseOf(scope)
  if (story === 'short')
    await inWarehouse(async () => {
      const detail = (await warehouse.get('wms/outbound', outbound))?.product_detail ?? []
      // One piece of the first line is missing on the shelf.
      const lines = detail.map((line, index) => ({
        ...line,
        actual_quantity: index === 0 ? '1.000' : line.plan_quantity,
      }))
      await warehouse.update('wms/outbound', outbound, { product_detail: lines })
    })
  await inWarehouse(() => warehouse.runAction('wms/outbound', 'audit', outbound))
  if (story !== 'audited')
    await inWarehouse(() =>
      warehouse.runAction('wms/outbound', 'ship', outbound, {
        courier_number: `SF${sn.slice(-8)}`,
        carrier_id: carrier,
      }),
    )
}

/** The money for what was not sent. */
async function payShort({ work: { scope } }: Demo, order: number): Promise<void> {
  const rows = await scope.database.query.selectFrom('shop_refund').select('id').where('order_id', '=', order).execute()
  for (const { id } of rows) await scope.database.write((trx) => sendMoney({ scope, trx }, id))
}

/** The return is agreed to, comes back, and is paid back. */
async function takeBack({ work, inWarehouse }: Demo, refund: number): Promise<void> {
  const { scope } = work
  const { query } = scope.database
  await inWarehouse(() => work.runAction('shop/refund', 'agree', { id: refund }))
  const { inbound_id: inbound } = await query
    .selectFrom('shop_refund')
    .select('inbound_id')
    .where('id', '=', refund)
    .executeTakeFirstOrThrow()
  if (inbound === null) return
  const warehouse = warehouseOf(scope)
  await inWarehouse(async () => {
    const detail = (await warehouse.get('wms/warehousing', inbound))?.product_detail ?? []
    const shelves = await query
      .selectFrom('wms_stock_layer')
      .select(['product_id', 'warehouse_shelf_id'])
      .where(
        'product_id',
        'in',
        detail.map((line) => line.product_id),
      )
      .orderBy('id', 'desc')
      .execute()
    const lines = detail.map((line) => ({
      ...line,
      warehouse_shelf_id: shelves.find((layer) => layer.product_id === line.product_id)?.warehouse_shelf_id ?? null,
    }))
    await warehouse.update('wms/warehousing', inbound, { product_detail: lines })
  })
  await inWarehouse(() => warehouse.runAction('wms/warehousing', 'audit', inbound))
  await scope.database.write((trx) => sendMoney({ scope, trx }, refund))
}
