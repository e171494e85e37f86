/** The demo shop has goods and an order in every state, made by the services that people use. */
import { afterAll, describe, expect, it } from 'vitest'
import { shop } from '#generated/shop/index.ts'
import { languages } from 'tablewright/protocol'
import { shopServer } from '../../../runtime/modules/shop/server/index.ts'
import { runDemoWork } from '../../../runtime/server/demo.ts'
import { moduleEngines } from '../../support/databases.ts'
import { openShopSite, type ShopSite } from './shop-site.ts'

/** More than the demo sells of them: two are without stock, and of the rest only some can be ordered. */
const productCount = 26
const money = 50_000

const cases = moduleEngines.flatMap((engine, turn) => ({ engine, language: languages[turn % languages.length]! }))

describe.each(cases)('the demo shop on $engine.name in $language', ({ engine, language }) => {
  let site: ShopSite
  afterAll(() => site?.dispose())

  it('has 24 goods, an order in every state, and contradicts itself nowhere', async () => {
    site = await openShopSite(engine)
    for (let turn = 0; turn < productCount; turn++) await site.goods(turn < 2 ? 0 : 20)
    for (let turn = 0; turn < 13; turn++) await site.member()
    await site.database.write(async (trx) => {
      await trx.deleteFrom('shop_goods').execute()
      await trx
        .updateTable('wms_product')
        .set({ images: JSON.stringify(['/storage/demo/a.webp']), price: 100_000 })
        .execute()
      for (const { id } of await trx.selectFrom('user').select('id').execute())
        await site.scope.wallet!.change(
          { scope: site.scope, trx },
          { asset: 'money', userId: Number(id), amount: money, memo: 'demo', source: 'share', sn: Number(id) },
        )
    })
    await runDemoWork([{ manifest: shop, server: shopServer }], { ...site.scope, language })
    const goods = await site.rows('shop_goods')
    expect(goods).toHaveLength(24)
    expect(goods.filter(({ status }) => status === 20)).toHaveLength(2)
    const orders = await site.rows('shop_order')
    expect(new Set(orders.map(({ status }) => status))).toEqual(new Set([0, 1, 2, 3, 4]))
    expect(new Set(orders.map(({ refund_state: state }) => state))).toEqual(new Set([0, 1, 2, 3]))
    const refunds = await site.rows('shop_refund')
    expect(refunds.map(({ kind, status }) => [kind, status]).toSorted()).toEqual([
      [0, 0],
      [0, 3],
      [2, 0],
      [2, 3],
      [3, 3],
    ])
    expect(await site.rows('shop_freight')).toHaveLength(3)
    await site.work()
    expect(await site.faults()).toEqual([])
    // Once there are goods, nothing is added.
    await runDemoWork([{ manifest: shop, server: shopServer }], { ...site.scope, language })
    expect(await site.rows('shop_order')).toHaveLength(orders.length)
  })
})
