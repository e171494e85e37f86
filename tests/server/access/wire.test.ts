/** Groups, rules and accounts as the protocol has them on the wire (3.6 to 3.9). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifyPassword } from '../../../runtime/server/identity/session/password.ts'
import { engines } from '../../support/databases.ts'
import { flat, openTestApp, type TestApp } from './access-app.ts'

type Rows = {
  list: Record<string, unknown>[]
  group?: number[]
  options?: Record<string, unknown>[]
  total?: number
  remark: string
}
type One = { row: Record<string, unknown> }

describe.each(engines)('the wire of rights on $name', (engine) => {
  let app: TestApp
  let editors: number
  let editor: number
  beforeAll(async () => {
    app = await openTestApp(engine)
    const chief = await app.group('chiefs', [
      'auth/group/index',
      'auth/group/add',
      'auth/group/edit',
      'auth/group/del',
      'auth/rule/index',
      'auth/admin/index',
      'shop/brand/index',
      'shop/brand/add',
    ])
    editors = await app.group('editors of brands', ['shop/brand/index', 'shop/brand/add'], { pid: chief })
    await app.group('temps', ['shop/brand/index'], { pid: editors })
    await app.group('old editors', ['shop/brand/index'], { pid: chief, status: 0 })
    editor = await app.account('chief', [chief])
  })
  afterAll(() => app.dispose())

  describe('groups', () => {
    it('come as a tree with what they may in words, the own groups beside, no total', async () => {
      const { data } = await app.get<Rows>(1, 'auth.Group/index')
      expect(data.total).toBeUndefined()
      expect(data.group).toEqual(JSON.parse(String((await app.row('admin', 1))!['group_arr'])))
      expect(data.list.find((row) => row['name'] === 'super')).toMatchObject({
        rules: 'All permissions',
        pid: 0,
        status: 1,
      })
      const chief = data.list.find((row) => row['name'] === 'chiefs')!
      expect(chief['rules']).toMatch(/^Shop and more, \d+ in total$|^Permissions and more, \d+ in total$/)
      expect((chief['children'] as { name: string }[]).map((row) => row.name).sort()).toEqual([
        'editors of brands',
        'old editors',
      ])
    })

    it('are found by all of the words', async () => {
      const found = async (text: string) =>
        flat(
          (await app.get<Rows>(1, `auth.Group/index?isTree=0&quickSearch=${encodeURIComponent(text)}`)).data.list,
        ).map((row) => row['name'])
      expect(await found('brands editors')).toEqual(['editors of brands'])
      expect(await found('editors nothing')).toEqual([])
    })

    it('are offered indented, enabled ones only; chosen ones are named flat, also when disabled', async () => {
      const { data } = await app.get<Rows>(1, 'auth.Group/index?select=1')
      expect(data.options!.map((row) => row['name'])).toEqual([
        'super',
        'chiefs',
        '    └editors of brands',
        '        └temps',
      ])
      const old = Number(
        (
          await app.database.query
            .selectFrom('admin_group')
            .select('id')
            .where('name', '=', 'old editors')
            .executeTakeFirstOrThrow()
        )['id'],
      )
      expect((await app.get<Rows>(1, `auth.Group/index?select=1&initValue[]=${old}`)).data.options).toMatchObject([
        { id: old, name: 'old editors' },
      ])
    })

    it('show others only the groups below, with the own group unless it is left out', async () => {
      const names = async (query: string) =>
        flat((await app.get<Rows>(editor, `auth.Group/index?isTree=0${query}`)).data.list)
          .map((row) => row['name'])
          .sort()
      expect(await names('')).toEqual(['chiefs', 'editors of brands', 'old editors', 'temps'])
      expect(await names('&absoluteAuth=1')).toEqual(['editors of brands', 'old editors', 'temps'])
      expect(await app.get(editor, 'auth.Group/edit?id=1')).toMatchObject({ code: 0, data: { reason: 'not_found' } })
    })

    it('are edited without the ids of parents, as texts', async () => {
      const { data } = await app.get<One>(1, `auth.Group/edit?id=${editors}`)
      const [index, add] = [await app.rule('shop/brand/index'), await app.rule('shop/brand/add')]
      expect((data.row['rules'] as string[]).toSorted()).toEqual([String(index), String(add)].toSorted())
      expect((await app.get<One>(1, 'auth.Group/edit?id=1')).data.row['rules']).toEqual(['*'])
    })

    it('are saved with all ancestors; an empty selection changes nothing; all rules become one sign', async () => {
      const index = await app.rule('shop/unit/index')
      const added = await app.post<{ id: number }>(1, 'auth.Group/add', {
        name: 'units',
        pid: '0',
        rules: [String(index)],
        status: '1',
      })
      const stored = async () => JSON.parse(String((await app.row('admin_group', added.data.id))!['rules']))
      expect(await stored()).toEqual([await app.rule('shop'), await app.rule('shop/unit'), index].sort((a, b) => a - b))
      await app.post(1, 'auth.Group/edit', { id: added.data.id, name: 'units!', rules: [] })
      expect(await stored()).toHaveLength(3)
      const all = await app.database.query.selectFrom('admin_rule').select('id').execute()
      await app.post(1, 'auth.Group/edit', { id: added.data.id, rules: all.map((row) => row['id']) })
      expect(await stored()).toEqual(['*'])
      expect(await app.del(1, 'auth.Group/del', [added.data.id])).toMatchObject({ code: 1 })
    })

    it('begin with presets of what all pages have in common, and know which rights others need', async () => {
      type Options = { presets: { name: string; nodes: string[] }[]; needs: Record<string, string[]> }
      const { data } = await app.get<Options>(1, 'auth.Group/roleOptions')
      expect(data.presets.map(({ name }) => name)).toEqual(['Read only', 'Keeper', 'Auditor', 'Manager'])
      const [reader = [], keeper = [], auditor = [], manager = []] = data.presets.map(({ nodes }) => nodes)
      expect([reader, keeper, manager].map((nodes) => nodes.includes('shop/brand/add'))).toEqual([false, true, true])
      expect([keeper, auditor, manager].map((nodes) => nodes.includes('shop/brand/del'))).toEqual([false, false, true])
      expect(manager.filter((node) => node.startsWith('auth/'))).toEqual([])
      // What people choose from in the form, and the list from which they open it.
      expect(data.needs['shop/product/add']).toEqual(
        expect.arrayContaining(['shop/product/index', 'shop/brand/index', 'shop/warehousearea/index']),
      )
      expect(data.needs['shop/product/del']).toEqual(['shop/product/index'])
      expect(data.needs['shop/product/index']).toBeUndefined()
      // The tree of rights comes with the menu.
      expect(data.needs['auth/group/edit']).toEqual(['auth/group/index'])
      expect((await app.get(editor, 'auth.Group/roleOptions')).code).toBe(1)
      const temp = await app.account('temp without groups', [await app.group('no groups', ['shop/brand/index'])])
      expect((await app.get(temp, 'auth.Group/roleOptions')).code).toBe(401)
    })

    it('go together with all below them', async () => {
      const outer = await app.group('outer', ['shop/brand/index'])
      const inner = await app.group('inner', ['shop/brand/index'], { pid: outer })
      expect(await app.del(1, 'auth.Group/del', [outer])).toMatchObject({ code: 0, data: { reason: 'in_use' } })
      expect(await app.del(1, 'auth.Group/del', [outer, inner])).toMatchObject({ code: 1, data: { count: 2 } })
    })

    it('stay while groups below them or members need them', async () => {
      expect(await app.del(1, 'auth.Group/del', [editors])).toMatchObject({ code: 0, data: { reason: 'in_use' } })
      const used = await app.group('used', ['shop/brand/index'])
      await app.account('member', [used])
      expect(await app.del(1, 'auth.Group/del', [used])).toMatchObject({
        code: 0,
        data: { reason: 'in_use', references: [{ title: 'member', table: 'system/admin', page: 'auth/admin' }] },
      })
    })
  })

  describe('rules', () => {
    it('come as a tree whose roots all have children; states are 0 or 1 and nothing else', async () => {
      const { data } = await app.get<Rows>(1, 'auth.Rule/index')
      expect(data.total).toBeUndefined()
      for (const root of data.list) expect(root['children']).toBeInstanceOf(Array)
      for (const row of flat(data.list)) {
        expect([0, 1]).toContain(row['keepalive'])
        expect([0, 1]).toContain(row['status'])
        expect(row['title']).not.toBe('')
        expect(row).not.toHaveProperty('origin')
      }
      const brand = flat(data.list).find((row) => row['name'] === 'shop/brand')!
      expect(brand).toMatchObject({ title: 'Brands', type: 'menu' })
      const button = flat(data.list).find((row) => row['name'] === 'shop/brand/add')!
      expect(button).not.toHaveProperty('children')
      // A form shows one rule: its parent, which is not among the rows, is called as in the list.
      const form = (await app.get<One>(1, `auth.Rule/edit?id=${Number(button['id'])}`)).data
      expect(form.row).toMatchObject({ parent: { id: brand['id'], title: 'Brands' } })
    })

    it('show each account its own rules', async () => {
      const held = flat((await app.get<Rows>(editor, 'auth.Rule/index')).data.list).map((row) => row['name'])
      expect(held).toContain('shop/brand/add')
      expect(held).not.toContain('shop/brand/del')
      expect(held).not.toContain('shop/product')
    })

    it('keep the weight that the forms of old clients post, and are sorted by it', async () => {
      const names = async () =>
        flat((await app.get<Rows>(1, 'auth.Rule/index')).data.list)
          .map((row) => String(row['name']))
          .filter((name) => name.startsWith('heavy'))
      const ids: number[] = []
      for (const [name, weigh] of [
        ['heavy/a', '7'],
        ['heavy/b', 9],
      ] as const)
        ids.push(
          (await app.post<{ id: number }>(1, 'auth.Rule/add', { name, title: name, type: 'menu', weigh })).data.id,
        )
      const [light = 0, heavy = 0] = ids
      expect(await names()).toEqual(['heavy/b', 'heavy/a'])
      const { row } = (await app.get<One>(1, `auth.Rule/edit?id=${light}`)).data
      expect(row).toMatchObject({ weigh: 7 })
      expect(await app.post(1, 'auth.Rule/edit', { ...row, weigh: 12 })).toMatchObject({ code: 1 })
      expect(await names()).toEqual(['heavy/a', 'heavy/b'])
      const menu = (await app.get<{ menus: { name: string }[] }>(1, 'Index/index')).data.menus
      expect(menu.map(({ name }) => name).filter((name) => name.startsWith('heavy'))).toEqual(['heavy/a', 'heavy/b'])
      for (const weigh of [null, '']) await app.post(1, 'auth.Rule/edit', { id: light, weigh })
      expect(await app.row('admin_rule', light)).toMatchObject({ weigh: 12 })
      expect(await app.post(1, 'auth.Rule/edit', { id: light, weigh: '1.5' })).toMatchObject({
        code: 0,
        data: { errors: { weigh: expect.any(String) as string } },
      })
      expect(await app.del(1, 'auth.Rule/del', [light, heavy])).toMatchObject({ code: 1 })
    })

    it("are found by their words in the reader's language", async () => {
      const found = async (language: string, text: string) =>
        flat(
          (
            await app.get<Rows>(
              1,
              `auth.Rule/index?isTree=0&limit=100&quickSearch=${encodeURIComponent(text)}`,
              language,
            )
          ).data.list,
        ).map((row) => row['name'])
      expect(await found('zh-cn', '品牌')).toContain('shop/brand')
      expect(await found('en', '品牌')).toEqual([])
    })

    it('are offered as parents: folders and pages only', async () => {
      const { data } = await app.get<Rows>(1, 'auth.Rule/index?select=1')
      const titles = data.options!.map((row) => String(row['title']))
      expect(titles).toContain('Shop')
      expect(titles.some((title) => title.trimStart().startsWith('├'))).toBe(true)
      expect(titles.some((title) => /View|Delete/.test(title))).toBe(false)
    })

    it('have icons that a client draws, also those of other clients; what is stored already stays', async () => {
      const id = await app.rule('shop/brand')
      const edit = (icon: string) => app.post(1, 'auth.Rule/edit', { id, icon })
      expect(await edit('trucks')).toMatchObject({
        code: 0,
        data: { errors: { icon: expect.stringContaining('truck.') as string } },
      })
      for (const icon of ['truck', 'fa fa-anything', '']) expect(await edit(icon), icon).toMatchObject({ code: 1 })
      await app.database.write((trx) =>
        trx.updateTable('admin_rule').set({ icon: 'once-drawn' }).where('id', '=', id).execute(),
      )
      expect(await edit('once-drawn')).toMatchObject({ code: 1 })
      expect(await edit('')).toMatchObject({ code: 1 })
    })

    it('have a history that calls them as the menu does', async () => {
      const brand = await app.rule('shop/brand')
      for (const title of ['Labels', '']) await app.post(1, 'auth.Rule/edit', { id: brand, title })
      type Told = { list: { changes: object[] }[] }
      const told = (await app.get<Told>(1, `auth.Rule/history?id=${brand}`)).data.list.flatMap(({ changes }) => changes)
      expect(told.slice(0, 2)).toMatchObject([
        { field: 'title', before: 'Labels', names: ['Labels', 'Brands'] },
        { field: 'title', after: 'Labels', names: ['Brands', 'Labels'] },
      ])
    })

    it('keep following the schemas when they are sent back as they were shown', async () => {
      const id = await app.rule('shop/brand')
      const { data } = await app.get<One>(1, `auth.Rule/edit?id=${id}`)
      expect(await app.post(1, 'auth.Rule/edit', { ...data.row, remark: 'checked' })).toMatchObject({ code: 1 })
      expect(await app.row('admin_rule', id)).toMatchObject({
        title: null,
        icon: null,
        component: null,
        remark: 'checked',
      })
    })

    it('grants a new one to groups with its parent; a derived page can be moved, not renamed or deleted', async () => {
      const pid = await app.rule('shop/brand')
      const { data, code } = await app.post<{ id: number }>(1, 'auth.Rule/add', {
        type: 'menu',
        title: 'Help',
        name: 'help',
        pid,
        menu_type: 'link',
        url: 'https://example.com',
        keepalive: '0',
        status: '1',
        extend: 'none',
      })
      expect(code).toBe(1)
      expect(JSON.parse(String((await app.row('admin_group', editors))!['rules']))).toContain(data.id)
      expect(await app.post(1, 'auth.Rule/edit', { id: pid, name: 'other' })).toMatchObject({
        code: 0,
        data: { errors: { name: expect.any(String) as string } },
      })
      expect(await app.del(1, 'auth.Rule/del', [pid])).toMatchObject({ code: 0, data: { reason: 'bad_state' } })
      expect(
        await app.post(1, 'auth.Rule/add', {
          type: 'menu',
          title: 'x',
          name: 'y',
          pid,
          menu_type: 'iframe',
          url: 'javascript:alert(1)',
        }),
      ).toMatchObject({ code: 0, data: { errors: { url: expect.any(String) as string } } })
      expect(await app.post(1, 'auth.Rule/add', { type: 'menu', title: 'x', name: 'HELP' })).toMatchObject({
        code: 0,
        data: { errors: { name: expect.stringContaining('exists') as string } },
      })
      expect(await app.del(1, 'auth.Rule/del', [data.id])).toMatchObject({ code: 1 })
      expect(JSON.parse(String((await app.row('admin_group', editors))!['rules']))).not.toContain(data.id)
    })

    it('go together with all below them, and leave the groups', async () => {
      const add = async (name: string, pid: number) =>
        (await app.post<{ id: number }>(1, 'auth.Rule/add', { type: 'menu_dir', title: name, name, pid })).data.id
      const top = await add('going', 0)
      const below = [top, await add('going/one', top), await add('going/two', top)]
      const group = await app.group('goers', ['going/one', 'shop/brand/index'])
      expect(await app.del(1, 'auth.Rule/del', below)).toMatchObject({ code: 1, data: { count: 3 } })
      const left = JSON.parse(String((await app.row('admin_group', group))!['rules'])) as number[]
      expect(left.filter((id) => below.includes(id))).toEqual([])
      expect(left).toContain(await app.rule('shop/brand/index'))
    })

    it('moving a rule below its own child moves the child to the top', async () => {
      const add = async (name: string, pid: number) =>
        (await app.post<{ id: number }>(1, 'auth.Rule/add', { type: 'menu_dir', title: name, name, pid })).data.id
      const [outer] = [await add('outer', 0)]
      const inner = await add('inner', outer)
      expect(await app.del(1, 'auth.Rule/del', [outer])).toMatchObject({ code: 0, data: { reason: 'in_use' } })
      expect(await app.post(1, 'auth.Rule/edit', { id: outer, pid: inner })).toMatchObject({ code: 1 })
      expect([await app.row('admin_rule', inner), await app.row('admin_rule', outer)]).toMatchObject([
        { pid: null },
        { pid: inner },
      ])
    })

    it('change places', async () => {
      const [one, other] = [await app.rule('auth/group'), await app.rule('auth/admin')]
      const before = [(await app.row('admin_rule', one))!['weigh'], (await app.row('admin_rule', other))!['weigh']]
      expect(await app.post(1, 'auth.Rule/sortable', { id: one, targetId: other })).toMatchObject({ code: 1 })
      expect([(await app.row('admin_rule', other))!['weigh'], (await app.row('admin_rule', one))!['weigh']]).toEqual(
        before,
      )
    })
  })

  describe('accounts', () => {
    it('carry their groups by id and name, no secret, the last sign-in as text', async () => {
      const { data } = await app.get<Rows>(1, 'auth.Admin/index')
      const row = data.list.find((one) => one['username'] === 'chief')!
      expect(row).toMatchObject({ group_name_arr: ['chiefs'], last_login_time: '', status: 1 })
      expect(row['group_arr']).toHaveLength(1)
      for (const key of ['password', 'salt']) expect(row).not.toHaveProperty(key)
      expect((await app.get<One>(1, `auth.Admin/edit?id=${editor}`)).data.row).toMatchObject({
        password: '',
        group_arr: row['group_arr'],
      })
    })

    it('an empty password leaves the old one, also when it is sent as null', async () => {
      const { password } = (await app.row('admin', editor))!
      for (const empty of ['', null, undefined])
        expect(
          await app.post(1, 'auth.Admin/edit', { id: editor, motto: String(empty), password: empty }),
        ).toMatchObject({ code: 1 })
      expect((await app.row('admin', editor))!['password']).toBe(password)
    })

    it('take groups as texts; the password is stored as a hash and never needed again', async () => {
      const added = await app.post<{ id: number }>(1, 'auth.Admin/add', {
        username: 'fresh',
        nickname: 'Fresh',
        password: 'S3cret-pw',
        group_arr: [String(editors)],
        status: '1',
      })
      expect(added).toMatchObject({ code: 1 })
      const stored = async () => (await app.row('admin', added.data.id))!
      expect(await stored()).toMatchObject({ group_arr: JSON.stringify([editors]) })
      expect(String((await stored())['password'])).toMatch(/^\$argon2id\$/)
      const { data } = await app.get<One>(1, `auth.Admin/edit?id=${added.data.id}`)
      expect(await app.post(1, 'auth.Admin/edit', { ...data.row, nickname: 'Fresher' })).toMatchObject({ code: 1 })
      expect(await verifyPassword(String((await stored())['password']), 'S3cret-pw')).toBe(true)
      await app.post(1, 'auth.Admin/edit', { id: added.data.id, password: 'An0ther-pw' })
      expect(await verifyPassword(String((await stored())['password']), 'An0ther-pw')).toBe(true)
      expect(await app.post(1, 'auth.Admin/edit', { id: added.data.id, password: 'a<b' })).toMatchObject({
        code: 0,
        data: { errors: { password: expect.any(String) as string } },
      })
    })

    it.each([
      ['username', { username: '1abc', nickname: 'x', password: 'S3cret-pw' }],
      ['username', { username: 'admin', nickname: 'x', password: 'S3cret-pw' }],
      ['nickname', { username: 'someone', password: 'S3cret-pw' }],
      ['password', { username: 'someone', nickname: 'x' }],
      ['email', { username: 'someone', nickname: 'x', password: 'S3cret-pw', email: 'no' }],
    ])('say what is wrong with %s', async (field, body) => {
      expect(await app.post(1, 'auth.Admin/add', { ...body, group_arr: [editors] })).toMatchObject({
        code: 0,
        data: { errors: { [field]: expect.any(String) as string } },
      })
    })

    it.each([[[]], [undefined], [[999_999]], [['*']], ['']])('need groups that exist: %j', async (group_arr) => {
      expect(
        await app.post(1, 'auth.Admin/add', { username: 'someone', nickname: 'x', password: 'S3cret-pw', group_arr }),
      ).toMatchObject({ code: 0, data: { errors: { group_arr: expect.any(String) as string } } })
    })

    it('are found by their group', async () => {
      const found = async (search: string) =>
        (await app.get<Rows>(1, `auth.Admin/index?search[0][field]=group_arr&${search}`)).data.list.map(
          (row) => row['username'],
        )
      const [chiefs] = (await app.get<One>(1, `auth.Admin/edit?id=${editor}`)).data.row['group_arr'] as number[]
      expect(await found(`search[0][operator]=FIND_IN_SET&search[0][val]=${chiefs}`)).toEqual(['chief'])
      expect(
        (await found(`search[0][operator]=IN&search[0][val][]=${chiefs}&search[0][val][]=${editors}`)).sort(),
      ).toEqual(['chief', 'fresh'])
    })
  })
})
