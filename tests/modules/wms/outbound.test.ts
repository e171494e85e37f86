/** Outbound orders over the HTTP API: suggestions, audits, expired goods, shipments, and the way back. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays, dayOf, endOfDay } from 'tablewright/protocol'
import { moduleEngines } from '../../support/databases.ts'
import { openWarehouseApp, type Answer, type WarehouseApp } from './warehouse-app.ts'

const day = 86_400
const now = () => Math.floor(Date.now() / 1000)
const errorsOf = (answer: Answer) => answer.data['errors'] as Record<string, string>

describe.each(moduleEngines)('outbound orders on $name', (engine) => {
  let app: WarehouseApp
  beforeAll(async () => {
    app = await openWarehouseApp(engine)
  })
  afterAll(() => app?.dispose())

  type Line = Record<string, unknown>
  type Row = Readonly<Record<string, unknown>>
  /** Brings goods in; `age` days ago as far as the layer is concerned. */
  async function stock(product: number, shelf: number, quantity: number, age = 0) {
    const before = (await app.rows('wms_stock_layer')).length
    const id = await app.add('Warehousing', {
      type: 30,
      product_detail: [{ product_id: product, warehouse_shelf_id: shelf, plan_quantity: quantity }],
    })
    await app.done('Warehousing/audit', { id })
    const layer = (await app.rows('wms_stock_layer'))[before]!
    const past = (value: unknown) => (value === null ? null : Number(value) - age * day)
    await app.database.write(async (trx) => {
      await trx
        .updateTable('wms_stock_layer')
        .set({
          received_at: past(layer['received_at']),
          expire_at: past(layer['expire_at']),
          warn_at: past(layer['warn_at']),
        })
        .where('id', '=', Number(layer['id']))
        .execute()
    })
    return id
  }
  const order = (lines: readonly Line[], more: object = {}) =>
    app.add('Outbound', { type: 20, product_detail: lines, ...more })
  const line = (product: number, plan_quantity: number, shelf: number | null = app.places.a): Line => ({
    product_id: product,
    warehouse_shelf_id: shelf,
    plan_quantity,
  })
  const stockOf = async (product: number) =>
    Object.fromEntries(
      (await app.rows('wms_stock'))
        .filter((row) => row['product_id'] === product)
        .map((row) => [row['warehouse_shelf_id'], Number(row['quantity']) / 1000]),
    )
  const layersOf = async (product: number) =>
    (await app.rows('wms_stock_layer'))
      .filter((row) => row['product_id'] === product)
      .map((row) => [row['warehouse_shelf_id'], Number(row['remaining']) / 1000])
  const shape = async (id: number) =>
    (await app.read('Outbound', id)).product_detail.map((one) => [
      one['warehouse_shelf_id'],
      Number(one['plan_quantity']),
      one['actual_quantity'] === null ? null : Number(one['actual_quantity']),
    ])

  it('are numbered, and ask for a customer when goods are sold', async () => {
    const product = await app.product()
    expect(errorsOf(await app.call('Outbound/add', { type: 10, product_detail: [line(product, 1)] }))).toHaveProperty(
      'customer_id',
    )
    const id = await order([line(product, 1)])
    expect((await app.read('Outbound', id))['outbound_no']).toMatch(/^CK\d{14}$/)
  })

  it('do not sell what is off shelf, but keep what was put on them before', async () => {
    const product = await app.product()
    const sale = { type: 10, customer_id: app.places.customer }
    const id = await order([line(product, 1)], sale)
    await app.done('Product/edit', { id: product, status: 20 })
    expect(
      Object.keys(errorsOf(await app.call('Outbound/add', { ...sale, product_detail: [line(product, 1)] }))),
    ).toEqual(['product_detail.0.product_id'])
    const { product_detail } = await app.read('Outbound', id)
    expect((await app.call('Outbound/edit', { id, product_detail })).code).toBe(1)
    const elsewhere = await app.add('Outbound', {
      type: 30,
      product_detail: [line(await app.product(), 1), line(product, 1)],
    })
    const kept = (await app.read('Outbound', elsewhere)).product_detail
    for (const lines of [{}, { product_detail: kept }]) {
      const answer = await app.call('Outbound/edit', { id: elsewhere, ...sale, ...lines })
      expect([answer.data['reason'], errorsOf(answer)]).toEqual([
        'invalid',
        { 'product_detail.1.product_id': expect.stringContaining('is off shelf') },
      ])
    }
    await app.done('Outbound/edit', { id: elsewhere, ...sale, product_detail: [kept[0]] })
    expect((await app.call('Outbound/edit', { id, type: 30 })).code).toBe(1)
  })

  it('suggest follows expiry, splits lines and leaves missing quantities without a shelf', async () => {
    const { a, b, far } = app.places
    const product = await app.product({ effective_day: 100 })
    await stock(product, a, 5, 10)
    await stock(product, b, 4, 50)
    await stock(product, far, 3, 200)
    const id = await order([line(product, 7, null), line(product, 1, a)])
    await app.done('Outbound/suggest', { id })
    expect(await shape(id)).toEqual([
      [b, 4, null],
      [a, 3, null],
      [a, 1, null],
    ])
    const more = await order([line(product, 12, null)])
    await app.done('Outbound/suggest', { id: more })
    expect(await shape(more)).toEqual([
      [b, 4, null],
      [a, 5, null],
      [null, 3, null],
    ])
    expect(await app.read('Outbound', more)).toMatchObject({
      total_quantity: '12.000',
      total_amount: '150.00',
      audit_status: 0,
    })
    expect(Object.keys(errorsOf(await app.call('Outbound/audit', { id: more })))).toEqual([
      'product_detail.2.warehouse_shelf_id',
    ])
  })

  it('suggest keeps a smaller actual quantity, and what was planned beyond it', async () => {
    const { a, b } = app.places
    const product = await app.product({ effective_day: 100 })
    await stock(product, a, 2, 20)
    await stock(product, b, 9)
    const id = await order([{ ...line(product, 6, null), actual_quantity: 4 }])
    await app.done('Outbound/suggest', { id })
    expect(await shape(id)).toEqual([
      [a, 2, 2],
      [b, 4, 2],
    ])
  })

  it('no more than planned leaves; less may', async () => {
    const product = await app.product()
    await stock(product, app.places.a, 10)
    const id = await order([{ ...line(product, 3), actual_quantity: 4 }])
    expect(Object.keys(errorsOf(await app.call('Outbound/audit', { id })))).toEqual([
      'product_detail.0.actual_quantity',
    ])
    const { product_detail } = await app.read('Outbound', id)
    await app.done('Outbound/edit', { id, product_detail: [{ ...product_detail[0], actual_quantity: 2 }] })
    await app.done('Outbound/audit', { id })
    expect(await stockOf(product)).toEqual({ [app.places.a]: 8 })
  })

  it('what is held for others does not leave', async () => {
    const product = await app.product()
    await stock(product, app.places.a, 10)
    await app.database.write(async (trx) => {
      await trx.updateTable('wms_product').set({ reserved_num: 7000 }).where('id', '=', product).execute()
    })
    const id = await order([line(product, 4)])
    expect(await app.call('Outbound/audit', { id })).toMatchObject({
      code: 0,
      data: {
        reason: 'stock_short',
        short: [{ table: 'wms/product', on_hand: '10.000', available: '3.000', wanted: '4.000' }],
      },
    })
    expect([await stockOf(product), await layersOf(product)]).toEqual([{ [app.places.a]: 10 }, [[app.places.a, 10]]])
  })

  it('leave by expiry, and come back with their dates', async () => {
    const { a } = app.places
    const product = await app.product({ effective_day: 100 })
    await stock(product, a, 5, 10)
    await stock(product, a, 5, 60)
    const before = await app.rows('wms_stock_layer')
    const id = await order([line(product, 4), line(product, 3)])
    await app.done('Outbound/audit', { id })
    expect(await layersOf(product)).toEqual([
      [a, 3],
      [a, 0],
    ])
    await app.done('Outbound/unaudit', { id, reason: 'not today' })
    expect(await app.rows('wms_stock_layer')).toEqual(before)
    expect(await app.read('Outbound', id)).toMatchObject({
      audit_status: 0,
      remark_log: expect.stringContaining('not today'),
    })
  })

  it('leave by the dates of the receipt, and the batch follows them through moves, issues and lists', async () => {
    const { a, b } = app.places
    const zone = 'Asia/Shanghai'
    const today = dayOf(now(), zone)
    const product = await app.product({ effective_day: 30 })
    const receive = async (more: Line) => {
      const id = await app.add('Warehousing', { type: 30, product_detail: [{ ...line(product, 4), ...more }] })
      await app.done('Warehousing/audit', { id })
      return (await app.read('Warehousing', id)) as Record<string, unknown>
    }
    const batches = async () =>
      (await app.rows('wms_stock_layer'))
        .filter((row) => row['product_id'] === product)
        .map((row) => [row['batch_no'], row['warehouse_shelf_id'], Number(row['remaining']) / 1000, row['expire_at']])

    await stock(product, a, 4)
    const carton = { batch_no: 'B-5', expiry_date: addDays(today, 5) }
    const receipt = await receive(carton)
    expect(receipt['product_detail']).toMatchObject([{ ...carton, production_date: '' }])
    await receive({ batch_no: 'P-10', production_date: addDays(today, -10) })
    const [plain, five, ten] = [
      Number((await app.rows('wms_stock_layer')).find((row) => row['product_id'] === product)!['received_at']) +
        30 * day,
      endOfDay(addDays(today, 5), zone),
      endOfDay(addDays(today, 20), zone),
    ]
    const received = [
      [null, a, 4, plain],
      ['B-5', a, 4, five],
      ['P-10', a, 4, ten],
    ]
    expect(await batches()).toEqual(received)
    expect(await app.read('Product', product)).toMatchObject({ first_expire_at: five, expiry: 10 })

    const move = await app.add('Relocation', {
      product_id: product,
      source_warehouse_shelf_id: a,
      target_warehouse_shelf_id: b,
      plan_quantity: 1,
    })
    await app.done('Relocation/audit', { id: move, quantity: 1 })
    const issue = await order([line(product, 5)])
    await app.done('Outbound/audit', { id: issue })
    expect(await batches()).toEqual([
      [null, a, 4, plain],
      ['B-5', a, 0, five],
      ['P-10', a, 2, ten],
      ['B-5', b, 1, five],
    ])

    const list = async (path: string) => (await app.call(path)).data['list'] as Row[]
    const { product_no } = await app.read('Product', product)
    const search = Object.entries({ batch_no: 'B-5', product_no: String(product_no) })
      .map(([name, value], at) => `search[${at}][field]=${name}&search[${at}][operator]=eq&search[${at}][val]=${value}`)
      .join('&')
    const numbers = [
      receipt['receipt_no'],
      (await app.read('Relocation', move))['relocation_no'],
      (await app.read('Outbound', issue))['outbound_no'],
    ]
    expect(
      (await list(`StockLayerMove/index?order=id,asc&${search}`)).map((row) => [
        row['order_no'],
        row['quantity'],
        row['expire_at'],
      ]),
    ).toEqual([
      [numbers[0], '4.000', five],
      [numbers[1], '-1.000', five],
      [numbers[1], '1.000', five],
      [numbers[2], '-3.000', five],
    ])
    expect(await list(`InventoryHistory/index?${search}`)).toMatchObject([{ ...carton, order_no: numbers[0] }])
    expect(await list('StockLayer/index?quickSearch=B-5&order=id,asc')).toMatchObject([
      { ...carton, remaining: '0.000' },
      { ...carton, remaining: '1.000', expiry: 10 },
    ])

    await app.done('Outbound/unaudit', { id: issue, reason: 'not today' })
    expect((await batches()).map(([, , left]) => left)).toEqual([4, 3, 4, 1])
    await app.done('Product/edit', { id: product, effective_day: 40 })
    await app.done('Product/recomputeLayers', { id: product })
    // What is printed on the package stays.
    expect((await batches()).map(([, , , expires]) => expires)).toEqual([
      plain + 10 * day,
      five,
      endOfDay(addDays(today, 30), zone),
      five,
    ])
  })

  it('a receipt refuses dates that cannot be, and warns of goods that have expired', async () => {
    const today = dayOf(now(), 'Asia/Shanghai')
    const product = await app.product({ name: 'Milk', effective_day: 30 })
    const add = (more: Line) =>
      app.call('Warehousing/add', { type: 30, product_detail: [{ ...line(product, 1), ...more }] })
    const tomorrow = addDays(today, 1)
    expect(errorsOf(await add({ production_date: tomorrow }))).toEqual({
      'product_detail.0.production_date': `The production date ${tomorrow} is in the future. Check the date.`,
    })
    expect(errorsOf(await add({ production_date: today, expiry_date: addDays(today, -1) }))).toEqual({
      'product_detail.0.expiry_date': expect.stringContaining(`before they were produced on ${today}`),
    })
    expect(Object.keys(errorsOf(await add({ expiry_date: '2026-02-30' })))).toEqual(['product_detail.0.expiry_date'])
    const late = {
      code: 1,
      data: { warnings: [`Line 1, “Milk”: expired since ${addDays(today, -1)}. It can be received, but not sold.`] },
    }
    expect(await add({ expiry_date: addDays(today, -1) })).toMatchObject(late)
    expect(await add({ production_date: addDays(today, -31) })).toMatchObject(late)
    expect((await add({ production_date: today, expiry_date: today })).data).not.toHaveProperty('warnings')
  })

  it('issues expired goods only with the permission and the input, and the ledger stores it', async () => {
    const { a } = app.places
    const product = await app.product({ effective_day: 30 })
    await stock(product, a, 5, 40)
    await stock(product, a, 2)
    const short = engine.name.slice(0, 3)
    const nodes = ['wms/outbound/index', 'wms/outbound/audit']
    const plain = await app.admin(`plain${short}`, nodes)
    const chief = await app.admin(`chief${short}`, [...nodes, 'wms/outbound/allowExpired'])
    const id = await order([line(product, 3)])
    expect(await app.call('Outbound/audit', { id }, chief)).toMatchObject({
      code: 0,
      data: {
        reason: 'stock_short',
        short: [{ table: 'wms/stock_layer', on_hand: '7.000', available: '2.000', wanted: '3.000' }],
      },
    })
    expect(errorsOf(await app.call('Outbound/audit', { id, allow_expired: 1 }, plain))).toHaveProperty('allow_expired')
    expect(await layersOf(product)).toEqual([
      [a, 5],
      [a, 2],
    ])
    expect((await app.call('Outbound/audit', { id, allow_expired: 1 }, chief)).code).toBe(1)
    expect(await layersOf(product)).toEqual([
      [a, 2],
      [a, 2],
    ])
    const fresh = await order([line(product, 2)])
    await app.done('Outbound/audit', { id: fresh })
    expect(await layersOf(product)).toEqual([
      [a, 2],
      [a, 0],
    ])
    const flags = (await app.rows('wms_inventory_history'))
      .filter((row) => row['product_id'] === product && Number(row['quantity']) < 0)
      .map((row) => row['allow_expired'] ?? 0)
    expect(flags).toEqual([1, 0])
  })

  it('goods may leave a closed shelf, but not come back to it', async () => {
    const product = await app.product()
    await stock(product, app.places.far, 3)
    const id = await order([line(product, 2, app.places.far)])
    await app.done('WarehouseShelf/edit', { id: app.places.far, status: 0 })
    await app.done('Outbound/audit', { id })
    expect(Object.keys(errorsOf(await app.call('Outbound/unaudit', { id, reason: 'x' })))).toEqual([
      'product_detail.0.warehouse_shelf_id',
    ])
    await app.done('WarehouseShelf/edit', { id: app.places.far, status: 1 })
    await app.done('Outbound/unaudit', { id, reason: 'x' })
    expect(await stockOf(product)).toEqual({ [app.places.far]: 3 })
  })

  it('are shipped once audited, corrected with a log, and taken back', async () => {
    const product = await app.product()
    await stock(product, app.places.a, 5)
    const other = await app.add('Carrier', { name: 'Other', contact_person: 'Mr Wu', mobile: '13900139000' })
    const id = await order([line(product, 1)])
    const { carrier } = app.places
    expect(await app.call('Outbound/ship', { id, courier_number: 'X1', carrier_id: carrier })).toMatchObject({
      code: 0,
      data: { reason: 'bad_state' },
    })
    await app.done('Outbound/audit', { id })
    expect(Object.keys(errorsOf(await app.call('Outbound/ship', { id })))).toEqual(['courier_number', 'carrier_id'])
    expect(
      errorsOf(await app.call('Outbound/ship', { id, courier_number: 'x'.repeat(65), carrier_id: 99_999 })),
    ).toHaveProperty('courier_number')
    expect(errorsOf(await app.call('Outbound/ship', { id, courier_number: 'X1', carrier_id: 99_999 }))).toHaveProperty(
      'carrier_id',
    )
    for (const shipment_time of [now() + 3600, now() - 2 * day])
      expect(
        (await app.call('Outbound/ship', { id, courier_number: 'X1', carrier_id: carrier, shipment_time })).code,
      ).toBe(0)
    await app.done('Outbound/ship', { id, courier_number: 'X1', carrier_id: carrier })
    const shipped = await app.read('Outbound', id)
    expect(shipped).toMatchObject({
      shipment_status: 1,
      courier_number: 'X1',
      carrier_id: carrier,
      carrier_contact_person: 'Ms Li',
      ship_admin_id: 1,
    })
    expect(Math.abs(Number(shipped['shipment_time']) - now())).toBeLessThan(60)
    await app.done('Outbound/editShipment', {
      id,
      courier_number: 'X2',
      carrier_id: other,
      shipment_time: now() - 60,
    })
    expect(await app.read('Outbound', id)).toMatchObject({
      courier_number: 'X2',
      carrier_mobile: '13900139000',
      remark_log: expect.stringContaining('X1 Ms Li 13800138000'),
    })
    expect(errorsOf(await app.call('Outbound/unship', { id }))).toHaveProperty('reason')
    await app.done('Outbound/unship', { id, reason: 'lost' })
    expect(await app.read('Outbound', id)).toMatchObject({
      shipment_status: 0,
      courier_number: '',
      carrier_id: null,
      shipment_time: null,
      carrier_mobile: '',
      ship_admin_id: null,
      remark_log: expect.stringContaining('lost (X2 Mr Wu 13900139000)'),
    })
    expect(await stockOf(product)).toEqual({ [app.places.a]: 4 })
  })

  it('each action asks for its own right', async () => {
    const product = await app.product()
    await stock(product, app.places.a, 5)
    const id = await order([line(product, 1)])
    const reader = await app.admin(`reader${engine.name.slice(0, 3)}`, ['wms/outbound/index'])
    for (const action of ['suggest', 'audit', 'unaudit', 'ship', 'editShipment', 'unship'])
      expect(await app.call(`Outbound/${action}`, { id, reason: 'x' }, reader), action).toMatchObject({ code: 401 })
  })

  it('of twenty concurrent issues of 3 from a stock of 10, three succeed', async () => {
    const product = await app.product()
    await stock(product, app.places.a, 10)
    const ids: number[] = []
    for (let at = 0; at < 20; at++) ids.push(await order([line(product, 3)]))
    const answers = await Promise.all(ids.map((id) => app.call('Outbound/audit', { id })))
    expect(answers.filter(({ code }) => code === 1)).toHaveLength(3)
    expect(answers.filter(({ code }) => code === 0).every(({ data }) => data['reason'] === 'stock_short')).toBe(true)
    expect([await stockOf(product), await layersOf(product)]).toEqual([{ [app.places.a]: 1 }, [[app.places.a, 1]]])
  })
})
