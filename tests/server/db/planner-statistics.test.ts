/** How many rows the planners reckon with in tables that were counted while they were small. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { sql, type RawBuilder } from 'kysely'
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest'
import { applyPlan, openDatabase, type Database } from '../../../runtime/server/db/index.ts'
import { engines } from '../../support/databases.ts'
import { field, tableModel } from '../../support/models.ts'

const models = [
  tableModel('shop/ticket', {
    fields: [field('code', 'text'), field('place', 'text')],
    indexes: [{ name: 'place', on: ['place'], unique: false }],
  }),
]
let file: string
beforeEach(() => (file = join(mkdtempSync(join(tmpdir(), 'tablewright-')), 'a.sqlite')))
afterEach(() => rmSync(join(file, '..'), { recursive: true }))

const open = (): Promise<Database> => openDatabase(file, { readerScript: inject('reader') })
const planOf = async (query: Parameters<RawBuilder<unknown>['execute']>[0]): Promise<string> => {
  const { rows } = await sql<{ detail: string }>`explain query plan
    select * from shop_ticket where place = 'b'`.execute(query)
  return rows.map(({ detail }) => detail).join('\n')
}
const counted = async ({ query }: Database): Promise<readonly unknown[]> =>
  (await sql`select stat from sqlite_stat1 where tbl = 'shop_ticket'`.execute(query)).rows
const addOne = (database: Database) =>
  database.write((trx) => trx.insertInto('shop_ticket').values({ code: 'a', place: 'b' }).execute())

const fill = (database: Database) =>
  database.write((trx) =>
    sql`insert into shop_ticket (code, place)
      with recursive n(i) as (select 1 union all select i + 1 from n where i < 20000)
      select i, 'b' from n`.execute(trx),
  )

async function withOne(work: (database: Database) => Promise<void>): Promise<void> {
  const database = await open()
  try {
    await work(database)
  } finally {
    await database.close()
  }
}

it('finds a row by its index after a count of one row', async () => {
  await withOne(async (database) => {
    await applyPlan(database, models)
    await addOne(database)
    await database.optimize()
    expect(await counted(database)).toEqual([{ stat: '1000 1' }])
    // Also on the connections that were open meanwhile.
    expect(await planOf(database.query)).toMatch(/^SEARCH/)
    expect(await database.write(planOf)).toMatch(/^SEARCH/)
    // Small tables are not named again and again.
    expect(await database.optimizeChanged()).toBe(0)
  })
  await withOne(async (database) => expect(await planOf(database.query)).toMatch(/^SEARCH/))
})

it('finds it in a database that others have counted', async () => {
  await withOne(async (database) => {
    await applyPlan(database, models)
    await addOne(database)
  })
  const other = new Sqlite(file)
  other.exec('analyze')
  other.close()
  await withOne(async (database) => {
    expect(await planOf(database.query)).toMatch(/^SEARCH/)
    expect(await counted(database)).toEqual([{ stat: '1000 1' }])
  })
})

it('counts what has grown where nothing was counted before', async () => {
  await withOne(async (database) => {
    await applyPlan(database, models)
    await addOne(database)
    expect(await database.optimizeChanged()).toBe(0)
    await fill(database)
    expect(await database.optimizeChanged()).toBe(1)
    expect(await counted(database)).toHaveLength(1)
  })
})

it('counts a table that has shrunk to a few rows, once', async () => {
  await withOne(async (database) => {
    await applyPlan(database, models)
    await fill(database)
    await database.optimize()
    await database.write((trx) => sql`delete from shop_ticket where id > 5`.execute(trx))
    expect(await database.optimizeChanged()).toBeGreaterThan(0)
    expect(await counted(database)).toEqual([{ stat: '1000 5' }])
    expect(await database.optimizeChanged()).toBe(0)
  })
})

describe.each(engines)('a table that rows were added to on $name', (engine) => {
  it('is counted again when it had fewer rows before', async () => {
    const database = await engine.open(models)
    const { embedded } = database.adapter
    const known = async (): Promise<number> => {
      const { rows } = embedded
        ? await sql<{
            n: number
          }>`select cast(stat as integer) as n from sqlite_stat1 where tbl = 'shop_ticket'`.execute(database.query)
        : await sql<{
            n: number
          }>`select reltuples::int as n from pg_class where oid = to_regclass('shop_ticket')`.execute(database.query)
      return Number(rows[0]?.n ?? 0)
    }
    const fillMore = () =>
      database.write((trx) =>
        trx
          .insertInto('shop_ticket')
          .values(Array.from({ length: 1500 }, (_row, at) => ({ code: `${at}`, place: 'b' })))
          .execute(),
      )
    try {
      // Nothing else counts it meanwhile.
      if (!embedded) await database.runAlone('alter table shop_ticket set (autovacuum_enabled = false)')
      await fillMore()
      await database.optimizeGrown('shop_ticket', 1500)
      expect(await known()).toBe(1500)
      await fillMore()
      await database.optimizeGrown('shop_ticket', 1500)
      expect(await known()).toBe(1500)
      await fillMore()
      await database.optimizeGrown('shop_ticket', 3000)
      expect(await known()).toBeGreaterThan(3000)
    } finally {
      await database.dispose()
    }
  })
})
