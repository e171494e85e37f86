/** Seals of ledger rows: one chain a day, written after the postings; what was changed or removed since is found. */
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runText } from '../../../runtime/server/db/run-text.ts'
import type { FieldModel, TableModel } from 'tablewright/protocol'
import { ledgerLine } from '../../../cli/commands/check.ts'
import { ledgerSeal } from '#generated/system/ledger_seal/table.ts'
import { applyPlan, planDatabase, type Database, type Row } from '../../../runtime/server/db/index.ts'
import { insertMany } from '../../../runtime/server/db/bulk-rows.ts'
import { renameSealed } from '../../../runtime/server/records/ledger/seals/rename-sealed.ts'
import { postDocument } from '../../../runtime/server/records/ledger/index.ts'
import { sealName } from '../../../runtime/server/records/ledger/seals/canonical.ts'
import { sealNext, startSealer } from '../../../runtime/server/records/ledger/seals/seal.ts'
import { missingSeals, verifyLedgers } from '../../../runtime/server/records/ledger/seals/verify.ts'
import { createRegistry } from '../../../runtime/server/core/models/registry.ts'
import { engines, openAt, type Place, type TestDatabase } from '../../support/databases.ts'
import { holdWrites } from '../../support/held-transaction.ts'
import { storeIntegers } from '../../support/integer-storage.ts'
import { bookOf, callOf, depot, depotScope, insert, order, seedDepot, table, type Stocked } from './depot.ts'

const models = [...depot, ledgerSeal]
const registry = createRegistry(models)
const zone = 'Asia/Shanghai'
/** 2026-11-22 12:00 in the zone. */
const noon = 1_795_320_000
const day = 86_400

const seal = (database: Database) => sealNext({ database, registry }, table('book'), zone)
const verify = async (database: Database, list = registry) =>
  (await verifyLedgers({ database, registry: list })).find(({ ledger }) => ledger === 'depot/book')!

async function receive(database: Database, { products, shelves }: Stocked, at: number, lines = 2): Promise<void> {
  const receipt = await order(
    database,
    'receipt',
    Array.from({ length: lines }, () => [products[0]!, shelves[0]!, 1_500] as const),
  )
  await database.write(async (trx) =>
    postDocument({ ...(await callOf(depotScope(database), trx, 'receipt', receipt)), clock: () => at }, 'receive'),
  )
}

describe.each(engines)('I16 seals on $name', (engine) => {
  let database: TestDatabase
  let stocked: Stocked

  beforeAll(async () => {
    database = await engine.open(models)
    stocked = await seedDepot(database)
    await receive(database, stocked, noon)
    await seal(database)
    await receive(database, stocked, noon + 1)
    await receive(database, stocked, noon + day)
    await seal(database)
    // As somebody with the password of the database could.
    for (const statement of engine.name === 'sqlite'
      ? ['drop trigger depot_book__append_only', 'drop trigger depot_book__append_only_delete']
      : ['drop trigger depot_book__append_only on depot_book'])
      await run(statement)
  })
  afterAll(() => database.dispose())

  const run = (statement: string) => database.write((trx) => runText(trx, statement))
  const seals = (): Promise<Row[]> => database.query.selectFrom('ledger_seal').selectAll().orderBy('id').execute()

  it('form one chain a day, which continues the day before, and are complete', async () => {
    expect(await seal(database)).toBe(0)
    const rows = await seals()
    expect(rows.map((row) => [row['day'], row['position'], row['row_id']])).toEqual([
      ['2026-11-22', 1, 1],
      ['2026-11-22', 2, 2],
      ['2026-11-22', 3, 3],
      ['2026-11-22', 4, 4],
      ['2026-11-23', 1, 5],
      ['2026-11-23', 2, 6],
    ])
    expect(rows[4]!['follows']).toBe(`2026-11-22/4/${String(rows[3]!['hash'])}`)
    const report = await verify(database)
    expect(report).toMatchObject({ days: 2, sealed: 6, unsealed: 0, broken: null, last: { position: 2 } })
    expect(ledgerLine({ t: (text) => text.en }, report)).toContain('intact rows')
  })

  it('name the first row that was changed or removed, whatever was done to it', async () => {
    const book = await bookOf(database)
    const sealed = await seals()
    const put = (name: string, row: Row) => database.write((trx) => trx.insertInto(name).values(row).execute())
    const repair = async () => {
      await run('delete from ledger_seal')
      for (const one of sealed) await put('ledger_seal', one)
      const kept = new Set((await bookOf(database)).map((row) => row['id']))
      for (const row of book) {
        if (!kept.has(row['id']!)) await put('depot_book', row)
        else
          await database.write((trx) => trx.updateTable('depot_book').set(row).where('id', '=', row['id']!).execute())
      }
    }
    const damage = fc.record({
      at: fc.nat(book.length - 1),
      how: fc.constantFrom('quantity', 'product_name', 'createtime', 'shelf_id', 'row', 'seal', 'hash', 'follows'),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(damage, { minLength: 1, maxLength: 2 }), async (damages) => {
        await repair()
        expect((await verify(database)).broken).toBeNull()
        for (const { at, how } of damages) {
          const [row, one] = [book[at]!, sealed[at]!]
          if (how === 'row') await run(`delete from depot_book where id = ${row['id']}`)
          else if (how === 'seal') await run(`delete from ledger_seal where id = ${one['id']}`)
          else if (how === 'hash' || how === 'follows')
            await run(`update ledger_seal set ${how} = '2026-01-01/1/${how}' where id = ${one['id']}`)
          else if (how === 'product_name') await run(`update depot_book set product_name = 'x' where id = ${row['id']}`)
          else if (how === 'shelf_id') await run(`update depot_book set shelf_id = 2 where id = ${row['id']}`)
          else await run(`update depot_book set ${how} = ${how} + 1 where id = ${row['id']}`)
        }
        const { broken } = await verify(database)
        // A seal that is gone is missed by the next one, and says nothing of its row; the link of a seal in the middle
        // of a day covers nothing.
        const gone = new Set(damages.flatMap(({ at, how }) => (how === 'seal' ? [at] : [])))
        const found = damages.flatMap(({ at, how }) => {
          if (how === 'seal') return [book.findIndex((_row, other) => other > at && !gone.has(other))]
          return gone.has(at) || (how === 'follows' && at !== 0 && at !== 4) ? [] : [at]
        })
        const first = Math.min(...found.filter((at) => at >= 0))
        expect(broken?.row ?? Infinity).toBe(Number(book[first]?.['id'] ?? Infinity))
      }),
      { numRuns: 25 },
    )
    await repair()
  })

  it('describe what is wrong', async () => {
    await run('update depot_book set quantity = quantity + 1 where id = 3')
    const report = await verify(database)
    await run('update depot_book set quantity = quantity - 1 where id = 3')
    expect(report.broken).toEqual({ damage: 'changed', day: '2026-11-22', position: 3, row: 3 })
    const text = (language: 'en' | 'zh-cn') =>
      ledgerLine(
        {
          t: (template, params = {}) =>
            template[language].replace(/\{\{(\w+)\}\}/g, (_all, name) => String(params[name as string])),
        },
        report,
      )
    expect(text('en')).toContain(
      'the first broken row has ID 3 (2026-11-22, position 3); it differs from what was sealed',
    )
    expect(text('zh-cn')).toContain('ID 为 3')
    const [, , third] = await seals()
    await run(`delete from ledger_seal where id = ${third!['id']}`)
    expect((await verify(database)).broken).toMatchObject({ damage: 'gap', row: 4 })
    await database.write((trx) => trx.insertInto('ledger_seal').values(third!).execute())
  })

  it('show that the end was cut off together with its seals to those who noted the last one', async () => {
    const { last } = await verify(database)
    const noted = sealName(last!)
    expect(await missingSeals(database, [noted])).toEqual([])
    const [row, one] = [(await bookOf(database)).at(-1)!, (await seals()).at(-1)!]
    await run(`delete from depot_book where id = ${row['id']}`)
    await run(`delete from ledger_seal where id = ${one['id']}`)
    // In the database itself nothing is missing.
    expect((await verify(database)).broken).toBeNull()
    expect(await missingSeals(database, [noted, 'what is none'])).toEqual([noted, 'what is none'])
    await database.write((trx) => trx.insertInto('depot_book').values(row).execute())
    await database.write((trx) => trx.insertInto('ledger_seal').values(one).execute())
    expect(await missingSeals(database, [noted])).toEqual([])
  })

  it('stay valid when a number gets more digits, another type, or the ledger another field', async () => {
    const wider: readonly TableModel[] = models.map((model) =>
      model.id === 'depot/book'
        ? {
            ...model,
            fields: [
              ...model.fields.map((field) => (field.name === 'quantity' ? { ...field, scale: 4 } : field)),
              { ...model.fields.find(({ name }) => name === 'order_no')!, name: 'later' },
            ],
          }
        : model,
    )
    await run('alter table depot_book add column later text')
    const retype = async (type: string): Promise<void> => {
      await run(`alter table depot_book alter column quantity type ${type}`)
      await database.refreshStorage()
    }
    const isPostgres = engine.name === 'postgresql'
    await (isPostgres ? retype('numeric(18, 4)') : run('update depot_book set quantity = quantity * 10'))
    try {
      expect((await verify(database, createRegistry(wider))).broken).toBeNull()
      if (isPostgres) {
        // As earlier versions stored it.
        await retype('bigint using quantity * 1000')
        expect((await verify(database)).broken).toBeNull()
      }
    } finally {
      await (isPostgres
        ? retype('numeric(18, 3) using quantity::numeric / 1000')
        : run('update depot_book set quantity = quantity / 10'))
      await run('alter table depot_book drop column later')
      await database.refreshStorage()
    }
    expect((await verify(database)).broken).toBeNull()
  })
})

describe.each(engines)('sealing on $name', (engine) => {
  let place: Place
  let database: Database
  let stocked: Stocked
  beforeAll(async () => {
    place = await engine.place()
    database = await openAt(place)
    // A database from before there were seals.
    await applyPlan(database, depot)
    stocked = await seedDepot(database)
    await receive(database, stocked, noon, 30)
  })
  afterAll(async () => {
    await database.close()
    await place.remove()
  })

  const run = (statement: string) => database.write((trx) => runText(trx, statement))

  it('comes with a safe plan and seals what was posted before', async () => {
    expect((await planDatabase(database, models)).steps.every((step) => step.class === 'safe')).toBe(true)
    await applyPlan(database, models)
    expect(await verify(database)).toMatchObject({ sealed: 0, unsealed: 30, broken: null, last: null })
    const sealer = startSealer(
      { database, registry },
      () => Promise.resolve(zone),
      () => {},
      1,
    )
    await expect.poll(async () => (await verify(database)).unsealed).toBe(0)
    await sealer.stop()
    expect(await verify(database)).toMatchObject({ sealed: 30, broken: null })
  })

  it.runIf(engine.name === 'postgresql')('stays valid when the rows get the figures of their decimals', async () => {
    const before = await bookOf(database)
    await storeIntegers(database)
    expect([await verify(database), await bookOf(database)]).toMatchObject([{ sealed: 30, broken: null }, before])
    const { steps } = await planDatabase(database, models)
    expect(steps).toContainEqual(
      expect.objectContaining({ kind: 'change-storage', class: 'safe', table: 'depot_book', column: null }),
    )
    await applyPlan(database, models)
    expect([await verify(database), await bookOf(database)]).toMatchObject([{ sealed: 30, broken: null }, before])
    expect((await planDatabase(database, models)).steps).toEqual([])
    const [row] = await database.write((trx) =>
      runText(trx, 'select cast(quantity as text) as q from depot_book limit 1'),
    )
    expect(row?.['q']).toMatch(/^-?\d+\.\d{3}$/)
    await expect(database.write((trx) => runText(trx, 'update depot_book set quantity = 1'))).rejects.toThrow(
      'never changed or removed',
    )
  })

  it('is done once by processes that seal at the same time', async () => {
    const other = await openAt(place)
    for (let round = 0; round < 5; round++) {
      await receive(database, stocked, noon + round, 3)
      await Promise.all([database, other, database, other].map(seal))
    }
    await other.close()
    expect(await verify(database)).toMatchObject({ sealed: 45, unsealed: 0, broken: null })
  })

  it('finds rows of a transaction that commits after later ones were sealed; no posting waits for it', async () => {
    const before = await bookOf(database)
    const { id: _id, ...row } = before.at(-1)!
    const late = Number(row['order_id']) + 1_000
    await database.write(async (trx) => {
      await trx
        .insertInto('depot_book')
        .values({ ...row, id: 99_999, order_id: late })
        .execute()
    })
    await seal(database)
    await database.write(async (trx) => {
      await trx
        .insertInto('depot_book')
        .values({ ...row, id: 99_998, order_id: late + 1 })
        .execute()
    })
    expect(await verify(database)).toMatchObject({ unsealed: 1, broken: null })
    await seal(database)
    expect(await verify(database)).toMatchObject({ unsealed: 0, broken: null })
    if (engine.name === 'sqlite') return
    const other = await openAt(place)
    const blocker = holdWrites(other)
    const locking = blocker.database.write((trx) => sql`lock table ledger_seal in access exclusive mode`.execute(trx))
    await blocker.isDone
    await database.write((trx) => insert(trx, 'book', { ...row, id: 99_997, order_id: late + 2 }))
    blocker.release()
    await locking
    await other.close()
  })

  it('stays valid when a plan gives the figures more digits, which is all that it allows', async () => {
    const changed = (more: Partial<FieldModel>) =>
      models.map((model) => ({
        ...model,
        fields:
          model.id === 'depot/book'
            ? model.fields.map((field) => (field.name === 'quantity' ? { ...field, ...more } : field))
            : model.fields,
      }))
    const planned = async (more: Partial<FieldModel>) =>
      (await planDatabase(database, changed(more))).steps.filter(({ table: name }) => name === 'depot_book')
    const before = await bookOf(database)
    const { id: _id, ...row } = before.at(-1)!
    const copy = (at: number, quantity: number) => ({ ...row, order_id: 1_000_000 + at, quantity, id: 200_000 + at })
    // Enough for others to notice while all rows are written.
    if (engine.name === 'postgresql')
      for (let at = 0; at < 10_500; at += 500)
        await database.write((trx) =>
          insertMany(
            database,
            table('book'),
            trx,
            Array.from({ length: 500 }, (_one, by) => copy(at + by, 1000)),
          ),
        )
    const [step, ...others] = await planned({ scale: 4 })
    expect(others).toEqual([])
    expect(step).toMatchObject({ kind: 'convert', class: 'safe', column: 'quantity' })
    expect(step?.before === undefined).toBe(engine.name === 'sqlite')
    await applyPlan(database, changed({ scale: 4 }))
    expect(await planned({ scale: 4 })).toEqual([])
    const wider = createRegistry(changed({ scale: 4 }))
    const sealed = async () => (await verify(database, wider)).broken
    expect(await sealed()).toBeNull()
    expect((await bookOf(database)).slice(0, before.length)).toEqual(
      before.map((one) => ({ ...one, quantity: Number(one['quantity']) * 10 })),
    )
    for (const statement of ['update depot_book set quantity = 1', 'delete from depot_book'])
      await expect(run(statement)).rejects.toThrow('never changed or removed')
    // Fewer digits than a row has, or what the row would no longer say in the same words.
    await database.write((trx) => trx.insertInto('depot_book').values(copy(-1, 15_001)).execute())
    expect(await planned({ scale: 3 })).toMatchObject([
      {
        kind: 'convert',
        class: 'guarded',
        rows: 1,
        sql: [],
        reason: { en: expect.stringContaining('199999: 1.5001') },
      },
    ])
    expect(await planned({ kind: 'text', scale: undefined })).toMatchObject([
      { kind: 'convert', class: 'guarded', sql: [], reason: { en: expect.stringContaining('seals would be broken') } },
    ])
    await expect(applyPlan(database, changed({ scale: 3 }))).rejects.toMatchObject({ code: 'unsafe' })
    expect(await sealed()).toBeNull()
  })

  it('stays valid when the ledger and a field of it get other names, which may be forgotten', async () => {
    const own = await engine.open(models)
    try {
      const stock = await seedDepot(own)
      await receive(own, stock, noon)
      await receive(own, stock, noon + day)
      await seal(own)
      const noted = sealName((await verify(own)).last!)
      const withNewNames = (text: string) =>
        text
          .replaceAll('"depot/book"', '"depot/journal"')
          .replaceAll('"depot_book"', '"depot_journal"')
          .replaceAll('"product_name"', '"product_title"')
      const others = JSON.parse(withNewNames(JSON.stringify(models))) as readonly TableModel[]
      const renamed = others.map((model) => ({
        ...model,
        renamedFrom: model.id === 'depot/journal' ? 'depot/book' : null,
        fields: model.fields.map((field) =>
          model.id === 'depot/journal' && field.name === 'product_title'
            ? { ...field, renamedFrom: ['title_then', 'product_name'] }
            : field,
        ),
      }))
      await applyPlan(own, renamed)
      for (let round = 0; round < 2; round++) await renameSealed(own, renamed)
      const report = async (list: readonly TableModel[]) =>
        (await verifyLedgers({ database: own, registry: createRegistry(list) })).find(
          ({ ledger }) => ledger === 'depot/journal',
        )
      for (const list of [renamed, others])
        expect(await report(list)).toMatchObject({ days: 2, sealed: 4, unsealed: 0, broken: null })
      expect(await missingSeals(own, [noted])).toEqual([])
      const journal = renamed.find(({ id }) => id === 'depot/journal')!
      const { id: _id, ...row } = (await own.query.selectFrom('depot_journal').selectAll().executeTakeFirst())!
      await own.write((trx) =>
        trx
          .insertInto('depot_journal')
          .values({ ...row, order_id: 99 })
          .execute(),
      )
      await sealNext({ database: own, registry: createRegistry(renamed) }, journal, zone)
      expect(await report(others)).toMatchObject({ sealed: 5, unsealed: 0, broken: null })
      await own.write((trx) => runText(trx, `update ledger_seal set hash = 'x' where position = 2`))
      expect((await report(others))?.broken).toMatchObject({ damage: 'changed', position: 2 })
    } finally {
      await own.dispose()
    }
  })
})
