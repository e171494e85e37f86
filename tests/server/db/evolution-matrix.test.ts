/**
 * Changes of what surrounds a value (references, requirements, keys), each with no records, with records that fit and
 * with one that does not, on both engines. All changes share one database and one plan.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { FieldModel, StoredValue, TableModel } from 'tablewright/protocol'
import {
  applyPlan,
  planDatabase,
  prepareDatabase,
  type Database,
  type Transaction,
} from '../../../runtime/server/db/index.ts'
import { engines, openAt, type Place } from '../../support/databases.ts'
import { field, reference, tableModel } from '../../support/models.ts'

type Values = Readonly<Record<string, StoredValue>>
type Facts = Partial<TableModel> & { readonly fields: readonly FieldModel[] }

/** Records 1 to 3. */
const target = tableModel('evolve/target', { fields: [field('name', 'text')] })
/** Records 1 and 2. */
const other = tableModel('evolve/other', { fields: [field('name', 'text')] })

interface Change {
  readonly what: string
  readonly from: Facts
  readonly to: Facts
  readonly fit: readonly Values[]
  /** What the fitting records are afterwards; absent = as before. */
  readonly after?: readonly Values[]
  /** A record that does not fit; absent = all do. */
  readonly unfit?: Values
  /** What the refusal shows of it. */
  readonly shown?: string
  /** Even fitting records need the agreement of a person. */
  readonly isAgreed?: true
  /** Records that can be added afterwards, and some that cannot. */
  readonly added?: readonly Values[]
  readonly refused?: readonly Values[]
}

const name = field('name', 'text', { maxLength: 20 })
const to = (
  model: TableModel,
  more: Partial<FieldModel> = {},
  onDelete: 'restrict' | 'cascade' | 'null' = 'restrict',
) => reference('ref', model, onDelete, more)
const options = (kind: 'enum' | 'set') =>
  field('value', kind, {
    options: ['one', 'two'].map((one, at) => ({
      name: one,
      value: at + 1,
      label: { 'zh-cn': one, en: one },
      tone: 'none' as const,
    })),
  })
const plain = (...fields: readonly FieldModel[]): Facts => ({ fields: [name, ...fields] })
const indexed = (facts: Facts, ...on: readonly [string, ...string[]]): Facts => ({
  ...facts,
  indexes: [{ name: 'look', on, unique: false }],
})

const changes: readonly Change[] = [
  {
    what: 'a number becomes a reference',
    from: plain(field('ref', 'integer')),
    to: plain(to(target)),
    fit: [{ ref: 3 }, { ref: null }],
    unfit: { ref: 77 },
    shown: '3: 77',
    refused: [{ ref: 78 }],
  },
  {
    what: 'a reference becomes a number',
    from: plain(to(target)),
    to: plain(field('ref', 'integer')),
    fit: [{ ref: 1 }],
    added: [{ ref: 77 }],
  },
  {
    what: 'a reference becomes a decimal',
    from: plain(to(target)),
    to: plain(field('ref', 'decimal', { scale: 2 })),
    fit: [{ ref: 2 }],
    after: [{ ref: 200 }],
    added: [{ ref: 12345 }],
  },
  {
    what: 'a reference becomes a text',
    from: plain(to(target)),
    to: plain(field('ref', 'text')),
    fit: [{ ref: null }],
    unfit: { ref: 2 },
    shown: '2: 2',
    added: [{ ref: 'x' }],
  },
  {
    what: 'a text becomes a reference',
    from: plain(field('ref', 'text')),
    to: plain(to(target)),
    fit: [{ ref: null }],
    unfit: { ref: 'x' },
    shown: '2: x',
    added: [{ ref: 1 }],
    refused: [{ ref: 78 }],
  },
  {
    what: 'a reference leads to another table',
    from: plain(to(target)),
    to: plain(to(other)),
    fit: [{ ref: null }, { ref: 1 }],
    unfit: { ref: 3 },
    shown: '3: 3',
    isAgreed: true,
    refused: [{ ref: 3 }],
  },
  {
    what: 'another deletion rule',
    from: indexed(plain(to(target)), 'name', 'ref'),
    to: indexed(plain(to(target, {}, 'cascade')), 'name', 'ref'),
    fit: [{ ref: 2 }],
    refused: [{ ref: 78 }],
  },
  {
    what: 'a reference becomes required',
    from: plain(to(target)),
    to: plain(to(target, { required: true })),
    fit: [{ ref: 2 }],
    unfit: { ref: null },
    shown: '(1)',
    added: [{ ref: 1 }],
    refused: [{ ref: 78 }, { ref: null }],
  },
  {
    what: 'a reference becomes required with a default',
    from: plain(to(target)),
    to: plain(to(target, { required: true, default: 2 })),
    fit: [{ ref: 3 }, { ref: null }],
    after: [{ ref: 3 }, { ref: 2 }],
    added: [{ name: 'of the default' }],
    refused: [{ ref: 78 }, { ref: null }],
  },
  {
    what: 'a required reference becomes optional, with another rule',
    from: plain(to(target, { required: true })),
    to: plain(to(target, {}, 'null')),
    fit: [{ ref: 2 }],
    added: [{ ref: null }],
    refused: [{ ref: 78 }],
  },
  {
    what: 'a number becomes a required reference',
    from: plain(field('ref', 'integer')),
    to: plain(to(target, { required: true })),
    fit: [{ ref: 2 }],
    unfit: { ref: null },
    shown: '(1)',
    refused: [{ ref: 78 }, { ref: null }],
  },
  {
    what: 'a new required reference with a default',
    from: plain(),
    to: plain(to(target, { required: true, default: 2 })),
    fit: [{ name: 'a' }],
    after: [{ name: 'a', ref: 2 }],
    refused: [{ ref: 78 }],
  },
  {
    what: 'a required field is removed',
    from: plain(field('size', 'text', { required: true }), field('count', 'integer', { required: true })),
    to: plain(),
    fit: [{ size: 'L', count: 3 }],
    added: [{ name: 'b' }],
  },
  {
    what: 'a required reference is removed, with the index that contains it',
    from: indexed(plain(to(target, { required: true })), 'ref', 'name'),
    to: plain(),
    fit: [{ ref: 1 }],
    added: [{ name: 'b' }],
  },
  {
    what: 'a searched text becomes required',
    from: { ...plain(field('size', 'text')), search: ['size'] },
    to: { ...plain(field('size', 'text', { required: true })), search: ['size'] },
    fit: [{ size: 'L' }],
    unfit: { size: null },
    shown: '(1)',
    added: [{ size: 'M' }],
    refused: [{ size: null }],
  },
  {
    what: 'an option becomes a list of options',
    from: plain(options('enum')),
    to: plain(options('set')),
    fit: [{ value: 2 }, { value: null }],
    after: [{ value: '[2]' }, { value: null }],
    added: [{ value: '[1,2]' }],
  },
  {
    what: 'a list of options becomes an option',
    from: plain(options('set')),
    to: plain(options('enum')),
    fit: [{ value: '[2]' }, { value: '[]' }, { value: null }],
    after: [{ value: 2 }, { value: null }, { value: null }],
    unfit: { value: '[1,2]' },
    shown: '4: [1,2]',
    added: [{ value: 1 }],
  },
  {
    what: 'a reference becomes a list of references',
    from: plain(to(target)),
    to: plain({ ...to(target), kind: 'references' }),
    fit: [{ ref: 2 }, { ref: null }],
    after: [{ ref: '[2]' }, { ref: null }],
    added: [{ ref: '[1,3]' }],
  },
  {
    what: 'lines become an entity of their own',
    from: plain(to(target, { required: true }, 'cascade'), field('line_no', 'integer', { required: true })),
    to: plain(to(target, { required: true })),
    fit: [{ ref: 2, line_no: 1 }],
    added: [{ ref: 1 }],
    refused: [{ ref: null }, { ref: 78 }],
  },
  {
    what: 'searched fields are renamed',
    from: {
      ...plain(field('size', 'text'), field('price', 'decimal', { scale: 2 })),
      search: ['name', 'size', 'price'],
    },
    to: {
      ...plain(
        field('label', 'text', { renamedFrom: 'size' }),
        field('cost', 'decimal', { scale: 2, renamedFrom: 'price' }),
      ),
      search: ['name', 'label', 'cost'],
    },
    fit: [{ size: 'L', price: 150 }],
    after: [{ label: 'L', cost: 150 }],
    added: [{ label: 'M' }],
  },
  {
    what: 'a searched and indexed field that resembles a removed one',
    from: indexed(plain(field('size', 'text')), 'name'),
    to: { ...indexed(plain(field('label', 'text')), 'name', 'label'), search: ['label'] },
    fit: [{ size: 'L' }],
    isAgreed: true,
    shown: '"x-renamedFrom": "size"',
    added: [{ label: 'M' }],
  },
  {
    what: 'a number with a minimum becomes optional',
    from: plain(field('left', 'integer', { required: true, readOnly: true, minimum: 1 })),
    to: plain(field('left', 'integer', { readOnly: true, minimum: 1 })),
    fit: [{ left: 5 }],
    added: [{ left: null }],
    refused: [{ left: 0 }],
  },
  {
    what: 'another key',
    from: { ...plain(), key: [] },
    to: { ...plain(), key: ['name'] },
    fit: [{ name: 'a' }, { name: 'b' }],
    unfit: { name: 'b' },
    shown: 'b (2 ×)',
    added: [{ name: 'c' }],
  },
]

describe.each(engines)('the changes of a schema on $name', (engine) => {
  let place: Place
  let database: Database
  beforeAll(async () => {
    place = await engine.place()
    database = await openAt(place)
  })
  afterAll(async () => {
    await database?.close()
    await place?.remove()
  })

  /** As another process: the former one has prepared statements for the former types. */
  const reopen = async () => {
    await database.close()
    database = await openAt(place)
  }
  const table = (at: number): string => `evolve_thing${at}`
  const modelsOf = (pick: 'from' | 'to') => [
    target,
    other,
    ...changes.map((change, at) => tableModel(`evolve/thing${at}`, change[pick])),
  ]
  const insert = (at: number, values: Values) =>
    database.write((trx) =>
      trx
        .insertInto(table(at))
        .values({ name: 'x', ...values })
        .execute(),
    )
  const fill = async (rows: (change: Change) => readonly Values[]) => {
    for (const [at, change] of changes.entries()) for (const values of rows(change)) await insert(at, values)
  }
  /** By change, the named values of its records. */
  const read = async (wanted: (change: Change) => readonly Values[]) => {
    const found: Record<string, unknown[]> = {}
    for (const [at, change] of changes.entries()) {
      const rows = await database.query.selectFrom(table(at)).selectAll().orderBy('id').execute()
      const names = Object.keys(wanted(change)[0] ?? {})
      found[change.what] = rows.map((row) => Object.fromEntries(names.map((one) => [one, row[one]])))
    }
    return found
  }
  const expected = (wanted: (change: Change) => readonly Values[]) =>
    Object.fromEntries(changes.map((change) => [change.what, wanted(change)]))
  const removeAll = (where: string | null) =>
    database.write(async (trx) => {
      for (const at of changes.keys()) {
        const remove = trx.deleteFrom(table(at))
        await (where === null ? remove : remove.where('id', '>', changes[at]?.fit.length ?? 0)).execute()
      }
    })
  const openSteps = async (models: readonly TableModel[]) => {
    const { steps } = await planDatabase(database, models)
    return steps.filter((step) => step.kind !== 'drop-column')
  }

  it('keeps what fits, refuses what does not, and says which', async () => {
    const [from, into] = [modelsOf('from'), modelsOf('to')]
    await applyPlan(database, from)
    await database.write(async (trx) => {
      for (const text of ['a', 'b', 'c']) await trx.insertInto('evolve_target').values({ name: text }).execute()
      for (const text of ['a', 'b']) await trx.insertInto('evolve_other').values({ name: text }).execute()
    })
    await fill(({ fit }) => fit)
    await fill(({ unfit }) => (unfit ? [unfit] : []))
    const steps = await openSteps(into)
    for (const [at, change] of changes.entries()) {
      const own = steps.filter((step) => step.table === table(at))
      const isRefused = change.unfit !== undefined || change.isAgreed === true
      expect([change.what, own.some((step) => step.class !== 'safe')]).toEqual([change.what, isRefused])
      if (isRefused)
        expect(
          own.map((step) => step.reason.en),
          change.what,
        ).toContainEqual(expect.stringContaining(change.shown ?? '?'))
    }
    await expect(prepareDatabase(database, into, true)).rejects.toMatchObject({ code: 'unsafe' })
    const waiting = await planDatabase(database, into)
    for (const agreed of [{ safeOnly: true }, { plan: waiting.hash }])
      expect(await applyPlan(database, into, agreed)).toMatchObject({ isWaiting: true, steps: [] })
    expect(await planDatabase(database, into)).toEqual(waiting)
    const whole = ({ fit, unfit }: Change) => (unfit ? [...fit, unfit] : fit)
    expect(await read(whole)).toEqual(expected(whole))
    await removeAll('unfit')
    const agreed = await openSteps(into)
    expect(new Set(agreed.filter((step) => step.class !== 'safe').map((step) => step.table))).toEqual(
      new Set(changes.flatMap(({ isAgreed }, at) => (isAgreed ? [table(at)] : []))),
    )
    await applyPlan(database, into, { plan: (await planDatabase(database, into)).hash })
    expect(await openSteps(into)).toEqual([])
    expect((await prepareDatabase(database, into, false)).left.every((step) => !step.blocking)).toBe(true)
    const kept = ({ fit, after }: Change) => after ?? fit
    expect(await read(kept)).toEqual(expected(kept))
    await reopen()
    for (const [at, { what, added = [], refused = [] }] of changes.entries()) {
      for (const values of added) await expect(insert(at, values), what).resolves.toBeDefined()
      for (const values of refused) await expect(insert(at, values), what).rejects.toThrow()
    }
  })

  it('changes back without records', async () => {
    await removeAll(null)
    for (const pick of ['from', 'to', 'from'] as const) {
      await prepareDatabase(database, modelsOf(pick), true)
      expect(await openSteps(modelsOf(pick))).toEqual([])
    }
    await reopen()
    await fill(({ fit }) => fit)
    expect(await read(({ fit }) => fit)).toEqual(expected(({ fit }) => fit))
  })

  it('checks references of others while a change of tables does not', async () => {
    const add = (ref: number) => database.write((trx) => trx.insertInto('evolve_unchecked').values({ ref }).execute())
    const models = [...modelsOf('from'), tableModel('evolve/unchecked', { fields: [to(target)] })]
    await applyPlan(database, models, { safeOnly: true })
    const changed = database.writeUnchecked((trx) => trx.selectFrom('evolve_unchecked').selectAll().execute())
    const outcomes = await Promise.allSettled([changed, add(1), add(77), add(2)])
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled'])
    await expect(add(78)).rejects.toThrow()
    if (engine.name === 'sqlite') {
      const orphan = (trx: Transaction) => trx.insertInto('evolve_unchecked').values({ ref: 79 }).execute()
      await expect(database.writeUnchecked(orphan)).rejects.toThrow('do not exist')
    }
    const rows = await database.query.selectFrom('evolve_unchecked').select('ref').orderBy('ref').execute()
    expect(rows).toEqual([{ ref: 1 }, { ref: 2 }])
  })
})
