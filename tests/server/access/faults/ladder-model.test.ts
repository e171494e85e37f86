/**
 * T23 The ladder under random edits: six accounts of different standing change groups, rules and accounts at random,
 * and after
 * every step what happened is held against a small model of its own, worked out from the tables alone.
 */
import fc from 'fast-check'
import type { Row } from '../../../../runtime/server/db/index.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engines } from '../../../support/databases.ts'
import { openTestApp, type TestApp } from '../access-app.ts'
import { partOf } from '../../../support/part-of.ts'

const steps = Number(process.env['LADDER_STEPS'] ?? 700)

interface Shot {
  readonly groups: ReadonlyMap<
    number,
    { readonly rules: readonly (number | string)[]; readonly status: unknown; readonly text: string }
  >
  readonly rules: ReadonlyMap<number, { readonly status: unknown; readonly name: string; readonly text: string }>
  readonly admins: ReadonlyMap<
    number,
    { readonly groups: readonly number[]; readonly status: unknown; readonly text: string }
  >
}

async function shoot({ database }: TestApp): Promise<Shot> {
  const list = (stored: unknown) => partOf<never[]>(JSON.parse(String(stored ?? '[]')))
  const [groups, rules, admins] = [
    await database.query.selectFrom('admin_group').selectAll().orderBy('id').execute(),
    await database.query.selectFrom('admin_rule').selectAll().orderBy('id').execute(),
    await database.query
      .selectFrom('admin')
      .select(['id', 'username', 'nickname', 'group_arr', 'status'])
      .orderBy('id')
      .execute(),
  ]
  const text = (row: object): string => JSON.stringify(row)
  return {
    groups: new Map(
      groups.map((row) => [Number(row['id']), { rules: list(row['rules']), status: row['status'], text: text(row) }]),
    ),
    rules: new Map(
      rules.map((row) => [Number(row['id']), { status: row['status'], name: String(row['name']), text: text(row) }]),
    ),
    admins: new Map(
      admins.map((row) => [
        Number(row['id']),
        { groups: list(row['group_arr']), status: row['status'], text: text(row) },
      ]),
    ),
  }
}

/** Rules an account holds: all groups, or enabled ones only. */
function rulesOf(shot: Shot, admin: number, enabledOnly: boolean): ReadonlySet<number | string> {
  const groups = (shot.admins.get(admin)?.groups ?? [])
    .map((id) => shot.groups.get(id))
    .filter((group) => group && (!enabledOnly || group.status === 1))
  return new Set(groups.flatMap((group) => group!.rules))
}

const isSuper = (shot: Shot, admin: number): boolean =>
  shot.admins.get(admin)?.status === 1 && rulesOf(shot, admin, true).has('*')
const supers = (shot: Shot): number[] => [...shot.admins.keys()].filter((id) => isSuper(shot, id))
const text = (shot: Shot): string =>
  JSON.stringify([...shot.groups.values(), ...shot.rules.values(), ...shot.admins.values()].map((one) => one.text))

interface Step {
  readonly actor: number
  readonly what: number
  readonly one: number
  readonly other: number
  readonly some: readonly number[]
}

const stepOf: fc.Arbitrary<Step> = fc.record({
  actor: fc.nat(),
  what: fc.nat(13),
  one: fc.nat(),
  other: fc.nat(),
  some: fc.array(fc.nat(), { minLength: 1, maxLength: 4 }),
})

/** What must hold between before and after, whoever acted. */
function judge(before: Shot, after: Shot, actor: number, code: number, told: string): void {
  expect(supers(after), told).not.toEqual([])
  if (code !== 1) {
    expect(text(after), `${told} was refused but changed something`).toBe(text(before))
    return
  }
  expect(after.admins.get(actor)?.status, `${told}: still there and enabled`).toBe(1)
  expect(after.admins.get(actor)?.groups, `${told}: own groups`).toEqual(before.admins.get(actor)?.groups)
  if (isSuper(before, actor)) return
  const own = rulesOf(before, actor, true)
  const fresh = [...after.rules.keys()].filter((id) => !before.rules.has(id))
  const step: JudgedStep = { before, after, own, fresh, told }
  for (const id of after.admins.keys()) judgeGain(step, id)
  for (const id of before.groups.keys()) judgeAbove(step, actor, id)
  for (const [id, rule] of before.rules)
    if (after.rules.get(id)?.text !== rule.text) expect(own.has(id), `${told}: rule ${rule.name}`).toBe(true)
}

interface JudgedStep {
  readonly before: Shot
  readonly after: Shot
  /** Rules of the actor. */
  readonly own: ReadonlySet<number | string>
  /** Ids of rules that the step added. */
  readonly fresh: readonly number[]
  readonly told: string
}

/** Nobody gained what the actor lacked. */
function judgeGain({ before, after, own, fresh, told }: JudgedStep, admin: number): void {
  const had = rulesOf(before, admin, false)
  const gained = [...rulesOf(after, admin, false)].filter(
    (rule) => !had.has(rule) && !own.has(rule) && !fresh.includes(Number(rule)),
  )
  expect(gained, `${told}: account ${admin} gained`).toEqual([])
  const [old, now] = [before.admins.get(admin), after.admins.get(admin)]
  if (!old || old.text === now?.text) return
  expect(
    [...had].filter((rule) => !own.has(rule)),
    `${told}: account ${admin} was above`,
  ).toEqual([])
}

/** A group that was not below the actor is as it was, but for rules that are new, moved or gone. */
function judgeAbove({ before, after, own, fresh, told }: JudgedStep, actor: number, id: number): void {
  const [old, now] = [before.groups.get(id)!, after.groups.get(id)]
  const isBelow =
    old.rules.every((rule) => own.has(rule)) &&
    new Set(old.rules).size < own.size &&
    !before.admins.get(actor)!.groups.includes(id)
  if (isBelow) return
  const kept = (rules: readonly (number | string)[]): unknown[] =>
    rules.filter((rule) => before.rules.has(Number(rule)) && after.rules.has(Number(rule)))
  expect(now?.status, `${told}: group ${id}`).toBe(old.status)
  expect(
    kept(old.rules).filter((rule) => !now!.rules.includes(rule as number)),
    `${told}: group ${id} lost`,
  ).toEqual([])
  expect(
    now!.rules.filter((rule) => !old.rules.includes(rule) && !own.has(rule) && !fresh.includes(Number(rule))),
    `${told}: group ${id} gained`,
  ).toEqual([])
}

describe.each(engines)('T23 random edits on $name', (engine) => {
  let app: TestApp
  const base: Kept[] = []
  beforeAll(async () => {
    app = await openTestApp(engine)
    const manages = ['auth/group', 'auth/admin', 'auth/rule'].flatMap((page) =>
      ['index', 'add', 'edit', 'del'].map((action) => `${page}/${action}`),
    )
    const brands = ['index', 'add', 'edit', 'del'].map((action) => `shop/brand/${action}`)
    const top = await app.group('top', [...manages, ...brands, 'shop/unit/index', 'shop/unit/add'])
    const middle = await app.group('middle', [...manages.filter((node) => !node.endsWith('del')), ...brands], {
      pid: top,
    })
    const low = await app.group('low', ['auth/admin/index', 'auth/admin/edit', 'shop/brand/index'], { pid: middle })
    const everything = JSON.parse(String((await app.row('admin', 1))!['group_arr'])) as number[]
    base.push(...[top, middle, low].map((id) => ({ table: 'admin_group', id })))
    for (const [name, groups] of [
      ['super2', everything],
      ['top1', [top]],
      ['top2', [top]],
      ['middle1', [middle]],
      ['low1', [low]],
      ['low2', [low, middle]],
    ] as const)
      base.push({ table: 'admin', id: await app.account(name, groups) })
    for (const one of base) Object.assign(one, { row: await app.row(one.table, one.id) })
  })
  afterAll(() => app.dispose())

  it(`hold after each of ${steps} steps`, async () => {
    const done = new Map<string, number>()
    let before = await shoot(app)
    for (const [at, step] of fc.sample(stepOf, { numRuns: steps, seed: 20_260_101 }).entries()) {
      const { code, told, actor } = await take(app, before, step, at)
      const after = await shoot(app)
      judge(before, after, actor, code, told)
      if (code === 302) app.forget(actor)
      const caller = isSuper(before, actor) ? 'super' : 'other'
      const key = `${told.split(' ')[1]} ${caller} ${code === 1 ? 'done' : 'refused'}`
      done.set(key, (done.get(key) ?? 0) + 1)
      if (at % 25 === 24) await restore(app, base)
      before = at % 25 === 24 ? await shoot(app) : after
    }
    if (process.env['LADDER_TELL'])
      console.log(
        [...done]
          .sort()
          .map(([key, count]) => `${key}: ${count}`)
          .join('\n'),
      )
    for (const what of [
      'group.add',
      'group.edit',
      'group.del',
      'admin.add',
      'admin.edit',
      'admin.del',
      'rule.add',
      'rule.edit',
      'rule.del',
    ]) {
      expect(done.get(`${what} super done`) ?? 0, what).toBeGreaterThan(0)
      expect(done.get(`${what} other done`) ?? 0, what).toBeGreaterThan(0)
      expect(done.get(`${what} other refused`) ?? 0, what).toBeGreaterThan(0)
    }
  }, 480_000)
})

interface Kept {
  readonly table: string
  readonly id: number
  readonly row?: Row
}

/**
 * So that there is always somebody to act: what was there at first is as it was, and enabled; what came is kept small.
 */
async function restore(app: TestApp, base: readonly Kept[]): Promise<void> {
  await app.database.write(async (trx) => {
    const { bumpAccessVersion } = await import('../../../../runtime/server/operation/access/access-version.ts')
    await bumpAccessVersion(trx)
    for (const { table, id, row } of base) {
      const { group_arr, rules, pid } = row!
      await trx
        .updateTable(table)
        .set(table === 'admin' ? { group_arr: group_arr! } : { rules: rules!, pid: pid! })
        .where('id', '=', id)
        .execute()
    }
    await trx.updateTable('admin_rule').set({ status: 1 }).execute()
    await trx.updateTable('admin_group').set({ status: 1 }).execute()
    await trx.updateTable('admin').set({ status: 1 }).execute()
  })
}

async function take(
  app: TestApp,
  shot: Shot,
  { actor: who, what, one, other, some }: Step,
  at: number,
): Promise<{ code: number; told: string; actor: number }> {
  const pick = <T>(list: readonly T[], by: number): T => list[by % list.length]!
  const [groups, admins, rules] = [[...shot.groups.keys()], [...shot.admins.keys()], [...shot.rules.keys()]]
  const able = admins.filter((id) => rulesOf(shot, id, true).has('*') || rulesOf(shot, id, true).size > 12)
  const actor = who % 5 === 0 ? pick(admins, other) : pick(able, Math.floor(who / 5))
  const own = [...rulesOf(shot, actor, true)].filter((rule) => rule !== '*').map(Number)
  const chosen = some.map((index) => (index % 3 > 0 && own.length > 0 ? pick(own, index) : pick(rules, index)))
  const custom = rules.filter(
    (id) => shot.rules.get(id)!.name.startsWith('own/') && (own.length === 0 || own.includes(id) || one % 7 === 0),
  )
  const rule = one % 3 === 0 ? pick(rules, other) : custom.length > 0 ? pick(custom, other) : pick(rules, other)
  const send = async (name: string, path: string, body: object) => ({
    code: (await app.post(actor, path, body)).code,
    told: `${at} ${name} by ${actor} ${JSON.stringify(body)}`,
    actor,
  })
  const drop = async (name: string, path: string, id: number) => ({
    code: (await app.del(actor, path, [id])).code,
    told: `${at} ${name} by ${actor} ${id}`,
    actor,
  })
  switch (what) {
    case 0:
      return send('group.add', 'auth.Group/add', {
        name: `g${at}`,
        pid: one % 2 === 0 ? 0 : pick(groups, other),
        rules: chosen,
      })
    case 1:
      return send('group.edit', 'auth.Group/edit', { id: pick(groups, one), rules: chosen })
    case 2:
      return send('group.edit', 'auth.Group/edit', { id: pick(groups, one), status: other % 2 })
    case 3:
      return send('group.edit', 'auth.Group/edit', {
        id: pick(groups, one),
        pid: pick(groups, other),
        rules: other % 5 === 0 ? ['*'] : [],
      })
    case 4:
      return drop('group.del', 'auth.Group/del', pick(groups.slice(-6), one))
    case 5:
      return send('admin.add', 'auth.Admin/add', {
        username: `a${at}`,
        nickname: 'n',
        password: 'S3cret-pw',
        group_arr: [pick(groups, one)],
      })
    case 6:
      return send('admin.edit', 'auth.Admin/edit', {
        id: pick(admins, one),
        group_arr: [pick(groups, other), ...(one % 4 === 0 ? [pick(groups, other + 1)] : [])],
      })
    case 7:
      return send('admin.edit', 'auth.Admin/edit', { id: pick(admins, one), status: other % 2 })
    case 8:
      return send('admin.edit', 'auth.Admin/edit', { id: pick(admins, one), nickname: `n${other % 100}` })
    case 9:
      return admins.length > 8
        ? drop('admin.del', 'auth.Admin/del', pick(isSuper(shot, actor) ? admins.slice(7) : admins, one))
        : send('admin.edit', 'auth.Admin/edit', { id: pick(admins, one), motto: 'x' })
    case 10:
      return send('rule.add', 'auth.Rule/add', {
        type: 'button',
        title: 't',
        name: `own/${at}`,
        pid: pick(chosen, one),
      })
    case 11:
      return send('rule.edit', 'auth.Rule/edit', { id: rule, pid: pick(chosen, one) })
    case 12:
      return send('rule.edit', 'auth.Rule/edit', { id: rule, status: one % 4 === 0 ? 0 : 1, title: `t${at}` })
    default:
      return drop('rule.del', 'auth.Rule/del', rule)
  }
}
