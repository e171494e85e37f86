/** Fields that the help desk adds to the products of the shop: in lists, the API, imports and the table. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { defineServerModule } from 'tablewright/server'
import { system } from '#generated/system/index.ts'
import { applyPlan, planDatabase } from '../../../runtime/server/db/index.ts'
import { openTestApp, type TestApp } from '../../server/access/access-app.ts'
import { models } from '../../server/http/running-app.ts'
import { moduleEngines } from '../../support/databases.ts'
import { form } from '../../support/multipart.ts'
import { loadTestModules } from '../../support/schema-set.ts'
import { shop as plainShop } from '../../support/shop.ts'
import { manifest as plainHelpdesk } from './server.ts'

const [shop, helpdesk] = await loadTestModules(['shop', 'helpdesk'])
const manifests = [shop!.manifest, helpdesk!.manifest, system]

interface Products {
  readonly list: readonly Record<string, unknown>[]
  readonly total: number
}

describe.each(moduleEngines)('an overlay on $name', (engine) => {
  let app: TestApp
  let root = 0
  let ticket = 0
  const lowered: unknown[] = []
  const server = defineServerModule<{
    tables: object
    entities: {
      'shop/product': {
        columns: { helpdesk_level: number; name: string }
        row: object
        input: object
        lines: {}
        actions: {}
        rights: never
        postings: {}
        documents: never
      }
    }
    effects: {}
  }>({
    name: 'helpdesk',
    hooks: {
      'shop/product': {
        beforeUpdate(_scope, _trx, { given }, current) {
          if (current.helpdesk_level === 2 && given.get('helpdesk_level') === 1) lowered.push(current.name)
          return Promise.resolve()
        },
      },
    },
  })
  beforeAll(async () => {
    const effects = { 'helpdesk/question': { tellWho: async () => {} } }
    app = await openTestApp(engine, { servers: [{ ...server, effects }] }, manifests)
    root = await app.account('root', [await app.group('root', '*')])
    ticket = Number((await app.post(root, 'helpdesk.Ticket/add', { subject: 'It beeps' })).data['id'])
  })
  afterAll(() => app.dispose())

  const add = async (product_no: string, more: object) =>
    app.post(root, 'shop.Product/add', { product_no, name: product_no, ...more })
  const list = async (query: string) => (await app.get<Products>(root, `shop.Product/index?${query}`)).data

  it('stores, lists, filters, searches and edits its fields with those of the entity', async () => {
    expect(await add('P1', {})).toMatchObject({ code: 1 })
    const full = { helpdesk_level: 2, helpdesk_ticket_id: ticket, helpdesk_note: 'Call first' }
    const { data } = await add('P2', full)
    expect(await add('P3', { helpdesk_level: 2 })).toMatchObject({
      code: 0,
      data: { errors: { helpdesk_note: expect.any(String) } },
    })
    expect(await add('P3', { helpdesk_level: 3 })).toMatchObject({
      code: 0,
      data: { errors: { helpdesk_level: expect.any(String) } },
    })
    const filter = 'search[0][field]=helpdesk_level&search[0][operator]=eq&search[0][val]='
    expect((await list(`${filter}1`)).list).toMatchObject([{ product_no: 'P1', helpdesk_level: 1, helpdesk_note: '' }])
    const [second] = (await list(`${filter}2`)).list
    expect(second).toMatchObject({ product_no: 'P2', ...full, helpdeskTicket: { id: ticket, subject: 'It beeps' } })
    expect(await list('quickSearch=call%20first')).toMatchObject({ total: 1 })
    expect((await list('order=helpdesk_level,desc')).list.map((row) => row['product_no'])).toEqual(['P2', 'P1'])
    const id = Number(data['id'])
    const edited = { id, helpdesk_level: 1, version: second!['version'] }
    expect(await app.post(root, 'shop.Product/edit', edited)).toMatchObject({ code: 1 })
    expect(lowered).toEqual(['P2'])
    const history = await app.get(root, `shop.Product/history?id=${id}`)
    expect(history.text).toContain('"changes":[{"field":"helpdesk_level","before":2,"after":1}]')
    // What it refers to knows its references: the ticket goes, and the product stays.
    expect(await app.del(root, 'helpdesk.Ticket/del', [ticket])).toMatchObject({ code: 1 })
    expect(await app.row('shop_product', id)).toMatchObject({ helpdesk_level: 1, helpdesk_ticket_id: null })
  })

  it('takes part in imports and exports', async () => {
    const csv = 'Product no.,Name,Support level,Support notes\nP8,Pump,Full,Two people\n'
    const map = JSON.stringify({
      product_no: 'Product no.',
      name: 'Name',
      helpdesk_level: 'Support level',
      helpdesk_note: 'Support notes',
    })
    const { payload, headers } = form([
      { name: 'map', bytes: map },
      { file: 'products.csv', type: 'text/csv', bytes: csv },
    ])
    const imported = await app.running.send('POST', '/admin/shop.Product/import', {
      token: await app.token(root),
      headers: { ...headers, 'think-lang': 'en', 'x-tablewright': '1' },
      payload,
    })
    expect(imported).toMatchObject({ code: 1, data: { created: 1, refused: 0 } })
    const { text } = await app.get(root, 'shop.Product/export?format=csv&quickSearch=Pump')
    expect(text).toMatch(/Support level.*Last ticket/)
    expect(text).toContain('Full')
  })

  it('leaves its columns where they are when its module is removed, and finds them when it comes back', async () => {
    const kept = ['helpdesk_level', 'helpdesk_ticket_id', 'helpdesk_note']
    const without = await models([plainShop.manifest, plainHelpdesk, system])
    const removed = await applyPlan(app.database, without, { safeOnly: true })
    expect(removed.left.map(({ kind, column, blocking }) => [kind, column, blocking])).toEqual(
      kept.map((column) => ['drop-column', column, false]),
    )
    const values = { product_no: 'P9', name: 'Between', createtime: 1, version: 1 }
    await app.database.write((trx) => trx.insertInto('shop_product').values(values).execute())
    const back = await applyPlan(app.database, await models(manifests), { safeOnly: true })
    expect(back.left).toEqual([])
    expect(await planDatabase(app.database, await models(manifests))).toMatchObject({ steps: [] })
    const rows = app.database.query.selectFrom('shop_product').select(['product_no', 'helpdesk_level', 'helpdesk_note'])
    expect(await rows.where('product_no', 'in', ['P8', 'P9']).orderBy('product_no').execute()).toEqual([
      { product_no: 'P8', helpdesk_level: 2, helpdesk_note: 'Two people' },
      { product_no: 'P9', helpdesk_level: 1, helpdesk_note: null },
    ])
  })
})
