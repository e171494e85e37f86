/** What leaves in an export comes back unchanged: records of every kind of field, with whatever a text can be. */
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { columnType, languages, type FieldModel, type StoredValue } from 'tablewright/protocol'
import type { Row } from '../../../runtime/server/db/index.ts'
import { importRows } from '../../../runtime/server/records/import/import.ts'
import { moduleEngines, sampleCount, type TestDatabase } from '../../support/databases.ts'
import { field, reference, tableModel } from '../../support/models.ts'
import { reimport, reimportWorkbook, unchanged } from './reimport.ts'
import { maker, scopeOn, thing } from './scope.ts'

const hostile = [
  '=1+1',
  "'=1+1",
  "''=1",
  '+1',
  '-1',
  '@A',
  '\ttab',
  '\rreturn',
  '\nline',
  "it's",
  '"quoted"',
  'a,b',
  'a;b',
  'a\tb',
  'a\r\nb',
  'x\ry',
  '\ufeffmark',
  'zero\u200bwidth',
  '\u00a0',
  ' lead',
  'trail ',
  '１２３',
  '00123',
  '1e5',
  '8.51E+04',
  '6',
  '0',
  '中文',
  '👩‍👩‍👧',
  'e\u0301',
  '长'.repeat(199),
  'true',
  '2024/3/5',
  '（a）',
  '；',
  '，',
  '|',
  '＝A',
  '[]',
  '{}',
  '["a"]',
] as const

const text = fc
  .oneof(
    { weight: 3, arbitrary: fc.constantFrom(...hostile) },
    { weight: 1, arbitrary: fc.string({ maxLength: 20, unit: 'binary' }) },
  )
  .filter((value) => !value.includes('\0') && value.isWellFormed() && value !== '')

/** A value of a field as its column has it. */
function valueOf(one: FieldModel): fc.Arbitrary<StoredValue> {
  if (one.options) {
    const option = fc.constantFrom(...one.options.map(({ value }) => value), 99)
    return columnType(one) === 'json'
      ? fc.uniqueArray(option, { minLength: 1 }).map((items) => JSON.stringify(items))
      : one.name === 'status'
        ? option
        : fc.constantFrom(...one.options.map(({ value }) => value))
  }
  const others: Partial<Record<FieldModel['kind'], fc.Arbitrary<StoredValue>>> = {
    integer: fc.maxSafeInteger(),
    decimal: fc.maxSafeInteger(),
    datetime: fc.oneof(fc.integer({ min: 0, max: 2_000_000_000 }), fc.constantFrom(1_730_613_600, 1_730_617_200)),
    date: fc.constantFrom('2024-02-29', '1850-01-01', '9999-12-31'),
    time: fc.constantFrom('00:00:00', '23:59:59'),
    tags: fc.uniqueArray(text, { minLength: 1, maxLength: 3 }).map((items) => JSON.stringify(items)),
    pairs: fc.dictionary(text, text, { minKeys: 1, maxKeys: 3 }).map((pairs) => JSON.stringify(pairs)),
    references: fc.constantFrom('[1]', '[2,1]', '[77]', '[3,77,4]', '[6,5]', '[5]', '[3]', '[7,8]', '[8,7]'),
    year: fc.integer({ min: 1, max: 9999 }),
    images: fc.uniqueArray(text, { minLength: 1, maxLength: 3 }).map((items) => JSON.stringify(items)),
    files: fc.uniqueArray(text, { minLength: 1, maxLength: 3 }).map((items) => JSON.stringify(items)),
    reference: fc.constantFrom(1, 2, 3, 4),
  }
  return others[one.kind] ?? text
}

const ofKind = (kind: FieldModel['kind']): FieldModel => field(`of_${kind.toLowerCase()}`, kind)
const pick = tableModel('t/pick', {
  title: 'name',
  softDelete: 'deletetime',
  key: ['maker_id', 'name'],
  fields: [
    field('name', 'text', { required: true }),
    reference('maker_id', maker),
    { ...reference('makers', maker), kind: 'references' as const },
    ...(['textarea', 'year', 'image', 'images', 'file', 'files', 'color', 'icon', 'url'] as const).map(ofKind),
    ...(['email', 'mobile', 'idNumber', 'region', 'account'] as const).map(ofKind),
    // Both have the same label.
    field('note', 'text', { label: { 'zh-cn': 'same', en: 'same' } }),
    field('copy', 'text', { label: { 'zh-cn': 'same', en: 'same' }, readOnly: true }),
  ],
})
const branchBase = tableModel('t/branch', {
  title: 'name',
  key: ['pid', 'name'],
  tree: { parent: 'pid', depth: null },
  fields: [field('name', 'text', { required: true }), field('note', 'text')],
})
const branch = { ...branchBase, fields: [...branchBase.fields, reference('pid', branchBase)] }
const models = [maker, thing, pick, branch]

describe.each(moduleEngines)('a round trip on $name', (engine) => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await engine.open(models)
    await database.write((trx) =>
      trx
        .insertInto('t_maker')
        .values([
          { id: 1, name: 'Twin', deletetime: null, version: 1 },
          { id: 2, name: 'Twin', deletetime: null, version: 1 },
          { id: 3, name: '6', deletetime: 5, version: 1 },
          { id: 4, name: '=a,b', deletetime: null, version: 1 },
          { id: 5, name: '["Twin"]', deletetime: null, version: 1 },
          { id: 6, name: ' a，"b"', deletetime: null, version: 1 },
          { id: 7, name: 'a', deletetime: null, version: 1 },
          { id: 8, name: '4', deletetime: 9, version: 1 },
        ])
        .execute(),
    )
  })
  afterAll(() => database?.dispose())
  const scope = (more = {}) => scopeOn(database, models, more)

  it.each(['Asia/Shanghai', 'America/New_York'])('changes nothing, in either language (%s)', async (timeZone) => {
    const settings = { ...scope().settings, timeZone }
    for (const model of [thing, pick]) {
      const fields = model.fields.filter((one) => !one.implicit && !one.private)
      const row = fc.record(
        Object.fromEntries(fields.map((one) => [one.name, one.required ? valueOf(one) : fc.option(valueOf(one))])),
      )
      const codes = new Set<unknown>()
      const samples = fc.sample(row, { numRuns: sampleCount(150), seed: 7 }).map((sample): Row => {
        const code = sample['code'] ?? null
        const isTaken = codes.has(code)
        codes.add(code)
        return {
          ...(sample as Row),
          ...(model === thing && { code: isTaken ? null : code, secret: 's', createtime: 1, updatetime: 1, weigh: 1 }),
          version: 1,
        }
      })
      await database.write(async (trx) => {
        await trx.deleteFrom(model.table).execute()
        for (const sample of samples) await trx.insertInto(model.table).values(sample).execute()
      })
      const stored = () => database.query.selectFrom(model.table).selectAll().orderBy('id').execute()
      const before = await stored()
      for (const language of languages) {
        expect([model.id, language, await reimport(scope({ settings, language }), model)]).toEqual([
          model.id,
          language,
          unchanged,
        ])
        expect(await stored()).toEqual(before)
      }
      // Workbooks of both languages have the same values; they take longer than lines of text.
      const language = timeZone.startsWith('A') && model === thing ? 'zh-cn' : 'en'
      expect([model.id, await reimportWorkbook(scope({ settings, language }), model)]).toEqual([model.id, unchanged])
      expect(await stored()).toEqual(before)
    }
  })

  it('names several records by their titles, and takes no number for an id', async () => {
    await database.write((trx) => trx.deleteFrom('t_pick').execute())
    const give = async (makers: string) => {
      const source = async function* (): AsyncGenerator<string, void> {
        yield `name,maker_id,makers\nx,,"${makers.replaceAll('"', '""')}"\n`
      }
      const { refused, errors } = await importRows(scope(), pick, { source })
      const { makers: ids } = await database.query.selectFrom('t_pick').select('makers').executeTakeFirstOrThrow()
      return refused > 0 ? errors.map(({ field: name }) => name) : ids
    }
    const lists: readonly (readonly [string, unknown])[] = [
      ['a', '[7]'],
      ['["=a,b","a"]', '[4,7]'],
      ['a, ["Twin"]', '[7,5]'],
      // Numbers are titles; the records with these are deleted.
      ['4', ['makers']],
      ['7', ['makers']],
      ['a,7', ['makers']],
      ['["4",7]', ['makers']],
      // Two records are called so; one cannot be in the list twice.
      ['Twin', ['makers']],
      ['a,a', ['makers']],
      // Nothing changes in what is left blank.
      ['', '[7,5]'],
    ]
    for (const [cell, stored] of lists) expect([cell, await give(cell)]).toEqual([cell, stored])
  })

  it('tells records with equal titles apart by what an export says of them', async () => {
    const rows = [
      { id: 1, name: 'a', pid: null, note: 'x' },
      { id: 2, name: 'b', pid: null, note: 'x' },
      { id: 3, name: 'leaf', pid: 1, note: 'x' },
      { id: 4, name: 'leaf', pid: 2, note: 'y' },
      { id: 5, name: 'end', pid: 3, note: 'x' },
      { id: 6, name: 'end', pid: 4, note: 'y' },
    ]
    await database.write((trx) =>
      trx
        .insertInto('t_branch')
        .values(rows.map((row) => ({ ...row, version: 1 })))
        .execute(),
    )
    expect(await reimport(scope(), branch)).toEqual(unchanged)
    const edited = (from: string, to: string) => (file: Buffer) => Buffer.from(file.toString().replace(from, to))
    // Without the ids, what is not clear is refused, and nothing else happens.
    const withoutIds = (file: Buffer) => Buffer.from(file.toString().replaceAll(/^(\ufeff?)[^,]*,/gm, '$1'))
    expect(await reimport(scope(), branch, withoutIds)).toMatchObject({ created: 0, updated: 0, refused: 2 })
    expect(await reimport(scope(), branch, edited('6,end,y', '6,end,z'))).toMatchObject({ updated: 1, refused: 0 })
    expect(await database.query.selectFrom('t_branch').select('id').where('note', '=', 'z').execute()).toEqual([
      { id: 6 },
    ])
    // An id in a file decides nothing where the key says something else.
    expect(await reimport(scope(), branch, edited('2,b,x', '1,b,q'))).toMatchObject({ updated: 1, created: 0 })
    expect(await database.query.selectFrom('t_branch').select('id').where('note', '=', 'q').execute()).toEqual([
      { id: 2 },
    ])
  })

  it('creates a record once when two imports of one file run side by side (T85)', async () => {
    const lines = Array.from({ length: 700 }, (_line, index) => `n${index},\n`).join('')
    const source = async function* (): AsyncGenerator<string, void> {
      yield `name,maker_id\n${lines}`
    }
    await database.write((trx) => trx.deleteFrom('t_pick').execute())
    const reports = await Promise.all([1, 2, 3].map(() => importRows(scope(), pick, { source })))
    expect(reports.map(({ created, unchanged: same }) => created + same)).toEqual([700, 700, 700])
    expect(reports.reduce((sum, { created }) => sum + created, 0)).toBe(700)
    expect(await database.query.selectFrom('t_pick').select('id').execute()).toHaveLength(700)
  })
})
