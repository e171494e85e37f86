/** Requests of visitors and members to the shop. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { member } from '#generated/member/index.ts'
import { pay } from '#generated/pay/index.ts'
import { shop } from '#generated/shop/index.ts'
import { system } from '#generated/system/index.ts'
import { wms } from '#generated/wms/index.ts'
import { memberServer } from '../../../runtime/modules/member/server/index.ts'
import { payServer } from '../../../runtime/modules/pay/server/index.ts'
import { ownCall } from '../../../runtime/modules/shop/server/order.ts'
import { removeFreeFiles } from '../../../runtime/modules/shop/server/refunds/files.ts'
import { shopServer } from '../../../runtime/modules/shop/server/index.ts'
import { roles } from '../../../runtime/modules/shop/server/roles.ts'
import { wmsServer } from '../../../runtime/modules/wms/server/index.ts'
import { openMemberSession } from '../../../runtime/server/identity/session/member-sessions.ts'
import { runAt } from '../../../runtime/server/core/clock.ts'
import type { Row } from '../../../runtime/server/db/index.ts'
import { defaultSettings } from '../../../runtime/server/settings/settings.ts'
import { openTestApp, type TestApp } from '../../server/access/access-app.ts'
import { moduleEngines } from '../../support/databases.ts'
import { form } from '../../support/multipart.ts'
import { createMemberCall } from '../member/member-call.ts'

interface Cart {
  readonly list: readonly { readonly goods_id: number; readonly quantity: string; readonly problems: readonly Row[] }[]
  readonly total: string
}
interface Placed {
  readonly id: number | null
  readonly problems: readonly Row[]
}

const nothing = { code: 0, data: { reason: 'not_found' } }
const street = { name: 'Ann', mobile: '13900001234', region: '330106', address: 'Street 1' }

describe.each(moduleEngines)('the shop by request on $name', (engine) => {
  let app: TestApp
  const tokens: string[] = []
  const goods: number[] = []
  const insert = (table: string, values: Row): Promise<number> =>
    app.database.write(async (trx) => {
      const row = await trx
        .insertInto(table)
        .values({ version: 1, ...values })
        .returning('id')
        .executeTakeFirstOrThrow()
      return Number(row['id'])
    })
  beforeAll(async () => {
    const servers = [wmsServer, memberServer, payServer, shopServer]
    app = await openTestApp(engine, { servers }, [wms, member, pay, shop, system])
    for (const username of ['ann', 'bob']) {
      const values = { username, nickname: username, password: '-', group_id: 1, status: 'enable', gender: 0 }
      const id = await insert('user', { ...values, money: 0, score: 0 })
      const visitor = { ip: '127.0.0.1', device: 'test', rotates: true }
      const session = { accessLife: 600, refreshLife: 600, idleMinutes: 0, maxDays: 1, requiresFactor: false }
      tokens.push(
        (await app.database.write((trx) => openMemberSession(trx, { session }, { id, visitor, keep: false }))).token,
      )
    }
    const unit = await insert('wms_unit', { name: 'piece', decimals: 0, status: 1 })
    const category = await insert('wms_category', { name: 'Tools', status: 1 })
    const below = await insert('wms_category', { name: 'Saws', status: 1, pid: category })
    const warehouse = await insert('wms_warehouse', { name: 'W', serial_no: 'W', status: 1 })
    const area = await insert('wms_warehouse_area', { name: 'A', serial_no: 'A', status: 1, warehouse_id: warehouse })
    const shelf = await insert('wms_warehouse_shelf', {
      name: 'S',
      serial_no: 'S',
      status: 1,
      warehouse_id: warehouse,
      warehouse_area_id: area,
    })
    for (const [index, title] of ['Saw 100%', 'Saw_small', 'Hammer', 'Hidden'].entries()) {
      const product = await insert('wms_product', {
        product_no: `P${index}`,
        name: title,
        unit_id: unit,
        category_id: index < 2 ? below : category,
        status: 10,
        total_stock_num: 5000,
        reserved_num: 0,
        low_alert_open: 0,
      })
      await insert('wms_stock_layer', {
        product_id: product,
        warehouse_shelf_id: shelf,
        received_at: 1,
        remaining: 5000,
        source_history_id: 1,
      })
      goods.push(
        await insert('shop_goods', {
          product_id: product,
          title,
          price: 1000 * (index + 1),
          market_price: 1500,
          score_price: index === 0 ? 500 : null,
          limit_buy: 0,
          weight: 0,
          status: title === 'Hidden' ? 20 : 10,
          weigh: index,
          content: '<p>Sharp</p>',
        }),
      )
    }
  })
  afterAll(() => app?.dispose())

  const call = createMemberCall(() => app)
  const titles = async (query: string) =>
    (await call<{ list: { title: string }[] }>(`shop.Goods/index?${query}`)).data.list.map(({ title }) => title)

  it('T20: visitors see goods on sale, by category, word and order; nothing of others', async () => {
    expect(await titles('')).toEqual(['Hammer', 'Saw_small', 'Saw 100%'])
    expect(await titles('order=cheap&limit=2')).toEqual(['Saw 100%', 'Saw_small'])
    expect(await titles('order=dear&limit=1&page=2')).toEqual(['Saw_small'])
    const { data } = await call<{ list: { id: number; name: string; count: number }[] }>('shop.Goods/categories')
    expect(data.list.map(({ name, count }) => [name, count]).toSorted()).toEqual([
      ['Saws', 2],
      ['Tools', 3],
    ])
    const tools = data.list.find(({ name }) => name === 'Tools')?.id
    expect(await titles(`category=${tools}&order=cheap`)).toEqual(['Saw 100%', 'Saw_small', 'Hammer'])
    expect(await titles(`keywords=${encodeURIComponent('100%')}`)).toEqual(['Saw 100%'])
    expect(await titles('keywords=saw_')).toEqual(['Saw_small'])
    expect(await titles('keywords=hidden')).toEqual([])
    expect(await call(`shop.Goods/info?id=${goods[3]}`)).toMatchObject(nothing)
    expect(await call(`shop.Goods/info?id=${goods[0]}`)).toMatchObject({
      code: 1,
      data: {
        content: '<p>Sharp</p>',
        category: 'Saws',
        goods: { price: '10.00', market_price: '15.00', sellable: '5' },
      },
    })
    expect(await call(`shop.Goods/info?id=${goods[1]}`)).toMatchObject({ data: { goods: { market_price: null } } })
  })

  it('carts: added, merged at the sign-in, changed; problems are named at their line', async () => {
    expect(await call('shop.Cart/index')).toMatchObject({ code: 302 })
    const post = (path: string, payload: object) => call<Cart>(`shop.Cart/${path}`, payload, tokens[0])
    await post('add', { goods_id: goods[0], quantity: 2 })
    const { data } = await post('merge', {
      lines: [
        { goods_id: goods[0], quantity: '1' },
        { goods_id: goods[2], quantity: '7' },
        { goods_id: goods[3], quantity: '1' },
      ],
    })
    expect(data.list.map((line) => [line.goods_id, line.quantity])).toEqual([
      [goods[0], '2'],
      [goods[2], '7'],
    ])
    expect(data.total).toBe('230.00')
    expect(data.list[1]?.problems).toMatchObject([{ kind: 'short', was: '7', now: '5' }])
    expect((await post('set', { goods_id: goods[2], quantity: 1, checked: false })).data.total).toBe('20.00')
    expect((await post('set', { goods_id: goods[2], quantity: 0 })).data.list).toHaveLength(1)
    expect(await post('add', { goods_id: goods[3], quantity: 1 })).toMatchObject(nothing)
    for (const quantity of ['-1', '1e3', '1.0001', 'x'])
      expect(await post('add', { goods_id: goods[0], quantity })).toMatchObject({ code: 0 })
    expect((await call<Cart>('shop.Cart/index', null, tokens[1])).data.list).toEqual([])
  })

  it('T20, T22: orders and addresses of somebody else do not exist; one order for a repeated click', async () => {
    const save = (payload: object, token = tokens[0]) =>
      call<{ list: { id: number }[] }>('shop.Address/save', payload, token)
    expect(await save({ ...street, mobile: '12' })).toMatchObject({
      code: 0,
      data: { errors: { mobile: expect.any(String) } },
    })
    const { data } = await save(street)
    const address = data.list[0]!.id
    expect(await save({ ...street, id: address }, tokens[1])).toMatchObject(nothing)
    await call('shop.Address/del', { id: address }, tokens[1])
    const lines = [{ goods_id: goods[0], quantity: 2, price: '10.00' }]
    const quote = await call('shop.Order/quote', { lines, address_id: address }, tokens[0])
    expect(quote).toMatchObject({ data: { amount_goods: '20.00', freight: '10.00', total: '30.00', problems: [] } })
    expect(quote).toMatchObject({
      data: { currency: 'RMB', money: '30.00', points: '2000', score: 0, free_from: null },
    })
    const points = { lines: [{ goods_id: goods[0], quantity: 2 }], address_id: address, currency: 'integral' }
    expect(await call('shop.Order/quote', points, tokens[0])).toMatchObject({
      data: { lines: [{ price: '500', amount: '1000' }], freight: '1000', total: '2000', money: '30.00' },
    })
    expect(
      await call('shop.Order/quote', { ...points, lines: [{ goods_id: goods[1], quantity: 1 }] }, tokens[0]),
    ).toMatchObject({ data: { points: null, problems: [{ kind: 'no_points', goods_id: goods[1] }] } })
    expect(await call('shop.Order/quote', { ...points, currency: 'USD' }, tokens[0])).toMatchObject({ code: 0 })
    const input = { lines, address_id: address, freight: '10.00', total: '30.00' }
    expect(await call('shop.Order/place', input, tokens[1])).toMatchObject(nothing)
    const place = (payload: object, key: string) =>
      call<Placed>('shop.Order/place', payload, tokens[0], { 'idempotency-key': key })
    const answers = await Promise.all([place(input, 'a-key-of-one-click'), place(input, 'a-key-of-one-click')])
    const ids = new Set(answers.flatMap((answer) => answer.data?.id ?? []))
    expect(ids.size).toBe(1)
    const [id] = ids
    expect(await app.row('shop_order', id!)).toMatchObject({ amount_pay: 3000, discount: 0, status: 0 })
    const conflict = await place({ ...input, total: '1.00' }, 'another-key-of-a-click')
    expect(conflict).toMatchObject({
      code: 0,
      data: { id: null, problems: [{ kind: 'total_up', was: '1.00', now: '30.00' }] },
    })
    // A repetition gets the same answer, its code included.
    const { code, msg, data: problems } = conflict
    expect(await place({ ...input, total: '1.00' }, 'another-key-of-a-click')).toMatchObject({
      code,
      msg,
      data: problems,
    })
    for (const path of ['pay', 'cancel', 'confirm', 'reorder'])
      expect([path, await call(`shop.Order/${path}`, { id }, tokens[1])]).toMatchObject([path, nothing])
    expect(await call(`shop.Order/info?id=${id}`, null, tokens[1])).toMatchObject(nothing)
    expect(await call('shop.Refund/ask', { order_id: id, lines: [], reason: 'x' }, tokens[1])).toMatchObject(nothing)
    expect(await call('shop.Order/index', null, tokens[1])).toMatchObject({ data: { list: [], total: 0 } })
    expect(await call(`shop.Order/info?id=${id}`, null, tokens[0])).toMatchObject({
      code: 1,
      data: { name: 'Ann', order: { id, amount_pay: '30.00', lines: [{ quantity: '2', price: '10.00' }] } },
    })
    const payment = await call<{ sn: string }>('shop.Order/pay', { id }, tokens[0])
    expect(await call<{ sn: string }>('shop.Order/pay', { id }, tokens[0])).toMatchObject({ data: payment.data })
    expect(await call(`pay.Pay/info?sn=${payment.data.sn}`, null, tokens[0])).toMatchObject({
      data: { info: { project: 'shop', amount: '30.00' } },
    })
    expect(await call('shop.Order/cancel', { id }, tokens[0])).toMatchObject({ data: { result: 'cancelled' } })
    expect((await call<Cart>('shop.Order/reorder', { id }, tokens[0])).data.list).toMatchObject([
      { goods_id: goods[0] },
    ])
    const sn = String((await app.row('shop_order', id!))?.['sn'])
    const notices = async (language: string) =>
      (await call('account/notices', null, tokens[0], { 'think-lang': language })).data['list']
    expect(await notices('en')).toMatchObject([
      { kind: 'shop/cancelled', title: `Order ${sn} cancelled`, path: `/user/shop/order/${id}` },
      { kind: 'shop/ordered', title: `Order ${sn} placed`, content: expect.stringContaining('¥30.00'), read: 0 },
    ])
    expect(await notices('zh-cn')).toMatchObject([{ title: `订单 ${sn} 已取消` }, { title: `订单 ${sn} 已提交` }])
  })

  it('T20, T52: images of a refund are those of its member, and opened by ticket only', async () => {
    const { data: addresses } = await call<{ list: { id: number }[] }>('shop.Address/save', street, tokens[1])
    const order = { lines: [{ goods_id: goods[1], quantity: 1 }], address_id: addresses.list[0]!.id, total: '99.00' }
    const { data: placed } = await call<Placed>('shop.Order/place', order, tokens[1])
    const paid = { status: 1, pay_time: 1_700_000_000 }
    await app.database.write((trx) => trx.updateTable('shop_order').set(paid).where('id', '=', placed.id).execute())
    const png = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    )
    const upload = async (token: string | undefined, name: string, bytes: Buffer | string) => {
      const { payload, headers } = form([{ file: name, bytes, type: 'image/png' }])
      const session = { ...(token !== undefined && { 'ba-user-token': token }) }
      const answer = await app.running.app.inject({
        method: 'POST',
        url: '/api/shop.Refund/upload',
        headers: { 'think-lang': 'en', 'x-tablewright': '1', ...session, ...headers },
        payload,
      })
      return answer.json() as { code: number; data: { code: string } }
    }
    expect((await upload(undefined, 'a.png', png)).code).not.toBe(1)
    expect(await upload(tokens[1], 'a.txt', 'text')).toMatchObject({ code: 0 })
    const file = await upload(tokens[1], 'broken.png', png)
    expect(file).toMatchObject({ code: 1, data: { name: 'broken.png' } })
    const info = await call<{ order: { lines: { id: number }[] } }>(`shop.Order/info?id=${placed.id}`, null, tokens[1])
    const request = {
      order_id: placed.id,
      lines: [{ id: info.data.order.lines[0]!.id, quantity: 1 }],
      reason: 'broken',
    }
    const foreign = await upload(tokens[0], 'b.png', png)
    expect(await call('shop.Refund/ask', { ...request, files: [foreign.data.code] }, tokens[1])).toMatchObject({
      code: 0,
      data: { errors: { files: expect.any(String) } },
    })
    expect(await call('shop.Refund/ask', { ...request, files: [file.data.code] }, tokens[1])).toMatchObject({ code: 1 })
    const { data } = await call<{ refunds: { images: { url: string; name: string }[] }[] }>(
      `shop.Order/info?id=${placed.id}`,
      null,
      tokens[1],
    )
    const [image] = data.refunds[0]!.images
    expect([data.refunds[0]!.images.length, image?.name]).toEqual([1, 'broken.png'])
    expect((await app.running.app.inject({ url: image!.url })).statusCode).toBe(200)
    const files = await app.database.query.selectFrom('shop_refund_file').select('url').execute()
    for (const { url } of files) expect((await app.running.app.inject({ url: String(url) })).statusCode).toBe(404)
    // The one that no request has makes room a day later.
    const settings = defaultSettings({ version: '0', uploadFolder: app.running.folder, modules: [] })
    await runAt(Math.floor(Date.now() / 1000) + 90_000, () =>
      app.database.write((trx) =>
        removeFreeFiles(ownCall({ scope: { settings, database: app.database }, trx } as never)),
      ),
    )
    expect(await app.database.query.selectFrom('shop_refund_file').select('name').execute()).toEqual([
      { name: 'broken.png' },
    ])
  })

  it('administrators see an order as a whole from each of its records, and add goods of many products', async () => {
    const root = await app.account('root', [await app.group('root', '*')])
    const clerk = await app.account('clerk', [await app.group('clerk', ['shop/goods', 'shop/goods/index'])])
    const [order] = await app.database.query.selectFrom('shop_order').selectAll().where('status', '=', 1).execute()
    const [refund] = await app.database.query.selectFrom('shop_refund').select('id').execute()
    for (const query of [`order=${order?.['id']}`, `refund=${refund?.['id']}`])
      expect(await app.get(root, `shop.Order/sheet?${query}`)).toMatchObject({
        code: 1,
        data: {
          sheet: { id: order?.['id'], lines: [{ quantity: '1', shipped: '0' }], refunds: [{ reason: 'broken' }] },
        },
      })
    expect(await app.get(root, `shop.Goods/stock?id=${goods[2]}`)).toMatchObject({
      code: 1,
      data: { on_hand: '5', sellable: '5', reserved: '0', blocked: '0', unit: 'piece' },
    })
    expect(await app.get(root, `shop.Goods/sellable?ids=${goods[2]},999,x`)).toMatchObject({
      code: 1,
      data: { list: [{ id: goods[2], sellable: '5' }] },
    })
    expect(await app.get(root, 'shop.Order/sheet?outbound=1')).toMatchObject({ code: 1, data: { sheet: null } })
    expect((await app.get(clerk, `shop.Order/sheet?order=${order?.['id']}`)).code).not.toBe(1)
    const values = { product_no: 'NEW%1', name: 'Drill', unit_id: 1, status: 10, price: 100_000, low_alert_open: 0 }
    const product = await insert('wms_product', values)
    expect(await app.get(root, `shop.Goods/products?keywords=${encodeURIComponent('w%1')}`)).toMatchObject({
      data: { total: 1, list: [{ id: product, price: '10.0000', sellable: '0' }] },
    })
    const add = (who: number) => app.post(who, 'shop.Goods/addMany', { products: [product], percent: 125 })
    expect((await add(clerk)).code).not.toBe(1)
    expect(await add(root)).toMatchObject({ code: 1, data: { count: 1 } })
    expect(await add(root)).toMatchObject({ code: 0 })
    const rows = await app.database.query
      .selectFrom('shop_goods')
      .selectAll()
      .where('product_id', '=', product)
      .execute()
    expect(rows).toMatchObject([{ title: 'Drill', price: 1250, status: 20 }])
  })

  it('the shop keeper can do all the work of the shop, and changes nothing else', async () => {
    const { nodes } = roles[0]!
    const shopkeeper = await app.account('keeper', [await app.group('keeper', nodes)])
    const rules = await app.database.query
      .selectFrom('admin_rule')
      .select('name')
      .where('type', '=', 'button')
      .execute()
    const isShop = (name: string): boolean => name.startsWith('shop/')
    // Whatever the shop learns to do later, somebody has to decide whether a keeper may do it.
    expect(nodes.filter(isShop).toSorted()).toEqual(
      rules
        .map(({ name }) => String(name))
        .filter(isShop)
        .toSorted(),
    )
    expect(nodes.filter((name) => !isShop(name))).toEqual([
      'wms/product/index',
      'wms/outbound/index',
      'wms/warehousing/index',
    ])
    const send = async (path: string, payload: object): Promise<Record<string, unknown>> => {
      const answer = await app.post(shopkeeper, path, payload)
      expect([path, answer]).toMatchObject([path, { code: 1 }])
      return answer.data
    }
    const far = { name: 'Far', provinces: ['650000', '540000'], fee: '25.00', kg_fee: '8.00' }
    const { id: freight } = await send('shop.Freight/add', far)
    expect(
      await app.post(shopkeeper, 'shop.Freight/add', { ...far, name: 'Farther', provinces: ['540000'] }),
    ).toMatchObject({
      code: 0,
      data: { errors: { provinces: 'Tibet: the rule “Far” names them already. Remove them here or there.' } },
    })
    expect(await app.post(shopkeeper, 'shop.Freight/add', { name: 'Rest', provinces: [], fee: '1.00' })).toMatchObject({
      code: 0,
      data: { errors: { provinces: expect.stringContaining('is for all other regions already') } },
    })
    await send('shop.Freight/edit', { id: freight, free_from: '99.00' })
    const fresh = { product_no: 'FRESH', name: 'Fresh', unit_id: 1, status: 10, price: 1, low_alert_open: 0 }
    const product = await insert('wms_product', fresh)
    const { id } = await send('shop.Goods/add', { product_id: product, title: 'Fresh', price: '3.00', score_price: 30 })
    await send('shop.Goods/edit', { id, price: '2.50', status: 10 })
    expect(await call(`shop.Goods/info?id=${String(id)}`)).toMatchObject({
      data: { goods: { price: '2.50', score_price: '30' } },
    })
    expect(await app.del(shopkeeper, 'shop.Goods/del', [Number(id)])).toMatchObject({ code: 1 })
    expect(await app.del(shopkeeper, 'shop.Freight/del', [Number(freight)])).toMatchObject({ code: 1 })
    // Orders: one is cancelled, the refund of another is agreed to.
    const { data: addresses } = await call<{ list: { id: number }[] }>('shop.Address/index', null, tokens[0])
    const lines = [{ goods_id: goods[2], quantity: 1 }]
    const order = { lines, address_id: addresses.list[0]!.id, total: '999.00' }
    const { data: placed } = await call<Placed>('shop.Order/place', order, tokens[0])
    await send('shop.Order/cancel', { id: placed.id, reason: 'The buyer has called' })
    const [refund] = await app.database.query.selectFrom('shop_refund').selectAll().where('status', '=', 0).execute()
    expect(await app.get(shopkeeper, `shop.Order/sheet?refund=${String(refund?.['id'])}`)).toMatchObject({
      data: { sheet: { lines: [{ asked: '1' }], refunds: [{ images: [{ name: 'broken.png' }] }] } },
    })
    await send('shop.Refund/agree', { id: refund?.['id'] })
    expect(await app.row('shop_order', Number(refund?.['order_id']))).toMatchObject({ status: 4 })
    for (const list of ['Goods', 'Order', 'Refund', 'Freight'])
      expect([list, await app.get(shopkeeper, `shop.${list}/index`)]).toMatchObject([list, { code: 1 }])
    for (const list of ['Product', 'Outbound', 'Warehousing'])
      expect([list, await app.get(shopkeeper, `wms.${list}/index`)]).toMatchObject([list, { code: 1 }])
    // All else is refused for lack of the permission, before anything is looked at.
    const refused = { code: 401 }
    for (const path of [
      'wms.Stock/index',
      'wms.Supplier/index',
      'pay.Log/index',
      'user.User/index',
      'auth.Admin/index',
    ])
      expect([path, await app.get(shopkeeper, path)]).toMatchObject([path, refused])
    for (const path of ['wms.Outbound/audit', 'wms.Outbound/ship', 'wms.Product/edit', 'wms.Product/breakHolds'])
      expect([path, await app.post(shopkeeper, path, { id: product })]).toMatchObject([path, refused])
    expect(await app.row('wms_product', product)).toMatchObject({ name: 'Fresh' })
  })

  it('visitors see what is in their cart at the prices of today', async () => {
    const lines = [
      { goods_id: goods[0], quantity: '9' },
      { goods_id: goods[3], quantity: '1' },
    ]
    expect(await call('shop.Cart/price', { lines })).toMatchObject({
      code: 1,
      data: {
        total: '90.00',
        list: [
          { goods_id: goods[0], price: '10.00', unit: 'piece', decimals: 0, problems: [{ kind: 'short' }] },
          { goods_id: goods[3], price: null, problems: [{ kind: 'off_sale' }] },
        ],
      },
    })
    expect(await call('shop.Cart/price', { lines: [{ goods_id: goods[0], quantity: '-1' }] })).toMatchObject({
      code: 0,
    })
  })
})
