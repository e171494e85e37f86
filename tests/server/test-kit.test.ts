/** The test kit of products: whole servers, signed-in accounts, records that schemas allow, and clear refusals. */
import { defineRouteContract } from 'tablewright/protocol'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { system } from '#generated/system/index.ts'
import { composeServer, type ModuleEntry } from '../../runtime/server/compose.ts'
import { openTestSite, RefusedError, type TestSite } from '../../runtime/testing/index.ts'
import { engines, type Place } from '../support/databases.ts'
import { loadTestModule } from '../support/schema-set.ts'
import { shop } from '../support/shop.ts'

const { manifest: yard } = await loadTestModule('yard')
const doNothing = async () => undefined
const effects = { 'yard/order': { fail: doNothing, tell: doNothing } }
const modules: readonly ModuleEntry[] = [
  { manifest: shop.manifest, server: null },
  { manifest: yard, server: { name: 'yard', effects } },
  { manifest: system, server: null },
]
const server = composeServer({ modules, describeTables: async () => ({}) })

describe.each(engines)('a test site on $name', (engine) => {
  let place: Place
  let site: TestSite
  beforeAll(async () => {
    place = await engine.place()
    site = await openTestSite(server, { databaseUrl: place.url, readerScript: inject('reader') })
  })
  afterAll(async () => {
    await site.close()
    await place.remove()
  })

  it('makes up records of every entity that can be added, with those they refer to', async () => {
    const admin = await site.admin()
    const models = (await server.models()).filter(
      ({ module, storage, actions }) => module !== 'system' && storage === 'table' && actions.includes('add'),
    )
    expect(models.length).toBeGreaterThan(5)
    for (const { id: entity } of models) {
      const ids = [await site.factory(entity).create(), await site.factory(entity).create()]
      const listed = await admin.list(entity, `limit=100`)
      expect(
        listed.map((row) => row['id']),
        entity,
      ).toEqual(expect.arrayContaining(ids))
    }
  })

  it('adds, reads, changes and removes records', async () => {
    const admin = await site.admin()
    const id = await site.factory('shop/brand').create({ name: 'Northwind' })
    await admin.edit('shop/brand', id, { name: 'Southwind' })
    expect(await admin.read('shop/brand', id)).toMatchObject({ id, name: 'Southwind' })
    await admin.remove('shop/brand', id)
    await expect(admin.read('shop/brand', id)).rejects.toThrow(RefusedError)
  })

  it('sends what a route declares for both sides, and says what was refused', async () => {
    const brands = defineRouteContract({
      path: 'shop.Brand/index',
      area: 'admin',
      method: 'GET',
      input: { type: 'object', properties: { quickSearch: { type: 'string', maxLength: 20 } } },
      answer: {
        type: 'object',
        properties: { list: { type: 'array', items: { type: 'object', properties: { name: { type: 'string' } } } } },
        required: ['list'],
      },
    })
    await site.factory('shop/brand').create({ name: 'Wind & Sons' })
    const { list } = await (await site.admin()).call(brands, { quickSearch: 'Wind & S' })
    expect(list.map(({ name }) => name)).toEqual(['Wind & Sons'])
    await expect(site.visitor.call(brands, {})).rejects.toThrow(RefusedError)
  })

  it('signs in accounts with the named permissions and no others', async () => {
    for (let number = 0; number < 3; number++) await site.admin({ rights: [] })
    const reader = await site.admin({ rights: ['shop/brand/index'] })
    await site.factory('shop/brand').create({ name: 'Visible' })
    expect((await reader.list('shop/brand')).map((row) => row['name'])).toContain('Visible')
    expect((await reader.post('/admin/shop.Brand/add', { name: 'x' })).code).toBe(401)
    await expect(reader.list('shop/unit')).rejects.toThrow(/GET \/admin\/shop\.Unit\/index.* was refused \(401\)/)
  })

  it('asks nothing in the name of somebody for a visitor', async () => {
    expect((await site.visitor.get('/admin/shop.Brand/index')).code).toBe(302)
  })

  it('names entities and permissions that do not exist', async () => {
    expect(() => site.factory('shop/brnd')).toThrow('there is no entity shop/brnd')
    await expect(site.admin({ rights: ['shop/brnd/index'] })).rejects.toThrow('there is no permission shop/brnd/index')
    await expect(site.member()).rejects.toThrow('there is no entity member/user')
  })

  it('leaves fields to the test that it cannot make up', async () => {
    const { build } = site.factory('shop/brand')
    expect(build({ name: 'Mine' })).toEqual({ name: 'Mine' })
    expect(build()['name']).not.toEqual(build()['name'])
  })
})

it('says where the reader is missing', async () => {
  await expect(openTestSite(server, { readerScript: '/nowhere/reader.mjs' })).rejects.toThrow(
    'there is no reader at /nowhere/reader.mjs',
  )
})
