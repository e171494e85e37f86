/** Field lists and readable targets: what an action does not list is as good as not there, at every door. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { operators } from 'tablewright/protocol'
import { create } from '../../../runtime/server/records/create.ts'
import { exportCsv } from '../../../runtime/server/records/export.ts'
import { asOf } from '../../../runtime/server/records/history/as-of.ts'
import { importRows } from '../../../runtime/server/records/import/import.ts'
import { list } from '../../../runtime/server/records/list.ts'
import { read } from '../../../runtime/server/records/read.ts'
import { update } from '../../../runtime/server/records/update.ts'
import type { Scope } from '../../../runtime/server/operation/scope.ts'
import { engines, type TestDatabase } from '../../support/databases.ts'
import { index, query, refusal } from '../records/scope.ts'
import { actor, openTenants, tables, withFields } from './tenants.ts'

const open = tables('personal')
const maker = withFields(open.maker, { index: ['name'] })
const note = {
  ...withFields(open.note, { index: ['name', 'maker_id', 'weigh'], add: ['name', 'maker_id'], edit: ['name', 'hint'] }),
  key: ['name'],
}
const rights = ['t/note/index', 't/note/edit', 't/maker/index']

async function* csv(content: string): AsyncGenerator<Uint8Array, void> {
  yield Buffer.from(content)
}

async function text(pieces: AsyncIterable<Buffer>): Promise<string> {
  let all = ''
  for await (const piece of pieces) all += piece
  return all
}

describe.each(engines)('field lists on $name', (engine) => {
  let database: TestDatabase
  let scopeOf: Awaited<ReturnType<typeof openTenants>>['scopeOf']
  let root: Scope
  let bound: Scope
  let ids: { readonly maker: number; readonly foreign: number; readonly note: number }
  beforeAll(async () => {
    ;({ database, scopeOf } = await openTenants(engine, [maker, note, open.shelf]))
    root = scopeOf(actor(14, { super: true }))
    bound = scopeOf(actor(10, { nodes: new Set(rights) }))
    const own = await create(bound, maker, { name: 'Own maker' })
    const foreign = await create(root, maker, { name: 'Foreign maker' })
    const one = await create(root, note, {
      name: 'One',
      cost: '9.50',
      hint: 'hush',
      maker_id: foreign.id,
      admin_id: 10,
    })
    ids = { maker: own.id, foreign: foreign.id, note: one.id }
  })
  afterAll(() => database?.dispose())

  it('lists, selects, reads and exports the listed fields only', async () => {
    const [row] = (await index(bound, note, '')).list
    expect(Object.keys(row!).sort()).toEqual(['id', 'maker', 'maker_id', 'name', 'version', 'weigh'])
    expect(Object.keys((await index(bound, note, 'select=1')).list[0]!).sort()).toEqual(['id', 'name'])
    expect(Object.keys((await read(bound, note, ids.note)).row).sort()).toEqual(['hint', 'id', 'name', 'version'])
    expect(Object.keys((await read(root, note, ids.note)).row)).toContain('cost')
    expect((await text(await exportCsv(bound, note, query('')))).split('\r\n')[0]!.replace('\ufeff', '')).toBe(
      'ID,name,maker_id'.replace('ID', 'id'),
    )
    expect(await text(await exportCsv(bound, note, query('')))).not.toMatch(/9\.5|hush/)
  })

  it('names no other field of a record as it was, whether its value is known or not', async () => {
    const named = async (scope: Scope) => (await asOf(scope, note, ids.note, { time: '1' })).unknown
    expect(await named(bound)).toEqual(['name', 'maker_id'])
    expect(await named(root)).toEqual(expect.arrayContaining(['cost', 'hint']))
    // Not even to those who may see all fields.
    const fields = note.fields.map((field) => ({ ...field, private: field.name === 'cost' }))
    const { unknown, values } = await asOf(root, { ...note, fields }, ids.note, { time: '1' })
    expect(unknown).toContain('hint')
    expect([...unknown, ...values.map(({ field }) => field)]).not.toContain('cost')
  })

  it('T01, T11: an unlisted field is refused like an unknown one, and changes no figure', async () => {
    const said = new Set<string>()
    for (const name of ['cost', 'hint', 'admin_id', 'nothing', 'maker.admin_id']) {
      for (const operator of operators)
        said.add(
          JSON.stringify(
            (await refusal(list(bound, note, { ...query(''), search: [{ field: name, operator, val: '1' }] }))).details,
          ),
        )
      said.add(
        JSON.stringify(
          (await refusal(list(bound, note, { ...query(''), order: { field: name, direction: 'asc' } }))).details,
        ),
      )
      said.add(JSON.stringify((await refusal(list(bound, note, query(`initKey=${name}&initValue=1`)))).details))
      said.add(JSON.stringify((await refusal(exportCsv(bound, note, query(`order=${name},asc`)))).details))
    }
    expect([...said]).toEqual(['{}'])
    expect((await index(bound, note, 'quickSearch=9.50')).total).toBe(0)
    expect((await index(root, note, 'quickSearch=9.50')).total).toBe(1)
  })

  it('T22: fields an action does not list are ignored and unchanged', async () => {
    const { id } = await create(bound, note, {
      name: 'Two',
      cost: '3.00',
      hint: 'no',
      weigh: 99,
      version: 9,
      id: 4711,
      admin_id: 13,
      deletetime: 5,
    })
    expect(await database.query.selectFrom('t_note').selectAll().where('id', '=', id).executeTakeFirst()).toMatchObject(
      { name: 'Two', cost: null, hint: null, admin_id: 10, version: 1, deletetime: null, weigh: id },
    )
    await update(bound, note, {
      id,
      name: 'Two!',
      hint: 'yes',
      cost: '4.00',
      maker_id: ids.maker,
      admin_id: 13,
      weigh: 3,
      deletetime: 9,
    })
    expect(await database.query.selectFrom('t_note').selectAll().where('id', '=', id).executeTakeFirst()).toMatchObject(
      { name: 'Two!', hint: 'yes', cost: null, maker_id: null, admin_id: 10, weigh: id, deletetime: null },
    )
  })

  it('answers a list in full after a select list of the same table, labels or none', async () => {
    await index(root, open.shelf, 'select=1&isTree=0')
    await index(root, open.maker, 'select=1&limit=7')
    expect(Object.keys((await index(root, open.maker, 'limit=7')).list[0]!).sort()).toEqual([
      'admin_id',
      'id',
      'name',
      'version',
    ])
    expect((await index(root, open.maker, 'limit=7')).list.map((row) => row['admin_id'])).not.toContain(null)
  })

  it('answers a stale save with the fields the editor may see', async () => {
    const conflict = await refusal(update(bound, note, { id: ids.note, version: 77, name: 'x' }))
    expect(Object.keys(conflict.details.row!).sort()).toEqual(['hint', 'id', 'name', 'version'])
  })

  it('imports into fields that may be written, finds the own records, and leaves the others alone', async () => {
    expect(
      await refusal(
        importRows(bound, note, { source: csv('name,cost\nThree,5\n'), map: { name: 'name', cost: 'cost' } }),
      ),
    ).toMatchObject({ code: 'invalid', details: { text: 'import.field_unknown' } })
    await create(root, note, { name: 'Theirs', admin_id: 13 })
    const report = await importRows(bound, note, { source: csv('name,cost,maker_id\nOne,7,\nTheirs,7,\n') })
    expect(report).toMatchObject({ created: 1, unchanged: 1, refused: 0 })
    expect(
      await database.query
        .selectFrom('t_note')
        .select(['admin_id', 'cost'])
        .where('name', '=', 'Theirs')
        .orderBy('id')
        .execute(),
    ).toEqual([
      { admin_id: 13, cost: null },
      { admin_id: 10, cost: null },
    ])
  })

  describe('T12: what a record refers to', () => {
    const wide = withFields(open.note, {})
    it('must be something the caller could find in a list', async () => {
      expect((await create(bound, wide, { name: 'fine', maker_id: ids.maker })).id).toBeGreaterThan(0)
      const absent = (await refusal(create(bound, wide, { name: 'a', maker_id: 987_654 }))).details
      expect((await refusal(create(bound, wide, { name: 'a', maker_id: ids.foreign }))).details).toEqual(absent)
      const without = scopeOf(actor(10, { nodes: new Set(['t/note/index']) }))
      expect((await refusal(create(without, wide, { name: 'a', maker_id: ids.maker }))).details).toEqual(absent)
      expect((await refusal(update(without, wide, { id: ids.note, maker_id: ids.maker }))).details).toEqual(absent)
      const file = (): { source: AsyncIterable<Uint8Array>; dryRun: true } => ({
        source: csv('name,maker_id\nb,Foreign maker\nc,Own maker\n'),
        dryRun: true,
      })
      expect(await importRows(bound, wide, file())).toMatchObject({ created: 1, refused: 1 })
      expect(await importRows(without, wide, file())).toMatchObject({ created: 0, refused: 2 })
    })

    it('is kept when edited by accounts that may not list it, and they see its title alone', async () => {
      const without = scopeOf(actor(10, { nodes: new Set(['t/note/index']) }))
      await update(without, wide, { id: ids.note, name: 'One again', maker_id: ids.foreign })
      const { row } = await read(without, wide, ids.note)
      expect(row).toMatchObject({ name: 'One again', maker_id: ids.foreign })
      expect(row['maker']).toEqual({ id: ids.foreign, name: 'Foreign maker' })
      expect((await read(bound, wide, ids.note)).row).toMatchObject({
        maker: { id: ids.foreign, name: 'Foreign maker' },
      })
    })
  })

  it('T12: shows no label its own list would not show', async () => {
    const secret = { ...open.maker, policy: { limit: null, fields: { index: ['admin_id'] } } }
    const other = await openTenants(engine, [secret, open.note, open.shelf])
    try {
      const all = other.scopeOf(actor(14, { super: true }))
      const { id } = await create(all, secret, { name: 'Unnamed' })
      await create(all, open.note, { name: 'Refers', maker_id: id, admin_id: 10 })
      const scope = other.scopeOf(actor(10, { nodes: new Set(rights) }))
      expect((await index(all, open.note, '')).list[0]).toHaveProperty('maker.name', 'Unnamed')
      expect((await index(scope, open.note, '')).list[0]).not.toHaveProperty('maker')
      expect(await refusal(list(scope, open.note, query('order=maker.name,asc')))).toMatchObject({
        code: 'bad_query',
      })
      expect((await index(all, open.note, '')).list[0]).toHaveProperty('maker.name', 'Unnamed')
    } finally {
      await other.database.dispose()
    }
  })
})
