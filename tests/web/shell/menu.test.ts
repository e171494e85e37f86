/** From menu nodes to what a person sees. */
import { describe, expect, it } from 'vitest'
import type { MenuNode } from 'tablewright/protocol'
import { buildMenu, filterMenu, firstPath, trailOf, withHome } from '../../../runtime/web/shell/menu/build-menu.ts'
import { pagesOf } from '../../../runtime/web/shell/menu/pages.ts'
import { signInPath, returnPath } from '../../../runtime/web/core/auth/internal-paths.ts'

const node = (name: string, more: Partial<MenuNode> = {}): MenuNode => ({
  id: 1,
  pid: 0,
  type: 'menu',
  title: name,
  name,
  path: name,
  icon: 'box',
  menu_type: 'tab',
  url: '',
  component: '',
  keepalive: 0,
  extend: 'none',
  ...more,
})
const folder = (name: string, children?: readonly MenuNode[]): MenuNode =>
  node(name, { type: 'menu_dir', menu_type: null, ...(children && { children }) })

const menu = buildMenu([
  folder('empty', []),
  folder('rights', [node('rights/add', { type: 'button', menu_type: null })]),
  folder('shop', [
    node('shop/brand', { title: '品牌', children: [node('shop/brand/add', { type: 'button' })] }),
    folder('places', [node('shop/warehouseArea', { title: 'Areas' })]),
  ]),
  node('hidden', { extend: 'add_rules_only' }),
  node('docs', { menu_type: 'link', url: 'https://docs.test/' }),
  node('evil', { menu_type: 'link', url: 'javascript:alert(1)' }),
  node('nowhere', { menu_type: 'iframe', url: '' }),
])

describe('the menu', () => {
  it('shows folders with pages and links that lead somewhere, nothing else', () => {
    expect(menu.map((entry) => entry.key)).toEqual(['shop', 'docs'])
    expect(menu[0]!.children.map((entry) => [entry.key, entry.path])).toEqual([
      ['shop/brand', '/admin/shop/brand'],
      ['places', null],
    ])
    expect(menu[1]).toMatchObject({ path: null, url: 'https://docs.test/' })
  })

  it('opens its first page, however deep', () => {
    expect(firstPath(menu)).toBe('/admin/shop/brand')
    expect(firstPath(buildMenu([folder('a', [folder('b', [node('x/y')])])]))).toBe('/admin/x/y')
    expect(firstPath([])).toBeNull()
  })

  it('begins with the page that everybody has, unless the menu has a place for it', () => {
    const page = { path: '/admin/home', title: 'Home', icon: 'home' }
    expect(withHome(menu, page).map(({ key, title }) => [key, title])).toEqual([
      ['/admin/home', 'Home'],
      ['shop', 'shop'],
      ['docs', 'docs'],
    ])
    expect(firstPath(withHome([], page))).toBe('/admin/home')
    const placed = buildMenu([folder('more', [node('home', { title: 'Own title' })])])
    expect(withHome(placed, page)).toBe(placed)
  })

  it('finds the path to a page, ignoring case', () => {
    expect(trailOf(menu, '/admin/SHOP/warehousearea').map((entry) => entry.title)).toEqual(['shop', 'places', 'Areas'])
    expect(trailOf(menu, '/admin/shop')).toEqual([])
  })

  it("its pages come before the shell's own, and give those their place where both name one", () => {
    const own = ['/admin/profile', '/admin/shop/brand'].map((path) => ({
      id: path,
      path,
      title: 'own',
      icon: 'user',
      folders: [],
    }))
    const pages = pagesOf([folder('shop', [node('shop/brand', { title: '品牌' })]), node('x/y')], own)
    expect([...pages.values()].map(({ id, title, folders }) => [id, title, folders.join()])).toEqual([
      ['/admin/shop/brand', '品牌', 'shop'],
      ['/admin/x/y', 'x/y', ''],
      ['/admin/profile', 'own', ''],
    ])
  })

  it('is filtered by title; folders stay where something below them matches', () => {
    expect(filterMenu(menu, '品').map((entry) => [entry.key, entry.children.map((child) => child.key)])).toEqual([
      ['shop', ['shop/brand']],
    ])
    expect(filterMenu(menu, 'AREA')[0]!.children[0]!.children.map((entry) => entry.key)).toEqual(['shop/warehouseArea'])
    expect(filterMenu(menu, 'shop')[0]!.children).toHaveLength(2)
    expect(filterMenu(menu, 'zzz')).toEqual([])
    expect(filterMenu(menu, '  ')).toBe(menu)
  })
})

describe('paths', () => {
  it.each([
    ['/admin/shop/brand?page=2&search[0][field]=name', true],
    ['/admin', true],
    ['/admin?x=1', true],
    ['//evil.test', false],
    ['https://evil.test/admin', false],
    ['/administrator', false],
    ['/admin/login?to=/admin', false],
    ['javascript:alert(1)', false],
    [null, false],
  ])('after signing in %j is %j a place to go', (path, isAllowed) => {
    expect(returnPath(path)).toBe(isAllowed ? path : '/admin')
  })

  it('the way back is in the address of the sign-in page', () => {
    const path = '/admin/shop/brand?page=2&quickSearch=a b'
    expect(returnPath(new URLSearchParams(signInPath(path).split('?')[1]).get('to'))).toBe(path)
    expect(signInPath('/admin')).toBe('/admin/login')
    expect(signInPath('/somewhere')).toBe('/admin/login')
  })
})
