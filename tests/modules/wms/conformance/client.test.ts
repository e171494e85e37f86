/**
 * A working day of BuildAdmin's own web client on our server, page by page, each answer read the way its code reads it.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { oneEngine } from '../../../support/databases.ts'
import { defaultSettings } from '../../../../runtime/server/settings/settings.ts'
import { password } from '../../../server/http/running-app.ts'
import { clicks, forgive, targetsOf } from '../../../server/session/endpoint.ts'
import {
  auth,
  buildShell,
  bundle,
  firstRoute,
  fullUrl,
  icon,
  flat,
  inputs,
  mayUpload,
  radio,
  remoteOptions,
  switchCell,
  text,
  timeFormat,
  validators,
  type Listed,
  type Row,
  type Shell,
  type Start,
} from '../../../support/client-code.ts'
import { compatVersions, openWireServer, type Envelope, type WireServer, type Params, type Wire } from './wire.ts'
import { partOf } from '../../../support/part-of.ts'

describe.each(oneEngine)("BuildAdmin's client on $name", (engine) => {
  let server: WireServer
  beforeAll(async () => {
    server = await openWireServer(engine, {
      settings: defaultSettings({ version: '0', uploadFolder: '/tmp', captcha: true }),
    })
  })
  afterAll(() => server.running.dispose())

  describe.each(compatVersions)('of %s', (compat) => {
    let wire: Wire
    /** What it keeps of whoever is signed in. */
    let account: Row & { token: string; refresh_token: string }
    let start: Start
    let shell: Shell

    /** The promise of its HTTP client: rejects on any other code. */
    const ok = async <Data>(answer: Promise<Envelope<Data>>): Promise<Data> => {
      const envelope = await answer
      expect(envelope, JSON.stringify([envelope.code, envelope.msg, envelope.data])).toMatchObject({
        status: 200,
        code: 1,
        msg: expect.any(String) as string,
        time: expect.any(Number) as number,
      })
      return envelope.data
    }
    const list = (controller: string, params?: Params): Promise<Listed> =>
      ok(wire.get<Listed>(`/admin/${controller}/index`, params))
    const row = async (controller: string, id: unknown): Promise<Row> =>
      (await ok(wire.get<{ row: Row }>(`/admin/${controller}/edit`, { id }))).row

    it('signs in through the captcha', async () => {
      await forgive(server.running)
      wire = server.anonymous(compat)
      expect((await ok(wire.get<{ captcha: boolean }>('/admin/Index/login'))).captcha).toBe(true)
      const id = `9f1c2d3e-0000-4000-8000-00000000000${compat === 'D1' ? 1 : 2}`
      const picture = await ok(
        wire.get<{ id: string; text: string[]; base64: string; width: number; height: number }>(
          '/api/common/clickCaptcha',
          { id },
        ),
      )
      expect(picture.text.map(text).join(',')).not.toBe('')
      expect([picture.base64.startsWith('data:image/png;base64,'), picture.width, picture.height]).toEqual([
        true,
        350,
        200,
      ])
      const targets = await targetsOf(server.running.database, id)
      expect(targets).toHaveLength(picture.text.length)
      const info = clicks(targets)
      await ok(wire.post('/api/common/checkClickCaptcha', { id, info, unset: false }))
      const answer = await ok(
        wire.post<{ userInfo: typeof account; routePath: string }>('/admin/Index/login', {
          username: 'admin',
          password,
          keep: true,
          captchaId: id,
          captchaInfo: info,
        }),
      )
      expect(answer.routePath).toBe('/admin')
      account = answer.userInfo
      for (const name of ['username', 'nickname', 'avatar', 'last_login_time', 'token', 'refresh_token'])
        text(account[name])
      wire.token = account.token
    })

    it('builds routes, menu and permissions and opens the first page', async () => {
      start = await ok(wire.get<Start>('/admin/Index/index'))
      shell = buildShell(start.menus, bundle)
      expect(typeof start.adminInfo['id']).toBe('number')
      expect(start.adminInfo['super']).toBe(true)
      for (const name of ['username', 'nickname', 'last_login_time']) text(start.adminInfo[name])
      fullUrl(text(start.adminInfo['avatar']), text(start.siteConfig['cdnUrl']))
      for (const name of ['siteName', 'version', 'cdnUrl', 'apiUrl']) text(start.siteConfig[name])
      expect([
        typeof start.terminal['phpDevelopmentServer'],
        typeof start.terminal['npmPackageManager'],
        typeof start.terminal['installServicePort'],
      ]).toEqual(['boolean', 'string', 'string'])
      expect(firstRoute(start.menus, shell)).toBe('/admin/dashboard')
      expect([...shell.routes.values()]).toEqual(
        expect.arrayContaining([
          '/admin/dashboard',
          '/admin/auth/admin',
          '/admin/auth/group',
          '/admin/auth/rule',
          '/admin/auth/adminLog',
          '/admin/routine/config',
          '/admin/routine/adminInfo',
        ]),
      )
      for (const page of ['auth/admin', 'auth/group', 'auth/rule'])
        for (const button of ['add', 'edit', 'del'])
          expect(auth(shell, `/admin/${page}`, button), `${page} ${button}`).toBe(true)
      expect(auth(shell, '/admin/auth/rule', 'sortable')).toBe(true)
      // Folders of pages it does not have are not in its menu, for nothing would be in them.
      expect(shell.shown).toEqual(expect.arrayContaining(['Dashboard', 'Administrators']))
      for (const folder of start.menus.filter(({ type }) => type === 'menu_dir'))
        expect(shell.shown.includes(folder.title), folder.name).toBe(
          flat(partOf<readonly Row[]>(folder.children)).some((node) => bundle.has(String(node['component']))),
        )
      text((await ok(wire.get<{ remark: unknown }>('/admin/Dashboard/index'))).remark)
      const upload = partOf<Readonly<Record<string, never>>>(start.siteConfig['upload'])
      expect(upload['mode']).toBe('local')
      expect([mayUpload(upload, 'a.PNG', 'image/png'), mayUpload(upload, 'a.exe', 'application/x-msdownload')]).toEqual(
        [true, false],
      )
    })

    it('administrators: cells, search, order, paging, a switch, the form and its groups', async () => {
      const first = await list('auth.Admin')
      expect(first).toMatchObject({ remark: expect.any(String) as string, total: expect.any(Number) as number })
      const cells = (one: Row): void => {
        for (const name of ['username', 'nickname', 'email', 'mobile', 'motto', 'last_login_ip']) text(one[name])
        fullUrl(text(one['avatar']), '')
        ;(one['group_name_arr'] as string[]).map(text).join()
        ;(one['group_arr'] as number[]).map((id) => id.toString())
        timeFormat(one['last_login_time'] as string)
        timeFormat(one['create_time'] as number)
        timeFormat(one['update_time'] as number)
        switchCell(one['status'] as string)
      }
      first.list.forEach(cells)
      for (const [field, operator, val, render] of [
        ['id', 'eq', '1'],
        ['username', 'LIKE', 'adm'],
        ['nickname', 'LIKE', 'a'],
        ['email', 'LIKE', ''],
        ['mobile', 'LIKE', '1'],
        ['status', 'eq', '1'],
        ['last_login_time', 'RANGE', '2020-01-01 00:00:00,2099-01-31 23:59:59', 'datetime'],
        ['create_time', 'RANGE', '2020-01-01 00:00:00,2099-01-31 23:59:59', 'datetime'],
      ] as const) {
        await list('auth.Admin', { search: [{ field, val, operator, ...(render && { render }) }], page: 1, limit: 20 })
      }
      expect(
        (
          await list('auth.Admin', {
            search: [
              {
                field: 'last_login_time',
                val: '2020-01-01 00:00:00,2099-01-31 23:59:59',
                operator: 'RANGE',
                render: 'datetime',
              },
            ],
          })
        ).list.map((one) => one['username']),
      ).toContain('admin')
      for (const order of ['id,asc', 'username,desc', 'last_login_time,desc', 'create_time,asc', 'status,asc'])
        (await list('auth.Admin', { order, quickSearch: '', limit: 50 })).list.forEach(cells)
      const groups = await list('auth.Group', {
        select: true,
        quickSearch: '',
        isTree: true,
        absoluteAuth: 0,
        uuid: 'u',
        page: 1,
        initKey: 'id',
        initValue: '',
      })
      const [option] = remoteOptions(groups, 'name')
      const { id } = await ok(
        wire.post<{ id: number }>('/admin/auth.Admin/add', {
          status: '1',
          username: `day${compat}`,
          nickname: 'Day',
          group_arr: [option!.value],
          password,
          email: '',
          mobile: '',
          avatar: '',
          motto: '',
        }),
      )
      await ok(wire.post('/admin/auth.Admin/edit', { id, status: '0' }))
      await ok(wire.post('/admin/auth.Admin/edit', { id, status: '1' }))
      const form = await row('auth.Admin', id)
      radio(form['status'] as string, ['0', '1'])
      expect(form['password']).toBe('')
      const chosen = (form['group_arr'] as number[]).map(String)
      const named = remoteOptions(
        await list('auth.Group', {
          select: true,
          quickSearch: '',
          isTree: true,
          absoluteAuth: 1,
          uuid: 'u',
          page: 1,
          initKey: 'id',
          initValue: chosen,
        }),
        'name',
      )
      expect(named.map((one) => one.value)).toEqual(chosen)
      await ok(wire.post('/admin/auth.Admin/edit', { ...form, group_arr: chosen, nickname: 'Day 2' }))
      expect((await list('auth.Admin', { quickSearch: `day${compat}` })).list[0]).toMatchObject({
        id,
        nickname: 'Day 2',
      })
      await ok(wire.del('/admin/auth.Admin/del', { ids: [id] }))
    })

    it('groups: tree, own groups, the tree of rights, parents as choices', async () => {
      const { list: tree, group } = await list('auth.Group')
      for (const one of flat(tree)) {
        text(one['name'])
        text(one['rules'])
        radio(one['status'] as string, ['0', '1'])
        timeFormat(one['update_time'] as number)
        group!.indexOf(one['id'] as number)
      }
      expect(group!.some((id) => flat(tree).some((one) => one['id'] === id))).toBe(true)
      const rules = (await list('auth.Rule')).list
      const leaf = flat(rules).find((one) => one['name'] === 'wms/unit/index')!
      const { id } = await ok(
        wire.post<{ id: number }>('/admin/auth.Group/add', {
          status: '1',
          pid: '',
          name: `Day ${compat}`,
          rules: [leaf['id'], leaf['pid']],
        }),
      )
      const form = await row('auth.Group', id)
      expect((form['rules'] as string[]).includes('*')).toBe(false)
      expect((form['rules'] as string[]).map(text)).toEqual([String(leaf['id'])])
      radio(form['status'] as string, ['0', '1'])
      expect(form['pid']).toBe(0)
      expect((await row('auth.Group', group![0]))['rules']).toEqual(['*'])
      for (const option of remoteOptions(
        await list('auth.Group', { select: true, quickSearch: 'Day', isTree: true, page: 1, uuid: 'u' }),
        'name',
      ))
        text(option.label)
      await ok(wire.post('/admin/auth.Group/edit', { ...form, name: `Day 2 ${compat}` }))
      await ok(wire.del('/admin/auth.Group/del', { ids: [id] }))
    })

    it('rules: tree, switches, form, choices, drag of two, deletion of both', async () => {
      const rules = (await list('auth.Rule')).list
      for (const one of flat(rules)) {
        for (const name of ['title', 'name', 'path', 'url', 'component', 'extend', 'type', 'remark']) text(one[name])
        icon(text(one['icon']))
        switchCell(one['keepalive'] as number)
        switchCell(one['status'] as string)
        timeFormat(one['update_time'] as number)
        expect(typeof one['pid']).toBe('number')
        expect(typeof one['weigh']).toBe('number')
      }
      const base = {
        pid: 0,
        type: 'menu',
        menu_type: 'iframe',
        url: 'https://example.com',
        icon: 'fa fa-circle-o',
        component: '',
        extend: 'none',
        remark: '',
        weigh: 0,
        status: '1',
        keepalive: 0,
      }
      const [one, two] = [
        await ok(
          wire.post<{ id: number }>('/admin/auth.Rule/add', {
            ...base,
            title: 'Day one',
            name: `dayOne${compat}`,
            path: `dayOne${compat}`,
          }),
        ),
        await ok(
          wire.post<{ id: number }>('/admin/auth.Rule/add', {
            ...base,
            title: 'Day two',
            name: `dayTwo${compat}`,
            path: `dayTwo${compat}`,
          }),
        ),
      ]
      for (const option of remoteOptions(
        await list('auth.Rule', { select: true, isTree: true, quickSearch: '', page: 1, uuid: 'u' }),
        'title',
      ))
        text(option.label)
      const form = await row('auth.Rule', one.id)
      radio(text(form['type']), ['menu_dir', 'menu', 'button'])
      radio(text(form['menu_type']), ['tab', 'link', 'iframe'])
      radio(form['status'] as string, ['0', '1'])
      radio(text(form['extend']), ['none', 'add_rules_only', 'add_menu_only'])
      await ok(wire.post('/admin/auth.Rule/edit', { ...form, remark: 'told' }))
      await ok(wire.post('/admin/auth.Rule/edit', { id: one.id, keepalive: '1' }))
      const order = async (): Promise<readonly unknown[]> =>
        (await list('auth.Rule')).list.map((each) => each['id']).filter((id) => id === one.id || id === two.id)
      const [upper, lower] = await order()
      await ok(
        wire.post(
          '/admin/auth.Rule/sortable',
          compat === 'D1'
            ? { id: lower, targetId: upper }
            : { move: lower, target: upper, direction: 'up', order: 'weigh,desc' },
        ),
      )
      expect(await order()).toEqual([lower, upper])
      const menus = (await ok(wire.get<Start>('/admin/Index/index'))).menus
      expect(buildShell(menus, bundle).routes.get(`dayOne${compat}`)).toBe('/admin/iframe/https%3A%2F%2Fexample.com')
      await ok(wire.del('/admin/auth.Rule/del', { ids: [one.id, two.id] }))
    })

    it('the log: cells, searches, and what was sent, opened as a tree', async () => {
      const { list: rows, total } = await list('auth.AdminLog')
      expect(total).toBeGreaterThan(5)
      for (const one of rows) {
        for (const name of ['username', 'title', 'url', 'ip', 'useragent']) text(one[name])
        expect(typeof one['admin_id']).toBe('number')
        timeFormat(one['create_time'] as number)
        expect(typeof JSON.parse(text(one['data']) || '{}')).toBe('object')
      }
      for (const [field, operator, val, render] of [
        ['id', 'eq', '1'],
        ['admin_id', 'eq', '1'],
        ['username', 'LIKE', 'adm'],
        ['title', 'LIKE', 'a'],
        ['url', 'LIKE', 'auth'],
        ['ip', 'LIKE', '1'],
        ['useragent', 'LIKE', 'x'],
        ['create_time', 'RANGE', '2020-01-01 00:00:00,2099-01-31 23:59:59', 'datetime'],
      ] as const) {
        await list('auth.AdminLog', {
          search: [{ field, val, operator, ...(render && { render }) }],
          order: 'create_time,desc',
        })
      }
    })

    it('settings: tabs, inputs with rules and values of their kind, saving one tab', async () => {
      interface Item extends Row {
        readonly name: string
        readonly type: string
        readonly rule: string
        readonly value: unknown
        readonly content: unknown
      }
      const data = await ok(
        wire.get<{
          list: Record<string, { name: string; title: string; list: Item[] }>
          configGroup: Record<string, string>
          quickEntrance: Row[]
          remark: string
        }>('/admin/routine.Config/index'),
      )
      data.quickEntrance.forEach(({ key, value }) => [text(key), text(value)])
      text(data.remark)
      Object.values(data.configGroup).map(text)
      for (const [key, tab] of Object.entries(data.list)) {
        expect(tab.name).toBe(key)
        text(tab.title)
        for (const item of tab.list) {
          for (const name of ['name', 'group', 'title', 'tip', 'type', 'rule']) text(item[name])
          expect(inputs, item.name).toContain(item.type)
          for (const rule of item.rule.split(',').filter((one) => one !== ''))
            expect(validators, item.name).toContain(rule)
          if (['radio', 'checkbox', 'select', 'selects'].includes(item.type))
            expect(Object.keys(item.content as object).length).toBeGreaterThan(0)
          if (['checkbox', 'selects', 'array', 'images', 'files'].includes(item.type))
            expect(Array.isArray(item.value), item.name).toBe(true)
          else if (item.type === 'switch') expect(typeof item.value, item.name).toBe('boolean')
          else if (item.type === 'number') expect(Number.isNaN(parseFloat(String(item.value)))).toBe(false)
          else text(item.value)
          expect([typeof item['extend'], typeof item['input_extend']]).toEqual(['object', 'object'])
        }
        await ok(
          wire.post(
            '/admin/routine.Config/edit',
            Object.fromEntries(tab.list.map((item) => [item.name, item.value ?? ''])),
          ),
        )
      }
    })

    it('own profile: read, saved whole and by picture, with its own log', async () => {
      const { info } = await ok(wire.get<{ info: Row }>('/admin/routine.AdminInfo/index'))
      for (const name of ['username', 'nickname', 'avatar', 'email', 'mobile', 'motto', 'last_login_time'])
        text(info[name])
      const { last_login_time: _time, username: _name, avatar, ...rest } = info
      await ok(wire.post('/admin/routine.AdminInfo/edit', { ...rest, motto: `of ${compat}` }))
      await ok(wire.post('/admin/routine.AdminInfo/edit', { id: info['id'], avatar }))
      const log = await list('auth.AdminLog', {
        limit: 12,
        search: [{ field: 'admin_id', val: String(info['id']), operator: 'eq' }],
      })
      for (const one of log.list) timeFormat(one['create_time'] as number)
      expect(log.total).toBeGreaterThan(0)
    })

    it('renews its token when it is over, replays, and signs out', async () => {
      await server.running.database.write((trx) =>
        trx
          .updateTable('token')
          .set({ expire_time: Math.floor(Date.now() / 1000) - 5 })
          .where('type', '=', 'admin')
          .execute(),
      )
      expect(await wire.get('/admin/auth.Admin/index')).toMatchObject({ code: 409, data: [] })
      const renewed = await ok(
        wire.post<{ type: string; token: string }>('/api/common/refreshToken', { refreshToken: account.refresh_token }),
      )
      expect(renewed.type).toBe('admin-refresh')
      wire.token = text(renewed.token)
      await list('auth.Admin')
      await ok(wire.post('/admin/Index/logout', { refreshToken: account.refresh_token }))
      expect(await wire.get('/admin/Index/index')).toMatchObject({
        code: 302,
        data: { routePath: '/admin/login', type: 'need login' },
      })
    })
  })
})
