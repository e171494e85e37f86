/** Rights as requests meet them: nodes, menus, what is disabled, what changes while somebody works. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { MenuNode } from 'tablewright/protocol'
import { engines } from '../../support/databases.ts'
import { flat, openTestApp, type TestApp } from './access-app.ts'
import { partOf } from '../../support/part-of.ts'

const menusOf = async (app: TestApp, admin: number, language = 'en'): Promise<MenuNode[]> =>
  (await app.get<{ menus: MenuNode[] }>(admin, 'Index/index', language)).data?.menus ?? []
const names = (menus: readonly MenuNode[]): unknown[] => flat(partOf(menus)).map((node) => node['name'])

describe.each(engines)('rights on $name', (engine) => {
  let app: TestApp
  let viewer: number
  let viewers: number
  beforeAll(async () => {
    app = await openTestApp(engine)
    viewers = await app.group('viewers', ['shop/product/index', 'shop/brand/index', 'shop/brand/add'])
    viewer = await app.account('viewer', [viewers])
  })
  afterAll(() => app.dispose())

  it('lets through what the groups hold and nothing else; case does not count', async () => {
    expect(await app.get(viewer, 'shop.Product/index')).toMatchObject({ code: 1 })
    expect(await app.get(viewer, 'SHOP.product/INDEX')).toMatchObject({ code: 1 })
    expect(await app.post(viewer, 'shop.Brand/add', { name: 'Mine' })).toMatchObject({ code: 1 })
    expect(await app.post(viewer, 'shop.Product/add', { name: 'x', product_no: 'x' })).toMatchObject({
      code: 401,
      data: { node: 'shop/product/add' },
    })
    expect(await app.get(viewer, 'auth.Admin/index')).toMatchObject({ code: 401 })
  })

  it("shows the menu of what is held: pages with the held buttons, in the reader's language", async () => {
    const menus = await menusOf(app, viewer)
    expect(names(menus).sort()).toEqual([
      'shop',
      'shop/brand',
      'shop/brand/add',
      'shop/brand/index',
      'shop/product',
      'shop/product/index',
    ])
    expect(menus[0]).toMatchObject({ title: 'Shop', type: 'menu_dir', pid: 0, menu_type: null })
    expect((await menusOf(app, viewer, 'zh-cn'))[0]).toMatchObject({ title: '商店' })
    expect(await app.get(viewer, 'Index/index')).toMatchObject({
      data: { adminInfo: { super: false, username: 'viewer' } },
    })
  })

  it('gives built-in pages the component of old clients, ours none', async () => {
    const nodes = flat(partOf(await menusOf(app, 1)))
    expect(nodes.find((node) => node['name'] === 'auth/group')).toMatchObject({
      component: '/src/views/backend/auth/group/index.vue',
      path: 'auth/group',
      keepalive: 'auth/group',
      menu_type: 'tab',
    })
    expect(nodes.find((node) => node['name'] === 'auth/rule/sortable')).toMatchObject({
      type: 'button',
      component: '',
      keepalive: 0,
    })
    expect(nodes.find((node) => node['name'] === 'shop/product')).toMatchObject({ component: '' })
    for (const node of nodes)
      for (const key of ['remark', 'status', 'weigh', 'create_time']) expect(node).not.toHaveProperty(key)
  })

  it('answers code 0 to an admin without any menu', async () => {
    const nobody = await app.account('nobody', [])
    expect(await app.get(nobody, 'Index/index')).toMatchObject({ code: 0 })
    expect(await app.get(nobody, 'shop.Product/index')).toMatchObject({ code: 401 })
  })

  it('a disabled group gives nothing; enabled again it gives what it gave', async () => {
    expect(await app.post(1, 'auth.Group/edit', { id: viewers, status: '0' })).toMatchObject({ code: 1 })
    expect(await app.get(viewer, 'shop.Product/index')).toMatchObject({ code: 401 })
    expect(await app.get(viewer, 'Index/index')).toMatchObject({ code: 0 })
    await app.post(1, 'auth.Group/edit', { id: viewers, status: 1 })
    expect(await app.get(viewer, 'shop.Product/index')).toMatchObject({ code: 1 })
  })

  it('a disabled rule is out of force with all below it, and gone from the menu', async () => {
    const page = await app.rule('shop/product')
    expect(await app.post(1, 'auth.Rule/edit', { id: page, status: '0' })).toMatchObject({ code: 1 })
    expect(await app.get(viewer, 'shop.Product/index')).toMatchObject({ code: 401 })
    expect(names(await menusOf(app, viewer))).not.toContain('shop/product/index')
    expect(await app.get(1, 'shop.Product/index')).toMatchObject({ code: 1 })
    await app.post(1, 'auth.Rule/edit', { id: page, status: '1' })
    expect(await app.get(viewer, 'shop.Product/index')).toMatchObject({ code: 1 })
  })

  it('a disabled account is out at its next request', async () => {
    const going = await app.account('going', [viewers])
    expect(await app.get(going, 'shop.Product/index')).toMatchObject({ code: 1 })
    expect(await app.post(1, 'auth.Admin/edit', { id: going, status: '0' })).toMatchObject({ code: 1 })
    expect(await app.get(going, 'shop.Product/index')).toMatchObject({ code: 302 })
  })

  it('what an admin set for a page is kept: title, icon, weight', async () => {
    const brand = await app.rule('shop/brand')
    await app.post(1, 'auth.Rule/edit', { id: brand, title: 'Makers', icon: 'fa fa-star' })
    expect(flat(partOf(await menusOf(app, viewer))).find((node) => node['name'] === 'shop/brand')).toMatchObject({
      title: 'Makers',
      icon: 'fa fa-star',
    })
    await app.post(1, 'auth.Rule/edit', { id: brand, title: '', icon: '' })
    expect(
      flat(partOf(await menusOf(app, viewer, 'zh-cn'))).find((node) => node['name'] === 'shop/brand'),
    ).toMatchObject({ title: '品牌' })
  })
})
