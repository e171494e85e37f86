/**
 * T23 The ladder: nobody grants what he lacks, changes who stands beside or above him, or leaves the system without a
 * super admin. T33 sessions end.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { moduleEngines } from '../../support/databases.ts'
import { holdWrites, overlapWrites } from '../../support/held-transaction.ts'
import type { Actor } from '../../../runtime/server/operation/access/actor.ts'
import { rowId, type Database } from '../../../runtime/server/db/index.ts'
import type { OperationError } from '../../../runtime/server/core/errors/operation-error.ts'
import { openTestApp, type TestApp } from './access-app.ts'

const manages = ['auth/group', 'auth/admin', 'auth/rule'].flatMap((page) =>
  ['index', 'add', 'edit', 'del'].map((action) => `${page}/${action}`),
)

describe.each(moduleEngines)('T23 the ladder on $name', (engine) => {
  let app: TestApp
  let managers: number
  let manager: number
  let peer: number
  let workers: number
  let worker: number
  let supers: number
  beforeAll(async () => {
    app = await openTestApp(engine)
    supers = (JSON.parse(String((await app.row('admin', 1))!['group_arr'])) as number[])[0]!
    managers = await app.group('managers', [
      ...manages,
      'auth/rule/sortable',
      'shop/brand/index',
      'shop/brand/add',
      'shop/unit/index',
    ])
    manager = await app.account('manager', [managers])
    peer = await app.account('peer', [managers])
    workers = await app.group('workers', ['shop/brand/index'])
    worker = await app.account('worker', [workers])
  })
  afterAll(() => app.dispose())

  const refused = { code: 0, data: { reason: expect.stringMatching(/^(bad_state|invalid)$/) as string } }
  const hidden = { code: 0, data: { reason: 'not_found' } }

  describe('grants', () => {
    it('no group with a right the giver lacks', async () => {
      expect(
        await app.post(manager, 'auth.Group/add', { name: 'g1', rules: [await app.rule('shop/brand/del')] }),
      ).toMatchObject(refused)
      expect(
        await app.post(manager, 'auth.Group/edit', {
          id: workers,
          rules: [await app.rule('shop/brand/index'), await app.rule('shop/brand/del')],
        }),
      ).toMatchObject(refused)
      expect(await app.post(manager, 'auth.Group/add', { name: 'g1', rules: ['*'] })).toMatchObject(refused)
      expect(
        await app.post(manager, 'auth.Group/add', { name: 'g1', rules: [await app.rule('shop/brand/index')] }),
      ).toMatchObject({ code: 1 })
    })

    it("no group with all of the grantor's rights, even listed as every single rule", async () => {
      const own = JSON.parse(String((await app.row('admin_group', managers))!['rules'])) as number[]
      expect(await app.post(manager, 'auth.Group/add', { name: 'twin', rules: own })).toMatchObject(refused)
      const all = (await app.database.query.selectFrom('admin_rule').select('id').execute()).map((row) => row['id'])
      expect(await app.post(manager, 'auth.Group/add', { name: 'twin', rules: all })).toMatchObject(refused)
    })

    it.each([
      ['his own group', () => managers],
      ['the super group', () => supers],
    ])('no account in %s', async (_name, group) => {
      expect(
        await app.post(manager, 'auth.Admin/add', {
          username: 'climber',
          nickname: 'x',
          password: 'S3cret-pw',
          group_arr: [group()],
        }),
      ).toMatchObject(refused)
      expect(await app.post(manager, 'auth.Admin/edit', { id: worker, group_arr: [workers, group()] })).toMatchObject(
        refused,
      )
      expect(JSON.parse(String((await app.row('admin', worker))!['group_arr']))).toEqual([workers])
    })

    it('no group hung below one that is out of reach', async () => {
      expect(
        await app.post(manager, 'auth.Group/add', {
          name: 'g2',
          pid: supers,
          rules: [await app.rule('shop/brand/index')],
        }),
      ).toMatchObject(refused)
    })

    it.each(['shop/brand/del', 'SHOP/Brand/DEL?x=1', 'shop/brand/del?server=1'])(
      'no rule that stands for a right the maker lacks: %s',
      async (name) => {
        const pid = await app.rule('shop/brand')
        const answer = await app.post(manager, 'auth.Rule/add', { type: 'button', title: 'x', name, pid })
        expect(answer).toMatchObject({ code: 0, data: { errors: { name: expect.any(String) as string } } })
      },
    )

    it('no rule that will represent a right once the database follows the schemas', async () => {
      const lacking = await app.database.query
        .selectFrom('admin_rule')
        .selectAll()
        .where('name', '=', 'shop/brand/del')
        .executeTakeFirstOrThrow()
      await app.database.write((trx) => trx.deleteFrom('admin_rule').where('id', '=', rowId(lacking)).execute())
      const pid = await app.rule('shop/brand')
      const rule = { type: 'button', title: 'x', name: 'Shop/brand/DEL', pid }
      expect(await app.post(manager, 'auth.Rule/add', rule)).toMatchObject({
        code: 0,
        data: { errors: { name: expect.stringContaining('you do not have') as string } },
      })
      await app.database.write((trx) => trx.insertInto('admin_rule').values(lacking).execute())
    })

    it('no renaming into such a rule, and no rule that the account does not hold', async () => {
      const pid = await app.rule('shop/brand')
      const { data } = await app.post<{ id: number }>(manager, 'auth.Rule/add', {
        type: 'button',
        title: 'mine',
        name: 'shop/brand/mine',
        pid,
      })
      expect(await app.post(manager, 'auth.Rule/edit', { id: data.id, name: 'shop/brand/del?a=1' })).toMatchObject({
        code: 0,
        data: { errors: { name: expect.any(String) as string } },
      })
      expect(
        await app.post(manager, 'auth.Rule/edit', { id: data.id, pid: await app.rule('shop/product') }),
      ).toMatchObject(refused)
      expect(
        await app.post(manager, 'auth.Rule/add', { type: 'button', title: 'x', name: 'other/x', pid: 0 }),
      ).toMatchObject(refused)
      expect(
        await app.post(manager, 'auth.Rule/edit', { id: await app.rule('shop/product'), status: 0 }),
      ).toMatchObject(hidden)
      expect(await app.del(manager, 'auth.Rule/del', [await app.rule('shop/product/add')])).toMatchObject(hidden)
    })
  })

  describe('those beside and above', () => {
    it.each([
      ['a super admin', () => 1],
      ['one of his own group', () => peer],
    ])('%s is out of sight and out of reach', async (_name, admin) => {
      const list = (await app.get<{ list: { id: number }[] }>(manager, 'auth.Admin/index?limit=100')).data.list.map(
        (row) => row.id,
      )
      expect(list).not.toContain(admin())
      expect(list).toContain(worker)
      expect(await app.get(manager, `auth.Admin/edit?id=${admin()}`)).toMatchObject(hidden)
      expect(await app.post(manager, 'auth.Admin/edit', { id: admin(), nickname: 'gotcha' })).toMatchObject(hidden)
      expect(await app.del(manager, 'auth.Admin/del', [admin()])).toMatchObject(hidden)
      expect(await app.row('admin', admin())).not.toMatchObject({ nickname: 'gotcha' })
    })

    it('membership in a higher group outweighs one in a lower group', async () => {
      const both = await app.account('both', [workers, supers])
      expect(await app.post(manager, 'auth.Admin/edit', { id: both, password: 'S3cret-pw' })).toMatchObject(hidden)
      expect(await app.del(manager, 'auth.Admin/del', [both])).toMatchObject(hidden)
      await app.del(1, 'auth.Admin/del', [both])
    })

    it('a group that is disabled counts in full', async () => {
      const asleep = await app.group('asleep', ['shop/product/del'], { status: 0 })
      const sleeper = await app.account('sleeper', [asleep])
      expect(await app.post(manager, 'auth.Group/edit', { id: asleep, status: 1 })).toMatchObject(hidden)
      expect(await app.post(manager, 'auth.Admin/edit', { id: sleeper, password: 'S3cret-pw' })).toMatchObject(hidden)
      expect(await app.post(manager, 'auth.Admin/edit', { id: worker, group_arr: [asleep] })).toMatchObject(refused)
    })

    it('the own group cannot be changed, not even by a super admin', async () => {
      expect(await app.post(manager, 'auth.Group/edit', { id: managers, name: 'x' })).toMatchObject(refused)
      expect(await app.del(manager, 'auth.Group/del', [managers])).toMatchObject(refused)
      expect(await app.post(1, 'auth.Group/edit', { id: supers, status: 0 })).toMatchObject(refused)
    })
  })

  describe('oneself', () => {
    it.each([
      ['admin', () => 1],
      ['manager', () => manager],
    ])('%s does not disable, delete or regroup himself, but keeps his name', async (_name, id) => {
      expect(await app.post(id(), 'auth.Admin/edit', { id: id(), status: '0' })).toMatchObject(refused)
      expect(await app.del(id(), 'auth.Admin/del', [id()])).toMatchObject(refused)
      expect(await app.post(id(), 'auth.Admin/edit', { id: id(), group_arr: [workers] })).toMatchObject(refused)
      const { data } = await app.get<{ row: Record<string, unknown> }>(id(), `auth.Admin/edit?id=${id()}`)
      expect(await app.post(id(), 'auth.Admin/edit', { ...data.row, motto: 'steady' })).toMatchObject({ code: 1 })
    })
  })

  it('no new name differs from another in case only, also when several are added at once', async () => {
    const body = { nickname: 'A', password: 'long enough 7', group_arr: [workers] }
    const names = ['Alma', 'ALMA', ' alma\u200b', 'aLMA']
    const answers = await Promise.all(names.map((username) => app.post(1, 'auth.Admin/add', { ...body, username })))
    expect(answers.filter(({ code }) => code === 1)).toHaveLength(1)
    expect(answers.find(({ code }) => code !== 1)).toMatchObject({
      data: { errors: { username: expect.stringMatching(/alma/i) as string } },
    })
    const { id, username } = await app.database.query
      .selectFrom('admin')
      .select(['id', 'username'])
      .where('username', 'in', ['Alma', 'ALMA', 'alma', 'aLMA'])
      .executeTakeFirstOrThrow()
    // A pair from before stays as it is, and may be changed in all but its names.
    const twin = await app.account(username === 'alma' ? 'ALMA' : 'alma', [workers])
    expect(await app.post(1, 'auth.Admin/edit', { id: twin, nickname: 'Twin' })).toMatchObject({ code: 1 })
    expect(await app.post(1, 'auth.Admin/edit', { id: twin, username: 'alMa' })).toMatchObject({
      data: { errors: { username: expect.any(String) as string } },
    })
    expect(await app.del(1, 'auth.Admin/del', [Number(id), twin])).toMatchObject({ code: 1 })
  })

  it('a super admin cannot delete the own account, even when another is left', async () => {
    const other = await app.account('spare', [supers])
    for (const one of [1, other]) {
      expect(await app.del(one, 'auth.Admin/del', [one])).toMatchObject(refused)
      expect(await app.post(one, 'auth.Admin/edit', { id: one, status: '0' })).toMatchObject(refused)
      expect(await app.del(one, 'auth.Group/del', [supers])).toMatchObject(refused)
    }
    expect(await app.del(1, 'auth.Admin/del', [other])).toMatchObject({ code: 1 })
  })

  describe('the last super admin', () => {
    it('cannot be lost by disabling, deleting or regrouping, nor by the groups', async () => {
      const second = await app.account('second', [supers])
      expect(await app.post(second, 'auth.Admin/edit', { id: 1, status: 0 })).toMatchObject({ code: 1 })
      expect(await app.post(second, 'auth.Admin/edit', { id: 1, status: 1 })).toMatchObject({ code: 1 })
      app.forget(1)
      const other = await app.group('other supers', '*')
      const third = await app.account('third', [other])
      // The third holds everything; the groups of both others can go, his own stays.
      expect(await app.post(third, 'auth.Group/edit', { id: supers, status: 0 })).toMatchObject({ code: 1 })
      expect(await app.post(third, 'auth.Group/edit', { id: supers, status: 1 })).toMatchObject({ code: 1 })
      expect(await app.del(1, 'auth.Admin/del', [second, third])).toMatchObject({ code: 1 })
      const scope = await operationsOf(app, null)
      await expect(scope.remove(1)).rejects.toThrow('bad_state')
      await expect(scope.disable(1)).rejects.toThrow('bad_state')
      await expect(scope.disableGroup(supers)).rejects.toThrow('bad_state')
    })

    it('cannot be lost when two super admins delete each other at once', async () => {
      const [one, two] = [await app.account('duel1', [supers]), await app.account('duel2', [supers])]
      const enable = async (ids: readonly number[], status: 0 | 1) => {
        for (const id of ids)
          await app.database.write((trx) => trx.updateTable('admin').set({ status }).where('id', '=', id).execute())
      }
      await enable([1], 0)
      for (let round = 0; round < 12; round++) {
        await enable([one, two], 1)
        app.forget(one)
        app.forget(two)
        await Promise.all([app.token(one), app.token(two)])
        await Promise.all([
          app.post(one, 'auth.Admin/edit', { id: two, status: '0' }),
          app.post(two, 'auth.Admin/edit', { id: one, status: '0' }),
        ])
        const left = await app.database.query
          .selectFrom('admin')
          .select('id')
          .where('id', 'in', [one, two])
          .where('status', '=', 1)
          .execute()
        expect(left).toHaveLength(1)
      }
      await enable([1], 1)
      app.forget(1)
    })

    it('cannot be lost by the second of two who read their rights before the first has committed', async () => {
      const [one, two] = [await app.account('duel3', [supers]), await app.account('duel4', [supers])]
      await app.database.write((trx) => trx.updateTable('admin').set({ status: 0 }).where('id', '=', 1).execute())
      const disable = async (actor: number, id: number, database: Database = app.database) =>
        (await operationsOf(app, superActor(actor), database)).disable(id).then(
          () => 'done',
          (error: OperationError) => error.code,
        )
      const outcomes = await overlapWrites(
        holdWrites(app.database),
        (database) => disable(one, two, database),
        () => disable(two, one),
      )
      expect(outcomes).toEqual(['done', 'bad_state', true])
      await app.database.write((trx) => trx.updateTable('admin').set({ status: 1 }).where('id', '=', 1).execute())
      app.forget(1)
    })
  })

  const superActor = (id: number): Actor => ({
    id,
    username: `super ${id}`,
    super: true,
    nodes: new Set<string>(),
    groups: [supers],
    tokenId: 0,
  })

  it('T33 an account that was disabled while its request was running grants nothing', async () => {
    const leaving = await app.account('leaving', [supers])
    const operations = await operationsOf(app, superActor(leaving))
    await app.database.write((trx) => trx.updateTable('admin').set({ status: 0 }).where('id', '=', leaving).execute())
    const before = await app.row('admin', worker)
    await expect(operations.regroup(worker, [supers])).rejects.toMatchObject({ code: 'bad_state' })
    expect(await app.row('admin', worker)).toEqual(before)
  })

  describe('T33 sessions of an account end at once', () => {
    it.each<[string, string, () => Record<string, unknown>]>([
      ['it is disabled', 'going1', () => ({ status: 0 })],
      ['its password changes', 'going2', () => ({ password: 'An0ther-pw' })],
      ['its groups change', 'going3', () => ({ group_arr: [managers] })],
    ])('when %s', async (_name, username, change) => {
      const going = await app.account(username, [workers])
      expect(await app.get(going, 'shop.Brand/index')).toMatchObject({ code: 1 })
      expect(await app.post(1, 'auth.Admin/edit', { id: going, ...change() })).toMatchObject({ code: 1 })
      await app.database.write((trx) => trx.updateTable('admin').set({ status: 1 }).where('id', '=', going).execute())
      expect(await app.get(going, 'shop.Brand/index')).toMatchObject({ code: 302 })
    })

    it('when it is removed; not when its name changes', async () => {
      const going = await app.account('leaver', [workers])
      await app.get(going, 'shop.Brand/index')
      await app.post(1, 'auth.Admin/edit', { id: going, nickname: 'Leaver' })
      expect(await app.get(going, 'shop.Brand/index')).toMatchObject({ code: 1 })
      await app.del(1, 'auth.Admin/del', [going])
      expect(await app.get(going, 'shop.Brand/index')).toMatchObject({ code: 302 })
    })
  })
})

/** The operations as an administrator, or the command line (null), runs them past the check of a request. */
async function operationsOf(
  app: TestApp,
  actor: Actor | null,
  database: Database = app.database,
): Promise<{
  regroup(id: number, groups: readonly number[]): Promise<unknown>
  remove(id: number): Promise<unknown>
  disable(id: number): Promise<unknown>
  disableGroup(id: number): Promise<unknown>
}> {
  const { accessHooks } = await import('../../../runtime/server/identity/administration/access-hooks.ts')
  const { joinHooks } = await import('../../../runtime/server/operation/scope.ts')
  const { remove } = await import('../../../runtime/server/records/remove.ts')
  const { update } = await import('../../../runtime/server/records/update.ts')
  const { createRegistry } = await import('../../../runtime/server/core/models/registry.ts')
  const { defaultSettings } = await import('../../../runtime/server/settings/settings.ts')
  const { models } = await import('../http/running-app.ts')
  const registry = createRegistry(await models())
  const settings = defaultSettings({ version: '0', uploadFolder: '/nowhere' })
  const scope = {
    database,
    registry,
    settings,
    language: 'en' as const,
    actor,
    validators: async () => null,
    hooks: joinHooks([accessHooks(new Map())]),
  }
  const admin = registry.byId('system/admin')!
  return {
    remove: (id) => remove(scope, admin, [id]),
    regroup: (id, groups) => update(scope, admin, { id, group_arr: groups }),
    disable: (id) => update(scope, admin, { id, status: 0 }),
    disableGroup: (id) => update(scope, registry.byId('system/admin_group')!, { id, status: 0 }),
  }
}
