/** The doctor names every contradiction of a shop that somebody plants (SI2 to SI6). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { askForRefund } from '../../../runtime/modules/shop/server/refunds/ask.ts'
import type { Row } from '../../../runtime/server/db/index.ts'
import { moduleEngines } from '../../support/databases.ts'
import { openShopSite, type ShopSite } from './shop-site.ts'

describe.each(moduleEngines)('the checks of the shop on $name', (engine) => {
  let site: ShopSite
  let shipped: number
  let unpaid: number
  let paid: number
  let returned: number
  beforeAll(async () => {
    site = await openShopSite(engine)
    const ann = await site.member()
    const { id } = await site.goods(20)
    shipped = await site.sold(ann, id, 2)
    await site.ship(shipped)
    unpaid = await site.ordered(ann, id, 1)
    paid = await site.sold(ann, id, 1)
    returned = await site.sold(ann, id, 1)
    const [line] = await site.rows('shop_order_line', { order_id: returned })
    const request = { lines: [{ id: Number(line?.['id']), quantity: 1 }], reason: 'broken' }
    const refund = await site.run((call) => askForRefund(call, ann, returned, request))
    await site.act('shop/refund', 'agree', refund.id)
    await site.work()
    expect(await site.faults()).toEqual([])
  })
  afterAll(() => site?.dispose())

  it.each([
    ['SI2', 'shop/order.amount', 'shop_order', () => ({ id: shipped }), { amount_pay: 5 }],
    [
      'SI3',
      'shop/order_line.quantities',
      'shop_order_line',
      () => ({ order_id: shipped }),
      { refunded_quantity: 9000 },
    ],
    ['SI3', 'shop/order_line.delivered', 'shop_order_line', () => ({ order_id: shipped }), { shipped_quantity: 1000 }],
    ['SI4', 'shop/order.refunded', 'shop_order', () => ({ id: shipped }), { refunded: 5 }],
    ['SI4', 'shop/refund.sum', 'shop_refund', () => ({ order_id: returned }), { amount: 9999 }],
    ['SI5', 'shop/order.shipped', 'shop_order', () => ({ id: shipped }), { status: 1 }],
    ['SI6', 'shop/order.cancelled', 'shop_order', () => ({ id: unpaid }), { status: 4 }],
    ['SI6', 'shop/order.open', 'shop_order', () => ({ id: paid }), { status: 4 }],
    ['SI6', 'shop/order.returned', 'shop_order', () => ({ id: paid }), { status: 4 }],
    ['limit', 'shop/bought.quantity', 'shop_bought', () => ({}), { quantity: 1 }],
  ] as const)('%s: %s', async (_name, check, table, where, values: Row) => {
    const [row] = await site.rows(table, where() as Row)
    const id = Number(row?.['id'])
    const change = (set: Row) =>
      site.database.write((trx) => trx.updateTable(table).set(set).where('id', '=', id).execute())
    await change(values)
    expect(await site.faults()).toContainEqual(expect.stringContaining(`${check} `))
    await change(Object.fromEntries(Object.keys(values).map((name) => [name, row?.[name] as Row[string]])))
    expect(await site.faults()).toEqual([])
  })
})
