import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TableModel } from 'tablewright/protocol'
import { create } from '../../../runtime/server/records/create.ts'
import { read } from '../../../runtime/server/records/read.ts'
import { remove } from '../../../runtime/server/records/remove.ts'
import { update } from '../../../runtime/server/records/update.ts'
import { engines } from '../../support/databases.ts'
import { refusal } from './scope.ts'
import { openShop, type Shop } from './shop.ts'

describe.each(engines)('writing records on $name', (engine) => {
  let fixture: Shop
  let product: TableModel
  let number = 0
  const add = async (more: Record<string, unknown> = {}): Promise<number> =>
    (await create(fixture.scope, product, { product_no: `P${++number}`, name: 'Bolt', ...more })).id
  const row = async (id: number): Promise<Record<string, unknown>> => (await read(fixture.scope, product, id)).row
  const edit = (body: Record<string, unknown>) => update(fixture.scope, product, body)
  beforeAll(async () => {
    fixture = await openShop(engine)
    product = fixture.of('product')
  })
  afterAll(() => fixture?.database.dispose())

  it('fills in what the server owns', async () => {
    const before = Math.floor(Date.now() / 1000)
    const id = await add()
    const made = await row(id)
    expect(made).toMatchObject({
      id,
      version: 1,
      weigh: id,
      status: 10,
      safety_stock_num: '0.000',
      total_stock_num: '0.000',
      bar_code: '',
      price: null,
      images: [],
    })
    expect(made['createtime']).toBe(made['updatetime'])
    expect(made['createtime']).toBeGreaterThanOrEqual(before)
  })

  it('ignores and never writes what is not writable, on add and on edit', async () => {
    const forbidden = {
      id: 999,
      version: 77,
      weigh: 5,
      createtime: 1,
      updatetime: 1,
      deletetime: 1,
      total_stock_num: '9.000',
      nonsense: 1,
      __proto__: { x: 1 },
      category: { id: 3 },
    }
    const id = await add(forbidden)
    expect(id).not.toBe(999)
    expect(await row(id)).toMatchObject({ weigh: id, version: 1, total_stock_num: '0.000' })
    const before = await row(id)
    await edit({ ...forbidden, id, version: 1 })
    expect(await row(id)).toEqual(before)
  })

  it('takes a whole row back as it was sent, and a switch on its own', async () => {
    const id = await add({ price: '1.5', images: ['/storage/a.png'] })
    const sent = await row(id)
    await edit(sent)
    expect(await row(id)).toEqual(sent)
    await edit({ id: String(id), status: '20' })
    expect(await row(id)).toMatchObject({
      status: 20,
      price: '1.5000',
      version: 2,
      name: 'Bolt',
      images: ['/storage/a.png'],
    })
    await edit({ id, price: '', images: null, status: 10 })
    expect(await row(id)).toMatchObject({ price: null, images: [], version: 3 })
  })

  it('gives an emptied field its default, where it has one', async () => {
    const id = await add({ status: 20, safety_stock_num: '5' })
    await edit({ id, status: null, safety_stock_num: '' })
    expect(await row(id)).toMatchObject({ status: 10, safety_stock_num: '0.000', version: 2 })
    expect(await row(await add({ status: '', safety_stock_num: null }))).toMatchObject({
      status: 10,
      safety_stock_num: '0.000',
    })
  })

  it('refuses a stale save with the current row, and accepts one without a version', async () => {
    const id = await add()
    await edit({ id, name: 'first', version: 1 })
    const refused = await refusal(edit({ id, name: 'second', version: 1 }))
    expect(refused.code).toBe('conflict')
    expect(refused.details.row).toMatchObject({ id, name: 'first', version: 2 })
    await edit({ id, name: 'old client' })
    expect(await row(id)).toMatchObject({ name: 'old client', version: 3 })
  })

  it('lets one of many saves of the same version win', async () => {
    const id = await add()
    const results = await Promise.allSettled(
      Array.from({ length: 8 }, (_, at) => edit({ id, name: `save ${at}`, version: 1 })),
    )
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1)
    expect((await row(id))['version']).toBe(2)
  })

  it('finds no record that is deleted, absent or without a valid id', async () => {
    const id = await add()
    await remove(fixture.scope, product, [id])
    for (const wrong of [id, 99999999, 0, -1, '1e3', '0x1', 1.5, null, undefined, [1], { a: 1 }, '１'])
      expect((await refusal(edit({ id: wrong, name: 'x' }))).code).toBe('not_found')
  })

  it.each<[string, unknown, unknown]>([
    ['price', '12.34567', 'at most 4 decimals'],
    ['price', '1e3', 'exponent'],
    ['price', '１２．５', '12.5000'],
    ['price', 4.95, '4.9500'],
    ['price', -0, '0.0000'],
    ['price', '-0.0001', 'at least 0'],
    ['price', '900719925474.0991', '900719925474.0991'],
    ['price', '900719925474.0992', 'between 0 and'],
    ['price', true, 'number'],
    ['price', ['1'], 'number'],
    ['price', { a: 1 }, 'number'],
    ['effective_day', '10', 10],
    ['effective_day', '1e1', 'exponent'],
    ['effective_day', 1.5, 'whole'],
    ['effective_day', '٣', 'whole'],
    ['effective_day', '２０', 20],
    ['effective_day', -0, 0],
    ['effective_day', 36501, 'at most 36500'],
    ['effective_day', '9007199254740993', 'at most 36500'],
    ['effective_day', true, 'whole'],
    ['status', '10', 10],
    ['status', 30, 'options'],
    ['status', 'on_shelf', 'options'],
    ['status', true, 'options'],
    ['status', [10], 'options'],
    ['name', 'x'.repeat(255), 'x'.repeat(255)],
    ['name', 'x'.repeat(256), 'most 255'],
    ['name', '', 'required'],
    ['name', '  \t', 'required'],
    ['name', null, 'required'],
    ['name', 5, 'has to be text'],
    ['name', ['a'], 'has to be text'],
    ['name', 'a\0b', 'cannot be stored'],
    ['name', '\ud800', 'cannot be stored'],
    ['name', '𠮷'.repeat(255), '𠮷'.repeat(255)],
    ['name', "Robert'); DROP TABLE shop_product;--", "Robert'); DROP TABLE shop_product;--"],
    ['name', ' <b>85123A</b> ', '<b>85123A</b>'],
    ['name', '=1+1', '=1+1'],
    ['remark', 'e\u0301', 'e\u0301'],
    ['remark', '\u00e9', '\u00e9'],
    ['images', ['/a.png', '/a.png'], 'duplicate'],
    ['images', Array.from({ length: 9 }, (_, at) => `/a${at}.png`), 'items: 8'],
    ['images', ['javascript:x'], 'format'],
    ['images', '/a.png,/b.png', ['/a.png', '/b.png']],
    ['images', [1], 'has to be text'],
    ['category_id', 12345, 'does not exist'],
    ['category_id', -1, 'does not exist'],
    ['category_id', 0, null],
    ['category_id', '', null],
    ['category_id', [1], 'does not exist'],
  ])('%s takes or refuses %j', async (name, value, expected) => {
    const id = await add()
    const work = edit({ id, [name]: value })
    const said = await work.then(
      async () => (await row(id))[name],
      (error: { details: { errors: Record<string, string> } }) => error.details.errors[name],
    )
    if (typeof expected === 'string' && typeof said === 'string' && said !== expected)
      expect(said.toLowerCase()).toContain(expected.toLowerCase())
    else expect(said).toEqual(expected)
  })

  it('reports all fields at once, with missing ones on add, in the language of the caller', async () => {
    const refused = await refusal(create({ ...fixture.scope, language: 'zh-cn' }, product, { price: 'x', status: 7 }))
    expect(refused.code).toBe('invalid')
    expect(refused.details.errors).toEqual({
      product_no: '此项必填',
      name: '此项必填',
      price: '请输入数字',
      status: '请从列出的选项中选择',
    })
  })

  it('names the field of a value that is taken; case counts, deleted rows and empty values do not', async () => {
    const first = await add({ product_no: '85123A', bar_code: '' })
    await add({ product_no: '85123a', bar_code: null })
    for (const alike of ['\u200b85123A', '85123A\u00a0', ' 85123A'])
      expect((await refusal(add({ product_no: alike }))).code).toBe('duplicate')
    const refused = await refusal(add({ product_no: '85123A' }))
    expect([refused.code, refused.details.errors]).toEqual([
      'duplicate',
      { product_no: '“85123A” already exists. Enter another value' },
    ])
    const other = await add()
    expect((await refusal(edit({ id: other, product_no: '85123A' }))).details.errors).toHaveProperty('product_no')
    await remove(fixture.scope, product, [first])
    await edit({ id: other, product_no: '85123A' })
  })

  it('leaves a text as it was stored before blanks were removed, until somebody changes it', async () => {
    const id = await add()
    const { database, scope } = fixture
    const set = { name: ' Nut\u00a0', bar_code: 'B\u200b' }
    await database.write((trx) => trx.updateTable(product.table).set(set).where('id', '=', id).execute())
    await edit({ ...(await row(id)), price: '3' })
    expect(await row(id)).toMatchObject({ ...set, price: '3.0000' })
    await edit({ id, name: ' Nut ', bar_code: ' ' })
    expect(await row(id)).toMatchObject({ name: 'Nut', bar_code: '' })
    expect((await refusal(update(scope, product, { id, name: '\u200b\u3000' }))).details.errors).toHaveProperty('name')
  })

  it('holds warehouse, area and shelf together, also when only the warehouse leaves', async () => {
    const place = async (name: string, body: Record<string, unknown>) =>
      (await create(fixture.scope, fixture.of(name), { name: `${name} ${++number}`, serial_no: `S${number}`, ...body }))
        .id
    const [here, there] = [await place('warehouse', {}), await place('warehouse', {})]
    const area = await place('warehouse_area', { warehouse_id: here })
    const shelf = await place('warehouse_shelf', { warehouse_id: here, warehouse_area_id: area })
    expect(
      (
        await refusal(
          create(fixture.scope, fixture.of('warehouse_shelf'), {
            name: 'x',
            serial_no: 'x',
            warehouse_id: there,
            warehouse_area_id: area,
          }),
        )
      ).details.errors,
    ).toEqual({ warehouse_area_id: 'The selected record does not belong to “Warehouse”. Choose another' })
    const id = await add({ warehouse_id: here, warehouse_area_id: area, warehouse_shelf_id: shelf })
    expect(Object.keys((await refusal(edit({ id, warehouse_id: there }))).details.errors!)).toEqual([
      'warehouse_area_id',
      'warehouse_shelf_id',
    ])
    expect(Object.keys((await refusal(add({ warehouse_area_id: area }))).details.errors!)).toEqual([
      'warehouse_area_id',
    ])
    await edit({ id, warehouse_id: there, warehouse_area_id: null, warehouse_shelf_id: '' })
    await edit({ id, warehouse_id: here, warehouse_area_id: area })
    expect(await row(id)).toMatchObject({ warehouse: { id: here }, warehouseArea: { id: area }, warehouseShelf: null })
  })

  it('lets a reference to a deleted record stay, but not come back', async () => {
    const category = (await create(fixture.scope, fixture.of('category'), { name: 'old' })).id
    const id = await add({ category_id: category })
    await fixture.database.write((trx) =>
      trx.updateTable('shop_category').set({ deletetime: 5 }).where('id', '=', category).execute(),
    )
    await edit({ ...(await row(id)), name: 'renamed' })
    expect(await row(id)).toMatchObject({ name: 'renamed', category: { id: category, name: 'old', deleted: true } })
    await edit({ id, category_id: null })
    expect((await refusal(edit({ id, category_id: category }))).details.errors).toHaveProperty('category_id')
  })
})
