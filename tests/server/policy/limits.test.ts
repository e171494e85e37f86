/** T15: under a data limit every answer equals the one a database would give that holds the visible rows only. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findVisibleOwners } from '../../../runtime/server/operation/access/data-limit.ts'
import { create } from '../../../runtime/server/records/create.ts'
import { exportCsv } from '../../../runtime/server/records/export.ts'
import { read } from '../../../runtime/server/records/read.ts'
import { remove } from '../../../runtime/server/records/remove.ts'
import { sort } from '../../../runtime/server/records/sort.ts'
import { update } from '../../../runtime/server/records/update.ts'
import { list } from '../../../runtime/server/records/list.ts'
import type { Scope } from '../../../runtime/server/operation/scope.ts'
import { oneEngine, type TestDatabase } from '../../support/databases.ts'
import { query, refusal } from '../records/scope.ts'
import { actor, fill, openTenants, seenBy, tables } from './tenants.ts'

const questions = [
  '',
  'limit=3&page=2',
  'limit=100&order=cost,asc',
  'exact=1',
  'quickSearch=note%201',
  'order=weigh,desc&limit=100',
  'order=maker.name,asc&limit=100',
  'select=1&limit=100',
  'select=1&quickSearch=1',
  'search[0][field]=cost&search[0][operator]=RANGE&search[0][val]=1,6',
  'search[0][field]=maker.name&search[0][operator]=LIKE&search[0][val]=2',
  'search[0][field]=hint&search[0][operator]=NULL&search[0][val]=1',
  'search[0][field]=admin_id&search[0][operator]=IN&search[0][val]=10,11,13,14',
  'initKey=id&initValue[]=1&initValue[]=2&initValue[]=3&initValue[]=4',
  'initKey=name&initValue=note%205',
  'deleted=1&limit=100',
  'deleted=1&limit=2&page=2&order=cost,asc',
  'deleted=1&select=1&quickSearch=4',
]
const trees = [
  '',
  'quickSearch=shelf%203',
  'select=1',
  'select=1&quickSearch=4',
  'isTree=0&limit=100',
  'parentRowId=0',
  'parentRowId=2',
  'initValue[]=9&select=1',
  'search[0][field]=name&search[0][operator]=eq&search[0][val]=shelf%205',
]

async function text(pieces: AsyncIterable<Buffer>): Promise<string> {
  let all = ''
  for await (const piece of pieces) all += piece
  return all
}

describe.each(oneEngine)('T15 data limits on $name', (engine) => {
  describe.each(seenBy)('%s', (mode, owners) => {
    const { maker, note, shelf, all } = tables(mode)
    const sees = (owner: number | null): boolean => owners === null || (owner !== null && owners.includes(owner))
    const opened: TestDatabase[] = []
    let limited: Scope
    let alone: Scope
    beforeAll(async () => {
      const [full, part] = await Promise.all([openTenants(engine, all), openTenants(engine, all)])
      opened.push(full.database, part.database)
      await fill(full.database, () => true)
      await fill(part.database, sees)
      limited = full.scopeOf(
        actor(10, { nodes: new Set(['t/maker/index', 't/note/index', 't/note/restore', 't/shelf/index']) }),
      )
      alone = part.scopeOf(actor(14, { super: true }))
    })
    afterAll(() => Promise.all(opened.map((one) => one.dispose())))
    /**
     * Labels of targets out of sight stay, so those are left out of the comparison: only whose rows they are is asked
     * here.
     */
    const plain = (json: string): unknown =>
      JSON.parse(json, (key: string, value: unknown) =>
        key === 'maker' || key === 'maker_id' || key === 'pid' || key === 'parent' ? undefined : value,
      )

    it('is a list of admins, the own one among them', async () => {
      expect(await findVisibleOwners(limited.database, limited.actor, mode)).toEqual(owners)
      expect(await findVisibleOwners(limited.database, actor(14, { super: true }), mode)).toBeNull()
      expect(await findVisibleOwners(limited.database, null, mode)).toBeNull()
    })

    it.each(questions)('answers index?%s as if the other rows did not exist', async (question) => {
      expect(plain(JSON.stringify(await list(limited, note, query(question))))).toEqual(
        plain(JSON.stringify(await list(alone, note, query(question)))),
      )
    })

    it('shows deleted rows with their time, latest first, to accounts that may restore them', async () => {
      const { list: rows, total } = JSON.parse(
        JSON.stringify(await list(limited, note, query('deleted=1&limit=100'))),
      ) as {
        list: Record<string, unknown>[]
        total: number
      }
      const stored = await limited.database.query
        .selectFrom('t_note')
        .select(['id', 'admin_id'])
        .where('deletetime', 'is not', null)
        .orderBy('id', 'desc')
        .execute()
      expect(rows.map(({ id, deletetime }) => [id, deletetime])).toEqual(
        stored.filter((row) => owners === null || owners.includes(Number(row['admin_id']))).map(({ id }) => [id, 1]),
      )
      expect(total).toBe(rows.length)
      const others: Scope = {
        ...limited,
        actor: actor(10, { nodes: new Set(['t/note/index', 't/note/del', 't/shelf/index']) }),
      }
      for (const [who, table] of [
        [others, note],
        [limited, shelf],
      ] as const)
        expect((await refusal(list(who, table, query('deleted=1')))).code).toBe('bad_query')
      expect((await refusal(exportCsv(limited, note, query('deleted=1')))).code).toBe('bad_query')
      expect((await refusal(list(limited, note, query('order=deletetime,asc')))).code).toBe('bad_query')
    })

    it.each(trees)('answers the tree %s alike', async (question) => {
      expect(plain(JSON.stringify(await list(limited, shelf, query(question))))).toEqual(
        plain(JSON.stringify(await list(alone, shelf, query(question)))),
      )
    })

    it('exports those rows and no others', async () => {
      const wanted = await text(await exportCsv(alone, maker, query('order=name,desc')))
      expect(await text(await exportCsv(limited, maker, query('order=name,desc')))).toBe(wanted)
    })

    it('reads, edits and deletes no row of others, and reveals nothing about it', async () => {
      const rows = await limited.database.query.selectFrom('t_maker').selectAll().execute()
      const out = rows.filter((row) => !sees(row['admin_id'] as number | null))
      for (const { id } of out) {
        const absent = JSON.stringify((await refusal(read(limited, maker, 999_999))).details)
        expect(await refusal(read(limited, maker, id))).toMatchObject({ code: 'not_found' })
        expect(JSON.stringify((await refusal(read(limited, maker, id))).details)).toBe(absent)
        expect(await refusal(update(limited, maker, { id, name: 'mine now' }))).toMatchObject({ code: 'not_found' })
        expect(await refusal(update(limited, maker, { id, version: 77, name: 'mine now' }))).toMatchObject({
          code: 'not_found',
        })
        expect(await refusal(remove(limited, maker, [id]))).toMatchObject({ code: 'not_found' })
      }
      expect(await limited.database.query.selectFrom('t_maker').selectAll().execute()).toEqual(rows)
      const within = rows.find((row) => sees(row['admin_id'] as number | null))!
      expect((await read(limited, maker, within['id'])).row['id']).toBe(within['id'])
    })
  })

  describe('writing', () => {
    const { maker, note, all } = tables('personal')
    let database: TestDatabase
    let scopeOf: Awaited<ReturnType<typeof openTenants>>['scopeOf']
    beforeAll(async () => {
      ;({ database, scopeOf } = await openTenants(engine, all))
      await fill(database, () => true)
    })
    afterAll(() => database?.dispose())
    const mine = (nodes: readonly string[] = ['t/maker/index', 't/note/index']): Scope =>
      scopeOf(actor(10, { nodes: new Set(nodes) }))
    const ownerOf = async (table: string, id: number): Promise<unknown> =>
      (await database.query.selectFrom(table).select('admin_id').where('id', '=', id).executeTakeFirst())?.['admin_id']

    it('makes the caller the owner, whatever the body says, and refuses to change the owner', async () => {
      const { id } = await create(mine(), maker, { name: 'Given', admin_id: 13 })
      expect(await ownerOf('t_maker', id)).toBe(10)
      await update(mine(), maker, { id, name: 'Given again', admin_id: 13 })
      expect(await ownerOf('t_maker', id)).toBe(10)
      await update(scopeOf(actor(14, { super: true })), maker, { id, admin_id: 13 })
      expect(await ownerOf('t_maker', id)).toBe(13)
      expect(await refusal(read(mine(), maker, id))).toMatchObject({ code: 'not_found' })
    })

    it('deletes the own ones among the chosen and passes the others over', async () => {
      const { id } = await create(mine(), maker, { name: 'Short lived' })
      expect(await remove(mine(), maker, [id, 2, 3, 4])).toEqual({ count: 1 })
      expect(
        (await database.query.selectFrom('t_maker').select('id').where('id', 'in', [2, 3, 4]).execute()).length,
      ).toBe(3)
    })

    it.each([
      { id: 1, targetId: 9 },
      { move: 1, target: 9, direction: 'up', order: 'weigh,desc' },
      { move: 17, target: 1, direction: 'down', order: 'weigh,asc' },
    ])('sorts among the own rows by %o and leaves every other where it was', async (body) => {
      const others = () =>
        database.query
          .selectFrom('t_note')
          .select(['id', 'weigh'])
          .where((where) => where.or([where('admin_id', '<>', 10), where('admin_id', 'is', null)]))
          .orderBy('id')
          .execute()
      const before = await others()
      await sort(mine(), note, body)
      expect(await others()).toEqual(before)
      for (const foreign of [
        { id: 1, targetId: 2 },
        { move: 2, target: 1, direction: 'up', order: 'weigh,desc' },
      ])
        expect(await refusal(sort(mine(), note, foreign))).toMatchObject({ code: 'not_found' })
      expect(await others()).toEqual(before)
    })

    it('names among the records in the way only those the caller could find', async () => {
      const { id } = await create(mine(), maker, { name: 'Used' })
      await database.write((trx) =>
        trx
          .insertInto('t_note')
          .values([
            { id: 501, name: 'theirs', maker_id: id, admin_id: 13, version: 1 },
            { id: 502, name: 'ours', maker_id: id, admin_id: 10, version: 1 },
          ])
          .execute(),
      )
      expect((await refusal(remove(mine(), maker, [id]))).details.references).toEqual(
        [{ table: 't/note', label: 't/note', id: 502, title: 'ours' }].map((one) => ({ ...one, label: note.label.en })),
      )
      expect((await refusal(remove(mine([]), maker, [id]))).details.references).toEqual([])
      expect((await refusal(remove(scopeOf(null), maker, [id]))).details.references).toHaveLength(2)
    })
  })
})
