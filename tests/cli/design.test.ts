/** The designer: what a preview says is what is applied, to files and to records, and can be taken back. */
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { execFileSync } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readSchemaFiles } from '../../cli/adding/schema-files.ts'
import type { DesignerParts } from '../../cli/designing/designer.ts'
import { createDesignStore, type Journal } from '../../cli/designing/design-store.ts'
import { fieldsOfCsv } from '../../cli/designing/csv-fields.ts'
import type { Operation } from '../../generator/edit/operation.ts'
import { moduleEngines, type Place } from '../support/databases.ts'
import { openProject, planServer, type DesignProject, type PastDesign, type Preview } from './design-project.ts'

const entity = 'shop/brand'

describe.each(moduleEngines)('the designer on $name', (engine) => {
  let place: Place
  let site: DesignProject
  beforeAll(async () => {
    place = await engine.place()
    site = openProject(place)
    // The tables of the schemas as they are.
    await apply({ op: 'setFacet', entity, path: ['title'], value: 'Brands of the shop' })
    await onRows(async (trx) => {
      for (let index = 1; index <= 12; index++)
        await trx
          .insertInto('shop_brand')
          .values({ name: `Brand ${index}`, introduce: index < 5 ? null : 'x', weigh: index, version: 1 })
          .execute()
    })
  })
  afterAll(async () => {
    site.remove()
    await place.remove()
  })

  const data: DesignProject['data'] = (method, input) => site.data(method, input)
  const ask: DesignProject['ask'] = (method, input) => site.ask(method, input)
  const preview = (operations: readonly Operation[]): Promise<Preview> => site.preview(...operations)
  const apply: DesignProject['apply'] = (...operations) => site.apply(...operations)
  const undo = (): Promise<void> => site.undo()
  const redo = (): Promise<void> => site.redo()
  const onRows: DesignProject['onRows'] = (work) => site.onRows(work)
  const rows = () => onRows((trx) => trx.selectFrom('shop_brand').selectAll().orderBy('id').execute())
  const file = (): string => site.file('shop/brand.json')

  it('adds a field with a value for each record, and takes it back (DI2)', async () => {
    const before = file()
    const schema = { maxLength: 20, default: 'none', 'x-label': { 'zh-cn': '系列', en: 'Series' } }
    const { plan, diffs } = await apply({ op: 'addField', entity, field: 'series', schema })
    expect(plan?.steps.map(({ kind }) => kind)).toContain('add-column')
    expect(diffs.map(({ path }) => path)).toEqual(['schemas/shop/brand.json'])
    expect((await rows()).map((row) => row['series'])).toEqual(Array(12).fill('none'))
    await undo()
    expect(file()).toBe(before)
    // The values stay in the database, and are there again when the field is.
    await onRows((trx) => trx.updateTable('shop_brand').set({ series: 'gold' }).where('id', '=', 1).execute())
    await apply({ op: 'addField', entity, field: 'series', schema })
    expect((await rows())[0]?.['series']).toBe('gold')
    await undo()
  })

  it('keeps the values of a renamed field, there and back (DB4)', async () => {
    await apply({ op: 'renameField', entity, field: 'introduce', name: 'about' })
    const values = (await rows()).map((row) => row['about'])
    expect(values.filter((value) => value === 'x')).toHaveLength(8)
    await undo()
    expect((await rows()).map((row) => row['introduce'])).toEqual(values)
  })

  it('says how many records lack a value, and asks for one in the same step (DB6)', async () => {
    const required: Operation = { op: 'setRequired', entity, field: 'introduce', required: true }
    const blocked = await preview([required])
    const open = blocked.plan!.steps.filter(({ isOpen }) => isOpen)
    expect(open.length).toBeGreaterThan(0)
    expect(await ask('apply', { operations: [required], hash: blocked.hash, by: 'ann' })).toMatchObject(
      open.every(({ canAgree }) => canAgree) ? { ok: true } : { ok: false, reason: 'bad_state' },
    )
    const filled: Operation = { op: 'setFacet', entity, path: ['properties', 'introduce', 'x-backfill'], value: 'name' }
    await apply(required, filled)
    expect((await rows()).slice(0, 5).map((row) => row['introduce'])).toEqual([
      'Brand 1',
      'Brand 2',
      'Brand 3',
      'Brand 4',
      'x',
    ])
    await apply(
      { op: 'setRequired', entity, field: 'introduce', required: false },
      { op: 'removeFacet', entity, path: filled.path },
    )
  })

  it('turns texts into options, removes one into another, and counts what it converts (DB2, DB11)', async () => {
    const option = (value: number, en: string) => ({ value, 'x-label': { 'zh-cn': en, en } })
    const options = {
      enum: [10, 20, 30],
      default: 10,
      'x-options': { red: option(10, 'Red'), blue: option(20, 'Blue'), grey: option(30, 'Grey') },
    }
    const schema = { ...options, 'x-label': { 'zh-cn': '颜色', en: 'Colour' } }
    await apply({ op: 'addField', entity, field: 'colour', schema })
    await onRows((trx) => trx.updateTable('shop_brand').set({ colour: 20 }).where('id', '<=', 3).execute())
    const colours = async () => (await rows()).map((row) => row['colour'])
    const others = Array<number>(9).fill(10)
    const { plan } = await apply({ op: 'removeOption', entity, field: 'colour', option: 'blue', into: 'grey' })
    expect(plan?.keeps).toBe('kept')
    expect(await colours()).toEqual([30, 30, 30, ...others])
    // Which records were blue is known as long as nobody edits them (D4).
    await onRows((trx) => trx.updateTable('shop_brand').set({ version: 2 }).where('id', '=', 3).execute())
    await undo()
    expect(await colours()).toEqual([20, 20, 30, ...others])
    await redo()
    expect(await colours()).toEqual([30, 30, 30, ...others])
    const unmerged = await preview([{ op: 'removeOption', entity, field: 'colour', option: 'grey' }])
    // Records have it: removing it without another one waits for a decision.
    expect(unmerged.plan!.steps.some(({ isOpen }) => isOpen)).toBe(true)
    await apply({ op: 'removeField', entity, field: 'colour' })
  })

  it('shows a draft as the table once it is applied (DI6), and adds an option alone (DB3)', async () => {
    const option = (value: number, en: string) => ({ value, 'x-label': { 'zh-cn': en, en } })
    const schema = {
      enum: [10, 20],
      default: 10,
      'x-options': { small: option(10, 'Small'), large: option(20, 'Large') },
      'x-label': { 'zh-cn': '尺码', en: 'Size' },
    }
    await apply({ op: 'addField', entity, field: 'size', schema })
    const before = JSON.parse(file()) as { properties: { size: object } }
    const operations: readonly Operation[] = [
      { op: 'addOption', entity, field: 'size', name: 'huge', option: option(30, 'Huge') },
    ]
    const draft = await data<{ entities: readonly object[]; hash: string }>('preview', { operations, plan: true })
    await data('apply', { operations, hash: draft.hash, by: 'ann' })
    const { model, form } = await data<{ model: object; form: object }>('entity', { id: entity })
    expect(draft.entities).toEqual([{ id: entity, model, form }])
    const after = JSON.parse(file()) as typeof before
    expect(after.properties.size).toMatchObject({ default: 10, 'x-options': schema['x-options'] })
    expect(new Set((await rows()).map((row) => row['size']))).toEqual(new Set([10]))
    await apply({ op: 'removeField', entity, field: 'size' })
  })

  it('keeps the default of a text that becomes a choice or says why not, and undoes it (DB8, DB12)', async () => {
    const schema = { maxLength: 20, default: 'test', 'x-label': { 'zh-cn': '级别', en: 'Grade' } }
    await apply(
      { op: 'addField', entity, field: 'grade', schema },
      { op: 'addIndex', entity, name: 'grade', on: ['grade'] },
      { op: 'setFacet', entity, path: ['x-views', 'table', 'sort'], value: 'grade' },
      { op: 'setFacet', entity, path: ['x-search'], value: ['name', 'introduce', 'grade'] },
    )
    const before = file()
    const choice = (...values: readonly string[]): Operation => ({
      op: 'changeKind',
      entity,
      field: 'grade',
      schema: {
        enum: values,
        'x-options': Object.fromEntries(
          values.map((value) => [`grade_${value}`, { value, 'x-label': { 'zh-cn': value, en: value } }]),
        ),
      },
    })
    expect(await ask('preview', { operations: [choice('other')], plan: true })).toMatchObject({
      ok: false,
      reason: 'invalid',
      message: { en: 'The value of “default: test” cannot be used.' },
    })
    await apply({ op: 'setFacet', entity, path: ['x-search'], value: ['name', 'introduce'] }, choice('other', 'test'))
    expect(JSON.parse(file())).toMatchObject({
      properties: { grade: { default: 'test', enum: ['other', 'test'] } },
      'x-views': { table: { sort: 'grade' } },
    })
    expect((await rows()).map((row) => row['grade'])).toEqual(Array(12).fill('test'))
    await undo()
    expect(file()).toBe(before)
    expect((await rows()).map((row) => row['grade'])).toEqual(Array(12).fill('test'))
    // The index and the search are those of the text again.
    const { plan } = await preview([{ op: 'setFacet', entity, path: ['title'], value: 'Nothing for the database' }])
    expect(plan!.steps.filter(({ isOpen, kind }) => isOpen || /index|search/.test(kind))).toEqual([])
    await undo()
  })

  it('goes further back with each undo, and forward again with each redo', async () => {
    const texts = [file()]
    for (const value of ['Once', 'Twice']) {
      await apply({ op: 'setFacet', entity, path: ['title'], value })
      texts.push(file())
    }
    const { list: changes } = await data<{ list: readonly PastDesign[] }>('history', {})
    const passed: number[] = []
    for (const step of [undo, undo, redo, redo, undo, undo]) {
      await step()
      passed.push(texts.indexOf(file()))
    }
    expect(passed).toEqual([1, 0, 1, 2, 1, 0])
    const { list } = await data<{ list: readonly PastDesign[] }>('history', {})
    const undos = list.slice(2, 6).filter(({ undoes }) => undoes !== null)
    // An undo names what it took back, and was taken back itself by the redo.
    expect(undos.map(({ undoes }) => undoes)).toEqual(
      changes
        .slice(0, 2)
        .map(({ id }) => id)
        .toReversed(),
    )
    expect(undos.map(({ isFinal }) => isFinal)).toEqual(['undone', 'undone'])
  })

  it('edits one attribute (DB14), and says so where what is to be undone is gone (DB12)', async () => {
    const before = file()
    const path = ['properties', 'introduce', 'x-label']
    await apply({ op: 'setFacet', entity, path, value: { 'zh-cn': '介绍', en: 'About' } })
    const other = (text: string): readonly string[] =>
      text.split('\n').filter((line) => !/About|介绍|introduce/.test(line))
    expect(other(file()).length).toBeGreaterThan(10)
    expect(other(before)).toEqual(expect.arrayContaining([...other(file())]))
    const { list } = await data<{ list: readonly { id: string }[] }>('history', {})
    await apply({ op: 'removeField', entity, field: 'introduce' })
    expect(await ask('preview', { undo: list[0]!.id, plan: true })).toMatchObject({ ok: false, reason: 'conflict' })
    await undo()
    const change = { undo: list[0]!.id }
    const { hash } = await data<Preview>('preview', { ...change, plan: true })
    await data('apply', { ...change, hash, by: 'ann' })
    expect(file()).toBe(before)
  })

  it('T23, T86 applies nothing but what was previewed', async () => {
    const operations: readonly Operation[] = [{ op: 'setFacet', entity, path: ['title'], value: 'Other' }]
    const before = file()
    const { hash } = await preview(operations)
    expect(await ask('apply', { operations, hash: `${hash}0`, by: 'ann' })).toMatchObject({
      ok: false,
      reason: 'conflict',
    })
    expect(await ask('apply', { operations, by: 'ann' })).toMatchObject({ ok: false, reason: 'conflict' })
    writeFileSync(join(site.root, 'schemas/shop/brand.json'), `${before}\n`)
    expect(await ask('apply', { operations, hash, by: 'ann' })).toMatchObject({ ok: false, reason: 'conflict' })
    writeFileSync(join(site.root, 'schemas/shop/brand.json'), before)
  })

  it('lets two people change two fields at once, and refuses the second of one field (DI5)', async () => {
    const bases = { 'shop/brand.json': file() }
    const label = (field: string, en: string): Operation => ({
      op: 'setFacet',
      entity,
      path: ['properties', field, 'x-label'],
      value: { 'zh-cn': en, en },
    })
    await apply(label('image', 'Sign'))
    const other = [label('name', 'Brand name')]
    const { hash } = await data<Preview>('preview', { operations: other, bases, plan: true })
    await data('apply', { operations: other, bases, hash, by: 'bob' })
    expect(file()).toContain('"Sign"')
    expect(file()).toContain('"Brand name"')
    const same = { operations: [label('image', 'Logo again')], bases, plan: true }
    expect(await ask('preview', same)).toMatchObject({
      ok: false,
      reason: 'conflict',
      data: { path: 'shop/brand.json' },
    })
    await undo()
    await undo()
  })

  it('says what changes do with the names that people know', async () => {
    const path = ['properties', 'name', 'x-label']
    const operations: readonly Operation[] = [
      { op: 'setFacet', entity, path, value: { 'zh-cn': '品牌名', en: 'Brand name' } },
      { op: 'setRequired', entity, field: 'introduce', required: true },
    ]
    const { words } = await data<{ words: readonly object[] }>('preview', { operations })
    const before = JSON.parse(file()) as {
      'x-label': { en: string }
      properties: Record<string, { 'x-label': { en: string } }>
    }
    const [table, field] = [before['x-label'].en, before.properties['introduce']!['x-label'].en]
    expect(words).toMatchObject([
      { en: `Set the name of ${before.properties['name']!['x-label'].en} to “Brand name”` },
      { en: `Make ${field} of ${table} required` },
    ])
  })

  it('names the node of a problem, and changes nothing (DI3)', async () => {
    const operations: readonly Operation[] = [
      { op: 'setFacet', entity, path: ['properties', 'name', 'pattern'], value: '^(a|a)*$' },
      { op: 'setFacet', entity, path: ['properties', 'image', 'tsType'], value: 'string; export const x = 1' },
    ]
    const { problems, plan, hash } = await preview(operations)
    expect(problems.map(({ pointer }) => pointer)).toEqual(
      expect.arrayContaining(['/properties/name/pattern', '/properties/image/tsType']),
    )
    expect([plan, hash]).toEqual([null, null])
    const before = file()
    expect(await ask('apply', { operations, hash: null, by: 'ann' })).toMatchObject({ ok: false, reason: 'invalid' })
    expect(file()).toBe(before)
  })

  it('makes a module and two tables of it from nothing, and a patch that git applies', async () => {
    const text = { 'zh-cn': '工单', en: 'Ticket' }
    const start = (input: object) =>
      data<{ document: Readonly<Record<string, never>> }>('start', { label: text, singular: text, ...input })
    const { document } = await start({ from: 'blank', entity: 'desk/ticket' })
    const lines = ['A,1.5', 'B,2', 'C,3', 'D,4', 'E,5', 'F,6'].map(
      (line, index) => `${line},2026-01-0${index + 1},${index % 3 === 0 ? 'done' : 'new'}`,
    )
    const csv = ['Title,Hours,Due,State', ...lines].join('\n')
    const { document: visit } = await start({ from: 'csv', entity: 'desk/visit', text: csv })
    expect(visit['properties']).toMatchObject({
      title: { maxLength: 64 },
      hours: { 'x-scale': 1 },
      due: { format: 'date' },
      state: { 'x-options': { new: { 'x-label': { en: 'new' } } } },
    })
    const { document: sql } = await start({
      from: 'sql',
      entity: 'desk/part',
      text: 'CREATE TABLE part (id INTEGER PRIMARY KEY, title VARCHAR(80) NOT NULL, price DECIMAL(10,2))',
    })
    expect(sql).toMatchObject({
      required: ['title'],
      properties: { title: { maxLength: 80 }, price: { 'x-scale': 2 } },
    })
    for (const text of [
      "ATTACH DATABASE '/tmp/x' AS y",
      'CREATE TABLE x AS SELECT (1)',
      'CREATE TABLE x (a); DROP TABLE y',
    ])
      expect(await ask('start', { from: 'sql', entity: 'desk/x', label: {}, text })).toMatchObject({
        ok: false,
        reason: 'invalid',
      })
    const module = { $schema: '../dialect/module.json', 'x-label': { 'zh-cn': '服务台', en: 'Desk' }, menu: [] }
    const operations: readonly Operation[] = [
      { op: 'addModule', module: 'desk', document: module },
      { op: 'addEntity', entity: 'desk/ticket', document },
      { op: 'addEntity', entity: 'desk/visit', document: visit },
    ]
    const { patch } = await data<{ patch: string }>('patch', { operations })
    const copy = mkdtempSync(join(tmpdir(), 'tablewright-patch-'))
    cpSync(join(site.root, 'schemas'), join(copy, 'schemas'), { recursive: true })
    execFileSync('git', ['init', '-q'], { cwd: copy })
    execFileSync('git', ['apply', '-'], { cwd: copy, input: patch })
    await apply(...operations)
    expect(readSchemaFiles(copy)).toEqual(readSchemaFiles(site.root))
    rmSync(copy, { recursive: true })
    expect(readFileSync(join(site.root, 'runtime/main.server.ts'), 'utf8')).toContain('manifest: desk')
    await onRows((trx) => trx.insertInto('desk_ticket').values({ name: 'Help', version: 1 }).execute())
    await undo()
    expect(existsSync(join(site.root, 'schemas/desk'))).toBe(true)
  })
})

describe('a process that is killed in the middle of applying', () => {
  const [engine] = moduleEngines
  it('leaves what the next one takes back, or completes', async () => {
    const place = await engine!.place()
    const site = openProject(place)
    await site.apply({ op: 'setFacet', entity, path: ['title'], value: 'Brands of the shop' })
    const before = readSchemaFiles(site.root)
    const operations: readonly Operation[] = [
      { op: 'renameField', entity, field: 'introduce', name: 'about' },
      { op: 'removeEntity', entity: 'shop/supplier' },
    ]
    const { hash } = await site.preview(...operations)
    const never = new Promise<never>(() => undefined)
    let hasFollowed = false
    const waits: readonly Partial<DesignerParts>[] = [
      // Killed when the files are written, and when the database has followed.
      { load: async () => ({ ...planServer, openDatabase: () => never }) },
      {
        load: async () => ({
          ...planServer,
          applyPlan: async (...words: Parameters<typeof planServer.applyPlan>) => {
            await planServer.applyPlan(...words)
            hasFollowed = true
            return never
          },
        }),
      },
    ]
    const journal = join(site.dataFolder, 'designs/journal.json')
    const isDone: boolean[] = []
    for (const [index, wait] of waits.entries()) {
      void site.designer(wait)('apply', { operations, hash, by: 'ann' })
      await expect.poll(() => readSchemaFiles(site.root).has('shop/supplier.json')).toBe(false)
      if (index === 1) await expect.poll(() => hasFollowed).toBe(true)
      const next = site.designer()
      await next('overview', {})
      expect(existsSync(journal)).toBe(false)
      isDone.push(!isDeepStrictEqual(readSchemaFiles(site.root), before))
      const { list } = await site.data<{ list: readonly unknown[] }>('history', {})
      expect(list).toHaveLength(isDone.at(-1) ? 2 : 1)
    }
    expect(isDone).toEqual([false, true])
    site.remove()
    await place.remove()
  })

  it('takes back what it wrote of several files, and no edit of somebody else', () => {
    const site = openProject({ url: 'unused', remove: async () => undefined })
    const store = createDesignStore(site.root, site.dataFolder)
    const before = readSchemaFiles(site.root)
    const after = new Map(before)
    after.set('shop/brand.json', before.get('shop/brand.json')!.replace('"Brand"', '"Mark"'))
    after.delete('shop/unit.json')
    after.set('shop/added.json', '{}\n')
    const entry: Journal = {
      pid: process.pid,
      before: [...before],
      after: [...after],
      code: [],
      design: { by: 'ann', time: 1, words: [], done: [], isFinal: null, former: [] },
      restores: [],
      undo: null,
      isBuilding: false,
    }
    store.begin(entry)
    expect(readSchemaFiles(site.root)).toEqual(after)
    const steps = [
      () => rmSync(join(site.root, 'schemas/shop/unit.json')),
      () => writeFileSync(join(site.root, 'schemas/shop/added.json'), '{}\n'),
      () => writeFileSync(join(site.root, 'schemas/shop/brand.json'), after.get('shop/brand.json')!),
    ]
    for (const done of [0, 1, 2, 3]) {
      for (const [path, text] of before) writeFileSync(join(site.root, 'schemas', path), text)
      rmSync(join(site.root, 'schemas/shop/added.json'), { force: true })
      store.begin({ ...entry, after: entry.before })
      for (const step of steps.slice(0, done)) step()
      writeFileSync(join(site.root, 'schemas/shop/supplier.json'), '{ "edited": 1 }\n')
      createDesignStore(site.root, site.dataFolder).takeBack(entry)
      const current = readSchemaFiles(site.root)
      expect(current.get('shop/supplier.json')).toBe('{ "edited": 1 }\n')
      expect(new Map([...current, ['shop/supplier.json', before.get('shop/supplier.json')!]])).toEqual(before)
      expect(store.interrupted()).toBe(null)
    }
    site.remove()
  })
})

describe('fields of a CSV file', () => {
  it('are as its values are', () => {
    const fields = fieldsOfCsv('编号;数量;"备注;说明";启用\n001;2;"多行\n文字";是\n002;3;;否\n')
    expect(Object.values(fields!.properties).map((schema) => Object.keys(schema)[0])).toEqual([
      'maxLength',
      'type',
      'maxLength',
      'enum',
    ])
    expect(fieldsOfCsv('only,a,header\n')).toBe(null)
  })
})
