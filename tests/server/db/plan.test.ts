import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { sql } from 'kysely'
import type { TableModel } from 'tablewright/protocol'
import {
  applyPlan,
  buildSearch,
  planDatabase,
  planSql,
  prepareDatabase,
  searchPlanOf,
  startSearchBuild,
  type Database,
  type SearchProgress,
} from '../../../runtime/server/db/index.ts'
import { storeChecks } from '../../../runtime/server/ops/doctor/store-checks.ts'
import { engines, openAt, type Place } from '../../support/databases.ts'
import { field, reference, tableModel } from '../../support/models.ts'
import { scopeOn } from '../records/scope.ts'

const unit = tableModel('plan/unit', { fields: [field('name', 'text', { required: true })] })
const part = (more: Partial<TableModel> & { fields?: TableModel['fields'] } = {}) =>
  tableModel('plan/part', {
    sort: 'weigh',
    softDelete: 'deletetime',
    ...more,
    fields: [field('name', 'text', { required: true }), reference('unit_id', unit), ...(more.fields ?? [])],
  })
const brief = (plan: { steps: readonly { kind: string; class: string; column: string | null }[] }) =>
  plan.steps.map((step) => [step.kind, step.class, step.column])

describe.each(engines)('plans on $name', (engine) => {
  let place: Place
  let database: Database
  beforeEach(async () => {
    place = await engine.place()
    database = await openAt(place)
  })
  afterEach(async () => {
    await database.close()
    await place.remove()
  })

  const count = async (table: string) => (await database.query.selectFrom(table).selectAll().execute()).length
  const addPart = (values: Record<string, string | number> = {}) =>
    database.write((trx) =>
      trx
        .insertInto('plan_part')
        .values({ name: 'bolt', ...values })
        .returningAll()
        .executeTakeFirstOrThrow(),
    )

  it('makes all tables of an empty database, then has nothing left to do', async () => {
    const applied = await applyPlan(database, [part(), unit])
    expect(applied).toMatchObject({ initialised: true, left: [] })
    expect(await planDatabase(database, [part(), unit])).toMatchObject({ steps: [], notes: [] })
    expect(await addPart()).toMatchObject({ id: 1, version: 1, weigh: 0, unit_id: null })
  })

  it('enforces the minimum of a number only the server writes, also in a table that exists', async () => {
    const counted = part({
      fields: [
        field('left', 'decimal', { readOnly: true, scale: 3, minimum: 0.5 }),
        field('entered', 'integer', { minimum: 0 }),
      ],
    })
    const open = part({
      fields: counted.fields
        .map(({ minimum: _minimum, ...one }) => one)
        .filter(({ name }) => /left|entered/.test(name)),
    })
    await applyPlan(database, [open, unit])
    const old = await addPart({ left: 0, entered: -1 })
    expect(brief(await planDatabase(database, [counted, unit]))).toEqual([['add-guard', 'safe', 'left']])
    await applyPlan(database, [counted, unit])
    expect((await planDatabase(database, [counted, unit])).steps).toEqual([])
    await expect(addPart({ left: 499 })).rejects.toThrow('plan_part__left__floor')
    expect(await addPart({ left: 500, entered: -1 })).toMatchObject({ left: 500 })
    expect(await count('plan_part')).toBe(2)
    expect(old).toMatchObject({ left: 0 })
    // Rows from before the minimum are no damage: doctor names those that do not have it.
    const checks = storeChecks([counted, unit])
    const findings = async (name: string) =>
      (await checks.find((one) => one.name === name)?.find(scopeOn(database, [counted, unit]), 5))?.list
    expect(await findings('database/integrity')).toEqual([])
    const key = { table: 'plan_part', column: 'left', rows: 1, id: old['id'] }
    expect(await findings('database/minimums')).toEqual([{ key, found: '0.000', expected: '>= 0.500' }])
    await database.write((trx) => trx.updateTable('plan_part').set({ left: 500 }).where('left', '<', 500).execute())
    expect(await findings('database/minimums')).toEqual([])
    expect(await findings('database/integrity')).toEqual([])
  })

  it('changes nothing while a step waits, and knows what values mean by then', async () => {
    const numbered = (kind: 'text' | 'integer', more: Partial<TableModel> = {}) =>
      part({ ...more, fields: [field('code', kind)] })
    await applyPlan(database, [numbered('text'), unit])
    await addPart({ code: 'x7' })
    const wanted = [numbered('integer', { table: 'plan_piece', renamedFrom: 'plan_part' }), unit]
    const before = await planDatabase(database, wanted)
    expect(before.steps.slice(0, 2).map(({ kind }) => kind)).toEqual(['rename-table', 'convert'])
    // Neither server could use a database that has the one step only, nor does a person agree to the other.
    for (const agreed of [{ safeOnly: true }, { plan: before.hash }])
      expect(await applyPlan(database, wanted, agreed)).toMatchObject({
        isWaiting: true,
        steps: [],
        left: before.steps,
      })
    expect(await planDatabase(database, wanted)).toEqual(before)
    expect((await planDatabase(database, [numbered('text'), unit])).steps).toEqual([])
    expect(before.steps[1]).toMatchObject({ kind: 'convert', class: 'guarded', rows: 1, sql: [] })
  })

  it('changes nothing by planning', async () => {
    const plan = await planDatabase(database, [unit])
    expect(brief(plan)).toEqual([['create-table', 'safe', null]])
    expect(planSql(plan, 'en')).toMatch(/^-- New table plan_unit\.\ncreate table "plan_unit" \(/)
    expect(await planDatabase(database, [unit])).toEqual(plan)
  })

  it('adds a whole table later', async () => {
    await applyPlan(database, [unit])
    const applied = await applyPlan(database, [unit, part()])
    expect(applied.initialised).toBe(false)
    expect(new Set(applied.steps.map((step) => step.table))).toEqual(new Set(['plan_part']))
    await expect(addPart({ unit_id: 77 })).rejects.toThrow()
  })

  it('adds fields to a table that holds records', async () => {
    await applyPlan(database, [unit, part()])
    await addPart()
    const wider = part({
      fields: [
        field('remark', 'text'),
        field('status', 'integer', { required: true, default: 10 }),
        field('price', 'decimal', { scale: 2, default: '1.50' }),
        field('tags', 'tags'),
        reference('other_id', unit, 'null'),
        field('code', 'text'),
        field('title', 'text', { required: true, default: "it's" }),
      ],
      indexes: [
        { name: 'status', on: ['status', 'id'], unique: false },
        { name: 'code', on: ['code'], unique: true },
      ],
    })
    const plan = await planDatabase(database, [unit, wider])
    expect(new Set(plan.steps.map((step) => step.class))).toEqual(new Set(['safe']))
    await applyPlan(database, [unit, wider])
    expect(
      await database.query
        .selectFrom('plan_part')
        .select(['name', 'remark', 'status', 'price', 'tags', 'other_id', 'code', 'title'])
        .execute(),
    ).toEqual([
      { name: 'bolt', remark: null, status: 10, price: 150, tags: null, other_id: null, code: null, title: "it's" },
    ])
    await expect(addPart({ other_id: 5 })).rejects.toThrow()
    expect((await planDatabase(database, [unit, wider])).steps).toEqual([])
  })

  it('adds a required field without default while the table is empty, and refuses it afterwards', async () => {
    await applyPlan(database, [unit, part()])
    await applyPlan(database, [unit, part({ fields: [field('sku', 'text', { required: true })] })])
    await addPart({ sku: 'a' })
    const further = [
      unit,
      part({ fields: [field('sku', 'text', { required: true }), field('size', 'text', { required: true })] }),
    ]
    expect(brief(await planDatabase(database, further))).toEqual([['add-column', 'guarded', 'size']])
    await expect(applyPlan(database, further)).rejects.toMatchObject({ code: 'unsafe', class: 'refused' })
  })

  it('makes a unique index while the table is empty, and refuses it once there are duplicates', async () => {
    await applyPlan(database, [unit, part()])
    await addPart()
    await addPart()
    const unique = [unit, part({ indexes: [{ name: 'name', on: ['name'], unique: true }] })]
    expect(brief(await planDatabase(database, unique))).toEqual([['add-index', 'guarded', null]])
    await database.write((trx) => trx.deleteFrom('plan_part').execute())
    await applyPlan(database, unique)
    await addPart()
    await expect(addPart()).rejects.toThrow()
  })

  it('replaces a plain index whose columns changed and drops one no longer wanted', async () => {
    const indexed = (on: string[]) => [unit, part({ indexes: [{ name: 'look', on, unique: false }] })]
    await applyPlan(database, indexed(['name', 'id']))
    expect(brief(await applyPlan(database, indexed(['name', 'weigh'])))).toEqual([
      ['drop-index', 'safe', null],
      ['add-index', 'safe', null],
    ])
    expect(brief(await applyPlan(database, [unit, part()]))).toEqual([['drop-index', 'safe', null]])
    expect((await planDatabase(database, [unit, part()])).steps).toEqual([])
  })

  it.each(['plan_part', 'plan_part'.padEnd(56, '_long')])('leaves indexes of others on %s alone', async (table) => {
    const models = [unit, { ...part(), table }]
    await applyPlan(database, models)
    await database.write((trx) => sql`create index ${sql.id(`${table}_mine`)} on ${sql.id(table)} (name)`.execute(trx))
    expect((await planDatabase(database, models)).steps).toEqual([])
  })

  it('indexes every reference and the sort weight', async () => {
    await applyPlan(database, [unit, part()])
    const tables = await database.adapter.catalogue(database.query)
    const indexes = tables.find((table) => table.name === 'plan_part')!.indexes
    expect(indexes.map((index) => index.columns)).toEqual(
      expect.arrayContaining([
        ['unit_id', 'deletetime'],
        ['weigh', 'id', 'deletetime'],
      ]),
    )
  })

  it.each([
    ['the list', 'deletetime is null order by weigh desc, id desc'],
    ['a reference', 'unit_id = 1 and deletetime is null'],
    ['a filter', "name = 'bolt' and deletetime is null"],
  ])('counts %s with the index, on SQLite in the index alone', async (_what, where) => {
    const models = [unit, part({ indexes: [{ name: 'name', on: ['name', 'weigh', 'id'], unique: false }] })]
    await applyPlan(database, models)
    await database.write(async (trx) => {
      await sql`insert into plan_unit (name) values ('piece')`.execute(trx)
      await sql`insert into plan_part (name, unit_id) with recursive n(i) as (select 1 union all select i + 1
        from n where i < 20000) select case when i % 50 = 0 then 'bolt' else 'nut' end, case when i % 50 = 0
          then 1 end from n`.execute(trx)
    })
    await database.optimize()
    const explain = sql.raw(
      `${engine.name === 'sqlite' ? 'explain query plan' : 'explain'} select count(*) from (select 1 as one from ` +
        `plan_part where ${where} limit 10001) as c`,
    )
    const lines = JSON.stringify((await sql`${explain}`.execute(database.query)).rows)
    expect(lines).toMatch(engine.name === 'sqlite' ? /COVERING INDEX plan_part__/ : /(on|using) plan_part__/)
  })

  it('refuses to drop fields and tables with the reason, and changes nothing', async () => {
    await applyPlan(database, [unit, part({ fields: [field('remark', 'text')] })])
    await addPart({ remark: 'keep me' })
    const plan = await planDatabase(database, [part({ fields: [field('colour', 'integer')] })])
    expect(brief(plan)).toEqual(
      expect.arrayContaining([
        ['add-column', 'safe', 'colour'],
        ['drop-column', 'destructive', 'remark'],
        ['drop-table', 'destructive', null],
      ]),
    )
    await expect(applyPlan(database, [part({ fields: [field('colour', 'integer')] })])).rejects.toMatchObject({
      code: 'unsafe',
      message: expect.stringContaining('plan_part.remark'),
    })
    expect(await database.query.selectFrom('plan_part').selectAll().execute()).toEqual([
      expect.not.objectContaining({ colour: null }),
    ])
    const safe = await applyPlan(database, [part({ fields: [field('colour', 'integer')] })], { safeOnly: true })
    expect(brief(safe)).toEqual([['add-column', 'safe', 'colour']])
    expect(await database.query.selectFrom('plan_part').select(['remark', 'colour']).execute()).toEqual([
      { remark: 'keep me', colour: null },
    ])
  })

  it.each([
    ['another type', field('value', 'integer'), 'convert'],
    ['a new requirement', field('value', 'text', { required: true }), 'require-value'],
    ['a reference made of a plain field', reference('value', unit), 'convert'],
  ])('refuses %s of a standing field', async (_what, changed, kind) => {
    await applyPlan(database, [unit, part({ fields: [field('value', 'text')] })])
    await addPart({ value: 'x' })
    await addPart()
    const models = [unit, part({ fields: [changed] })]
    const plan = await planDatabase(database, models)
    expect(plan.steps.find((step) => step.kind === kind)).toMatchObject({ class: 'guarded', column: 'value', sql: [] })
    await expect(applyPlan(database, models)).rejects.toMatchObject({ code: 'unsafe' })
  })

  it('lets a required field be empty, keeping values and indexes', async () => {
    const sized = (required: boolean) => [
      unit,
      part({
        fields: [field('size', 'text', { required, default: 'M' }), field('code', 'text', { required })],
        indexes: [
          { name: 'size', on: ['size', 'id'], unique: false },
          { name: 'code', on: ['code'], unique: true },
        ],
      }),
    ]
    await applyPlan(database, sized(true))
    await addPart({ size: 'XL', code: 'a' })
    expect(brief(await applyPlan(database, sized(false)))).toEqual([
      ['allow-null', 'safe', 'size'],
      ['allow-null', 'safe', 'code'],
    ])
    expect((await planDatabase(database, sized(false))).steps).toEqual([])
    await addPart()
    await expect(addPart({ code: 'a' })).rejects.toThrow()
    expect(await database.query.selectFrom('plan_part').select(['size', 'code']).orderBy('id').execute()).toEqual([
      { size: 'XL', code: 'a' },
      { size: 'M', code: null },
    ])
  })

  describe('the search index', () => {
    const named = (search: readonly string[], more: Parameters<typeof part>[0] = {}) => part({ ...more, search })
    const insertParts = (from: number, to: number) =>
      database.write((trx) =>
        sql`insert into plan_part (name) with recursive n(i) as (select ${sql.lit(from)} union all select i + 1 from n
          where i < ${sql.lit(to)}) select 'bolt ' || i from n`.execute(trx),
      )
    /** Rows that the index of the model finds, without a look at the rows themselves. */
    const found = async (model: TableModel, text: string): Promise<number> => {
      const { search } = database.adapter
      const { from, where } = search.found(
        model.table,
        searchPlanOf(model)!,
        search.query(text, database.search.commonOf(searchPlanOf(model)!)),
      )
      const { rows } = await sql<{ n: number }>`select count(*) as n from ${from}
        where ${where ?? sql`1 = 1`}`.execute(database.query)
      return Number(rows[0]?.n)
    }

    it('is added to a table with records, which stays usable before and meanwhile', async () => {
      await applyPlan(database, [unit, part()])
      await insertParts(1, 3000)
      const models = [unit, named(['name'])]
      const index = searchPlanOf(models[1]!)!
      const plan = await planDatabase(database, models)
      expect(brief(plan)).toEqual([['add-search', 'safe', null]])
      expect(planSql(plan, 'en')).toMatch(/quick-search index of plan_part on name.*reads and writes go on\.\n/)
      expect((await prepareDatabase(database, models, false)).left.map(({ kind }) => kind)).toEqual(['add-search'])
      expect(database.search.isReady(index)).toBe(false)
      await applyPlan(database, models)
      expect((await planDatabase(database, models)).steps).toEqual([])
      const stop = new AbortController()
      const progress: SearchProgress[] = []
      await buildSearch(database, models, {
        signal: stop.signal,
        onProgress: (one) => {
          progress.push(one)
          stop.abort()
        },
      })
      const isEmbedded = engine.name === 'sqlite'
      // An interrupted build goes on where it ended; what is written meanwhile is found as well.
      expect(progress).toEqual(isEmbedded ? [{ table: 'plan_part', left: 3000, total: 3000 }] : [])
      expect(database.search.isReady(index)).toBe(!isEmbedded)
      await insertParts(3001, 3100)
      expect(await found(models[1]!, 'bolt 3050')).toBeGreaterThan(0)
      await buildSearch(database, models)
      expect(database.search.isReady(index)).toBe(true)
      if (isEmbedded) expect(await database.adapter.search.countWaiting(database.query, index)).toBe(0)
      expect(await found(models[1]!, 'bolt 2999')).toBe(3)
      // Windows of most rows are left out: 999, 1999 and 2999 may match.
      const common = [...database.search.commonOf(index).keys()]
      expect(common).toContain('bol')
      expect(common).not.toContain('999')
      expect(await found(models[1]!, 'bolt')).toBe(3100)
    })

    it('is replaced when its fields change, and removed with them', async () => {
      await applyPlan(database, [unit, named(['name'])])
      await insertParts(1, 200)
      const wider = named(['name', 'code'], { fields: [field('code', 'text')] })
      expect(brief(await applyPlan(database, [unit, wider]))).toEqual([
        ['drop-search', 'safe', null],
        ['add-column', 'safe', 'code'],
        ['add-search', 'safe', null],
      ])
      await buildSearch(database, [unit, wider])
      expect(await found(wider, 'bolt')).toBe(200)
      const plain = part({ fields: [field('code', 'text')] })
      expect(brief(await applyPlan(database, [unit, plain]))).toEqual([['drop-search', 'safe', null]])
      expect(await planDatabase(database, [unit, plain])).toMatchObject({ steps: [], notes: [] })
      await insertParts(201, 400)
    })

    it('goes on when a searched field may become empty', async () => {
      const sized = (required: boolean) =>
        named(['name', 'size'], { fields: [field('size', 'text', { required, default: 'M' })] })
      await applyPlan(database, [unit, sized(true)])
      await insertParts(1, 200)
      expect(brief(await applyPlan(database, [unit, sized(false)]))).toEqual([['allow-null', 'safe', 'size']])
      await insertParts(201, 400)
      await buildSearch(database, [unit, sized(false)])
      expect(await found(sized(false), 'bolt')).toBe(400)
      expect((await planDatabase(database, [unit, sized(false)])).steps).toEqual([])
    })

    it('is not asked any more once another process has removed it', async () => {
      const models = [unit, named(['name'])]
      const index = searchPlanOf(models[1]!)!
      await applyPlan(database, models)
      vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
      // The first look may still be at the table that is removed.
      const build = startSearchBuild(database, models, () => {})
      try {
        expect(database.search.isReady(index)).toBe(true)
        for (const statement of database.adapter.ddl.dropSearch(index.name)) await database.runAlone(statement)
        vi.advanceTimersByTime(60_000)
      } finally {
        await build.stop()
        vi.useRealTimers()
      }
      expect(database.search.isReady(index)).toBe(false)
    })

    it('is made again when something of it is missing', async () => {
      const models = [unit, named(['name'])]
      const index = searchPlanOf(models[1]!)!
      await applyPlan(database, models)
      await insertParts(1, 200)
      const damage =
        engine.name === 'sqlite'
          ? sql`drop trigger ${sql.id(`${index.name}_update`)}`
          : sql`update pg_index set indisvalid = false where indexrelid = ${index.name}::regclass`
      await database.write((trx) => damage.execute(trx))
      expect(brief(await applyPlan(database, models))).toEqual([['add-search', 'safe', null]])
      await buildSearch(database, models)
      expect(database.search.isReady(index)).toBe(true)
      expect(await found(models[1]!, 'bolt 17')).toBe(11)
    })
  })

  it('changes the deletion rule of a reference', async () => {
    await applyPlan(database, [unit, part()])
    const other = tableModel('plan/part', {
      sort: 'weigh',
      softDelete: 'deletetime',
      fields: [field('name', 'text', { required: true }), reference('unit_id', unit, 'cascade')],
    })
    await database.write((trx) => trx.insertInto('plan_unit').values({ name: 'piece' }).execute())
    await addPart({ unit_id: 1 })
    expect(brief(await applyPlan(database, [unit, other]))).toEqual([['change-foreign-key', 'safe', 'unit_id']])
    await database.write((trx) => trx.deleteFrom('plan_unit').execute())
    expect(await count('plan_part')).toBe(0)
  })

  it('notes strange tables and columns beside ours, and leaves them', async () => {
    await applyPlan(database, [unit])
    await database.write(async (trx) => {
      await sql`create table somebody (id integer)`.execute(trx)
      await sql`alter table plan_unit add column theirs text`.execute(trx)
    })
    const plan = await planDatabase(database, [unit])
    expect(plan.steps).toEqual([])
    expect(plan.notes.map((note) => note.en).join(' ')).toMatch(
      /somebody.*not managed.*plan_unit\.theirs|plan_unit\.theirs.*somebody/,
    )
  })

  it('writes every applied plan into the book with its SQL', async () => {
    const { hash } = await applyPlan(database, [unit])
    await applyPlan(database, [unit])
    await applyPlan(database, [unit, part()])
    const book = await database.query.selectFrom('tablewright_plan').selectAll().orderBy('id').execute()
    expect(book).toHaveLength(2)
    expect(book[0]).toMatchObject({ hash, sql: expect.stringContaining('create table "plan_unit"') })
    expect(Math.abs((book[0]!['applied_at'] as number) - Date.now() / 1000)).toBeLessThan(60)
  })

  it('undoes all when one statement fails', async () => {
    await applyPlan(database, [unit])
    const broken = tableModel('plan/broken', {
      fields: [field('a', 'text')],
      indexes: [{ name: 'b', on: ['no_such_column'], unique: false }],
    })
    await expect(applyPlan(database, [unit, part(), broken])).rejects.toThrow()
    expect((await planDatabase(database, [unit, part()])).steps.map((step) => step.table)).toContain('plan_part')
    expect(await count('tablewright_plan')).toBe(1)
  })

  it('does not let a table that is left over keep records from being deleted', async () => {
    const pair = tableModel('plan/pair', { fields: [reference('unit_id', unit, 'restrict', { required: true })] })
    await applyPlan(database, [unit, pair])
    await database.write(async (trx) => {
      await trx.insertInto('plan_unit').values({ name: 'piece' }).execute()
      await trx.insertInto('plan_pair').values({ unit_id: 1 }).execute()
    })
    await applyPlan(database, [unit], { safeOnly: true })
    expect(brief(await planDatabase(database, [unit]))).toEqual([['drop-table', 'destructive', null]])
    await database.write((trx) => trx.deleteFrom('plan_unit').execute())
    expect(await database.query.selectFrom('plan_pair').select('unit_id').execute()).toEqual([{ unit_id: null }])
    // The table comes back, and asks for the value that is gone.
    expect(brief(await planDatabase(database, [unit, pair]))[0]).toEqual(['require-value', 'guarded', 'unit_id'])
  })

  it('starts on leftovers, but not on a database that is behind unless it may bring it up', async () => {
    expect(await prepareDatabase(database, [unit], false)).toMatchObject({ initialised: true })
    await expect(prepareDatabase(database, [unit, part()], false)).rejects.toMatchObject({
      code: 'behind',
      class: 'environment',
    })
    expect((await prepareDatabase(database, [unit, part()], true)).left).toEqual([])
    const leftovers = await prepareDatabase(database, [unit], false)
    expect(leftovers.left.map((step) => step.kind)).toEqual(['change-foreign-key', 'drop-table'])
    await database.write((trx) => trx.insertInto('plan_unit').values({ name: 'piece' }).execute())
    const retyped = tableModel('plan/unit', { fields: [field('name', 'integer', { required: true })] })
    await expect(prepareDatabase(database, [retyped], true)).rejects.toMatchObject({ code: 'unsafe' })
  })
})
