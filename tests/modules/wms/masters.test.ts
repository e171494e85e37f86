/** What orders and the ledger do to master data: what stays, what is frozen, and the alerts of products. */
import { createReadStream, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { system } from '#generated/system/index.ts'
import { wms } from '#generated/wms/index.ts'
import { wmsServer } from '../../../runtime/modules/wms/server/index.ts'
import { datesOf, expiryOf } from '../../../runtime/modules/wms/server/stock/layer.ts'
import { joinHooks } from '../../../runtime/server/operation/scope.ts'
import { importRows } from '../../../runtime/server/records/import/import.ts'
import { moduleEngines } from '../../support/databases.ts'
import { models } from '../../server/http/running-app.ts'
import { scopeOn } from '../../server/records/scope.ts'
import { openWarehouseApp, type Answer, type WarehouseApp } from './warehouse-app.ts'
import { partOf } from '../../support/part-of.ts'

type Row = Record<string, unknown>
interface Reference {
  table: string
  title: string
}

describe.each(moduleEngines)('master data of a working warehouse on $name', (engine) => {
  let app: WarehouseApp
  let token = ''
  beforeAll(async () => {
    app = await openWarehouseApp(engine)
    token = await app.running.signIn()
  })
  afterAll(() => app?.dispose())

  const del = async (controller: string, id: number, by = token): Promise<Answer> =>
    partOf(
      await app.running.send('DELETE', `/admin/wms.${controller}/del?ids[]=${id}`, {
        token: by,
        headers: { 'think-lang': 'en', 'x-tablewright': '1' },
      }),
    )
  const named = ({ data }: Answer) => (data['references'] as Reference[]).map(({ table, title }) => [table, title])
  const inbound = (product: number, plan_quantity: number, more: object = {}) =>
    app.add('Warehousing', {
      type: 30,
      product_detail: [{ product_id: product, warehouse_shelf_id: app.places.a, plan_quantity }],
      ...more,
    })
  const outbound = (product: number, plan_quantity: number, more: object = {}) =>
    app.add('Outbound', {
      type: 20,
      product_detail: [{ product_id: product, warehouse_shelf_id: app.places.a, plan_quantity }],
      ...more,
    })
  async function stocked(quantity: number, more: object = {}) {
    const product = await app.product(more)
    await app.done('Warehousing/audit', { id: await inbound(product, quantity) })
    return product
  }
  const errorsOf = (answer: Answer) => Object.keys(answer.data['errors'] as object)

  it('a product on a live order stays, also when its history is all that is left', async () => {
    const product = await app.product()
    const id = await inbound(product, 1)
    const { receipt_no } = await app.read('Warehousing', id)
    const answer = await del('Product', product)
    expect(answer).toMatchObject({ code: 0, data: { reason: 'in_use' } })
    expect(named(answer)).toEqual([['wms/warehousing', receipt_no]])
    await app.done('Warehousing/audit', { id })
    await app.done('Warehousing/unaudit', { id, reason: 'x' })
    expect((await del('Warehousing', id)).code).toBe(1)
    expect(named(await del('Product', product))).toEqual([['wms/warehousing', receipt_no]])
  })

  it('layers and products show what has expired or soon will; recomputing uses the current shelf life', async () => {
    const product = await stocked(5, { effective_day: 9 })
    const other = await stocked(3)
    const layersOf = async (filter = '') =>
      (
        await app.call(
          `StockLayer/index?search[0][field]=product_id&search[0][operator]=eq&search[0][val]=${product}${filter}`,
        )
      ).data as { list: Row[]; total: number }
    const found = async (expiry: number) =>
      [
        await layersOf(`&search[1][field]=expiry&search[1][operator]=IN&search[1][val]=${expiry}&order=expiry,desc`),
        await app.call(
          `Product/index?search[0][field]=expiry&search[0][operator]=eq&` +
            `search[0][val]=${expiry}&search[1][field]=id&search[1][operator]=eq&search[1][val]=${product}`,
        ),
      ].map((one) => ('total' in one ? one.total : one.data['total']))
    const days = async () =>
      (await app.rows('wms_stock_layer'))
        .filter((row) => row['product_id'] === product)
        .map((row) =>
          ['expire_at', 'warn_at'].map((name) =>
            row[name] === null ? null : (Number(row[name]) - Number(row['received_at'])) / 86_400,
          ),
        )
    const become = async (effective_day: number) => {
      await app.done('Product/edit', { id: product, effective_day })
      return (await app.done('Product/recomputeLayers', { id: product }))['changed']
    }
    expect([await found(0), await days()]).toEqual([[1, 1], [[9, 6]]])
    await app.database.write((trx) =>
      trx
        .updateTable('wms_stock_layer')
        .set((on) => ({ received_at: on('received_at', '-', 10 * 86_400) }))
        .where('product_id', '=', product)
        .execute(),
    )
    expect([await become(9), await found(20), await days()]).toEqual([1, [1, 1], [[9, 6]]])
    expect([await become(12), await found(10), await found(20), await days()]).toEqual([1, [1, 1], [0, 0], [[12, 8]]])
    expect([await become(12), await become(0), await found(0), await days()]).toEqual([0, 1, [1, 1], [[null, null]]])
    const short = engine.name.slice(0, 3)
    const plain = await app.admin(`shelf${short}`, ['wms/product/index', 'wms/product/edit'])
    const before = (await app.rows('admin_log')).length
    await app.done('Product/edit', { id: product, effective_day: 9 })
    expect((await app.call('Product/recomputeLayers', { id: product }, plain)).code).not.toBe(1)
    expect(await days()).toEqual([[null, null]])
    const manager = await app.admin(`chief${short}`, ['wms/product/index', 'wms/product/recomputeLayers'])
    const { data } = await app.call('Product/recomputeLayers', { ids: [product, other, 987_654] }, manager)
    expect(
      (data['results'] as Row[]).map(({ code, reason, data: each }) => [code, reason ?? (each as Row)['changed']]),
    ).toEqual([
      [1, 1],
      [1, 0],
      [0, 'not_found'],
    ])
    const logged = (await app.rows('admin_log'))
      .slice(before)
      .filter((row) => String(row['url']).endsWith('/recomputeLayers'))
    expect(logged.filter((row) => row['username'] === `chief${short}`)).toHaveLength(2)
    await app.done('Outbound/audit', { id: await outbound(product, 5), allow_expired: 1 })
    expect([await found(30), await found(0), await become(20), await days()]).toEqual([[1, 0], [0, 1], 0, [[9, 6]]])
  })

  it('a product without stored expiry dates gets them with the next posting', async () => {
    const product = await stocked(5, { effective_day: 9 })
    const first = async () =>
      (({ first_expire_at, first_warn_at }) => [first_expire_at, first_warn_at])(
        (await app.rows('wms_product')).find((row) => row['id'] === product)!,
      )
    const told = await first()
    expect(told[0]).toBeTypeOf('number')
    // As after an upgrade from before the columns.
    await app.database.write((trx) =>
      trx
        .updateTable('wms_product')
        .set({ first_expire_at: null, first_warn_at: null })
        .where('id', '=', product)
        .execute(),
    )
    await app.done('Product/edit', { id: product, effective_day: 30 })
    await app.done('Warehousing/audit', { id: await inbound(product, 1) })
    expect(await first()).toEqual(told)
    await app.done('Outbound/audit', { id: await outbound(product, 5) })
    expect(Number((await first())[0])).toBeGreaterThan(Number(told[0]))
    await app.done('Outbound/audit', { id: await outbound(product, 1) })
    expect(await first()).toEqual([null, null])
  })

  it('a product whose orders were all deleted before anything moved may go', async () => {
    const product = await app.product()
    const id = await inbound(product, 1)
    expect((await del('Warehousing', id)).code).toBe(1)
    expect((await del('Product', product)).code).toBe(1)
  })

  it('names at most five documents, and only those the caller may see', async () => {
    const product = await app.product()
    for (let at = 0; at < 4; at++) await inbound(product, 1)
    for (let at = 0; at < 4; at++) await outbound(product, 1)
    expect(named(await del('Product', product))).toHaveLength(5)
    const editor = await app.admin(`editor${engine.name.slice(0, 3)}`, [
      'wms/product/index',
      'wms/product/del',
      'wms/outbound/index',
    ])
    const answer = await del('Product', product, editor)
    expect(answer.data['reason']).toBe('in_use')
    expect(named(answer).map(([table]) => table)).toEqual(Array.from({ length: 4 }, () => 'wms/outbound'))
  })

  it('partners cannot be deleted while an order is open; afterwards orders keep their name', async () => {
    const product = await stocked(5)
    const supplier = await app.add('Supplier', { name: 'Short-lived' })
    const customer = await app.add('Customer', { name: 'Passing' })
    const receipt = await inbound(product, 1, { type: 10, supplier_id: supplier })
    const issue = await outbound(product, 1, { type: 10, customer_id: customer })
    const move = await app.add('Relocation', {
      product_id: product,
      source_warehouse_shelf_id: app.places.a,
      target_warehouse_shelf_id: app.places.b,
      plan_quantity: 1,
      customer_id: customer,
    })
    expect(named(await del('Supplier', supplier))).toEqual([
      ['wms/warehousing', (await app.read('Warehousing', receipt))['receipt_no']],
    ])
    expect(named(await del('Customer', customer))).toEqual([
      ['wms/outbound', (await app.read('Outbound', issue))['outbound_no']],
      ['wms/relocation', (await app.read('Relocation', move))['relocation_no']],
    ])
    await app.done('Warehousing/audit', { id: receipt })
    await app.done('Outbound/audit', { id: issue })
    await app.done('Relocation/cancel', { id: move, reason: 'x' })
    expect([(await del('Supplier', supplier)).code, (await del('Customer', customer)).code]).toEqual([1, 1])
    expect(await app.read('Warehousing', receipt)).toMatchObject({
      supplier_id: supplier,
      supplier: { name: 'Short-lived', deleted: true },
    })
    const { list } = (
      await app.call(`Outbound/index?search[0][field]=id&search[0][operator]=eq&search[0][val]=${issue}`)
    ).data as { list: object[] }
    expect(list).toEqual([expect.objectContaining({ customer: { id: customer, name: 'Passing', deleted: true } })])
    expect(
      (
        await app.call('Warehousing/add', {
          type: 10,
          supplier_id: supplier,
          product_detail: [{ product_id: product, plan_quantity: 1 }],
        })
      ).data['errors'],
    ).toHaveProperty('supplier_id')
  })

  it('deleted records are listed with the time of it; an order comes back once what it names is back', async () => {
    const product = await app.product({ product_no: 'BACK-1' })
    const supplier = await app.add('Supplier', { name: 'Comes back' })
    const order = await inbound(product, 1, { type: 10, supplier_id: supplier })
    const { receipt_no } = await app.read('Warehousing', order)
    const gone = async (controller: string) =>
      (
        (await app.call(`${controller}/index?deleted=1`)).data as { list: { id: number; deletetime: number }[] }
      ).list.map(({ id, deletetime }) => [id, typeof deletetime])
    for (const [controller, id] of [
      ['Warehousing', order],
      ['Product', product],
      ['Supplier', supplier],
    ] as const) {
      expect((await del(controller, id)).code).toBe(1)
      expect(await gone(controller)).toContainEqual([id, 'number'])
    }
    const lines = `Warehousing/index?parentRowId=${order}`
    expect((await app.call(`${lines}&deleted=1`)).data).toMatchObject({ total: 1, list: [{ product_id: product }] })
    expect((await app.call(lines)).data['reason']).toBe('not_found')
    const looker = await app.admin(`looker${engine.name.slice(0, 3)}`, ['wms/warehousing/index'])
    expect((await app.call(`${lines}&deleted=1`, undefined, looker)).data['reason']).toBe('bad_query')
    const restore = (controller: string, id: number) => app.call(`${controller}/restore`, { ids: [id] })
    expect(await restore('Warehousing', order)).toMatchObject({
      code: 0,
      msg: expect.stringContaining(`“${String(receipt_no)}” cannot be restored`),
      data: { reason: 'invalid', errors: { supplier_id: expect.any(String) } },
    })
    expect((await restore('Supplier', supplier)).code).toBe(1)
    expect(errorsOf(await restore('Warehousing', order))).toEqual(['product_detail.0.product_id'])
    const taken = await app.product({ product_no: 'BACK-1' })
    expect(await restore('Product', product)).toMatchObject({
      code: 0,
      data: { reason: 'duplicate', errors: { product_no: expect.stringContaining('BACK-1') } },
    })
    expect((await del('Product', taken)).code).toBe(1)
    expect((await restore('Product', product)).code).toBe(1)
    expect((await restore('Warehousing', order)).code).toBe(1)
    expect(await gone('Warehousing')).not.toContainEqual([order, 'number'])
    await app.done('Warehousing/audit', { id: order })
  })

  it('a shelf with stock or documents cannot be deleted or moved, nor an area with shelves', async () => {
    const { far, b } = app.places
    const [shelfRow, other] = ['far', 'b'].map((_name, at) => (at === 0 ? far : b)).map((id) => id)
    const rows = await app.rows('wms_warehouse_shelf')
    const [from, to] = [rows.find((row) => row['id'] === shelfRow)!, rows.find((row) => row['id'] === other)!]
    const shelf = await app.add('WarehouseShelf', {
      warehouse_id: from['warehouse_id'],
      warehouse_area_id: from['warehouse_area_id'],
      serial_no: `W${engine.name}`,
      name: 'Wandering',
    })
    const product = await app.product()
    const id = await app.add('Warehousing', {
      type: 30,
      product_detail: [{ product_id: product, warehouse_shelf_id: shelf, plan_quantity: 2 }],
    })
    expect(named(await del('WarehouseShelf', shelf))).toEqual([
      ['wms/warehousing', (await app.read('Warehousing', id))['receipt_no']],
    ])
    const wander = () =>
      app.call('WarehouseShelf/edit', {
        id: shelf,
        warehouse_id: to['warehouse_id'],
        warehouse_area_id: to['warehouse_area_id'],
      })
    await app.done('Warehousing/audit', { id })
    expect(errorsOf(await wander()).sort()).toEqual(['warehouse_area_id', 'warehouse_id'])
    await app.done('Warehousing/unaudit', { id, reason: 'x' })
    expect((await wander()).code).toBe(1)
    expect(
      errorsOf(
        await app.call('WarehouseArea/edit', { id: to['warehouse_area_id'], warehouse_id: from['warehouse_id'] }),
      ),
    ).toEqual(['warehouse_id'])
    expect((await del('WarehouseArea', Number(to['warehouse_area_id']))).data['reason']).toBe('in_use')
    expect((await del('Warehouse', Number(to['warehouse_id']))).data['reason']).toBe('in_use')
  })

  it('a shelf that moves during its first audit leaves no old area in the labels', async () => {
    const rows = await app.rows('wms_warehouse_shelf')
    const [from, to] = [app.places.a, app.places.far].map((id) => rows.find((row) => row['id'] === id)!)
    const { warehouse_id, warehouse_area_id } = to!
    const shelf = await app.add('WarehouseShelf', { ...from, id: null, serial_no: `M${engine.name}`, name: 'Moving' })
    const line = { product_id: await app.product(), warehouse_shelf_id: shelf, plan_quantity: 1 }
    const id = await app.add('Warehousing', { type: 30, product_detail: [line] })
    // The log comes last in a transaction: whoever waits for it has read and written all else.
    let release = () => {}
    const released = new Promise<void>((resolve) => (release = resolve))
    if (engine.name === 'postgresql')
      await new Promise<void>((resolve, reject) => {
        const hold = app.database.write(async (trx) => {
          await sql`lock table admin_log in share mode`.execute(trx)
          resolve()
          await released
        })
        hold.catch(reject)
      })
    const waiting = async () => {
      const found = await sql<{ count: number }>`select count(distinct l.pid) as count from pg_locks l
        where not l.granted and exists (select 1 from pg_locks m
          where m.pid = l.pid and m.relation = 'wms_warehouse_shelf'::regclass)`.execute(app.database.query)
      return Number(found.rows[0]!.count)
    }
    const audited = app.call('Warehousing/audit', { id })
    if (engine.name === 'postgresql') await expect.poll(waiting).toBe(1)
    const moved = app.call('WarehouseShelf/edit', { id: shelf, warehouse_id, warehouse_area_id })
    if (engine.name === 'postgresql') await expect.poll(waiting).toBe(2)
    release()
    expect([(await audited).code, errorsOf(await moved).sort()]).toEqual([1, ['warehouse_area_id', 'warehouse_id']])
    const history = (await app.rows('wms_inventory_history')).filter((row) => row['warehouse_shelf_id'] === shelf)
    expect(history.map((row) => row['warehouse_shelf'])).toEqual(['Main/Area/Moving'])
  })

  it('number, unit and its decimals are frozen once stock was booked, by edit and by import', async () => {
    const unit = await app.add('Unit', { name: 'crate', decimals: 0 })
    const product = await app.product({ unit_id: unit })
    await app.done('Unit/edit', { id: unit, decimals: 1 })
    await app.done('Product/edit', { id: product, product_no: `F-${engine.name}` })
    await app.done('Warehousing/audit', { id: await inbound(product, 1) })
    expect(errorsOf(await app.call('Product/edit', { id: product, product_no: 'other' }))).toEqual(['product_no'])
    expect(errorsOf(await app.call('Product/edit', { id: product, unit_id: app.places.unit }))).toEqual(['unit_id'])
    expect(errorsOf(await app.call('Unit/edit', { id: unit, decimals: 0 }))).toEqual(['decimals'])
    expect(
      (
        await app.call('Product/edit', {
          id: product,
          product_no: `F-${engine.name}`,
          unit_id: unit,
          name: 'Renamed',
          price: '3',
        })
      ).code,
    ).toBe(1)
    const folder = mkdtempSync(join(tmpdir(), 'tablewright-import-'))
    try {
      const file = join(folder, 'products.csv')
      writeFileSync(file, `no,name,unit\nF-${engine.name},Imported,piece\nG-${engine.name},Fresh,piece\n`)
      const list = await models([wms, system])
      const scope = scopeOn(app.database, list, { hooks: joinHooks([wmsServer.hooks ?? {}]) })
      const model = list.find((one) => one.id === 'wms/product')!
      const report = await importRows(scope, model, {
        source: () => createReadStream(file),
        map: { product_no: 'no', name: 'name', unit_id: 'unit' },
      })
      expect(report).toMatchObject({ created: 1, updated: 0, refused: 1 })
      expect((await app.read('Product', product))['name']).toBe('Renamed')
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })

  it('the database itself refuses layers, stock and totals below zero', async () => {
    const product = await stocked(2)
    for (const [table, column] of [
      ['wms_stock_layer', 'remaining'],
      ['wms_stock', 'quantity'],
      ['wms_product', 'reserved_num'],
    ] as const) {
      const key = table === 'wms_product' ? 'id' : 'product_id'
      await expect(
        app.database.write((trx) =>
          trx
            .updateTable(table)
            .set({ [column]: -1 })
            .where(key, '=', product)
            .execute(),
        ),
      ).rejects.toThrow(`${table}__${column}__floor`)
    }
  })

  it('stock figures cannot be written', async () => {
    const product = await app.product({ total_stock_num: 99, reserved_num: 9, low_alert_open: 1 })
    await app.done('Product/edit', {
      id: product,
      name: 'x',
      total_stock_num: 98,
      reserved_num: 8,
      low_alert_open: 1,
    })
    expect(await app.read('Product', product)).toMatchObject({
      name: 'x',
      total_stock_num: '0.000',
      reserved_num: '0.000',
      low_alert_open: 0,
    })
    for (const controller of ['Stock', 'StockLayer', 'InventoryHistory'])
      expect((await app.call(`${controller}/add`, { product_id: product })).status).toBe(404)
  })

  it('low stock notifies those who see the stock once per shortage', async () => {
    const name = engine.name.slice(0, 3)
    const watcher = await app.admin(`watch${name}`, ['wms/stock/index'])
    const stranger = await app.admin(`other${name}`, ['wms/product/index'])
    const heard = async (by: string) => {
      const answer = await app.running.send('GET', '/admin/notification.Index/index', {
        token: by,
        headers: { 'think-lang': 'en', 'x-tablewright': '1' },
      })
      return JSON.stringify(answer.data)
    }
    const told = async () =>
      (await app.rows('notice')).filter((row) => String(row['title']).includes(`Dip ${name}`)).length
    const product = await stocked(10, { name: `Dip ${name}`, safety_stock_num: 5 })
    const open = async () => (await app.read('Product', product))['low_alert_open']
    const ids = [await outbound(product, 5), await outbound(product, 1), await outbound(product, 1)]
    await app.done('Outbound/audit', { id: ids[0] })
    expect([await open(), await told()]).toEqual([0, 0])
    await app.done('Outbound/audit', { id: ids[1] })
    await app.done('Outbound/audit', { id: ids[2] })
    expect([await open(), await told()]).toEqual([1, 1])
    expect(await heard(watcher)).toContain(`Low stock: Dip ${name}`)
    expect(await heard(stranger)).not.toContain(`Dip ${name}`)
    await app.done('Outbound/unaudit', { id: ids[1], reason: 'x' })
    await app.done('Outbound/unaudit', { id: ids[2], reason: 'x' })
    expect([await open(), await told()]).toEqual([0, 1])
    await app.done('Outbound/audit', { id: ids[1] })
    expect([await open(), await told()]).toEqual([1, 2])
    await app.done('Product/edit', { id: product, safety_stock_num: 4 })
    expect([await open(), await told()]).toEqual([0, 2])
    await app.done('Product/edit', { id: product, safety_stock_num: 6 })
    expect([await open(), await told()]).toEqual([1, 2])
  })
})

describe('expiry', () => {
  const day = 86_400
  it('counts the days that remain, and never warns longer than a third of the shelf life', () => {
    const none = { productionDate: null, expiryDate: null }
    const life = (days: number | null) => ({ days, warnDays: 30, timeZone: 'Asia/Shanghai' })
    const long = datesOf(0, none, life(365))
    expect(long).toEqual({ expireAt: 365 * day, warnAt: 335 * day })
    expect([335 * day - 1, 335 * day, 365 * day - 1, 365 * day].map((now) => expiryOf(long, now))).toEqual([
      'ok',
      'expiring',
      'expiring',
      'expired',
    ])
    expect(datesOf(0, none, life(9))).toEqual({ expireAt: 9 * day, warnAt: 6 * day })
    for (const days of [null, 0]) expect(expiryOf(datesOf(0, none, life(days)), 10 ** 10)).toBe('ok')
  })

  it('counts the dates of a receipt, whole days of the site, before the shelf life from receipt', () => {
    const end = Date.parse('2026-03-31T23:59:59+08:00') / 1000
    const dates = (productionDate: string | null, expiryDate: string | null, days: number | null) =>
      datesOf(end - 5 * day, { productionDate, expiryDate }, { days, warnDays: 30, timeZone: 'Asia/Shanghai' })
    expect(dates(null, '2026-03-31', 30)).toEqual({ expireAt: end, warnAt: end - 10 * day })
    expect(dates('2026-03-01', null, 30)).toEqual({ expireAt: end, warnAt: end - 10 * day })
    expect(dates('2026-03-01', '2026-03-31', 360)).toEqual({ expireAt: end, warnAt: end - 30 * day })
    // Without a shelf life, what is left of the goods at their receipt bounds the warning.
    expect(dates(null, '2026-03-31', null)).toEqual({ expireAt: end, warnAt: end - (5 * day) / 3 })
    expect(dates('2026-03-01', null, 0)).toEqual({ expireAt: null, warnAt: null })
  })
})
