/** T21, T22, T24 and T14: no address, method, token or body opens more than the route it stands for. */
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { holdsLines, type TableModel } from 'tablewright/protocol'
import { syncRules } from '../../../runtime/server/identity/permissions/sync.ts'
import { frameworkPages } from '../../../runtime/server/identity/permissions/pages.ts'
import { deriveRules } from '../../../runtime/server/identity/permissions/derived-rules.ts'
import { methodsOf, type Route } from '../../../runtime/server/http/route.ts'
import { oneEngine } from '../../support/databases.ts'
import { openTestApp, password, type TestApp, type Role } from './roles.ts'

/** Ways to write an address that might slip past a check made on another way to write it. */
const spellings: readonly ((area: string, controller: string, action: string) => string)[] = [
  (area, controller, action) => `/${area}/${controller}/${action}/`,
  (area, controller, action) => `//${area}/${controller}/${action}`,
  (area, controller, action) => `/${area}//${controller}/${action}`,
  (area, controller, action) => `/${area}/${controller}//${action}`,
  (area, controller, action) => `/${area.toUpperCase()}/${controller}/${action}`,
  (area, controller, action) => `/${area}/${controller.toUpperCase()}/${action.toUpperCase()}`,
  (area, controller, action) => `/${area}/${controller.toLowerCase()}/${action.toLowerCase()}.html`,
  (area, controller, action) => `/index.php/${area}/${controller}/${action}`,
  (area, controller, action) => `/${area}/${controller.replace('.', '%2e')}/${action}`,
  (area, controller, action) => `/${area}/${controller.replace('.', '/')}/${action}`,
  (area, controller, action) => `/${area}/%2e/${controller}/${action}`,
  (area, controller, action) => `/${area}/x/%2e%2e/${controller}/${action}`,
  (area, controller, action) => `/x/../${area}/${controller}/${action}`,
  (area, controller, action) => `/${area}/${controller}%2f${action}`,
  (area, controller, action) => `/${area}/${controller}/${action}%00`,
  (area, controller, action) => `/${area}/${controller}/${action};x=1`,
  (area, controller, action) => {
    const escaped = action.replace(/^./, (first) => `%${first.charCodeAt(0).toString(16)}`)
    return `/${area}/${controller}/${encodeURIComponent(escaped)}`
  },
  (area, controller, action) => `/${area}/${controller}/%${action.charCodeAt(0).toString(16)}${action.slice(1)}`,
  (area, controller, action) => `/${area}/${controller}\\${action}`,
  (area, controller, action) => `/${area === 'admin' ? 'api' : 'admin'}/${controller}/${action}`,
]
const methods = ['GET', 'POST', 'DELETE', 'PUT', 'PATCH', 'HEAD', 'OPTIONS'] as const

describe.each(oneEngine)('doors on $name', (engine) => {
  let app: TestApp
  beforeAll(async () => {
    app = await openTestApp(engine)
  })
  afterAll(() => app?.dispose())

  const guarded = (): readonly Route[] => app.routes.filter((route) => route.login === 'admin')
  /** Whether an answer let anybody past. */
  const isOpen = ({ status, code }: { status: number; code: number }): boolean =>
    status < 300 && code !== 302 && code !== 401 && status !== 204

  it('T24: refuse callers without session or permission, for every method and spelling of the address', async () => {
    const open: string[] = []
    let asked = 0
    for (const [at, route] of guarded().entries()) {
      const roles = route.node === null ? [app.role('stranger')] : [app.role('stranger'), app.role('none')]
      // Spellings take turns over the routes: all of them go through the one place that reads addresses.
      const turn = spellings.filter(
        (_spell, other) => (other + at) % 6 === 0 || process.env['TABLEWRIGHT_EVERY'] !== undefined,
      )
      for (const spell of [
        (area: string, controller: string, action: string) => `/${area}/${controller}/${action}`,
        ...turn,
      ]) {
        const url = spell(route.area, route.controller, route.action)
        for (const method of methods) {
          // The other area may have a public route of that name.
          if (
            app.routes.some(
              (other) =>
                other.login === 'none' &&
                `/${other.area}/${other.controller}/${other.action}`.toLowerCase() === url.toLowerCase(),
            )
          )
            continue
          for (const role of roles) {
            const answer = await app.send(role, method, url, method === 'POST' ? { payload: {} } : {})
            asked++
            if (isOpen(answer)) open.push(`${role.name} ${method} ${url}: ${answer.status} ${answer.text.slice(0, 80)}`)
            if (![200, 204, 400, 404].includes(answer.status)) open.push(`${method} ${url}: HTTP ${answer.status}`)
          }
        }
      }
    }
    expect(open).toEqual([])
    expect(asked).toBeGreaterThan(5000)
  }, 240_000)

  it('T24: every accepted spelling leads to the same route and rights', async () => {
    const root = app.role('super')
    const plain = await app.send(root, 'GET', '/admin/shop.Unit/index')
    for (const spell of spellings) {
      const answer = await app.send(root, 'GET', spell('admin', 'shop.Unit', 'index'))
      if (answer.status === 200) expect(answer.data).toEqual(plain.data)
      else expect([400, 404]).toContain(answer.status)
    }
  })

  it('T24: OPTIONS does nothing and HEAD reads nothing', async () => {
    for (const route of guarded()) {
      const url = `/${route.area}/${route.controller}/${route.action}`
      const options = await app.send(app.role('super'), 'OPTIONS', url)
      expect([204, 404]).toContain(options.status)
      expect(options.text).toBe('')
      expect((await app.send(app.role('super'), 'HEAD', url)).status).toBe(404)
      for (const method of ['GET', 'POST', 'DELETE'] as const) {
        if (!methodsOf(route).includes(method))
          expect((await app.send(app.role('super'), method, url)).status).toBe(404)
      }
    }
  })

  it('T21: a token opens only what it was made for, and only where tokens are looked for', async () => {
    const { data } = await app.send(null, 'POST', '/admin/Index/login', {
      payload: { username: 'writer', password, keep: true },
    })
    const { token, refresh_token: refresh } = data['userInfo'] as { token: string; refresh_token: string }
    const stranger = app.role('stranger')
    const asRefresh: Role = { ...stranger, token: refresh }
    for (const route of guarded()) {
      const url = `/${route.area}/${route.controller}/${route.action}`
      const method = methodsOf(route)[0]!
      for (const answer of [
        await app.send(asRefresh, method, url),
        await app.send(stranger, method, url, { headers: { 'ba-user-token': token } }),
        await app.send(stranger, method, `${url}?batoken=${token}`),
        await app.send(stranger, method, url, { headers: { cookie: `batoken=${token}` } }),
        await app.send(stranger, method, url, { headers: { authorization: `Bearer ${token}` } }),
      ])
        expect(answer).toMatchObject({ status: 200, code: 302 })
    }
    const key = createHash('sha256').update(token).digest('hex')
    for (const type of ['user', 'user-refresh', 'email-pass', 'mobile-pass', 'admin-refresh', 'ADMIN', '']) {
      await app.database.write((trx) => trx.updateTable('token').set({ type }).where('token_hash', '=', key).execute())
      for (const route of guarded()) {
        const answer = await app.send(
          { ...stranger, token },
          methodsOf(route)[0]!,
          `/${route.area}/${route.controller}/${route.action}`,
        )
        expect({ type, ...answer }).toMatchObject({ status: 200, code: 302 })
      }
    }
    await app.database.write((trx) =>
      trx.updateTable('token').set({ type: 'admin' }).where('token_hash', '=', key).execute(),
    )
    for (const wrong of [token, 'x', '', null, 7, ['a']])
      expect(
        (
          await app.send({ ...stranger, token }, 'POST', '/api/common/refreshToken', {
            payload: { refreshToken: wrong },
          })
        ).code,
      ).toBe(0)
    expect((await app.send({ ...stranger, token }, 'GET', '/admin/shop.Unit/index')).code).toBe(1)
  })

  it('T22: what the server writes is ignored in every body and stays as it was', async () => {
    const strange = {
      super: true,
      is_super: 1,
      user_id: 1,
      admin_id: 101,
      money: '9',
      score: 9,
      audit_status: 1,
      group_arr: [101],
      rules: ['*'],
    }
    const root = app.role('super')
    for (const model of app.models.filter((one) => one.actions.includes('edit') && !one.id.startsWith('system/'))) {
      const id = await app.insert(model, root.id)
      const read = () =>
        app.database.query.selectFrom(model.table).selectAll().where('id', '=', id).executeTakeFirstOrThrow()
      const before = await read()
      const closed = model.fields
        .filter((field) => field.readOnly && field.name !== 'id' && field.name !== 'version')
        .map((field) => [field.name, 7] as const)
      const open = Object.entries(strange).filter(
        ([name]) => !model.fields.some((field) => field.name === name && !field.readOnly),
      )
      const answer = await app.send(root, 'POST', `/admin/${model.controller}/edit`, {
        payload: { id, ...Object.fromEntries([...closed, ...open]) },
      })
      expect({ table: model.id, ...answer }).toMatchObject({ code: 1 })
      expect(await read()).toEqual(before)
      expect(({} as { super?: boolean }).super).toBeUndefined()
    }
  })

  /** What a new record needs, after the pattern of a stored one; documents get one line of what lines need. */
  async function saidOf(
    { fields }: Pick<TableModel, 'fields'>,
    like: Readonly<Record<string, unknown>>,
  ): Promise<Record<string, unknown>> {
    const said: Record<string, unknown> = {}
    for (const field of fields.filter((one) => !one.readOnly && (one.required || one.requiredWhen))) {
      const { name, relation } = field
      if (holdsLines(field)) said[name] = [await saidOf({ fields: field.fields! }, {})]
      else if (relation)
        said[name] =
          like[name] ??
          (await app.insert(
            app.models.find(({ id }) => id === relation.to)!,
            null,
          ))
      else said[name] = typeof like[name] === 'string' ? `${String(like[name])}n` : (like[name] ?? 1)
    }
    return said
  }

  it("T22: of a new record, too, the server's columns are the server's", async () => {
    const root = app.role('super')
    const strange = { id: 4711, super: true, user_id: 1, money: '9', score: 9, audit_status: 1, version: 77 }
    for (const model of app.models.filter(
      (one) =>
        one.actions.includes('add') &&
        !one.id.startsWith('system/') &&
        !one.fields.some((field) => field.relation?.filter.length),
    )) {
      const pattern = await app.insert(model, root.id)
      const like = await app.database.query
        .selectFrom(model.table)
        .selectAll()
        .where('id', '=', pattern)
        .executeTakeFirstOrThrow()
      const said = await saidOf(model, like)
      const closed = Object.fromEntries(model.fields.filter((field) => field.readOnly).map((field) => [field.name, 7]))
      const answer = await app.send(root, 'POST', `/admin/${model.controller}/add`, {
        payload: { ...strange, ...closed, ...said },
      })
      expect({ table: model.id, ...answer }).toMatchObject({ code: 1 })
      expect([7, 4711]).not.toContain(answer.data['id'])
      const row = await app.database.query
        .selectFrom(model.table)
        .selectAll()
        .where('id', '=', Number(answer.data['id']))
        .executeTakeFirstOrThrow()
      expect(row['version']).toBe(1)
      for (const field of model.fields.filter((one) => one.readOnly))
        expect(row[field.name], `${model.id}.${field.name}`).not.toBe(7)
    }
  })

  it("T22: accounts, groups, rules and one's own profile take what their forms show and nothing else", async () => {
    const root = app.role('super')
    const group = { id: 106, table: 'admin_group', controller: 'auth.Group' }
    const rule = {
      id: Number(
        (
          await app.database.query
            .selectFrom('admin_rule')
            .select('id')
            .where('name', '=', 'shop/unit')
            .executeTakeFirstOrThrow()
        )['id'],
      ),
      table: 'admin_rule',
      controller: 'auth.Rule',
    }
    const account = { id: app.role('reader').id!, table: 'admin', controller: 'auth.Admin' }
    const read = ({ id, table }: typeof group) =>
      app.database.query.selectFrom(table).selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    for (const one of [group, rule, account]) {
      const model = app.models.find(({ controller }) => controller === one.controller)!
      const before = await read(one)
      // The forms of BuildAdmin's clients show the weight of a rule.
      const open = ['id', 'version', ...(one === rule ? ['weigh'] : [])]
      const closed = Object.fromEntries(
        model.fields.filter((field) => field.readOnly && !open.includes(field.name)).map((field) => [field.name, 7]),
      )
      const strange = {
        super: true,
        is_super: 1,
        salt: 'x',
        origin: null,
        login_failure: 0,
        last_login_ip: '1.2.3.4',
        create_time: 7,
        token: 'x',
      }
      expect(
        await app.send(root, 'POST', `/admin/${one.controller}/edit`, {
          payload: { ...strange, ...closed, id: one.id },
        }),
      ).toMatchObject({ code: 1 })
      expect(await read(one)).toEqual(before)
    }
    const reader = app.role('reader')
    const before = await read(account)
    expect(
      await app.send(reader, 'POST', '/admin/routine.AdminInfo/edit', {
        payload: {
          id: root.id,
          username: 'root',
          status: 0,
          group_arr: [101],
          super: true,
          login_failure: 9,
          last_login_ip: '1.2.3.4',
          create_time: 7,
          rules: ['*'],
          motto: 'just this',
        },
      }),
    ).toMatchObject({ code: 1 })
    expect(await read(account)).toEqual({
      ...before,
      motto: 'just this',
      version: Number(before['version']) + 1,
      update_time: expect.any(Number) as number,
    })
    expect((await app.send(reader, 'POST', '/admin/auth.Admin/add', { payload: { username: 'sneaky' } })).code).toBe(
      401,
    )
  })

  it.each(['{"__proto__":{"super":true},"id":1}', '{"constructor":{"prototype":{"super":true}},"id":1}'])(
    'T22: refuses %s',
    async (payload) => {
      const answer = await app.send(app.role('super'), 'POST', '/admin/shop.Unit/edit', {
        payload,
        headers: { 'content-type': 'application/json' },
      })
      expect(answer.status).toBe(400)
      expect(({} as { super?: boolean }).super).toBeUndefined()
    },
  )

  it('T14: a right that is removed and returns belongs to no group until it is granted again', async () => {
    const writer = app.role('writer')
    const held = async (): Promise<number> => (await app.send(writer, 'GET', '/admin/t.note/index')).code
    expect(await held()).toBe(1)
    const without = deriveRules(
      app.modules.map((source) => ({ ...source, models: source.models.filter((model) => model.id !== 't/note') })),
      frameworkPages,
    )
    await syncRules(app.database, without)
    expect(await held()).toBe(401)
    const left = new Set(
      (await app.database.query.selectFrom('admin_rule').select('id').execute()).map((row) => row['id']),
    )
    const listed = (await app.database.query.selectFrom('admin_group').select('rules').execute()).flatMap(
      (group) => JSON.parse(String(group['rules'] ?? '[]')) as (number | string)[],
    )
    expect(listed.filter((id) => id !== '*' && !left.has(id as number))).toEqual([])
    const again = deriveRules(app.modules, frameworkPages)
    await syncRules(app.database, again)
    expect(await held()).toBe(401)
    expect((await app.send(app.role('super'), 'GET', '/admin/t.note/index')).code).toBe(1)
    const rule = await app.database.query
      .selectFrom('admin_rule')
      .select('id')
      .where('name', '=', 't/note/index')
      .executeTakeFirstOrThrow()
    const groups = await app.database.query.selectFrom('admin_group').select('rules').execute()
    expect(
      groups.filter((group) => (JSON.parse(String(group['rules'] ?? '[]')) as unknown[]).includes(rule['id'])),
    ).toEqual([])
  })

  it('T14: a new group of the same name grants nothing to members of the deleted one', async () => {
    const root = app.role('super')
    const keeper = app.role('keeper')
    const group = Number(
      (
        await app.database.query
          .selectFrom('admin_group')
          .select('id')
          .where('name', '=', 'keeper')
          .executeTakeFirstOrThrow()
      )['id'],
    )
    const refused = await app.send(root, 'DELETE', `/admin/auth.Group/del?ids[]=${group}`)
    if (refused.code !== 1) {
      expect(refused.data).toMatchObject({ reason: 'in_use' })
      await app.send(root, 'POST', '/admin/auth.Admin/edit', { payload: { id: keeper.id, group_arr: ['106'] } })
      expect((await app.send(root, 'DELETE', `/admin/auth.Group/del?ids[]=${group}`)).code).toBe(1)
    }
    const rules = await app.database.query.selectFrom('admin_rule').select('id').execute()
    const made = await app.send(root, 'POST', '/admin/auth.Group/add', {
      payload: { name: 'keeper', rules: rules.slice(0, -1).map((rule) => rule['id']), status: 1 },
    })
    expect(made.code).toBe(1)
    const row = await app.database.query
      .selectFrom('admin')
      .select('group_arr')
      .where('id', '=', keeper.id!)
      .executeTakeFirstOrThrow()
    expect(JSON.parse(String(row['group_arr'] ?? '[]'))).not.toContain(made.data['id'])
    const tried = await app.send(keeper, 'GET', '/admin/shop.Product/index')
    expect([302, 401]).toContain(tried.code)
  })
})
