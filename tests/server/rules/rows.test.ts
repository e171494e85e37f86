/**
 * Rules of rows bind every way in and out: what they hide is as good as not there, and nobody writes a row out of his
 * own sight.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { requireRelation, type TableModel } from 'tablewright/protocol'
import type { Actor } from '../../../runtime/server/operation/access/actor.ts'
import { create } from '../../../runtime/server/records/create.ts'
import { exportCsv } from '../../../runtime/server/records/export.ts'
import { importRows } from '../../../runtime/server/records/import/import.ts'
import { list } from '../../../runtime/server/records/list.ts'
import { read } from '../../../runtime/server/records/read.ts'
import { remove } from '../../../runtime/server/records/remove.ts'
import { joinHooks, type Hooks, type Scope } from '../../../runtime/server/operation/scope.ts'
import { sort } from '../../../runtime/server/records/sort.ts'
import { update } from '../../../runtime/server/records/update.ts'
import { engines, type TestDatabase } from '../../support/databases.ts'
import { field, reference, tableModel } from '../../support/models.ts'
import { index, query, refusal, scopeOn } from '../records/scope.ts'
import { guarded, line } from './schema-set.ts'

const several = field('order_ids', 'references', { relation: requireRelation(reference('order_ids', guarded)) })
const note = tableModel('t/order_note', {
  title: 'name',
  key: ['name'],
  actions: ['index', 'add', 'edit', 'import'],
  fields: [field('name', 'text'), reference('order_id', guarded), several],
})
const nodes = ['order', 'order_note'].flatMap((name) =>
  ['index', 'add', 'edit', 'del', 'sortable', 'export', 'import'].map((action) => `t/${name}/${action}`),
)
const actor = (id: number, more: Partial<Actor> = {}): Actor => ({
  id,
  username: `admin${id}`,
  super: false,
  nodes: new Set(nodes),
  groups: [],
  ...more,
})
const csv = (text: string) => () =>
  (async function* () {
    yield Buffer.from(text)
  })()

/** 1 and 4 are one's own, 2 belongs to another, 3 and 5 are out of sight. */
const rows = [
  { id: 1, name: 'own', discount: null, admin_id: 7, least: 1 },
  { id: 2, name: 'foreign', discount: 5000, admin_id: 8, least: 1 },
  { id: 3, name: 'dear', discount: 5001, admin_id: 7, least: 1 },
  { id: 4, name: 'own and kept', discount: 0, admin_id: 7, least: null },
  { id: 5, name: 'a name of many letters', discount: null, admin_id: 8, least: 1 },
]
const questions = [
  '',
  'exact=1',
  'select=1',
  'quickSearch=a',
  'order=name,asc',
  'order=due,desc',
  'limit=1&page=2',
  'initValue[]=1&initValue[]=3',
  'search[0][field]=discount&search[0][operator]=NOT%20NULL&search[0][val]=1',
]

describe.each(engines)('T15 rules of rows on $name', (engine) => {
  let database: TestDatabase
  let alone: TestDatabase
  let scope: Scope
  let all: Scope
  const models: readonly TableModel[] = [guarded, line, note]
  beforeAll(async () => {
    ;[database, alone] = await Promise.all([engine.open(models), engine.open(models)])
    for (const [one, part] of [
      [database, rows],
      [alone, rows.filter(({ id }) => [1, 2, 4].includes(id))],
    ] as const) {
      await one.write(async (trx) => {
        for (const row of part)
          await trx
            .insertInto(guarded.table)
            .values({ ...row, kind: 10, supplier: 'x', total: 10_000, weigh: row.id, version: 1 })
            .execute()
      })
      if (!one.adapter.embedded)
        await one.write((trx) =>
          trx
            .selectFrom(guarded.table)
            .select((on) =>
              on
                .fn<number>('setval', [
                  on.fn('pg_get_serial_sequence', [on.val(guarded.table), on.val('id')]),
                  on.val(100),
                ])
                .as('n'),
            )
            .execute(),
        )
    }
    scope = scopeOn(database, models, { actor: actor(7) })
    all = scopeOn(alone, models, { actor: actor(1, { super: true }) })
  })
  afterAll(() => Promise.all([database?.dispose(), alone?.dispose()]))
  const stored = async (id: number) =>
    database.query.selectFrom(guarded.table).selectAll().where('id', '=', id).executeTakeFirst()

  it.each(questions)('answers index?%s as if the other rows did not exist', async (question) => {
    expect(JSON.stringify(await list(scope, guarded, query(question)))).toBe(
      JSON.stringify(await list(all, guarded, query(question))),
    )
  })

  it('bind neither super admins nor the command line', async () => {
    for (const who of [actor(1, { super: true }), null])
      expect((await index({ ...scope, actor: who }, guarded, '')).total).toBe(5)
  })

  it('export those rows and no others', async () => {
    let text = ''
    for await (const piece of await exportCsv(scope, guarded, query(''))) text += piece
    expect(text).toMatch(/foreign/)
    expect(text).not.toMatch(/dear|letters/)
  })

  it('refuse to read, change, delete or move rows out of reach, and reveal nothing about them', async () => {
    const absent = JSON.stringify((await refusal(read(scope, guarded, 999))).details)
    for (const id of [3, 5]) expect(JSON.stringify((await refusal(read(scope, guarded, id))).details)).toBe(absent)
    expect((await read(scope, guarded, 2)).row['id']).toBe(2)
    for (const id of [2, 3, 5])
      expect(await refusal(update(scope, guarded, { id, least: 2 }))).toMatchObject({ code: 'not_found' })
    for (const id of [2, 3, 4, 5])
      if (id !== 2) expect(await refusal(remove(scope, guarded, [id]))).toMatchObject({ code: 'not_found' })
    expect(await refusal(sort(scope, guarded, { id: 1, targetId: 3 }))).toMatchObject({ code: 'not_found' })
    for (const id of [2, 3, 4, 5]) expect(await stored(id)).toMatchObject({ version: 1, weigh: id })
    await sort(scope, guarded, { id: 1, targetId: 4 })
    expect(await stored(1)).toMatchObject({ weigh: 4 })
    await sort(scope, guarded, { id: 1, targetId: 4 })
  })

  it('refuse to move a row out of the own reach', async () => {
    const count = async () => (await database.query.selectFrom(guarded.table).select('id').execute()).length
    const before = await count()
    expect(
      (await refusal(create(scope, guarded, { name: 'too dear', supplier: 'x', discount: '60.00' }))).details.errors,
    ).toEqual({ name: expect.stringContaining('no longer be able') })
    expect(await count()).toBe(before)
    expect(await refusal(update(scope, guarded, { id: 1, discount: '60.00' }))).toMatchObject({ code: 'invalid' })
    expect(await stored(1)).toMatchObject({ discount: null, version: 1 })
    await update(scope, guarded, { id: 1, discount: '50.00' })
    expect(await stored(1)).toMatchObject({ discount: 5000, version: 2 })
    await update(scope, guarded, { id: 1, discount: null })
  })

  it('apply to imports: rows out of reach do not exist, rows that may not be changed are refused', async () => {
    const report = await importRows(scope, guarded, {
      source: csv(
        'name,supplier,discount,least\nown,new,,1\nforeign,mine now,,1\nbrand new,x,1,1\nfar too dear,x,70,1\n',
      ),
    })
    expect(report).toMatchObject({ created: 1, updated: 1 })
    expect(await stored(1)).toMatchObject({ supplier: 'new' })
    expect(await stored(2)).toMatchObject({ supplier: 'x', version: 1 })
    expect((await index(scope, guarded, 'quickSearch=far')).total).toBe(0)
  })

  it('apply to what hooks make of imported rows as well', async () => {
    const costly: Hooks = { beforeCreate: async (_scope, _trx, { overrides }) => void overrides.set('discount', 7000) }
    const hooked = { ...scope, hooks: joinHooks([{ [guarded.id]: costly }]) }
    const source = csv('name,supplier,discount,least\nraised,x,1,1\n')
    for (const dryRun of [true, false])
      expect(await importRows(hooked, guarded, { source, dryRun })).toMatchObject({
        created: 0,
        errors: [{ line: 2, field: 'name', message: expect.stringContaining('no longer be able') }],
      })
    const hidden: Hooks = { prepareBody: async (_scope, _model, { body }) => ({ ...body, order_id: 3 }) }
    const pointing = { ...scope, hooks: joinHooks([{ [note.id]: hidden }]) }
    const report = await importRows(pointing, note, { source: csv('name\npointing\n') })
    expect(report).toMatchObject({ created: 0, errors: [{ line: 2, field: 'order_id' }] })
  })

  it('apply to several records that a file names', async () => {
    const report = await importRows(scope, note, {
      source: csv('name,order_ids\nown ones,"own,own and kept"\nhidden,"own,dear"\n'),
    })
    expect(report).toMatchObject({ created: 1, errors: [{ line: 3, field: 'order_ids' }] })
  })

  it('refuse references to rows out of reach', async () => {
    const { id } = await create(scope, note, { name: 'of mine', order_id: 1 })
    expect((await refusal(create(scope, note, { name: 'of the hidden', order_id: 3 }))).details.errors).toHaveProperty(
      'order_id',
    )
    expect((await refusal(update(scope, note, { id, order_id: 5 }))).details.errors).toHaveProperty('order_id')
    const report = await importRows(scope, note, { source: csv('name,order_id\nimported,dear\nimported too,own\n') })
    expect(report).toMatchObject({ created: 1 })
  })

  it('delete what their own rule lets be deleted', async () => {
    expect(
      await remove(scope, guarded, [
        2,
        3,
        4,
        (await create(scope, guarded, { name: 'short lived', supplier: 'x', least: 1 })).id,
      ]),
    ).toEqual({ count: 1 })
    expect(await stored(4)).toMatchObject({ id: 4 })
  })
})
