/** What the admin shell gets on load. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { MenuNode } from 'tablewright/protocol'
import { engines } from '../../support/databases.ts'
import { shop } from '../../support/shop.ts'
import { models, runApp, type RunningApp } from './running-app.ts'

interface StartPage {
  adminInfo: Record<string, unknown>
  menus: MenuNode[]
  siteConfig: Record<string, unknown> & { upload: Record<string, unknown> }
  terminal: Record<string, unknown>
}

const flat = (nodes: readonly MenuNode[]): MenuNode[] => nodes.flatMap((node) => [node, ...flat(node.children ?? [])])

describe.each(engines)('Index/index on $name', (engine) => {
  let running: RunningApp
  let token = ''
  beforeAll(async () => {
    running = await runApp(engine)
    token = await running.signIn()
  })
  afterAll(() => running.dispose())

  const start = async (language: string) =>
    (await running.send<StartPage>('GET', '/admin/Index/index', { token, headers: { 'think-lang': language } })).data

  it('shows who is signed in, and no secret of that account', async () => {
    const { adminInfo } = await start('en')
    expect(Object.keys(adminInfo).sort()).toEqual(['avatar', 'id', 'last_login_time', 'nickname', 'super', 'username'])
    expect(adminInfo).toMatchObject({ username: 'admin', super: true, avatar: '/static/images/avatar.png' })
    expect((await running.app.inject({ url: String(adminInfo['avatar']) })).headers['content-type']).toBe('image/png')
  })

  it('is made of what is kept only while all of it is true', async () => {
    const change = (nickname: string) =>
      running.database.write((trx) =>
        trx.updateTable('admin').set({ nickname }).where('username', '=', 'admin').execute(),
      )
    const again = await running.signIn()
    const nameOf = async (of: string, language: string) => {
      const answer = await running.send<StartPage>('GET', '/admin/Index/index', {
        token: of,
        headers: { 'think-lang': language, 'accept-encoding': 'identity' },
      })
      expect(Math.abs((JSON.parse(answer.text) as { time: number }).time - Date.now() / 1000)).toBeLessThan(3)
      return [answer.data.adminInfo['nickname'], answer.data.menus.find((node) => node.name === 'shop')?.title]
    }
    await change('One 一')
    expect(await nameOf(token, 'en')).toEqual(['One 一', 'Shop'])
    expect(await nameOf(token, 'en')).toEqual(['One 一', 'Shop'])
    expect(await nameOf(token, 'zh-cn')).toEqual(['One 一', '商店'])
    await change('Two')
    expect(await Promise.all([nameOf(token, 'en'), nameOf(again, 'zh-cn'), nameOf(again, 'en')])).toEqual([
      ['Two', 'Shop'],
      ['Two', '商店'],
      ['Two', 'Shop'],
    ])
    await running.database.write((trx) => trx.updateTable('admin').set({ status: 0 }).execute())
    expect((await running.send('GET', '/admin/Index/index', { token })).code).toBe(302)
    await running.database.write((trx) => trx.updateTable('admin').set({ status: 1 }).execute())
    expect((await running.send('GET', '/admin/Index/index', { token })).code).toBe(1)
  })

  it('lists the pages of the schemas in their order, in the asked language', async () => {
    const [en, zh] = [await start('en'), await start('zh-cn')]
    const folder = en.menus.find((node) => node.name === 'shop')!
    const pages = folder.children!
    expect(pages.map((page) => page.name)).toEqual(shop.manifest.menu)
    expect(en.menus.filter((node) => node.type === 'menu_dir').map((node) => node.title)).toEqual([
      'Shop',
      'Permissions',
      'General',
      'Data security',
    ])
    expect(zh.menus.find((node) => node.name === 'shop')!.title).toBe('商店')
    expect(pages.find((page) => page.name === 'shop/warehouseArea')).toMatchObject({
      type: 'menu',
      path: 'shop/warehouseArea',
      menu_type: 'tab',
      url: '',
      keepalive: 'shop/warehouseArea',
      extend: 'none',
      pid: folder.id,
    })
    expect(flat(zh.menus).map((node) => node.id)).toEqual(flat(en.menus).map((node) => node.id))
  })

  it('gives every action a button node with the name its right has', async () => {
    const product = (await models()).find((model) => model.page === 'shop/product')!
    const page = flat((await start('en')).menus).find((node) => node.name === 'shop/product')!
    expect(page.children!.map((node) => node.name)).toEqual(
      [...product.actions, ...(product.machine?.actions ?? []).map(({ name }) => name)].map(
        (action) => `shop/product/${action}`,
      ),
    )
    for (const node of page.children!)
      expect(node).toMatchObject({
        type: 'button',
        pid: page.id,
        menu_type: null,
        component: '',
        keepalive: 0,
        path: '',
      })
  })

  it('has ids of their own and no empty children', async () => {
    const nodes = flat((await start('en')).menus)
    expect(new Set(nodes.map((node) => node.id)).size).toBe(nodes.length)
    for (const node of nodes) {
      expect(node.id).toBeGreaterThan(0)
      expect(node.children?.length).not.toBe(0)
    }
  })

  it('spells every upload setting as both dialects do', async () => {
    const { siteConfig, terminal } = await start('en')
    expect(siteConfig.upload).toMatchObject({
      mode: 'local',
      maxSize: 10_485_760,
      maxsize: 10_485_760,
      allowedSuffixes: expect.stringMatching(/^jpg,jpeg,png,webp,gif,pdf,.*mp4$/) as string,
      mimetype: expect.stringMatching(/^jpg,jpeg,png,webp,gif,pdf,.*mp4$/) as string,
    })
    for (const key of ['saveName', 'savename', 'allowedMimeTypes']) expect(siteConfig.upload).toHaveProperty(key)
    expect(siteConfig).toMatchObject({ siteName: 'Tablewright', cdnUrl: '', apiUrl: '', version: '0.0.0-test' })
    expect(Object.keys(terminal).sort()).toEqual(['installServicePort', 'npmPackageManager', 'phpDevelopmentServer'])
  })
})
