import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { operators, type Filter, type ListQuery, type Operator } from 'tablewright/protocol'
import { create } from '../../../runtime/server/records/create.ts'
import { list } from '../../../runtime/server/records/list.ts'
import { engines, type TestDatabase } from '../../support/databases.ts'
import { index, maker, scopeOn, thing } from './scope.ts'
import { answer, type Fields } from './oracle.ts'

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
const word = fc.array(fc.constantFrom(...letters), { minLength: 1, maxLength: 4 }).map((signs) => signs.join(''))
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
        seen: optional(values['seen']!),
      }),
      { numRuns: 150, seed: 7 },
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
    expect(all).toHaveLength(150)
    await fc.assert(
      fc.asyncProperty(listQuery, async (query) => {
        const data = JSON.parse((await list(scope, thing, query)).json) as { list: { id: number }[]; total: number }
        expect({ ids: data.list.map((row) => row.id), total: data.total }).toEqual(
          answer(fields, all, query, thing.search),
        )
      }),
      { numRuns: 1500 },
    )
  }, 120_000)
})
