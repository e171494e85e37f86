/** The demo records of the warehouse in a database. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { demoRecords } from '../../../runtime/modules/wms/server/demo/demo.ts'
import { roles } from '../../../runtime/modules/wms/server/roles.ts'
import { system } from '#generated/system/index.ts'
import { wms } from '#generated/wms/index.ts'
import { readAccess } from '../../../runtime/server/operation/access/access-state.ts'
import { seedRoles } from '../../../runtime/server/demo-roles.ts'
import { seedDemo } from '../../../runtime/server/demo-seed.ts'
import { prepareAccess } from '../../../runtime/server/identity/permissions/prepare-rules.ts'
import { moduleEngines } from '../../support/databases.ts'
import { models } from '../../server/http/running-app.ts'
import { languages } from 'tablewright/protocol'
import { reimport, unchanged } from '../../server/records/reimport.ts'
import { index } from '../../server/records/scope.ts'
import { openWarehouse, type Warehouse } from './warehouse.ts'

const records = demoRecords(0.05, 20_260_101)

describe.each(moduleEngines)('the demo records of the warehouse on $name', (engine) => {
  let warehouse: Warehouse
  const drawings: string[] = []
  const storePicture = async (svg: string, name: string): Promise<string> => {
    drawings.push(svg)
    return `/storage/demo/${name}-${drawings.length}.webp`
  }
  beforeAll(async () => {
    warehouse = await openWarehouse(engine)
    await seedDemo(warehouse.scope, records, { storePicture })
  })
  afterAll(() => warehouse?.database.dispose())

  it('fill every table of master data with as many records as the list holds', async () => {
    // Documents and what they post are made through the operations people use.
    for (const model of warehouse.models.filter(({ actions, machine }) => actions.includes('add') && !machine)) {
      const wanted = records.filter((record) => record.table === model.id).length
      expect([model.id, (await index(warehouse.scope, model, 'exact=1&isTree=0')).total]).toEqual([model.id, wanted])
      expect(wanted).toBeGreaterThan(0)
    }
  })

  it('refer to each other, have pictures and keep the order of the list', async () => {
    expect(drawings.length).toBeGreaterThan(0)
    expect(drawings.every((svg) => svg.startsWith('<svg'))).toBe(true)
    const { list } = await index(warehouse.scope, warehouse.of('product'), 'order=id,asc&limit=100')
    const demo = records.filter((record) => record.table === 'wms/product')
    expect(list.map((row) => row['product_no'])).toEqual(demo.map((record) => record.values['product_no']))
    expect(list.map((row) => row['weigh'])).toEqual(demo.map((record) => record.values['weigh']))
    for (const row of list) {
      expect(row['category']).toMatchObject({ name: expect.any(String) })
      expect(row['images']).toEqual(expect.arrayContaining([expect.stringMatching(/^\/storage\/demo\/[\w-]+\.webp$/)]))
    }
  })

  it('come back from an export in either language as they are', async () => {
    const { scope, models: tables } = warehouse
    for (const model of tables.filter(({ actions, machine }) => actions.includes('add') && !machine))
      for (const language of languages)
        expect([model.id, await reimport({ ...scope, language }, model)]).toEqual([model.id, unchanged])
  })

  it('are not inserted twice', async () => {
    expect(await seedDemo(warehouse.scope, records, { storePicture, skipKnown: true })).toBe(0)
  })
})

describe.each(moduleEngines)('the demo roles of the warehouse on $name', (engine) => {
  it('hold the rights they list and no others', async () => {
    const manifests = [wms, system]
    const list = await models(manifests)
    const database = await engine.open(list)
    try {
      const modules = manifests.map((manifest) => ({
        manifest,
        models: list.filter((model) => model.module === manifest.name),
      }))
      await prepareAccess(database, modules)
      expect(await seedRoles(database, roles, 'zh-cn')).toBe(4)
      const { groups, rules } = await readAccess(database.query)
      const held = (name: string) =>
        [...groups.values()].find((group) => group.name === name)!.rules.map((id) => rules.get(id)!.name)
      expect([...groups.values()].some((group) => group.all)).toBe(false)
      expect(held('只读人员')).toContain('wms/product/export')
      expect(held('只读人员').some((name) => /\/(add|edit|del|import)$/.test(name))).toBe(false)
      expect(held('仓库主管')).toContain('wms/product/import')
    } finally {
      await database.dispose()
    }
  })
})
