/** What the admin shell of either version's client is built from: start data, menu nodes, the dashboard. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { oneEngine } from '../../../support/databases.ts'
import type { MenuNode } from '../../../support/client-code.ts'
import { compatVersions, openWireServer, type WireServer, type Wire } from './wire.ts'

interface Start {
  readonly adminInfo: Record<string, unknown>
  readonly menus: readonly MenuNode[]
  readonly siteConfig: Record<string, unknown> & { readonly upload: Record<string, unknown> }
  readonly terminal: Record<string, unknown>
}

/** Pages of BuildAdmin's client that we have, with the keys of its bundle. */
const components: Readonly<Record<string, string>> = {
  dashboard: 'dashboard.vue',
  'auth/group': 'auth/group/index.vue',
  'auth/admin': 'auth/admin/index.vue',
  'auth/rule': 'auth/rule/index.vue',
  'auth/adminLog': 'auth/adminLog/index.vue',
  'routine/config': 'routine/config/index.vue',
  'routine/attachment': 'routine/attachment/index.vue',
  'security/dataRecycleLog': 'security/dataRecycleLog/index.vue',
  'security/dataRecycle': 'security/dataRecycle/index.vue',
  'security/sensitiveDataLog': 'security/sensitiveDataLog/index.vue',
  'security/sensitiveData': 'security/sensitiveData/index.vue',
  'routine/adminInfo': 'routine/adminInfo.vue',
  'moduleStore/moduleStore': 'module/index.vue',
  'crud/crud': 'crud/index.vue',
}
const buttons: Readonly<Record<string, readonly string[]>> = {
  'auth/group': ['index', 'add', 'edit', 'del'],
  'auth/admin': ['index', 'add', 'edit', 'del'],
  'auth/rule': ['index', 'add', 'edit', 'del', 'sortable'],
  'auth/adminLog': ['index'],
  'routine/config': ['index', 'edit', 'add', 'del'],
  'crud/crud': ['index', 'generate', 'delete'],
  'moduleStore/moduleStore': ['index', 'changeState'],
  'routine/attachment': ['index', 'edit', 'del'],
  'security/dataRecycleLog': ['index', 'del', 'restore', 'info'],
  'security/dataRecycle': ['index', 'add', 'edit', 'del'],
  'security/sensitiveDataLog': ['index', 'del', 'rollback', 'info'],
  'security/sensitiveData': ['index', 'add', 'edit', 'del'],
}

const flat = (nodes: readonly MenuNode[]): readonly MenuNode[] =>
  nodes.flatMap((node) => [node, ...flat(node.children ?? [])])

describe.each(oneEngine)('the shell on $name', (engine) => {
  let server: WireServer
  beforeAll(async () => {
    server = await openWireServer(engine)
  })
  afterAll(() => server.running.dispose())

  describe.each(compatVersions)('of %s', (compat) => {
    let wire: Wire
    let start: Start
    beforeAll(async () => {
      wire = await server.client(compat)
      const answer = await wire.get<Start>('/admin/Index/index')
      expect(answer.code).toBe(1)
      start = answer.data
    })

    it('the account carries what the client stores', () => {
      expect(start.adminInfo).toMatchObject({
        id: 1,
        username: 'admin',
        nickname: expect.any(String) as string,
        avatar: expect.stringMatching(/^\//) as string,
        super: true,
      })
      expect(start.adminInfo['last_login_time']).toMatch(/^(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d)?$/)
    })

    it('nodes have exactly the fields of the protocol, and children only where there are some', () => {
      const fields = [
        'id',
        'pid',
        'type',
        'title',
        'name',
        'path',
        'icon',
        'menu_type',
        'url',
        'component',
        'keepalive',
        'extend',
      ]
      for (const node of flat(start.menus)) {
        const { children, ...own } = node
        expect(Object.keys(own).sort(), node.name).toEqual([...fields].sort())
        if (children !== undefined) expect(children.length, node.name).toBeGreaterThan(0)
        expect(['menu_dir', 'menu', 'button']).toContain(node.type)
        expect(node.title, node.name).not.toBe('')
        expect(['none', 'add_rules_only', 'add_menu_only']).toContain(node.extend)
      }
    })

    it('nodes hang together: roots are of parent 0, all others below their parent; names are unique', () => {
      const walk = (nodes: readonly MenuNode[], pid: number): void =>
        nodes.forEach((node) => {
          expect(node.pid, node.name).toBe(pid)
          walk(node.children ?? [], node.id)
        })
      walk(start.menus, 0)
      const names = flat(start.menus).map((node) => node.name.toLowerCase())
      expect(new Set(names).size).toBe(names.length)
    })

    it('a page has a path equal to its name, so that its buttons show; keep-alive is 0 or the name', () => {
      for (const node of flat(start.menus)) {
        expect([0, node.name]).toContain(node.keepalive)
        if (node.type === 'menu') expect(node).toMatchObject({ path: node.name, menu_type: 'tab', url: '' })
        else expect(node).toMatchObject({ menu_type: null, component: '', url: '' })
        if (node.type === 'button') expect(node).toMatchObject({ path: '', keepalive: 0 })
        if (node.type === 'button') expect(node.name).toMatch(/^.+\/[a-zA-Z]+$/)
      }
    })

    it('pages that client has name its components; all others name none', () => {
      for (const [name, file] of Object.entries(components)) {
        expect(
          flat(start.menus).find((node) => node.name === name),
          name,
        ).toMatchObject({ type: 'menu', component: `/src/views/backend/${file}` })
      }
      for (const node of flat(start.menus))
        if (!Object.hasOwn(components, node.name)) expect(node.component, node.name).toBe('')
    })

    it('buttons are named after their page', () => {
      for (const [name, wanted] of Object.entries(buttons)) {
        const page = flat(start.menus).find((node) => node.name === name)!
        const held = (page.children ?? []).filter((node) => node.type === 'button').map((node) => node.name)
        expect(held, name).toEqual(expect.arrayContaining(wanted.map((button) => `${name}/${button}`)))
      }
    })

    it('there is a first page to go to', () => {
      const reachable = flat(start.menus).find(
        (node) => node.type === 'menu' && node.component !== '' && node.extend !== 'add_menu_only',
      )
      expect(reachable).toBeDefined()
    })

    it('the site carries every upload setting of both spellings, as texts where the client calls text methods', () => {
      const { siteConfig, terminal } = start
      expect(Object.keys(siteConfig)).toEqual(
        expect.arrayContaining(['siteName', 'version', 'cdnUrl', 'apiUrl', 'upload']),
      )
      const { upload } = siteConfig
      for (const key of ['maxSize', 'maxsize']) expect(upload[key]).toEqual(expect.any(Number))
      for (const key of ['saveName', 'savename', 'allowedSuffixes', 'allowedMimeTypes', 'mimetype'])
        expect(typeof upload[key] === 'string' || Array.isArray(upload[key]), key).toBe(true)
      expect(upload['mode']).toBe('local')
      expect(Object.keys(terminal)).toEqual(
        expect.arrayContaining(['installServicePort', 'phpDevelopmentServer', 'npmPackageManager']),
      )
    })

    it('the dashboard greets', async () => {
      expect(await wire.get('/admin/Dashboard/index')).toMatchObject({
        code: 1,
        data: { remark: expect.stringMatching(/./) as string },
      })
    })

    it('the default account picture exists', async () => {
      const picture = await server.running.app.inject({ method: 'GET', url: '/static/images/avatar.png' })
      expect(picture.statusCode).toBe(200)
      expect(picture.headers['content-type']).toBe('image/png')
    })

    it('titles follow the language', async () => {
      wire.language = 'zh-cn'
      const chinese = flat((await wire.get<Start>('/admin/Index/index')).data.menus)
      wire.language = 'en'
      expect(chinese.find((node) => node.name === 'auth/admin')!.title).toMatch(/[\u4e00-\u9fff]/)
      expect(flat(start.menus).find((node) => node.name === 'auth/admin')!.title).not.toMatch(/[\u4e00-\u9fff]/)
    })
  })
})
