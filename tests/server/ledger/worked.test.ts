/** The worked example of the domain, numbers by hand, and what a refusal tells. */
import type { RecordReference } from 'tablewright/protocol'
import { records } from 'tablewright/server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AnyModule } from '../../../runtime/server/operation/entity-types.ts'
import { remove } from '../../../runtime/server/records/remove.ts'
import { postDocument, reverseDocument, type Posted } from '../../../runtime/server/records/ledger/index.ts'
import { OperationError } from '../../../runtime/server/core/errors/operation-error.ts'
import { engines, type TestDatabase } from '../../support/databases.ts'
import {
  bookOf,
  callOf,
  depot,
  depotScope,
  faultsOf,
  seedDepot,
  insert,
  order,
  stockOf,
  table,
  type LineFacts,
  type Stocked,
} from './depot.ts'

describe.each(engines)('postings on $name', (engine) => {
  let database: TestDatabase
  let stocked: Stocked
  let A: number
  let B: number
  let P: number

  beforeAll(async () => {
    database = await engine.open(depot)
    stocked = await seedDepot(database)
    ;[A, B] = stocked.shelves as [number, number]
    P = stocked.products[0]!
  })
  afterAll(() => database.dispose())

  const act = (work: typeof postDocument, name: string, posting: string, id: number, input = {}): Promise<Posted> =>
    database.write(async (trx) => work(await callOf(depotScope(database), trx, name, id, input), posting))
  const refused = async (work: Promise<unknown>): Promise<OperationError> => {
    const error = await work.then(
      () => null,
      (thrown: unknown) => thrown,
    )
    if (!(error instanceof OperationError)) throw error ?? new Error('nothing was refused')
    return error
  }
  const held = async () => {
    const stock = await stockOf(database)
    const product = await database.query
      .selectFrom('depot_product')
      .select(['total', 'version'])
      .where('id', '=', P)
      .executeTakeFirstOrThrow()
    return [
      stock.get(`${P}/${A}`) ?? 0,
      stock.get(`${P}/${B}`) ?? 0,
      Number(product['total']),
      Number(product['version']),
    ]
  }

  it('receive, move, deliver and undo with the numbers of the worked example', async () => {
    const receipt = await order(database, 'receipt', [[P, A, 98_000]])
    const received = await act(postDocument, 'receipt', 'receive', receipt)
    expect(received.seq).toBe(1)
    expect(received.rows).toMatchObject([
      {
        product_id: P,
        shelf_id: A,
        form_type: 10,
        quantity: 98_000,
        before_quantity: 0,
        after_quantity: 98_000,
        price: 125_000,
        total_price: 122_500,
        product_name: 'Product 1',
        unit: 'piece',
        shelf_label: 'Main/A',
        order_kind: 'depot/receipt',
        order_id: receipt,
        order_no: 'receipt-no',
        posting_seq: 1,
        leg: 2,
        reversal_of: null,
        admin_id: 7,
      },
    ])
    expect(await held()).toEqual([98_000, 0, 98_000, 1])

    const transfer = await database.write((trx) =>
      insert(trx, 'transfer', {
        transfer_no: 'T1',
        product_id: P,
        source_shelf_id: A,
        target_shelf_id: B,
        plan_quantity: 40_000,
      }),
    )
    const moved = await act(postDocument, 'transfer', 'move', transfer, { quantity: 15_000 })
    expect(moved.rows).toMatchObject([
      {
        form_type: 70,
        quantity: -15_000,
        shelf_id: A,
        before_quantity: 98_000,
        after_quantity: 83_000,
        total_price: -18_750,
        line_id: 0,
        leg: 1,
      },
      {
        form_type: 70,
        quantity: 15_000,
        shelf_id: B,
        before_quantity: 0,
        after_quantity: 15_000,
        total_price: 18_750,
        line_id: 0,
        leg: 2,
      },
    ])

    const short = await order(database, 'delivery', [
      [P, A, 60_000],
      [P, A, 30_000],
    ])
    const refusal = await refused(act(postDocument, 'delivery', 'deliver', short))
    expect(refusal.code).toBe('stock_short')
    expect(refusal.details.short).toEqual([
      {
        table: 'depot/stock',
        key: { product_id: P, shelf_id: A },
        labels: { product_id: 'Product 1', shelf_id: 'Main/A' },
        on_hand: '83.000',
        available: '83.000',
        wanted: '90.000',
      },
    ])
    expect(refusal.messageIn('en')).toBe('Not enough Product 1 · Main/A: 83 available, 90 required.')
    expect(await held()).toEqual([83_000, 15_000, 98_000, 1])

    const delivery = await order(database, 'delivery', [
      [P, A, 60_000],
      [P, A, 20_000],
    ])
    const delivered = await act(postDocument, 'delivery', 'deliver', delivery)
    expect(delivered.rows).toMatchObject([
      { form_type: 40, quantity: -60_000, before_quantity: 83_000, after_quantity: 23_000, total_price: -75_000 },
      { form_type: 40, quantity: -20_000, before_quantity: 23_000, after_quantity: 3_000, total_price: -25_000 },
    ])
    expect(await held()).toEqual([3_000, 15_000, 18_000, 1])
    expect((await refused(act(reverseDocument, 'receipt', 'receive', receipt))).details.short).toMatchObject([
      { on_hand: '3.000', wanted: '98.000' },
    ])

    const undone = await act(reverseDocument, 'delivery', 'deliver', delivery)
    expect(undone.seq).toBe(2)
    expect(undone.rows).toMatchObject([
      {
        form_type: 40,
        quantity: 60_000,
        before_quantity: 3_000,
        after_quantity: 63_000,
        total_price: 75_000,
        reversal_of: delivered.rows[0]!['id'],
        line_id: delivered.rows[0]!['line_id'],
      },
      {
        form_type: 40,
        quantity: 20_000,
        before_quantity: 63_000,
        after_quantity: 83_000,
        total_price: 25_000,
        reversal_of: delivered.rows[1]!['id'],
      },
    ])
    expect(await held()).toEqual([83_000, 15_000, 98_000, 1])
    expect((await act(reverseDocument, 'delivery', 'deliver', delivery)).rows).toEqual([])
    expect((await act(postDocument, 'delivery', 'deliver', delivery)).seq).toBe(3)
    expect((await act(reverseDocument, 'delivery', 'deliver', delivery)).seq).toBe(4)
    expect((await act(reverseDocument, 'transfer', 'move', transfer, { posting_seq: 1 })).rows).toHaveLength(2)
    expect((await refused(act(reverseDocument, 'transfer', 'move', transfer, { posting_seq: 1 }))).code).toBe(
      'bad_state',
    )
    expect(await held()).toEqual([98_000, 0, 98_000, 1])
    expect(await faultsOf(database)).toEqual([])
  })

  it('keep what stays reserved', async () => {
    await database.write((trx) =>
      trx.updateTable('depot_product').set({ reserved: 90_000 }).where('id', '=', P).execute(),
    )
    const delivery = await order(database, 'delivery', [[P, A, 10_000]])
    const refusal = await refused(act(postDocument, 'delivery', 'deliver', delivery))
    expect(refusal.details.short).toEqual([
      {
        table: 'depot/product',
        key: { product_id: P },
        labels: { product_id: 'Product 1' },
        on_hand: '98.000',
        available: '8.000',
        wanted: '10.000',
      },
    ])
    await database.write((trx) => trx.updateTable('depot_product').set({ reserved: 0 }).where('id', '=', P).execute())
    expect(await held()).toEqual([98_000, 0, 98_000, 1])
  })

  it('name everything that is short, in both languages, and where nothing was ever received', async () => {
    const delivery = await order(database, 'delivery', [
      [P, A, 99_000],
      [stocked.products[1]!, B, 1],
    ])
    const refusal = await refused(act(postDocument, 'delivery', 'deliver', delivery))
    expect(refusal.details.short).toMatchObject([
      { on_hand: '98.000', wanted: '99.000' },
      { labels: { product_id: 'Product 2', shelf_id: 'Main/B' }, on_hand: '0.000', wanted: '0.001' },
    ])
    expect((await stockOf(database)).has(`${stocked.products[1]}/${B}`)).toBe(false)
  })

  it('take the plan where nothing else is said, and pass over what is none', async () => {
    const receipt = await order(
      database,
      'receipt',
      [
        [P, B, 0],
        [P, B, null, 12_345],
        [P, B, 1, 5],
      ],
      30,
    )
    const { rows } = await act(postDocument, 'receipt', 'receive', receipt)
    expect(rows).toMatchObject([
      { quantity: 1_000_000, form_type: 30, total_price: 123_450 },
      { quantity: 1, before_quantity: 1_000_000, total_price: 0 },
    ])
    expect((await act(reverseDocument, 'receipt', 'receive', receipt)).rows).toHaveLength(2)
    const empty = await order(database, 'receipt', [[P, B, 0]])
    expect(await act(postDocument, 'receipt', 'receive', empty)).toEqual({ seq: null, rows: [] })
  })

  it('leave out the lines their condition does not hold for', async () => {
    const lines: LineFacts[] = [
      [P, B, 1_000],
      [P, B, 2_000],
    ]
    const deliver = async (type: number): Promise<readonly unknown[]> => {
      const delivery = await order(database, 'delivery', lines, type)
      await database.write((trx) =>
        trx
          .updateTable('depot_delivery_line')
          .set({ id_text: 'gift' })
          .where('delivery_id', '=', delivery)
          .where('line_no', '=', 2)
          .execute(),
      )
      const { rows } = await act(postDocument, 'delivery', 'deliver', delivery)
      return rows.map((row) => row['quantity'])
    }
    await act(postDocument, 'receipt', 'receive', await order(database, 'receipt', [[P, B, 10_000]]))
    expect(await deliver(10)).toEqual([-1_000])
    expect(await deliver(20)).toEqual([-1_000, -2_000])
    expect(await faultsOf(database)).toEqual([])
  })

  it('refuse a line without a shelf and numbers no column can hold', async () => {
    const open = await order(database, 'receipt', [
      [P, A, 1],
      [P, null, 1],
    ])
    expect((await refused(act(postDocument, 'receipt', 'receive', open))).messageIn('en')).toBe(
      'Line 2: “Shelf” is missing.',
    )
    const large = await order(database, 'receipt', [[P, A, Number.MAX_SAFE_INTEGER, 0]])
    expect((await refused(act(postDocument, 'receipt', 'receive', large))).messageIn('en')).toBe(
      'A quantity or an amount would become larger than can be stored. Enter less.',
    )
    const dear = await order(database, 'receipt', [[stocked.products[2]!, A, Number.MAX_SAFE_INTEGER - 1, 200_000]])
    expect((await refused(act(postDocument, 'receipt', 'receive', dear))).code).toBe('invalid')
    expect(await faultsOf(database)).toEqual([])
  })

  it('never let the moment fall behind, whatever the clock does', async () => {
    const at = async (clock: number, shelf: number) => {
      const id = await order(database, 'receipt', [[P, shelf, 1_000]])
      const posted = await database.write(async (trx) =>
        postDocument({ ...(await callOf(depotScope(database), trx, 'receipt', id)), clock: () => clock }, 'receive'),
      )
      return Number(posted.rows[0]!['createtime'])
    }
    const later = Math.floor(Date.now() / 1000) + 86_400
    expect(await at(later, A)).toBe(later)
    expect(await at(later - 3_600, A)).toBe(later)
    expect(await at(later - 3_600, stocked.shelves[2]!)).toBe(later - 3_600)
    expect(await faultsOf(database)).toEqual([])
  })

  it('write down the last row of every balance', async () => {
    const book = await bookOf(database)
    const stock = await database.query.selectFrom('depot_stock').selectAll().execute()
    for (const row of stock)
      expect(row['last_book_id']).toBe(
        book.filter((one) => one['product_id'] === row['product_id'] && one['shelf_id'] === row['shelf_id']).at(-1)![
          'id'
        ],
      )
  })

  it('name the document behind lines and rows of the ledger as the one that uses a record', async () => {
    const [idle, product] = await database.write(async (trx) => [
      await insert(trx, 'product', { name: 'Idle', total: 0, reserved: 0 }),
      await insert(trx, 'product', { name: 'Used', total: 0, reserved: 0 }),
    ])
    if (idle === undefined || product === undefined) throw new Error('nothing was added')
    const scope = depotScope(database)
    const receipt = await order(database, 'receipt', [[product, A, 1000]])
    const namedBy = (references: readonly RecordReference[] = []) => references.map(({ table: name, id }) => [name, id])
    await act(postDocument, 'receipt', 'receive', receipt)
    const users = namedBy(await records<AnyModule>(scope).referencesTo('depot/product', [product]))
    expect(users).toContainEqual(['depot/receipt', receipt])
    expect(users.filter(([name]) => name === 'depot/book' || name === 'depot/receipt_line')).toEqual([])
    await database.write(async (trx) =>
      trx.deleteFrom('depot_receipt_line').where('receipt_id', '=', receipt).execute(),
    )
    const among = { 'depot/receipt': {} }
    const { code, details } = await refused(
      records<AnyModule>(scope).refuseInUse('depot/product', [idle, product], { among }),
    )
    expect([code, details.params?.['title'], namedBy(details.references)]).toEqual([
      'in_use',
      'Used',
      [['depot/receipt', receipt]],
    ])
    const removal = await refused(remove(scope, table('product'), [product]))
    expect(namedBy(removal.details.references)).toEqual([['depot/receipt', receipt]])
  })
})
