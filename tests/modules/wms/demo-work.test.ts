/**
 * The demo warehouse has a history: made through the operations people use, the books agree, and there is work left.
 */
import { formatSeconds } from 'tablewright/protocol'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { storeClosedDays } from '../../../runtime/modules/wms/server/dashboard/closed-days.ts'
import { wmsServer } from '../../../runtime/modules/wms/server/index.ts'
import { demoScope, runDemoWork, firstDemo } from '../../../runtime/server/demo.ts'
import { joinHooks } from '../../../runtime/server/operation/scope.ts'
import { balanceDerivations } from '../../../runtime/server/ops/doctor/balances.ts'
import { runDerivations } from '../../../runtime/server/ops/doctor/derivation.ts'
import { allChecks, runDoctor } from '../../../runtime/server/ops/doctor/doctor.ts'
import type { Row } from '../../../runtime/server/db/index.ts'
import { seedDemo } from '../../../runtime/server/demo-seed.ts'
import type { Scope } from '../../../runtime/server/operation/scope.ts'
import { wms } from '#generated/wms/index.ts'
import { oneEngine } from '../../support/databases.ts'
import { damaged, derived, dropGuards, handsOn, lasting } from './doctor/damages.ts'
import { openWarehouse, type Warehouse } from './warehouse.ts'

describe.each(oneEngine)('the work in the demo on $name', (engine) => {
  let app: Warehouse
  let scope: Scope
  let pictures = 0
  const entries = [{ manifest: wms, server: wmsServer }]
  beforeAll(async () => {
    app = await openWarehouse(engine)
    scope = {
      ...(await demoScope(app.scope)),
      hooks: joinHooks([wmsServer.hooks!]),
      effects: new Map(Object.entries(wmsServer.effects!)),
    }
    await seedDemo(scope, wmsServer.demo!(firstDemo.scale, firstDemo.seed, app.scope.language), {
      storePicture: async (_svg, name) => `/storage/demo/${name}-${pictures++}.webp`,
    })
    await runDemoWork(entries, scope)
  })
  afterAll(() => app?.database.dispose())
  const rows = (table: string) => app.database.query.selectFrom(table).selectAll().orderBy('id').execute()
  const counts = async (table: string, ...columns: string[]) => {
    const found: Record<string, number> = {}
    for (const row of await rows(table)) {
      const name = columns.map((column) => row[column]).join()
      found[name] = (found[name] ?? 0) + 1
    }
    return found
  }

  it('has documents in every state', async () => {
    expect(await counts('wms_warehousing', 'audit_status')).toEqual({ 0: 4, 1: expect.any(Number) })
    expect(await counts('wms_outbound', 'audit_status', 'shipment_status')).toEqual({
      '0,0': 4,
      '1,0': 3,
      '1,1': expect.any(Number),
    })
    expect(await counts('wms_relocation', 'audit_status', 'status')).toEqual({
      '0,0': 2,
      '1,0': 1,
      '1,1': 1,
      '1,2': 3,
      '1,3': 1,
    })
    expect(await counts('wms_stocktake', 'status')).toEqual({ 2: 1 })
    const reversed = (await rows('wms_inventory_history')).filter((row) => row['reversal_of'] !== null)
    expect(reversed.length).toBeGreaterThan(0)
    const movements = await counts('wms_inventory_history', 'form_type')
    expect(Object.keys(movements)).toEqual(['10', '30', '40', '60', '70', '80'])
    expect(movements['80']).toBe(2)
    const layers = await rows('wms_stock_layer')
    const expiring = layers.filter((row) => Number(row['remaining']) > 0 && row['expire_at'] !== null)
    const expired = expiring.filter((row) => Number(row['expire_at']) <= Date.now() / 1000)
    expect([expired.length > 0, expired.length < 20, expiring.length > expired.length]).toEqual([true, true, true])
  })

  it('happened in the sixty days before now, in order, and was done by somebody', async () => {
    const now = Date.now() / 1000
    const ledger = await rows('wms_inventory_history')
    const times = ledger.map((row) => Number(row['createtime']))
    expect(times).toEqual(times.toSorted((one, other) => one - other))
    expect(now - times[0]!).toBeGreaterThan(59 * 86_400)
    expect(times.at(-1)!).toBeLessThanOrEqual(now)
    const days = new Set(times.map((time) => formatSeconds(time, scope.settings.timeZone).slice(0, 10)))
    expect(days.size).toBeGreaterThan(40)
    const [admin] = await rows('admin')
    for (const table of ['wms_warehousing', 'wms_outbound', 'wms_relocation', 'wms_stocktake', 'wms_inventory_history'])
      expect(await counts(table, 'admin_id'), table).toEqual({ [String(admin!['id'])]: expect.any(Number) })
    const created = (await rows('wms_product')).map((row) => Number(row['createtime']))
    expect(Math.max(...created)).toBeLessThan(times[0]!)
    // Documents are numbered by the day they were made on.
    for (const order of await rows('wms_outbound'))
      expect(String(order['outbound_no'])).toContain(
        formatSeconds(Number(order['createtime']), scope.settings.timeZone).slice(0, 10).replaceAll('-', ''),
      )
  })

  it('agrees: ledger, stock, layers and totals; low stock is marked', async () => {
    const [ledger, stock, layers, products] = [
      await rows('wms_inventory_history'),
      await rows('wms_stock'),
      await rows('wms_stock_layer'),
      await rows('wms_product'),
    ]
    expect(stock.length).toBeGreaterThan(20)
    const sum = (list: readonly Record<string, unknown>[], column: string) =>
      list.reduce((total, row) => total + Number(row[column]), 0)
    for (const one of stock) {
      const here = (row: Record<string, unknown>) =>
        row['product_id'] === one['product_id'] && row['warehouse_shelf_id'] === one['warehouse_shelf_id']
      expect([sum(ledger.filter(here), 'quantity'), sum(layers.filter(here), 'remaining')]).toEqual([
        Number(one['quantity']),
        Number(one['quantity']),
      ])
    }
    for (const product of products) {
      const total = sum(
        stock.filter((row) => row['product_id'] === product['id']),
        'quantity',
      )
      expect([Number(product['total_stock_num']), product['low_alert_open']]).toEqual([
        total,
        Number(product['safety_stock_num']) > total ? 1 : 0,
      ])
    }
    expect(products.some((row) => row['low_alert_open'] === 1)).toBe(true)
  })

  describe('examined by the doctor', () => {
    const examine = async (): Promise<readonly string[]> => {
      const reports = await runDoctor(scope, allChecks(scope, wmsServer.checks!), { limit: 3 })
      return reports.filter(({ count }) => count > 0).map(({ name }) => name)
    }
    const rebuild = (write: boolean) =>
      runDerivations(scope, [...balanceDerivations(app.models), ...wmsServer.derivations!], write)
    const all = async () => Object.fromEntries(await Promise.all(damaged.map(async (name) => [name, await rows(name)])))

    beforeAll(async () => {
      await storeClosedDays(scope)
      await dropGuards(app.database)
    })

    it('has nothing wrong', async () => {
      const reports = await runDoctor(scope, allChecks(scope, wmsServer.checks!), { limit: 3 })
      expect(reports.filter(({ count }) => count > 0)).toEqual([])
      expect(reports.length).toBeGreaterThan(60)
      expect((await rebuild(false)).flatMap(({ changes, left }) => [...changes, ...left])).toEqual([])
    })

    it.each(lasting)('shows a damage: $name', async ({ checks, damage }) => {
      const hands = handsOn(app.database)
      try {
        await damage(hands)
        expect((await examine()).toSorted()).toEqual(checks.toSorted())
      } finally {
        await hands.undo()
      }
    })

    it.each(derived)('shows and repairs a damage: $name', async ({ checks, damage }) => {
      const before = await all()
      await damage(handsOn(app.database))
      expect((await examine()).toSorted()).toEqual(checks.toSorted())
      const broken = await all()
      const planned = (await rebuild(false)).flatMap(({ changes }) => changes)
      expect(planned).not.toEqual([])
      expect(await all()).toEqual(broken)
      const logged = (await rows('admin_log')).length
      const reports = await rebuild(true)
      expect(reports.flatMap(({ left }) => left)).toEqual([])
      expect((await rows('admin_log')).length).toBeGreaterThan(logged)
      expect(await examine()).toEqual([])
      // Rows that had to be made again have other ids.
      const valuesOf = (list: readonly Row[]) =>
        list.map(({ id: _id, layer_id: _layer, ...values }) => JSON.stringify(values)).toSorted()
      const after = await all()
      for (const name of damaged) expect(valuesOf(after[name]!), name).toEqual(valuesOf(before[name]!))
    })

    it('leaves alone what contradicts itself in the ledger', async () => {
      const hands = handsOn(app.database)
      const { id, quantity, product_id: product } = await hands.row('wms_inventory_history', 'form_type = 10')
      await hands.set('wms_inventory_history', id, { quantity: -Number(quantity) })
      const reports = await rebuild(true)
      const left = reports.filter((report) => report.left.length > 0).map(({ name }) => name)
      expect(left).toEqual([
        'wms/inventory_history/product.total_stock_num',
        'wms/inventory_history/stock.quantity',
        'wms/layers',
      ])
      expect(reports.flatMap((report) => report.left).every(({ key }) => key['product_id'] === product)).toBe(true)
      await hands.undo()
      // What is derived followed the damaged row.
      expect((await rebuild(true)).flatMap(({ changes }) => changes)).not.toEqual([])
      expect(await examine()).toEqual([])
      expect((await rebuild(true)).flatMap(({ changes }) => changes)).toEqual([])
    })
  })

  it('is done once', async () => {
    const before = (await rows('wms_outbound')).length
    await runDemoWork(entries, scope)
    expect((await rows('wms_outbound')).length).toBe(before)
  })
})
