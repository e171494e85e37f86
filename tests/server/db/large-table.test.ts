/** Changes of a schema over a table with many rows, on both engines: others go on reading and writing meanwhile. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { sql } from 'kysely'
import type { TableModel } from 'tablewright/protocol'
import { applyPlan, planDatabase, type Database, type Transaction } from '../../../runtime/server/db/index.ts'
import { engines, openAt, type Place } from '../../support/databases.ts'
import { field, reference, tableModel } from '../../support/models.ts'

const rows = 10_100
const unit = tableModel('large/unit', { fields: [field('name', 'text')] })
const part = (more: Partial<TableModel> = {}) =>
  tableModel('large/part', {
    ...more,
    fields: [field('name', 'text', { maxLength: 20 }), ...(more.fields ?? [])],
  })
const indexed = (on: string[], unique = false) => part({ indexes: [{ name: 'look', on, unique }] })

/** The work of a transaction that stays open until `end` is called. */
async function openTransaction(database: Database, work: (trx: Transaction) => Promise<unknown>) {
  let end = (): void => {}
  let begin = (): void => {}
  const ended = new Promise<void>((resolve) => {
    end = resolve
  })
  const begun = new Promise<void>((resolve) => {
    begin = resolve
  })
  const done = database.write(async (trx) => {
    await work(trx)
    begin()
    await ended
  })
  await Promise.race([begun, done])
  return {
    end: async () => {
      end()
      await done
    },
  }
}

describe.each(engines)('a table with many rows on $name', (engine) => {
  let place: Place
  let database: Database
  beforeEach(async () => {
    place = await engine.place()
    database = await openAt(place)
    await applyPlan(database, [unit, indexed(['name', 'id'])])
    await database.write(async (trx) => {
      await trx.insertInto('large_unit').values({ name: 'box' }).execute()
      await sql`insert into large_part (name) with recursive n(i) as (select 1 union all select i + 1 from n
        where i < ${sql.lit(rows)}) select case when i % 2 = 0 then 'bolt ' || i end from n`.execute(trx)
    })
  })
  afterEach(async () => {
    await database.close()
    await place.remove()
  })

  const hasManyWriters = engine.name !== 'sqlite'
  const insert = (name: string | null) => (trx: Transaction) => trx.insertInto('large_part').values({ name }).execute()
  const liveIndexes = async () => {
    const tables = await database.adapter.catalogue(database.query)
    return tables.find(({ name }) => name === 'large_part')?.indexes ?? []
  }
  const expectNothingLeft = async (models: readonly TableModel[]) =>
    expect((await planDatabase(database, models)).steps).toEqual([])

  it('gets new indexes, in place of others with their names too, and references', async () => {
    const models = [
      unit,
      part({
        fields: [reference('unit_id', unit, 'restrict', { default: 1 })],
        indexes: [
          { name: 'look', on: ['unit_id', 'name'], unique: false },
          { name: 'name', on: ['name'], unique: true },
        ],
      }),
    ]
    const { steps } = await applyPlan(database, models)
    const concurrent = steps.flatMap(({ after = [] }) => after).filter((line) => line.includes('index concurrently'))
    expect(concurrent.length > 0).toBe(hasManyWriters)
    await expectNothingLeft(models)
    expect((await liveIndexes()).map(({ name, columns, unique }) => [name, columns, unique])).toEqual([
      ['large_part__look', ['unit_id', 'name'], false],
      ['large_part__name', ['name'], true],
    ])
    await expect(database.write(insert('bolt 2'))).rejects.toThrow()
    const { rows: given } = await sql`select count(*) as n from large_part where unit_id = 1`.execute(database.query)
    expect(given).toEqual([{ n: rows }])
  })

  it('gets the default in every row without a value when a field becomes required', async () => {
    const models = [
      unit,
      tableModel('large/part', {
        fields: [field('name', 'text', { maxLength: 20, required: true, default: 'n/a' })],
        indexes: [{ name: 'look', on: ['name', 'id'], unique: false }],
      }),
    ]
    const seen: number[] = []
    const { steps } = await applyPlan(database, models, { onProgress: ({ left }) => void seen.push(left) })
    expect(steps.map(({ kind }) => kind)).toEqual(hasManyWriters ? ['backfill', 'require-value'] : ['require-value'])
    expect(seen.length).toBe(hasManyWriters ? Math.ceil(rows / 500) : 0)
    await expectNothingLeft(models)
    const { rows: given } = await sql`select count(*) as n from large_part where name = 'n/a'`.execute(database.query)
    expect(given).toEqual([{ n: rows / 2 }])
    await expect(database.write(insert(null))).rejects.toThrow()
  })

  it('says which rows a unique index refuses, and gets it once they are gone', async () => {
    await database.write(insert('bolt 2'))
    const models = [unit, indexed(['name'], true)]
    expect((await planDatabase(database, models)).steps).toMatchObject([
      { kind: 'add-index', class: 'guarded', reason: { en: expect.stringContaining('bolt 2 (2 ×)') } },
    ])
    if (hasManyWriters)
      await expect(
        database.runAlone('create unique index concurrently large_part__look__new on large_part (name)'),
      ).rejects.toThrow()
    await database.write((trx) => sql`delete from large_part where id = ${rows + 1}`.execute(trx))
    await applyPlan(database, models)
    await expectNothingLeft(models)
    expect(await liveIndexes()).toMatchObject([{ name: 'large_part__look', unique: true }])
  })

  // One writer has the whole database there.
  it.runIf(hasManyWriters)('is written while an index is built', async () => {
    const open = await openTransaction(database, insert('open'))
    const models = [unit, indexed(['name'])]
    const applied = applyPlan(database, models)
    const isBuilding = async () => {
      const { rows: found } = await sql`select 1 from pg_stat_progress_create_index
        where relid = 'large_part'::regclass`.execute(database.query)
      return found.length > 0
    }
    await expect.poll(isBuilding).toBe(true)
    await database.write(insert('meanwhile'))
    await open.end()
    await applied
    await expectNothingLeft(models)
  })

  it.runIf(hasManyWriters)('is written between the attempts of a change that waits for a transaction', async () => {
    const open = await openTransaction(database, insert('open'))
    const models = [
      unit,
      part({ fields: [field('code', 'text')], indexes: [{ name: 'look', on: ['name', 'id'], unique: false }] }),
    ]
    const applied = applyPlan(database, models)
    const isWaiting = async () => {
      const { rows: found } = await sql`select 1 from pg_locks
        where relation = 'large_part'::regclass and not granted`.execute(database.query)
      return found.length > 0
    }
    await expect.poll(isWaiting, { interval: 5 }).toBe(true)
    await database.write(insert('meanwhile'))
    await open.end()
    await applied
    await expectNothingLeft(models)
  })

  it.runIf(hasManyWriters)('gets an index that finds nothing again', async () => {
    await sql`update pg_index set indisvalid = false where indexrelid = 'large_part__look'::regclass`.execute(
      database.query,
    )
    const models = [unit, indexed(['name', 'id'])]
    expect((await planDatabase(database, models)).steps).toMatchObject([{ kind: 'add-index', class: 'safe' }])
    await applyPlan(database, models)
    await expectNothingLeft(models)
    expect(await liveIndexes()).toMatchObject([{ name: 'large_part__look', isBroken: false }])
  })
})
