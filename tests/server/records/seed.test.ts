import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { DemoRecord } from 'tablewright/server'
import type { createAudit } from '../../../runtime/server/operation/audit/audit.ts'
import { seedDemo } from '../../../runtime/server/demo-seed.ts'
import { engines } from '../../support/databases.ts'
import { index } from './scope.ts'
import { openShop, type Shop } from './shop.ts'

const drawing = (width: number) => ({ svg: `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} 1"/>` })
const numbers = Array.from({ length: 12 }, (_, at) => at + 1)
const record = (table: string, key: string | number, values: DemoRecord['values']): DemoRecord => ({
  table: `shop/${table}`,
  key: `${table} ${key}`,
  values,
})
const records: readonly DemoRecord[] = [
  ...['piece', 'box'].map((name) => record('unit', name, { name })),
  record('category', 'tools', { name: 'tools' }),
  record('category', 'saws', { name: 'saws', pid: { ref: 'category tools' } }),
  record('brand', 1, { name: 'Acme', image: drawing(1) }),
  record('supplier', 1, { name: 'Hill & Sons' }),
  record('warehouse', 1, { name: 'Main' }),
  record('warehouse_area', 1, { name: 'Hall', serial_no: 'A', warehouse_id: { ref: 'warehouse 1' } }),
  record('warehouse_shelf', 1, {
    name: 'Top',
    serial_no: 'A1',
    warehouse_id: { ref: 'warehouse 1' },
    warehouse_area_id: { ref: 'warehouse_area 1' },
  }),
  ...numbers.map((at) =>
    record('product', at, {
      product_no: `P${at}`,
      name: `Product ${at}`,
      price: `${at}.5`,
      weigh: 100 - at,
      category_id: { ref: at % 2 ? 'category saws' : 'category tools' },
      brand_id: { ref: 'brand 1' },
      images: Array.from({ length: at % 3 }, (_, n) => drawing(10 * at + n)),
    }),
  ),
]

describe.each(engines)('demo records on $name', (engine) => {
  let fixture: Shop
  const drawings: string[] = []
  const storePicture = async (svg: string, name: string): Promise<string> => {
    drawings.push(svg)
    return `/storage/demo/${name}-${drawings.length}.webp`
  }
  beforeAll(async () => {
    fixture = await openShop(engine)
    await seedDemo(fixture.scope, records, { storePicture })
  })
  afterAll(() => fixture?.database.dispose())

  it('inserts as many records into every table as the list holds', async () => {
    for (const model of fixture.models) {
      const wanted = records.filter(({ table }) => table === model.id).length
      expect([model.id, (await index(fixture.scope, model, 'exact=1&isTree=0')).total]).toEqual([model.id, wanted])
      expect(wanted).toBeGreaterThan(0)
    }
  })

  it('resolves references, stores pictures and keeps the weights of the list', async () => {
    expect(drawings).toHaveLength(1 + numbers.reduce((sum, at) => sum + (at % 3), 0))
    expect(drawings.every((svg) => svg.startsWith('<svg'))).toBe(true)
    const { list } = await index(fixture.scope, fixture.of('product'), 'order=id,asc&limit=100')
    expect(list.map((row) => [row['product_no'], row['weigh']])).toEqual(numbers.map((at) => [`P${at}`, 100 - at]))
    for (const [at, row] of list.entries()) {
      expect(row['category']).toMatchObject({ name: at % 2 ? 'tools' : 'saws' })
      expect(row['images']).toHaveLength((at + 1) % 3)
      for (const path of row['images'] as string[]) expect(path).toMatch(/^\/storage\/demo\/[\w-]+\.webp$/)
    }
  })

  it('inserts nothing twice when the records are loaded again', async () => {
    expect(await seedDemo(fixture.scope, records, { storePicture, skipKnown: true })).toBe(0)
  })

  it('writes one audit entry however many pictures are drawn', async () => {
    const entries: object[] = []
    const audit: ReturnType<typeof createAudit> = async (_trx, entry) => entries.push(entry)
    const unit = record('unit', 'logged', { name: 'Logged' })
    await seedDemo({ ...fixture.scope, audit }, [unit], { storePicture })
    expect(entries).toEqual([{ title: { 'zh-cn': '加载演示数据', en: 'Load demo data' }, data: { records: 1 } }])
    await seedDemo({ ...fixture.scope, audit }, [unit], { storePicture, skipKnown: true })
    expect(entries).toHaveLength(1)
  })

  it('inserts them once when several processes load them at one moment (T85)', async () => {
    const shop = await openShop(engine)
    const total = async (name: string) => {
      const model = shop.models.find(({ id }) => id === `shop/${name}`)!
      return (await index(shop.scope, model, 'exact=1&isTree=0')).total
    }
    const load = (options: object) => seedDemo(shop.scope, records, { storePicture, ...options })
    const first = await Promise.all([1, 2, 3].map(() => load({ onlyEmpty: true })))
    expect(first.toSorted()).toEqual([0, 0, records.length])
    expect(await total('unit')).toBe(2)
    await shop.database.write((trx) => trx.deleteFrom('shop_product').execute())
    const again = await Promise.all([1, 2, 3].map(() => load({ skipKnown: true })))
    expect(again.toSorted()).toEqual([0, 0, numbers.length])
    expect(await total('product')).toBe(numbers.length)
    await shop.database.dispose()
  })

  it('leaves nothing behind when one of the records is wrong', async () => {
    const wrong = (values: Record<string, string>, table = 'unit') =>
      seedDemo(fixture.scope, [record('unit', 'u', { name: 'left behind' }), record(table, 'x', values)])
    await expect(wrong({ nothing: 'x' })).rejects.toThrow('shop/unit has no field nothing')
    await expect(wrong({ name: 'x', decimals: 'many' })).rejects.toThrow('decimals breaks the rule integer')
    await expect(wrong({}, 'nothing')).rejects.toThrow('there is no table shop/nothing')
    expect((await index(fixture.scope, fixture.of('unit'), 'quickSearch=left behind')).total).toBe(0)
  })
})
