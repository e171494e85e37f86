/** "Why can't I?", and rules with a query in their name, which grant nothing. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bumpAccessVersion } from '../../../runtime/server/operation/access/access-version.ts'
import { ignoredRules } from '../../../runtime/server/identity/permissions/prepare-rules.ts'
import { engines } from '../../support/databases.ts'
import { flat, openTestApp, type TestApp } from './access-app.ts'

type Why = {
  node: string
  title: string
  allowed: boolean
  reason: string | null
  groups: { id: number; name: string }[]
  ask: { id: number; nickname: string }[]
}

describe.each(engines)('why an admin lacks a permission on $name', (engine) => {
  let app: TestApp
  let viewers: number
  let viewer: number
  let chief: number
  beforeAll(async () => {
    app = await openTestApp(engine)
    viewers = await app.group('viewers', ['shop/product/index', 'shop/brand/index'])
    viewer = await app.account('viewer', [viewers])
    chief = await app.account(
      'chief',
      [await app.group('chiefs', ['auth/group/index', 'auth/group/edit', 'shop/brand/index', 'shop/brand/add'])],
      { nickname: 'The chief' },
    )
    await app.account('former', [await app.group('all', '*')], { status: 0 })
  })
  afterAll(() => app.dispose())
  const why = async (admin: number, node: string, language = 'en') =>
    (await app.get<Why>(admin, `Index/why?node=${encodeURIComponent(node)}`, language)).data

  it('nothing, when it is held; case does not count', async () => {
    expect(await why(viewer, 'SHOP/brand/index')).toEqual({
      node: 'SHOP/brand/index',
      title: 'Brands: view',
      allowed: true,
      reason: null,
      groups: [{ id: viewers, name: 'viewers' }],
      ask: [],
    })
    expect(await why(1, 'shop/brand/del')).toMatchObject({ allowed: true, reason: null, ask: [] })
  })

  it('a right that no group grants: its translated name, the groups, and who may grant it', async () => {
    expect(await why(viewer, 'shop/brand/add')).toEqual({
      node: 'shop/brand/add',
      title: 'Brands: add',
      allowed: false,
      reason: 'no_right',
      groups: [{ id: viewers, name: 'viewers' }],
      ask: [
        { id: 1, nickname: 'Admin' },
        { id: chief, nickname: 'The chief' },
      ],
    })
    expect(await why(viewer, 'shop/brand/add', 'zh-cn')).toMatchObject({ title: '品牌-添加' })
    expect((await why(viewer, 'shop/brand/del')).ask).toEqual([{ id: 1, nickname: 'Admin' }])
    expect(await why(viewer, 'shop')).toMatchObject({ allowed: true })
  })

  it('names five admins at most', async () => {
    const all = await app.group('more', '*')
    for (const at of [1, 2, 3, 4, 5, 6]) await app.account(`boss${at}`, [all])
    expect((await why(viewer, 'shop/brand/del')).ask).toHaveLength(5)
  })

  it('a rule that is switched off: those who can switch it on; super admins pass all the same', async () => {
    const page = await app.rule('shop/product')
    await app.post(1, 'auth.Rule/edit', { id: page, status: '0' })
    expect(await why(viewer, 'shop/product/index')).toMatchObject({
      allowed: false,
      reason: 'disabled_rule',
      ask: expect.arrayContaining([{ id: 1, nickname: 'Admin' }]) as unknown[],
    })
    expect((await why(viewer, 'shop/product/index')).ask).not.toContainEqual({ id: chief, nickname: 'The chief' })
    expect(await why(1, 'shop/product/index')).toMatchObject({ allowed: true, reason: 'disabled_rule' })
    await app.post(1, 'auth.Rule/edit', { id: page, status: '1' })
    expect(await why(viewer, 'shop/product/index')).toMatchObject({ allowed: true, reason: null })
  })

  it('a group that is switched off gives nothing', async () => {
    const off = await app.group('resting', ['shop/unit/index'], { status: 0 })
    const idle = await app.account('idle', [off])
    expect(await why(idle, 'shop/unit/index')).toMatchObject({
      allowed: false,
      reason: 'no_right',
      groups: [{ id: off, name: 'resting' }],
    })
  })

  it('reports an unknown permission as unknown, also to super admins', async () => {
    for (const admin of [viewer, 1])
      expect(await why(admin, 'no/such/thing')).toMatchObject({
        title: 'no/such/thing',
        allowed: false,
        reason: 'unknown',
        ask: [],
      })
  })

  it.each(['', '?node=', '?node[]=shop', `?node=${'x'.repeat(101)}`])(
    'a question without a right is refused: %s',
    async (query) => {
      expect(await app.get(viewer, `Index/why${query}`)).toMatchObject({
        status: 200,
        code: 0,
        data: { reason: 'bad_query' },
      })
    },
  )

  it('strangers are sent to sign in', async () => {
    expect(await app.running.send('GET', '/admin/Index/why?node=shop')).toMatchObject({ code: 302 })
  })
})

describe.each(engines)('T78 a rule whose name contains a query on $name', (engine) => {
  const list = 'shop/brand/index?limit=1&Page=2'
  const drag = 'shop/brand/sortable?direction=up'
  let app: TestApp
  let reader: number
  beforeAll(async () => {
    app = await openTestApp(engine)
    const pid = await app.rule('shop/brand')
    // As an earlier version, or BuildAdmin, stored them.
    await app.database.write(async (trx) => {
      await bumpAccessVersion(trx)
      for (const name of [list, drag])
        await trx
          .insertInto('admin_rule')
          .values({ pid, type: 'button', title: 'Old', name, status: 1, version: 1, weigh: 0, create_time: 1 })
          .execute()
    })
    reader = await app.account('reader', [await app.group('readers', [list, drag])])
  })
  afterAll(() => app.dispose())

  it.each([
    'shop.Brand/index?limit=1&page=2',
    'shop.Brand/index?PAGE=2&LIMIT=1',
    'shop.Brand/index?page=2&limit=1&quickSearch=x&initKey=id',
    'shop.Brand/index?limit[]=1&page=2',
    'shop.Brand/index',
    'shop.Brand/export?limit=1&page=2',
    'shop.Brand/edit?id=1&limit=1&page=2',
  ])('grants nothing to %s', async (path) => {
    expect((await app.get(reader, path)).code).toBe(401)
  })

  it.each([
    ['', { direction: 'up', move: 1, target: 2 }],
    ['', { direction: 'up', DIRECTION: 'down', move: 1, target: 2 }],
    ['?direction=up', { move: 1, target: 2 }],
    ['?direction=up', { direction: 'up', id: 1, ids: [2], move: 1, target: 2 }],
  ])('grants nothing by address %o and body %o', async (query, body) => {
    expect((await app.post(reader, `shop.Brand/sortable${query}`, body)).code).toBe(401)
  })

  it('is not in the menu, is marked in the list of rules and listed at the start', async () => {
    const { data } = await app.get<{ menus: Record<string, unknown>[] }>(reader, 'Index/index')
    expect(flat(data.menus).map((node) => node['name'])).toEqual(['shop', 'shop/brand'])
    const { data: rules } = await app.get<{ list: Record<string, unknown>[] }>(1, 'auth.Rule/index')
    const titles = new Map(flat(rules.list).map((row) => [row['name'], row['title']]))
    expect(titles.get(list)).toBe('Old (grants nothing: query in the name)')
    expect(await ignoredRules(app.database)).toEqual([list, drag])
  })

  it('cannot be added or kept by an edit, by anybody; it can be disabled and deleted', async () => {
    const refusal = { code: 0, data: { errors: { name: expect.stringContaining('x-policy') as string } } }
    const id = await app.rule(drag)
    const added = { type: 'button', title: 'x', name: 'shop/brand/index?limit=100', pid: await app.rule('shop/brand') }
    expect(await app.post(1, 'auth.Rule/add', added)).toMatchObject(refusal)
    expect(await app.post(1, 'auth.Rule/edit', { id, name: drag, title: 'Kept' })).toMatchObject(refusal)
    expect(await app.post(1, 'auth.Rule/edit', { id: await app.rule('shop/brand'), name: list })).toMatchObject(refusal)
    expect(await app.post(1, 'auth.Rule/edit', { id, status: 0 })).toMatchObject({ code: 1 })
    expect(await app.del(1, 'auth.Rule/del', [id])).toMatchObject({ code: 1 })
  })
})
