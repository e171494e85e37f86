/** Values that rules give to records that are there already, on both engines: every kind in one database. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { storedValue, targetTable } from '../../../runtime/server/db/column-storage.ts'
import { sql } from 'kysely'
import type { FieldModel, KindName, RuleModel, TableModel } from 'tablewright/protocol'
import { fullScope } from '../../../generator/rule/scope.ts'
import { applyPlan, planDatabase, prepareDatabase, type Database } from '../../../runtime/server/db/index.ts'
import { engines, openAt, type Place } from '../../support/databases.ts'
import { field, tableModel } from '../../support/models.ts'
import { rule as ruleOf } from '../rules/schema-set.ts'

const decimal = (name: string, more: Partial<FieldModel> = {}) => field(name, 'decimal', { scale: 2, ...more })
const price = decimal('price')
const pieces = field('pieces', 'integer')
const lineFields = [decimal('price'), field('pieces', 'integer')]

const computed = (rule: RuleModel): Partial<FieldModel> => ({ readOnly: true, computed: { rule, stored: true } })
const ofLine = (source: string) => computed(ruleOf(source, decimal('amount'), fullScope(lineFields)))
const linesField = field('lines', 'lines', {
  fields: [...lineFields, decimal('amount')],
  relation: {
    to: 'fill/line',
    controller: 'fill.Line',
    table: 'fill_line',
    show: 'price',
    as: 'lines',
    onDelete: 'cascade',
    softDelete: null,
    filter: [],
    owned: true,
  },
})
const ofDocument = (source: string, fields: readonly FieldModel[]) =>
  computed(ruleOf(source, decimal('total'), fullScope(fields)))

/** @param amount the rule of the lines, null = they have no amount */
function modelsOf(amount: string | null, more: readonly FieldModel[] = []): readonly TableModel[] {
  const documentFields = [field('name', 'text', { maxLength: 20 }), linesField]
  const line = tableModel('fill/line', {
    fields: [
      price,
      pieces,
      ...(amount === null ? [] : [decimal('amount', ofLine(amount))]),
      field('document_id', 'integer', { required: true }),
      field('line_no', 'integer', { required: true, default: 1 }),
    ],
    ownedBy: { entity: 'fill/document', field: 'document_id', lines: 'lines' },
  })
  const total = amount === null ? [] : [decimal('total', ofDocument('lines.sum(line, line.amount)', documentFields))]
  return [line, tableModel('fill/document', { fields: [...documentFields, ...total, ...more] })]
}

describe.each(engines)('values of rules for existing records on $name', (engine) => {
  let place: Place
  let database: Database
  beforeAll(async () => {
    place = await engine.place()
    database = await openAt(place)
    await applyPlan(database, modelsOf(null))
    await database.write(async (trx) => {
      for (const name of ['a', 'b', 'c']) await trx.insertInto('fill_document').values({ name }).execute()
      // Documents 1 and 2 have lines, one of them without a price; more lines than a batch.
      for (const [document, cents] of [
        [1, 150],
        [1, 250],
        [2, null],
      ] as const)
        await trx.insertInto('fill_line').values({ document_id: document, price: cents, pieces: 2 }).execute()
      await sql`insert into ${targetTable('fill_line')} (document_id, price, pieces)
        with recursive n(i) as (select 1 union all select i + 1 from n where i < 600)
        select 4, ${storedValue('fill_line', 'price', sql`i`)}, 1 from n`.execute(trx)
    })
  })
  afterAll(async () => {
    await database?.close()
    await place?.remove()
  })

  const read = async (table: string, name: string) => {
    const rows = await database.query.selectFrom(table).select(name).where('id', '<', 4).orderBy('id').execute()
    return rows.map((row) => row[name])
  }
  const kindsOf = async (models: readonly TableModel[]) =>
    (await planDatabase(database, models)).steps.map(({ kind, class: how, column }) => [kind, how, column])

  it('computes a new field and those that depend on it', async () => {
    const models = modelsOf('price * pieces')
    expect(await kindsOf(models)).toEqual([
      ['add-column', 'safe', 'total'],
      ['recompute', 'safe', 'total'],
      ['add-column', 'safe', 'amount'],
      ['recompute', 'safe', 'amount'],
    ])
    const progress: string[] = []
    await applyPlan(database, models, {
      onProgress: ({ table, left, total }) => progress.push(`${table} ${left}/${total}`),
    })
    expect(await read('fill_line', 'amount')).toEqual([300, 500, null])
    expect(await read('fill_document', 'total')).toEqual([800, 0, 0])
    expect(progress).toEqual(['fill_line 103/603', 'fill_line 0/603'])
    expect(await planDatabase(database, models)).toMatchObject({ steps: [], notes: [] })
  })

  it('computes a changed rule again, after an interruption as well', async () => {
    const models = modelsOf('price * pieces + 1')
    const failing = Object.assign(Object.create(database) as Database, {
      refreshStorage: () => database.refreshStorage(),
      write: (work: Parameters<Database['write']>[0]) => {
        writes += 1
        return writes === 3 ? Promise.reject(new Error('stopped')) : database.write(work)
      },
    })
    let writes = 0
    await expect(prepareDatabase(failing, models, true)).rejects.toThrow('stopped')
    // A batch is done; a process with the former rule writes nothing more.
    expect(await read('fill_line', 'amount')).toEqual([400, 600, null])
    expect(await read('fill_document', 'total')).toEqual([800, 0, 0])
    expect(await kindsOf(models)).toEqual([['recompute', 'safe', 'amount']])
    await expect(prepareDatabase(database, models, false)).rejects.toMatchObject({ code: 'behind' })
    const progress: number[] = []
    await prepareDatabase(database, models, true, ({ left }) => progress.push(left))
    expect(progress).toEqual([103, 0])
    expect(await read('fill_document', 'total')).toEqual([1000, 0, 0])
    expect(await planDatabase(database, models)).toMatchObject({ steps: [], notes: [] })
  })

  it('replaces values that people entered only when a person agrees', async () => {
    const entered = modelsOf('price * pieces', [decimal('fee')])
    await prepareDatabase(database, entered, true)
    await database.write((trx) => trx.updateTable('fill_document').set({ fee: 5 }).where('id', '=', 1).execute())
    const fields = entered.find(({ id }) => id === 'fill/document')!.fields
    const models = modelsOf('price * pieces', [decimal('fee', ofDocument('total + 1', fields))])
    expect(await kindsOf(models)).toEqual([['recompute', 'guarded', 'fee']])
    await expect(prepareDatabase(database, models, true)).rejects.toMatchObject({ code: 'unsafe' })
    await applyPlan(database, models, { plan: (await planDatabase(database, models)).hash })
    expect(await read('fill_document', 'fee')).toEqual([900, 100, 100])
    expect(await planDatabase(database, models)).toMatchObject({ steps: [], notes: [] })
  })

  it('leaves values alone whose rule is answered by saving only', async () => {
    const models = modelsOf('price * pieces', [
      field('saved_at', 'datetime', computed(ruleOf('now', field('saved_at', 'datetime'), fullScope([])))),
    ])
    expect(await kindsOf(models)).toContainEqual(['add-column', 'safe', 'saved_at'])
    await prepareDatabase(database, models, true)
    expect(await read('fill_document', 'saved_at')).toEqual([null, null, null])
  })

  it('fills in a new required field by its backfill rule, and says when the rule has no value', async () => {
    const filled = (name: string, kind: KindName, source: string) =>
      modelsOf('price * pieces', [
        field(name, kind, {
          required: true,
          maxLength: 20,
          backfill: ruleOf(source, field('code', 'text'), fullScope([field('name', 'text')])),
        }),
      ])
    const models = filled('code', 'text', "name == 'c' ? 'last' : 'doc-' + name")
    await prepareDatabase(database, models, true)
    expect(await read('fill_document', 'code')).toEqual(['doc-a', 'doc-b', 'last'])
    await expect(
      database.write((trx) => trx.insertInto('fill_document').values({ name: 'x', code: null }).execute()),
    ).rejects.toThrow()
    expect((await planDatabase(database, models)).steps.filter((step) => step.blocking)).toEqual([])
    await database.write((trx) => trx.updateTable('fill_document').set({ name: null }).where('id', '=', 2).execute())
    const unknown = filled('other', 'textarea', 'name')
    // Nothing is changed before every record would get a value that the field accepts.
    const { left, isWaiting } = await applyPlan(database, unknown, { safeOnly: true })
    expect(isWaiting).toBe(true)
    expect(left.filter((step) => step.blocking && step.class !== 'safe')).toMatchObject([
      { kind: 'check-backfill', rows: 1, reason: { en: expect.stringContaining('2: – (') } },
    ])
    await expect(read('fill_document', 'other')).rejects.toThrow('other')
    // One value for all records: the first of them stands for the others only where it is accepted.
    const constant = await planDatabase(database, filled('another', 'text', "'longer than twenty characters'"))
    expect(constant.steps).toContainEqual(expect.objectContaining({ kind: 'check-backfill', rows: 3 }))
    const accepted = await planDatabase(database, filled('another', 'text', "'short'"))
    expect(accepted.steps).toContainEqual(expect.objectContaining({ kind: 'backfill', rows: 3 }))
  })
})
