/**
 * Changes of a schema over a database with records, on both engines: what a value means never changes silently. Values
 * are compared as people read them, before and after.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { sql } from 'kysely'
import { kinds, type FieldModel, type StoredValue, type TableModel } from 'tablewright/protocol'
import { applyPlan, planDatabase, prepareDatabase, type Database } from '../../../runtime/server/db/index.ts'
import { engines, openAt, type Place } from '../../support/databases.ts'
import { field, reference, tableModel } from '../../support/models.ts'

const decimal = (scale: number, more: Partial<FieldModel> = {}) => field('value', 'decimal', { scale, ...more })
const plain = (more: Partial<FieldModel> = {}) => field('value', 'text', { maxLength: 20, ...more })
const options = (values: Readonly<Record<string, number | string>>) =>
  field('value', 'enum', {
    options: Object.entries(values).map(([name, value]) => ({
      name,
      value,
      label: { 'zh-cn': name, en: name },
      tone: 'none' as const,
    })),
  })
const renamedOptions = () => {
  const { options: list = [], ...rest } = options({ crimson: 5, blue: 3 })
  const more = [{ renamedFrom: 'red', replaces: [2] }, {}]
  return { ...rest, options: list.map((option, at) => ({ ...option, ...more[at] })) }
}
const listed = (one: FieldModel): FieldModel => ({ ...one, kind: 'set' })
const thing = (value: FieldModel | null, more: Partial<TableModel> = {}) =>
  tableModel('evolve/thing', { fields: [field('name', 'text'), ...(value ? [value] : [])], ...more })

interface Change {
  readonly what: string
  readonly from: FieldModel
  readonly to: FieldModel
  /** Stored values that convert exactly, and what people read afterwards; absent = the same as before. */
  readonly fit: readonly StoredValue[]
  readonly read?: readonly unknown[]
  /** A stored value that does not convert; absent = all do. */
  readonly unfit?: StoredValue
  /** What the refusal shows of it. */
  readonly shown?: string
}

const changes: readonly Change[] = [
  {
    what: 'more digits',
    from: decimal(4),
    to: decimal(6),
    fit: [123456, -1, null],
    read: ['12.345600', '-0.000100', null],
    unfit: Number.MAX_SAFE_INTEGER,
    shown: '900719925474.0991',
  },
  {
    what: 'fewer digits',
    from: decimal(4),
    to: decimal(2),
    fit: [123400, -12300, 0],
    read: ['12.34', '-1.23', '0.00'],
    unfit: 123456,
    shown: '12.3456',
  },
  { what: 'integer → decimal', from: field('value', 'integer'), to: decimal(2), fit: [7, -3], read: ['7.00', '-3.00'] },
  {
    what: 'decimal → integer',
    from: decimal(4),
    to: field('value', 'integer'),
    fit: [1000000, -20000],
    read: [100, -2],
    unfit: 1000001,
    shown: '100.0001',
  },
  {
    what: 'text → integer',
    from: plain(),
    to: field('value', 'integer'),
    fit: ['42', '-7', '0', null],
    read: [42, -7, 0, null],
    unfit: '007',
    shown: '007',
  },
  {
    what: 'text → decimal',
    from: plain(),
    to: decimal(2),
    fit: ['12.5', '-0.25', '3', '1.500'],
    read: ['12.50', '-0.25', '3.00', '1.50'],
    unfit: '1.505',
    shown: '1.505',
  },
  { what: 'integer → text', from: field('value', 'integer'), to: plain(), fit: [42, -7], read: ['42', '-7'] },
  {
    what: 'decimal → text',
    from: decimal(2),
    to: plain({ maxLength: 6 }),
    fit: [1205, -5, 0],
    read: ['12.05', '-0.05', '0.00'],
    unfit: 12345678,
    shown: '123456.78',
  },
  {
    what: 'a shorter text',
    from: plain(),
    to: plain({ maxLength: 3 }),
    fit: ['abc', null],
    unfit: 'abcd',
    shown: 'abcd',
  },
  {
    what: 'an option less',
    from: options({ red: 1, green: 2 }),
    to: options({ red: 1 }),
    fit: [1, null],
    unfit: 2,
    shown: '2',
  },
  {
    what: 'other values of options',
    from: options({ red: 1, green: 2 }),
    to: options({ red: 2, green: 1 }),
    fit: [1, 2],
    read: [2, 1],
  },
  {
    what: 'a renamed option and a replaced one',
    from: options({ red: 1, green: 2, blue: 3, gold: 4 }),
    to: renamedOptions(),
    fit: [1, 2, 3],
    read: [5, 5, 3],
    unfit: 4,
    shown: '4',
  },
  {
    what: 'an option less in lists',
    from: listed(options({ red: 1, green: 2 })),
    to: listed(options({ red: 1 })),
    fit: ['[1]', '[]', null],
    unfit: '[1,2]',
    shown: '[1,2]',
  },
  {
    what: 'a renamed option and a replaced one in lists',
    from: listed(options({ red: 1, green: 2, blue: 3, gold: 4 })),
    to: listed(renamedOptions()),
    fit: ['[3,1]', '[1,2]', '[]', null],
    read: [[3, 5], [5], [], []],
    unfit: '[4,1]',
    shown: '[4,1]',
  },
  {
    what: 'texts in lists',
    from: listed(options({ a: "o'ne", b: 'two' })),
    to: listed(options({ a: 'zwei', b: "o'ne" })),
    fit: ['["two","o\'ne"]'],
    read: [["o'ne", 'zwei']],
  },
  {
    what: 'integer → options',
    from: field('value', 'integer'),
    to: options({ red: 1, green: 2 }),
    fit: [1, 2],
    unfit: 3,
    shown: '3',
  },
]

describe.each(engines)('the evolution of a schema on $name', (engine) => {
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

  const insert = (values: Readonly<Record<string, StoredValue>>) =>
    database.write((trx) => trx.insertInto('evolve_thing').values(values).execute())
  const stored = async (from: Database = database) => {
    const rows = await from.query.selectFrom('evolve_thing').selectAll().orderBy('id').execute()
    return rows.map((row) => row['value'] as StoredValue)
  }
  const read = async (one: FieldModel, from: Database = database) =>
    (await stored(from)).map((value) => kinds[one.kind].toWire(value, one))
  const fill = async (values: readonly StoredValue[]) => {
    for (const value of values) await insert({ name: 'a', value })
  }

  it('converts values exactly, or refuses with count and examples', async () => {
    const indexes = [{ name: 'value', on: ['value'], unique: false }]
    const named = (at: number, value: FieldModel, search: readonly string[]) =>
      tableModel(`evolve/thing${at}`, { fields: [field('name', 'text'), value], indexes, search })
    const old = changes.map(({ from }, at) => named(at, from, ['name', 'value']))
    const changed = changes.map(({ to }, at) => named(at, to, ['name']))
    const insertAll = (rows: (change: Change) => readonly StoredValue[], name: string) =>
      database.write(async (trx) => {
        for (const [at, change] of changes.entries())
          for (const value of rows(change)) await trx.insertInto(`evolve_thing${at}`).values({ name, value }).execute()
      })
    const removeAll = (name: string) =>
      database.write(async (trx) => {
        for (const at of changes.keys()) await trx.deleteFrom(`evolve_thing${at}`).where('name', '=', name).execute()
      })
    /** By change, what people read of its records. */
    const readAll = async (kind: 'from' | 'to') => {
      const found: Record<string, unknown[]> = {}
      for (const [at, change] of changes.entries()) {
        const rows = await database.query.selectFrom(`evolve_thing${at}`).select('value').orderBy('id').execute()
        const one = change[kind]
        found[change.what] = rows.map((row) => kinds[one.kind].toWire(row['value'] as StoredValue, one))
      }
      return found
    }
    const unfit = ({ unfit: value }: Change) => (value === undefined ? [] : [value])
    await applyPlan(database, old)
    await insertAll(({ fit }) => fit, 'fit')
    const before = await readAll('from')
    await insertAll(unfit, 'unfit')
    const values = await readAll('from')
    const plan = await planDatabase(database, changed)
    for (const [at, change] of changes.entries())
      if (change.unfit !== undefined)
        expect(
          plan.steps.find(({ kind, table }) => kind === 'convert' && table === `evolve_thing${at}`),
          change.what,
        ).toMatchObject({
          class: 'guarded',
          rows: 1,
          reason: { en: expect.stringContaining(`${change.fit.length + 1}: ${change.shown}`) },
        })
    for (const mayApply of [true, false])
      await expect(prepareDatabase(database, changed, mayApply)).rejects.toMatchObject({ code: 'unsafe' })
    const planned = await planDatabase(database, changed)
    expect(await applyPlan(database, changed, { safeOnly: true })).toMatchObject({ isWaiting: true, steps: [] })
    for (const { what } of changes.filter((change) => change.unfit !== undefined))
      expect((await readAll('from'))[what], what).toEqual(values[what])
    expect(await planDatabase(database, changed)).toEqual(planned)
    await removeAll('unfit')
    await prepareDatabase(database, changed, true)
    expect(await readAll('to')).toEqual(
      Object.fromEntries(changes.map(({ what, read: wanted }) => [what, wanted ?? before[what]])),
    )
    expect(await planDatabase(database, changed)).toMatchObject({ steps: [], notes: [] })
    // An empty table changes as well, and back.
    await removeAll('fit')
    await prepareDatabase(database, old, true)
    await insertAll(({ fit }) => fit, 'fit')
    expect(await readAll('from')).toEqual(before)
  })

  it('rounds digits away only by the plan a person agreed to', async () => {
    const required = { required: true, readOnly: true, minimum: 1 }
    const changed = [thing(decimal(2, required))]
    await applyPlan(database, [thing(decimal(4, required))])
    await fill([123456, 123449, 20000])
    const { hash } = await planDatabase(database, changed)
    await insert({ name: 'a', value: 15555 })
    await expect(applyPlan(database, changed, { plan: hash })).rejects.toMatchObject({ code: 'other_plan' })
    const second = await planDatabase(database, changed)
    await applyPlan(database, changed, { plan: second.hash })
    expect(await read(decimal(2))).toEqual(['12.35', '12.34', '2.00', '1.56'])
    await expect(insert({ name: 'a', value: 99 })).rejects.toThrow('value__floor')
    await expect(insert({ name: 'a', value: null })).rejects.toThrow()
    expect((await planDatabase(database, changed)).steps).toEqual([])
    const book = await database.query.selectFrom('tablewright_plan').selectAll().orderBy('id').execute()
    expect(book.at(-1)).toMatchObject({ hash: second.hash, sql: expect.stringContaining('/ 100') })
  })

  it('keeps what a removed field meant, for the day it comes back', async () => {
    await applyPlan(database, [thing(decimal(4))])
    await fill([123400])
    await prepareDatabase(database, [thing(null)], true)
    await prepareDatabase(database, [thing(decimal(2))], true)
    expect(await read(decimal(2))).toEqual(['12.34'])
  })

  it('asks whether a new field is a removed one, and keeps the values of a renamed one', async () => {
    const named = (name: string, more: Partial<FieldModel> = {}) => field(name, 'decimal', { scale: 2, ...more })
    const indexed = { indexes: [{ name: 'x', on: ['cost', 'id'], unique: true }] }
    await applyPlan(database, [thing(decimal(2), { search: ['value'] })])
    await fill([150])
    const added = [thing(named('cost'))]
    for (const mayApply of [true, false])
      await expect(prepareDatabase(database, added, mayApply)).rejects.toThrow('"x-renamedFrom": "value"')
    await applyPlan(database, added, { safeOnly: true })
    expect((await planDatabase(database, added)).steps).toContainEqual(
      expect.objectContaining({ kind: 'add-column', class: 'guarded', column: 'cost' }),
    )
    const more = { renamedFrom: 'value', scale: 3, required: true }
    const renamed = [thing(named('cost', more), { ...indexed, search: ['cost'] })]
    expect((await planDatabase(database, renamed)).steps).toContainEqual(
      expect.objectContaining({ kind: 'rename-column', class: 'safe', column: 'cost' }),
    )
    await prepareDatabase(database, renamed, true)
    expect(await database.query.selectFrom('evolve_thing').selectAll().execute()).toEqual([
      { id: 1, name: 'a', cost: 1500, version: 1 },
    ])
    expect(await planDatabase(database, renamed)).toMatchObject({ steps: [], notes: [] })
  })

  it('keeps the records of a renamed entity, with all that refers to them', async () => {
    const more: Partial<TableModel> = {
      indexes: [{ name: 'value', on: ['value'], unique: true }],
      search: ['name'],
      softDelete: 'deletetime',
    }
    const floored = { readOnly: true, minimum: 1 }
    const old = thing(field('value', 'integer', floored), more)
    const partOf = (model: TableModel) =>
      tableModel('evolve/part', { fields: [reference('thing_id', model, 'cascade')] })
    await applyPlan(database, [old, partOf(old)])
    await insert({ name: 'gone', value: 7 })
    await database.write((trx) => trx.deleteFrom('evolve_thing').execute())
    await insert({ name: 'kept', value: 8 })
    await database.write((trx) => trx.insertInto('evolve_part').values({ thing_id: 2 }).execute())
    const item = tableModel('evolve/item', {
      fields: [field('name', 'text'), field('cost', 'decimal', { scale: 1, renamedFrom: 'value', ...floored })],
      ...more,
      indexes: [{ name: 'cost', on: ['cost'], unique: true }],
      renamedFrom: 'evolve/thing',
    })
    const models = [item, partOf(item)]
    expect((await planDatabase(database, models)).steps[0]).toMatchObject({ kind: 'rename-table', class: 'safe' })
    await prepareDatabase(database, models, true)
    expect(await planDatabase(database, models)).toMatchObject({ steps: [], notes: [] })
    const add = (cost: number) =>
      database.write((trx) => trx.insertInto('evolve_item').values({ name: 'new', cost }).execute())
    await expect(add(80)).rejects.toThrow(/unique/i)
    await expect(add(9)).rejects.toThrow('cost__floor')
    // SQLite has given the number of the refused record to none, PostgreSQL has used it up.
    await add(90)
    const rows = await database.query.selectFrom('evolve_item').selectAll().orderBy('id').execute()
    expect(rows.map(({ name, cost }) => [name, cost])).toEqual([
      ['kept', 80],
      ['new', 90],
    ])
    expect(Number(rows[1]?.['id'])).toBeGreaterThan(2)
    await database.write((trx) => trx.deleteFrom('evolve_item').where('id', '=', 2).execute())
    expect(await database.query.selectFrom('evolve_part').selectAll().execute()).toEqual([])
    // The name is free again.
    await prepareDatabase(database, [...models, old], true)
    expect(await stored()).toEqual([])
  })

  it('asks whether a new entity is a removed one', async () => {
    await applyPlan(database, [thing(plain())])
    const fresh = tableModel('evolve/item', { fields: [field('name', 'text'), plain(), field('more', 'text')] })
    const models = [fresh, tableModel('evolve/part', { fields: [reference('item_id', fresh)] })]
    // Without records nothing can be lost.
    expect((await planDatabase(database, models)).steps.map((step) => step.class)).not.toContain('guarded')
    await fill(['x'])
    for (const mayApply of [true, false])
      await expect(prepareDatabase(database, models, mayApply)).rejects.toThrow('"x-renamedFrom": "evolve/thing"')
    await applyPlan(database, models, { safeOnly: true })
    const { steps, hash } = await planDatabase(database, models)
    expect(steps).toContainEqual(expect.objectContaining({ kind: 'create-table', class: 'guarded' }))
    await applyPlan(database, models, { plan: hash })
    expect((await prepareDatabase(database, models, true)).left.map(({ kind }) => kind)).toEqual(['drop-table'])
    expect([await stored(), await database.query.selectFrom('evolve_item').selectAll().execute()]).toEqual([['x'], []])
  })

  it('refuses writes of a process that runs with an older model', async () => {
    const older = [thing(decimal(4))]
    await prepareDatabase(database, older, true)
    await fill([123400])
    const other = await openAt(place)
    try {
      await prepareDatabase(
        other,
        [thing(decimal(4)), tableModel('evolve/more', { fields: [field('name', 'text')] })],
        true,
      )
      // What the older one writes means the same.
      await fill([20000])
      let written: Promise<void> = Promise.resolve()
      await new Promise<void>((begun) => {
        written = database.write(async (trx) => {
          await trx.insertInto('evolve_thing').values({ name: 'slow', value: 30000 }).execute()
          begun()
          await pause(50)
        })
      })
      // Not from within the transaction: it is another process.
      await Promise.all([written, prepareDatabase(other, [thing(decimal(2))], true)])
      expect([await read(decimal(2), other), database.modelVersion.isOutdated]).toEqual([
        ['12.34', '2.00', '3.00'],
        false,
      ])
      await expect(fill([40000])).rejects.toMatchObject({ code: 'outdated' })
      expect([await stored(other), database.modelVersion.isOutdated]).toEqual([[1234, 200, 300], true])
      await other.write((trx) => trx.insertInto('evolve_thing').values({ name: 'a', value: 400 }).execute())
      expect(await stored(other)).toEqual([1234, 200, 300, 400])
    } finally {
      await other.close()
    }
  })

  it('adds a field without values where a person agreed that it is a new one', async () => {
    await applyPlan(database, [thing(plain())])
    await fill(['x'])
    const models = [thing(field('other', 'text', { maxLength: 20 }))]
    await applyPlan(database, models, { plan: (await planDatabase(database, models)).hash })
    expect((await prepareDatabase(database, models, true)).left.map(({ kind }) => kind)).toEqual(['drop-column'])
    expect(await database.query.selectFrom('evolve_thing').select(['value', 'other']).execute()).toEqual([
      { value: 'x', other: null },
    ])
  })

  it('makes a field required when every record has a value or the default', async () => {
    await applyPlan(database, [thing(plain())])
    await fill(['x', null])
    const without = [thing(plain({ required: true }))]
    expect((await planDatabase(database, without)).steps).toMatchObject([
      { kind: 'require-value', class: 'guarded', reason: { en: expect.stringContaining('(1)') } },
    ])
    const filled = [thing(plain({ required: true, default: 'n/a' }), { search: ['value'] })]
    await prepareDatabase(database, filled, true)
    expect(await stored()).toEqual(['x', 'n/a'])
    await expect(insert({ name: 'a', value: null })).rejects.toThrow()
    expect((await planDatabase(database, filled)).steps).toEqual([])
  })

  it('does not let deleted records appear again when soft deletion is turned off', async () => {
    const kept = [thing(plain(), { softDelete: 'deletetime' })]
    await applyPlan(database, kept)
    await insert({ name: 'a', value: 'x' })
    await insert({ name: 'a', value: 'gone', deletetime: 1 })
    const changed = [thing(plain())]
    const plan = await planDatabase(database, changed)
    expect(plan.steps).toContainEqual(
      expect.objectContaining({ kind: 'remove-deleted', class: 'destructive', rows: 1 }),
    )
    await expect(prepareDatabase(database, changed, true)).rejects.toMatchObject({ code: 'unsafe' })
    await applyPlan(database, changed, { safeOnly: true })
    await expect(prepareDatabase(database, changed, true)).rejects.toMatchObject({ code: 'unsafe' })
    await applyPlan(database, changed, { plan: (await planDatabase(database, changed)).hash })
    expect(await stored()).toEqual(['x'])
    await prepareDatabase(database, changed, true)
  })

  it('adds a unique index where no value occurs twice, and names those that do', async () => {
    const unique = [thing(plain(), { indexes: [{ name: 'value', on: ['value'], unique: true }] })]
    await applyPlan(database, [thing(plain())])
    await fill(['x', 'y', 'x', null, null])
    const { steps } = await planDatabase(database, unique)
    expect(steps).toMatchObject([{ class: 'guarded', reason: { en: expect.stringContaining('x (2 ×)') } }])
    await database.write((trx) => trx.deleteFrom('evolve_thing').where('id', '=', 1).execute())
    await prepareDatabase(database, unique, true)
    await expect(insert({ name: 'a', value: 'y' })).rejects.toThrow()
  })

  it('says which step the database refuses for its records, and changes nothing', async () => {
    const unique = { indexes: [{ name: 'value', on: ['value'], unique: true }] }
    await applyPlan(database, [thing(options({ red: 1, green: 2, blue: 3 }), unique)])
    await fill([1, 2])
    const merged = [thing(renamedOptions(), unique)]
    await expect(prepareDatabase(database, merged, true)).rejects.toMatchObject({
      code: 'step_refused',
      class: 'refused',
      message: expect.stringMatching(/evolve_thing\.value changes.*unique/i),
    })
    expect(await stored()).toEqual([1, 2])
  })

  it('records the model of a database that has none, and says what is unknown until then', async () => {
    const other = tableModel('evolve/other', { fields: [field('name', 'text')] })
    const models = [other, thing(decimal(4)), tableModel('evolve/pair', { fields: [reference('other_id', other)] })]
    await applyPlan(database, models)
    await fill([123456])
    await database.write((trx) => sql`delete from tablewright_meta where key = 'model'`.execute(trx))
    const plan = await planDatabase(database, models)
    expect([plan.steps, plan.notes.map((note) => note.en).join()]).toEqual([
      [],
      expect.stringMatching(/record.*scales/),
    ])
    await prepareDatabase(database, models, false)
    expect(await planDatabase(database, models)).toMatchObject({ steps: [], notes: [] })
    const row = await database.query
      .selectFrom('tablewright_meta')
      .select('value')
      .where('key', '=', 'model')
      .executeTakeFirstOrThrow()
    expect(JSON.parse(String(row['value']))).toMatchObject({
      evolve_thing: {
        entity: 'evolve/thing',
        softDelete: null,
        key: [],
        fields: { value: { kind: 'decimal', scale: 4 } },
      },
      evolve_pair: { fields: { other_id: { relation: { table: 'evolve_other', onDelete: 'restrict' } } } },
    })
    await expect(prepareDatabase(database, [other, thing(decimal(2))], true)).rejects.toMatchObject({ code: 'unsafe' })
  })
})
