/** The worked example of the warehouse, row for row, over the HTTP API. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { moduleEngines } from '../../support/databases.ts'
import { openWarehouseApp, type WarehouseApp } from './warehouse-app.ts'

describe.each(moduleEngines)('the worked example on $name', (engine) => {
  let app: WarehouseApp
  let product = 0
  let inbound = 0
  let relocation = 0
  let outbound = 0
  let seen = 0
  beforeAll(async () => {
    app = await openWarehouseApp(engine)
    product = await app.product({ effective_day: 30, safety_stock_num: 20 })
  })
  afterAll(() => app?.dispose())

  /** Ledger rows since the last look, and what is on hand now. */
  async function booked() {
    const { a, b } = app.places
    const rows = (await app.rows('wms_inventory_history')).slice(seen)
    seen += rows.length
    const stock = await app.rows('wms_stock')
    const on = (shelf: number) =>
      Number(stock.find((row) => row['warehouse_shelf_id'] === shelf)?.['quantity'] ?? 0) / 1000
    const [row] = await app.rows('wms_product')
    return {
      rows: rows.map((one) => [
        one['form_type'],
        Number(one['quantity']) / 1000,
        one['warehouse_shelf_id'] === a ? 'A' : one['warehouse_shelf_id'] === b ? 'B' : '?',
        Number(one['before_quantity']) / 1000,
        Number(one['after_quantity']) / 1000,
        Number(one['total_price']) / 100,
      ]),
      A: on(a),
      B: on(b),
      total: Number(row!['total_stock_num']) / 1000,
    }
  }
  const lowAlert = async () => (await app.rows('wms_product'))[0]!['low_alert_open']

  it('inbound of 100 to A, 98 came, audit', async () => {
    inbound = await app.add('Warehousing', {
      type: 10,
      supplier_id: app.places.supplier,
      product_detail: [
        {
          product_id: product,
          warehouse_shelf_id: app.places.a,
          plan_quantity: 100,
          actual_quantity: 98,
          price: '12.50',
        },
      ],
    })
    await app.done('Warehousing/audit', { id: inbound })
    expect(await booked()).toEqual({ rows: [[10, 98, 'A', 0, 98, 1225]], A: 98, B: 0, total: 98 })
    expect(await app.read('Warehousing', inbound)).toMatchObject({
      audit_status: 1,
      total_quantity: '98.000',
      total_amount: '1225.00',
      product_detail: [{ plan_quantity: '100.000', actual_quantity: '98.000' }],
    })
  })

  it('audit again: bad_state', async () => {
    expect(await app.call('Warehousing/audit', { id: inbound })).toMatchObject({
      code: 0,
      data: { reason: 'bad_state' },
    })
    expect(await booked()).toEqual({ rows: [], A: 98, B: 0, total: 98 })
  })

  it('relocation of 40 from A to B, audit', async () => {
    relocation = await app.add('Relocation', {
      product_id: product,
      source_warehouse_shelf_id: app.places.a,
      target_warehouse_shelf_id: app.places.b,
      plan_quantity: 40,
    })
    await app.done('Relocation/audit', { id: relocation })
    expect(await booked()).toEqual({ rows: [], A: 98, B: 0, total: 98 })
    expect(await app.read('Relocation', relocation)).toMatchObject({
      audit_status: 1,
      status: 0,
      actual_quantity: '0.000',
    })
  })

  it('move 15', async () => {
    await app.done('Relocation/move', { id: relocation, quantity: 15 })
    expect(await booked()).toEqual({
      rows: [
        [70, -15, 'A', 98, 83, -187.5],
        [70, 15, 'B', 0, 15, 187.5],
      ],
      A: 83,
      B: 15,
      total: 98,
    })
    expect(await app.read('Relocation', relocation)).toMatchObject({
      audit_status: 1,
      status: 1,
      actual_quantity: '15.000',
    })
  })

  it('move 26: more than the 25 that are left', async () => {
    expect(await app.call('Relocation/move', { id: relocation, quantity: 26 })).toMatchObject({
      code: 0,
      data: { reason: 'bad_state' },
    })
    expect(await booked()).toEqual({ rows: [], A: 83, B: 15, total: 98 })
  })

  it('cancel: what moved stays moved', async () => {
    await app.done('Relocation/cancel', { id: relocation, reason: 'no room' })
    expect(await booked()).toEqual({ rows: [], A: 83, B: 15, total: 98 })
    expect(await app.read('Relocation', relocation)).toMatchObject({
      audit_status: 1,
      status: 3,
      actual_quantity: '15.000',
    })
  })

  it('outbound of 60 and 30 from A: the sum is short', async () => {
    const line = (plan_quantity: number) => ({ product_id: product, warehouse_shelf_id: app.places.a, plan_quantity })
    outbound = await app.add('Outbound', {
      type: 10,
      customer_id: app.places.customer,
      product_detail: [line(60), line(30)],
    })
    const answer = await app.call('Outbound/audit', { id: outbound })
    expect(answer).toMatchObject({
      code: 0,
      data: {
        reason: 'stock_short',
        short: [{ table: 'wms/stock', on_hand: '83.000', available: '83.000', wanted: '90.000' }],
      },
    })
    expect(await booked()).toEqual({ rows: [], A: 83, B: 15, total: 98 })
    expect(await app.read('Outbound', outbound)).toMatchObject({ audit_status: 0, shipment_status: 0 })
  })

  it('60 and 20 go; the low-stock alert opens', async () => {
    const {
      product_detail: [first, second],
    } = await app.read('Outbound', outbound)
    await app.done('Outbound/edit', { id: outbound, product_detail: [first!, { ...second!, plan_quantity: 20 }] })
    expect(await lowAlert()).toBe(0)
    await app.done('Outbound/audit', { id: outbound })
    expect(await booked()).toEqual({
      rows: [
        [40, -60, 'A', 83, 23, -750],
        [40, -20, 'A', 23, 3, -250],
      ],
      A: 3,
      B: 15,
      total: 18,
    })
    expect(await app.read('Outbound', outbound)).toMatchObject({ audit_status: 1, shipment_status: 0 })
    expect(await lowAlert()).toBe(1)
  })

  it('inbound cannot be taken back: 98 are not on A', async () => {
    expect(await app.call('Warehousing/unaudit', { id: inbound, reason: 'wrong' })).toMatchObject({
      code: 0,
      data: { reason: 'stock_short', short: [{ on_hand: '3.000', wanted: '98.000' }] },
    })
    expect(await booked()).toEqual({ rows: [], A: 3, B: 15, total: 18 })
    expect(await app.read('Warehousing', inbound)).toMatchObject({ audit_status: 1 })
  })

  it('ship', async () => {
    await app.done('Outbound/ship', { id: outbound, courier_number: 'SF1', carrier_id: app.places.carrier })
    expect(await booked()).toEqual({ rows: [], A: 3, B: 15, total: 18 })
    expect(await app.read('Outbound', outbound)).toMatchObject({
      audit_status: 1,
      shipment_status: 1,
      carrier_contact_person: 'Ms Li',
      carrier_mobile: '13800138000',
    })
  })

  it('outbound cannot be taken back while it is shipped', async () => {
    expect(await app.call('Outbound/unaudit', { id: outbound, reason: 'wrong' })).toMatchObject({
      code: 0,
      data: { reason: 'bad_state' },
    })
    expect(await booked()).toEqual({ rows: [], A: 3, B: 15, total: 18 })
  })

  it('unship and unaudit: everything is back, the alert closes', async () => {
    await app.done('Outbound/unship', { id: outbound, reason: 'customer cancelled' })
    await app.done('Outbound/unaudit', { id: outbound, reason: 'customer cancelled' })
    expect(await booked()).toEqual({
      rows: [
        [40, 60, 'A', 3, 63, 750],
        [40, 20, 'A', 63, 83, 250],
      ],
      A: 83,
      B: 15,
      total: 98,
    })
    expect(await app.read('Outbound', outbound)).toMatchObject({
      audit_status: 0,
      shipment_status: 0,
      courier_number: '',
      carrier_id: null,
      shipment_time: null,
    })
    expect(await lowAlert()).toBe(0)
  })

  it('the figures of the day, and layers that expire 30 days after they came, on both shelves', async () => {
    const rows = await app.rows('wms_inventory_history')
    const sum = (kinds: readonly number[], column: string) =>
      rows
        .filter((row) => kinds.includes(Number(row['form_type'])))
        .reduce((total, row) => total + Number(row[column]), 0)
    expect([
      sum([10, 20, 30], 'quantity') / 1000,
      0 - sum([40, 50, 60], 'quantity') / 1000,
      sum([10, 20, 30], 'total_price') / 100,
    ]).toEqual([98, 0, 1225])
    const expires = Number(rows[0]!['createtime']) + 30 * 86_400
    const layers = await app.rows('wms_stock_layer')
    expect(
      layers.map((layer) => [layer['warehouse_shelf_id'], Number(layer['remaining']) / 1000, layer['expire_at']]),
    ).toEqual([
      [app.places.a, 83, expires],
      [app.places.b, 15, expires],
    ])
  })
})
