/** Changes of a schema over a table with many rows, on both engines: others go on reading and writing meanwhile. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { sql } from 'kysely'
import type { FieldModel, TableModel } from 'tablewright/protocol'
import { fullScope } from '../../../../generator/rule/scope.ts'
import { runText } from '../../../../runtime/server/db/run-text.ts'
import { readModelRows } from '../../../../runtime/server/db/plan/metadata.ts'
import type { RecordedModel } from '../../../../runtime/server/db/plan/recorded-model.ts'
import { applyPlan, planDatabase, type Database, type Transaction } from '../../../../runtime/server/db/index.ts'
import { engines, openAt, type Place } from '../../../support/databases.ts'
import { storeIntegers } from '../../../support/integer-storage.ts'
import { field, reference, tableModel } from '../../../support/models.ts'
import { rule } from '../../rules/schema-set.ts'

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

  describe.runIf(hasManyWriters)('whose columns change', () => {
    const looks = [
      { name: 'look', on: ['price', 'name'] as [string, ...string[]], unique: false },
      { name: 'code', on: ['code', 'price'] as [string, ...string[]], unique: true },
    ]
    const least = { required: true, readOnly: true, minimum: 0, default: '1' }
    const priced = (scale: number, code: FieldModel, more: Partial<TableModel> = {}) => [
      unit,
      part({ fields: [field('price', 'decimal', { scale, ...least }), code], indexes: looks, ...more }),
    ]
    const before = priced(2, field('code', 'integer'))
    const after = priced(4, field('code', 'text', { maxLength: 9 }))
    const fill = async (models: readonly TableModel[] = before) => {
      await applyPlan(database, models)
      await database.write((trx) => runText(trx, 'update large_part set price = id / 100.0, code = id'))
    }
    const ask = (text: string) => runText(database.query, text)
    const leftObjects = () =>
      ask(`select proname as name from pg_proc where proname like 'tablewright\\_next%' and pronamespace =
        (select oid from pg_namespace where nspname = current_schema())`)
    const liveTable = async () =>
      (await database.adapter.catalogue(database.query)).find(({ name }) => name === 'large_part')!

    it('is written meanwhile, by those who know the old columns, and has the new ones at once', async () => {
      await fill()
      const old = await openAt(place)
      old.modelVersion.expect(JSON.parse((await readModelRows(old.query)).model ?? '') as RecordedModel, null)
      await old.checkModel()
      const fresh = await liveTable()
      let written = 0
      let isDone = false
      const write = async () => {
        while (!isDone) {
          await old.write(async (trx) => {
            await trx
              .insertInto('large_part')
              .values({ price: 777, code: -1 - written })
              .execute()
            await trx
              .updateTable('large_part')
              .set({ price: 555 })
              .where('id', '=', 1 + written)
              .execute()
          })
          written += 1
        }
      }
      const writing = write().catch((error: unknown) => error)
      const plan = await planDatabase(database, after)
      expect(plan.steps.map(({ kind, class: how, column }) => [kind, how, column])).toEqual([
        ['convert', 'safe', 'price'],
        ['convert', 'safe', 'code'],
      ])
      const applied = await applyPlan(database, after)
      isDone = true
      expect(applied.hash).toBe(plan.hash)
      // From then on they are refused.
      expect([undefined, 'outdated']).toContain(((await writing) as { code?: string } | undefined)?.code)
      await old.close()
      expect(written).toBeGreaterThan(0)
      await expectNothingLeft(after)
      expect(await leftObjects()).toEqual([])
      const changed = await liveTable()
      expect(changed.indexes).toEqual(fresh.indexes)
      expect(changed.guards).toEqual(fresh.guards)
      expect(await database.adapter.faults(database.query)).toEqual([])
      const types = Object.fromEntries(changed.columns.map((column) => [column.name, column]))
      expect(types['price']).toMatchObject({ type: 'numeric(18,4)', nullable: false })
      expect(types['code']).toMatchObject({ type: 'text collate "C"', nullable: true })
      expect(
        await ask(`select count(*) as n from large_part where id <= ${rows} and code = cast(id as text)
        and price = case when id <= ${written} then 5.55 else id / 100.0 end`),
      ).toEqual([{ n: rows }])
      expect(await ask(`select count(*) as n from large_part where code like '-%' and price = 7.77`)).toEqual([
        { n: written },
      ])
      await expect(
        database.write((trx) => runText(trx, 'insert into large_part (price) values (-0.0001)')),
      ).rejects.toThrow('price__floor')
      const [book] = await ask('select sql from tablewright_plan order by id desc limit 1')
      for (const part of ['create trigger', 'create unique index concurrently', 'limit 1000', 'drop column "price"'])
        expect(book?.['sql']).toContain(part)
    })

    it('says which values do not fit before anything changes, also those that come meanwhile', async () => {
      const coded = (kind: 'text' | 'integer') => priced(2, field('code', kind))
      await fill(coded('text'))
      await database.write((trx) => runText(trx, `update large_part set code = 'x' || id where id > ${rows - 7}`))
      const expectRefused = async (count: number) => {
        const [step] = (await planDatabase(database, coded('integer'))).steps.filter(({ kind }) => kind === 'convert')
        expect(step).toMatchObject({ class: 'guarded', rows: count, sql: [] })
        expect(step?.reason.en).toContain(`${rows - 6}: x${rows - 6}`)
        await expect(applyPlan(database, coded('integer'))).rejects.toMatchObject({ code: 'unsafe' })
        expect((await applyPlan(database, coded('integer'), { safeOnly: true })).steps).toEqual([])
      }
      const { columns } = await liveTable()
      await expectRefused(7)
      expect((await liveTable()).columns).toEqual(columns)
      await database.write((trx) => runText(trx, `update large_part set code = id where id > ${rows - 7}`))
      // While the batches go on; they have passed this row by then.
      let batches = 0
      let late: Promise<unknown> = Promise.resolve()
      const applied = await applyPlan(database, coded('integer'), {
        safeOnly: true,
        onProgress: () => {
          batches += 1
          if (batches === 5)
            late = database.write((trx) => runText(trx, `update large_part set code = 'no' where id = 3`))
        },
      })
      await late
      expect(applied.left).toMatchObject([
        { kind: 'convert', rows: 1, reason: { en: expect.stringContaining('3: no') } },
      ])
      // Nothing is left of it until then.
      expect(applied.steps).toMatchObject([{ kind: 'discard', class: 'safe' }])
      expect((await liveTable()).columns).toEqual(columns)
      expect(await leftObjects()).toEqual([])
    })

    it('loses digits by the plan a person agreed to, and what is computed from them follows', async () => {
      const result = field('total', 'decimal', { scale: 4, readOnly: true })
      const total = (price: FieldModel) => ({
        ...result,
        computed: { rule: rule('price * 2', result, fullScope([price])), stored: true },
      })
      const computed = (scale: number) => {
        const price = field('price', 'decimal', { scale })
        return [unit, part({ fields: [price, total(price)] })]
      }
      await applyPlan(database, computed(4))
      await database.write((trx) => runText(trx, 'update large_part set price = 1.2345, total = 2.469 where id <= 3'))
      const plan = await planDatabase(database, computed(2))
      expect(plan.steps).toMatchObject([
        { kind: 'convert', class: 'guarded', rows: 3 },
        { kind: 'recompute', class: 'guarded', column: 'total' },
      ])
      await applyPlan(database, computed(2), { plan: plan.hash })
      await expectNothingLeft(computed(2))
      expect(
        await ask('select price::text as price, total::text as total from large_part where id < 3 order by id'),
      ).toEqual([
        { price: '1.23', total: '2.4600' },
        { price: '1.23', total: '2.4600' },
      ])
    })

    it('keeps what others made of a column, and says what is in the way', async () => {
      await fill()
      await database.runAlone('create view large_view as select price from large_part')
      const [step] = (await planDatabase(database, after)).steps
      expect(step).toMatchObject({ class: 'guarded', sql: [], reason: { en: expect.stringContaining('large_view') } })
      await database.runAlone('drop view large_view')
      await database.runAlone('create index mine on large_part (price) where price > 1')
      const [other] = (await planDatabase(database, after)).steps
      expect(other).toMatchObject({ class: 'guarded', sql: [], reason: { en: expect.stringContaining('mine') } })
      await database.runAlone('drop index mine')
      const [{ role } = {}] = await ask('select current_user as role')
      for (const statement of [
        `comment on column large_part.price is 'net, it''s'`,
        'alter table large_part alter column price set statistics 500',
        'grant select (price), update (price) on large_part to public',
        `grant references (price) on large_part to "${String(role)}" with grant option`,
      ])
        await database.runAlone(statement)
      const described = () =>
        ask(`select col_description(attrelid, attnum) as text, attstattarget as target, attacl::text as acl
          from pg_attribute where attrelid = 'large_part'::regclass and attname = 'price'`)
      const found = await described()
      expect(found).toMatchObject([{ text: "net, it's", target: 500, acl: expect.stringContaining('=rw/') }])
      const { steps } = await applyPlan(database, after)
      expect(steps.map(({ before: prepared }) => prepared !== undefined)).toEqual([true, false])
      expect(await described()).toEqual(found)
      await expectNothingLeft(after)
    })

    it('are converted one after the other where they share an index and a person has to agree', async () => {
      const both = [{ name: 'both', on: ['price', 'cost'] as [string, ...string[]], unique: false }]
      const scaled = (price: number, cost: number) => [
        unit,
        part({
          fields: [field('price', 'decimal', { scale: price }), field('cost', 'decimal', { scale: cost })],
          indexes: both,
        }),
      ]
      const stages = async (models: readonly TableModel[], open: string) => {
        const { steps } = await planDatabase(database, models)
        const [first, second] = [false, true].map((isOpen) => steps.find(({ column }) => (column === open) === isOpen))
        expect([first?.before?.table, second?.class, second?.sql]).toEqual(['large_part', 'guarded', []])
        expect(second?.reason.en).toContain('they follow each other')
        for (let left = 2; left > 0; left--)
          await applyPlan(database, models, { plan: (await planDatabase(database, models)).hash })
        await expectNothingLeft(models)
        expect((await liveIndexes()).map(({ name, columns }) => [name, columns])).toEqual([
          ['large_part__both', ['price', 'cost']],
        ])
      }
      await applyPlan(database, scaled(4, 4))
      await database.write((trx) => runText(trx, 'update large_part set price = 1.2345, cost = 1.2345'))
      await stages(scaled(2, 2), 'cost')
      // More digits need nobody's agreement, fewer do.
      await stages(scaled(4, 1), 'cost')
    })

    it('gets the figures of its decimals', async () => {
      await fill()
      await storeIntegers(database)
      const [step, ...others] = (await planDatabase(database, before)).steps
      expect(others).toEqual([])
      expect(step).toMatchObject({ kind: 'change-storage', class: 'safe', before: { table: 'large_part' } })
      await applyPlan(database, before)
      await expectNothingLeft(before)
      expect(await ask(`select count(*) as n from large_part where price = id / 100.0`)).toEqual([{ n: rows }])
    })
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
    // Where few rows are, it is dropped once.
    await database.write((trx) => trx.deleteFrom('large_part').where('id', '>', 5).execute())
    await runText(
      database.query,
      `update pg_index set indisvalid = false where indexrelid = 'large_part__look'::regclass`,
    )
    const { steps } = await planDatabase(database, models)
    const drops = steps.flatMap((step) => step.sql).filter((statement) => statement.startsWith('drop index'))
    expect([steps.map(({ kind }) => kind), drops.length]).toEqual([['drop-index', 'add-index'], 1])
    await applyPlan(database, models)
    expect(await liveIndexes()).toMatchObject([{ name: 'large_part__look', isBroken: false }])
  })
})
