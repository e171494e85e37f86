/** Values of other records: shown, searched, filtered, sorted by and exported, for those who may see them. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fullTitleName, type LookupModel, type TableModel } from 'tablewright/protocol'
import { create } from '../../../runtime/server/records/create.ts'
import { exportCsv } from '../../../runtime/server/records/export.ts'
import { read } from '../../../runtime/server/records/read.ts'
import type { Scope } from '../../../runtime/server/operation/scope.ts'
import { engines, type TestDatabase } from '../../support/databases.ts'
import { field, reference, tableModel } from '../../support/models.ts'
import { actor, openTenants, withFields } from '../policy/tenants.ts'
import { index, query, refusal } from './scope.ts'

const actions = ['index', 'add', 'edit', 'export'] as const
const step = (column: string, { table, id }: TableModel) => ({ column, table, entity: id })
const fullTitle = (lookup: LookupModel) => field(fullTitleName, 'text', { readOnly: true, implicit: true, lookup })

const hall = tableModel('t/hall', {
  title: 'name',
  actions,
  fields: [field('name', 'text', { required: true }), field('area', 'decimal', { scale: 2 })],
})
const ofPlace: LookupModel = {
  paths: [
    { steps: [step('hall_id', hall)], column: 'name' },
    { steps: [], column: 'name' },
  ],
  separator: ' / ',
}
const place = tableModel('t/place', {
  title: 'name',
  actions,
  fields: [field('name', 'text', { required: true }), reference('hall_id', hall), fullTitle(ofPlace)],
})
const placeReference = reference('place_id', place)
const item = tableModel('t/item', {
  title: 'name',
  actions,
  search: ['name', 'hall'],
  fields: [
    field('name', 'text', { required: true }),
    { ...placeReference, relation: { ...placeReference.relation!, fullTitle: ofPlace } },
    field('hall', 'text', {
      readOnly: true,
      lookup: { paths: [{ steps: [step('place_id', place), step('hall_id', hall)], column: 'name' }], separator: ' ' },
    }),
    field('area', 'decimal', {
      scale: 2,
      readOnly: true,
      lookup: { paths: [{ steps: [step('place_id', place), step('hall_id', hall)], column: 'area' }], separator: ' ' },
    }),
  ],
})

async function text(pieces: AsyncIterable<Buffer>): Promise<string> {
  let all = ''
  for await (const piece of pieces) all += piece
  return all
}

describe.each(engines)('lookups on $name', (engine) => {
  let database: TestDatabase
  let scopeOf: Awaited<ReturnType<typeof openTenants>>['scopeOf']
  let root: Scope
  beforeAll(async () => {
    ;({ database, scopeOf } = await openTenants(engine, [hall, place, item]))
    root = scopeOf(actor(14, { super: true }))
    const [north, south] = [
      await create(root, hall, { name: 'North', area: '12.50' }),
      await create(root, hall, { name: 'South', area: '7' }),
    ]
    const places = [
      await create(root, place, { name: 'A1', hall_id: north.id }),
      await create(root, place, { name: 'A1', hall_id: south.id }),
      await create(root, place, { name: 'Yard' }),
    ]
    for (const [at, name] of ['bolt', 'nut', 'saw', 'loose'].entries())
      await create(root, item, { name, place_id: places[at]?.id ?? null })
  })
  afterAll(() => database?.dispose())

  const names = async (scope: Scope, raw: string): Promise<readonly unknown[]> =>
    (await index(scope, item, raw)).list.map((row) => row['name'])

  it('tells two records of one name apart, and sends nothing where a reference leads nowhere', async () => {
    const { list } = await index(root, item, 'order=id,asc')
    expect(list.map(({ place: target, hall: hallName, area }) => [target, hallName, area])).toEqual([
      [{ id: 1, name: 'A1', full_title: 'North / A1' }, 'North', '12.50'],
      [{ id: 2, name: 'A1', full_title: 'South / A1' }, 'South', '7.00'],
      [{ id: 3, name: 'Yard', full_title: 'Yard' }, '', null],
      [null, '', null],
    ])
    expect((await read(root, item, 2)).row).toMatchObject({ hall: 'South', place: { full_title: 'South / A1' } })
    expect((await index(root, place, 'select=1&order=id,asc')).list.map((row) => row['full_title'])).toEqual([
      'North / A1',
      'South / A1',
      'Yard',
    ])
  })

  it('filters, searches, sorts and exports by them', async () => {
    expect(await names(root, 'search[0][field]=hall&search[0][operator]=LIKE&search[0][val]=out')).toEqual(['nut'])
    expect(await names(root, 'search[0][field]=area&search[0][operator]=gt&search[0][val]=7.5')).toEqual(['bolt'])
    expect(await names(root, 'quickSearch=north')).toEqual(['bolt'])
    expect(await names(root, 'order=area,desc')).toEqual(expect.arrayContaining(['bolt', 'nut', 'saw', 'loose']))
    expect((await names(root, 'order=hall,asc')).slice(-2)).toEqual(['bolt', 'nut'])
    expect(await text(await exportCsv(root, item, query('order=id,asc')))).toContain('bolt,A1,North,12.50')
  })

  it('ignores what a client sends for them', async () => {
    const { id } = await create(root, item, { name: 'drill', place_id: 1, hall: 'West', area: '99' })
    expect((await read(root, item, id)).row).toMatchObject({ hall: 'North', area: '12.50' })
  })

  it('T12: shows titles of tables that the caller may not list, and nothing else of them', async () => {
    const own = ['t/item/index', 't/place/index']
    const all = scopeOf(actor(10, { nodes: new Set([...own, 't/hall/index']) }))
    const narrow = scopeOf(actor(10, { nodes: new Set(own) }))
    const narrowest = scopeOf(actor(10, { nodes: new Set(['t/item/index']) }))
    expect((await index(all, item, 'order=id,asc')).list[1]).toMatchObject({
      hall: 'South',
      place: { full_title: 'South / A1' },
    })
    const title = { place: { id: 2, name: 'A1', full_title: 'South / A1' } }
    const [, row] = (await index(narrow, item, 'order=id,asc')).list
    expect(row).toMatchObject({ ...title, hall: 'South' })
    expect(row).not.toHaveProperty('area')
    expect(await names(narrow, 'quickSearch=north')).toEqual(expect.arrayContaining(['bolt']))
    expect((await refusal(index(narrow, item, 'order=area,asc'))).details).toEqual({})
    expect((await index(narrow, place, 'order=id,asc')).list[1]).toMatchObject({ hall: { name: 'South' } })
    const [, least] = (await index(narrowest, item, 'order=id,asc')).list
    expect(least).toMatchObject(title)
    expect(Object.keys(least!)).not.toEqual(expect.arrayContaining([expect.stringMatching(/^(hall|area)$/)]))
    for (const raw of ['search[0][field]=hall&search[0][operator]=eq&search[0][val]=North', 'order=area,asc'])
      expect((await refusal(index(narrowest, item, raw))).details).toEqual({})
  })

  it('T12: hides them where records of a table on the way, or the field, are withheld from the caller', async () => {
    const nodes = new Set(['t/item/index', 't/place/index', 't/hall/index'])
    const limited: readonly TableModel[] = [
      withFields(hall, { index: ['area'] }),
      { ...hall, policy: { limit: { mode: 'personal', on: 'area' }, fields: {} } },
    ]
    for (const one of limited) {
      const scope = scopeOf(actor(10, { nodes }))
      const registry = { ...scope.registry, byId: (id: string) => (id === hall.id ? one : scope.registry.byId(id)) }
      const [row] = (await index({ ...scope, registry }, item, 'order=id,asc')).list
      expect(JSON.stringify(row)).not.toContain('North')
    }
  })
})
