/** Lists as the wire asks for them: every operator and alias, brackets, paging, order, quick search, choices, trees. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { moduleEngines } from '../../../support/databases.ts'
import { compatVersions, openWireServer, queryText, type WireServer, type Params, type Wire } from './wire.ts'

interface List {
  readonly list: readonly Record<string, unknown>[]
  readonly total?: number
  readonly remark: string
  readonly options?: readonly Record<string, unknown>[]
}

type Case = readonly [operators: readonly string[], field: string, val: unknown, finds: string, render?: string]

/** An operator by all its names, field, value, and what it finds among the products below. */
const cases: readonly Case[] = [
  [['eq', '='], 'name', 'Date', 'D'],
  [['eq'], 'name', 'date', ''],
  [['eq', '='], 'status', '20', 'B'],
  [['eq'], 'price', '12.5', 'A'],
  [['ne', '<>'], 'status', '10', 'B'],
  [['ne', '<>'], 'name', 'Date', 'A B C'],
  [['gt', '>'], 'effective_day', '10', 'B D'],
  [['egt', '>='], 'effective_day', '10', 'A B D'],
  [['lt', '<'], 'effective_day', '20', 'A'],
  [['elt', '<='], 'effective_day', '20', 'A B'],
  [['gt'], 'price', '12.4', 'A D'],
  [['LIKE', 'like'], 'name', 'apple', 'A C'],
  [['LIKE'], 'name', '%', 'A'],
  [['LIKE'], 'name', '100% j', 'A'],
  [['LIKE'], 'name', "'; drop table wms_product; --", ''],
  [['NOT LIKE'], 'name', 'apple', 'B D'],
  [['IN', 'in'], 'effective_day', '10,30', 'A D'],
  [['IN'], 'effective_day', ['10', '30'], 'A D'],
  [['NOT IN'], 'effective_day', '10,30', 'B'],
  [['NOT IN'], 'effective_day', ['10', '30'], 'B'],
  [['RANGE'], 'price', '3,12.5', 'A B'],
  [['RANGE'], 'price', '12.5,', 'A D'],
  [['RANGE'], 'price', ',3', 'B'],
  [['NOT RANGE'], 'price', '3,12.5', 'D'],
  [['NOT RANGE'], 'price', '12.5,', 'B'],
  [['NOT RANGE'], 'price', ',3', 'A D'],
  [['FIND_IN_SET'], 'spec', 'red', 'A D'],
  [['FIND_IN_SET'], 'spec', 're', ''],
  [['FIND_IN_SET'], 'spec', ['red', 'blue'], 'A'],
  [['NULL'], 'price', 'true', 'C'],
  [['NOT NULL'], 'price', 'true', 'A B D'],
  [['RANGE'], 'createtime', '2025-01-01 00:00:00,2025-01-31 23:59:59', 'A B', 'datetime'],
  [['eq'], 'createtime', '2025-01-15 10:00:00', 'A', 'datetime'],
  [['eq'], 'brand.name', 'Acme', 'A D'],
  [['LIKE'], 'brand.name', 'ol', 'C'],
]

describe.each(moduleEngines)('lists on $name', (engine) => {
  let server: WireServer
  let ids: Record<string, number>
  beforeAll(async () => {
    server = await openWireServer(engine)
    ids = await fill(server)
  })
  afterAll(() => server.running.dispose())

  describe.each(compatVersions)('asked for by %s', (compat) => {
    let wire: Wire
    beforeAll(async () => {
      wire = await server.client(compat)
    })

    const index = async (params: Params = {}, controller = 'wms.Product'): Promise<List> => {
      const answer = await wire.get<List>(`/admin/${controller}/index`, params)
      expect(answer, JSON.stringify(params)).toMatchObject({ status: 200, code: 1 })
      return answer.data
    }
    const named = (list: List): string =>
      Object.keys(ids)
        .filter((name) => list.list.some((row) => row['id'] === ids[name]))
        .join(' ')

    it.each(cases.map(([operators, field, val, finds, render]) => ({ operators, field, val, finds, render })))(
      '$operators $field $val finds "$finds"',
      async ({ operators, field, val, finds, render }) => {
        for (const operator of operators)
          expect(named(await index({ search: [{ field, val, operator, ...(render && { render }) }] })), operator).toBe(
            finds,
          )
      },
    )

    it('joins conditions by and, and skips entries that lack a part', async () => {
      const [red, cheap] = [
        { field: 'spec', val: 'red', operator: 'FIND_IN_SET' },
        { field: 'price', val: '50', operator: 'lt' },
      ]
      expect(named(await index({ search: [red, cheap] }))).toBe('A')
      expect(
        named(
          await index({
            search: [
              red,
              { field: 'price', operator: 'lt' },
              { val: '1', operator: 'eq' },
              { field: 'name', val: 'x' },
            ],
          }),
        ),
      ).toBe('A D')
    })

    it('encodes brackets as old clients do', () => {
      expect(
        queryText({
          ids: [1, 2],
          search: [{ field: 'status', val: ['1', '2'], operator: 'IN' }],
          nothing: null,
          missing: undefined,
          none: [],
          empty: '',
          flag: true,
          time: '2025-01-01 00:00:00,x$',
        }),
      ).toBe(
        'ids[]=1&ids[]=2&search[0][field]=status&search[0][val][0]=1&search[0][val][1]=2&search[0][operator]=IN&' +
          'empty=&flag=true&time=2025-01-01+00:00:00,x$',
      )
    })

    it('answers the first question, which has neither page nor limit, with ten rows and the count of all', async () => {
      const units = await index({}, 'wms.Unit')
      expect(units).toMatchObject({ total: 23, remark: '', list: { length: 10 } })
      expect((await index({ page: 3, limit: 10 }, 'wms.Unit')).list).toHaveLength(3)
      expect((await index({ page: 1, limit: 20, uuid: 'b2c5' }, 'wms.Unit')).list).toHaveLength(20)
    })

    it('orders by any field, both ways, and refuses what is no field', async () => {
      const names = async (order: string): Promise<unknown[]> => (await index({ order })).list.map((row) => row['name'])
      expect(await names('name,asc')).toEqual(['Apple 100% juice', 'Banana chips', 'Date', 'apple pie'])
      expect(await names('name,desc')).toEqual(['apple pie', 'Date', 'Banana chips', 'Apple 100% juice'])
      for (const order of ['password,asc', 'name,upwards', 'name;drop,asc'])
        expect(await wire.get('/admin/wms.Product/index', { order }), order).toMatchObject({ status: 200, code: 0 })
    })

    it('finds by quick search, "%" and "_" taken literally', async () => {
      expect(named(await index({ quickSearch: 'apple' }))).toBe('A C')
      expect(named(await index({ quickSearch: '100%' }))).toBe('A')
      expect((await index({ quickSearch: 'A_ple' })).total).toBe(0)
      expect((await index({ quickSearch: '' })).total).toBe(4)
    })

    it('gives the options of a remote select, and the labels of chosen values', async () => {
      const choice = await index(
        { select: true, quickSearch: '', uuid: 'x', page: 1, initKey: 'id', initValue: '' },
        'wms.Brand',
      )
      expect((choice.options ?? choice.list).map((row) => row['name'])).toEqual(
        expect.arrayContaining(['Acme', 'Bolt']),
      )
      const [brand] = (await index({ quickSearch: 'Bolt' }, 'wms.Brand')).list
      for (const initValue of [String(brand!['id']), [brand!['id']]]) {
        const chosen = await index(
          { select: true, quickSearch: '', initKey: 'id', initOperator: 'in', initValue },
          'wms.Brand',
        )
        expect((chosen.options ?? chosen.list).map((row) => row['name'])).toEqual(['Bolt'])
      }
    })

    it('nests trees without a total, flat when asked, and indents their options', async () => {
      const tree = await index({}, 'wms.Category')
      expect(tree).not.toHaveProperty('total')
      const root = tree.list.find((row) => row['name'] === 'Food')!
      expect((root['children'] as Record<string, unknown>[]).map((row) => String(row['name'])).sort()).toEqual(
        categories.filter((name) => name !== 'Food'),
      )
      for (const isTree of ['0', 'false', '']) {
        const flat = await index({ isTree, order: 'name,asc' }, 'wms.Category')
        expect(flat, isTree).not.toHaveProperty('total')
        expect([flat.list.length, flat.list[0]!['name']], isTree).toEqual([categories.length, categories[0]])
        expect(flat.list.every((row) => !('children' in row))).toBe(true)
        const choice = await index({ isTree, select: true, page: 1, order: 'name,asc' }, 'wms.Category')
        expect(
          choice.options?.map((row) => row['name']),
          isTree,
        ).toEqual(categories)
        const [one] = choice.options ?? []
        const chosen = await index({ isTree, select: true, initKey: 'id', initValue: [one!['id']] }, 'wms.Category')
        expect(
          chosen.options?.map((row) => row['name']),
          isTree,
        ).toEqual([categories[0]])
      }
      const options = (await index({ select: true, isTree: true }, 'wms.Category')).options!
      expect(options.map((row) => row['name'])).toEqual(
        expect.arrayContaining(['Food', expect.stringMatching(/^ {4}├Fruit$|^ {4}└Fruit$/) as string]),
      )
    })

    it('answers the rows there are when the page asks for more', async () => {
      expect((await index({ limit: 999_999 }, 'wms.Unit')).list).toHaveLength(23)
      for (const limit of ['0', '-1', '1.5', 'all'])
        expect(await wire.get('/admin/wms.Unit/index', { limit }), limit).toMatchObject({
          code: 0,
          data: { reason: 'bad_query' },
        })
    })

    it('nests what a row refers to, without secrets', async () => {
      const row = (await index({ quickSearch: 'Date' })).list[0]!
      expect(row).toMatchObject({
        brand_id: expect.any(Number) as number,
        brand: { name: 'Acme' },
        price: '100.0000',
        status: 10,
      })
      const [log] = (await index({}, 'auth.AdminLog')).list
      expect(JSON.stringify(log)).not.toMatch(/\$argon2|"password"|"salt"/)
    })

    it('refuses unknown fields and operators the same way', async () => {
      const refused = async (search: unknown): Promise<unknown> => {
        const { status, code, msg, data } = await wire.get('/admin/wms.Product/index', { search })
        return { status, code, msg, data }
      }
      const unknown = await refused([{ field: 'nothing', val: '1', operator: 'eq' }])
      expect(unknown).toMatchObject({ status: 200, code: 0, data: { reason: 'bad_query' } })
      expect(await refused([{ field: 'deletetime', val: '1', operator: 'eq' }])).toEqual(unknown)
      expect(await refused([{ field: 'name', val: '1', operator: 'MATCH' }])).toMatchObject({
        code: 0,
        data: { reason: 'bad_query' },
      })
    })
  })
})

/** More than a page has; `Food` is the parent of all others. */
const categories = [
  'Bread',
  'Candy',
  'Dairy',
  'Eggs',
  'Fish',
  'Flour',
  'Food',
  'Fruit',
  'Herbs',
  'Juice',
  'Meat',
  'Snacks',
]

async function fill({ running, client }: WireServer): Promise<Record<string, number>> {
  const wire = await client('D2')
  const add = async (controller: string, body: object): Promise<number> => {
    const answer = await wire.post<{ id: number }>(`/admin/${controller}/add`, body)
    expect(answer, controller).toMatchObject({ code: 1 })
    return answer.data.id
  }
  const [acme, bolt] = [await add('wms.Brand', { name: 'Acme' }), await add('wms.Brand', { name: 'Bolt' })]
  const food = await add('wms.Category', { name: 'Food' })
  for (const name of categories.filter((one) => one !== 'Food')) await add('wms.Category', { name, pid: food })
  for (let at = 0; at < 23; at += 1) await add('wms.Unit', { name: `u${at}` })
  const product = (product_no: string, name: string, more: object): Promise<number> =>
    add('wms.Product', { product_no, name, ...more })
  const ids = {
    A: await product('P1', 'Apple 100% juice', {
      price: '12.5',
      effective_day: '10',
      spec: 'red,blue',
      brand_id: acme,
      status: '10',
    }),
    B: await product('P2', 'Banana chips', { price: 3, effective_day: 20, spec: 'blue', status: 20 }),
    C: await product('P3', 'apple pie', { brand_id: String(bolt), price: null }),
    D: await product('P4', 'Date', { price: '100', effective_day: 30, spec: 'green,red', brand_id: acme }),
  }
  const at = (text: string): number => Date.parse(`${text}+08:00`) / 1000
  const times = {
    A: at('2025-01-15T10:00:00'),
    B: at('2025-01-31T23:59:59'),
    C: at('2025-02-01T00:00:00'),
    D: at('2024-12-31T23:59:59'),
  }
  await running.database.write(async (trx) => {
    for (const [name, createtime] of Object.entries(times))
      await trx
        .updateTable('wms_product')
        .set({ createtime })
        .where('id', '=', ids[name as keyof typeof ids])
        .execute()
  })
  return ids
}
