/** "Why can't I?" and rules that count for some requests only. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engines } from '../../support/databases.ts'
import { openTestApp, type TestApp } from './access-app.ts'

type Why = {
  node: string
  title: string
  allowed: boolean
  reason: string | null
  groups: { id: number; name: string }[]
  ask: { id: number; nickname: string }[]
}

describe.each(engines)('what stands between an admin and a right on $name', (engine) => {
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

  it('a right no group of his gives: its name in his language, his groups, and who may grant it', async () => {
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

  it('a right there is not is told as such, also to super admins', async () => {
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

describe.each(engines)('a rule whose name carries a query on $name', (engine) => {
  let app: TestApp
  let reader: number
  beforeAll(async () => {
    app = await openTestApp(engine)
    const added = await app.post<{ id: number }>(1, 'auth.Rule/add', {
      pid: await app.rule('shop/brand'),
      type: 'button',
      title: 'Pages of one',
      name: 'shop/brand/index?limit=1&Page=2',
    })
    expect(added.code).toBe(1)
    await app.post(1, 'auth.Rule/add', {
      pid: await app.rule('shop/brand'),
      type: 'button',
      title: 'Drag',
      name: 'shop/brand/sortable?direction=up',
    })
    reader = await app.account('reader', [
      await app.group('readers', ['shop/brand/index?limit=1&Page=2', 'shop/brand/sortable?direction=up']),
    ])
  })
  afterAll(() => app.dispose())

  it.each([
    ['shop.Brand/index?limit=1&page=2', 1],
    ['shop.Brand/index?page=2&limit=1&quickSearch=x', 1],
    ['shop.Brand/index?PAGE=2&LIMIT=1', 1],
    ['shop.Brand/index', 401],
    ['shop.Brand/index?limit=1', 401],
    ['shop.Brand/index?limit=1&page=3', 401],
    ['shop.Brand/index?limit[]=1&page=2', 401],
    ['shop.Brand/index?limit=1&page=2&PAGE=3', 401],
    ['shop.Brand/export?limit=1&page=2', 401],
  ])('%s answers %i', async (path, code) => {
    expect((await app.get(reader, path)).code).toBe(code)
  })

  it('looks at the body, too, and counts only when address and body say the same', async () => {
    expect((await app.post(reader, 'shop.Brand/sortable', { direction: 'UP', move: 1, target: 2 })).code).not.toBe(401)
    expect((await app.post(reader, 'shop.Brand/sortable', { direction: 'down', move: 1, target: 2 })).code).toBe(401)
    expect(
      (await app.post(reader, 'shop.Brand/sortable?direction=up', { direction: 'down', move: 1, target: 2 })).code,
    ).toBe(401)
    expect((await app.post(reader, 'shop.Brand/sortable', {})).code).toBe(401)
  })

  it('does not let anybody refer to records, or make rules in its name', async () => {
    expect(
      await app.post(reader, 'auth.Rule/add', { type: 'button', name: 'shop/brand/index?limit=100', title: 'x' }),
    ).toMatchObject({ code: 401 })
    expect(await app.get(reader, 'shop.Brand/edit?id=1&limit=1&page=2')).toMatchObject({ code: 401 })
  })
})
