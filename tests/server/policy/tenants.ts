/** Several admins in several groups, and tables whose rows belong to them. */
import { sql } from 'kysely'
import type { LimitMode, TableModel } from 'tablewright/protocol'
import { system } from '#generated/system/index.ts'
import type { Actor } from '../../../runtime/server/operation/access/actor.ts'
import type { Scope } from '../../../runtime/server/operation/scope.ts'
import type { Engine, TestDatabase } from '../../support/databases.ts'
import { field, reference, tableModel } from '../../support/models.ts'
import { scopeOn } from '../records/scope.ts'

const groups = { managers: 1, staff: 2, twins: 3, strangers: 4, root: 5, closed: 6 } as const

/**
 * Admin 10 is the one who looks; the others are his staff, his equal, a stranger, a super admin and a member of
 * nothing.
 */
const members: Readonly<Record<number, readonly number[]>> = {
  10: [groups.managers],
  11: [groups.staff],
  12: [groups.twins],
  13: [groups.strangers],
  14: [groups.root],
  15: [],
  16: [groups.closed],
}
const admins = Object.keys(members).map(Number)

/** Whose rows admin 10 sees. */
export const seenBy: readonly (readonly [LimitMode, readonly number[] | null])[] = [
  ['personal', [10]],
  ['allAuth', [10, 11, 12]],
  ['allAuthAndOthers', [10, 11]],
  ['parent', [10, 11]],
  [groups.managers, null],
  [groups.strangers, [10]],
]

export function actor(id: number, more: Partial<Actor> = {}): Actor {
  return { id, username: `admin${id}`, super: false, nodes: new Set(), groups: members[id] ?? [], ...more }
}

/** Small tables under one data limit; `secrets` are fields that only super admins work with. */
export function tables(mode: LimitMode): {
  readonly maker: TableModel
  readonly note: TableModel
  readonly shelf: TableModel
  readonly all: readonly TableModel[]
} {
  const limit = { mode, on: 'admin_id' }
  const owner = (): ReturnType<typeof field> => field('admin_id', 'integer')
  const actions = ['index', 'add', 'edit', 'del', 'import', 'export'] as const
  const maker = tableModel('t/maker', {
    title: 'name',
    search: ['name'],
    actions,
    fields: [field('name', 'text', { required: true }), owner()],
    policy: { limit, fields: {} },
  })
  const note = tableModel('t/note', {
    title: 'name',
    key: ['name'],
    sort: 'weigh',
    softDelete: 'deletetime',
    search: ['name', 'cost'],
    actions: [...actions, 'sortable', 'restore'],
    fields: [
      field('name', 'text', { required: true }),
      field('cost', 'decimal', { scale: 2 }),
      field('hint', 'text'),
      reference('maker_id', maker),
      owner(),
    ],
    policy: { limit, fields: {} },
  })
  const shelf0 = tableModel('t/shelf', {
    title: 'name',
    search: ['name'],
    actions,
    fields: [field('name', 'text'), owner()],
    policy: { limit, fields: {} },
    tree: { parent: 'pid', depth: null },
  })
  const shelf = tableModel('t/shelf', { ...shelf0, fields: [field('name', 'text'), reference('pid', shelf0), owner()] })
  return { maker, note, shelf, all: [maker, note, shelf] }
}

/** With field lists for everybody who is not super. */
export function withFields(model: TableModel, fields: NonNullable<TableModel['policy']>['fields']): TableModel {
  return { ...model, policy: { limit: model.policy?.limit ?? null, fields } }
}

async function systemModels(): Promise<readonly TableModel[]> {
  return Promise.all(Object.values(system.tables).map((entry) => entry.model()))
}

/** A database with the admins and these tables. */
export async function openTenants(
  engine: Engine,
  all: readonly TableModel[],
): Promise<{ readonly database: TestDatabase; readonly scopeOf: (who: Actor | null) => Scope }> {
  const models = [...(await systemModels()), ...all]
  const database = await engine.open(models)
  await database.write(async (trx) => {
    const rules: Readonly<Record<keyof typeof groups, string>> = {
      managers: '[1,2,3]',
      staff: '[1,2]',
      twins: '[3,1,2]',
      strangers: '[1,9]',
      root: '["*"]',
      closed: '[1]',
    }
    for (const [name, id] of Object.entries(groups)) {
      const pid = name === 'staff' || name === 'closed' ? groups.managers : null
      await trx
        .insertInto('admin_group')
        .values({
          id,
          pid,
          name,
          rules: rules[name as keyof typeof groups],
          status: name === 'closed' ? 0 : 1,
          version: 1,
        })
        .execute()
    }
    for (const id of admins) {
      await trx
        .insertInto('admin')
        .values({
          id,
          username: `admin${id}`,
          nickname: `Admin ${id}`,
          password: 'x',
          login_failure: 0,
          status: 1,
          group_arr: JSON.stringify(members[id]),
          version: 1,
        })
        .execute()
    }
  })
  return { database, scopeOf: (who) => scopeOn(database, models, { actor: who }) }
}

/** Rows of every admin, the same wherever `keep` says so: what one admin sees of all is what he sees of his own. */
export async function fill(database: TestDatabase, keep: (owner: number | null) => boolean): Promise<void> {
  const owners = [...admins, null]
  const rows = Array.from({ length: 60 }, (_one, at) => ({
    id: at + 1,
    admin_id: owners[at % owners.length]! as number | null,
  }))
  const kept = rows.filter((row) => keep(row.admin_id))
  await database.write(async (trx) => {
    for (const { id, admin_id } of kept) {
      await trx
        .insertInto('t_maker')
        .values({ id, name: `maker ${id % 7}`, admin_id, version: 1 })
        .execute()
      await trx
        .insertInto('t_note')
        .values({
          id,
          name: `note ${id}`,
          cost: (id * 37) % 900,
          hint: id % 3 === 0 ? 'odd' : null,
          maker_id: keep(owners[(id - 1) % owners.length]!) ? id : null,
          admin_id,
          weigh: (id * 7) % 20,
          version: 1,
          deletetime: id % 11 === 0 ? 1 : null,
        })
        .execute()
    }
    // Parents stand before their children; whoever sees a child need not see its parent.
    for (const { id, admin_id } of kept)
      await trx
        .insertInto('t_shelf')
        .values({ id, name: `shelf ${id % 9}`, admin_id, pid: null, version: 1 })
        .execute()
    const ids = new Set(kept.map((row) => row.id))
    for (const { id } of kept)
      if (id > 8 && ids.has(id - 8))
        await trx
          .updateTable('t_shelf')
          .set({ pid: id - 8 })
          .where('id', '=', id)
          .execute()
  })
  // Ids given by hand do not move a sequence on.
  if (!database.adapter.embedded)
    for (const table of ['t_maker', 't_note', 't_shelf'])
      await sql`select setval(pg_get_serial_sequence(${table}, 'id'), 1000)`.execute(database.query)
}
