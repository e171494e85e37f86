/** Rules for deleted records and sensitive data: what they keep, what comes back, and what is refused with a reason. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Row } from '../../../runtime/server/db/index.ts'
import { insertMany } from '../../../runtime/server/db/bulk-rows.ts'
import { removeOldRecovery } from '../../../runtime/server/identity/administration/log-retention.ts'
import { lockOrder } from '../../../runtime/server/core/models/lock-order.ts'
import { moduleEngines } from '../../support/databases.ts'
import { hashPassword } from '../../../runtime/server/identity/session/password.ts'
import { openTestApp, type TestApp } from '../access/access-app.ts'
import { models } from '../http/running-app.ts'

const boss = 1

interface Results {
  readonly count: number
  readonly results: readonly { readonly id: number; readonly ok: boolean; readonly msg: string }[]
}

describe.each(moduleEngines)('T13: recovery on $name', (engine) => {
  let app: TestApp
  let number = 0
  beforeAll(async () => {
    app = await openTestApp(engine)
    for (const entity of ['shop/warehouse', 'shop/warehouse_area', 'shop/supplier', 'system/admin'])
      expect((await app.post(boss, 'security.DataRecycle/add', { name: entity, entity, status: 1 })).code).toBe(1)
    const fields = { serial_no: 'Number', city: '' }
    await app.post(boss, 'security.SensitiveData/add', {
      name: 'W',
      entity: 'shop/warehouse',
      data_fields: fields,
      status: 1,
    })
  })
  afterAll(() => app?.dispose())

  const addTo = async (controller: string, body: object): Promise<number> => {
    const { code, msg, data } = await app.post(boss, `${controller}/add`, body)
    expect([code, msg, data]).toEqual([1, msg, data])
    return Number(data['id'])
  }
  const warehouse = (more: object = {}) =>
    addTo('shop.Warehouse', { serial_no: `W${(number += 1)}`, name: 'North', status: 1, warehouse_type: 10, ...more })
  const deleted = async (table: string, id: number) => {
    const { data } = await app.get(boss, `security.DataRecycleLog/index?limit=100`)
    const list = data['list'] as readonly Record<string, unknown>[]
    return list.find((row) => row['data_table'] === table && row['record_id'] === id)!
  }
  const changes = async (id: number) => {
    const { data } = await app.get(boss, `security.SensitiveDataLog/index?limit=100`)
    return (data['list'] as readonly Record<string, unknown>[]).filter((row) => row['record_id'] === id)
  }
  const restore = (admin: number, ...ids: unknown[]) =>
    app.post<Results>(admin, 'security.DataRecycleLog/restore', { ids })
  const rollBack = (admin: number, ...ids: unknown[]) =>
    app.post<Results>(admin, 'security.SensitiveDataLog/rollback', { ids })

  it('takes names of fields alone, and says what else they can be', async () => {
    const rule = { name: 'S', entity: 'shop/supplier', status: 1 }
    for (const data_fields of [[7], { name: 7 }, 'name'])
      expect((await app.post(boss, 'security.SensitiveData/add', { ...rule, data_fields })).data).toMatchObject({
        errors: { data_fields: 'This has to be names with a text each, in JSON an object' },
      })
    const { data } = await app.post(boss, 'security.SensitiveData/add', { ...rule, data_fields: ['name'] })
    expect(await app.row('sensitive_data', Number(data['id']))).toMatchObject({ data_fields: '{"name":"Name"}' })
    // Another language has another title, whoever saved the rule.
    const shown = await app.get<{ list: object[] }>(boss, 'security.SensitiveData/index', 'zh-cn')
    expect(shown.data.list).toContainEqual(expect.objectContaining({ name: 'S', data_fields: { name: '供应商名称' } }))
    await app.del(boss, 'security.SensitiveData/del', [Number(data['id'])])
  })

  it('brings a deleted row back as it was, once, and says who deleted it', async () => {
    const id = await warehouse({ city: 'Oslo' })
    const before = await app.row('shop_warehouse', id)
    await app.del(boss, 'shop.Warehouse/del', [id])
    const entry = await deleted('shop_warehouse', id)
    expect(entry).toMatchObject({ entity: 'shop/warehouse', title: 'North', admin_id: boss, is_restore: 0 })
    expect([entry['ip'], entry['recycle']]).toEqual(['127.0.0.1', { id: expect.anything(), name: 'shop/warehouse' }])
    expect(entry).not.toHaveProperty('data')
    const info = await app.get(boss, `security.DataRecycleLog/info?id=${String(entry['id'])}`)
    expect(info.data['row']).toMatchObject({ data: { city: 'Oslo', name: 'North' } })
    // Two at once: one brings it back, the other is refused.
    const both = await Promise.all([restore(boss, entry['id']), restore(boss, entry['id'])])
    expect(both.map(({ code }) => code).sort()).toEqual([0, 1])
    const { updatetime: _then, version, ...row } = before!
    expect(await app.row('shop_warehouse', id)).toMatchObject({ ...row, version: Number(version) + 1 })
    expect((await restore(boss, entry['id'])).msg).toBe('This record has already been restored.')
  })

  it('brings back what was only marked, and refuses each with its reason', async () => {
    const supplier = await addTo('shop.Supplier', { name: `S${(number += 1)}` })
    await app.del(boss, 'shop.Supplier/del', [supplier])
    const [gone, taken, exists] = [await warehouse(), await warehouse({ serial_no: 'TAKEN' }), await warehouse()]
    const area = await addTo('shop.WarehouseArea', { warehouse_id: gone, serial_no: 'A', name: 'A', status: 1 })
    await app.del(boss, 'shop.WarehouseArea/del', [area])
    await app.del(boss, 'shop.Warehouse/del', [gone, taken, exists])
    const rows = await app.database.query
      .selectFrom('data_recycle_log')
      .selectAll()
      .where('record_id', '=', exists)
      .execute()
    const kept = JSON.parse(String(rows.find((row) => row['data_table'] === 'shop_warehouse')!['data']))
    await app.database.write((trx) => trx.insertInto('shop_warehouse').values(kept).execute())
    await warehouse({ serial_no: 'TAKEN' })
    const entries = await Promise.all([
      deleted('shop_supplier', supplier),
      deleted('shop_warehouse_area', area),
      deleted('shop_warehouse', taken),
      deleted('shop_warehouse', exists),
    ])
    const { code, msg, data } = await restore(boss, ...entries.map((entry) => entry['id']))
    expect([code, msg]).toEqual([1, '1 restored, 3 not restored.'])
    const [, orphan, taker, there] = data.results
    expect((await app.row('shop_supplier', supplier))!['deletetime']).toBeNull()
    expect(orphan!.msg).toBe('“A” cannot be restored because its “Warehouse” was deleted. Restore that record first.')
    expect(taker!.msg).toMatch(/^Another record has the same value now: /)
    expect(there!.msg).toBe('A record with this ID exists again.')
    // The warehouse first, then its area.
    const parent = await deleted('shop_warehouse', gone)
    expect((await restore(boss, parent['id'], entries[1]['id'])).data.count).toBe(2)
  })

  it('refuses rows that no longer fit the table', async () => {
    const id = await warehouse()
    await app.del(boss, 'shop.Warehouse/del', [id])
    const entry = await deleted('shop_warehouse', id)
    await app.database.write((trx) =>
      trx
        .updateTable('data_recycle_log')
        .set({ data: JSON.stringify({ id, serial_no: 'X', warehouse_type: 77, floor: 3 }) })
        .where('id', '=', Number(entry['id']))
        .execute(),
    )
    const { code, msg } = await restore(boss, entry['id'])
    expect([code, msg]).toEqual([0, expect.stringMatching(/floor, Name, Type/)])
  })

  it('keeps decimals as they read, whatever digits their field has by then', async () => {
    await app.post(boss, 'security.DataRecycle/add', { name: 'P', entity: 'shop/product', status: 1 })
    const watch = { name: 'P', entity: 'shop/product', data_fields: { price: '' }, status: 1 }
    await app.post(boss, 'security.SensitiveData/add', watch)
    const id = await addTo('shop.Product', { product_no: 'P1', name: 'Flour', price: '12.5' })
    await app.post(boss, 'shop.Product/edit', { id, price: '13' })
    const log = async (table: string, values: object) =>
      app.database.write((trx) => trx.updateTable(table).set(values).where('record_id', '=', id).execute())
    const [change] = await changes(id)
    // As they were written while prices had one digit.
    await log('sensitive_data_log', { before: '"12.5"', after: '"13.0"' })
    expect((await rollBack(boss, change!['id'])).msg).toBe('1 rolled back.')
    expect((await app.row('shop_product', id))!['price']).toBe(125_000)
    await app.del(boss, 'shop.Product/del', [id])
    await app.database.write((trx) => trx.deleteFrom('shop_product').where('id', '=', id).execute())
    const entry = await deleted('shop_product', id)
    const info = await app.get<{ row: { data: object } }>(
      boss,
      `security.DataRecycleLog/info?id=${String(entry['id'])}`,
    )
    expect(info.data.row.data).toMatchObject({ price: '12.5000' })
    const rest = { id, product_no: 'P1', name: 'Flour', version: 3 }
    await log('data_recycle_log', { data: JSON.stringify({ ...rest, price: '3.12345' }) })
    expect((await restore(boss, entry['id'])).msg).toMatch(/fit: Unit price\.$/)
    await log('data_recycle_log', { data: JSON.stringify({ ...rest, price: '3.50', safety_stock_num: 7 }) })
    await restore(boss, entry['id'])
    expect(await app.row('shop_product', id)).toMatchObject({ price: 35_000, safety_stock_num: 7000 })
  })

  it('encrypts secrets, and lets super administrators alone bring accounts back', async () => {
    const secret = 'scrypt$secret-hash'
    const staff = await app.group('staff', [
      'security/dataRecycleLog/restore',
      'security/dataRecycleLog/index',
      'auth/admin/index',
    ])
    const clerk = await app.account('clerk', [staff])
    const id = await app.account('leaver', [staff], { password: secret })
    await app.del(boss, 'auth.Admin/del', [id])
    const entry = await deleted('admin', id)
    const stored = await app.row('data_recycle_log', Number(entry['id']))
    expect(JSON.stringify(stored)).not.toContain('secret-hash')
    // Which of the accounts the clerk could have seen, nobody can say once they are gone.
    expect((await app.get(clerk, 'security.DataRecycleLog/index')).data['list']).toEqual([])
    const refused = await restore(clerk, entry['id'])
    expect(refused.code).toBe(0)
    expect((await restore(boss, entry['id'])).code).toBe(1)
    expect((await app.row('admin', id))!['password']).toBe(secret)
  })

  it('shows entries to those who see the table, and asks for the right', async () => {
    const id = await warehouse()
    await app.del(boss, 'shop.Warehouse/del', [id])
    const entry = await deleted('shop_warehouse', id)
    const nodes = ['index', 'info', 'restore'].map((action) => `security/dataRecycleLog/${action}`)
    const blind = await app.account('blind', [await app.group('blind', nodes)])
    const reader = await app.account('reader', [
      await app.group('reader', ['security/dataRecycleLog/index', 'shop/warehouse/index']),
    ])
    const totalOf = async (admin: number) => (await app.get(admin, 'security.DataRecycleLog/index')).data['total']
    expect([await totalOf(blind), Number(await totalOf(reader)) > 0]).toEqual([0, true])
    expect((await restore(blind, entry['id'])).code).toBe(0)
    expect((await restore(reader, entry['id'])).code).toBe(401)
    expect(await app.row('shop_warehouse', id)).toBeUndefined()
  })

  it('shows old entries too, however many newer ones there are, and of sensitive fields those one sees', async () => {
    const logs = ['dataRecycleLog', 'sensitiveDataLog'].map((name) => `security/${name}/index`)
    const reader = await app.account('digger', [await app.group('diggers', [...logs, 'shop/warehouse/index'])])
    const id = await warehouse({ city: 'Oslo' })
    await app.post(boss, 'shop.Warehouse/edit', { id, city: 'Rome' })
    await app.del(boss, 'shop.Warehouse/del', [id])
    const entry = await deleted('shop_warehouse', id)
    await app.database.write(async (trx) => {
      const { id: _id, ...newer } = (await trx
        .selectFrom('data_recycle_log')
        .selectAll()
        .where('id', '=', entry['id'] as number)
        .executeTakeFirstOrThrow()) as Row
      const table = (await models()).find((one) => one.id === 'system/data_recycle_log')!
      const rows = Array.from({ length: 5010 }, () => ({ ...newer, record_id: 0, title: 'newer' }))
      await insertMany(app.database, table, trx, rows)
    })
    const find = (controller: string) =>
      app.get(reader, `${controller}/index?search[0][field]=record_id&search[0][operator]=eq&search[0][val]=${id}`)
    expect((await find('security.DataRecycleLog')).data['total']).toBe(1)
    expect((await find('security.SensitiveDataLog')).data['total']).toBe(1)
    // Clients of BuildAdmin search in the data: of many entries all are looked at, and too many matches are refused.
    const search = async (text: string) =>
      app.running.send<{ total?: number; reason?: string }>(
        'GET',
        `/admin/security.DataRecycleLog/index?search[0][field]=data&search[0][operator]=LIKE&search[0][val]=${text}`,
        { token: await app.token(reader), headers: { 'think-lang': 'en' } },
      )
    await app.database.write((trx) =>
      trx
        .updateTable('data_recycle_log')
        .set({ data: JSON.stringify({ city: 'Bergen' }) })
        .where('title', '=', 'newer')
        .execute(),
    )
    expect((await search('Oslo')).data.total).toBe(0)
    expect((await search('Rome')).data.total).toBe(1)
    const broad = await search('Bergen')
    expect(broad).toMatchObject({ code: 0, data: { reason: 'bad_query' } })
    expect(broad.msg).toBe('More than 200 entries match “Bergen”. Search for something more specific.')
    const hidden = await app.account('hidden', [await app.group('hidden', logs)])
    expect((await app.get(hidden, 'security.SensitiveDataLog/index')).data['total']).toBe(0)
    await app.database.write((trx) => trx.deleteFrom('data_recycle_log').where('title', '=', 'newer').execute())
  })

  it('keeps former values of watched fields and rolls one back, once, unless it changed since', async () => {
    const id = await warehouse({ city: 'Oslo' })
    await app.post(boss, 'shop.Warehouse/edit', { id, city: 'Bergen', name: 'South' })
    await app.post(boss, 'shop.Warehouse/edit', { id, city: '' })
    const [emptied, moved] = await changes(id)
    expect([moved!['data_comment'], moved!['before'], moved!['after'], moved!['admin_id']]).toEqual([
      'City',
      'Oslo',
      'Bergen',
      boss,
    ])
    // The title of the schema is shown in the language of who reads it.
    const chinese = await app.get(boss, `security.SensitiveDataLog/info?id=${String(moved!['id'])}`, 'zh-cn')
    expect(chinese.data['row']).toMatchObject({ data_comment: '所在城市' })
    const listed = await app.get(boss, 'security.SensitiveDataLog/index?limit=100', 'zh-cn')
    expect((listed.data['list'] as object[]).find((row) => (row as { id: unknown }).id === moved!['id'])).toMatchObject(
      {
        data_comment: '所在城市',
      },
    )
    // What is looked at says which record it is about.
    const info = await app.get(boss, `security.SensitiveDataLog/info?id=${String(moved!['id'])}`)
    expect((info.data['row'] as { readonly facts: object[] }).facts[0]).toMatchObject({ name: 'title', text: 'North' })
    expect((await rollBack(boss, moved!['id'])).msg).toMatch(/City.*changed since/)
    const both = await Promise.all([rollBack(boss, emptied!['id']), rollBack(boss, emptied!['id'])])
    expect(both.map(({ code }) => code).sort()).toEqual([0, 1])
    expect((await app.row('shop_warehouse', id))!['city']).toBe('Bergen')
    expect((await rollBack(boss, emptied!['id'])).msg).toBe('This change has already been rolled back.')
    await app.del(boss, 'shop.Warehouse/del', [id])
    expect((await rollBack(boss, moved!['id'])).msg).toBe('The record no longer exists. Restore it first.')
  })

  it('a rule names its fields in the reader’s language; saving them in another one changes nothing', async () => {
    const { data } = await app.get(boss, 'security.SensitiveData/index')
    const rule = (data['list'] as { readonly id: number; readonly entity: string }[]).find(
      ({ entity }) => entity === 'shop/warehouse',
    )!
    const titles = async (language: 'en' | 'zh-cn') => {
      const { data: listed } = await app.get(boss, 'security.SensitiveData/index', language)
      const { data: edited } = await app.get(boss, `security.SensitiveData/edit?id=${rule.id}`, language)
      const inList = (listed['list'] as Record<string, unknown>[]).find(({ id }) => id === rule.id)
      return [inList!['data_fields'], (edited['row'] as Record<string, unknown>)['data_fields']]
    }
    // A title of one's own stays as it is.
    const [english, chinese] = [
      { serial_no: 'Number', city: 'City' },
      { serial_no: 'Number', city: '所在城市' },
    ]
    expect([await titles('en'), await titles('zh-cn')]).toEqual([
      [english, english],
      [chinese, chinese],
    ])
    const stored = async () => JSON.parse(String((await app.row('sensitive_data', rule.id))!['data_fields'])) as unknown
    expect((await app.post(boss, 'security.SensitiveData/edit', { id: rule.id, data_fields: chinese })).code).toBe(1)
    expect(await stored()).toEqual(english)
    const renamed = { serial_no: 'Number', city: 'Town' }
    await app.post(boss, 'security.SensitiveData/edit', { id: rule.id, data_fields: renamed })
    expect(await stored()).toEqual(renamed)
    await app.post(boss, 'security.SensitiveData/edit', { id: rule.id, data_fields: english })
  })

  it('keeps what changes beside the operations: references that a deletion takes, and the own account', async () => {
    const watch = (entity: string, names: readonly string[]) =>
      app.post(boss, 'security.SensitiveData/add', {
        name: entity,
        entity,
        data_fields: Object.fromEntries(names.map((name) => [name, ''])),
        status: 1,
      })
    expect((await watch('system/admin_group', ['rules'])).code).toBe(1)
    expect((await watch('system/admin', ['motto', 'email', 'password'])).code).toBe(1)
    const page = { type: 'menu_dir', title: 'Own', name: 'own', status: 1 }
    const rule = await addTo('auth.Rule', page)
    const group = await app.group('ruled', [], { rules: JSON.stringify([rule, 1]) })
    await app.del(boss, 'auth.Rule/del', [rule])
    const [lost] = await changes(group)
    expect([lost!['data_field'], lost!['before'], lost!['after']]).toEqual([
      'rules',
      expect.anything(),
      expect.anything(),
    ])
    expect((await app.row('sensitive_data_log', Number(lost!['id'])))!['after']).toBe(JSON.stringify('[1]'))
    const hash = await hashPassword('Old-paint-2026')
    const own = await app.account('own', [await app.group('own', [])], { password: hash, motto: 'before' })
    expect((await app.post(own, 'routine.AdminInfo/edit', { motto: 'after' })).code).toBe(1)
    const passwords = { current_password: 'Old-paint-2026', password: 'Blue-paint-2027' }
    expect((await app.post(own, 'routine.AdminInfo/password', passwords)).code).toBe(1)
    expect(
      (await changes(own))
        .filter((one) => one['admin_id'] === own)
        .map((one) => [one['data_field'], one['before'], one['after']]),
    ).toEqual([
      ['password', '******', '******'],
      ['motto', 'before', 'after'],
    ])
    const secret = (await changes(own)).find((one) => one['data_field'] === 'password')!
    const { before, after } = (await app.row('sensitive_data_log', Number(secret['id'])))!
    expect([before, after]).toEqual(['"******"', '"******"'])
  })

  it('records nothing of a change that is taken back, and nothing while a rule is off', async () => {
    const [id, other] = [await warehouse(), await warehouse()]
    const { serial_no: number } = (await app.row('shop_warehouse', other))!
    expect((await app.post(boss, 'shop.Warehouse/edit', { id, serial_no: number })).code).toBe(0)
    expect(await changes(id)).toEqual([])
    const rules = (await app.get(boss, 'security.SensitiveData/index')).data['list'] as readonly {
      readonly id: number
      readonly name: string
    }[]
    const { id: rule } = rules.find(({ name }) => name === 'W')!
    await app.post(boss, 'security.SensitiveData/edit', { id: rule, status: 0 })
    await app.post(boss, 'shop.Warehouse/edit', { id, city: 'Tromso' })
    expect(await changes(id)).toEqual([])
  })

  it('is kept as long as the site wants', async () => {
    const [now, day] = [Math.floor(Date.now() / 1000), 86_400]
    const counts = () =>
      Promise.all(
        ['data_recycle_log', 'sensitive_data_log'].map(
          async (table) => (await app.database.query.selectFrom(table).select('id').execute()).length,
        ),
      )
    const id = await warehouse({ city: 'Oslo' })
    await app.del(boss, 'shop.Warehouse/del', [id])
    await app.database.write(async (trx) => {
      const limit = { key: 'purge_limit', value: String(now - day) }
      await trx.insertInto('tablewright_meta').values(limit).execute()
      await trx
        .updateTable('sensitive_data_log')
        .set({ create_time: now - 40 * day })
        .where('id', '>', 0)
        .execute()
    })
    const [bin] = await counts()
    await removeOldRecovery(app.database, 0)
    expect((await counts())[1]).toBeGreaterThan(0)
    await removeOldRecovery(app.database, 30)
    expect(await counts()).toEqual([bin, 0])
  })

  it('leaves out what other mechanisms own, and says why', async () => {
    const errorOf = async (entity: string) =>
      (await app.post<{ errors?: Record<string, string> }>(boss, 'security.DataRecycle/add', { name: 'x', entity }))
        .data.errors?.['entity']
    expect(await errorOf('system/attachment')).toMatch(/^Files cannot be watched/)
    expect(await errorOf('system/data_recycle_log')).toMatch(/maintains this table itself/)
    expect(await errorOf('nowhere')).toMatch(/^This table does not exist/)
    expect(await errorOf('shop/warehouse')).toMatch(/already/)
    // As BuildAdmin's form asks and posts.
    const { controllers } = (await app.get(boss, 'security.DataRecycle/add')).data
    expect(controllers).toHaveProperty(['shop/Brand.php'], 'shop/Brand.php')
    expect(controllers).not.toHaveProperty(['routine/Attachment.php'])
    const old = {
      name: 'Old',
      controller: 'shop/Brand.php',
      controller_as: '',
      data_table: '',
      primary_key: '',
      status: '1',
    }
    expect((await app.post(boss, 'security.DataRecycle/add', old)).code).toBe(1)
    const { data } = await app.get(boss, 'security.SensitiveData/tables')
    const tables = data['list'] as readonly { readonly id: string; readonly reason: string | null }[]
    expect(tables.find(({ id }) => id === 'shop/warehouse')!.reason).toBeNull()
  })

  it('T20: takes back only what the caller might add or edit in its table', async () => {
    for (const rules of ['DataRecycle', 'SensitiveData']) {
      const { list } = (await app.get<{ list: { id: number }[] }>(boss, `security.${rules}/index?limit=100`)).data
      await app.del(
        boss,
        `security.${rules}/del`,
        list.map(({ id }) => id),
      )
    }
    const parent = await warehouse()
    const area = { warehouse_id: parent, serial_no: 'M', name: 'M' }
    const areaId = await addTo('shop.WarehouseArea', area)
    const tables: Readonly<Record<string, object>> = {
      brand: { name: 'M' },
      category: { name: 'M' },
      supplier: { name: 'M' },
      unit: { name: 'M' },
      warehouse: { serial_no: 'M', name: 'M' },
      warehouseArea: { ...area, serial_no: 'N' },
      warehouseShelf: { warehouse_id: parent, warehouse_area_id: areaId, serial_no: 'M', name: 'M' },
      product: { product_no: 'M', name: 'M' },
    }
    const logs = [
      'dataRecycleLog/index',
      'dataRecycleLog/restore',
      'sensitiveDataLog/index',
      'sensitiveDataLog/rollback',
    ]
    const roleOf = async (name: string, ...actions: readonly string[]) => {
      const nodes = Object.keys(tables).flatMap((page) => actions.map((action) => `shop/${page}/${action}`))
      const group = await app.group(name, [...nodes, ...logs.map((node) => `security/${node}`)])
      return app.account(name, [group])
    }
    const [reader, adder, editor] = [
      await roleOf('m-reader', 'index', 'del'),
      await roleOf('m-adder', 'index', 'add'),
      await roleOf('m-editor', 'index', 'edit'),
    ]
    for (const [page, body] of Object.entries(tables)) {
      const entity = `shop/${page.replace(/[A-Z]/, (letter) => `_${letter.toLowerCase()}`)}`
      const controller = `shop.${page.charAt(0).toUpperCase()}${page.slice(1)}`
      const rule = { name: `m-${page}`, entity, status: 1 }
      await app.post(boss, 'security.DataRecycle/add', rule)
      await app.post(boss, 'security.SensitiveData/add', { ...rule, data_fields: { name: '' } })
      const id = await addTo(controller, body)
      await app.post(boss, `${controller}/edit`, { id, name: 'Changed' })
      const change = (await changes(id)).find((entry) => entry['entity'] === entity)
      const name = async () => (await app.row(entity.replace('/', '_'), id))?.['name']
      for (const admin of [reader, adder]) expect((await rollBack(admin, change!['id'])).msg).toMatch(/“.+: edit”/)
      expect([page, await name()]).toEqual([page, 'Changed'])
      expect([page, (await rollBack(editor, change!['id'])).msg]).toEqual([page, '1 rolled back.'])
      await app.del(boss, `${controller}/del`, [id])
      const entry = await deleted(entity.replace('/', '_'), id)
      for (const admin of [reader, editor])
        expect((await restore(admin, entry['id'])).msg).toMatch(/“.+: (add|restore)”/)
      expect([page, (await restore(adder, entry['id'])).msg]).toEqual([page, '1 restored.'])
      expect([page, await name()]).toEqual([page, 'M'])
    }
  })
})

it('locks the logs after all that a restore locks', async () => {
  const order = lockOrder(await models())
  const logs = ['admin_log', 'import_change', 'data_recycle_log', 'sensitive_data_log']
  // A running import marks what it has stored when all else is done; no restore locks its tables.
  expect(order.slice(-6)).toEqual([...logs, 'import_run', 'import_part'])
})
