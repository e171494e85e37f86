import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { create } from '../../../runtime/server/records/create.ts'
import { read } from '../../../runtime/server/records/read.ts'
import { remove } from '../../../runtime/server/records/remove.ts'
import type { Scope } from '../../../runtime/server/operation/scope.ts'
import { engines, type TestDatabase } from '../../support/databases.ts'
import { field, reference, tableModel } from '../../support/models.ts'
import { pureScope } from '../../../generator/rule/scope.ts'
import { rule } from '../rules/schema-set.ts'
import { ids, refusal, scopeOn } from './scope.ts'
import { openShop, type Shop } from './shop.ts'

describe.each(engines)('deleting on $name', (engine) => {
  let fixture: Shop
  beforeAll(async () => {
    fixture = await openShop(engine)
  })
  afterAll(() => fixture?.database.dispose())
  const add = async (name: string, body: Record<string, unknown>) =>
    (await create(fixture.scope, fixture.of(name), body)).id

  it('passes over absent ids, counts the others, and refuses when there is none', async () => {
    const brand = fixture.of('brand')
    const made = [await add('brand', { name: 'a' }), await add('brand', { name: 'b' })]
    expect(await remove(fixture.scope, brand, [String(made[0]), made[1], made[1], 12345, 'x', null])).toEqual({
      count: 2,
    })
    expect((await refusal(remove(fixture.scope, brand, made))).code).toBe('not_found')
    expect((await refusal(remove(fixture.scope, brand, []))).code).toBe('not_found')
    expect(await fixture.database.query.selectFrom('shop_brand').selectAll().execute()).toEqual([])
  })

  it('keeps the row of a table with soft deletion, marked', async () => {
    const id = await add('supplier', { name: 'gone' })
    await remove(fixture.scope, fixture.of('supplier'), [id])
    const row = await fixture.database.query
      .selectFrom('shop_supplier')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(row).toMatchObject({ name: 'gone', version: 2 })
    expect(row['deletetime']).toBeGreaterThan(1_700_000_000)
  })

  it('names up to five records that are in the way, deleted ones included, and deletes nothing', async () => {
    const [used, free] = [await add('brand', { name: 'used' }), await add('brand', { name: 'free' })]
    const products = []
    for (let at = 0; at < 7; at++)
      products.push(await add('product', { product_no: `R${at}`, name: `product ${at}`, brand_id: used }))
    await remove(fixture.scope, fixture.of('product'), products.slice(1))
    const refused = await refusal(remove(fixture.scope, fixture.of('brand'), [free, used]))
    expect(refused.code).toBe('in_use')
    expect(refused.messageIn('en')).toContain('“used” is used by other records')
    expect(refused.details.references).toEqual(
      products.slice(0, 5).map((id, at) => ({ table: 'shop/product', label: 'Products', id, title: `product ${at}` })),
    )
    expect((await read(fixture.scope, fixture.of('brand'), free)).row).toMatchObject({ name: 'free' })
  })

  it('deletes a warehouse only when area and shelf are gone', async () => {
    const warehouse = await add('warehouse', { name: 'w' })
    const area = await add('warehouse_area', { name: 'a', serial_no: 'a', warehouse_id: warehouse })
    const shelf = await add('warehouse_shelf', {
      name: 's',
      serial_no: 's',
      warehouse_id: warehouse,
      warehouse_area_id: area,
    })
    const gone = (name: string, id: number) => remove(fixture.scope, fixture.of(name), [id])
    expect((await refusal(gone('warehouse', warehouse))).details.references).toHaveLength(1)
    expect((await refusal(gone('warehouse_area', area))).details.references).toMatchObject([
      { table: 'shop/warehouse_shelf', id: shelf, title: 's' },
    ])
    await gone('warehouse_shelf', shelf)
    await gone('warehouse_area', area)
    await gone('warehouse', warehouse)
  })
})

describe.each(engines)('S16: what hangs on a deleted record on $name', (engine) => {
  const parent = tableModel('t/parent', { fields: [field('name', 'text')] })
  const child = tableModel('t/child', {
    updated: 'updatetime',
    fields: [field('name', 'text'), reference('parent_id', parent, 'cascade')],
  })
  const grandchild = tableModel('t/grandchild', {
    softDelete: 'deletetime',
    fields: [field('name', 'text'), reference('child_id', child, 'restrict')],
  })
  const friendly = [field('name', 'text'), reference('parent_id', parent, 'null')]
  const bond = field('bond', 'text', { readOnly: true })
  const friend = tableModel('t/friend', {
    fields: [
      ...friendly,
      {
        ...bond,
        computed: { rule: rule("has(parent_id) ? 'of ' + name : 'alone'", bond, pureScope(friendly)), stored: true },
      },
    ],
  })
  const models = [parent, child, grandchild, friend]
  let database: TestDatabase
  let scope: Scope
  beforeAll(async () => {
    database = await engine.open(models)
    scope = scopeOn(database, models)
  })
  afterAll(() => database?.dispose())

  it('is deleted with it, loses the reference, or blocks the deletion, as declared', async () => {
    const top = (await create(scope, parent, { name: 'p' })).id
    const below = (await create(scope, child, { name: 'c', parent_id: top })).id
    const aside = (await create(scope, friend, { name: 'f', parent_id: top })).id
    const far = (await create(scope, grandchild, { name: 'g', child_id: below })).id
    const refused = await refusal(remove(scope, parent, [top]))
    expect(refused.details.references).toEqual([{ table: 't/grandchild', label: 'grandchild', id: far, title: 'g' }])
    expect((await read(scope, friend, aside)).row).toMatchObject({ parent_id: top, bond: 'of f', version: 1 })
    await database.write((trx) => trx.deleteFrom('t_grandchild').execute())
    // Undoing an import takes nothing from others with what it has added.
    const spared = await refusal(remove(scope, parent, [top], { spares: true }))
    expect(spared.details.references).toEqual([{ table: 't/child', label: 'child', id: below, title: 'c' }])
    await remove(scope, parent, [top])
    expect(await ids(scope, child, '')).toEqual([])
    expect((await read(scope, friend, aside)).row).toMatchObject({
      parent_id: null,
      parent: null,
      bond: 'alone',
      version: 2,
    })
  })
})

describe.each(engines)('branches of a tree whose records go for good on $name', (engine) => {
  const plain = tableModel('t/place', { fields: [field('name', 'text')], tree: { parent: 'pid', depth: null } })
  const place = tableModel('t/place', {
    ...plain,
    fields: [field('name', 'text'), reference('pid', plain, 'restrict')],
  })
  let database: TestDatabase
  let scope: Scope
  beforeAll(async () => {
    database = await engine.open([place])
    scope = scopeOn(database, [place])
  })
  afterAll(() => database?.dispose())

  it('go whole, in whatever order they are named, also when they are long; what is below them keeps them', async () => {
    const top = (await create(scope, place, { name: 'top' })).id
    const chain = [top]
    for (let at = 0; at < 600; at++)
      chain.push((await create(scope, place, { name: `p${at}`, pid: chain[Math.floor(at / 20) * 20]! })).id)
    expect((await refusal(remove(scope, place, chain.slice(0, -1)))).code).toBe('in_use')
    expect(
      await remove(
        scope,
        place,
        chain.toSorted((one, other) => (one % 7) - (other % 7) || other - one),
      ),
    ).toEqual({ count: 601 })
    expect(await ids(scope, place, 'isTree=0')).toEqual([])
  })
})
