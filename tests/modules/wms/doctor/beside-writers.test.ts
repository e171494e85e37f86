/** `doctor` and `rebuild` beside a server that goes on posting. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { runText } from '../../../../runtime/server/db/run-text.ts'
import { wmsServer } from '../../../../runtime/modules/wms/server/index.ts'
import { balanceDerivations } from '../../../../runtime/server/ops/doctor/balances.ts'
import { runDerivations } from '../../../../runtime/server/ops/doctor/derivation.ts'
import { allChecks, runDoctor } from '../../../../runtime/server/ops/doctor/doctor.ts'
import type { Scope } from '../../../../runtime/server/operation/scope.ts'
import { moduleEngines } from '../../../support/databases.ts'
import { scopeOn } from '../../../server/records/scope.ts'
import { system } from '#generated/system/index.ts'
import { wms } from '#generated/wms/index.ts'
import { models } from '../../../server/http/running-app.ts'
import { openWarehouseApp, type WarehouseApp } from '../warehouse-app.ts'

describe.each(moduleEngines)('doctor and rebuild on $name', (engine) => {
  let app: WarehouseApp
  let scope: Scope
  beforeAll(async () => {
    app = await openWarehouseApp(engine)
    scope = scopeOn(app.database, await models([wms, system]))
  })
  afterAll(() => app?.dispose())

  const wrong = async () =>
    (await runDoctor(scope, allChecks(scope, wmsServer.checks!), { limit: 3 })).filter(({ count }) => count > 0)
  const damage = (statement: string) => app.database.write((trx) => runText(trx, statement))

  it('name constraints that were never checked', async () => {
    const { adapter, query } = app.database
    expect(await adapter.faults(query)).toEqual([])
    if (adapter.embedded) return
    await damage('alter table wms_stock add constraint positive check (quantity >= 0) not valid')
    expect(await adapter.faults(query)).toEqual(['positive'])
    await damage('alter table wms_stock validate constraint positive')
    expect(await adapter.faults(query)).toEqual([])
  })

  // A pass over a long ledger takes longer than a user would wait.
  it('are not ended by the deadline of searches', async () => {
    await app.database.write((trx) =>
      trx
        .insertInto('wms_daily')
        .values({ time_zone: 'UTC', day: '2020-01-01', form_type: 10, quantity: 0, amount: 0, version: 1 })
        .execute(),
    )
    const rows = vi.spyOn(app.database, 'rows')
    try {
      await runDoctor(scope, allChecks(scope, wmsServer.checks!), { limit: 3 })
      await runDerivations(scope, wmsServer.derivations!, true)
      const deadlines = rows.mock.calls.map(([, , limits]) => limits?.deadlineMs ?? 0)
      expect(Math.min(...deadlines)).toBeGreaterThan(60_000)
      const texts = rows.mock.calls.map(([statement]) => statement.sql)
      expect(texts.filter((text) => text.includes('count(case when'))).not.toEqual([])
      expect(await wrong()).toEqual([])
    } finally {
      rows.mockRestore()
    }
  })

  it('find nothing wrong while orders are audited', async () => {
    const product = await app.product()
    const ids: number[] = []
    for (let at = 0; at < 10; at++)
      ids.push(
        await app.add('Warehousing', {
          type: 30,
          product_detail: [{ product_id: product, warehouse_shelf_id: app.places.a, plan_quantity: 3 }],
        }),
      )
    const [found] = await Promise.all([wrong(), ...ids.map((id) => app.done('Warehousing/audit', { id }))])
    expect(found).toEqual([])
  })

  it('lose no posting that happens meanwhile, and report none that is under way', async () => {
    const { a, b } = app.places
    const products = [await app.product(), await app.product(), await app.product()]
    const order = (sign: 'Warehousing' | 'Outbound', quantity: number) =>
      app.add(sign, {
        type: sign === 'Warehousing' ? 30 : 20,
        product_detail: products.flatMap((product) =>
          [a, b].map((shelf) => ({ product_id: product, warehouse_shelf_id: shelf, plan_quantity: quantity })),
        ),
      })
    await app.done('Warehousing/audit', { id: await order('Warehousing', 1000) })
    const orders: (readonly ['Warehousing' | 'Outbound', number])[] = []
    for (let at = 0; at < 12; at++) {
      const kind = at % 3 === 0 ? 'Warehousing' : 'Outbound'
      orders.push([kind, await order(kind, 1 + at)])
    }
    await damage('update wms_stock set quantity = quantity + 5000')
    await damage('update wms_product set total_stock_num = total_stock_num + 3000')
    await damage('delete from wms_stock_layer_move where id % 2 = 0')
    await damage('update wms_stock_layer set remaining = remaining + 1000')
    const derivations = [...balanceDerivations(scope.registry.list), ...wmsServer.derivations!]
    // One is posted before the repair begins, so that the ledger certainly notes damaged balances.
    const [[firstKind, firstId], ...others] = orders as [(typeof orders)[number], ...typeof orders]
    await app.done(`${firstKind}/audit`, { id: firstId })
    const [audits] = await Promise.all([
      Promise.all(others.map(([kind, id]) => app.call(`${kind}/audit`, { id }))),
      runDerivations(scope, derivations, true),
      runDerivations(scope, derivations, true),
    ])
    expect(audits.map(({ code, msg }) => [code, msg])).toEqual(audits.map(({ msg }) => [1, msg]))
    // What was posted between two derivations was posted to what was damaged still.
    await runDerivations(scope, derivations, true)
    // The ledger has noted the damaged balances; nothing of it is ever changed.
    expect((await wrong()).map(({ name }) => name)).toEqual(['wms/inventory_history/chain'])
  })
})
