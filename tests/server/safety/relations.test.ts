/**
 * T12: a relation leads to the title it declares and no further, for whoever sees the record, and refers only to what
 * its target's own list would show.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fieldOf, type FieldModel, type TableModel } from 'tablewright/protocol'
import { bumpAccessVersion } from '../../../runtime/server/operation/access/access-version.ts'
import { engines } from '../../support/databases.ts'
import { node, openTestApp, type TestApp, type Role } from './roles.ts'

/**
 * Tables whose records have rules of their own: those of the first three stand in the tests of the ladder, those of the
 * logs in recovery.test.ts.
 */
const withLadder = /^system\/(admin|admin_group|admin_rule|data_recycle_log|sensitive_data_log)$/

describe.each(engines)('relations on $name', (engine) => {
  let app: TestApp
  /** Who holds all rights of a table and none of the tables it refers to. */
  let narrow: (model: TableModel) => Promise<Role>
  beforeAll(async () => {
    app = await openTestApp(engine)
    const groupless = app.role('groupless')
    let group = 900
    narrow = async (model) => {
      const rules = await app.database.query.selectFrom('admin_rule').select(['id', 'name', 'type']).execute()
      const own = rules
        .filter(
          (rule) =>
            rule['type'] !== 'button' ||
            model.actions.some((action) => node(model, action) === String(rule['name']).toLowerCase()),
        )
        .map((rule) => rule['id'])
      const id = ++group
      await app.database.write(async (trx) => {
        await bumpAccessVersion(trx)
        await trx
          .insertInto('admin_group')
          .values({ id, pid: null, name: `only ${id}`, rules: JSON.stringify(own), status: 1, version: 1 })
          .execute()
        await trx
          .updateTable('admin')
          .set({ group_arr: JSON.stringify([id]) })
          .where('id', '=', groupless.id!)
          .execute()
      })
      return groupless
    }
  })
  afterAll(() => app?.dispose())

  const relations = (): readonly {
    readonly model: TableModel
    readonly field: FieldModel
    readonly target: TableModel
  }[] =>
    app.models
      .filter((model) => model.actions.includes('index') && !withLadder.test(model.id))
      .flatMap((model) =>
        model.fields
          .filter((field) => field.relation)
          .map((field) => ({ model, field, target: app.models.find((one) => one.id === field.relation!.to)! })),
      )

  it('T12: columns of the target are out of reach but for its id and label, further relations for all', async () => {
    const root = app.role('super')
    let turn = 0
    /** By search, order and initial key in turn: one list of names decides for all three. */
    const ask = async (model: TableModel, name: string): Promise<string> => {
      const ways = [
        `search[0][field]=${name}&search[0][operator]=NOT%20NULL&search[0][val]=1`,
        `order=${name},asc`,
        `initKey=${name}&initValue=1`,
      ]
      const { code, data } = await app.send(
        root,
        'GET',
        `/admin/${model.controller}/index?${ways[turn++ % ways.length]!}`,
      )
      return code === 1 ? 'answered' : JSON.stringify(data)
    }
    const refused = '{"reason":"bad_query"}'
    let asked = 0
    for (const { model, field, target } of relations()) {
      const { as, show } = field.relation!
      for (const { name } of target.fields) {
        const open =
          field.kind === 'reference' && (name === 'id' || (name === show && fieldOf(target, show)?.private !== true))
        expect(await ask(model, `${as}.${name}`), `${model.id} ${as}.${name}`).toBe(open ? 'answered' : refused)
        asked++
      }
      for (const deeper of target.fields.filter((one) => one.relation))
        expect(await ask(model, `${as}.${deeper.relation!.as}.${deeper.relation!.show}`)).toBe(refused)
      for (const wild of [
        `${as}.*`,
        `${as}.password`,
        `${as}.__proto__`,
        as,
        `t.${as}.id`,
        `r.${as}.${show}`,
        `${target.table}.${show}x`,
      ])
        if (!fieldOf(model, wild)) expect(await ask(model, wild)).toBe(refused)
    }
    expect(asked).toBeGreaterThan(100)
  })

  it("T12: without the target's right its records cannot be referred to, in the words for absent ones", async () => {
    let tried = 0
    for (const { model, field, target } of relations()) {
      if (
        field.readOnly ||
        field.relation!.owned ||
        !model.actions.includes('edit') ||
        target.id === model.id ||
        target.policy?.limit
      )
        continue
      const role = await narrow(model)
      const id = await app.insert(model, role.id)
      const there = await app.insert(target, role.id)
      const value = (one: number): unknown => (field.kind === 'reference' ? one : [one])
      const edit = async (who: Role, one: number): Promise<object> => {
        const { code, data, msg } = await app.send(who, 'POST', `/admin/${model.controller}/edit`, {
          payload: { id, [field.name]: value(one) },
        })
        return { code, data, msg }
      }
      const absent = await edit(role, 9_999_999)
      expect(absent, `${model.id}.${field.name}`).toMatchObject({
        code: 0,
        data: { reason: 'invalid', errors: { [field.name]: expect.any(String) as string } },
      })
      expect(await edit(role, there), `${model.id}.${field.name}`).toEqual(absent)
      // Whoever holds the right is told so, or what else is wrong.
      expect(await edit(app.role('super'), there), `${model.id}.${field.name}`).not.toEqual(absent)
      const list = await app.send(role, 'GET', `/admin/${target.controller}/index?select=1`)
      expect(list.code, target.id).toBe(target.actions.includes('index') ? 401 : NaN)
      tried++
    }
    expect(tried).toBeGreaterThan(5)
  })

  it("T12: without the target's right titles are shown, sorted and searched by, and nothing else of it", async () => {
    let tried = 0
    for (const { model, field, target } of relations()) {
      const { as, show } = field.relation!
      const isNamed = field.name === model.owner || field.name === model.policy?.limit?.on
      if (
        field.kind !== 'reference' ||
        target.id === model.id ||
        field.private ||
        isNamed ||
        fieldOf(target, show)?.private
      )
        continue
      const role = await narrow(model)
      const there = await app.insert(target, role.id)
      const id = await app.insert(model, role.id, { [field.name]: there })
      const label = `${as}.${show}`
      const other = target.fields.find(
        (one) => one.name !== 'id' && one.name !== show && !one.private && !fieldOf(model, `${as}.${one.name}`),
      )
      for (const who of [role, app.role('super')]) {
        const list = await app.send(
          who,
          'GET',
          `/admin/${model.controller}/index?search[0][field]=id&search[0][operator]=eq&search[0][val]=${id}`,
        )
        const row = ((list.data as { list?: Record<string, unknown>[] } | null)?.list ?? [])[0]
        expect(row?.[field.name], `${model.id}.${field.name}`).toBe(there)
        // Who may list accounts sees the names that BuildAdmin's clients show of them.
        const known = ['deleted', 'full_title', 'id', show, ...(who === role ? [] : ['username', 'nickname'])]
        expect(
          Object.keys(row![as] as object).filter((name) => !known.includes(name)),
          `${model.id} ${label} in the list`,
        ).toEqual([])
        expect(row![as], `${model.id} ${label} in the list`).toHaveProperty(show)
        for (const question of [
          `order=${label},asc`,
          `search[0][field]=${label}&search[0][operator]=eq&search[0][val]=x`,
          `initKey=${label}&initValue=1`,
        ]) {
          expect(
            (await app.send(who, 'GET', `/admin/${model.controller}/index?${question}`)).code,
            `${model.id} ${question}`,
          ).toBe(1)
        }
        const answer = await app.send(who, 'GET', `/admin/${model.controller}/index?order=${as}.${other?.name},asc`)
        expect(answer.code, `${model.id} ${as}.${other?.name}`).toBe(0)
      }
      tried++
    }
    expect(tried).toBeGreaterThan(5)
  })
})
