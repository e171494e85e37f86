/** Twenty rounds of the races that `orders.test.ts` runs once, up to 50 at the same time; 200 buyers at one moment. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { engines } from '../../../support/databases.ts'
import { buyAll, races } from '../races.ts'
import { openShopSite, type ShopSite } from '../shop-site.ts'

const rounds = 20

describe.each(engines)('races of the shop on $name', (engine) => {
  let site: ShopSite
  beforeAll(async () => {
    site = await openShopSite(engine)
  }, 120_000)
  afterAll(() => site?.dispose())
  afterEach(async () => {
    await site.work()
    expect(await site.faults()).toEqual([])
  })

  it('SB1: 200 buyers at the same moment get 10 of 10 pieces', async () => {
    const buyers = await Promise.all(Array.from({ length: 200 }, () => site.member()))
    const { id, product } = await site.goods(10)
    expect(await buyAll(site, buyers, id)).toBe(10)
    expect([await site.reserved(product), (await site.rows('shop_order_line', { goods_id: id })).length]).toEqual([
      10, 10,
    ])
  }, 300_000)

  it.each(races)(
    '%s',
    async (_name, race) => {
      const member = await site.member()
      for (let round = 0; round < rounds; round++) {
        await race(site, member, 1 + Math.floor((round * 24) / (rounds - 1)))
        expect(await site.faults()).toEqual([])
      }
    },
    600_000,
  )
})
