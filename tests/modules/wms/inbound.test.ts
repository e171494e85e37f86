/** Inbound orders over the HTTP API: what they take, what an audit writes and refuses, and the way back. */
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { moduleEngines } from '../../support/databases.ts'
import { openWarehouseApp, type Answer, type WarehouseApp } from './warehouse-app.ts'

const errorsOf = (answer: Answer) => answer.data['errors'] as Record<string, string>

describe.each(moduleEngines)('inbound orders on $name', (engine) => {
  let app: WarehouseApp
  beforeAll(async () => {
    app = await openWarehouseApp(engine)
  })
  afterAll(() => app?.dispose())

  type Line = Record<string, unknown>
  const order = (lines: readonly Line[], more: object = {}) =>
    app.add('Warehousing', { type: 10, supplier_id: app.places.supplier, product_detail: lines, ...more })
  const line = (product: number, more: Line = {}): Line => ({
    product_id: product,
    warehouse_shelf_id: app.places.a,
    plan_quantity: 10,
    ...more,
  })
  const historyOf = async (product: number) =>
    (await app.rows('wms_inventory_history')).filter((row) => row['product_id'] === product)
  const stockOf = async (product: number) =>
    Object.fromEntries(
      (await app.rows('wms_stock'))
        .filter((row) => row['product_id'] === product)
        .map((row) => [row['warehouse_shelf_id'], Number(row['quantity']) / 1000]),
    )
  const layersOf = async (product: number) =>
    (await app.rows('wms_stock_layer'))
      .filter((row) => row['product_id'] === product)
      .map((row) => ({
        shelf: row['warehouse_shelf_id'],
        left: Number(row['remaining']) / 1000,
        expires: row['expire_at'] === null ? null : Number(row['expire_at']) - Number(row['received_at']),
      }))

  it('are audited without looking for their source twice', async () => {
    const id = await order([line(await app.product())])
    const looks: string[] = []
    const { query } = pg.Client.prototype as { query: (...parameters: unknown[]) => unknown }
    const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...parameters) {
      const [sent] = parameters as unknown[]
      const text = typeof sent === 'string' ? sent : String((sent as { readonly text?: unknown }).text)
      if (/^select "id".*"remainder_of_id" from .*"wms_warehousing" where "id" =/.test(text)) looks.push(text)
      return query.apply(this, parameters)
    })
    try {
      expect((await app.call('Warehousing/audit', { id })).code).toBe(1)
    } finally {
      spy.mockRestore()
    }
    // Transactions that run one after the other lock nothing, so that they look for no source either.
    expect(looks).toHaveLength(engine.name === 'postgresql' ? 1 : 0)
  })

  it('are numbered by day in the order they come', async () => {
    const product = await app.product()
    const ids = [await order([line(product)]), await order([line(product)])]
    const numbers = await Promise.all(ids.map(async (id) => String((await app.read('Warehousing', id))['receipt_no'])))
    const day = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Shanghai' }).format(new Date()).replaceAll('-', '')
    expect(numbers[0]).toMatch(new RegExp(`^RK(${day}|\\d{8})\\d{6}$`))
    expect(Number(numbers[1]!.slice(2)) - Number(numbers[0]!.slice(2))).toBe(1)
  })

  it('leave no gap in their numbers for a refused save, a repeated request or a refused remainder', async () => {
    const product = await app.product()
    const sequence = async (id: number) => Number(String((await app.read('Warehousing', id))['receipt_no']).slice(-6))
    const first = await order([line(product, { actual_quantity: 4 })])
    const { code } = await app.call('Warehousing/add', {
      type: 30,
      product_detail: [line(product, { plan_quantity: '1.5' })],
    })
    const token = await app.running.signIn()
    const send = () =>
      app.running.send<{ id: number }>('POST', '/admin/wms.Warehousing/add', {
        token,
        headers: { 'x-tablewright': '1', 'idempotency-key': `numbers-${engine.name}` },
        payload: { type: 30, product_detail: [line(product)] },
      })
    const repeated = [await send(), await send()].map(({ data }) => data.id)
    await app.done('Warehousing/audit', { id: first })
    await app.done('Warehousing/remainder', { id: first })
    await app.call('Warehousing/remainder', { id: first })
    const last = await order([line(product)])
    expect([code, new Set(repeated).size]).toEqual([0, 1])
    const start = await sequence(first)
    expect([await sequence(repeated[0]!), await sequence(last)]).toEqual([start + 1, start + 3])
  })

  it('write names, amounts and totals down, whatever is sent for them; halves are rounded up', async () => {
    const product = await app.product({ name: 'Bolt', spec: 'M8', price: '0.0050' })
    const id = await order([
      line(product, { plan_quantity: 1, total_price: '99.00', product_material_name: 'Nut', order_detail_coding: 'X' }),
      line(product, { plan_quantity: 3, price: '1.2500', actual_quantity: 1 }),
    ])
    const row = await app.read('Warehousing', id)
    expect(row).toMatchObject({
      total_quantity: '2.000',
      total_amount: '1.26',
      audit_status: 0,
      product_detail: [
        {
          product_material_name: 'Bolt',
          spec: 'M8',
          unit_name: 'piece',
          shelf: 'Main/Area/A',
          price: '0.0050',
          total_price: '0.01',
          actual_quantity: null,
        },
        { price: '1.2500', total_price: '1.25', actual_quantity: '1.000' },
      ],
    })
    expect(row.product_detail[0]!['order_detail_coding']).toMatch(/^P\d{6}$/)
  })

  it('have the price of 9,007,199,254,740 pieces exactly, or are refused', async () => {
    const product = await app.product({ price: '0.0001' })
    const most = '9007199254740'
    const id = await order([line(product, { plan_quantity: most })])
    const row = await app.read('Warehousing', id)
    expect([row.total_amount, row.total_quantity]).toEqual(['900719925.47', `${most}.000`])
    expect(row.product_detail[0]).toMatchObject({ total_price: '900719925.47' })
    const add = (...lines: object[]) =>
      app.call('Warehousing/add', { type: 10, supplier_id: app.places.supplier, product_detail: lines })
    // Thousandths times ten-thousandths leave 64 bits; cents above 2^53 are no longer exact; sums alike.
    for (const lines of [
      [line(product, { plan_quantity: most, price: '1' })],
      [line(product, { plan_quantity: most, price: '10.01' })],
      [line(product, { plan_quantity: 1, actual_quantity: '9007199254740', price: '1' })],
      [line(product, { plan_quantity: most }), line(product, { plan_quantity: 1 })],
    ]) {
      const answer = await add(...lines)
      expect([answer.code, JSON.stringify(answer)]).toEqual([0, expect.stringMatching(/larger than can be stored/)])
    }
    const edited = await app.call('Warehousing/edit', {
      id,
      product_detail: [line(product, { plan_quantity: most, price: '1' })],
    })
    expect(edited.code).toBe(0)
    expect(await app.read('Warehousing', id)).toMatchObject({
      total_amount: '900719925.47',
      total_quantity: `${most}.000`,
    })
  })

  it('follow a renamed product until their audit, and no further', async () => {
    const product = await app.product({ name: 'Before' })
    const id = await order([line(product)])
    await app.done('Product/edit', { id: product, name: 'Between' })
    const { product_detail } = await app.read('Warehousing', id)
    await app.done('Warehousing/edit', { id, product_detail })
    expect((await app.read('Warehousing', id)).product_detail[0]!['product_material_name']).toBe('Between')
    await app.done('Product/edit', { id: product, name: 'At the audit' })
    await app.done('Warehousing/audit', { id })
    await app.done('Product/edit', { id: product, name: 'After' })
    expect((await app.read('Warehousing', id)).product_detail[0]!['product_material_name']).toBe('At the audit')
    expect((await historyOf(product))[0]!['product_name']).toBe('At the audit')
  })

  it('ask for a supplier unless goods are returned, for lines, and for quantities the unit can count', async () => {
    const product = await app.product()
    expect(errorsOf(await app.call('Warehousing/add', { type: 10, product_detail: [line(product)] }))).toHaveProperty(
      'supplier_id',
    )
    expect(errorsOf(await app.call('Warehousing/add', { type: 20, product_detail: [line(product)] }))).toHaveProperty(
      'supplier_id',
    )
    expect((await app.call('Warehousing/add', { type: 30, product_detail: [line(product)] })).code).toBe(1)
    expect(errorsOf(await app.call('Warehousing/add', { type: 30, product_detail: [] }))).toHaveProperty(
      'product_detail',
    )
    const wrong = async (more: Line) =>
      Object.keys(
        errorsOf(await app.call('Warehousing/add', { type: 30, product_detail: [line(product), line(product, more)] })),
      )
    expect(await wrong({ plan_quantity: '1.5' })).toEqual(['product_detail.1.plan_quantity'])
    expect(await wrong({ plan_quantity: 0 })).toEqual(['product_detail.1.plan_quantity'])
    expect(await wrong({ price: '-1' })).toEqual(['product_detail.1.price'])
    expect(await wrong({ actual_quantity: '-1' })).toEqual(['product_detail.1.actual_quantity'])
    expect(await wrong({ product_id: 999_999 })).toEqual(['product_detail.1.product_id'])
    const kilo = await app.add('Unit', { name: 'kilo', decimals: 3 })
    const flour = await app.product({ unit_id: kilo })
    expect(
      (await app.call('Warehousing/add', { type: 30, product_detail: [line(flour, { plan_quantity: '1.125' })] })).code,
    ).toBe(1)
  })

  it('take business dates of this age, and find older ones that were entered before', async () => {
    const product = await app.product()
    const add = (business_date: string) =>
      app.call('Warehousing/add', { type: 30, business_date, product_detail: [line(product)] })
    for (const wrong of ['0000-01-01', '0026-11-22', '1899-12-31', '2026-02-30'])
      expect(errorsOf(await add(wrong))).toHaveProperty('business_date')
    const { data } = await add('1900-01-01')
    await app.database.write((trx) =>
      trx
        .updateTable('wms_warehousing')
        .set({ business_date: '0000-01-01' })
        .where('id', '=', Number(data['id']))
        .execute(),
    )
    const found = await app.call(
      'Warehousing/index?search[0][field]=business_date&search[0][operator]=eq&search[0][val]=0000-01-01',
    )
    expect(found.data).toMatchObject({ total: 1, list: [{ id: data['id'] }] })
  })

  it('take off-shelf products in', async () => {
    const product = await app.product({ status: 20 })
    await app.done('Warehousing/audit', { id: await order([line(product)]) })
    expect(await stockOf(product)).toEqual({ [app.places.a]: 10 })
  })

  it('warn of a second order with the same outside number, and save it', async () => {
    const product = await app.product()
    const first = await order([line(product)], { order_sn: 'DN-7' })
    const { receipt_no } = await app.read('Warehousing', first)
    const answer = await app.call('Warehousing/add', {
      type: 10,
      supplier_id: app.places.supplier,
      order_sn: 'DN-7',
      product_detail: [line(product)],
    })
    expect(answer).toMatchObject({
      code: 1,
      msg: expect.stringContaining(String(receipt_no)),
      data: { warnings: [expect.stringContaining(String(receipt_no))] },
    })
    expect(await app.done('Warehousing/edit', { id: first, remark: 'x' })).not.toHaveProperty('warnings')
  })

  it('go to the default shelf when none was chosen; without one the audit names the line', async () => {
    const { a, b } = app.places
    const shelf = (await app.rows('wms_warehouse_shelf')).find((row) => row['id'] === b)!
    const homed = await app.product({
      warehouse_id: shelf['warehouse_id'],
      warehouse_area_id: shelf['warehouse_area_id'],
      warehouse_shelf_id: b,
    })
    const homeless = await app.product()
    const id = await order([line(homed, { warehouse_shelf_id: null }), line(homeless, { warehouse_shelf_id: null })])
    const refused = await app.call('Warehousing/audit', { id })
    expect(Object.keys(errorsOf(refused))).toEqual(['product_detail.1.warehouse_shelf_id'])
    expect(await historyOf(homed)).toEqual([])
    const {
      product_detail: [first, second],
    } = await app.read('Warehousing', id)
    await app.done('Warehousing/edit', { id, product_detail: [first, { ...second, warehouse_shelf_id: a }] })
    await app.done('Warehousing/audit', { id })
    expect([await stockOf(homed), await stockOf(homeless)]).toEqual([{ [b]: 10 }, { [a]: 10 }])
    expect((await app.read('Warehousing', id)).product_detail[0]).toMatchObject({
      warehouse_shelf_id: b,
      shelf: 'Main/Area/B',
    })
  })

  it('explicit 0 means none came; all 0 is refused; null means plan and is written down', async () => {
    const [some, none] = [await app.product(), await app.product()]
    const id = await order([line(some), line(none, { actual_quantity: 0 })])
    await app.done('Warehousing/audit', { id })
    expect([await stockOf(some), await stockOf(none), (await historyOf(none)).length]).toEqual([
      { [app.places.a]: 10 },
      {},
      0,
    ])
    expect((await app.read('Warehousing', id)).product_detail.map((one) => one['actual_quantity'])).toEqual([
      '10.000',
      '0.000',
    ])
    const empty = await order([line(some, { actual_quantity: 0 })])
    expect(await app.call('Warehousing/audit', { id: empty })).toMatchObject({
      code: 0,
      data: { reason: 'bad_state' },
      msg: expect.stringContaining('above 0'),
    })
  })

  it('nothing comes onto a closed shelf, nor below a closed area or warehouse', async () => {
    const product = await app.product()
    const id = await order([line(product, { warehouse_shelf_id: app.places.far })])
    const shelf = (await app.rows('wms_warehouse_shelf')).find((row) => row['id'] === app.places.far)!
    for (const [controller, place] of [
      ['WarehouseShelf', shelf['id']],
      ['WarehouseArea', shelf['warehouse_area_id']],
      ['Warehouse', shelf['warehouse_id']],
    ] as const) {
      await app.done(`${controller}/edit`, { id: place, status: 0 })
      expect(Object.keys(errorsOf(await app.call('Warehousing/audit', { id })))).toEqual([
        'product_detail.0.warehouse_shelf_id',
      ])
      await app.done(`${controller}/edit`, { id: place, status: 1 })
    }
    await app.done('Warehousing/audit', { id })
    expect(await stockOf(product)).toEqual({ [app.places.far]: 10 })
    const off = await app.done('WarehouseShelf/edit', { id: shelf['id'], status: 0 })
    expect(off['warnings']).toEqual([expect.stringMatching(/(^|[^\d])10($|[^\d.])/)])
    await app.done('WarehouseShelf/edit', { id: shelf['id'], status: 1 })
  })

  it('over-receipt takes the right and a remark on the line', async () => {
    const product = await app.product()
    const nodes = ['wms/warehousing/index', 'wms/warehousing/audit', 'wms/warehousing/edit']
    const auditor = await app.admin(`auditor${engine.name.slice(0, 3)}`, nodes)
    const chief = await app.admin(`chief${engine.name.slice(0, 3)}`, [...nodes, 'wms/warehousing/overReceipt'])
    const id = await order([line(product, { actual_quantity: 11 })])
    expect(errorsOf(await app.call('Warehousing/audit', { id }, auditor))).toHaveProperty(
      ['product_detail.0.actual_quantity'],
      expect.stringContaining('You need the permission “Over-receive”'),
    )
    expect(errorsOf(await app.call('Warehousing/audit', { id }, chief))).toHaveProperty(
      ['product_detail.0.actual_quantity'],
      expect.stringContaining('note'),
    )
    const { product_detail } = await app.read('Warehousing', id)
    await app.done('Warehousing/edit', { id, product_detail: [{ ...product_detail[0], remark: 'one box extra' }] })
    expect((await app.call('Warehousing/audit', { id }, auditor)).code).toBe(0)
    expect((await app.call('Warehousing/audit', { id }, chief)).code).toBe(1)
    expect(await stockOf(product)).toEqual({ [app.places.a]: 11 })
  })

  it('an audited order is neither edited nor deleted; a stale version is a conflict', async () => {
    const product = await app.product()
    const id = await order([line(product)])
    const { version } = await app.read('Warehousing', id)
    await app.done('Warehousing/edit', { id, version, remark: 'first' })
    expect(await app.call('Warehousing/audit', { id, version })).toMatchObject({
      code: 0,
      data: { reason: 'conflict' },
    })
    await app.done('Warehousing/audit', { id })
    expect(await app.call('Warehousing/edit', { id, remark: 'late' })).toMatchObject({
      code: 0,
      data: { reason: 'bad_state' },
    })
    const del = await app.running.send('DELETE', `/admin/wms.Warehousing/del?ids[]=${id}`, {
      token: await app.running.signIn(),
      headers: { 'x-tablewright': '1' },
    })
    expect(del).toMatchObject({ code: 0, data: { reason: 'bad_state' } })
  })

  it('unaudit reverses the receipt, keeps actual quantities and the reason; a second audit starts anew', async () => {
    const product = await app.product({ effective_day: 10 })
    const id = await order([line(product, { actual_quantity: 7 }), line(product, { plan_quantity: 2 })])
    await app.done('Warehousing/audit', { id })
    expect(await layersOf(product)).toEqual([{ shelf: app.places.a, left: 9, expires: 864_000 }])
    expect(errorsOf(await app.call('Warehousing/unaudit', { id }))).toHaveProperty('reason')
    await app.done('Warehousing/unaudit', { id, reason: 'wrong supplier' })
    expect(await stockOf(product)).toEqual({ [app.places.a]: 0 })
    expect(await layersOf(product)).toMatchObject([{ left: 0 }])
    const row = await app.read('Warehousing', id)
    expect(row).toMatchObject({
      audit_status: 0,
      audit_admin_id: null,
      audit_time: null,
      remark_log: expect.stringMatching(/admin .*: wrong supplier$/),
    })
    expect(row.product_detail.map((one) => one['actual_quantity'])).toEqual(['7.000', '2.000'])
    await app.done('Warehousing/audit', { id })
    const rows = await historyOf(product)
    expect(
      rows.map((one) => [Number(one['quantity']) / 1000, one['posting_seq'], one['reversal_of'] === null]),
    ).toEqual([
      [7, 1, true],
      [2, 1, true],
      [-7, 2, false],
      [-2, 2, false],
      [7, 3, true],
      [2, 3, true],
    ])
    expect(await stockOf(product)).toEqual({ [app.places.a]: 9 })
  })

  it('orders the remainder once, as an unaudited order of the same outside number', async () => {
    const product = await app.product()
    const id = await order([line(product, { actual_quantity: 6 }), line(product, { plan_quantity: 4 })], {
      order_sn: 'PART-1',
    })
    expect(await app.call('Warehousing/remainder', { id })).toMatchObject({ code: 0, data: { reason: 'bad_state' } })
    await app.done('Warehousing/audit', { id })
    const told = await app.done('Warehousing/remainder', { id })
    const fresh = (await app.rows('wms_warehousing')).find((row) => row['remainder_of_id'] === id)!
    expect(told).toMatchObject({ id, made: { table: 'wms/warehousing', id: fresh['id'], title: fresh['receipt_no'] } })
    expect(await app.read('Warehousing', Number(fresh['id']))).toMatchObject({
      audit_status: 0,
      order_sn: 'PART-1',
      total_quantity: '4.000',
      product_detail: [{ plan_quantity: '4.000', actual_quantity: null, product_id: product }],
    })
    expect(fresh['receipt_no']).not.toBe((await app.read('Warehousing', id))['receipt_no'])
    expect(await app.call('Warehousing/remainder', { id })).toMatchObject({
      code: 0,
      msg: expect.stringContaining(String(fresh['receipt_no'])),
    })
    const full = await order([line(product)])
    await app.done('Warehousing/audit', { id: full })
    expect(await app.call('Warehousing/remainder', { id: full })).toMatchObject({
      code: 0,
      data: { reason: 'bad_state' },
    })
  })

  it('a deleted order is restored with its lines and number by accounts with the right', async () => {
    const product = await app.product()
    const id = await order([line(product), line(product, { plan_quantity: 3 })])
    const before = await app.read('Warehousing', id)
    const token = await app.running.signIn()
    const del = await app.running.send('DELETE', `/admin/wms.Warehousing/del?ids[]=${id}`, {
      token,
      headers: { 'x-tablewright': '1' },
    })
    expect(del.code).toBe(1)
    expect(await app.call('Warehousing/audit', { id })).toMatchObject({ code: 0, data: { reason: 'not_found' } })
    const remover = await app.admin(`remover${engine.name.slice(0, 3)}`, [
      'wms/warehousing/index',
      'wms/warehousing/del',
    ])
    expect((await app.call('Warehousing/restore', { ids: [id] }, remover)).code).toBe(401)
    expect(await app.done('Warehousing/restore', { ids: [id] })).toEqual({ count: 1 })
    const after = await app.read('Warehousing', id)
    expect({ ...after, version: 0, updatetime: 0 }).toEqual({ ...before, version: 0, updatetime: 0 })
    expect(await app.call('Warehousing/restore', { ids: [id] })).toMatchObject({
      code: 0,
      data: { reason: 'not_found' },
    })
    await app.done('Warehousing/audit', { id })
  })

  it('many are audited at once, independently of each other', async () => {
    const product = await app.product()
    const ids = [
      await order([line(product)]),
      await order([line(product, { warehouse_shelf_id: null })]),
      await order([line(product)]),
    ]
    const { results } = (await app.done('Warehousing/audit', { ids })) as { results: { id: number; code: number }[] }
    expect(results.map(({ id, code }) => [id, code])).toEqual([
      [ids[0], 1],
      [ids[1], 0],
      [ids[2], 1],
    ])
    expect(await stockOf(product)).toEqual({ [app.places.a]: 20 })
  })

  it('ten concurrent audits of one order post it once', async () => {
    const product = await app.product()
    const id = await order([line(product)])
    const answers = await Promise.all(Array.from({ length: 10 }, () => app.call('Warehousing/audit', { id })))
    expect(answers.filter(({ code }) => code === 1)).toHaveLength(1)
    expect((await historyOf(product)).length).toBe(1)
  })
})

describe.each(moduleEngines)('a strict site on $name', (engine) => {
  it('wants four eyes, and lets 10 % more come in', async () => {
    const app = await openWarehouseApp(engine, { wms_four_eyes: true, wms_over_receipt: 10 })
    try {
      const product = await app.product()
      const keeper = await app.admin('keeper', [
        'wms/warehousing/index',
        'wms/warehousing/add',
        'wms/warehousing/audit',
        'wms/product/index',
        'wms/warehouseShelf/index',
      ])
      const other = await app.admin('other', ['wms/warehousing/audit'])
      const body = (actual: string) => ({
        type: 30,
        product_detail: [
          { product_id: product, warehouse_shelf_id: app.places.a, plan_quantity: 100, actual_quantity: actual },
        ],
      })
      const { data } = await app.call('Warehousing/add', body('110'), keeper)
      expect(await app.call('Warehousing/audit', { id: data['id'] }, keeper)).toMatchObject({
        code: 0,
        data: { reason: 'bad_state' },
      })
      expect((await app.call('Warehousing/audit', { id: data['id'] }, other)).code).toBe(1)
      const more = await app.call('Warehousing/add', body('111'), keeper)
      expect(errorsOf(await app.call('Warehousing/audit', { id: more.data['id'] }, other))).toHaveProperty([
        'product_detail.0.actual_quantity',
      ])
    } finally {
      await app.dispose()
    }
  })
})
