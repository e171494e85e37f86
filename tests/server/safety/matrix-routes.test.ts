/**
 * T20: every role × every route of no table, and × own and others' accounts, groups and rules; a route nobody wrote
 * down
 * here is noticed.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { importRoutes } from 'tablewright/protocol'
import { recordRoutesOf } from './matrix.ts'
import { bumpAccessVersion } from '../../../runtime/server/operation/access/access-version.ts'
import { createRouteDefinition } from '../../../runtime/server/routes/module-routes/declaration.ts'
import { defineRoute, methodsOf, type PendingStep, type Route } from '../../../runtime/server/http/route.ts'
import { oneEngine } from '../../support/databases.ts'
import { openTestApp, type TestApp, type Role } from './roles.ts'
import { absent, outcomeOf, pendingToken, routeCases, setAccount, type Kind, type Method } from './routes.ts'

const keyOf = ({ area, controller, action }: Route): string => `${area}/${controller}/${action}`.toLowerCase()

/** Routes that neither the matrix of tables nor the list of ways asks, and ways that lead nowhere. */
function unasked({ routes, models }: Pick<TestApp, 'routes' | 'models'>): readonly string[] {
  const ofTables = new Set(
    models
      .filter((model) => model.storage === 'table')
      .flatMap((model) =>
        [
          ...model.actions,
          ...(model.actions.includes('index') ? recordRoutesOf(model) : []),
          ...(model.actions.includes('import') ? importRoutes : []),
          ...(model.machine?.actions ?? []).map((action) => action.name),
        ].map((action) => `admin/${model.controller}/${action}`.toLowerCase()),
      ),
  )
  const found = routes.filter((route) => !ofTables.has(keyOf(route)))
  const missing = found.filter((route) =>
    methodsOf(route).some((method) => !routeCases[keyOf(route)]?.some((routeCase) => routeCase.method === method)),
  )
  const lost = Object.keys(routeCases).filter((key) => !found.some((route) => keyOf(route) === key))
  return [...missing.map((route) => `${keyOf(route)} is asked by nobody`), ...lost.map((key) => `${key} is no route`)]
}

describe.each(oneEngine)('the role matrix of routes on $name', (engine) => {
  let app: TestApp
  beforeAll(async () => {
    const paid = createRouteDefinition()({
      kind: 'webhook',
      path: 't.Notify/paid',
      label: { 'zh-cn': '支付通知', en: 'Payment' },
      maxBytes: 1000,
      maxPerMinute: 1000,
      handler: async () => ({ status: 200, type: 'text/plain' as const, body: 'received' }),
    })
    app = await openTestApp(engine, { moduleRoutes: [{ module: 't', routes: [paid] }] })
  })
  afterAll(() => app?.dispose())

  const send = (role: Role, method: Method, url: string, values: object) =>
    method === 'POST'
      ? app.send(role, 'POST', url, { payload: values })
      : app.send(
          role,
          method,
          `${url}?${new URLSearchParams(Object.entries(values).map(([key, value]) => [key, String(value)]))}`,
        )

  it('T20: asks every route there is, and notices a new one', () => {
    expect(unasked(app)).toEqual([])
    const fresh = defineRoute({
      area: 'admin',
      controller: 'brand.New',
      action: 'door',
      method: 'POST',
      login: 'admin',
      node: null,
      handler: () => Promise.resolve({ data: null }),
    })
    expect(unasked({ ...app, routes: [...app.routes, fresh] })).toEqual(['admin/brand.new/door is asked by nobody'])
    const [first, ...rest] = app.routes
    expect(unasked({ ...app, routes: rest })).toEqual([`${keyOf(first!)} is no route`])
  })

  it("T20: every cell answers what follows from the route's own declaration and whose the thing is", async () => {
    const wrong: string[] = []
    let cells = 0
    for (const route of app.routes.filter((one) => routeCases[keyOf(one)])) {
      for (const routeCase of routeCases[keyOf(route)]!) {
        for (const role of app.roles) {
          for (const kind of routeCase.kinds ?? (['absent'] as const)) {
            const values = (await routeCase.with?.(app, role, kind)) ?? {}
            const answer = outcomeOf(
              await send(
                routeCase.bare ? app.role('stranger') : role,
                routeCase.method,
                `/${route.area}/${route.controller}/${route.action}`,
                values,
              ),
            )
            const isOut = route.login === 'admin' && role.token === null
            const lacks = route.node !== null && !role.super && !role.holds(route.node.toLowerCase())
            const expected = isOut ? 'sign in' : lacks ? 'no right' : (routeCase.says?.(role, kind) ?? 'done')
            cells++
            if (answer !== expected)
              wrong.push(`${role.name} ${routeCase.method} ${keyOf(route)} ${kind}: ${answer}, expected ${expected}`)
          }
        }
      }
    }
    expect(wrong).toEqual([])
    expect(cells).toBeGreaterThan(200)
    const mottos = await app.database.query.selectFrom('admin').select(['username', 'motto']).execute()
    for (const { username, motto } of mottos.filter((row) => row['motto'] !== null))
      expect(motto).toBe(`by ${String(username)}`)
    for (const role of app.roles.filter((one) => one.token))
      expect((await app.send(role, 'GET', '/admin/routine.AdminInfo/index')).data).toMatchObject({
        info: { id: role.id, username: role.name },
      })
  })

  it('T33: a session with a step to do is refused by every route but those of the step', async () => {
    const open: Readonly<Record<PendingStep, readonly string[]>> = {
      code: ['admin/index/code'],
      password: ['admin/routine.admininfo/password'],
      enrolment: ['factor', 'enrolfactor', 'confirmfactor'].map((action) => `admin/routine.admininfo/${action}`),
    }
    // The setting is on for all accounts; this one has a factor and can switch it off again.
    const setAll = async (isOn: boolean): Promise<void> => {
      await setAccount(app, app.role('super').id!, { totp_time: 1 })
      const { code } = await app.send(app.role('super'), 'POST', '/admin/routine.Config/edit', {
        payload: { second_factor: isOn },
      })
      expect(code).toBe(1)
      await setAccount(app, app.role('super').id!, { totp_time: isOn ? 1 : null })
    }
    for (const [step, names] of Object.entries(open)) {
      await setAll(step === 'enrolment')
      const role = { ...app.role('reader'), token: await pendingToken(app, app.role('reader').id!, step) }
      const answering: string[] = []
      for (const route of app.routes.filter(({ login }) => login === 'admin')) {
        const [method] = methodsOf(route)
        const answer = await send(role, method!, `/${route.area}/${route.controller}/${route.action}`, {})
        const { reason, step: named } = (answer.data ?? {}) as { readonly reason?: string; readonly step?: string }
        if (answer.code !== 0 || reason !== 'pending' || named !== step) answering.push(keyOf(route))
      }
      expect(answering.toSorted()).toEqual(names.toSorted())
    }
    await setAll(false)
    const others = app.routes.filter(({ login }) => login === 'none').map(keyOf)
    expect(others.toSorted()).toEqual([
      'admin/ajax/buildsuffixsvg',
      // Its handler reads who sends it from the address.
      'admin/ajax/terminal',
      'admin/index/login',
      'admin/index/logout',
      'admin/index/resetpassword',
      'admin/index/sendrecoverycode',
      'admin/terminal/index',
      'api/ajax/area',
      'api/ajax/buildsuffixsvg',
      'api/common/checkclickcaptcha',
      'api/common/clickcaptcha',
      'api/common/refreshtoken',
      'api/index/index',
      'api/t.notify/paid',
      'api/user/checkin',
    ])
  })

  describe('who may change whom', () => {
    let manager: Role
    beforeAll(async () => {
      // Holds every right on accounts, groups and rules and a few more; the others below are made around him.
      manager = await grant('groupless', (name) => name.startsWith('auth/') || name === 'shop/unit/index')
    })

    async function grant(who: string, holds: (node: string) => boolean): Promise<Role> {
      const rules = await app.database.query.selectFrom('admin_rule').select(['id', 'name', 'type']).execute()
      const held = rules
        .filter((rule) =>
          rule['type'] === 'button'
            ? holds(String(rule['name']).toLowerCase())
            : /^(auth|shop$|shop\/unit$)/.test(String(rule['name'])),
        )
        .map((rule) => rule['id'])
      await app.database.write(async (trx) => {
        await bumpAccessVersion(trx)
        await trx
          .insertInto('admin_group')
          .values({ id: 701, pid: null, name: 'managers', rules: JSON.stringify(held), status: 1, version: 1 })
          .execute()
        await trx.updateTable('admin').set({ group_arr: '[701]' }).where('username', '=', who).execute()
      })
      return { ...app.role(who), holds }
    }

    let made = 0
    /** Something of that table: the role's own, one that stands above him, one that is not there. */
    async function target(table: string, role: Role, kind: Kind): Promise<number> {
      if (kind === 'absent') return absent
      const insert = (values: Record<string, string | number | null>): Promise<number> =>
        app.database.write(async (trx) => {
          await bumpAccessVersion(trx)
          return Number(
            (
              await trx
                .insertInto(table)
                .values({ version: 1, status: 1, ...values })
                .returning('id')
                .executeTakeFirstOrThrow()
            )['id'],
          )
        })
      made++
      if (table === 'admin')
        return kind === 'own'
          ? (role.id ?? app.role('reader').id!)
          : insert({ username: `other${made}`, nickname: 'x', password: 'x', login_failure: 0, group_arr: '[101]' })
      if (table === 'admin_group')
        return kind === 'own' ? (role.super ? 101 : 701) : insert({ name: `other ${made}`, rules: '["*"]' })
      return kind === 'own'
        ? Number(
            (
              await app.database.query
                .selectFrom('admin_rule')
                .select('id')
                .where('name', '=', 'shop/unit')
                .executeTakeFirstOrThrow()
            )['id'],
          )
        : insert({
            type: 'menu',
            name: `other/${made}`,
            title: 'x',
            menu_type: 'link',
            weigh: 1,
            keepalive: 0,
            extend: 'none',
          })
    }

    /**
     * What the ladder says: one's own account stays, one's own group is not one's to change, rules of the schemas stay,
     * those above are out of sight.
     */
    function expected(table: string, action: string, method: Method, role: Role, kind: Kind): readonly string[] {
      if (kind === 'absent' || (kind === 'other' && !role.super))
        return action === 'sortable' || table === 'admin_rule' ? ['not_found', 'bad_state'] : ['not_found']
      if (kind === 'other') return ['done']
      if (action === 'sortable' || method === 'GET') return ['done']
      if (action === 'del') return ['bad_state', 'in_use']
      return table === 'admin_group' ? ['bad_state'] : ['done']
    }

    it('T20: every cell of accounts, groups and rules', async () => {
      const wrong: string[] = []
      let cells = 0
      for (const model of app.models.filter((one) => /^system\/(admin|admin_group|admin_rule)$/.test(one.id))) {
        for (const [action, method] of [
          ['edit', 'GET'],
          ['edit', 'POST'],
          ['sortable', 'POST'],
          ['del', 'DELETE'],
        ] as const) {
          if (!model.actions.includes(action)) continue
          for (const role of [app.role('super'), manager, app.role('reader'), app.role('stranger')]) {
            for (const kind of ['own', 'other', 'absent'] as const) {
              const id = await target(model.table, role, kind)
              const other =
                action !== 'sortable' ? 0 : role.super ? await target(model.table, role, 'other') : absent + 1
              if (action === 'sortable' && kind === 'own' && !role.super) continue
              const values =
                action === 'sortable' ? { id, targetId: other } : action === 'del' ? { 'ids[]': id } : { id }
              const door =
                role.token === null
                  ? 'sign in'
                  : role.super || role.holds(`${model.page}/${action}`.toLowerCase())
                    ? null
                    : 'no right'
              const answer = outcomeOf(await send(role, method, `/admin/${model.controller}/${action}`, values))
              const wanted = door ? [door] : expected(model.table, action, method, role, kind)
              cells++
              if (!wanted.includes(answer))
                wrong.push(
                  `${role.name} ${method} ${model.id}/${action} ${kind}: ${answer}, expected ${wanted.join('/')}`,
                )
              const isThere =
                kind === 'absent' ||
                (await app.database.query
                  .selectFrom(model.table)
                  .select('id')
                  .where('id', '=', id)
                  .executeTakeFirst()) !== undefined
              if (!isThere && !(action === 'del' && wanted.includes('done')))
                wrong.push(`${role.name} ${model.id}/${action} ${kind}: it went`)
            }
          }
        }
      }
      expect(wrong).toEqual([])
      expect(cells).toBeGreaterThan(100)
    })
  })
})
