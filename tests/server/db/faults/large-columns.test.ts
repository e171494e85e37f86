/**
 * Columns of a table with many rows are converted while others read and write it, whatever else the same plan changes.
 * On PostgreSQL: on SQLite one writer has the whole database.
 */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { FieldModel, TableModel } from 'tablewright/protocol'
import { runText } from '../../../../runtime/server/db/run-text.ts'
import { applyPlan, planDatabase, type Database } from '../../../../runtime/server/db/index.ts'
import { messageOf } from '../../../../runtime/server/db/store-error.ts'
import { engines, openAt, type Place } from '../../../support/databases.ts'
import { storeIntegers } from '../../../support/integer-storage.ts'
import { field, reference, tableModel } from '../../../support/models.ts'
import { table as depotTable } from '../../ledger/depot.ts'

const rows = 10_100
const unit = tableModel('large/unit', { fields: [field('name', 'text')] })
const part = ({ fields, ...more }: Parameters<typeof tableModel>[1]) =>
  tableModel('large/part', { ...more, fields: [field('name', 'text', { maxLength: 20 }), ...fields] })
const least = { required: true, readOnly: true, minimum: 0, default: '1' }
const before = [
  unit,
  part({
    fields: [field('price', 'decimal', { scale: 2, ...least }), field('code', 'integer')],
    indexes: [
      { name: 'look', on: ['price', 'name'], unique: false },
      { name: 'code', on: ['code', 'price'], unique: true },
    ],
  }),
]

describe.each(engines.filter(({ name }) => name !== 'sqlite'))('a column of many rows on $name', (engine) => {
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

  const ask = (text: string) => runText(database.query, text)
  /** Creates the tables with rows, whose columns have these values, as SQL over `i` from 1 on. */
  const fill = async (models: readonly TableModel[], values: Readonly<Record<string, string>>) => {
    await applyPlan(database, models)
    await database.runAlone(`insert into large_unit (name) values ('box')`)
    await database.runAlone(`insert into large_part (${Object.keys(values).join(', ')})
      select ${Object.values(values).join(', ')} from generate_series(1, ${rows}) as i`)
  }
  const fillBefore = () =>
    fill(before, { name: `case when i % 2 = 0 then 'bolt ' || i end`, price: 'i / 100.0', code: 'i' })
  const liveTable = async (name = 'large_part') =>
    (await database.adapter.catalogue(database.query)).find((table) => table.name === name)!
  const expectNothingLeft = async (models: readonly TableModel[]) => {
    expect((await planDatabase(database, models)).steps).toEqual([])
    expect(
      await ask(`select proname as name from pg_proc where proname like 'tablewright\\_next%' and pronamespace =
        (select oid from pg_namespace where nspname = current_schema())`),
    ).toEqual([])
  }

  /** Somebody who knows the old names writes during every batch. */
  const applyBesideWriter = async (models: readonly TableModel[]) => {
    let written = 0
    const failed: unknown[] = []
    const writes: Promise<unknown>[] = []
    const plan = await planDatabase(database, models)
    const applied = await applyPlan(database, models, {
      onProgress: () => {
        written += 1
        for (const text of [
          'insert into large_part (price) values (7.77)',
          'update large_part set price = 5.55 where id = 3',
        ])
          writes.push(database.runAlone(text).catch((error: unknown) => failed.push(error)))
      },
    })
    await Promise.all(writes)
    expect(failed).toEqual([])
    expect(applied.hash).toBe(plan.hash)
    return { plan, written }
  }

  it.each(['table', 'column', 'both'] as const)('is converted beside a renaming (%s)', async (renamed) => {
    await fillBefore()
    const isMoved = renamed !== 'column'
    const [name, old] = isMoved ? ['large_piece', 'large_part'] : ['large_part', 'large_part']
    const [price, title] = renamed === 'table' ? ['price', 'name'] : ['cost', 'title']
    const former = (column: string, is: string) => (column === is ? {} : { renamedFrom: is })
    const models = [
      unit,
      tableModel('large/part', {
        ...(isMoved && { id: 'large/piece', table: name, renamedFrom: 'large/part' }),
        fields: [
          field(title, 'text', { maxLength: 20, ...former(title, 'name') }),
          field(price, 'decimal', { scale: 4, ...least, ...former(price, 'price') }),
          field('code', 'text', { maxLength: 9 }),
        ],
        indexes: [
          { name: 'look', on: [price, title], unique: false },
          { name: 'code', on: ['code', price], unique: true },
        ],
      }),
    ]
    const { plan, written } = await applyBesideWriter(models)
    expect(plan.steps.filter(({ kind }) => kind === 'convert')).toMatchObject([
      { class: 'safe', table: name, column: price, before: { table: old } },
      { class: 'safe', table: name, column: 'code' },
    ])
    await expectNothingLeft(models)
    const table = (await database.adapter.catalogue(database.query)).find((one) => one.name === name)!
    expect(table.indexes.map((index) => [index.name, index.columns, index.unique])).toEqual([
      [`${name}__code`, ['code', price], true],
      [`${name}__look`, [price, title], false],
    ])
    expect(table.guards).toEqual([`${name}__${price}__floor`])
    expect(await database.adapter.faults(database.query)).toEqual([])
    const count = (condition: string) => ask(`select count(*) as n from ${name} where ${condition}`)
    expect(await count(`id <= ${rows} and id <> 3 and ${price} = id / 100.0 and code = id::text`)).toEqual([
      { n: rows - 1 },
    ])
    expect(await count(`${price} = 7.77 and id > ${rows} or id = 3 and ${price} = 5.55`)).toEqual([{ n: written + 1 }])
    await expect(database.runAlone(`insert into ${name} (${price}) values (-0.0001)`)).rejects.toThrow('floor')
  })

  it.each([
    ['the first figures', true],
    ['more digits', false],
  ])('is converted beside new and dropped indexes, a minimum and a reference: %s', async (_name, isFirst) => {
    const models = (scale: number, isChanged: boolean) => [
      unit,
      part({
        fields: [
          field('price', 'decimal', { scale, ...(isChanged && { minimum: 1, readOnly: true }) }),
          field('cost', 'decimal', { scale }),
          isChanged ? reference('unit_id', unit, 'restrict') : field('unit_id', 'integer'),
          field('code', isChanged ? 'text' : 'integer'),
        ],
        indexes: isChanged
          ? [
              { name: 'look', on: ['name', 'price'], unique: false },
              { name: 'cost', on: ['cost'], unique: true },
              { name: 'unit', on: ['unit_id', 'cost'], unique: false },
              { name: 'code', on: ['code', 'cost'], unique: false },
            ]
          : [
              { name: 'look', on: ['price', 'name'], unique: false },
              { name: 'price', on: ['price'], unique: true },
              { name: 'code', on: ['code', 'cost'], unique: false },
            ],
      }),
    ]
    await fill(models(2, false), { price: 'i + 1', cost: 'i / 100.0', unit_id: '1', code: 'i' })
    if (isFirst) await storeIntegers(database)
    const wanted = models(isFirst ? 2 : 4, true)
    const { steps } = await planDatabase(database, wanted)
    expect(steps.filter(({ class: how }) => how !== 'safe')).toEqual([])
    expect(steps.filter(({ before: prepared }) => prepared).map(({ kind }) => kind)).toEqual([
      isFirst ? 'change-storage' : 'convert',
    ])
    // Nothing else is written, or indexed, while the table is locked.
    const inPlace = steps.flatMap(({ sql: lines }) => lines)
    expect(inPlace.filter((line) => /^update|type numeric|create (unique )?index|validate/.test(line))).toEqual([])
    await applyPlan(database, wanted)
    await expectNothingLeft(wanted)
    expect((await liveTable()).indexes.map(({ name, columns, unique }) => [name, columns, unique])).toEqual([
      ['large_part__code', ['code', 'cost'], false],
      ['large_part__cost', ['cost'], true],
      ['large_part__look', ['name', 'price'], false],
      ['large_part__unit', ['unit_id', 'cost'], false],
    ])
    expect((await liveTable()).guards).toEqual(['large_part__price__floor'])
    expect((await liveTable()).foreignKeys).toMatchObject([{ column: 'unit_id', isValid: true }])
    expect(
      await ask('select count(*) as n from large_part where price = id + 1 and cost = id / 100.0 and code = id::text'),
    ).toEqual([{ n: rows }])
    await expect(database.runAlone('insert into large_part (price) values (0.99)')).rejects.toThrow('price__floor')
  })

  it('says what would be locked for how long where others have made an index', async () => {
    await fillBefore()
    await storeIntegers(database)
    await database.runAlone('create index mine on large_part (price) where price > 1')
    const [step, ...others] = (await planDatabase(database, before)).steps
    expect(others).toEqual([])
    expect(step).toMatchObject({ kind: 'change-storage', class: 'guarded', sql: [] })
    for (const text of ['mine', `${rows} records`, 'about 1 s', 'Drop it first'])
      expect(step?.reason.en).toContain(text)
    await expect(applyPlan(database, before)).rejects.toMatchObject({ code: 'unsafe' })
    await database.runAlone('drop index mine')
    await applyPlan(database, before)
    await expectNothingLeft(before)
  })

  it.each([38, 51, 52, 60])('knows what was made for it where the name of its table has %i letters', async (length) => {
    const table = 'large_'.padEnd(length, 'x')
    const models = (kind: 'text' | 'integer') => [
      tableModel('large/long', {
        table,
        fields: [field('code', kind), field('name', 'text')],
        indexes: [
          { name: 'code', on: ['code'], unique: true },
          { name: 'look', on: ['name', 'code'], unique: false },
        ],
        search: ['code', 'name'],
      }),
    ]
    await applyPlan(database, models('text'))
    await database.runAlone(`insert into ${table} (code) select i from generate_series(1, ${rows}) as i`)
    const { steps } = await planDatabase(database, models('integer'))
    expect(steps.filter(({ class: how }) => how !== 'safe')).toEqual([])
    await applyPlan(database, models('integer'))
    await expectNothingLeft(models('integer'))
    const live = await liveTable(table)
    expect(live.indexes.map(({ columns }) => columns)).toEqual(expect.arrayContaining([['code'], ['name', 'code']]))
    expect(await ask(`select count(*) as n from ${table} where code = id`)).toEqual([{ n: rows }])
  })

  it('is found by the quick search again once its options have other values', async () => {
    const options = (open: string) => [{ name: 'open', value: open, label: { 'zh-cn': open, en: open }, tone: 'none' }]
    const stated = (open: string) => [
      unit,
      part({
        fields: [field('state', 'enum', { options: options(open) as FieldModel['options'] & {} })],
        search: ['state'],
      }),
    ]
    await fill(stated('o'), { state: `'o'` })
    await applyPlan(database, stated('open'))
    await expectNothingLeft(stated('open'))
    expect((await liveTable()).search).toMatchObject([{ isBroken: false }])
  })

  it('says which index refuses values that lose digits', async () => {
    const priced = (scale: number) => [
      unit,
      part({
        fields: [field('price', 'decimal', { scale })],
        indexes: [{ name: 'price', on: ['price'], unique: true }],
      }),
    ]
    await fill(priced(4), { price: 'i / 1000.0' })
    const { hash: plan } = await planDatabase(database, priced(2))
    await expect(applyPlan(database, priced(2), { plan })).rejects.toMatchObject({ code: 'step_refused' })
    expect(await ask('select count(distinct price) as n from large_part')).toEqual([{ n: rows }])
    await applyPlan(database, priced(4))
    await expectNothingLeft(priced(4))
  })

  it('loses digits beside a renaming by the plan a person agreed to', async () => {
    await fillBefore()
    const [, former] = before
    const fields = former!.fields.map((one) =>
      one.name === 'price' ? { ...one, name: 'cost', renamedFrom: 'price', scale: 1 } : one,
    )
    const indexes = former!.indexes.map(({ on, ...index }) => ({
      ...index,
      on: on.map((name) => (name === 'price' ? 'cost' : name)) as [string, ...string[]],
    }))
    const wanted = [unit, { ...former!, fields, indexes }]
    const { steps, hash } = await planDatabase(database, wanted)
    expect(steps).toMatchObject([
      { kind: 'rename-column', class: 'safe' },
      { kind: 'convert', class: 'guarded', column: 'cost', rows: (rows / 10) * 9, before: { table: 'large_part' } },
    ])
    await applyPlan(database, wanted, { plan: hash })
    await expectNothingLeft(wanted)
    expect(await ask('select count(*) as n from large_part where cost = round(id / 100.0, 1)')).toEqual([{ n: rows }])
    expect((await liveTable()).indexes.map(({ columns }) => columns)).toEqual([
      ['code', 'cost'],
      ['cost', 'name'],
    ])
  })

  it('of a ledger, under other names too, is converted while its rows stay as they were posted', async () => {
    const ledger = (scale: number, more: Partial<TableModel> = {}, name = 'price') => [
      tableModel('large/book', {
        ledger: depotTable('book').ledger!,
        fields: [
          field(name, 'decimal', { scale, ...(name === 'price' ? {} : { renamedFrom: 'price' }) }),
          field('note', 'text'),
        ],
        indexes: [{ name: 'look', on: [name], unique: false }],
        ...more,
      }),
    ]
    await applyPlan(database, ledger(2))
    await database.runAlone(
      `insert into large_book (price, note) select i / 100.0, 'n' || i from generate_series(1, ${rows}) as i`,
    )
    const change = async (
      wanted: readonly TableModel[],
      table: string,
      column: string,
      { was = column, kind = 'convert' } = {},
    ) => {
      const answers: unknown[] = []
      const tries: Promise<unknown>[] = []
      const { steps } = await applyPlan(database, wanted, {
        onProgress: ({ table: filled }) => {
          if (tries.length > 10) return
          for (const text of [`update $ set ${was} = 0`, `update $ set note = 'x'`, 'delete from $', 'truncate $']) {
            const answer = database.runAlone(text.replace('$', filled)).catch(messageOf)
            tries.push(answer.then((message) => answers.push(message)))
          }
        },
      })
      expect(steps.filter(({ before: prepared }) => prepared)).toMatchObject([{ kind, class: 'safe', table }])
      await Promise.all(tries)
      expect(answers.length).toBeGreaterThan(10)
      expect(answers).toEqual(answers.map(() => expect.stringContaining('never changed')))
      await expectNothingLeft(wanted)
      const kept = `${column} = id / 100.0 and note = 'n' || id`
      expect(await ask(`select count(*) as n from ${table} where ${kept}`)).toEqual([{ n: rows }])
      for (const text of [`update ${table} set note = 'x'`, `delete from ${table}`])
        await expect(database.runAlone(text)).rejects.toThrow('never changed')
    }
    await change(ledger(4), 'large_book', 'price')
    await change(ledger(3, {}, 'cost'), 'large_book', 'cost', { was: 'price' })
    const moved = { id: 'large/tome', table: 'large_tome', renamedFrom: 'large/book' }
    await change(ledger(2, moved, 'cost'), 'large_tome', 'cost')
    await storeIntegers(database)
    await change(ledger(2, moved, 'cost'), 'large_tome', 'cost', { kind: 'change-storage' })
  })
})
