/** Notices of what waits for an audit and of what expires: once for each, to those whom it concerns. */
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { announceNew } from '../../../../runtime/modules/wms/server/notices/announce.ts'
import { moduleEngines } from '../../../support/databases.ts'
import { openWarehouseApp, type WarehouseApp } from '../warehouse-app.ts'

const day = 86_400_000

describe.each(moduleEngines)('notices of the warehouse on $name', (engine) => {
  let app: WarehouseApp
  let start = 0
  beforeAll(async () => {
    app = await openWarehouseApp(engine)
    start = Date.now()
    await app.admin('auditor', ['wms', 'wms/warehousing', 'wms/warehousing/index', 'wms/warehousing/audit'])
    await app.admin('keeper', ['wms', 'wms/stockLayer', 'wms/stockLayer/index'])
  })
  afterAll(() => app?.dispose())
  afterEach(() => {
    vi.useRealTimers()
  })

  /** What is announced at that moment: English titles and contents, and who receives them. */
  let seen = 0
  async function announced(at: number) {
    vi.useFakeTimers({ toFake: ['Date'], now: at })
    await app.database.write((trx) => announceNew(trx))
    vi.useRealTimers()
    const { query } = app.database
    const notices = await query.selectFrom('notice').selectAll().where('id', '>', seen).orderBy('id').execute()
    const names = new Map((await app.rows('admin')).map((admin) => [admin['id'], admin['username']]))
    const found = []
    for (const notice of notices) {
      seen = Number(notice['id'])
      const reads = await query.selectFrom('notice_read').selectAll().where('notice_id', '=', seen).execute()
      const en = (column: string) => (JSON.parse(String(notice[column])) as string[])[1]
      found.push([en('title'), en('content'), reads.map((read) => names.get(read['admin_id'])).toSorted()])
    }
    return found
  }
  const order = async (product: number, quantity = 5) =>
    app.add('Warehousing', {
      type: 30,
      product_detail: [{ product_id: product, warehouse_shelf_id: app.places.a, plan_quantity: quantity }],
    })
  const numberOf = async (id: number) => String((await app.read('Warehousing', id))['receipt_no'])

  it('announces each document that waits once, together, to those who may audit it', async () => {
    const product = await app.product()
    const before = await order(product)
    // What is there when it begins is no news.
    expect(await announced(start + 100_000)).toEqual([])
    const [first, audited, removed] = [await order(product), await order(product), await order(product)]
    await app.done('Warehousing/audit', { id: audited })
    await app.running.send('DELETE', `/admin/wms.Warehousing/del?ids[]=${removed}`, {
      token: await app.running.signIn(),
    })
    // The transactions of the last minute may still be under way.
    expect(await announced(Date.now() + 30_000)).toEqual([])
    expect(await announced(Date.now() + 100_000)).toEqual([
      ['Inbound orders to audit: 1', `Numbers: ${await numberOf(first)}`, ['admin', 'auditor']],
    ])
    expect(await announced(Date.now() + 200_000)).toEqual([])
    const many = []
    for (let turn = 0; turn < 6; turn++) many.push(await numberOf(await order(product)))
    const move = await app.add('Relocation', {
      product_id: product,
      source_warehouse_shelf_id: app.places.a,
      target_warehouse_shelf_id: app.places.b,
      plan_quantity: 1,
    })
    const { relocation_no } = await app.read('Relocation', move)
    expect(await announced(Date.now() + 300_000)).toEqual([
      ['Inbound orders to audit: 6', `Numbers: ${many.slice(0, 5).join(', ')} …`, ['admin', 'auditor']],
      ['Relocations to audit: 1', `Numbers: ${String(relocation_no)}`, ['admin']],
    ])
    for (const id of [before, first]) await app.done('Warehousing/audit', { id })
    expect(await announced(Date.now() + 400_000)).toEqual([])
    // An audit that is taken back is another occurrence; one between two looks is part of the next.
    await app.done('Warehousing/unaudit', { id: first, reason: 'Counted wrongly' })
    expect(await announced(Date.now() + 500_000)).toEqual([
      ['Inbound orders to audit: 1', `Numbers: ${await numberOf(first)}`, ['admin', 'auditor']],
    ])
    const brief = await order(product)
    await app.done('Warehousing/audit', { id: brief })
    await app.done('Warehousing/unaudit', { id: brief, reason: 'Counted wrongly' })
    expect(await announced(Date.now() + 600_000)).toEqual([
      ['Inbound orders to audit: 1', `Numbers: ${await numberOf(brief)}`, ['admin', 'auditor']],
    ])
  })

  it('announces goods at once that come in with little time left', async () => {
    const product = await app.product({ effective_day: 30 })
    const receive = async (days: number) => {
      const expiry_date = new Date(Date.now() + days * day).toISOString().slice(0, 10)
      const line = {
        product_id: product,
        warehouse_shelf_id: app.places.a,
        plan_quantity: 2,
        batch_no: 'B-5',
        expiry_date,
      }
      await app.done('Warehousing/audit', {
        id: await app.add('Warehousing', { type: 30, product_detail: [line] }),
      })
    }
    for (const days of [5, 25]) await receive(days)
    const { product_no, name } = await app.read('Product', product)
    expect(await announced(Date.now() + 700_000)).toEqual([
      [
        'Batches expiring soon: 1',
        `${String(product_no)} ${String(name)} · Main/Area/A · B-5 · 2`,
        ['admin', 'keeper'],
      ],
    ])
  })

  it('announces a batch whose dates a shorter shelf life moves into the past, once', async () => {
    const product = await app.product({ effective_day: 300 })
    await app.done('Warehousing/audit', { id: await order(product, 2) })
    const now = Date.now()
    await app.database.write((trx) =>
      trx
        .updateTable('token')
        .set({ expire_time: Math.floor(now / 1000) + 100 * 86_400 })
        .execute(),
    )
    const at = async (moment: number, path: string, body: object): Promise<void> => {
      vi.useFakeTimers({ toFake: ['Date'], now: moment })
      await app.done(path, body)
      vi.useRealTimers()
    }
    await announced(now + 20 * day)
    const { product_no, name } = await app.read('Product', product)
    const line = `${String(product_no)} ${String(name)} · Main/Area/A · 2`
    await at(now + 20 * day, 'Product/edit', { id: product, effective_day: 21 })
    expect(await announced(now + 20 * day + 600_000)).toEqual([])
    await at(now + 20 * day + 600_000, 'Product/recomputeLayers', { id: product })
    expect(await announced(now + 20 * day + 1_200_000)).toEqual([
      ['Batches expiring soon: 1', line, ['admin', 'keeper']],
    ])
    await at(now + 20 * day + 1_200_000, 'Product/edit', { id: product, effective_day: 10 })
    await at(now + 20 * day + 1_200_000, 'Product/recomputeLayers', { id: product })
    expect(await announced(now + 20 * day + 1_800_000)).toEqual([['Expired batches: 1', line, ['admin', 'keeper']]])
    await at(now + 20 * day + 1_800_000, 'Product/recomputeLayers', { id: product })
    expect(await announced(now + 20 * day + 2_400_000)).toEqual([])
  })

  it('announces each batch that is not used up when it begins to expire and when it has expired', async () => {
    const [milk, gone] = [await app.product({ effective_day: 60 }), await app.product({ effective_day: 60 })]
    for (const product of [milk, gone]) await app.done('Warehousing/audit', { id: await order(product, 3) })
    const issue = await app.add('Outbound', {
      type: 20,
      product_detail: [{ product_id: gone, warehouse_shelf_id: app.places.a, plan_quantity: 3 }],
    })
    await app.done('Outbound/audit', { id: issue })
    const name = String((await app.read('Product', milk))['name'])
    const number = String((await app.read('Product', milk))['product_no'])
    const line = `${number} ${name} · Main/Area/A · 3`
    // The batch of the test before it is used up.
    await app.database.write((trx) =>
      trx
        .updateTable('wms_stock_layer')
        .set({ warn_at: null, expire_at: null })
        .where('product_id', 'not in', [milk, gone])
        .execute(),
    )
    const now = Date.now()
    await announced(now + 3600_000)
    expect(await announced(now + 39 * day)).toEqual([])
    expect(await announced(now + 41 * day)).toEqual([['Batches expiring soon: 1', line, ['admin', 'keeper']]])
    expect(await announced(now + 42 * day)).toEqual([])
    // A clock that was a second ahead announces nothing again.
    expect(await announced(now + 42 * day - 1000)).toEqual([])
    expect(await announced(now + 61 * day)).toEqual([['Expired batches: 1', line, ['admin', 'keeper']]])
    expect(await announced(now + 62 * day)).toEqual([])
    // One that was a year ahead does not silence those who come in that time.
    expect(await announced(now + 400 * day)).toEqual([])
    expect(await announced(now + 39 * day)).toEqual([])
    expect(await announced(now + 61 * day)).toEqual([['Expired batches: 1', line, ['admin', 'keeper']]])
  })
})
