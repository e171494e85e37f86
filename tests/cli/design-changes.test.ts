/** Every kind of step that a plan has, made by operations of the designer on a table with records. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Json, JsonObject } from '../../generator/source/json.ts'
import type { Operation } from '../../generator/edit/operation.ts'
import { dropFormerValues } from '../../runtime/server/db/index.ts'
import { isFormerValues } from '../../runtime/server/db/former-values.ts'
import { moduleEngines, openAt, type Place } from '../support/databases.ts'
import type { PlanServer } from '../../cli/designing/designer.ts'
import { openProject, planServer, type DesignProject, type PastDesign, type Preview } from './design-project.ts'

/** Kinds that no operation leads to. */
const otherKinds = {
  migrate: 'data steps of modules, which are code',
  'change-storage': 'columns that an earlier version stored in another form',
  discard: 'what an interrupted preparation of a large table has left',
  'change-type': 'columns that somebody has changed in the database',
}

const text = (en: string): JsonObject => ({ 'zh-cn': en, en })
const entity = 'desk/item'
const document: JsonObject = {
  $schema: '../dialect/entity.json',
  $id: entity,
  title: 'Item',
  'x-label': text('Items'),
  required: ['name'],
  'x-entity': { label: text('Item'), title: 'name', key: ['name'], softDelete: 'deletetime', created: 'createtime' },
  properties: {
    name: { minLength: 1, maxLength: 64, 'x-label': text('Name') },
    code: { maxLength: 8, 'x-label': text('Code') },
    size: { type: 'integer', 'x-label': text('Size') },
    pieces: { type: 'integer', 'x-label': text('Pieces') },
    amount: { 'x-scale': 3, 'x-label': text('Amount') },
    photo: { format: 'image', maxLength: 255, 'x-label': text('Photo') },
    brand_id: { 'x-relation': 'shop/brand', 'x-label': text('Brand') },
    double: { 'x-scale': 0, 'x-computed': 'size * 2', 'x-label': text('Double') },
  },
  'x-search': ['name'],
}
const keywordOf = (field: string, keyword: string): string[] => ['properties', field, keyword]
const set = (path: readonly string[], value: Json): Operation => ({ op: 'setFacet', entity, path, value })
const required = (field: string, isRequired = true): Operation => ({
  op: 'setRequired',
  entity,
  field,
  required: isRequired,
})

describe.each(moduleEngines)('changes of the designer on $name', (engine) => {
  let place: Place
  let site: DesignProject
  const kinds = new Set<string>()
  beforeAll(async () => {
    place = await engine.place()
    site = openProject(place)
    const module = { $schema: '../dialect/module.json', 'x-label': text('Desk'), menu: [] }
    note(
      await site.apply(
        { op: 'addModule', module: 'desk', document: module },
        { op: 'addEntity', entity, document },
        {
          op: 'addEntity',
          entity: 'desk/box',
          document: { ...document, $id: 'desk/box', 'x-entity': { ...(document['x-entity'] as JsonObject) } },
        },
      ),
    )
    await site.onRows(async (trx) => {
      await trx.insertInto('shop_brand').values({ id: 1, name: 'Acme', weigh: 1, version: 1 }).execute()
      for (let index = 1; index <= 20; index++)
        await trx
          .insertInto('desk_item')
          .values({
            id: index,
            name: `Item ${index % 10}`,
            code: index > 15 ? null : `C${index}`,
            size: index,
            pieces: index * 3,
            double: index * 2,
            amount: index * 1000 + (index < 5 ? 7 : 0),
            photo: index === 1 ? '/storage/a.png' : null,
            brand_id: 1,
            deletetime: index > 18 ? 1 : null,
            version: 1,
          })
          .execute()
    })
  })
  afterAll(async () => {
    expect(Object.keys(otherKinds).filter((kind) => kinds.has(kind))).toEqual([])
    site.remove()
    await place.remove()
  })

  function note(preview: Preview): Preview {
    for (const { kind } of preview.plan?.steps ?? []) kinds.add(kind)
    return preview
  }
  const kindsOf = (preview: Preview): readonly string[] => preview.plan!.steps.map(({ kind }) => kind)
  const rows = () => site.onRows((trx) => trx.selectFrom('desk_item').selectAll().orderBy('id').execute())
  const apply: DesignProject['apply'] = async (...operations) => note(await site.apply(...operations))
  /** A change that waits for another decision than to agree. */
  async function refused(...operations: readonly Operation[]): Promise<Preview> {
    const preview = note(await site.preview(...operations))
    expect(preview.plan!.steps.some(({ isOpen, canAgree }) => isOpen && !canAgree)).toBe(true)
    const answer = await site.ask('apply', { operations, hash: preview.hash, by: 'ann' })
    expect(answer).toMatchObject({ ok: false, reason: 'bad_state' })
    return preview
  }

  it('columns: added, renamed, required, optional, kept', async () => {
    const schema = { maxLength: 20, default: 'none', 'x-label': text('Note') }
    expect(kindsOf(await apply({ op: 'addField', entity, field: 'note', schema }))).toContain('add-column')
    expect((await rows()).map((row) => row['note'])).toEqual(Array(20).fill('none'))
    expect(kindsOf(await apply({ op: 'renameField', entity, field: 'note', name: 'remark' }))).toEqual([
      'rename-column',
    ])
    expect(kindsOf(await apply(required('size')))).toEqual(['require-value'])
    expect(kindsOf(await apply(required('size', false)))).toEqual(['allow-null'])
    const removed = await apply({ op: 'removeField', entity, field: 'remark' })
    expect(kindsOf(removed)).toContain('drop-column')
    // The values stay, whatever the kind of step is called.
    await apply({ op: 'addField', entity, field: 'remark', schema })
    expect((await rows())[0]?.['remark']).toBe('none')
  })

  it('values: filled in by a rule, or refused with how many (DB6)', async () => {
    const tooLong = set(keywordOf('code', 'x-backfill'), "'much too long ' + name")
    const check = await refused(required('code'), tooLong)
    expect(check.plan!.steps.find(({ kind }) => kind === 'check-backfill')?.rows).toBe(5)
    const filled = await apply(required('code'), set(keywordOf('code', 'x-backfill'), "'N'"))
    expect(filled.plan!.steps.find(({ kind }) => kind === 'backfill')?.rows).toBe(5)
    expect((await rows()).filter((row) => row['code'] === 'N')).toHaveLength(5)
    await site.undo()
    expect((await rows()).filter((row) => row['code'] === null)).toHaveLength(5)
    await site.redo()
    expect((await rows()).filter((row) => row['code'] === 'N')).toHaveLength(5)
    await apply(set(keywordOf('double', 'x-computed'), 'size * 4'))
    expect(kinds).toContain('recompute')
    expect((await rows()).map((row) => Number(row['double']))).toEqual([...Array(20).keys()].map((i) => (i + 1) * 4))
  })

  it('kinds: converted with the count of what loses digits, which taking it back restores (D4, DB13)', async () => {
    const valuesOf = async (field: string) => (await rows()).map((row) => String(row[field]))
    const [pieces, amounts] = [await valuesOf('pieces'), await valuesOf('amount')]
    await apply({ op: 'changeKind', entity, field: 'pieces', schema: { 'x-scale': 2 } })
    await site.undo()
    // Number, decimal, number.
    expect(await valuesOf('pieces')).toEqual(pieces)
    const { plan } = await apply({ op: 'changeKind', entity, field: 'amount', schema: { 'x-scale': 2 } })
    expect(plan!.steps.find(({ kind }) => kind === 'convert')?.rows).toBe(4)
    expect(plan!.keeps).toBe('kept')
    const { list: changes } = await site.data<{ list: readonly PastDesign[] }>('history', {})
    const undo = { undo: changes[0]!.id, plan: true }
    let failures = 1
    const restoreFormerValues: PlanServer['restoreFormerValues'] = (...parameters) =>
      failures-- > 0 ? Promise.reject(new Error('no connection')) : planServer.restoreFormerValues(...parameters)
    const failing = site.designer({ load: async () => ({ ...planServer, restoreFormerValues }) })
    const { data } = (await failing('preview', undo)) as { data: { hash: string } }
    await expect(failing('apply', { ...undo, hash: data.hash, by: 'ann' })).rejects.toThrow('no connection')
    expect(await valuesOf('amount')).not.toEqual(amounts)
    // The next request completes what was interrupted.
    const { data: history } = (await failing('history', {})) as { data: { list: readonly PastDesign[] } }
    expect(history.list.slice(0, 2)).toMatchObject([{ undoes: changes[0]!.id }, { isFinal: 'undone' }])
    expect(await valuesOf('amount')).toEqual(amounts)
    await site.redo()
    const { list } = await site.data<{ list: readonly PastDesign[] }>('history', {})
    const change = { undo: list.find(({ isFinal, undoes }) => isFinal === null && undoes === null)!.id, plan: true }
    const later = Date.now() + 31 * 86_400_000
    vi.spyOn(Date, 'now').mockReturnValue(later)
    expect(await site.ask('preview', change)).toMatchObject({ ok: false, reason: 'bad_state' })
    vi.restoreAllMocks()
    const database = await openAt(place)
    const copies = async () =>
      (await database.adapter.catalogue(database.query)).filter(({ name }) => isFormerValues(name))
    expect(await copies()).not.toEqual([])
    await dropFormerValues(database, later)
    expect(await copies()).toEqual([])
    await database.close()
    expect(kinds).toContain('convert')
  })

  it('indexes, searches, keys and references', async () => {
    expect(kindsOf(await apply({ op: 'addIndex', entity, name: 'size', on: ['size'] }))).toContain('add-index')
    expect(kindsOf(await apply({ op: 'removeIndex', entity, name: 'size' }))).toContain('drop-index')
    const unique: Operation = { op: 'addIndex', entity, name: 'name', on: ['name'], unique: true }
    expect((await refused(unique)).plan!.steps.find(({ kind }) => kind === 'add-index')?.rows ?? 0).toBeTypeOf('number')
    await refused(set(['x-entity', 'key'], ['brand_id']))
    await apply(set(keywordOf('brand_id', 'x-relation'), { to: 'shop/brand', onDelete: 'null' }))
    await apply(set(['x-search'], ['name', 'code']))
    await apply(set(['x-search'], ['code']))
  })

  it('files, limits and what was deleted', async () => {
    const { plan } = await apply(set(keywordOf('photo', 'x-file'), { access: 'ticket' }))
    expect(plan!.steps.map(({ kind }) => kind)).toContain('protect-files')
    await apply({ op: 'removeFacet', entity, path: keywordOf('photo', 'x-file') })
    await apply(set(keywordOf('double', 'minimum'), 0))
    const removed = await apply({ op: 'removeFacet', entity, path: ['x-entity', 'softDelete'] })
    expect(removed.plan!.steps.find(({ kind }) => kind === 'remove-deleted')).toMatchObject({
      class: 'destructive',
      rows: 2,
    })
    expect(await rows()).toHaveLength(18)
    const { list } = await site.data<{ list: readonly { isFinal: string | null }[] }>('history', {})
    expect(list[0]?.isFinal).toBe('destructive')
  })

  it('tables: renamed with their records, kept when removed, and no kind is left out', async () => {
    expect(kindsOf(await apply({ op: 'renameEntity', entity, name: 'thing' }))).toContain('rename-table')
    const things = await site.onRows((trx) => trx.selectFrom('desk_thing').selectAll().execute())
    expect(things).toHaveLength(18)
    await site.undo()
    expect(await rows()).toHaveLength(18)
    expect(kindsOf(await apply({ op: 'removeEntity', entity: 'desk/box' }))).toContain('drop-table')
    const source = readFileSync(join(import.meta.dirname, '../../runtime/server/db/plan/step.ts'), 'utf8')
    const [, union = ''] = /export type StepKind =([^/]*?)\n\n/.exec(source) ?? []
    const all = [...union.matchAll(/'([a-z-]+)'/g)].map(([, kind]) => kind!)
    expect(all.length).toBeGreaterThan(20)
    // SQLite tables are made with their references.
    const own = engine.name === 'sqlite' ? ['add-foreign-key'] : []
    expect(all.filter((kind) => !kinds.has(kind) && !(kind in otherKinds))).toEqual(own)
  })
})
