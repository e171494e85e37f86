/** Administrators, groups, rules, log, settings and own profile, worked on as BuildAdmin's own pages do. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { oneEngine } from '../../../support/databases.ts'
import { password } from '../../../server/http/running-app.ts'
import {
  compatVersions,
  isSwitchValue,
  openWireServer,
  type Envelope,
  type WireServer,
  type Params,
  type Wire,
} from './wire.ts'

type Row = Readonly<Record<string, unknown>>
interface Rows {
  readonly list: readonly Row[]
  readonly total?: number
  readonly remark: string
  readonly options?: readonly Row[]
  readonly group?: readonly number[]
}
interface One {
  readonly row: Row
}

const flat = (rows: readonly Row[]): readonly Row[] =>
  rows.flatMap((row) => [row, ...flat((row['children'] as readonly Row[] | undefined) ?? [])])

describe.each(oneEngine)('people and rights on $name', (engine) => {
  let server: WireServer
  beforeAll(async () => {
    server = await openWireServer(engine)
  })
  afterAll(() => server.running.dispose())

  describe.each(compatVersions)('for %s', (compat) => {
    let wire: Wire
    beforeAll(async () => {
      wire = await server.client(compat)
    })
    const list = async (controller: string, params: Params = {}): Promise<Rows> => {
      const answer = await wire.get<Rows>(`/admin/${controller}/index`, params)
      expect(answer, controller).toMatchObject({ status: 200, code: 1 })
      return answer.data
    }
    const row = async (controller: string, id: unknown): Promise<Row> =>
      (await wire.get<One>(`/admin/${controller}/edit`, { id })).data.row
    const save = async (controller: string, action: string, body: object): Promise<Envelope<{ id: number }>> =>
      wire.post<{ id: number }>(`/admin/${controller}/${action}`, body)
    const ruleId = async (name: string): Promise<unknown> =>
      flat((await list('auth.Rule')).list).find((one) => one['name'] === name)!['id']

    it('a group is added with texts for ids, read back without the ids above others, edited and deleted', async () => {
      const rules = [await ruleId('wms'), await ruleId('wms/unit'), await ruleId('wms/unit/index')].map(String)
      const added = await save('auth.Group', 'add', { pid: 0, name: `Readers ${compat}`, rules, status: '1' })
      expect(added).toMatchObject({ code: 1 })
      const { id } = added.data
      const shown = await row('auth.Group', id)
      expect(shown).toMatchObject({
        id,
        pid: 0,
        rules: [rules[2]],
        status: '1',
        create_time: expect.any(Number) as number,
        update_time: expect.any(Number) as number,
      })
      expect(
        await save('auth.Group', 'edit', { ...shown, name: `Readers of ${compat}`, rules: [...rules] }),
      ).toMatchObject({ code: 1 })
      const { list: rows, group, ...rest } = await list('auth.Group')
      expect(rest).not.toHaveProperty('total')
      expect(group).toEqual(expect.any(Array))
      expect(flat(rows).find((one) => one['id'] === id)).toMatchObject({
        name: `Readers of ${compat}`,
        rules: expect.any(String) as string,
        status: '1',
      })
      const choice = await list('auth.Group', {
        select: true,
        quickSearch: '',
        isTree: true,
        absoluteAuth: 0,
        uuid: 'x',
        page: 1,
        initKey: 'id',
        initValue: [id],
      })
      expect(choice.options).toMatchObject([{ id, name: `Readers of ${compat}` }])
      expect(await save('auth.Group', 'edit', { id, status: '0' })).toMatchObject({ code: 1 })
      expect(await row('auth.Group', id)).toMatchObject({ status: '0' })
      expect(await wire.del('/admin/auth.Group/del', { ids: [id] })).toMatchObject({ code: 1 })
    })

    it('adds an administrator who signs in, is edited without a password and is deleted', async () => {
      const group = (
        await save('auth.Group', 'add', {
          pid: 0,
          name: `Staff ${compat}`,
          rules: [
            String(await ruleId('wms')),
            String(await ruleId('wms/unit')),
            String(await ruleId('wms/unit/index')),
          ],
          status: '1',
        })
      ).data.id
      const username = `staff${compat}`
      const added = await save('auth.Admin', 'add', {
        username,
        nickname: 'Staff',
        password,
        group_arr: [String(group)],
        email: '',
        mobile: '',
        avatar: '',
        motto: '',
        status: '1',
      })
      expect(added).toMatchObject({ code: 1 })
      const { id } = added.data
      const signIn = async (): Promise<unknown> =>
        (await server.anonymous(compat).post('/admin/Index/login', { username, password, keep: false })).code
      expect(await signIn()).toBe(1)
      const shown = await row('auth.Admin', id)
      expect(shown).toMatchObject({
        username,
        password: '',
        group_arr: [group],
        group_name_arr: [`Staff ${compat}`],
        status: '1',
        create_time: expect.any(Number) as number,
      })
      expect(
        await save('auth.Admin', 'edit', { ...shown, nickname: 'Staff 2', group_arr: [String(group)] }),
      ).toMatchObject({ code: 1 })
      expect(await signIn()).toBe(1)
      const listed = (
        await list('auth.Admin', {
          search: [{ field: 'username', val: username, operator: 'LIKE' }],
          order: 'create_time,desc',
          limit: 20,
        })
      ).list[0]!
      expect(listed).toMatchObject({
        id,
        nickname: 'Staff 2',
        status: '1',
        email: '',
        mobile: '',
        motto: '',
        update_time: expect.any(Number) as number,
        group_arr: [group],
        group_name_arr: [`Staff ${compat}`],
        last_login_time: expect.stringMatching(/^\d{4}-\d\d-\d\d /) as string,
      })
      for (const secret of ['password', 'salt', 'login_failure']) expect(listed).not.toHaveProperty(secret)
      expect(await wire.del('/admin/auth.Admin/del', { ids: [id] })).toMatchObject({ code: 1 })
      expect(await signIn()).toBe(0)
      await wire.del('/admin/auth.Group/del', { ids: [group] })
    })

    it('a wrong administrator is refused with a text', async () => {
      const good = { username: `wrong${compat}`, nickname: 'Wrong', password, group_arr: ['1'], status: '1' }
      for (const bad of [
        { username: '1abc' },
        { username: 'ab' },
        { username: 'admin' },
        { nickname: '' },
        { password: 'a<b>c&d' },
        { password: '' },
        { email: 'nonsense' },
        { mobile: '123' },
        { group_arr: [] },
        { group_arr: ['999999'] },
      ]) {
        const answer = await save('auth.Admin', 'add', { ...good, ...bad })
        expect(answer, JSON.stringify(bad)).toMatchObject({ status: 200, code: 0 })
        // That client shows the message and nothing else: it names the field and what is wrong with it.
        const label = {
          username: 'Username',
          nickname: 'Nickname',
          password: 'Password',
          email: 'Email',
          mobile: 'Mobile',
          group_arr: 'Admin groups',
        }[Object.keys(bad)[0]!]
        expect(answer.msg).toMatch(new RegExp(`^${label}: .{10,}`))
      }
      expect(
        (await save('auth.Admin', 'add', { username: '1', nickname: '', password: '', group_arr: ['1'] })).msg,
      ).toMatch(/^Username: .+; Nickname: [^;]+; Password: [^;]+$/)
    })

    it('an account cannot disable or delete itself', async () => {
      expect(await save('auth.Admin', 'edit', { id: 1, status: '0' })).toMatchObject({ status: 200, code: 0 })
      expect(await wire.del('/admin/auth.Admin/del', { ids: [1] })).toMatchObject({ status: 200, code: 0 })
    })

    it('switches hold 0 or 1 in every row, since that client would post an edit otherwise', async () => {
      for (const [controller, fields] of [
        ['auth.Rule', ['status', 'keepalive']],
        ['auth.Admin', ['status']],
        ['auth.Group', ['status']],
      ] as const) {
        const rows = flat((await list(controller)).list)
        expect(rows.length, controller).toBeGreaterThan(0)
        // States are enumerations, which are texts; the cache flag is a small number (1.11).
        for (const one of rows)
          expect([typeof one['status'], typeof one['keepalive']], controller).toEqual([
            'string',
            controller === 'auth.Rule' ? 'number' : 'undefined',
          ])
        for (const one of rows)
          for (const field of fields)
            expect(
              isSwitchValue(one[field]),
              `${controller} ${String(one['id'])} ${field}: ${JSON.stringify(one[field])}`,
            ).toBe(true)
      }
    })

    it('rules: roots have children, a switch is posted alone, a new rule is added, dragged and deleted', async () => {
      const { list: roots, ...rest } = await list('auth.Rule')
      expect(rest).not.toHaveProperty('total')
      for (const root of roots) expect(root['children']).toEqual(expect.any(Array))
      const base = {
        pid: 0,
        type: 'menu',
        menu_type: 'link',
        url: 'https://example.com',
        icon: 'fa fa-link',
        path: '',
        component: '',
        extend: 'none',
        remark: '',
        weigh: 0,
        status: '1',
        keepalive: '0',
      }
      const [one, two] = [
        await save('auth.Rule', 'add', { ...base, title: 'One', name: `one${compat}` }),
        await save('auth.Rule', 'add', { ...base, title: 'Two', name: `two${compat}` }),
      ]
      expect([one.code, two.code]).toEqual([1, 1])
      expect(await save('auth.Rule', 'edit', { id: one.data.id, status: '0' })).toMatchObject({ code: 1 })
      expect(await row('auth.Rule', one.data.id)).toMatchObject({
        title: 'One',
        name: `one${compat}`,
        status: '0',
        keepalive: 0,
        menu_type: 'link',
        pid: 0,
        weigh: expect.any(Number) as number,
      })
      const order = async (): Promise<unknown[]> =>
        (await list('auth.Rule')).list
          .map((rule) => rule['id'])
          .filter((id) => id === one.data.id || id === two.data.id)
      const before = await order()
      const dragged =
        compat === 'D1'
          ? { id: before[1], targetId: before[0] }
          : { move: before[1], target: before[0], direction: 'up' }
      expect(await wire.post('/admin/auth.Rule/sortable', dragged)).toMatchObject({ code: 1 })
      expect(await order()).toEqual([before[1], before[0]])
      expect(
        (await list('auth.Rule', { select: true })).options!.every((option) => typeof option['title'] === 'string'),
      ).toBe(true)
      expect(await wire.del('/admin/auth.Rule/del', { ids: [one.data.id, two.data.id] })).toMatchObject({ code: 1 })
      expect(await wire.del('/admin/auth.Rule/del', { ids: [await ruleId('wms')] })).toMatchObject({
        status: 200,
        code: 0,
      })
    })

    it('the log has every column of the protocol and no secret', async () => {
      await save('auth.Admin', 'add', { username: 'x', password: 'Secret-in-log-1' })
      await save('routine.AdminInfo', 'edit', { id: 1, nickname: `Root ${compat}`, password: '' })
      const { list: rows, total } = await list('auth.AdminLog', {
        limit: 12,
        search: [{ field: 'admin_id', val: '1', operator: 'eq' }],
      })
      expect(total).toBeGreaterThan(0)
      for (const one of rows)
        expect(Object.keys(one)).toEqual(
          expect.arrayContaining([
            'id',
            'admin_id',
            'username',
            'url',
            'title',
            'data',
            'ip',
            'useragent',
            'create_time',
          ]),
        )
      expect(rows[0]).toMatchObject({
        admin_id: 1,
        username: 'admin',
        url: '/admin/routine.AdminInfo/edit',
        create_time: expect.any(Number) as number,
      })
      expect(JSON.stringify(rows)).not.toContain('Secret-in-log-1')
      expect(JSON.stringify(rows)).not.toContain(wire.token)
    })

    it('settings come in tabs and are saved by name', async () => {
      interface Setting {
        name: string
        value: unknown
        type: string
        title: string
        group: string
      }
      const answer = await wire.get<{
        list: Record<string, { name: string; title: string; list: Setting[] }>
        configGroup: Record<string, string>
        quickEntrance: unknown[]
        remark: string
      }>('/admin/routine.Config/index')
      expect(answer).toMatchObject({
        code: 1,
        data: { configGroup: { basics: expect.any(String) as string }, quickEntrance: [], remark: '' },
      })
      const basics = answer.data.list['basics']!
      for (const item of basics.list)
        expect(Object.keys(item)).toEqual(
          expect.arrayContaining([
            'id',
            'name',
            'group',
            'title',
            'tip',
            'type',
            'value',
            'content',
            'rule',
            'extend',
            'input_extend',
            'allow_del',
            'weigh',
          ]),
        )
      const all = Object.fromEntries(basics.list.map((item) => [item.name, item.value]))
      expect(await save('routine.Config', 'edit', { ...all, site_name: `Site ${compat}` })).toMatchObject({ code: 1 })
      expect(await save('routine.Config', 'edit', { ...all, site_name: '' })).toMatchObject({
        code: 0,
        msg: 'Site name: This field is required',
      })
      expect(await save('routine.AdminInfo', 'edit', { id: 1, email: 'nonsense' })).toMatchObject({
        code: 0,
        msg: 'Email: Enter a valid email address',
      })
      expect(
        (await wire.get<{ siteConfig: { siteName: string } }>('/admin/Index/index')).data.siteConfig.siteName,
      ).toBe(`Site ${compat}`)
      expect((await server.anonymous(compat).get('/admin/routine.Config/index')).code).toBe(302)
    })

    it('what is noted on a page comes with its list, its choices and its settings', async () => {
      const pages = [
        ['wms/unit', 'wms.Unit'],
        ['auth/group', 'auth.Group'],
        ['routine/config', 'routine.Config'],
      ] as const
      for (const [page, controller] of pages) {
        const id = await ruleId(page)
        expect((await list(controller)).remark).toBe('')
        expect(await save('auth.Rule', 'edit', { id, remark: `Read me "${compat}"` })).toMatchObject({ code: 1 })
        expect((await list(controller)).remark).toBe(`Read me "${compat}"`)
        if (controller !== 'routine.Config')
          expect((await list(controller, { select: true })).remark).toBe(`Read me "${compat}"`)
        await save('auth.Rule', 'edit', { id, remark: '' })
      }
      const id = await ruleId('wms/unit/index')
      await save('auth.Rule', 'edit', { id, remark: 'On the right' })
      expect((await list('wms.Unit')).remark).toBe('On the right')
      await save('auth.Rule', 'edit', { id, remark: '' })
    })

    it('the own profile is the own one, whatever id is posted', async () => {
      const { info } = (await wire.get<{ info: Row }>('/admin/routine.AdminInfo/index')).data
      expect(Object.keys(info)).toEqual(
        expect.arrayContaining([
          'id',
          'username',
          'nickname',
          'avatar',
          'email',
          'mobile',
          'motto',
          'last_login_time',
          'token',
          'refresh_token',
        ]),
      )
      expect(info['token']).toBe(wire.token)
      const other = (
        await save('auth.Admin', 'add', {
          username: `other${compat}`,
          nickname: 'Other',
          password,
          group_arr: ['1'],
          status: '1',
        })
      ).data.id
      expect(
        await save('routine.AdminInfo', 'edit', { ...info, id: other, nickname: 'Mine', motto: 'hello', password: '' }),
      ).toMatchObject({ code: 1 })
      expect((await wire.get<{ info: Row }>('/admin/routine.AdminInfo/index')).data.info).toMatchObject({
        id: 1,
        nickname: 'Mine',
        motto: 'hello',
      })
      expect((await row('auth.Admin', other))['nickname']).toBe('Other')
      expect(await save('routine.AdminInfo', 'edit', { id: 1, avatar: String(info['avatar']) })).toMatchObject({
        code: 1,
      })
      expect(await wire.del('/admin/auth.Admin/del', { ids: [other] })).toMatchObject({ code: 1 })
    })
  })
})
