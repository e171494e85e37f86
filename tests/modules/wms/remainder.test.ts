/** Remainder orders: an order and those for what did not come never receive more together than was planned. */
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { moduleEngines } from '../../support/databases.ts'
import { holdWrites, overlapWrites } from '../../support/held-transaction.ts'
import { openWarehouseApp, type Answer, type WarehouseApp } from './warehouse-app.ts'

describe.each(moduleEngines)('T85 remainder orders on $name', (engine) => {
  let app: WarehouseApp
  let product: number
  beforeAll(async () => {
    app = await openWarehouseApp(engine)
    product = await app.product({ name: 'Bolt' })
  })
  afterAll(() => app?.dispose())

  const of = (id: number) => app.read('Warehousing', id)
  const numberOf = async (id: number) => String((await of(id))['receipt_no'])
  /** Writes figures of the first line. */
  const edit = async (id: number, figures: object) =>
    app.call('Warehousing/edit', { id, product_detail: [{ ...(await of(id)).product_detail[0], ...figures }] })
  const audit = (id: number) => app.call('Warehousing/audit', { id })
  const unaudit = (id: number) => app.call('Warehousing/unaudit', { id, reason: 'x' })
  const del = async (id: number) =>
    await app.running.send('DELETE', `/admin/wms.Warehousing/del?ids[]=${id}`, {
      token: await app.running.signIn(),
      headers: { 'think-lang': 'en', 'x-tablewright': '1' },
    })
  const restore = (id: number) => app.call('Warehousing/restore', { ids: [id] })
  const remainderOf = async (id: number) =>
    Number(((await app.done('Warehousing/remainder', { id }))['made'] as { id: number }).id)
  const textOf = (answer: Answer) => Object.values(answer.data['errors'] as Record<string, string>).join()
  /** 10 ordered, 4 received, and the order for the other 6. */
  async function family(): Promise<readonly [number, number]> {
    const id = await app.add('Warehousing', {
      type: 30,
      product_detail: [
        { product_id: product, warehouse_shelf_id: app.places.a, plan_quantity: 10, actual_quantity: 4 },
      ],
    })
    await app.done('Warehousing/audit', { id })
    return [id, await remainderOf(id)]
  }

  it('refuses an order to a supplier that was deleted since', async () => {
    const supplier = await app.add('Supplier', { name: 'Gone & Co' })
    const id = await app.add('Warehousing', {
      type: 10,
      supplier_id: supplier,
      product_detail: [
        { product_id: product, warehouse_shelf_id: app.places.a, plan_quantity: 10, actual_quantity: 4 },
      ],
    })
    await app.done('Warehousing/audit', { id })
    await app.running.send('DELETE', `/admin/wms.Supplier/del?ids[]=${supplier}`, { token: await app.running.signIn() })
    const refused = await app.call('Warehousing/remainder', { id })
    expect(refused).toMatchObject({ code: 0, data: { reason: 'invalid', errors: { supplier_id: expect.anything() } } })
    expect(refused.msg).toMatch(/^Inbound orders – Supplier: .*does not exist or was deleted/)
  })

  it('refuses to correct the first order to what the remainder order covers, with the figures', async () => {
    const [first, rest] = await family()
    const opened = await unaudit(first)
    expect(opened).toMatchObject({ code: 1, data: { note: expect.stringContaining(await numberOf(rest)) } })
    await edit(first, { actual_quantity: 10 })
    const refused = await audit(first)
    expect(refused).toMatchObject({ code: 0, data: { reason: 'invalid' } })
    for (const figure of [await numberOf(first), '10 planned', '10 received', '6 on', await numberOf(rest)])
      expect(textOf(refused)).toContain(figure)
    await edit(first, { actual_quantity: 4 })
    expect([(await audit(first)).code, (await audit(rest)).code]).toEqual([1, 1])
    await unaudit(first)
    await edit(first, { actual_quantity: 5 })
    expect((await audit(first)).code).toBe(0)
    await edit(first, { actual_quantity: 5, remark: 'one box extra' })
    expect((await audit(first)).code).toBe(1)
  })

  it('lets the first order receive everything once the remainder order is reduced or gone', async () => {
    const [first, rest] = await family()
    await unaudit(first)
    await edit(first, { actual_quantity: 8 })
    expect((await audit(first)).code).toBe(0)
    await edit(rest, { plan_quantity: 2 })
    expect((await audit(first)).code).toBe(1)
    await unaudit(first)
    await edit(first, { actual_quantity: 10 })
    await del(rest)
    expect((await audit(first)).code).toBe(1)
    expect(textOf(await restore(rest))).toContain('10 received')
  })

  it('refuses a remainder order that plans more than is missing, by edit, restore or a second order', async () => {
    const [first, rest] = await family()
    expect(textOf(await edit(rest, { plan_quantity: 7 }))).toContain('7 on remainder orders')
    expect((await edit(rest, { plan_quantity: 5 })).code).toBe(1)
    await del(rest)
    const other = await remainderOf(first)
    expect(textOf(await restore(rest))).toContain('11 on remainder orders')
    expect((await app.call('Warehousing/remainder', { id: first })).data['reason']).toBe('bad_state')
    await edit(other, { plan_quantity: 1 })
    expect((await restore(rest)).code).toBe(1)
  })

  it('counts the remainder of a remainder, also when the order between is deleted', async () => {
    const [first, rest] = await family()
    await edit(rest, { actual_quantity: 2 })
    await audit(rest)
    const last = await remainderOf(rest)
    expect((await of(last)).product_detail[0]).toMatchObject({ plan_quantity: '4.000' })
    await unaudit(rest)
    await del(rest)
    expect((await app.call('Warehousing/remainder', { id: first })).data['reason']).toBe('bad_state')
    expect((await edit(last, { plan_quantity: 7 })).code).toBe(0)
    expect((await edit(last, { plan_quantity: 6 })).code).toBe(1)
    expect((await restore(rest)).code).toBe(1)
    await edit(rest, { actual_quantity: 1 })
    expect((await audit(rest)).code).toBe(0)
    await edit(last, { plan_quantity: 5 })
    expect([(await audit(rest)).code, (await audit(last)).code]).toEqual([1, 1])
  })

  it('refuses more on a remainder order whose source has received the goods meanwhile', async () => {
    const [first, rest] = await family()
    await edit(rest, { actual_quantity: 2 })
    await audit(rest)
    await unaudit(first)
    await edit(first, { actual_quantity: 8 })
    expect((await audit(first)).code).toBe(1)
    await unaudit(rest)
    expect(textOf(await edit(rest, { actual_quantity: 6 }))).toContain('8 received')
    // As a version without these checks left it.
    await app.database.write((trx) =>
      trx
        .updateTable('wms_warehousing_line')
        .set({ actual_quantity: 6000 })
        .where('warehousing_id', '=', rest)
        .execute(),
    )
    expect(textOf(await audit(rest))).toContain('6 on remainder orders')
    await edit(rest, { plan_quantity: 2, actual_quantity: 2 })
    expect((await audit(rest)).code).toBe(1)
  })

  it('creates one remainder order of two requested at once', async () => {
    const [first, rest] = await family()
    await del(rest)
    const answers = await Promise.all([0, 1, 2].map(() => app.call('Warehousing/remainder', { id: first })))
    expect(answers.map(({ code }) => code).sort()).toEqual([0, 0, 1])
    const live = (await app.rows('wms_warehousing')).filter(
      (row) => row['remainder_of_id'] === first && row['deletetime'] === null,
    )
    expect(live).toHaveLength(1)
  })

  it('never receives more than was planned when both orders are changed at the same moment', async () => {
    for (let round = 0; round < 5; round++) {
      const [first, rest] = await family()
      await edit(rest, { plan_quantity: 2 })
      await unaudit(first)
      await edit(first, { actual_quantity: 8 })
      const answers = await Promise.all([audit(first), edit(rest, { plan_quantity: 6 })])
      // An open source limits the remainder order by its plan alone; the audit that comes second counts both.
      await audit(rest)
      const received = (await app.rows('wms_inventory_history'))
        .filter((row) => [first, rest].includes(Number(row['order_id'])) && row['order_kind'] === 'wms/warehousing')
        .reduce((sum, row) => sum + Number(row['quantity']), 0)
      expect(received, answers.map(({ code }) => code).join()).toBeLessThanOrEqual(10_000)
    }
  })

  it('is edited after an audit of its source that is under way, and by its figures', async () => {
    const [first, rest] = await family()
    await edit(rest, { plan_quantity: 2 })
    await unaudit(first)
    const [, edited, waited] = await overlapWrites<unknown>(
      holdWrites(app.database),
      (database) =>
        database.write(async (trx) => {
          const order = trx.updateTable('wms_warehousing').set({ audit_status: 1 })
          await order.where('id', '=', first).execute()
          const line = trx.updateTable('wms_warehousing_line').set({ actual_quantity: 8_000 })
          await line.where('warehousing_id', '=', first).execute()
        }),
      () => edit(rest, { plan_quantity: 6 }),
    )
    expect([textOf(edited as Answer), waited]).toEqual([expect.stringContaining('8 received'), true])
  })

  it('never receives more than was planned, whatever is corrected in whatever order', async () => {
    const figure = fc.integer({ min: 0, max: 10 })
    const step = fc.oneof(
      fc.record({ do: fc.constantFrom('audit', 'unaudit', 'remainder', 'del', 'restore'), at: fc.nat(3) }),
      fc.record({ do: fc.constantFrom('actual', 'correct'), at: fc.nat(3), figure }),
      fc.record({ do: fc.constant('plan'), at: fc.integer({ min: 1, max: 3 }), figure }),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 14 }), async (steps) => {
        const orders = [...(await family())]
        for (const one of steps) {
          const id = orders[one.at % orders.length]!
          if (one.do === 'remainder') {
            const made = (await app.call('Warehousing/remainder', { id })).data['made'] as { id: number } | undefined
            if (made) orders.push(made.id)
          } else if (one.do === 'audit') await audit(id)
          else if (one.do === 'unaudit') await unaudit(id)
          else if (one.do === 'del') await del(id)
          else if (one.do === 'restore') await restore(id)
          else if ('figure' in one && (await of(id)) && !(one.do === 'plan' && id === orders[0])) {
            if (one.do === 'correct') await unaudit(id)
            await edit(id, one.do === 'plan' ? { plan_quantity: one.figure } : { actual_quantity: one.figure })
            if (one.do === 'correct') await audit(id)
          }
        }
        const received = (await app.rows('wms_inventory_history'))
          .filter((row) => row['order_kind'] === 'wms/warehousing' && orders.includes(Number(row['order_id'])))
          .reduce((sum, row) => sum + Number(row['quantity']), 0)
        expect(received).toBeLessThanOrEqual(10_000)
      }),
      { numRuns: 6 },
    )
  })
})
