/** Rules and logs of deleted records and sensitive data, and notices, follow tables and fields to new names. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { renameLoggedEntities } from '../../../runtime/server/operation/audit/rename-entity.ts'
import { engines } from '../../support/databases.ts'
import { openTestApp, type TestApp } from '../access/access-app.ts'
import { models } from '../http/running-app.ts'

const boss = 1

describe.each(engines)('new names on $name', (engine) => {
  let app: TestApp
  beforeAll(async () => {
    app = await openTestApp(engine)
    const entity = 'shop/warehouse'
    await app.post(boss, 'security.DataRecycle/add', { name: entity, entity, status: 1 })
    const data_fields = { serial_no: 'Number', city: '' }
    await app.post(boss, 'security.SensitiveData/add', { name: 'W', entity, data_fields, status: 1 })
  })
  afterAll(() => app?.dispose())

  it('follows a table and its fields to new names, so that nothing goes unwatched', async () => {
    const place = { serial_no: 'W1', name: 'North', status: 1, warehouse_type: 10, city: 'Bergen' }
    const id = Number((await app.post(boss, 'shop.Warehouse/add', place)).data['id'])
    await app.post(boss, 'shop.Warehouse/edit', { id, city: 'Moss' })
    await app.del(boss, 'shop.Warehouse/del', [id])
    const model = (await models()).find(({ id: entity }) => entity === 'shop/warehouse')!
    const fieldsNamed = (name: string, renamedFrom: string | readonly string[]) =>
      model.fields.map((field) =>
        field.name === 'city' || field.name === name ? { ...field, name, renamedFrom } : field,
      )
    const depot = {
      ...model,
      id: 'shop/depot',
      table: 'shop_depot',
      page: 'shop/depot',
      controller: 'shop.Depot',
      renamedFrom: ['shop/store', 'shop/warehouse'],
      fields: fieldsNamed('town', ['place', 'city']),
    }
    const read = async () => {
      const { query } = app.database
      const rule = await query
        .selectFrom('sensitive_data')
        .selectAll()
        .where('name', '=', 'W')
        .executeTakeFirstOrThrow()
      const recycle = query.selectFrom('data_recycle').selectAll().where('name', '=', 'shop/warehouse')
      const change = query.selectFrom('sensitive_data_log').selectAll().where('record_id', '=', id)
      const deletion = query.selectFrom('data_recycle_log').selectAll().where('record_id', '=', id)
      const [bin, log, entry] = [
        await recycle.executeTakeFirstOrThrow(),
        await change.where('sensitive_id', '=', Number(rule['id'])).executeTakeFirstOrThrow(),
        await deletion
          .where('recycle_id', '=', Number((await recycle.executeTakeFirstOrThrow())['id']))
          .executeTakeFirstOrThrow(),
      ]
      return [rule, bin, log, entry]
    }
    const link = '/admin/shop/warehouse?search[0][field]=city&search[0][val]=city'
    const notice = await app.database.write((trx) =>
      trx.insertInto('notice').values({ title: 'n', path: link, version: 1 }).returning('id').executeTakeFirstOrThrow(),
    )
    const before = await read()
    for (let round = 0; round < 2; round++) {
      await renameLoggedEntities(app.database as never, [depot])
      const [rule, bin, log, entry] = await read()
      const names = { entity: 'shop/depot', data_table: 'shop_depot' }
      const controller = { controller: 'shop/Depot.php', controller_as: 'shop/depot' }
      expect([rule, bin]).toMatchObject([
        { ...names, ...controller },
        { ...names, ...controller },
      ])
      expect(Object.keys(JSON.parse(String(rule!['data_fields'])) as object)).toEqual(['serial_no', 'town'])
      expect([log, entry]).toMatchObject([{ ...names, data_field: 'town' }, names])
    }
    expect((await app.row('notice', Number(notice['id'])))?.['path']).toBe(
      '/admin/shop/depot?search[0][field]=town&search[0][val]=city',
    )
    const back = { ...model, renamedFrom: 'shop/depot', fields: fieldsNamed('city', 'town') }
    await renameLoggedEntities(app.database as never, [back])
    expect(await read()).toEqual(before)
  })
})
