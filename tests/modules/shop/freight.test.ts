/** Freight by region, weight and value (S10), and goods whose product or themselves go away (S9). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { records } from 'tablewright/server'
import { freightOf } from '../../../runtime/modules/shop/server/freight.ts'
import { showOrders } from '../../../runtime/modules/shop/server/orders/show.ts'
import { findOrder } from '../../../runtime/modules/shop/server/order.ts'
import { refusal } from '../../server/records/scope.ts'
import { engines } from '../../support/databases.ts'
import { openShopSite, type ShopSite } from './shop-site.ts'

const hangzhou = '330106'
const lhasa = '540102'
const beijing = '110105'

describe.each(engines)('freight and goods on $name', (engine) => {
  let site: ShopSite
  beforeAll(async () => {
    site = await openShopSite(engine)
  })
  afterAll(() => site?.dispose())

  const rules = () => records(site.scope as never)
  const addRule = (values: object) =>
    rules().create('shop/freight' as never, values as never) as Promise<{ id: number }>
  const freight = async (region: string, cents: number, grams = 0) =>
    freightOf(site.own, site.own.database.query, region, cents, grams)
  const errorOf = async (work: Promise<unknown>): Promise<string> => (await refusal(work)).messageIn('en')

  it('S10: the rule of the province, by weight begun, free from a value; the others’ rule for the rest', async () => {
    const near = { name: 'Near', provinces: ['330000', '310000'], fee: '6.00', kg_fee: '2.50', free_from: '99.00' }
    const { id } = await addRule(near)
    expect(await freight(hangzhou, 1000)).toEqual({ freight: 600, freeFrom: 9900 })
    // Each kilogram that was begun.
    expect([await freight(hangzhou, 1000, 1), await freight(hangzhou, 1000, 2001)]).toMatchObject([
      { freight: 850 },
      { freight: 1350 },
    ])
    expect([await freight(hangzhou, 9899, 5000), await freight(hangzhou, 9900, 5000)]).toMatchObject([
      { freight: 1850 },
      { freight: 0 },
    ])
    // Regions that no rule names, and codes that are no region, are never free by mistake.
    for (const region of [lhasa, beijing, '990000'])
      expect(await freight(region, 1_000_000)).toEqual({ freight: 1000, freeFrom: null })
    await rules().update('shop/freight' as never, id, { status: 0 } as never)
    expect(await freight(hangzhou, 9900)).toMatchObject({ freight: 1000 })
    await rules().update('shop/freight' as never, id, { status: 1 } as never)
  })

  it('a province belongs to one rule, also when two are saved at the same moment', async () => {
    const rule = (name: string, provinces: readonly string[]) => ({ name, provinces, fee: '5.00' })
    expect(await errorOf(addRule(rule('Again', ['310000', '110000'])))).toContain('the rule “Near” names them already')
    expect(await errorOf(addRule(rule('Rest', [])))).toContain('is for all other regions already')
    // One that is off says nothing, until it is switched on.
    const off = await addRule({ ...rule('Off', ['310000']), status: 0 })
    expect(await errorOf(rules().update('shop/freight' as never, off.id, { status: 1 } as never))).toContain('Near')
    const answers = await Promise.all(
      ['One', 'Two', 'Three'].map((name) =>
        addRule(rule(name, ['650000'])).then(
          () => 'saved',
          () => 'refused',
        ),
      ),
    )
    expect(answers.toSorted()).toEqual(['refused', 'refused', 'saved'])
  })

  it('S9: a product with goods stays; orders of deleted goods stay readable, and can be refunded', async () => {
    const ann = await site.member()
    const { id, product } = await site.goods(3)
    const order = await site.sold(ann, id, 2)
    expect((await refusal(site.remove('wms/product', product))).code).toBe('in_use')
    await site.remove('shop/goods', id)
    const { query } = site.own.database
    const row = (await findOrder(query, order))!
    expect(await showOrders(query, [row])).toMatchObject([{ lines: [{ title: expect.stringContaining('Goods') }] }])
    expect(await site.place(ann, id, 1)).toMatchObject({ problems: [{ kind: 'off_sale' }] })
    await site.ship(order)
    expect([await site.order(order), await site.faults()]).toMatchObject([{ status: 2 }, []])
  })
})
