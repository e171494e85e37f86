import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TableModel } from 'tablewright/protocol'
import { removeRows } from '../../../runtime/server/db/remove-rows.ts'
import { create } from '../../../runtime/server/records/create.ts'
import { read } from '../../../runtime/server/records/read.ts'
import { remove } from '../../../runtime/server/records/remove.ts'
import { update } from '../../../runtime/server/records/update.ts'
import { engines } from '../../support/databases.ts'
import { index, refusal } from './scope.ts'
import { openShop, type Shop } from './shop.ts'

type Node = { name: string; children?: Node[] }
const drawn = (nodes: unknown): unknown =>
  (nodes as Node[]).map((node) => (node.children ? { [node.name]: drawn(node.children) } : node.name))

describe.each(engines)('a tree on $name', (engine) => {
  let fixture: Shop
  let category: TableModel
  const id: Record<string, number> = {}
  const add = async (name: string, pid: unknown): Promise<number> =>
    (id[name] = (await create(fixture.scope, category, { name, pid })).id)
  const move = (name: string, pid: unknown) => update(fixture.scope, category, { id: id[name], pid })
  const rule = async (work: Promise<unknown>) => (await refusal(work)).details.errors?.['pid']
  beforeAll(async () => {
    fixture = await openShop(engine)
    category = fixture.of('category')
    await add('tools', 0)
    await add('food', null)
    await add('saws', id['tools'])
    await add('hammers', String(id['tools']))
    await add('hand saws', id['saws'])
    await add('fine saws', id['hand saws'])
  })
  afterAll(() => fixture?.database.dispose())

  it('comes nested without a total, the root being 0 on the wire', async () => {
    const data = await index(fixture.scope, category, 'order=id,asc')
    expect(data).not.toHaveProperty('total')
    expect(drawn(data.list)).toEqual([{ tools: [{ saws: [{ 'hand saws': ['fine saws'] }] }, 'hammers'] }, 'food'])
    expect(data.list[0]).toMatchObject({ pid: 0, parent: null })
    expect((await read(fixture.scope, category, id['saws'])).row).toMatchObject({
      pid: id['tools'],
      parent: { id: id['tools'], name: 'tools' },
    })
  })

  it('comes flat with a total when asked, and below one row', async () => {
    const flat = await index(fixture.scope, category, 'isTree=0&order=id,asc&limit=2')
    expect([flat.total, drawn(flat.list)]).toEqual([6, ['tools', 'food']])
    expect(drawn((await index(fixture.scope, category, `parentRowId=${id['tools']}&order=id,desc`)).list)).toEqual([
      'hammers',
      'saws',
    ])
    expect(drawn((await index(fixture.scope, category, 'parentRowId=0&order=id,desc')).list)).toEqual(['food', 'tools'])
    expect((await refusal(() => index(fixture.scope, category, 'parentRowId=x'))).code).toBe('bad_query')
    expect(
      drawn(
        (
          await index(
            fixture.scope,
            category,
            'isTree=0&search[0][field]=pid&search[0][operator]=eq&search[0][val]=0&order=id,asc',
          )
        ).list,
      ),
    ).toEqual(['tools', 'food'])
  })

  it('says when it has more rows than it shows', async () => {
    const rows = Array.from({ length: 5000 }, (_row, at) => ({ name: `n${at}`, version: 1 }))
    const ids: number[] = []
    await fixture.database.write(async (trx) => {
      for (let start = 0; start < rows.length; start += 1000) {
        const batch = trx.insertInto(category.table).values(rows.slice(start, start + 1000))
        ids.push(...(await batch.returning('id').execute()).map((row) => Number(row['id'])))
      }
    })
    const count = (data: { list?: unknown; options?: unknown }) =>
      JSON.stringify(data.list ?? data.options).split('"name"').length - 1
    for (const raw of ['order=id,desc', 'select=true&order=id,desc']) {
      const data = await index(fixture.scope, category, raw)
      expect([data.more, count(data)]).toEqual([true, 5000])
    }
    expect(await index(fixture.scope, category, 'quickSearch=saws')).not.toHaveProperty('more')
    await fixture.database.write((trx) => removeRows(fixture.database, trx, category.table, ids.slice(6)))
    expect(await index(fixture.scope, category, 'order=id,desc')).not.toHaveProperty('more')
    await fixture.database.write((trx) => removeRows(fixture.database, trx, category.table, ids.slice(0, 6)))
  })

  it('keeps the way up to every hit', async () => {
    expect(drawn((await index(fixture.scope, category, 'quickSearch=hand&order=id,asc')).list)).toEqual([
      { tools: [{ saws: ['hand saws'] }] },
    ])
    expect(drawn((await index(fixture.scope, category, 'quickSearch=SAWS&order=name,desc')).list)).toEqual([
      { tools: [{ saws: [{ 'hand saws': ['fine saws'] }] }] },
    ])
    expect(
      drawn(
        (
          await index(
            fixture.scope,
            category,
            'search[0][field]=parent.name&search[0][operator]=eq&search[0][val]=tools&order=id,asc',
          )
        ).list,
      ),
    ).toEqual([{ tools: ['saws', 'hammers'] }])
    expect((await index(fixture.scope, category, 'quickSearch=nothing')).list).toEqual([])
  })

  it('draws branches in a select list, but not around a chosen value', async () => {
    const options = (await index(fixture.scope, category, 'select=true&order=id,asc')).options!
    expect(options.map((option) => option['name'])).toEqual([
      'tools',
      '    ├saws',
      '    │    └hand saws',
      '            └fine saws',
      '    └hammers',
      'food',
    ])
    expect((await index(fixture.scope, category, `select=true&initValue=${id['hand saws']}`)).options).toMatchObject([
      { id: id['hand saws'], name: 'hand saws' },
    ])
  })

  it('refuses a circle and too great a depth', async () => {
    const self = 'The parent cannot be the record itself or one of its children'
    expect(await rule(move('saws', id['saws']))).toBe(self)
    expect(await rule(move('tools', id['fine saws']))).toBe(self)
    expect(await rule(add('too fine', id['fine saws']))).toBe('Use at most 4 levels')
    expect(await rule(move('saws', id['hammers']))).toBe('Use at most 4 levels')
    await move('fine saws', id['hammers'])
    await move('fine saws', id['hand saws'])
  })

  it('stays a tree when two branches are moved below each other at once', async () => {
    for (let round = 0; round < 10; round++) {
      const [one, other] = [await add(`one ${round}`, 0), await add(`other ${round}`, 0)]
      const [under, below] = [await add(`under ${round}`, one), await add(`below ${round}`, other)]
      const results = await Promise.allSettled([
        update(fixture.scope, category, { id: one, pid: below }),
        update(fixture.scope, category, { id: other, pid: under }),
      ])
      expect(results.map((result) => result.status).sort()).toEqual(['fulfilled', 'rejected'])
    }
    await fixture.database.write(async (trx) => {
      const made = trx.updateTable('shop_category').where('name', 'like', '% _')
      await made.set({ pid: null }).execute()
      await trx.deleteFrom('shop_category').where('name', 'like', '% _').execute()
    })
  })

  it('deletes leaves first: a branch with live children is in use, with deleted ones not', async () => {
    const refused = await refusal(remove(fixture.scope, category, [id['hand saws']]))
    expect(refused.code).toBe('in_use')
    expect(refused.details.references).toEqual([
      { table: 'shop/category', label: 'Categories', id: id['fine saws'], title: 'fine saws' },
    ])
    await remove(fixture.scope, category, [id['fine saws']])
    await remove(fixture.scope, category, [id['hand saws'], id['saws']])
    expect(drawn((await index(fixture.scope, category, 'order=id,asc')).list)).toEqual([{ tools: ['hammers'] }, 'food'])
  })
})
