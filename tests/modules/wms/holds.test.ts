/** Stock that is held for orders of other modules: sales, issues, and notices to holders (S2, S5 to S7, I15). */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { OperationError, records, type Transaction } from 'tablewright/server'
import type { WmsServerParts } from '#generated/wms/parts.ts'
import { removeOldHolds } from '../../../runtime/modules/wms/server/holds/remove-old.ts'
import { readShortHolds } from '../../../runtime/modules/wms/server/holds/short.ts'
import { checks } from '../../../runtime/modules/wms/server/checks/index.ts'
import { rebuildProducts } from '../../../runtime/modules/wms/server/stock/rebuild-products.ts'
import { runAt } from '../../../runtime/server/core/clock.ts'
import { advanceRetention } from '../../../runtime/server/operation/limits/retention.ts'
import { applyPlan, planDatabase } from '../../../runtime/server/db/index.ts'
import { system } from '#generated/system/index.ts'
import { wms } from '#generated/wms/index.ts'
import { models } from '../../server/http/running-app.ts'
import { moduleEngines } from '../../support/databases.ts'
import { refusal } from '../../server/records/scope.ts'
import { partOf } from '../../support/part-of.ts'
import { faultsIn } from './faults/invariants.ts'
import { holdRef, openHoldSite, type HoldSite } from './hold-site.ts'

const day = 86_400

describe.each(moduleEngines)('held stock on $name', (engine) => {
  let site: HoldSite
  let holder: number
  let other: number
  beforeAll(async () => {
    site = await openHoldSite(engine)
    ;[holder, other] = site.holders
  })
  afterAll(() => site.dispose())
  // Every test ends its holds.
  afterEach(async () => {
    for (const id of [holder, other]) await site.run((call) => site.contract.release(call, holdRef(id)))
    site.log.length = 0
    expect(await faultsIn(site.database)).toEqual([])
  })

  const api = () => records<WmsServerParts>(site.scope as never)
  const hold = (id: number, product: number, pieces: number) =>
    site.run((call) => site.contract.take(call, holdRef(id), [{ productId: product, quantity: pieces * 1000 }]))
  const sellable = async (product: number) =>
    ((await site.contract.sellable(site.scope, [product])).get(product) ?? 0) / 1000
  const toOutbound = (id: number) =>
    site.run((call) =>
      site.contract.toOutbound(call, holdRef(id), { orderSn: `SO-${id}`, customer: site.world.partners.customer[0]! }),
    )
  const short = async (work: Promise<unknown>) => {
    const error = await refusal(work)
    expect(error.code).toBe('stock_short')
    return error.messageIn('en')
  }
  const breakHolds = (product: number, quantity: string) =>
    api().runAction('wms/product', 'breakHolds', product, { quantity, reason: 'water damage' } as never)

  it('is sold from batches that have not expired, on shelves that are open (SB15)', async () => {
    const now = Math.floor(Date.now() / 1000)
    const product = await runAt(now - 10 * day, () => site.stocked(5, 3))
    await site.receive(product, 5)
    expect(await sellable(product)).toBe(5)
    await site.receive(product, 4, 1)
    expect(await sellable(product)).toBe(9)
    const shelf = (status: number) => api().update('wms/warehouse_shelf', site.world.shelves[1]!, { status } as never)
    await shelf(0)
    expect(await sellable(product)).toBe(5)
    expect(await short(hold(holder, product, 6))).toContain('5 can be sold, 6 needed')
    await shelf(1)
    const settings = { ...site.scope.settings, own: { ...site.scope.settings.own, wms_sale_days: 5 } }
    expect((await site.contract.sellable({ ...site.scope, settings }, [product])).get(product)).toBe(0)
    await api().update('wms/product', product, { status: 20 } as never)
    expect(await sellable(product)).toBe(0)
  })

  it('is not issued by another order: the refusal names for whom it is held', async () => {
    const product = await site.stocked(10)
    await hold(holder, product, 7)
    const order = await site.order(product, 4)
    const error = await refusal(site.act(order, 'audit'))
    expect(error.messageIn('en')).toContain(`3 available, 4 needed; the rest is held for SO-${holder} (7)`)
    expect(error.details.short).toMatchObject([{ table: 'wms/product', available: '3.000', wanted: '4.000' }])
    const inbound = await site.receive(product, 1)
    await site.act(order, 'audit')
    const unaudit = api().runAction('wms/warehousing', 'unaudit', inbound, { reason: 'wrong' } as never)
    expect(await short(unaudit)).toContain(`held for SO-${holder} (7)`)
  })

  it('stays good: what has expired does not count for a holder', async () => {
    const now = Math.floor(Date.now() / 1000)
    const product = await runAt(now - 10 * day, () => site.stocked(5, 3))
    await site.receive(product, 5)
    await hold(holder, product, 5)
    const order = await site.order(product, 2)
    expect(await short(site.act(order, 'audit'))).toContain(`held for SO-${holder} (5)`)
    // A relocation takes the batch that expires first, and nothing of it leaves.
    const { id } = await api().create('wms/relocation', {
      product_id: product,
      source_warehouse_shelf_id: site.world.shelves[0]!,
      target_warehouse_shelf_id: site.world.shelves[1]!,
      plan_quantity: '7.000',
    } as never)
    await api().runAction('wms/relocation', 'audit', id, { quantity: '7.000' } as never)
    expect(await sellable(product)).toBe(0)
    // Expired pieces may leave.
    const scrap = await api().create('wms/outbound', {
      type: 30,
      product_detail: [
        {
          product_id: product,
          plan_quantity: '5.000',
          price: '1.0000',
          warehouse_shelf_id: site.world.shelves[1]!,
        },
      ],
    } as never)
    await site.act(scrap.id, 'audit', { allow_expired: 1 })
  })

  it('goes to the oldest holds when too little of it stays good; the newest learn whom it is held for', async () => {
    const now = Math.floor(Date.now() / 1000)
    const product = await runAt(now - 10 * day, () => site.stocked(5, 12))
    await site.receive(product, 5)
    await hold(holder, product, 5)
    await hold(other, product, 5)
    const first = await toOutbound(holder)
    const second = await toOutbound(other)
    // Half of it expires.
    await runAt(now + 3 * day, async () => {
      expect(await readShortHolds(site.database.query as never, now + 3 * day)).toMatchObject([
        { holderNo: `SO-${other}`, productId: product, quantity: 5000, missing: 5000 },
      ])
      for (const { outboundId } of [first, second]) await api().runAction('wms/outbound', 'suggest', outboundId)
      const text = await short(site.act(second.outboundId, 'audit'))
      expect(text).toContain(`only 0 of 5 can leave; the other stock that has not expired is held for SO-${holder} (5)`)
      expect(text).toContain('use “Break holds” on the product')
      await site.act(first.outboundId, 'audit')
      // Somebody receives more, and the second one is sent, too.
      expect(await short(site.act(second.outboundId, 'audit'))).toContain('not expired')
      await site.receive(product, 5)
      await api().runAction('wms/outbound', 'suggest', second.outboundId)
      await site.act(second.outboundId, 'audit')
      expect(await readShortHolds(site.database.query as never, now + 3 * day)).toEqual([])
    })
  })

  it('goes to the order that it was held for, and is held again when that is taken back', async () => {
    const product = await site.stocked(10)
    await hold(holder, product, 8)
    await hold(other, product, 2)
    const { outboundId } = await toOutbound(holder)
    expect((await refusal(toOutbound(holder))).code).toBe('bad_state')
    const order = await api().get('wms/outbound', outboundId)
    expect(order).toMatchObject({ order_sn: `SO-${holder}`, customer_id: site.world.partners.customer[0], type: 10 })
    const [line] = (order as unknown as { product_detail: Record<string, unknown>[] }).product_detail
    // Shelves are suggested, and more than was ordered is refused.
    expect(line).toMatchObject({ warehouse_shelf_id: site.world.shelves[0], plan_quantity: '8.000' })
    const edit = (quantity: string) =>
      api().update('wms/outbound', outboundId, {
        product_detail: [{ ...line, plan_quantity: quantity }],
      } as never)
    expect((await refusal(edit('9.000'))).messageIn('en')).toContain('more than was ordered')
    await edit('8.000')
    await site.act(outboundId, 'audit')
    expect([await site.reserved(product), await sellable(product)]).toEqual([2, 0])
    await site.act(outboundId, 'unaudit', { reason: 'again' })
    expect([await site.reserved(product), await sellable(product)]).toEqual([10, 0])
  })

  it('tells its holder what was shipped, and lets it refuse (S5, S6, SB16, SB17)', async () => {
    const product = await site.stocked(5)
    await hold(holder, product, 5)
    const { outboundId } = await toOutbound(holder)
    const order = await api().get('wms/outbound', outboundId)
    const [line] = (order as unknown as { product_detail: Record<string, unknown>[] }).product_detail
    site.refuseNext(new OperationError('in_use'))
    expect((await refusal(api().remove('wms/outbound', [outboundId]))).code).toBe('in_use')
    await api().update('wms/outbound', outboundId, {
      product_detail: [{ ...line, actual_quantity: '3.000' }],
    } as never)
    await site.act(outboundId, 'audit')
    // Nobody waits for the two that were not issued.
    expect(await sellable(product)).toBe(2)
    const shipment = { courier_number: 'SF1', carrier_id: site.world.partners.carrier[0] }
    await site.act(outboundId, 'ship', shipment)
    const release = () => site.run((call) => site.contract.release(call, holdRef(holder)))
    expect((await refusal(release)).messageIn('en')).toContain('has been shipped')
    await site.act(outboundId, 'unship', { reason: 'address' })
    expect(site.log).toEqual([`SO-${holder} shipped 3`, `SO-${holder} unshipped`])
    // Somebody else holds the two by now.
    await hold(other, product, 2)
    await site.run((call) => site.contract.release(call, holdRef(other)))
    await hold(other, product, 1)
    expect(await short(site.act(outboundId, 'unaudit', { reason: 'again' }))).toContain(`SO-${other} (1)`)
    await site.run((call) => site.contract.release(call, holdRef(other)))
  })

  it('is free again in one transaction with its order (S7)', async () => {
    const product = await site.stocked(5)
    await hold(holder, product, 5)
    const { outboundId } = await toOutbound(holder)
    await site.act(outboundId, 'audit')
    await site.run((call) => site.contract.release(call, holdRef(holder)))
    expect([await site.reserved(product), await sellable(product)]).toEqual([0, 5])
    expect(await api().get('wms/outbound', outboundId)).toBeNull()
    // Its deletion was the wish of the holder.
    expect(site.log).toEqual([])
    // One that somebody else deletes leaves the stock held.
    await hold(holder, product, 5)
    const again = await toOutbound(holder)
    await api().remove('wms/outbound', [again.outboundId])
    expect(site.log).toEqual([`SO-${holder} deleted`])
    expect(await site.reserved(product)).toBe(5)
    await toOutbound(holder)
  })

  it('can be broken: the newest holds end first, and their holders are told', async () => {
    const product = await site.stocked(10)
    await hold(holder, product, 6)
    await hold(other, product, 4)
    expect((await refusal(breakHolds(product, '11.000'))).messageIn('en')).toContain('Only 10')
    expect((await refusal(breakHolds(product, '0.500'))).code).toBe('invalid')
    expect(await breakHolds(product, '5.000')).toMatchObject({
      note: `No longer held: SO-${other} (4), SO-${holder} (1).`,
    })
    expect(site.log).toEqual([`SO-${other} broken 4`, `SO-${holder} broken 1`])
    expect(await site.reserved(product)).toBe(5)
    await site.act(await site.order(product, 5), 'audit')
  })

  it('agrees with its holds (I15): doctor finds what differs, and rebuild derives it again', async () => {
    const product = await site.stocked(10)
    await hold(holder, product, 6)
    const find = async () => {
      const names = []
      for (const check of checks.filter(({ name }) => /reserved|holds/.test(name)))
        if ((await check.find(site.scope as never, 10)).count > 0) names.push(check.name)
      return names
    }
    expect(await find()).toEqual([])
    await site.database.write((trx) =>
      trx.updateTable('wms_product').set({ reserved_num: 9000 }).where('id', '=', product).execute(),
    )
    expect(await find()).toEqual(['wms/product.reserved'])
    const { changes } = await rebuildProducts.run(site.scope as never, true)
    expect(changes).toMatchObject([{ key: { id: product }, field: 'reserved_num', before: '9.000', after: '6.000' }])
    expect([await site.reserved(product), await find()]).toEqual([6, []])
    // A product that is held for somebody stays.
    expect((await refusal(api().remove('wms/product', [product]))).code).toBe('in_use')
  })

  it('is forgotten when its order was shipped two years ago, and never while it could be held again', async () => {
    const [product, waiting] = [await site.stocked(5), await site.stocked(5)]
    const now = Math.floor(Date.now() / 1000)
    const later = now + 731 * day
    await hold(holder, product, 5)
    await hold(other, waiting, 5)
    const { outboundId } = await toOutbound(holder)
    await site.act(outboundId, 'audit')
    const removeAt = (moment: number) =>
      runAt(moment, async () => {
        await site.database.write(advanceRetention)
        const complete = (work: (trx: Transaction) => Promise<void>) => site.database.write(work)
        await removeOldHolds.handler(partOf({ scope: site.scope, complete }))
        const rows = await site.database.query.selectFrom('wms_hold').select('product_id').orderBy('id').execute()
        return rows.map((row) => Number(row['product_id']))
      })
    // A row goes when two checks a day apart have found it old.
    for (const moment of [later, later + day + 1, later + 2 * day + 2])
      expect(await removeAt(moment)).toEqual([product, waiting])
    await site.act(outboundId, 'ship', { courier_number: 'SF1', carrier_id: site.world.partners.carrier[0] })
    expect(await removeAt(later + 3 * day + 3)).toEqual([waiting])
    expect(await site.reserved(waiting)).toBe(5)
    // The order is one like any other now.
    await site.act(outboundId, 'unship', { reason: 'address' })
  })

  it('T85: takers, breakers and auditors at once leave no more held than there is', async () => {
    const product = await site.stocked(20)
    const orders = await Promise.all(Array.from({ length: 5 }, () => site.order(product, 2)))
    const ids = [holder, other]
    const outcomes = await Promise.allSettled([
      ...orders.map((order) => site.act(order, 'audit')),
      ...ids.map((id) => hold(id, product, 8)),
      ...Array.from({ length: 5 }, () => breakHolds(product, '1.000')),
    ])
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') expect(outcome.reason).toBeInstanceOf(OperationError)
  })
})

describe.each(moduleEngines)('a database from before there were holds on $name', (engine) => {
  it('is brought to them by safe steps, and keeps its orders', async () => {
    const list = await models([wms, system])
    const isNew = (name: string): boolean => name === 'holder' || name === 'holder_id'
    const before = list
      .filter(({ name }) => name !== 'hold')
      .map((model) =>
        model.id === 'wms/outbound'
          ? {
              ...model,
              fields: model.fields.filter(({ name }) => !isNew(name)),
              indexes: model.indexes.filter(({ on }) => !on.some(isNew)),
            }
          : model,
      )
    const database = await engine.open(before)
    try {
      await database.write((trx) =>
        trx
          .insertInto('wms_outbound')
          .values({ outbound_no: 'CK1', type: 10, audit_status: 0, shipment_status: 0, version: 1 })
          .execute(),
      )
      const { steps } = await planDatabase(database, list)
      expect(steps.map((step) => step.class)).toEqual(steps.map(() => 'safe'))
      expect((await applyPlan(database, list, { safeOnly: true })).left).toEqual([])
      const order = await database.query.selectFrom('wms_outbound').selectAll().executeTakeFirst()
      expect(order).toMatchObject({ outbound_no: 'CK1', holder: null, holder_id: null })
      expect(await database.query.selectFrom('wms_hold').selectAll().execute()).toEqual([])
    } finally {
      await database.dispose()
    }
  })
})
