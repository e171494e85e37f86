/** Stocktakes over the HTTP API: what is counted, what moved meanwhile, and what is booked. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { faultsIn } from './faults/invariants.ts'
import type { Database } from '../../../runtime/server/db/index.ts'
import { moduleEngines } from '../../support/databases.ts'
import { holdWrites, overlapWrites } from '../../support/held-transaction.ts'
import { openWarehouseApp, type Answer, type WarehouseApp } from './warehouse-app.ts'

const errorsOf = (answer: Answer) => answer.data['errors'] as Record<string, string>
const detail = 'product_detail'

describe.each(moduleEngines)('stocktakes on $name', (engine) => {
  let app: WarehouseApp
  let area: Record<string, unknown>
  beforeAll(async () => {
    app = await openWarehouseApp(engine, { wms_stocktake: true })
    const { warehouse_id, warehouse_area_id } = await app.read('WarehouseShelf', app.places.a)
    area = { warehouse_id, warehouse_area_id }
  })
  afterAll(() => app?.dispose())

  type Line = Record<string, unknown>
  async function receive(product: number, shelf: number, quantity: number): Promise<void> {
    const id = await app.add('Warehousing', {
      type: 30,
      product_detail: [{ product_id: product, warehouse_shelf_id: shelf, plan_quantity: quantity }],
    })
    await app.done('Warehousing/audit', { id })
  }
  async function issue(product: number, shelf: number, quantity: number): Promise<void> {
    const id = await app.add('Outbound', {
      type: 20,
      product_detail: [{ product_id: product, warehouse_shelf_id: shelf, plan_quantity: quantity }],
    })
    await app.done('Outbound/audit', { id })
  }
  /** A shelf of its own, so that what other tests put down is not counted. */
  let shelves = 0
  const shelf = (): Promise<number> =>
    app.add('WarehouseShelf', { ...area, serial_no: `C${++shelves}`, name: `C${shelves}` })
  const on = (place: number) => ({ ...area, warehouse_shelf_id: place })
  async function started(scope: object): Promise<number> {
    const id = await app.add('Stocktake', scope)
    await app.done('Stocktake/start', { id })
    return id
  }
  const linesOf = async (id: number): Promise<readonly Line[]> => (await app.read('Stocktake', id))[detail]
  const shape = async (id: number) =>
    (await linesOf(id)).map((line) => [
      line['product_id'],
      line['warehouse_shelf_id'],
      ...['book_quantity', 'counted_quantity', 'difference'].map((name) =>
        line[name] === null ? null : Number(line[name]),
      ),
      line['recount'],
      line['found'],
    ])
  /** Counts line by line; null leaves one out. */
  async function count(
    id: number,
    counts: readonly (number | string | null)[],
    found: readonly Line[] = [],
  ): Promise<Answer> {
    const lines = await linesOf(id)
    return app.call('Stocktake/edit', {
      id,
      [detail]: [...lines.map((line, at) => ({ ...line, counted_quantity: counts[at] ?? null })), ...found],
    })
  }
  const ledgerOf = async (id: number) =>
    (await app.rows('wms_inventory_history'))
      .filter((row) => row['order_kind'] === 'wms/stocktake' && row['order_id'] === id)
      .map((row) => [
        row['form_type'],
        row['product_id'],
        Number(row['quantity']) / 1000,
        Number(row['before_quantity']) / 1000,
        Number(row['after_quantity']) / 1000,
        row['posting_seq'],
        Number(row['total_price']) / 100,
      ])
  const layersOf = async (product: number) =>
    (await app.rows('wms_stock_layer'))
      .filter((row) => row['product_id'] === product)
      .map((row) => [row['warehouse_shelf_id'], Number(row['remaining']) / 1000])
  const totalOf = async (product: number) => Number((await app.read('Product', product))['total_stock_num'])

  it('need a place or products; nothing is counted before the start', async () => {
    expect(errorsOf(await app.call('Stocktake/add', { remark: 'all of it' }))).toHaveProperty('warehouse_id')
    expect(errorsOf(await app.call('Stocktake/add', { product_ids: [] }))).toHaveProperty('warehouse_id')
    const product = await app.product()
    const id = await app.add('Stocktake', { product_ids: [product] })
    expect(await app.read('Stocktake', id)).toMatchObject({
      stocktake_no: expect.stringMatching(/^PD\d{14}$/),
      status: 0,
    })
    expect(
      errorsOf(
        await app.call('Stocktake/edit', {
          id,
          [detail]: [{ product_id: product, warehouse_shelf_id: app.places.a, counted_quantity: 1 }],
        }),
      ),
    ).toHaveProperty(detail)
    expect((await app.call('Stocktake/post', { id })).data['reason']).toBe('bad_state')
  })

  it('write down every place of the scope, those without stock among them, in the order one walks', async () => {
    const [one, other] = [await shelf(), await shelf()]
    const [kept, gone, never, elsewhere] = [
      await app.product(),
      await app.product(),
      await app.product(on(one)),
      await app.product(),
    ]
    await receive(kept, one, 5)
    await receive(gone, one, 3)
    await issue(gone, one, 3)
    await receive(kept, other, 7)
    await receive(elsewhere, other, 1)
    expect(await shape(await started(on(one)))).toEqual([
      [kept, one, 5, null, null, 0, 0],
      [gone, one, 0, null, null, 0, 0],
      [never, one, 0, null, null, 0, 0],
    ])
    expect(await shape(await started({ product_ids: [kept] }))).toEqual([
      [kept, one, 5, null, null, 0, 0],
      [kept, other, 7, null, null, 0, 0],
    ])
    expect(await shape(await started({ ...on(other), product_ids: [kept, never] }))).toEqual([
      [kept, other, 7, null, null, 0, 0],
      [never, other, 0, null, null, 0, 0],
    ])
    const id = await started({ ...area, product_ids: [elsewhere, gone] })
    expect(await shape(id)).toEqual([
      [gone, one, 0, null, null, 0, 0],
      [elsewhere, other, 1, null, null, 0, 0],
    ])
    expect(await app.read('Stocktake', id)).toMatchObject({ status: 1, line_count: 2, counted_count: 0 })
    expect((await linesOf(id))[0]).not.toHaveProperty('last_history_id')
  })

  it('book the differences once, at list price, and keep the layers', async () => {
    const place = await shelf()
    const [more, less, same] = [await app.product({ effective_day: 9 }), await app.product(), await app.product()]
    for (const product of [more, less, same]) await receive(product, place, 10)
    const id = await started(on(place))
    expect((await app.call('Stocktake/post', { id })).msg).toContain('not been counted')
    expect(errorsOf(await count(id, ['1.5']))).toHaveProperty(`${detail}.0.counted_quantity`)
    expect(errorsOf(await count(id, [-1]))).toHaveProperty(`${detail}.0.counted_quantity`)
    // As many as a column holds, to the last piece.
    const most = '9007199254740'
    expect((await count(id, [most, 4, 10])).code).toBe(1)
    expect((await linesOf(id))[0]).toMatchObject({ counted_quantity: `${most}.000`, difference: '9007199254730.000' })
    expect(errorsOf(await count(id, ['9007199254741']))).toHaveProperty(`${detail}.0.counted_quantity`)
    expect((await count(id, [12, 4, 10])).code).toBe(1)
    expect((await shape(id)).map((line) => line[4])).toEqual([2, -6, 0])
    expect(await app.read('Stocktake', id)).toMatchObject({ counted_count: 3 })
    await app.done('Stocktake/post', { id })
    expect(await ledgerOf(id)).toEqual([
      [80, more, 2, 10, 12, 1, 25],
      [80, less, -6, 10, 4, 1, -75],
    ])
    expect([await totalOf(more), await totalOf(less), await totalOf(same)]).toEqual([12, 4, 10])
    expect([await layersOf(more), await layersOf(less)]).toEqual([[[place, 12]], [[place, 4]]])
    expect((await app.call('Stocktake/post', { id })).data['reason']).toBe('bad_state')
    expect((await app.call('Stocktake/edit', { id, remark: 'late' })).data['reason']).toBe('bad_state')
    expect((await ledgerOf(id)).length).toBe(2)
  })

  it('of many concurrent postings one succeeds', async () => {
    const place = await shelf()
    const product = await app.product()
    await receive(product, place, 10)
    const id = await started(on(place))
    await count(id, [3])
    const answers = await Promise.all(Array.from({ length: 6 }, () => app.call('Stocktake/post', { id })))
    expect(answers.filter(({ code }) => code === 1)).toHaveLength(1)
    expect(await ledgerOf(id)).toEqual([[80, product, -7, 10, 3, 1, -87.5]])
  })

  it('accept goods found in a place without stock, within the scope, once', async () => {
    const [place, other] = [await shelf(), await shelf()]
    const [known, found] = [await app.product(), await app.product({ effective_day: 5 })]
    await receive(known, place, 2)
    const id = await started(on(place))
    const line = { product_id: found, warehouse_shelf_id: place, counted_quantity: 4 }
    expect(errorsOf(await count(id, [2], [{ ...line, warehouse_shelf_id: other }]))).toHaveProperty(
      `${detail}.1.warehouse_shelf_id`,
    )
    expect(errorsOf(await count(id, [2], [line, line]))).toHaveProperty(`${detail}.1.product_id`)
    expect(errorsOf(await count(id, [2], [{ ...line, product_id: known }]))).toHaveProperty(`${detail}.1.product_id`)
    expect((await count(id, [2], [line])).code).toBe(1)
    expect(await shape(id)).toEqual([
      [known, place, 2, 2, 0, 0, 0],
      [found, place, 0, 4, 4, 0, 1],
    ])
    // What was written down stays as it is and where it is; what was found may go again.
    const [first, second] = await linesOf(id)
    await app.done('Stocktake/edit', {
      id,
      [detail]: [{ ...first, product_id: found, book_quantity: 99, warehouse_shelf_id: other }, second],
    })
    expect(await shape(id)).toEqual([
      [known, place, 2, 2, 0, 0, 0],
      [found, place, 0, 4, 4, 0, 1],
    ])
    expect(errorsOf(await app.call('Stocktake/edit', { id, [detail]: [second] }))).toHaveProperty(detail)
    await app.done('Stocktake/edit', { id, [detail]: [first] })
    await count(id, [2], [line])
    await app.done('Stocktake/post', { id })
    expect(await ledgerOf(id)).toEqual([[80, found, 4, 0, 4, 1, 50]])
    const [layer] = (await app.rows('wms_stock_layer')).filter((row) => row['product_id'] === found)
    expect(Number(layer!['expire_at']) - Number(layer!['received_at'])).toBe(5 * 86_400)
  })

  it('name the places whose stock moved since the count, and recount them', async () => {
    const place = await shelf()
    const [moved, still] = [await app.product(), await app.product()]
    for (const product of [moved, still]) await receive(product, place, 10)
    const id = await started(on(place))
    expect((await app.call('Stocktake/recount', { id })).data['reason']).toBe('bad_state')
    await count(id, [9, 8])
    await issue(moved, place, 4)
    await receive(moved, place, 4)
    expect((await shape(id)).map((line) => line[5])).toEqual([1, 0])
    const parent = await app.call(`Stocktake/index?parentRowId=${id}`)
    expect((parent.data['list'] as Line[]).map((line) => line['recount'])).toEqual([1, 0])
    const refused = await app.call('Stocktake/post', { id })
    expect([refused.data['reason'], refused.msg]).toEqual([
      'bad_state',
      expect.stringContaining(String((await app.read('Product', moved))['product_no'])),
    ])
    expect(refused.msg).not.toContain(String((await app.read('Product', still))['product_no']))
    await app.done('Stocktake/recount', { id })
    expect(await shape(id)).toEqual([
      [moved, place, 10, null, null, 0, 0],
      [still, place, 10, 8, -2, 0, 0],
    ])
    expect(await app.read('Stocktake', id)).toMatchObject({ counted_count: 1, status: 1 })
    expect((await app.call('Stocktake/post', { id })).data['reason']).toBe('bad_state')
    await app.done('Stocktake/post', { id, skip_uncounted: 1 })
    expect(await ledgerOf(id)).toEqual([[80, still, -2, 10, 8, 1, -25]])
  })

  it('wait for goods that arrive at the same moment, also at a place without stock, and name it', async () => {
    const place = await shelf()
    const [known, found] = [await app.product(), await app.product()]
    await receive(known, place, 2)
    const id = await started(on(place))
    await count(id, [2], [{ product_id: found, warehouse_shelf_id: place, counted_quantity: 4 }])
    // Which row moved it last is what a stocktake compares.
    const [last] = (await app.rows('wms_inventory_history')).slice(-1)
    const where = { product_id: found, warehouse_shelf_id: place, last_history_id: Number(last!['id']) }
    // As every posting does: first the total of the product, then its stock.
    const arrive = (quantity: number, database: Database) =>
      database.write(async (trx) => {
        const total = trx.updateTable('wms_product').set({ total_stock_num: quantity })
        await total.where('id', '=', found).execute()
        if (quantity > 0)
          await trx
            .insertInto('wms_stock')
            .values({ ...where, quantity })
            .execute()
        else await trx.deleteFrom('wms_stock').where('product_id', '=', found).execute()
      })
    const [, posted, waited] = await overlapWrites<unknown>(
      holdWrites(app.database),
      (database) => arrive(5_000, database),
      () => app.call('Stocktake/post', { id }),
    )
    expect([(posted as Answer).data['reason'], waited]).toEqual(['bad_state', true])
    expect((posted as Answer).msg).toContain(String((await app.read('Product', found))['product_no']))
    expect(await ledgerOf(id)).toEqual([])
    await arrive(0, app.database)
    await app.done('Stocktake/post', { id })
    expect(await ledgerOf(id)).toEqual([[80, found, 4, 0, 4, 1, expect.any(Number)]])
  })

  it('are taken back with the opposite rows; those places are counted again', async () => {
    const place = await shelf()
    const [more, less] = [await app.product(), await app.product()]
    for (const product of [more, less]) await receive(product, place, 10)
    const id = await started(on(place))
    await count(id, [12, 4])
    await app.done('Stocktake/post', { id })
    expect(errorsOf(await app.call('Stocktake/unpost', { id }))).toHaveProperty('reason')
    await app.done('WarehouseShelf/edit', { id: place, status: 0 })
    expect(Object.keys(errorsOf(await app.call('Stocktake/unpost', { id, reason: 'twice' })))).toEqual([
      `${detail}.1.warehouse_shelf_id`,
    ])
    await app.done('WarehouseShelf/edit', { id: place, status: 1 })
    await app.done('Stocktake/unpost', { id, reason: 'counted twice' })
    expect(await ledgerOf(id)).toEqual([
      [80, more, 2, 10, 12, 1, 25],
      [80, less, -6, 10, 4, 1, -75],
      [80, more, -2, 12, 10, 2, -25],
      [80, less, 6, 4, 10, 2, 75],
    ])
    expect([await layersOf(more), await layersOf(less)]).toEqual([[[place, 10]], [[place, 10]]])
    expect(await app.read('Stocktake', id)).toMatchObject({
      status: 1,
      post_time: null,
      remark_log: expect.stringContaining('counted twice'),
    })
    expect((await shape(id)).map((line) => line[5])).toEqual([1, 1])
    expect((await app.call('Stocktake/post', { id })).data['reason']).toBe('bad_state')
    await app.done('Stocktake/recount', { id })
    await count(id, [10, 10])
    await app.done('Stocktake/post', { id })
    expect((await ledgerOf(id)).length).toBe(4)
  })

  it('refuses stock onto a closed shelf and issues of held stock, with the figures', async () => {
    const place = await shelf()
    const product = await app.product()
    await receive(product, place, 10)
    const id = await started(on(place))
    await app.done('WarehouseShelf/edit', { id: place, status: 0 })
    await count(id, [11])
    expect(Object.keys(errorsOf(await app.call('Stocktake/post', { id })))).toEqual([`${detail}.0.warehouse_shelf_id`])
    await count(id, [4])
    await app.database.write(async (trx) => {
      await trx.updateTable('wms_product').set({ reserved_num: 6000 }).where('id', '=', product).execute()
      const hold = { product_id: product, holder: 'shop/order', holder_id: 1, holder_no: 'SO-1', state: 0, version: 1 }
      await trx
        .insertInto('wms_hold')
        .values({ ...hold, promised: 6000, quantity: 6000 })
        .execute()
    })
    const short = await app.call('Stocktake/post', { id })
    expect(short.msg).toContain('held for SO-1 (6)')
    expect(short.data).toMatchObject({
      reason: 'stock_short',
      short: [{ table: 'wms/product', on_hand: '10.000', available: '4.000', wanted: '6.000' }],
    })
    expect([await ledgerOf(id), (await app.read('Stocktake', id))['status']]).toEqual([[], 1])
    await count(id, [6])
    await app.done('Stocktake/post', { id })
    expect(await ledgerOf(id)).toEqual([[80, product, -4, 10, 6, 1, -50]])
  })

  it('a blind count hides book figures from accounts without the right until it is posted', async () => {
    const place = await shelf()
    const product = await app.product()
    await receive(product, place, 10)
    const id = await started({ ...on(place), blind: 1 })
    const nodes = ['wms/stocktake/index', 'wms/stocktake/edit', 'wms/product/index', 'wms/warehouseShelf/index']
    const [keeper, auditor] = [
      await app.admin('keeper1', nodes),
      await app.admin('auditor1', [...nodes, 'wms/stocktake/seeBook']),
    ]
    const figures = async (token: string) => {
      const row = (await app.call(`Stocktake/edit?id=${id}`, undefined, token)).data['row'] as Line
      const { list } = (await app.call(`Stocktake/index?parentRowId=${id}`, undefined, token)).data as {
        list: Line[]
      }
      return [row[detail] as Line[], list].map(([line]) => [line!['book_quantity'], line!['difference']])
    }
    expect(await figures(keeper)).toEqual([
      [null, null],
      [null, null],
    ])
    const line = ((await app.call(`Stocktake/edit?id=${id}`, undefined, keeper)).data['row'] as Record<string, Line[]>)[
      detail
    ]![0]!
    const saved = await app.call(
      'Stocktake/edit',
      { id, version: 2, [detail]: [{ ...line, counted_quantity: 7 }] },
      keeper,
    )
    expect(saved.code).toBe(1)
    const stale = await app.call('Stocktake/edit', { id, version: 2, remark: 'late' }, keeper)
    expect([stale.data['reason'], JSON.stringify(stale.data)]).toEqual([
      'conflict',
      expect.not.stringContaining('10.000'),
    ])
    expect([await figures(keeper), await figures(auditor)]).toEqual([
      [
        [null, null],
        [null, null],
      ],
      [
        ['10.000', '-3.000'],
        ['10.000', '-3.000'],
      ],
    ])
    await app.done('Stocktake/post', { id })
    expect(await figures(keeper)).toEqual([
      ['10.000', '-3.000'],
      ['10.000', '-3.000'],
    ])
    expect(
      (
        await app.call('Stocktake/edit', {
          id: await started(on(place)),
          blind: 1,
          warehouse_shelf_id: app.places.a,
        })
      ).code,
    ).toBe(1)
    expect((await app.rows('wms_stocktake')).at(-1)).toMatchObject({ blind: 0, warehouse_shelf_id: place })
  })

  it('are cancelled, deleted and restored without a trace in the ledger; their products are in use', async () => {
    const place = await shelf()
    const product = await app.product()
    const id = await started({ ...on(place), product_ids: [product] })
    const del = async (controller: string, one: number) =>
      app.running.send<Line>('DELETE', `/admin/wms.${controller}/del?ids[]=${one}`, {
        token: await app.running.signIn(),
        headers: { 'x-tablewright': '1' },
      })
    expect((await del('Product', product)).data).toMatchObject({
      reason: 'in_use',
      references: [{ table: 'wms/stocktake', id }],
    })
    expect((await del('Stocktake', id)).data['reason']).toBe('bad_state')
    await app.done('Stocktake/cancel', { id, reason: 'no time' })
    const reason = { reason: 'x' }
    const inputs = { start: {}, recount: {}, post: {}, unpost: reason, cancel: reason }
    for (const [action, input] of Object.entries(inputs))
      expect((await app.call(`Stocktake/${action}`, { id, ...input })).data['reason'], action).toBe('bad_state')
    expect((await del('Stocktake', id)).code).toBe(1)
    expect((await app.call('Stocktake/restore', { ids: [id] })).code).toBe(1)
    expect(await ledgerOf(id)).toEqual([])
    expect((await del('Stocktake', id)).code).toBe(1)
    expect((await del('Product', product)).code).toBe(1)
  })

  it('exist only while the site setting is on: otherwise no menu entry, and every route refuses', async () => {
    const token = await app.running.signIn()
    const send = (method: 'GET' | 'POST' | 'DELETE', path: string, payload?: object) =>
      app.running.send<{ reason?: string }>(method, `/admin/${path}`, {
        token,
        headers: { 'x-tablewright': '1', 'think-lang': 'en' },
        ...(payload && { payload }),
      })
    const hasMenu = async () => (await send('GET', 'Index/index')).text.includes('wms/stocktake')
    const id = await app.add('Stocktake', on(app.places.a))
    expect(await hasMenu()).toBe(true)
    await send('POST', 'routine.Config/edit', { wms_stocktake: false })
    expect(await hasMenu()).toBe(false)
    const asked = await Promise.all([
      send('GET', 'wms.Stocktake/index'),
      send('GET', `wms.stocktake/edit?id=${id}`),
      send('POST', 'wms.Stocktake/add', on(app.places.a)),
      send('POST', 'wms.Stocktake/start', { id }),
      send('DELETE', `wms.Stocktake/del?ids[]=${id}`),
      send('GET', 'wms.Stocktake/export'),
    ])
    expect(asked.map(({ code, data, msg }) => [code, data?.reason, msg])).toEqual(
      asked.map(() => [0, 'not_found', 'This feature is turned off in the site settings.']),
    )
    expect((await send('GET', 'wms.Stock/index')).code).toBe(1)
    await send('POST', 'routine.Config/edit', { wms_stocktake: true })
    expect([await hasMenu(), (await send('POST', 'wms.Stocktake/start', { id })).code]).toEqual([true, 1])
  })

  it('leave nothing behind that does not agree', async () => {
    expect(await faultsIn(app.database)).toEqual([])
  })
})
