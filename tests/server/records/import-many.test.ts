/** Imports of more rows than one transaction takes. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { importRows } from '../../../runtime/server/records/import/import.ts'
import { create } from '../../../runtime/server/records/create.ts'
import type { Scope } from '../../../runtime/server/operation/scope.ts'
import { engines } from '../../support/databases.ts'
import { openShop, type Shop } from './shop.ts'

describe.each(engines)('an import of many rows on $name', (engine) => {
  let fixture: Shop
  beforeAll(async () => {
    fixture = await openShop(engine)
  })
  afterAll(() => fixture?.database.dispose())
  beforeEach(() => fixture.database.write((trx) => trx.deleteFrom('shop_product').execute()))

  const bring = (lines: readonly string[], scope: Scope = fixture.scope) =>
    importRows(scope, fixture.of('product'), {
      async *source() {
        yield Buffer.from(['product_no,name', ...lines].join('\n'))
      },
    })
  const add = async (no: string): Promise<number> =>
    (await create(fixture.scope, fixture.of('product'), { product_no: no, name: no })).id
  const products = () =>
    fixture.database.query.selectFrom('shop_product').select(['id', 'product_no', 'weigh']).orderBy('id').execute()
  const manyOf = (name: string): readonly string[] => Array.from({ length: 1100 }, (_row, at) => `${name}${at},x`)

  it('takes them in portions', async () => {
    const refreshed: unknown[] = []
    const database = new Proxy(fixture.scope.database, {
      get(target, name) {
        const value: unknown = Reflect.get(target, name, target)
        if (typeof value !== 'function') return value
        return (...given: unknown[]): unknown => {
          if (name === 'optimize') refreshed.push(given)
          return Reflect.apply(value, target, given)
        }
      },
    })
    const lines = Array.from({ length: 1234 }, (_row, at) => `N${at % 1200},name ${at}`)
    expect(await bring(lines, { ...fixture.scope, database })).toMatchObject({ rows: 1234, created: 1200, updated: 34 })
    expect(await products()).toHaveLength(1200)
    // What the planner knows of the table is from before the import.
    expect(refreshed).toEqual([['shop_product']])
  })

  it('gives them the ids that follow, never those of removed records, and the weights that follow', async () => {
    const [first, removed] = [await add('A'), await add('B')]
    await fixture.database.write((trx) => trx.deleteFrom('shop_product').where('id', '=', removed).execute())
    expect(await bring(manyOf('C'))).toMatchObject({ created: 1100 })
    const last = await add('D')
    const rows = await products()
    expect(rows.map((row) => row['product_no'])).toEqual(['A', ...manyOf('C').map((line) => line.slice(0, -2)), 'D'])
    expect(rows.filter(({ id, weigh }) => id !== weigh)).toEqual([])
    expect(rows.map(({ id }) => id)).not.toContain(removed)
    expect([rows[0]?.['id'], rows.at(-1)?.['id']]).toEqual([first, last])
  })

  it('gives two imports and other writes at the same time ids of their own', async () => {
    const added = Array.from({ length: 20 }, (_row, at) => `E${at}`)
    const [one, other] = await Promise.all([bring(manyOf('C')), bring(manyOf('D')), ...added.map(add)])
    expect([one.created, other.created]).toEqual([1100, 1100])
    const rows = await products()
    expect(rows).toHaveLength(2220)
    expect(rows.filter(({ id, weigh }) => id !== weigh)).toEqual([])
    for (const name of ['C', 'D'])
      expect(rows.flatMap((row) => (String(row['product_no']).startsWith(name) ? [row['product_no']] : []))).toEqual(
        manyOf(name).map((line) => line.slice(0, -2)),
      )
  })
})
