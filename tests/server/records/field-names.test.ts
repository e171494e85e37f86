/**
 * A field may have any name that the check of schemas accepts: here every name that our statements give to a table, a
 * column or a common table is one, and every operation runs on such a table.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { FieldModel, KindName, TableModel } from 'tablewright/protocol'
import { createBackup, restoreBackup } from '../../../runtime/server/ops/backup/backup.ts'
import { planDatabase, type Row } from '../../../runtime/server/db/index.ts'
import { allChecks, runDoctor } from '../../../runtime/server/ops/doctor/doctor.ts'
import { create } from '../../../runtime/server/records/create.ts'
import { exportCsv } from '../../../runtime/server/records/export.ts'
import { importRows } from '../../../runtime/server/records/import/import.ts'
import { read } from '../../../runtime/server/records/read.ts'
import { remove } from '../../../runtime/server/records/remove.ts'
import { restore } from '../../../runtime/server/records/restore.ts'
import { sort } from '../../../runtime/server/records/sort.ts'
import { update } from '../../../runtime/server/records/update.ts'
import type { Scope } from '../../../runtime/server/operation/scope.ts'
import { applyPlan, type Database } from '../../../runtime/server/db/index.ts'
import { engines, openAt, type Place } from '../../support/databases.ts'
import { field, reference, tableModel } from '../../support/models.ts'
import { index, query, scopeOn } from './scope.ts'
import { implicit, names } from './statement-names.ts'

const kindsInTurn: readonly KindName[] = ['text', 'integer', 'decimal', 'text', 'tags']
const fields: readonly FieldModel[] = names.map((name, at) => {
  const kind = name === 'item' ? 'text' : (kindsInTurn[at % kindsInTurn.length] ?? 'text')
  return field(name, kind, kind === 'decimal' ? { scale: 2 } : {})
})
const texts = fields.filter(({ kind }) => kind === 'text').map(({ name }) => name)

const target = tableModel('x/data', { table: 'data', title: 'data', fields: [field('data', 'text')] })
const facts = {
  key: [texts[0] ?? ''],
  search: texts.slice(0, 5),
  sort: 'place',
  created: 'compared',
  updated: 'walks',
  softDelete: 'hits',
  actions: ['index', 'add', 'edit', 'del', 'restore', 'sortable', 'export', 'import'],
  indexes: [
    { name: 'key', on: [texts[0] ?? ''], unique: true },
    { name: 'steps', on: ['steps_id'], unique: false },
  ],
} as const
/** Tables whose names are those of common tables in our statements. */
const list = tableModel('x/found', { ...facts, table: 'found', fields: [...fields, reference('steps_id', target)] })
const branch: TableModel = tableModel('x/reached', {
  ...facts,
  table: 'reached',
  fields: [...fields, reference('steps_id', target)],
})
const tree: TableModel = {
  ...branch,
  fields: [
    ...branch.fields.slice(0, -1),
    reference('parent', branch, 'cascade', { name: 'parent' }),
    ...branch.fields.slice(-1),
  ].map((one) => (one.relation?.to === branch.id ? { ...one, relation: { ...one.relation, as: 'above_it' } } : one)),
  tree: { parent: 'parent', depth: 5 },
}
const models = [target, list, tree]

const valueOf = ({ kind, name }: FieldModel, at: number): unknown => {
  if (kind === 'integer') return at * 1000 + names.indexOf(name)
  if (kind === 'decimal') return `${names.indexOf(name)}.${10 + at}`
  return kind === 'tags' ? [`${name} ${at}`] : `${name} ${at}`
}
const bodyOf = (at: number): Record<string, unknown> =>
  Object.fromEntries(fields.map((one) => [one.name, valueOf(one, at)]))

describe.each(engines)('a table with the names of our statements on $name', (engine) => {
  let place: Place
  let database: Database
  let scope: Scope
  const folder = mkdtempSync(join(tmpdir(), 'tablewright-names-'))
  beforeAll(async () => {
    place = await engine.place()
    database = await openAt(place)
    await applyPlan(database, models)
    scope = scopeOn(database, models)
    await create(scope, target, { data: 'target' })
    for (const model of [list, tree])
      for (const at of [1, 2, 3])
        await create(scope, model, { ...bodyOf(at), steps_id: 1, ...(model.tree && at > 1 && { parent: at - 1 }) })
  })
  afterAll(async () => {
    await database?.close()
    await place?.remove()
    rmSync(folder, { recursive: true, force: true })
  })

  const ids = async (model: TableModel, raw: string) => (await index(scope, model, raw)).list.map((row) => row['id'])

  it('has names of all statements', () => {
    expect(names.length).toBeGreaterThan(100)
    for (const known of ['t', 'r', 'found', 'place', 'page']) expect([...names, ...implicit]).toContain(known)
  })

  it.each([list, tree])('stores, lists, finds and orders the records of $id', async (model) => {
    const flat = 'isTree=0&order=id,asc'
    const { list: rows } = await index(scope, model, flat)
    expect(rows).toHaveLength(3)
    for (const [at, row] of rows.entries()) expect(row).toMatchObject({ ...bodyOf(at + 1), steps_id: 1 })
    expect((await read(scope, model, 2)).row).toMatchObject(bodyOf(2))
    await update(scope, model, { id: 2, [names[0]!]: valueOf(fields[0]!, 2), [texts[1]!]: 'changed' })
    await update(scope, model, { id: 2, [texts[1]!]: `${texts[1]} 2` })
    // Each order is a statement of its own; the two tables share them.
    const half = fields.filter((_one, at) => at % 2 === (model.tree ? 1 : 0))
    for (const { name } of half) expect(await ids(model, `isTree=0&order=${name},desc`), name).toEqual([3, 2, 1])
    for (let start = 0; start < fields.length; start += 40) {
      const conditions = fields.slice(start, start + 40).flatMap((one, at) => {
        const operator = one.kind === 'tags' ? 'FIND_IN_SET' : 'eq'
        const value = encodeURIComponent(String(valueOf(one, 2)))
        return [`search[${at}][field]=${one.name}&search[${at}][operator]=${operator}&search[${at}][val]=${value}`]
      })
      expect(await ids(model, `${flat}&${conditions.join('&')}`)).toEqual([2])
      expect(
        await ids(model, `${flat}&${conditions.join('&').replaceAll('[operator]=eq', '[operator]=LIKE')}`),
      ).toEqual([2])
    }
    for (const name of texts.slice(0, 5))
      expect(await ids(model, `isTree=0&quickSearch=${encodeURIComponent(`${name} 3`)}`)).toEqual([3])
    expect((await index(scope, model, `${flat}&limit=1&page=2&exact=1`)).total).toBe(3)
    expect(await ids(model, `select=true&isTree=0&order=place,asc`)).toEqual([1, 2, 3])
    await sort(scope, model, { move: 1, target: 3, order: 'place,asc', direction: 'down' })
    await database.write((trx) => trx.updateTable(model.table).set({ place: 7 }).execute())
    await sort(scope, model, { id: 1, targetId: 2 })
    await sort(scope, model, { move: 3, target: 1, order: 'place,desc', direction: 'up' })
    await remove(scope, model, [3])
    expect(await ids(model, flat)).toEqual([1, 2])
    expect(await ids(model, `deleted=1&isTree=0`)).toEqual([3])
    await restore(scope, model, [3])
    expect(await ids(model, flat)).toEqual([1, 2, 3])
  })

  it('nests the tree, in its order and when it is filtered', async () => {
    const nested = (rows: unknown): unknown =>
      (rows as Row[]).map((row) => ({ [String(row['id'])]: nested(row['children'] ?? []) }))
    await database.write((trx) =>
      trx
        .updateTable(tree.table)
        .set({ place: sql`id` })
        .execute(),
    )
    const all = [{ 1: [{ 2: [{ 3: [] }] }] }]
    expect(nested((await index(scope, tree, 'order=place,asc')).list)).toEqual(all)
    expect(nested((await index(scope, tree, `quickSearch=${encodeURIComponent(`${texts[0]} 3`)}`)).list)).toEqual(all)
    await update(scope, tree, { id: 3, parent: 1 })
    await expect(update(scope, tree, { id: 1, parent: 3 })).rejects.toMatchObject({ code: 'invalid' })
    await update(scope, tree, { id: 3, parent: 2 })
  })

  it('exports the rows, and changes nothing when they come back', async () => {
    const pieces: Buffer[] = []
    for await (const piece of await exportCsv(scope, list, query('order=id,asc'))) pieces.push(piece)
    const source = () =>
      (async function* () {
        yield Buffer.concat(pieces)
      })()
    const before = await sql<Row>`select * from ${sql.table('found')} order by id`.execute(database.query)
    expect(await importRows(scope, list, { source })).toMatchObject({ rows: 3, created: 0, updated: 0, refused: 0 })
    expect((await sql<Row>`select * from ${sql.table('found')} order by id`.execute(database.query)).rows).toEqual(
      before.rows,
    )
    const changed = Buffer.concat(pieces).toString().replace(`${texts[1]} 3`, 'imported')
    const changedSource = () =>
      (async function* () {
        yield Buffer.from(changed)
      })()
    expect(await importRows(scope, list, { source: changedSource })).toMatchObject({ updated: 1, refused: 0 })
  })

  it('has nothing to plan, takes another field, and no check finds a fault', async () => {
    expect(await planDatabase(database, models)).toMatchObject({ steps: [] })
    const more = models.map((model) =>
      model === target ? { ...model, fields: [...model.fields, field('found', 'integer')] } : model,
    )
    await applyPlan(database, more)
    expect(await planDatabase(database, more)).toMatchObject({ steps: [] })
    const reports = await runDoctor(scope, allChecks(scope, []), { limit: 5 })
    expect(reports.filter(({ count }) => count > 0)).toEqual([])
  })

  it('returns from a backup as it was', async () => {
    const other = await engine.place()
    try {
      const uploadFolder = join(folder, 'uploads')
      const backup = join(folder, 'backup')
      await createBackup({ databaseUrl: place.url, uploadFolder, target: backup, version: '1.0.0', now: 1_795_000_000 })
      await restoreBackup({
        source: backup,
        databaseUrl: other.url,
        uploadFolder: join(folder, 'back'),
        replaced: null,
      })
      const restored = await openAt(other)
      for (const { table } of models) {
        const rows = sql<Row>`select * from ${sql.table(table)} order by id`
        expect((await rows.execute(restored.query)).rows).toEqual((await rows.execute(database.query)).rows)
      }
      await restored.close()
    } finally {
      await other.remove()
    }
  })
})
