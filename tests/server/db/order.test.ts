import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from 'kysely'
import { applyPlan, isNullable, type Database } from '../../../runtime/server/db/index.ts'
import { engines, openAt, type TestDatabase } from '../../support/databases.ts'
import { field, tableModel } from '../../support/models.ts'

const item = tableModel('order/item', {
  fields: [
    field('name', 'text'),
    field('price', 'integer'),
    field('code', 'text', { required: true }),
    field('value', 'tags'),
  ],
  sort: 'weigh',
  indexes: [{ name: 'price', on: ['price', 'id'], unique: false }],
})
const rows = [
  ['b', 2],
  [null, 1],
  ['B', null],
  ['中', 3],
  ['a', 2],
  ['é', null],
  ['𠮷', 0],
  ['￿', -1],
  ['', 5],
  ['Z', 2],
] as const

describe.each(engines)('order on $name', (engine) => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await engine.open([item])
    await database.write((trx) =>
      trx
        .insertInto('order_item')
        .values(rows.map(([name, price], at) => ({ name, price, code: `c${at}` })))
        .execute(),
    )
  })
  afterAll(() => database.dispose())

  const sorted = async (column: string, direction: 'asc' | 'desc') => {
    const by = database.adapter.orderBy(sql.ref(column), direction, isNullable(item, column))
    const found = await sql<
      Record<string, unknown>
    >`select * from order_item order by ${by}, ${database.adapter.orderBy(sql.ref('id'), direction, false)}`.execute(
      database.query,
    )
    return found.rows.map((row) => row[column])
  }

  it('finds the items of a list in a column that has the name of one of the engine', async () => {
    await database.write((trx) =>
      trx.updateTable('order_item').set({ value: '["x","y"]' }).where('code', '=', 'c1').execute(),
    )
    const has = (item_: string) =>
      sql`select code from order_item where ${database.adapter.jsonHas(sql.id('value'), item_)}`
    expect((await has('y').execute(database.query)).rows).toEqual([{ code: 'c1' }])
    expect((await has('z').execute(database.query)).rows).toEqual([])
  })

  it('sorts texts by code point with NULL first', async () => {
    const expected = [null, '', 'B', 'Z', 'a', 'b', 'é', '中', '￿', '𠮷']
    expect(await sorted('name', 'asc')).toEqual(expected)
    expect(await sorted('name', 'desc')).toEqual(expected.toReversed())
  })

  it('sorts numbers with NULL below every value', async () => {
    const expected = [null, null, -1, 0, 1, 2, 2, 2, 3, 5]
    expect(await sorted('price', 'asc')).toEqual(expected)
    expect(await sorted('price', 'desc')).toEqual(expected.toReversed())
  })

  it('starts the sort weight at 0 and the version at 1', async () => {
    expect(new Set(await sorted('weigh', 'asc'))).toEqual(new Set([0]))
    expect(new Set(await sorted('version', 'asc'))).toEqual(new Set([1]))
  })

  it('walks the index in both directions instead of sorting', async () => {
    await database.write((trx) =>
      sql`insert into order_item (name, price, code) with recursive n(i) as (select 1 union all select i + 1
        from n where i < 5000)
      select 'x', case when i % 7 = 0 then null else i end, 'c' from n`.execute(trx),
    )
    await database.optimize()
    for (const direction of ['asc', 'desc'] as const) {
      const [price, id] = [sql.ref('price'), sql.ref('id')]
      const { adapter } = database
      const by = sql`${adapter.orderBy(price, direction, true)}, ${adapter.orderBy(id, direction, false)}`
      const explain = sql.raw(engine.name === 'sqlite' ? 'explain query plan' : 'explain')
      const plan = JSON.stringify(
        (await sql`${explain} select * from order_item order by ${by} limit 20`.execute(database.query)).rows,
      )
      expect(plan).toContain('order_item__price')
      expect(plan).not.toMatch(/TEMP B-TREE|"Sort|Sort Key/i)
    }
  })

  it('never gives the id of a removed record to another, also after a restart', async () => {
    const place = await engine.place()
    const add = (store: Database) =>
      store.write((trx) => trx.insertInto('order_item').values({ code: 'x' }).returning('id').executeTakeFirstOrThrow())
    const first = await openAt(place)
    await applyPlan(first, [item])
    const { id } = await add(first)
    await first.write((trx) => trx.deleteFrom('order_item').where('id', '=', id!).execute())
    await first.close()
    const second = await openAt(place)
    expect((await add(second))['id']).toBeGreaterThan(id as number)
    await second.close()
    await place.remove()
  })
})
