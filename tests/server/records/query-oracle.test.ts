import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { storedValue, targetTable } from '../../../runtime/server/db/column-storage.ts'
import { operators, trimText, type Filter, type ListQuery, type Operator } from 'tablewright/protocol'
import { create } from '../../../runtime/server/records/create.ts'
import { list } from '../../../runtime/server/records/list.ts'
import type { Database, PageRequest } from '../../../runtime/server/db/index.ts'
import { engines, sampleCount, type TestDatabase } from '../../support/databases.ts'
import { field, tableModel } from '../../support/models.ts'
import { index, maker, scopeOn, thing } from './scope.ts'
import { answer, contains, type Fields } from './oracle.ts'

const fields: Fields = {
  id: { sort: 'number' },
  name: { sort: 'text' },
  code: { sort: 'text' },
  list: { sort: 'text' },
  count: { sort: 'number' },
  price: { sort: 'number', scale: 2 },
  status: { sort: 'number' },
  flavour: { sort: 'text' },
  day: { sort: 'text' },
  tags: { sort: 'list' },
  seen: { sort: 'number' },
}

/**
 * Letters that fold in one engine and not in another, wildcards, quotes, astral signs, the long s and the Kelvin sign.
 */
const letters = [
  'a',
  'A',
  'b',
  'Z',
  'z',
  'é',
  'É',
  'ß',
  'ſ',
  'K',
  'İ',
  'ı',
  '螺',
  '丝',
  '%',
  '_',
  '\\',
  "'",
  '"',
  ' ',
  '-',
  '0',
  '5',
  '𠮷',
  '😀',
  '\u00a0',
  '\ufffd',
  ';',
  '[',
  ']',
  '*',
  '?',
]
const word = fc
  .array(fc.constantFrom(...letters), { minLength: 1, maxLength: 4 })
  .map((signs) => trimText(signs.join('')) || 'x')
const number = fc
  .oneof(fc.integer({ min: -60, max: 60 }), fc.constantFrom(0, 9007199254740991, -9007199254740991))
  .map(String)
/** Prices close together, so that values between two storable ones matter. */
const cents = fc.constantFrom(
  '-3.00',
  '-1.02',
  '-1.01',
  '-1.00',
  '-0.99',
  '0.00',
  '0.99',
  '1.00',
  '1.01',
  '1.02',
  '3.00',
)
const decimal = fc.oneof(cents, fc.constantFrom('0', '1.005', '-1.005', '0.001', '90071992547409.91', '1.0'))
const day = fc.constantFrom('2024-02-29', '2025-01-31', '2025-02-01', '1970-01-01')
const values: Readonly<Record<string, fc.Arbitrary<string>>> = {
  id: number,
  name: word,
  code: word,
  list: word,
  count: number,
  price: decimal,
  status: fc.constantFrom('10', '20', '30'),
  flavour: fc.constantFrom('sweet', 'sour', 'x'),
  day,
  tags: word.filter((text) => !text.includes('[')),
  seen: fc.constantFrom('0', '1738252800', '1738339199', '1738339200'),
}
const listOperators: readonly Operator[] = ['eq', 'ne', 'IN', 'NOT IN', 'FIND_IN_SET', 'NULL', 'NOT NULL']

const filter: fc.Arbitrary<Filter> = fc.constantFrom(...Object.keys(fields)).chain((name) => {
  const allowed = fields[name]!.sort === 'list' ? listOperators : operators
  return fc
    .constantFrom(...allowed)
    .chain((operator) => valueFor(name, operator).map((val) => ({ field: name, operator, val })))
})

function valueFor(name: string, operator: Operator): fc.Arbitrary<string | string[]> {
  const value = values[name]!
  const bare = value.filter((text) => !text.includes(','))
  if (operator === 'IN' || operator === 'NOT IN')
    return fc.oneof(
      fc.array(bare, { minLength: 1, maxLength: 5 }),
      fc.array(bare, { minLength: 1, maxLength: 4 }).map((all) => all.join(',')),
    )
  if (operator === 'FIND_IN_SET') return fc.oneof(bare, fc.array(bare, { minLength: 1, maxLength: 2 }))
  if (operator === 'RANGE' || operator === 'NOT RANGE')
    return fc.tuple(fc.option(bare, { nil: '' }), fc.option(bare, { nil: '' })).map((ends) => ends.join(','))
  if (operator === 'LIKE' || operator === 'NOT LIKE') return fc.oneof(word, fc.constantFrom('5', '-', '.0', '1'))
  return value
}

const listQuery: fc.Arbitrary<ListQuery> = fc
  .record({
    page: fc.integer({ min: 1, max: 3 }),
    limit: fc.integer({ min: 1, max: 100 }),
    quickSearch: fc.option(word, { nil: '', freq: 3 }),
    search: fc.array(filter, { maxLength: 3 }),
    order: fc.record({ field: fc.constantFrom(...Object.keys(fields)), direction: fc.constantFrom('asc', 'desc') }),
  })
  .map((some) => ({ ...some, init: null, select: false, isTree: null, parentRowId: null, exact: true }))

describe.each(engines)('T05 random queries on $name', (engine) => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await engine.open([maker, thing])
  })
  afterAll(() => database?.dispose())

  it('find, order and count what a filter in memory does', async () => {
    const scope = scopeOn(database, [maker, thing])
    const optional = <T>(from: fc.Arbitrary<T>) => fc.option(from, { nil: null })
    const rows = fc.sample(
      fc.record({
        name: word,
        list: optional(
          fc
            .array(fc.constantFrom('a', 'b', 'B', '螺', '%'), { minLength: 1, maxLength: 3 })
            .map((all) => all.join(',')),
        ),
        count: optional(number),
        price: optional(cents),
        status: optional(fc.constantFrom(10, 20)),
        flavour: optional(fc.constantFrom('sweet', 'sour')),
        day: optional(day),
        tags: optional(
          fc.uniqueArray(
            word.filter((text) => !text.includes(',')),
            { minLength: 1, maxLength: 3 },
          ),
        ),
        // Digits in a text are no moment.
        seen: optional(values['seen']!.map(Number)),
      }),
      { numRuns: 60, seed: 7 },
    )
    for (const [at, row] of rows.entries())
      await create(scope, thing, {
        ...row,
        name: row.name.trim() === '' ? 'x' : row.name,
        code: at % 5 === 0 ? null : `${at % 2 ? 'Code' : 'code'}-${at}`,
      })
    const all = (await index(scope, thing, 'limit=100')).list.concat(
      (await index(scope, thing, 'limit=100&page=2')).list,
    )
    expect(all).toHaveLength(60)
    await fc.assert(
      fc.asyncProperty(listQuery, async (query) => {
        const data = JSON.parse(JSON.stringify(await list(scope, thing, query))) as {
          list: { id: number }[]
          total: number
        }
        expect({ ids: data.list.map((row) => row.id), total: data.total }).toEqual(
          answer(fields, all, query, thing.search),
        )
      }),
      { numRuns: sampleCount(500) },
    )
  }, 120_000)
})

const part = tableModel('t/part', {
  softDelete: 'deletetime',
  search: ['name', 'code', 'count', 'price'],
  fields: [
    field('name', 'text', { maxLength: 200 }),
    field('code', 'textarea', { maxLength: 60_000 }),
    field('count', 'integer'),
    field('price', 'decimal', { scale: 2 }),
  ],
})

/** Texts of few different characters, so that searches find something, with everything a separator or quote may be. */
const phrase = fc
  .array(fc.constantFrom(...letters, '\n', '\t', '\u0001', '\u007f', 'ab', '螺丝', '螺丝刀', 'no. ', '12', '0', '.'), {
    minLength: 1,
    maxLength: 7,
  })
  .map((signs) => signs.join(''))

const partRow = fc.record({
  name: fc.option(phrase, { nil: null }),
  code: fc.option(phrase, { nil: null }),
  count: fc.option(fc.integer({ min: -1200, max: 1200 }), { nil: null }),
  price: fc.option(fc.integer({ min: -300, max: 3000 }), { nil: null }),
})
type PartRow = { readonly id: number } & Record<'name' | 'code', string | null> &
  Record<'count' | 'price', number | null>

const textsOf = ({ name, code, count, price }: PartRow): string[] => [
  name ?? '',
  code ?? '',
  count === null ? '' : String(count),
  price === null ? '' : `${price < 0 ? '-' : ''}${(Math.abs(price) / 100).toFixed(2)}`,
]

describe.each(engines)('the index of the quick search on $name', (engine) => {
  let database: TestDatabase
  let requests: PageRequest[]
  const watched = (): Database => ({
    ...database,
    adapter: database.adapter,
    query: database.query,
    search: database.search,
    page: (request) => {
      requests.push(request)
      return database.page(request)
    },
    rows: (...read) => database.rows(...read),
  })
  beforeAll(async () => {
    database = await engine.open([part])
    requests = []
  })
  afterAll(() => database?.dispose())

  /** Ids and total as the index finds them, as the comparison of all rows does, and as the page has them. */
  async function waysOf(text: string): Promise<readonly (readonly [readonly number[], number | null])[]> {
    requests.length = 0
    const scope = scopeOn(watched(), [part])
    const page = await index(scope, part, `limit=100&quickSearch=${encodeURIComponent(text)}`)
    const [request] = requests
    if (!request?.plain) return [[page.list.map(({ id }) => Number(id)), page.total ?? null]]
    const read = async (rows: PageRequest['rows'], count: PageRequest['count']) => {
      const found = await database.page({ ...request, rows, count, walk: null, plain: null })
      return [(JSON.parse(found.list) as { id: number }[]).map(({ id }) => id), found.count] as const
    }
    return [
      await read(request.rows, request.count),
      await read(request.plain.rows, request.plain.count),
      [page.list.map(({ id }) => Number(id)), page.total ?? null],
    ]
  }

  async function expectFound(text: string, rows: readonly PartRow[]): Promise<number> {
    const found = rows.filter((row) => textsOf(row).some((one) => contains(one, text))).map(({ id }) => id)
    const expected = [found.toSorted((one, other) => other - one).slice(0, 100), found.length]
    const ways = await waysOf(text)
    for (const way of ways) expect({ text, way }).toEqual({ text, way: expected })
    return ways.length
  }

  const readRows = async (): Promise<PartRow[]> =>
    (await database.query.selectFrom('t_part').selectAll().where('deletetime', 'is', null).execute()) as PartRow[]

  it('finds what comparing all rows finds, after any sequence of writes', async () => {
    const part = targetTable('t_part')
    const write = (text: ReturnType<typeof sql>) => database.write((trx) => text.execute(trx))
    const rows = fc.sample(partRow, { numRuns: 150, seed: 11 })
    for (const row of rows)
      await write(sql`insert into ${part} (name, code, count, price, version)
        values (${row.name}, ${row.code}, ${row.count}, ${storedValue('t_part', 'price', sql`${row.price}`)}, 1)`)
    await write(sql`update ${part} set name = code, code = name where id % 3 = 0`)
    await write(sql`update ${part} set deletetime = 1 where id % 7 = 0`)
    await write(sql`update ${part} set count = count + 1, price = null where id % 5 = 0`)
    await write(sql`delete from ${part} where id % 11 = 0`)
    await expect(
      database.write(async (trx) => {
        await sql`update ${part} set name = 'never'`.execute(trx)
        await sql`insert into ${part} (name, version) select 'never', 1 from ${sql.table('t_part')}`.execute(trx)
        throw new Error('taken back')
      }),
    ).rejects.toThrow('taken back')
    await write(sql`insert into ${part} (name, version) values ('the last one', 1), (${'𠮷'.repeat(30_000)}, 1)`)
    const all = await readRows()
    let indexed = 0
    const pieces = all.flatMap((row) => textsOf(row)).map((one) => [...one])
    const piece = fc
      .tuple(fc.constantFrom(...pieces.filter((one) => one.length > 0)), fc.nat(6), fc.integer({ min: 1, max: 5 }))
      .map(([signs, from, length]) =>
        signs
          .slice(from % signs.length)
          .slice(0, length)
          .join(''),
      )
    const text = fc.oneof({ weight: 3, arbitrary: piece }, phrase).filter((one) => one.trim() === one)
    await fc.assert(
      fc.asyncProperty(text, async (one) => {
        if ((await expectFound(one, all)) > 1) indexed += 1
      }),
      { numRuns: 100 },
    )
    expect(indexed).toBeGreaterThan(60)
    for (const one of ['never', 'taken', 'last one', '𠮷𠮷𠮷𠮷', '-', '0', '12.', '.5', 'AB', "''", '""'])
      await expectFound(one, all)
  }, 120_000)

  it('T01 is not asked by those who do not see all search fields', async () => {
    const limited = { ...part, policy: { limit: null, fields: { index: ['name', 'count', 'price'] } } }
    requests.length = 0
    const scope = scopeOn(watched(), [limited], {
      actor: { id: 8, username: 'other', super: false, nodes: new Set(['t/part/index']), groups: [] },
    })
    await index(scope, limited, 'quickSearch=ab')
    await index(scopeOn(watched(), [limited]), limited, 'quickSearch=ab')
    expect(requests.map(({ plain }) => plain !== undefined)).toEqual([false, true])
  })
})

const ordered = tableModel('t/ordered', {
  sort: 'weigh',
  softDelete: 'deletetime',
  indexes: [
    { name: 'newest', on: ['id'], unique: false },
    { name: 'name', on: ['name', 'id'], unique: false },
    { name: 'count', on: ['count', 'id'], unique: false },
    { name: 'status', on: ['status', 'price', 'id'], unique: false },
    { name: 'code', on: ['code'], unique: true },
  ],
  fields: [
    field('name', 'text', { maxLength: 200 }),
    field('code', 'text', { maxLength: 64 }),
    field('count', 'integer'),
    field('price', 'decimal', { scale: 2 }),
    field('status', 'integer'),
  ],
})

describe.each(engines)('pages far from the first one on $name', (engine) => {
  it('have the rows that sorting all of them gives, in every order', { timeout: 60_000 }, async () => {
    const database = await engine.open([ordered])
    const price = storedValue('t_ordered', 'price', sql`case when i % 6 > 0 then i * 31 % 90 end`)
    try {
      await database.write((trx) =>
        sql`insert into ${targetTable('t_ordered')} (name, code, count, price, status, weigh, deletetime, version)
          with recursive n(i) as (select 1 union all select i + 1 from n where i < 3000)
          select case when i % 9 > 0 then 'n' || (i * 7 % 50) end,
            case when i % 8 > 0 then 'c' || (i * 7919 % 4001) end,
            case when i % 10 > 0 then i * 13 % 40 - 20 end, ${price}, 1 + i % 50 / 49,
            i * 17 % 60, case when i % 7 = 0 then 1 end, 1 from n`.execute(trx),
      )
      type Row = Record<string, string | number | null> & { readonly id: number }
      const all = (await database.query.selectFrom('t_ordered').selectAll().execute()) as Row[]
      const live = all.filter((row) => row['deletetime'] === null)
      const scope = scopeOn(database, [ordered])
      const request = fc.record({
        by: fc.constantFrom('id', 'name', 'code', 'count', 'price', 'status', 'weigh'),
        direction: fc.constantFrom('asc' as const, 'desc' as const),
        limit: fc.integer({ min: 1, max: 30 }),
        offset: fc.integer({ min: 2000, max: 2600 }),
        status: fc.constantFrom(null, 1, 2),
      })
      await fc.assert(
        fc.asyncProperty(request, async ({ by, direction, limit, offset, status }) => {
          const page = Math.ceil(offset / limit) + 1
          const filter =
            status === null ? '' : `&search[0][field]=status&search[0][operator]=eq&search[0][val]=${status}`
          const { list } = await index(scope, ordered, `page=${page}&limit=${limit}&order=${by},${direction}${filter}`)
          const sign = direction === 'asc' ? 1 : -1
          const found = live
            .filter((row) => status === null || row['status'] === status)
            .toSorted((one, other) => sign * (compare(one[by] ?? null, other[by] ?? null) || one.id - other.id))
            .slice((page - 1) * limit, page * limit)
          expect(list.map(({ id }) => id)).toEqual(found.map(({ id }) => id))
        }),
        { numRuns: sampleCount(60), seed: 3 },
      )
      const ids = async () => (await index(scope, ordered, 'page=101&limit=20&order=id,desc')).list.map(({ id }) => id)
      const newest = live.map(({ id }) => id).toReversed()
      expect(await ids()).toEqual(newest.slice(2000, 2020))
      await database.write((trx) =>
        trx.updateTable('t_ordered').set({ deletetime: 1 }).where('id', '=', newest[0]!).execute(),
      )
      expect(await ids()).toEqual(newest.slice(2001, 2021))
    } finally {
      await database.dispose()
    }
  })
})

/** NULL before every value. */
function compare(one: string | number | null, other: string | number | null): number {
  if (one === other) return 0
  return one === null || (other !== null && one < other) ? -1 : 1
}
