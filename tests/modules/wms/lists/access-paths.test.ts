/** The query plans of every list: each filter with each order, on the tables of the warehouse and the system. */
import { CompiledQuery, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TableModel } from 'tablewright/protocol'
import { system } from '#generated/system/index.ts'
import { wms } from '#generated/wms/index.ts'
import {
  storedValue,
  targetTable,
  type Database,
  type PageRequest,
  type Reading,
  type Statement,
} from '../../../../runtime/server/db/index.ts'
import { exportCsv } from '../../../../runtime/server/records/export.ts'
import type { Scope } from '../../../../runtime/server/operation/scope.ts'
import { sourcesOf, type Source } from '../../../../runtime/server/records/query/source.ts'
import { moduleEngines, type TestDatabase } from '../../../support/databases.ts'
import { index, query, scopeOn } from '../../../server/records/scope.ts'
import { models } from '../../../server/http/running-app.ts'

describe.each(moduleEngines)('query plans of the lists on $name', (engine) => {
  let database: TestDatabase
  let scope: Scope
  let tables: readonly TableModel[]
  let requests: PageRequest[]
  let exported: Statement[]
  beforeAll(async () => {
    const all = await models([system, wms])
    database = await engine.open(all)
    await fillProducts(database)
    requests = []
    exported = []
    scope = scopeOn(watched(database, requests, exported), all)
    tables = scope.registry.list.filter(({ tree }) => !tree)
  })
  afterAll(() => database.dispose())

  async function requestOf(model: TableModel, raw: string): Promise<PageRequest> {
    requests.length = 0
    await index(scope, model, `select=1&${raw}`)
    const [request] = requests
    if (!request) throw new Error(`${model.id} read no page`)
    return request
  }

  async function explain({ sql: text, parameters }: Statement, query: Reading = database.query): Promise<string> {
    const run = (one: string) => query.executeQuery(CompiledQuery.raw(one, [...parameters]))
    const word = engine.name === 'sqlite' ? 'explain query plan' : 'explain'
    const { rows } = await run(`${word} ${text.replaceAll('tablewright_may_continue()', '1')}`)
    return JSON.stringify(rows)
  }
  const sorts = engine.name === 'sqlite' ? /TEMP B-TREE FOR ORDER BY/ : /Sort Key/
  const columns = (model: TableModel): readonly Source[] =>
    [...sourcesOf(model, scope.registry, database.adapter).values()].filter((one) => one.indexed && !one.join)

  it('every filter in every indexed order has a plan that does not sort the table', { timeout: 60_000 }, async () => {
    const wrong: string[] = []
    let pairs = 0
    for (const model of tables)
      for (const order of columns(model))
        for (const filter of [null, ...columns(model)]) {
          const raw = `order=${order.name},desc&${filter ? equalTo(filter) : ''}`
          const { rows, walk, weight } = await requestOf(model, raw)
          if (weight === 'heavy') continue
          pairs += 1
          // PostgreSQL sorts a few rows rather than to walk an index, so a plan proves something where there are many.
          if (engine.name === 'postgresql' && model.id !== 'wms/product') continue
          const plan = await explain(walk ? walk.rows : rows)
          const isLimited = engine.name === 'postgresql' && !walk && filter !== null
          if (sorts.test(plan) && !isLimited && !plan.includes('Incremental Sort'))
            wrong.push(`${model.id} ${raw}: ${plan}`)
        }
    expect(wrong).toEqual([])
    expect(pairs).toBeGreaterThan(200)
  })

  it.each(['id', 'price', 'name', 'createtime', 'weigh'])(
    'a common status in the order of %s is walked',
    async (by) => {
      const product = scope.registry.require('wms/product')
      const status = 'search[0][field]=status&search[0][operator]=eq&search[0][val]='
      const common = await requestOf(product, `order=${by},desc&${status}10`)
      expect(common.weight).toBe('light')
      const plan = await explain(common.walk ? common.walk.rows : common.rows)
      expect(plan).not.toMatch(sorts)
      if (!common.walk) return
      expect(await explain(common.rows)).toMatch(sorts)
      const { rows } = await database.query.executeQuery(
        CompiledQuery.raw(common.walk.maxSquare.sql, [...common.walk.maxSquare.parameters]),
      )
      expect(Math.sqrt(Number((rows[0] as { n: unknown }).n))).toBeCloseTo(Math.sqrt(10 * products), 0)
    },
  )

  it.each(['wms/product weigh', 'wms/product price', 'wms/product name', 'wms/inventory_history id'])(
    'a deep page passes the rows before it by an index alone: %s',
    async (list) => {
      const [id = '', by] = list.split(' ')
      const { rows, weight } = await requestOf(scope.registry.require(id), `order=${by},desc&page=250&limit=10`)
      expect(weight).toBe('light')
      const plan = await database.write(async (trx) => {
        // The tables are small, so that PostgreSQL would rather read all of one.
        if (engine.name === 'postgresql')
          for (const way of ['seqscan', 'bitmapscan', 'sort'])
            await sql.raw(`set local enable_${way} = off`).execute(trx)
        return explain(rows, trx)
      })
      expect(plan).toMatch(engine.name === 'sqlite' ? /SCAN t USING COVERING INDEX/ : /Index Only Scan/)
    },
  )

  it('an export in the order of an index begins without sorting all rows', async () => {
    const sorted: string[] = []
    let orders = 0
    for (const model of tables.filter(({ actions }) => actions.includes('export')))
      for (const order of columns(model)) {
        const raw = `order=${order.name},desc`
        if ((await requestOf(model, raw)).weight === 'heavy') continue
        orders += 1
        const pieces = await exportCsv(scope, model, query(raw))
        await pieces.return?.()
        // PostgreSQL is asked for the first rows soon, by a setting of the cursor.
        const [statement] = exported.splice(0)
        if (!statement || (engine.name === 'sqlite' && sorts.test(await explain(statement))))
          sorted.push(`${model.id} ${raw}`)
      }
    expect(sorted).toEqual([])
    expect(orders).toBeGreaterThan(20)
  })

  it('an order that no index has is a heavy read', async () => {
    const product = scope.registry.require('wms/product')
    for (const by of ['spec', 'status', 'brand.name'])
      expect([by, (await requestOf(product, `order=${by},asc`)).weight]).toEqual([by, 'heavy'])
  })
})

const products = 3000

/** Four in five have the common status. */
async function fillProducts(database: Database): Promise<void> {
  await database.write((trx) =>
    sql`insert into ${targetTable('wms_product')} (product_no, name, price, status, weigh, createtime, version)
      with recursive n(i) as (select 1 union all select i + 1 from n where i < ${sql.lit(products)})
      select 'P' || i, 'Bolt ' || i, ${storedValue('wms_product', 'price', sql`i * 37 % 1000`)},
        case when i % 5 = 0 then 20 else 10 end, i, 1700000000 + i, 1
        from n`.execute(trx),
  )
  await database.optimize()
}

/** A value that occurs in the column, or at least could. */
function equalTo({ name, field }: Source): string {
  const value = field.options?.[0]?.value ?? (field.kind === 'text' ? 'x' : field.kind === 'date' ? '2026-01-01' : 1)
  return `search[0][field]=${name}&search[0][operator]=eq&search[0][val]=${value}`
}

async function* noRows(): AsyncGenerator<Buffer, void> {
  yield Buffer.alloc(0)
}

function watched(database: Database, requests: PageRequest[], exported: Statement[]): Database {
  const { adapter, query } = database
  return {
    ...database,
    adapter,
    query,
    page: (request: PageRequest) => {
      requests.push(request)
      return database.page(request)
    },
    rows: (...read: Parameters<Database['rows']>) => database.rows(...read),
    // Which statement it is matters, not its rows.
    exportRows: (request) => {
      exported.push(request.rows)
      return noRows()
    },
  }
}
