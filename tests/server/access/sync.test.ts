/** Rules follow the schemas; two servers on one database follow each other. */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { MenuNode } from 'tablewright/protocol'
import { system } from '#generated/system/index.ts'
import { seedRoles } from '../../../runtime/server/demo-roles.ts'
import { prepareAccess } from '../../../runtime/server/identity/permissions/prepare-rules.ts'
import { readAccess } from '../../../runtime/server/operation/access/access-state.ts'
import { allRoutes, createApp } from '../../../runtime/server/app.ts'
import { createRegistry } from '../../../runtime/server/core/models/registry.ts'
import { ensureFirstAdmin } from '../../../runtime/server/identity/session/admins.ts'
import { createToken } from '../../../runtime/server/identity/session/tokens.ts'
import { openSession } from '../../../runtime/server/identity/session/sessions.ts'
import { defaultSettings } from '../../../runtime/server/settings/settings.ts'
import type { DemoRole } from 'tablewright/server'
import { engines, openAt, type TestDatabase } from '../../support/databases.ts'
import { shop } from '../../support/shop.ts'
import { applyPlan, type Database } from '../../../runtime/server/db/index.ts'
import { models, nobody } from '../http/running-app.ts'

const rights = (actions: readonly string[]): readonly string[] =>
  shop.manifest.menu.flatMap((page) => actions.map((action) => `${page}/${action}`))
const text = (name: string) => ({ 'zh-cn': `${name} (zh)`, en: name })
const roles: readonly DemoRole[] = [
  { name: text('viewer'), nodes: rights(['index', 'export']) },
  { name: text('editor'), nodes: rights(['index', 'add', 'edit']) },
  { name: text('manager'), nodes: rights(['index', 'add', 'edit', 'del', 'sortable', 'import', 'export']) },
  { name: text('reader'), nodes: rights(['index', 'nothing']) },
]

const modulesOf = async () => {
  const list = await models()
  return [shop.manifest, system].map((manifest) => ({
    manifest,
    models: list.filter((model) => model.module === manifest.name),
  }))
}

describe.each(engines)('rules on $name', (engine) => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await engine.open(await models())
  })
  afterAll(() => database.dispose())

  const names = async (): Promise<string[]> =>
    [...(await readAccess(database.query)).rules.values()].map((rule) => rule.name)
  const wanting = async (
    change: (modules: Awaited<ReturnType<typeof modulesOf>>) => Awaited<ReturnType<typeof modulesOf>> = (modules) =>
      modules,
  ) => prepareAccess(database, change(await modulesOf()))

  it('are made once: every right a route asks for has one', async () => {
    expect(await wanting()).toBe(true)
    expect(await wanting()).toBe(false)
    const known = new Set((await names()).map((name) => name.toLowerCase()))
    const asked = allRoutes({ registry: createRegistry(await models()) }, nobody)
      .map((route) => route.node)
      .filter((node) => node !== null)
    expect(asked.length).toBeGreaterThan(50)
    expect(asked.filter((node) => !known.has(node.toLowerCase()))).toEqual([])
  })

  it('are below their page, the page below its folder', async () => {
    const { rules } = await readAccess(database.query)
    const chain = (name: string): string[] => {
      const rule = [...rules.values()].find((one) => one.name === name)!
      return rule.pid === null ? [name] : [name, ...chain(rules.get(rule.pid)!.name)]
    }
    expect(chain('shop/product/export')).toEqual(['shop/product/export', 'shop/product', 'shop'])
    expect(chain('auth/rule/sortable')).toEqual(['auth/rule/sortable', 'auth/rule', 'auth'])
  })

  it('go with their page, also from the groups; what an admin made or said stays', async () => {
    const { rules } = await readAccess(database.query)
    const idOf = (name: string): number => [...rules.values()].find((rule) => rule.name === name)!.id
    const gone = ['shop/unit', 'shop/unit/index', 'shop/unit/add'].map(idOf)
    const group = await database.write(async (trx) => {
      await trx
        .updateTable('admin_rule')
        .set({ title: 'Makers', weigh: 7, status: 0 })
        .where('name', '=', 'shop/brand')
        .execute()
      await trx
        .insertInto('admin_rule')
        .values({
          pid: idOf('shop/unit'),
          type: 'menu',
          name: 'own/page',
          title: 'Own',
          weigh: 1,
          keepalive: 0,
          status: 1,
          version: 1,
        })
        .execute()
      return trx
        .insertInto('admin_group')
        .values({ name: 'unit people', rules: JSON.stringify([...gone, idOf('shop/brand')]), status: 1, version: 1 })
        .returning('id')
        .executeTakeFirstOrThrow()
    })
    expect(
      await wanting((modules) =>
        modules.map((one) => ({ ...one, models: one.models.filter((model) => model.page !== 'shop/unit') })),
      ),
    ).toBe(true)
    expect((await names()).filter((name) => name.startsWith('shop/unit'))).toEqual([])
    const state = await readAccess(database.query)
    expect(state.groups.get(Number(group['id']))!.rules).toEqual([idOf('shop/brand')])
    const row = (name: string) => [...state.rules.values()].find((rule) => rule.name === name)!.row
    expect(row('shop/brand')).toMatchObject({ title: 'Makers', weigh: 7, status: 0 })
    expect(row('own/page')).toMatchObject({ pid: null, title: 'Own' })
    expect(await wanting()).toBe(true)
    expect(await names()).toContain('shop/unit/add')
  })

  it('stay with the groups when their entity gets a new name, in another module as well', async () => {
    const stateOf = async () => {
      const { rules, groups } = await readAccess(database.query)
      const named = (name: string) => [...rules.values()].find((rule) => rule.name === name)
      return { rules, groups, idOf: (name: string) => named(name)?.id, row: (name: string) => named(name)?.row }
    }
    const before = await stateOf()
    const held = ['shop/unit', 'shop/unit/index', 'shop/unit/add'].map(before.idOf)
    const group = await database.write((trx) =>
      trx
        .insertInto('admin_group')
        .values({ name: 'measurers', rules: JSON.stringify(held), status: 1, version: 1 })
        .returning('id')
        .executeTakeFirstOrThrow(),
    )
    const renamed = (page: string, renamedFrom: string) =>
      wanting((modules) =>
        modules.map((one) => ({
          ...one,
          models: one.models.map((model) => (model.page === 'shop/unit' ? { ...model, page, renamedFrom } : model)),
        })),
      )
    expect(await renamed('depot/unitOfMeasure', 'shop/unit')).toBe(true)
    const after = await stateOf()
    expect(['', '/index', '/add'].map((rest) => after.idOf(`depot/unitOfMeasure${rest}`))).toEqual(held)
    expect(after.groups.get(Number(group['id']))?.rules).toEqual(held)
    expect(after.row('depot/unitOfMeasure')).toMatchObject({ pid: after.idOf('depot'), path: 'depot/unitOfMeasure' })
    expect([...after.rules.values()].filter(({ name }) => name.startsWith('shop/unit'))).toEqual([])
    expect(await renamed('shop/unit', 'depot/unit_of_measure')).toBe(true)
    expect((await stateOf()).groups.get(Number(group['id']))?.rules).toEqual(held)
    await database.write((trx) => trx.deleteFrom('admin_group').where('id', '=', Number(group['id'])).execute())
  })

  it('come with roles that hold only the listed rights', async () => {
    expect(await seedRoles(database, roles, 'en')).toBe(4)
    // Loaded again in the other language.
    expect(await seedRoles(database, roles, 'zh-cn')).toBe(0)
    const { groups, rules } = await readAccess(database.query)
    const held = (name: string) =>
      [...groups.values()].find((group) => group.name === name)!.rules.map((id) => rules.get(id)!.name)
    expect([...groups.values()].some((group) => group.all)).toBe(false)
    expect(held('viewer')).toContain('shop/product/export')
    expect(held('viewer').some((name) => /\/(add|edit|del|import)$/.test(name))).toBe(false)
    expect(held('manager')).toContain('shop/product/import')
  })
})

describe.each(engines)('accounts from before there were groups, on $name', (engine) => {
  it('hold everything, as they did', async () => {
    const database = await engine.open(await models())
    try {
      await database.write((trx) =>
        trx
          .insertInto('admin')
          .values({ username: 'old', nickname: 'old', password: 'x', status: 1, version: 1 })
          .execute(),
      )
      await prepareAccess(database, await modulesOf())
      const { groups } = await readAccess(database.query)
      const row = await database.query.selectFrom('admin').select('group_arr').executeTakeFirstOrThrow()
      expect(groups.get((JSON.parse(String(row['group_arr'])) as number[])[0]!)).toMatchObject({
        all: true,
        enabled: true,
        name: 'super',
      })
    } finally {
      await database.dispose()
    }
  })
})

describe('two servers on one PostgreSQL', () => {
  const engine = engines.find((one) => one.name === 'postgresql')!

  it('a right withdrawn in one process is refused in the other at the next request', async () => {
    const place = await engine.place()
    const list = await models()
    const databases: Database[] = [await openAt(place), await openAt(place)]
    await applyPlan(databases[0]!, list)
    const modules = await modulesOf()
    await prepareAccess(databases[0]!, modules)
    await ensureFirstAdmin(databases[0]!, 'Str0ng-enough')
    const settings = defaultSettings({ version: '0', uploadFolder: '/nowhere', captcha: false })
    const apps = await Promise.all(
      databases.map((database) =>
        createApp({
          database,
          registry: createRegistry(list),
          modules,
          settings,
          validators: async () => null,
          webRoot: null,
          logLevel: 'silent',
        }),
      ),
    )
    try {
      const token = (admin: number) =>
        databases[0]!.write(async (trx) =>
          createToken(trx, {
            accountId: admin,
            type: 'admin',
            life: 600,
            sessionId: await openSession(trx, admin, { ip: '', device: '', rotates: false }),
          }),
        )
      const boss = await token(1)
      const ask = async (at: number, batoken: string, url: string, payload?: object) =>
        (
          await apps[at]!.inject({
            method: payload ? 'POST' : 'GET',
            url,
            headers: { batoken },
            ...(payload && { payload }),
          })
        ).json<{ code: number; data: { id: number; menus: MenuNode[] } }>()
      const rule = async (name: string): Promise<number> =>
        Number(
          (await sql<{ id: number }>`select id from admin_rule where name = ${name}`.execute(databases[0]!.query))
            .rows[0]!.id,
        )
      const rules = [await rule('shop/brand/index'), await rule('shop/unit/index')]
      const group = (await ask(0, boss, '/admin/auth.Group/add', { name: 'editors', rules })).data.id
      const editor = await token(
        (
          await ask(0, boss, '/admin/auth.Admin/add', {
            username: 'editor',
            nickname: 'c',
            password: 'S3cret-pw',
            group_arr: [group],
          })
        ).data.id,
      )
      for (let turn = 0; turn < 10; turn++) {
        expect(await ask(1, editor, '/admin/shop.Unit/index')).toMatchObject({ code: 1 })
        await ask(0, boss, '/admin/auth.Group/edit', { id: group, rules: rules.slice(0, 1) })
        expect(await ask(1, editor, '/admin/shop.Unit/index')).toMatchObject({ code: 401 })
        expect((await ask(1, editor, '/admin/Index/index')).data.menus[0]!.children).toHaveLength(1)
        await ask(0, boss, '/admin/auth.Group/edit', { id: group, rules })
      }
      await ask(1, boss, '/admin/auth.Rule/edit', { id: await rule('shop/unit'), status: 0 })
      expect(await ask(0, editor, '/admin/shop.Unit/index')).toMatchObject({ code: 401 })
    } finally {
      await Promise.all(apps.map((app) => app.close()))
      await Promise.all(databases.map((database) => database.close()))
      await place.remove()
    }
  })
})
