import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { demoRecords } from '../../../runtime/modules/wms/server/demo/demo.ts'
import { createAudit } from '../../../runtime/server/audit/audit.ts'
import { seedDemo } from '../../../runtime/server/demo/seed.ts'
import { engines } from '../../support/databases.ts'
import { index } from './scope.ts'
import { openWarehouse, type Warehouse } from './warehouse.ts'

const records = demoRecords(0.05, 20_260_101)

describe.each(engines)('demo records on $name', (engine) => {
  let house: Warehouse
  const drawings: string[] = []
  const storePicture = async (svg: string, name: string): Promise<string> => {
    drawings.push(svg)
    return `/storage/demo/${name}-${drawings.length}.webp`
  }
  beforeAll(async () => {
    house = await openWarehouse(engine)
    await seedDemo(house.scope, records, { storePicture })
  })
  afterAll(() => house?.database.dispose())

  it('are all there, every table with as many as the list holds', async () => {
    // Documents and what they post come by the way people make them.
    for (const model of house.models.filter(({ actions, machine }) => actions.includes('add') && !machine)) {
      const wanted = records.filter((record) => record.table === model.id).length
      expect([model.id, (await index(house.scope, model, 'exact=1&isTree=0')).total]).toEqual([model.id, wanted])
      expect(wanted).toBeGreaterThan(0)
    }
  })

  it('refer to each other, show their pictures and stand in order', async () => {
    expect(drawings.length).toBeGreaterThan(0)
    expect(drawings.every((svg) => svg.startsWith('<svg'))).toBe(true)
    const { list } = await index(house.scope, house.of('product'), 'order=id,asc&limit=100')
    const demo = records.filter((record) => record.table === 'wms/product')
    expect(list.map((row) => row['product_no'])).toEqual(demo.map((record) => record.values['product_no']))
    expect(list.map((row) => row['weigh'])).toEqual(demo.map((record) => record.values['weigh']))
    for (const row of list) {
      expect(row['category']).toMatchObject({ name: expect.any(String) })
      expect(row['images']).toEqual(expect.arrayContaining([expect.stringMatching(/^\/storage\/demo\/[\w-]+\.webp$/)]))
    }
  })

  it('are not doubled when they come again', async () => {
    expect(await seedDemo(house.scope, records, { storePicture, skipKnown: true })).toBe(0)
  })

  it('are one entry in the log, however many pictures are drawn', async () => {
    const entries: object[] = []
    const audit: ReturnType<typeof createAudit> = async (_trx, entry) => entries.push(entry)
    const unit = { table: 'wms/unit', key: 'log', values: { name: 'Logged' } } as const
    await seedDemo({ ...house.scope, audit }, [unit], { storePicture })
    expect(entries).toEqual([{ title: { 'zh-cn': '载入演示数据', en: 'Load demo data' }, data: { records: 1 } }])
    await seedDemo({ ...house.scope, audit }, [unit], { storePicture, skipKnown: true })
    expect(entries).toHaveLength(1)
  })

  it('leave nothing behind when one of them is wrong', async () => {
    const wrong = (values: Record<string, string>, table = 'wms/unit') =>
      seedDemo(house.scope, [
        { table: 'wms/unit', key: 'u', values: { name: 'left behind' } },
        { table, key: 'x', values },
      ])
    await expect(wrong({ nothing: 'x' })).rejects.toThrow('wms/unit has no field nothing')
    await expect(wrong({ name: 'x', decimals: 'many' })).rejects.toThrow('decimals breaks the rule integer')
    await expect(wrong({}, 'wms/nothing')).rejects.toThrow('there is no table wms/nothing')
    expect((await index(house.scope, house.of('unit'), 'quickSearch=left behind')).total).toBe(0)
  })
})
