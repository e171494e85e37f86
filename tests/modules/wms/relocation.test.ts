/**
 * Relocations over the HTTP API: moves in parts, moves taken back, cancellation, and a status that is a function of the
 * figures.
 */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { moduleEngines } from '../../support/databases.ts'
import { openWarehouseApp, type Answer, type WarehouseApp } from './warehouse-app.ts'

type Row = Readonly<Record<string, unknown>>
const errorsOf = (answer: Answer) => answer.data['errors'] as Record<string, string>

describe.each(moduleEngines)('relocations on $name', (engine) => {
  let app: WarehouseApp
  beforeAll(async () => {
    app = await openWarehouseApp(engine)
  })
  afterAll(() => app?.dispose())

  /** Status follows from the figures, the total of a product never moves, and the target got what the document says. */
  afterEach(async () => {
    for (const row of await app.rows('wms_relocation')) {
      const [plan, actual] = [Number(row['plan_quantity']), Number(row['actual_quantity'])]
      if (row['status'] !== 3) expect(row['status']).toBe(actual === 0 ? 0 : actual === plan ? 2 : 1)
      const legs = (await app.rows('wms_inventory_history')).filter(
        (one) => one['order_kind'] === 'wms/relocation' && one['order_id'] === row['id'],
      )
      const into = (shelf: unknown) =>
        legs.filter((one) => one['warehouse_shelf_id'] === shelf).reduce((sum, one) => sum + Number(one['quantity']), 0)
      expect(
        [into(row['target_warehouse_shelf_id']), into(row['source_warehouse_shelf_id'])].map((sum) => sum + 0),
      ).toEqual([actual, 0 - actual])
    }
    const stock = await app.rows('wms_stock')
    const layers = await app.rows('wms_stock_layer')
    for (const one of stock)
      expect(
        layers
          .filter(
            (row) => row['product_id'] === one['product_id'] && row['warehouse_shelf_id'] === one['warehouse_shelf_id'],
          )
          .reduce((sum, row) => sum + Number(row['remaining']), 0),
      ).toBe(Number(one['quantity']))
    for (const product of await app.rows('wms_product'))
      expect(
        stock
          .filter((row) => row['product_id'] === product['id'])
          .reduce((sum, row) => sum + Number(row['quantity']), 0),
      ).toBe(Number(product['total_stock_num']))
  })

  async function stocked(quantity: number, more: object = {}) {
    const product = await app.product(more)
    const id = await app.add('Warehousing', {
      type: 30,
      product_detail: [{ product_id: product, warehouse_shelf_id: app.places.a, plan_quantity: quantity }],
    })
    await app.done('Warehousing/audit', { id })
    return product
  }
  const move = (product: number, plan_quantity: number, more: object = {}) =>
    app.add('Relocation', {
      product_id: product,
      source_warehouse_shelf_id: app.places.a,
      target_warehouse_shelf_id: app.places.b,
      plan_quantity,
      ...more,
    })
  const stateOf = async (id: number) => {
    const row = await app.read('Relocation', id)
    const [plan, actual, remaining] = ['plan', 'actual', 'remaining'].map((name) => Number(row[`${name}_quantity`]))
    expect(remaining).toBe(row['status'] === 3 ? 0 : plan! - actual!)
    return [row['audit_status'], row['status'], actual]
  }
  const refused = async (path: string, body: object) => (await app.call(path, body)).data['reason']

  it('need two shelves, a product (or its number) and a quantity it can count', async () => {
    const product = await stocked(5)
    const same = {
      product_id: product,
      source_warehouse_shelf_id: app.places.a,
      target_warehouse_shelf_id: app.places.a,
      plan_quantity: 1,
    }
    expect(await refused('Relocation/add', same)).toBe('invalid')
    expect(
      errorsOf(
        await app.call('Relocation/add', {
          ...same,
          target_warehouse_shelf_id: app.places.b,
          plan_quantity: '0.5',
        }),
      ),
    ).toHaveProperty('plan_quantity')
    expect(
      errorsOf(
        await app.call('Relocation/add', { ...same, target_warehouse_shelf_id: app.places.b, plan_quantity: 0 }),
      ),
    ).toHaveProperty('plan_quantity')
    const { product_no } = await app.read('Product', product)
    const id = await app.add('Relocation', {
      ...same,
      product_id: undefined,
      order_product_no: product_no,
      target_warehouse_shelf_id: app.places.far,
    })
    expect(await app.read('Relocation', id)).toMatchObject({
      product_id: product,
      order_product_no: product_no,
      crosses_warehouses: 1,
      relocation_no: expect.stringMatching(/^YK\d{14}$/),
    })
    await app.done('Relocation/edit', { id, target_warehouse_shelf_id: app.places.b })
    expect(await app.read('Relocation', id)).toMatchObject({ crosses_warehouses: 0 })
  })

  it('an audit with a quantity moves at once, in one transaction', async () => {
    const product = await stocked(5)
    const id = await move(product, 9)
    expect(await refused('Relocation/audit', { id, quantity: 6 })).toBe('stock_short')
    expect(await stateOf(id)).toEqual([0, 0, 0])
    expect(await app.call('Relocation/audit', { id, quantity: 10 })).toMatchObject({
      msg: 'You cannot move more than what is left: 9.',
      data: { reason: 'bad_state' },
    })
    await app.done('Relocation/audit', { id, quantity: 5 })
    expect(await stateOf(id)).toEqual([1, 1, 5])
  })

  it('go in parts until they are complete', async () => {
    const product = await stocked(10)
    const id = await move(product, 10)
    expect(await refused('Relocation/move', { id, quantity: 1 })).toBe('bad_state')
    await app.done('Relocation/audit', { id })
    expect(await stateOf(id)).toEqual([1, 0, 0])
    expect(errorsOf(await app.call('Relocation/move', { id }))).toHaveProperty('quantity')
    expect(errorsOf(await app.call('Relocation/move', { id, quantity: '1.5' }))).toHaveProperty('quantity')
    for (const [quantity, state] of [
      [4, [1, 1, 4]],
      [5, [1, 1, 9]],
      [1, [1, 2, 10]],
    ] as const) {
      await app.done('Relocation/move', { id, quantity })
      expect(await stateOf(id)).toEqual(state)
    }
    expect(await refused('Relocation/move', { id, quantity: 1 })).toBe('bad_state')
    expect(await refused('Relocation/cancel', { id, reason: 'late' })).toBe('bad_state')
    expect(await refused('Relocation/unaudit', { id, reason: 'late' })).toBe('bad_state')
  })

  it('carry the dates along and give them back', async () => {
    const product = await stocked(6, { effective_day: 9 })
    const layersOf = async () => (await app.rows('wms_stock_layer')).filter((row) => row['product_id'] === product)
    const [first] = await layersOf()
    const id = await move(product, 6)
    await app.done('Relocation/audit', { id, quantity: 2 })
    await app.done('Relocation/move', { id, quantity: 2 })
    const moved = (await layersOf()).slice(1)
    expect(
      moved.map((row) => [
        row['warehouse_shelf_id'],
        Number(row['remaining']),
        row['received_at'],
        row['expire_at'],
        row['order_no'],
      ]),
    ).toEqual([[app.places.b, 4000, first!['received_at'], first!['expire_at'], first!['order_no']]])
    await app.done('Relocation/reverseMove', { id, posting_seq: 1 })
    expect((await layersOf()).map((row) => Number(row['remaining']))).toEqual([4000, 2000])
  })

  it('one move is taken back by its number, once, while the goods are still there', async () => {
    const product = await stocked(10)
    const id = await move(product, 10)
    await app.done('Relocation/audit', { id, quantity: 3 })
    await app.done('Relocation/move', { id, quantity: 7 })
    expect(await stateOf(id)).toEqual([1, 2, 10])
    await app.done('Relocation/reverseMove', { id, posting_seq: 2 })
    expect(await stateOf(id)).toEqual([1, 1, 3])
    // What a person chooses from: the ledger's list of this document says which moves stand, of how much, between which
    // places and by whom.
    const conditions = [
      ['order_kind', 'wms/relocation'],
      ['order_id', String(id)],
    ]
      .map(([field, val], at) => `search[${at}][field]=${field}&search[${at}][operator]=eq&search[${at}][val]=${val}`)
      .join('&')
    const told = (await app.call(`InventoryHistory/index?${conditions}&limit=100&order=id,desc`)).data['list'] as Row[]
    expect(told.map((row) => [row['posting_seq'], Number(row['quantity']), row['reversal_of'] === null])).toEqual([
      [3, -7, false],
      [3, 7, false],
      [2, 7, true],
      [2, -7, true],
      [1, 3, true],
      [1, -3, true],
    ])
    expect(told.slice(2, 4).map((row) => row['id'])).toEqual([told[0]!['reversal_of'], told[1]!['reversal_of']])
    expect([
      told[4]!['warehouse_shelf'] === told[5]!['warehouse_shelf'],
      (told[4]!['admin'] as Row)['username'],
    ]).toEqual([false, 'admin'])
    expect(await refused('Relocation/reverseMove', { id, posting_seq: 2 })).toBe('bad_state')
    expect(await refused('Relocation/reverseMove', { id, posting_seq: 9 })).toBe('bad_state')
    const out = await app.add('Outbound', {
      type: 20,
      product_detail: [{ product_id: product, warehouse_shelf_id: app.places.b, plan_quantity: 2 }],
    })
    await app.done('Outbound/audit', { id: out })
    expect(await refused('Relocation/reverseMove', { id, posting_seq: 1 })).toBe('stock_short')
    await app.done('Outbound/unaudit', { id: out, reason: 'x' })
    await app.done('Relocation/reverseMove', { id, posting_seq: 1 })
    expect(await stateOf(id)).toEqual([1, 0, 0])
    await app.done('Relocation/unaudit', { id, reason: 'x' })
    expect(await stateOf(id)).toEqual([0, 0, 0])
    const rows = (await app.rows('wms_inventory_history')).filter(
      (row) => row['order_kind'] === 'wms/relocation' && row['order_id'] === id,
    )
    expect(
      rows.map((row) => [row['form_type'], Number(row['quantity']) / 1000, row['posting_seq'], row['leg']]),
    ).toEqual([
      [70, -3, 1, 'out'],
      [70, 3, 1, 'in'],
      [70, -7, 2, 'out'],
      [70, 7, 2, 'in'],
      [70, 7, 3, 'out'],
      [70, -7, 3, 'in'],
      [70, 3, 4, 'out'],
      [70, -3, 4, 'in'],
    ])
  })

  it('goods leave a closed shelf but do not enter one, neither forth nor back', async () => {
    const product = await stocked(10)
    const id = await move(product, 10)
    await app.done('WarehouseShelf/edit', { id: app.places.a, status: 0 })
    await app.done('Relocation/audit', { id, quantity: 4 })
    expect(errorsOf(await app.call('Relocation/reverseMove', { id, posting_seq: 1 }))).toHaveProperty(
      'source_warehouse_shelf_id',
    )
    await app.done('WarehouseShelf/edit', { id: app.places.a, status: 1 })
    await app.done('WarehouseShelf/edit', { id: app.places.b, status: 0 })
    expect(errorsOf(await app.call('Relocation/move', { id, quantity: 1 }))).toHaveProperty('target_warehouse_shelf_id')
    const fresh = await move(product, 1)
    expect(errorsOf(await app.call('Relocation/audit', { id: fresh }))).toHaveProperty('target_warehouse_shelf_id')
    await app.done('WarehouseShelf/edit', { id: app.places.b, status: 1 })
    await app.done('Relocation/reverseMove', { id, posting_seq: 1 })
    expect(await stateOf(id)).toEqual([1, 0, 0])
  })

  it('are cancelled from any open state and deleted while nothing moved', async () => {
    const product = await stocked(10)
    const del = async (id: number) =>
      (
        await app.running.send('DELETE', `/admin/wms.Relocation/del?ids[]=${id}`, {
          token: await app.running.signIn(),
          headers: { 'x-tablewright': '1' },
        })
      ).code
    const [fresh, audited, partial] = [await move(product, 3), await move(product, 3), await move(product, 3)]
    await app.done('Relocation/audit', { id: audited })
    await app.done('Relocation/audit', { id: partial, quantity: 1 })
    expect(errorsOf(await app.call('Relocation/cancel', { id: fresh }))).toHaveProperty('reason')
    for (const id of [fresh, audited, partial]) await app.done('Relocation/cancel', { id, reason: 'no room' })
    expect([await stateOf(fresh), await stateOf(audited), await stateOf(partial)]).toEqual([
      [0, 3, 0],
      [1, 3, 0],
      [1, 3, 1],
    ])
    expect((await app.read('Relocation', fresh))['remark_log']).toContain('no room')
    const inputs = {
      audit: { quantity: 1 },
      move: { quantity: 1 },
      reverseMove: { posting_seq: 1 },
      unaudit: { reason: 'x' },
      cancel: { reason: 'x' },
    }
    for (const [action, input] of Object.entries(inputs))
      expect(await refused(`Relocation/${action}`, { id: partial, ...input }), action).toBe('bad_state')
    expect([await del(fresh), await del(audited), await del(partial)]).toEqual([1, 0, 0])
  })

  it('concurrent moves move no more than was planned', async () => {
    const product = await stocked(100)
    const id = await move(product, 10)
    await app.done('Relocation/audit', { id })
    const answers = await Promise.all(Array.from({ length: 8 }, () => app.call('Relocation/move', { id, quantity: 3 })))
    expect(answers.filter(({ code }) => code === 1).length).toBeLessThanOrEqual(3)
    const [, , actual] = await stateOf(id)
    expect(actual).toBe(3 * answers.filter(({ code }) => code === 1).length)
    expect(actual).toBeGreaterThan(0)
  })
})
