/** Ledgers and balances cannot be written past the kernel: by no door of the server, and by no statement either. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runText } from '../../../runtime/server/db/run-text.ts'
import type { TableModel } from 'tablewright/protocol'
import { applyPlan, planDatabase } from '../../../runtime/server/db/index.ts'
import { post, postDocument } from '../../../runtime/server/records/ledger/index.ts'
import { create } from '../../../runtime/server/records/create.ts'
import { seedDemo } from '../../../runtime/server/demo-seed.ts'
import { update } from '../../../runtime/server/records/update.ts'
import { engines, openAt, type TestDatabase } from '../../support/databases.ts'
import { bookOf, callOf, depot, depotScope, seedDepot, insert, order, stockOf, table, type Stocked } from './depot.ts'

/** The depot before it had a ledger. */
const before: readonly TableModel[] = depot.map(({ ledger: _ledger, ...model }) => model)

describe('what follows from x-ledger', () => {
  it('a ledger and the balances its postings create can be listed and exported, and no field can be written', () => {
    for (const name of ['book', 'stock', 'money_log']) {
      expect(table(name).actions).toEqual(['index', 'export'])
      expect(table(name).fields.filter((field) => !field.readOnly)).toEqual([])
    }
  })

  it('a balance of a record is read-only, the other fields are not', () => {
    expect(
      table('product')
        .fields.filter((field) => field.readOnly && !field.implicit)
        .map((field) => field.name),
    ).toEqual(['total', 'reserved'])
    expect(table('member').fields.find((field) => field.name === 'money')).toMatchObject({ readOnly: true })
  })

  it('every posting exists once, every row is undone once, every key has one balance', () => {
    expect(table('book').indexes).toEqual([
      { name: 'posted_once', on: ['order_kind', 'order_id', 'line_id', 'posting_seq', 'leg'], unique: true },
      { name: 'undone_once', on: ['reversal_of'], unique: true },
      { name: 'chain', on: ['product_id', 'shelf_id', 'id'], unique: false },
    ])
    expect(table('stock').indexes).toEqual([{ name: 'balance', on: ['product_id', 'shelf_id'], unique: true }])
  })
})

describe.each(engines)('guards on $name', (engine) => {
  let database: TestDatabase
  let stocked: Stocked

  beforeAll(async () => {
    database = await engine.open(depot)
    stocked = await seedDepot(database)
    const receipt = await order(database, 'receipt', [[stocked.products[0]!, stocked.shelves[0]!, 5_000]])
    await database.write(async (trx) =>
      postDocument(await callOf(depotScope(database), trx, 'receipt', receipt), 'receive'),
    )
    await database.write(async (trx) => {
      const entry = {
        line: 0,
        leg: null,
        values: { member_id: await insert(trx, 'member', { name: 'Li', money: 0 }), money: 500, memo: 'gift' },
      }
      await post(
        { scope: depotScope(database), trx },
        {
          ledger: table('money_log'),
          document: { kind: 'gift', id: 'G1', no: null },
          entries: [entry],
          input: {},
          undoes: null,
        },
      )
    })
  })
  afterAll(() => database.dispose())

  const attempt = (statement: string, on = database) => on.write((trx) => runText(trx, statement))

  it.each([
    'update depot_book set quantity = 1',
    "update depot_book set order_no = 'x'",
    'delete from depot_book',
    'update depot_money_log set memo = memo',
    'delete from depot_money_log',
  ])('refuse: %s', async (statement) => {
    const rows = await bookOf(database)
    await expect(attempt(statement)).rejects.toThrow(/never changed or removed/)
    expect(await bookOf(database)).toEqual(rows)
  })

  it('refuse balances below their floor', async () => {
    await expect(attempt('update depot_stock set quantity = -1')).rejects.toThrow(/depot_stock__quantity__floor/)
    await expect(attempt('update depot_product set total = total - 6000')).rejects.toThrow(
      /depot_product__total__floor/,
    )
    await expect(attempt("insert into depot_member (name, money) values ('x', -1)")).rejects.toThrow(
      /depot_member__money__floor/,
    )
    await attempt('update depot_product set total = total')
  })

  it('ignore balances a client sends', async () => {
    const scope = depotScope(database)
    const { id } = await create(scope, table('product'), {
      name: 'Forged',
      total: '99.000',
      reserved: '1.000',
      unit_id: 1,
    })
    await update(scope, table('product'), { id: stocked.products[0], name: 'Renamed', total: '99.000' })
    const rows = await database.query
      .selectFrom('depot_product')
      .select(['id', 'name', 'total', 'reserved'])
      .where('id', 'in', [id, stocked.products[0]!])
      .orderBy('id')
      .execute()
    expect(rows).toEqual([
      { id: stocked.products[0], name: 'Renamed', total: 5_000, reserved: 0 },
      { id, name: 'Forged', total: 0, reserved: 0 },
    ])
    expect((await bookOf(database))[0]!['product_name']).toBe('Product 1')
  })

  it('hold demo records off, too', async () => {
    const scope = depotScope(database)
    const seed = (name: string, values: Record<string, string | number>) =>
      seedDemo(scope, [{ table: `depot/${name}`, key: 'forged', values }])
    await expect(seed('product', { name: 'x', total: '5.000' })).rejects.toThrow(
      /depot\/product.total is written by postings only/,
    )
    await expect(seed('stock', { product_id: 1, shelf_id: 1 })).rejects.toThrow(/written by postings only/)
    await expect(seed('book', { order_no: 'x' })).rejects.toThrow(/written by postings only/)
    expect(await seed('product', { name: 'y', price: '1.0000' })).toBe(1)
  })

  it('are created by an upgrade, whatever the existing rows hold', async () => {
    const place = await engine.place()
    const old = await openAt(place)
    try {
      await applyPlan(old, before)
      const { products } = await seedDepot(old)
      await old.write((trx) =>
        trx.updateTable('depot_product').set({ total: -5 }).where('id', '=', products[0]!).execute(),
      )
      const { steps, left } = await applyPlan(old, depot)
      expect([
        steps.filter((step) => step.kind === 'add-guard').map((step) => [step.table, step.column, step.class]),
        left,
      ]).toEqual([
        [
          ['depot_book', null, 'safe'],
          ['depot_member', 'money', 'safe'],
          ['depot_money_log', null, 'safe'],
          ['depot_product', 'total', 'safe'],
          ['depot_stock', 'quantity', 'safe'],
        ],
        [],
      ])
      expect((await planDatabase(old, depot)).steps).toEqual([])
      await expect(
        old.write((trx) =>
          trx.updateTable('depot_product').set({ total: -1 }).where('id', '=', products[1]!).execute(),
        ),
      ).rejects.toThrow(/floor/)
      await expect(old.write((trx) => insert(trx, 'product', { name: 'x', total: -1 }))).rejects.toThrow(/floor/)
      const receipt = await order(old, 'receipt', [[products[1]!, 1, 7_000]])
      await old.write(async (trx) => postDocument(await callOf(depotScope(old), trx, 'receipt', receipt), 'receive'))
      await expect(old.write((trx) => trx.deleteFrom('depot_book').execute())).rejects.toThrow(
        /never changed or removed/,
      )
      expect((await stockOf(old)).get(`${products[1]}/1`)).toBe(7_000)
    } finally {
      await old.close()
      await place.remove()
    }
  })
})

describe('SQLite', () => {
  it('restores a guard when one of its two triggers was dropped', async () => {
    const database = await engines.find((engine) => engine.name === 'sqlite')!.open(depot)
    await database.write((trx) => runText(trx, 'drop trigger depot_book__append_only'))
    expect((await applyPlan(database, depot)).steps.map(({ kind, table: name }) => [kind, name])).toEqual([
      ['add-guard', 'depot_book'],
    ])
    expect((await planDatabase(database, depot)).steps).toEqual([])
    await database.dispose()
  })
})

describe('PostgreSQL', () => {
  it('refuses to empty a ledger in one go', async () => {
    const database = await engines.find((engine) => engine.name === 'postgresql')!.open(depot)
    await expect(database.write((trx) => runText(trx, 'truncate depot_book'))).rejects.toThrow(
      /never changed or removed/,
    )
    await database.dispose()
  })
})
