/**
 * Quantities stay what the unit of their product can count: when they are entered, when the unit changes, when they are
 * posted.
 */
import { createReadStream, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { system } from '#generated/system/index.ts'
import { wms } from '#generated/wms/index.ts'
import { wmsServer } from '../../../runtime/modules/wms/server/index.ts'
import { joinHooks } from '../../../runtime/server/operation/scope.ts'
import { importRows } from '../../../runtime/server/records/import/import.ts'
import { moduleEngines } from '../../support/databases.ts'
import { models } from '../../server/http/running-app.ts'
import { scopeOn } from '../../server/records/scope.ts'
import { openWarehouseApp, type Answer, type WarehouseApp } from './warehouse-app.ts'

interface Reference {
  readonly table: string
  readonly title: string
}

describe.each(moduleEngines)('quantities and units on $name', (engine) => {
  let app: WarehouseApp
  let kilo: number
  beforeAll(async () => {
    app = await openWarehouseApp(engine, { wms_stocktake: true })
    kilo = await app.add('Unit', { name: 'kilo', decimals: 3 })
  })
  afterAll(() => app?.dispose())

  const line = (product: number, plan_quantity: string | number, more: object = {}) => ({
    product_id: product,
    warehouse_shelf_id: app.places.a,
    plan_quantity,
    ...more,
  })
  const inbound = (product: number, quantity: string | number, more: object = {}) =>
    app.add('Warehousing', { type: 30, product_detail: [line(product, quantity, more)] })
  const outbound = (product: number, quantity: string | number) =>
    app.add('Outbound', { type: 20, product_detail: [line(product, quantity)] })
  const relocation = (product: number, plan_quantity: string | number) =>
    app.add('Relocation', {
      product_id: product,
      source_warehouse_shelf_id: app.places.a,
      target_warehouse_shelf_id: app.places.b,
      plan_quantity,
    })
  const toPieces = (product: number) => app.call('Product/edit', { id: product, unit_id: app.places.unit })
  const referencesOf = ({ data }: Answer) =>
    ((data['references'] ?? []) as Reference[]).map(({ table, title }) => [table, title])
  const errorsOf = (answer: Answer) => Object.keys((answer.data['errors'] ?? {}) as object)
  /** Gives the product a unit past the checks of the server, as an older version allowed. */
  const forceUnit = (product: number, unit: number) =>
    app.database.write((trx) =>
      trx.updateTable('wms_product').set({ unit_id: unit }).where('id', '=', product).execute(),
    )

  it('refuses a unit that cannot count the lines of open documents, and names up to five of them', async () => {
    const product = await app.product({ unit_id: kilo })
    const [receipt, issue, move] = [
      await inbound(product, '1.5'),
      await outbound(product, '0.25'),
      await relocation(product, '2.5'),
    ]
    const refused = await toPieces(product)
    expect(refused).toMatchObject({ code: 0, data: { reason: 'in_use' } })
    const numbers = [
      ['wms/warehousing', (await app.read('Warehousing', receipt))['receipt_no']],
      ['wms/outbound', (await app.read('Outbound', issue))['outbound_no']],
      ['wms/relocation', (await app.read('Relocation', move))['relocation_no']],
    ]
    expect(referencesOf(refused)).toEqual(numbers)
    for (const [, number] of numbers) expect(refused.msg).toContain(String(number))
    expect(await app.read('Product', product)).toMatchObject({ unit_id: kilo })
    for (let at = 0; at < 4; at++) await inbound(product, '0.001')
    expect(referencesOf(await toPieces(product))).toHaveLength(5)
  })

  it('takes a unit that counts every open line, and one no open document objects to', async () => {
    const whole = await app.product({ unit_id: kilo })
    await inbound(whole, 3)
    expect((await toPieces(whole)).code).toBe(1)
    const left = await app.product({ unit_id: kilo })
    await app.done('Relocation/cancel', { id: await relocation(left, '1.5'), reason: 'x' })
    const order = await inbound(left, '1.5')
    expect((await toPieces(left)).code).toBe(0)
    await app.running.send('DELETE', `/admin/wms.Warehousing/del?ids[]=${order}`, {
      token: await app.running.signIn(),
      headers: { 'x-tablewright': '1' },
    })
    expect((await toPieces(left)).code).toBe(1)
    expect((await app.call('Warehousing/restore', { ids: [order] })).code).toBe(1)
    expect(errorsOf(await app.call('Warehousing/audit', { id: order }))).toEqual(['product_detail.0.actual_quantity'])
  })

  it('refuses fewer decimals of a unit that open lines need, actual quantities included', async () => {
    const unit = await app.add('Unit', { name: 'liter', decimals: 2 })
    const product = await app.product({ unit_id: unit })
    const order = await inbound(product, 2, { actual_quantity: '1.25' })
    const refused = await app.call('Unit/edit', { id: unit, decimals: 1 })
    expect(refused).toMatchObject({ code: 0, data: { reason: 'in_use' } })
    expect(referencesOf(refused)).toEqual([['wms/warehousing', (await app.read('Warehousing', order))['receipt_no']]])
    expect((await app.call('Unit/edit', { id: unit, decimals: 3, description: 'finer' })).code).toBe(1)
    expect((await app.call('Unit/edit', { id: unit, decimals: 2 })).code).toBe(1)
    const { product_detail } = await app.read('Warehousing', order)
    await app.done('Warehousing/edit', {
      id: order,
      product_detail: [{ ...product_detail[0], actual_quantity: '1.5' }],
    })
    expect((await app.call('Unit/edit', { id: unit, decimals: 1 })).code).toBe(1)
  })

  it('refuses the row of an import that would change the unit so, and imports the others', async () => {
    const product = await app.product({ unit_id: kilo, product_no: `U-${engine.name}` })
    await inbound(product, '1.5')
    const folder = mkdtempSync(join(tmpdir(), 'tablewright-import-'))
    try {
      const file = join(folder, 'products.csv')
      writeFileSync(file, `no,name,unit\nU-${engine.name},Imported,piece\nV-${engine.name},Fresh,piece\n`)
      const list = await models([wms, system])
      const scope = scopeOn(app.database, list, { hooks: joinHooks([wmsServer.hooks ?? {}]) })
      const bring = (dryRun: boolean) =>
        importRows(
          scope,
          list.find((one) => one.id === 'wms/product')!,
          {
            source: () => createReadStream(file),
            map: { product_no: 'no', name: 'name', unit_id: 'unit' },
            dryRun,
          },
        )
      const preview = await bring(true)
      const report = await bring(false)
      expect(report).toEqual(preview)
      expect(report).toMatchObject({ created: 1, updated: 0, refused: 1 })
      expect(report.errors[0]?.message).toContain('RK')
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })

  it('validates quantities again when posting, whatever they were entered with', async () => {
    const product = await app.product({ unit_id: kilo })
    await app.done('Warehousing/audit', { id: await inbound(product, '4.5') })
    const [receipt, issue, move, part] = [
      await inbound(product, '1.5'),
      await outbound(product, '1.5'),
      await relocation(product, '1.5'),
      await relocation(product, '1.5'),
    ]
    await app.done('Relocation/audit', { id: part })
    const count = await app.add('Stocktake', { product_ids: [product] })
    await app.done('Stocktake/start', { id: count })
    const { product_detail } = await app.read('Stocktake', count)
    await app.done('Stocktake/edit', {
      id: count,
      product_detail: product_detail.map((one) => ({ ...one, counted_quantity: '4.25' })),
    })
    await forceUnit(product, app.places.unit)
    const before = await app.rows('wms_inventory_history')
    expect(errorsOf(await app.call('Warehousing/audit', { id: receipt }))).toEqual(['product_detail.0.actual_quantity'])
    expect(errorsOf(await app.call('Outbound/audit', { id: issue }))).toEqual(['product_detail.0.actual_quantity'])
    expect(errorsOf(await app.call('Relocation/audit', { id: move }))).toEqual(['plan_quantity'])
    expect(errorsOf(await app.call('Relocation/move', { id: part, quantity: '0.5' }))).toEqual(['quantity'])
    const posted = await app.call('Stocktake/post', { id: count })
    expect(posted).toMatchObject({ code: 0, data: { reason: 'invalid' } })
    expect(posted.msg).toContain('piece')
    expect(await app.rows('wms_inventory_history')).toEqual(before)
    await forceUnit(product, kilo)
    await app.done('Warehousing/audit', { id: receipt })
    await forceUnit(product, app.places.unit)
    // What was posted can always be taken back.
    await app.done('Warehousing/unaudit', { id: receipt, reason: 'x' })
  })

  it('lets an order and a unit change at the same moment not both pass', async () => {
    for (let round = 0; round < 8; round++) {
      const product = await app.product({ unit_id: kilo })
      const [ordered, changed] = await Promise.all([
        app.call('Warehousing/add', { type: 30, product_detail: [line(product, '1.5')] }),
        toPieces(product),
      ])
      expect([ordered.code, changed.code].sort()).toEqual([0, 1])
    }
  })

  it('lets no sequence of unit changes and audits post what the unit cannot count', async () => {
    const units = [app.places.unit, await app.add('Unit', { name: 'tenth', decimals: 1 }), kilo]
    const step = fc.oneof(
      fc.record({ unit: fc.constantFrom(...units) }),
      fc.record({ decimals: fc.integer({ min: 0, max: 3 }) }),
      fc.record({ quantity: fc.constantFrom('1', '1.5', '0.25', '0.125') }),
      fc.record({ audit: fc.constant(true) }),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 9 }), async (steps) => {
        const product = await app.product({ unit_id: kilo })
        let order = 0
        for (const one of steps) {
          if ('unit' in one) await app.call('Product/edit', { id: product, unit_id: one.unit })
          else if ('decimals' in one) await app.call('Unit/edit', { id: units[1], decimals: one.decimals })
          else if ('quantity' in one)
            order = Number(
              (await app.call('Warehousing/add', { type: 30, product_detail: [line(product, one.quantity)] })).data[
                'id'
              ] ?? order,
            )
          else if (order > 0) await app.call('Warehousing/audit', { id: order })
        }
        const { unit_id: unit } = (await app.rows('wms_product')).find((row) => row['id'] === product)!
        const decimals = Number((await app.rows('wms_unit')).find((row) => row['id'] === unit)!['decimals'])
        const open = new Set(
          (await app.rows('wms_warehousing')).filter((row) => row['audit_status'] === 0).map((row) => row['id']),
        )
        const lines = (await app.rows('wms_warehousing_line')).filter(
          (row) => row['product_id'] === product && open.has(row['warehousing_id']),
        )
        const posted = (await app.rows('wms_inventory_history')).filter((row) => row['product_id'] === product)
        for (const quantity of [
          ...posted.map((row) => Number(row['quantity'])),
          ...lines.map((row) => Number(row['plan_quantity'])),
        ])
          expect(quantity % 10 ** (3 - decimals)).toBe(0)
      }),
      { numRuns: 8 },
    )
  })
})
