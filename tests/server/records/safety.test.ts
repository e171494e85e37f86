/** T01–T08 on the compiler itself: what reaches the database is one of few texts, whatever a query holds. */
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  isQueryError,
  operators,
  parseQueryString,
  readListQuery,
  trimText,
  type Filter,
  type ListQuery,
  type QueryTree,
} from 'tablewright/protocol'
import { create } from '../../../runtime/server/records/create.ts'
import { list } from '../../../runtime/server/records/list.ts'
import { countStatement, exportStatement, rowsStatement } from '../../../runtime/server/records/query/page.ts'
import { planQuery } from '../../../runtime/server/records/query/plan.ts'
import type { Scope } from '../../../runtime/server/operation/scope.ts'
import { rowShape } from '../../../runtime/server/core/models/table-shapes.ts'
import { OperationError } from '../../../runtime/server/core/errors/operation-error.ts'
import type { Database } from '../../../runtime/server/db/index.ts'
import { engines, sampleCount, type TestDatabase } from '../../support/databases.ts'
import { index, maker, query, scopeOn, thing } from './scope.ts'

const plain: ListQuery = {
  page: 1,
  limit: 10,
  order: null,
  quickSearch: '',
  search: [],
  init: null,
  select: false,
  isTree: null,
  parentRowId: null,
  exact: false,
}
const hostile = [
  'name) OR 1=1--',
  't1.password',
  'a.b.c',
  '__proto__',
  'constructor',
  'toString',
  'maker.secret',
  'maker.name.x',
  'name"',
  "name'",
  'id;drop table t_thing',
  't_thing.id',
  'x'.repeat(5000),
  '"t"."secret"',
  'secret',
  'deletetime',
  '',
  ' ',
  'NAME',
  'name ',
]

/** Texts that trouble databases, drivers or regular expressions, all of them storable. */
const corpus = [
  '',
  ' ',
  "'",
  '"',
  '`',
  '\\',
  '\\\\',
  '%',
  '_',
  '%%',
  '\\%',
  "' OR '1'='1",
  '"; DROP TABLE t_thing; --',
  '$1',
  '?',
  ':name',
  '@p',
  '${x}',
  '{{x}}',
  '\u0001',
  '\u001f',
  '\u007f',
  '\u0085',
  '\u2028',
  '\u202e',
  '\ufeff',
  '\uffff',
  '𠮷',
  '😀👨‍👩‍👧',
  'e\u0301',
  '\u00e9',
  'ﬁ',
  'İ',
  'ı',
  'ß',
  'ẞ',
  'K',
  'ſ',
  '١٢٣',
  '１２',
  'NULL',
  'null',
  'undefined',
  'NaN',
  'true',
  '-0',
  '0x10',
  '1e1000',
  '[]',
  '{}',
  '["a"]',
  ',',
  ',,',
  'a,b',
  '\t',
  '\n',
  '\r\n',
  '=1+1',
  'slot 0',
  '<script>',
  '../..',
  '%00',
  '%2e',
]

describe.each(engines)('the query surface on $name', (engine) => {
  let database: TestDatabase
  let scope: Scope
  beforeAll(async () => {
    database = await engine.open([maker, thing])
    scope = scopeOn(database, [maker, thing])
  })
  afterAll(() => database?.dispose())

  const texts = (wanted: ListQuery): string[] => {
    const plan = planQuery(scope, thing, wanted, { accessible: null, owned: null, found: null })
    return [
      rowsStatement(database, plan, rowShape(thing, scope.registry), plan).sql,
      countStatement(database, plan).sql,
    ]
  }
  const attempt = async (wanted: ListQuery): Promise<string> =>
    list(scope, thing, wanted).then(
      () => 'answered',
      (error: unknown) => {
        if (error instanceof OperationError) return `${error.code} ${JSON.stringify(error.details)}`
        throw error
      },
    )

  it('T01, T02: a name that is not a visible field is refused in the same way everywhere', async () => {
    const said = new Set<string>()
    for (const field of hostile) {
      for (const operator of operators) said.add(await attempt({ ...plain, search: [{ field, operator, val: '1' }] }))
      said.add(await attempt({ ...plain, order: { field, direction: 'asc' } }))
      said.add(await attempt({ ...plain, init: { key: field, operator: 'IN', values: ['1'] } }))
    }
    expect([...said]).toEqual(['bad_query {}'])
  })

  it('T04: a path into a JSON column is refused', async () => {
    const paths = [
      'facts.a',
      "facts->>'a'",
      "facts.a') or 1=1--",
      'facts[a]',
      'tags[0]',
      'tags.0',
      'facts.__proto__',
      "facts#>>'{a}'",
      'facts$.a',
      'json_extract(facts)',
    ]
    const said = new Set<string>()
    for (const field of paths)
      for (const operator of operators) said.add(await attempt({ ...plain, search: [{ field, operator, val: '1' }] }))
    for (const field of paths) said.add(await attempt({ ...plain, order: { field, direction: 'desc' } }))
    expect([...said]).toEqual(['bad_query {}'])
    expect(await attempt({ ...plain, search: [{ field: 'tags', operator: 'FIND_IN_SET', val: "a') or 1=1--" }] })).toBe(
      'answered',
    )
  })

  it('T02: random names never reach the text', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.string(),
          fc.string().map((text) => `name${text}`),
          fc.string().map((text) => `maker.${text}`),
        ),
        async (field) => {
          fc.pre(
            !['name', 'note', 'count', 'code', 'id', 'day', 'list', 'tags', 'maker.id', 'maker.name'].includes(field),
          )
          expect(await attempt({ ...plain, search: [{ field, operator: 'eq', val: '1' }] })).toBe('bad_query {}')
        },
      ),
      { numRuns: sampleCount(1000) },
    )
  })

  it('T02, T03: the text depends on fields, operators and arity only', () => {
    const seen = new Set<string>()
    const value = fc.oneof(fc.string(), fc.constantFrom(...corpus))
    fc.assert(
      fc.property(
        fc.constantFrom('eq', 'ne', 'LIKE', 'gt' as const),
        value,
        value,
        fc.nat(10_000),
        (operator, val, quickSearch, page) => {
          fc.pre(trimText(val) !== '' && trimText(quickSearch) !== '')
          texts({
            ...plain,
            page: page + 1,
            quickSearch,
            search: [{ field: 'name', operator: operator as Filter['operator'], val }],
          }).forEach((text) => seen.add(text))
        },
      ),
      { numRuns: sampleCount(2000) },
    )
    expect(seen.size).toBe(8)
    const lists = new Set(
      Array.from(
        { length: 200 },
        (_one, at) =>
          texts({
            ...plain,
            search: [{ field: 'name', operator: 'IN', val: Array.from({ length: at + 1 }, (_two, n) => `v${n}`) }],
          })[0],
      ),
    )
    expect(lists.size).toBe(9)
    for (const text of [...seen, ...lists]) expect(text).not.toMatch(/secret|canary/)
  })

  it('T02: no statement contains a value when it is compiled for the first time', async () => {
    // Another database object has no statements yet.
    const fresh: Database = { ...database, adapter: database.adapter, query: database.query }
    const own = { ...scope, database: fresh }
    for (const operator of operators) {
      for (const field of ['name', 'note']) {
        const plan = planQuery(
          own,
          thing,
          {
            ...plain,
            quickSearch: 'canary',
            search: [{ field, operator, val: operator.endsWith('RANGE') ? 'canary a,canary b' : 'canary c' }],
            init: { key: 'name', operator: 'IN', values: ['canary d', 'canary e'] },
          },
          { accessible: null, owned: { column: 'id', ids: [4711, 4712] }, found: null },
        )
        for (const { sql } of [
          rowsStatement(fresh, plan, rowShape(thing, scope.registry), plan),
          countStatement(fresh, plan),
          exportStatement(fresh, plan, rowShape(thing, scope.registry)),
        ])
          if (operator !== 'FIND_IN_SET') expect(sql).not.toMatch(/canary|471/)
      }
    }
  })

  it('T03: any tree of values is answered or refused, never a failure of the database', async () => {
    const leaf = fc.oneof(fc.string({ maxLength: 6 }), fc.constantFrom(...corpus))
    const names = thing.fields
      .filter((field) => !field.private)
      .map((field) => field.name)
      .concat('maker.name', 'maker.id')
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...names),
        fc.constantFrom(...operators),
        fc.oneof(leaf, fc.array(leaf, { maxLength: 5 })),
        fc.constantFrom(undefined, 'datetime'),
        async (field, operator, val, render) => {
          const said = await attempt({ ...plain, search: [{ field, operator, val, ...(render && { render }) }] })
          expect(said === 'answered' || said.startsWith(`bad_query {"errors":{"${field}":`)).toBe(true)
        },
      ),
      { numRuns: sampleCount(3000) },
    )
  })

  it('T03: more than 200 values are refused, also as one text; 200 are taken, in a list of JSON as well', async () => {
    const many = (count: number) => Array.from({ length: count }, (_one, at) => `${at}`).join(',')
    for (const field of ['count', 'name', 'tags', 'status']) {
      expect(await attempt({ ...plain, search: [{ field, operator: 'IN', val: many(200) }] })).toBe('answered')
      expect(await attempt({ ...plain, search: [{ field, operator: 'NOT IN', val: many(201) }] })).toContain(
        'bad_query',
      )
    }
  })

  it('T03: nested brackets are refused before they are a value', () => {
    for (const raw of [
      'search[0][field]=name&search[0][operator]=IN&search[0][val][a][b]=1',
      'search[0][field]=name&search[0][operator]=eq&search[0][val][0][0]=1',
      'search[0][field][x]=name&search[0][operator]=eq&search[0][val]=1',
      'initKey=id&initValue[a][b]=1',
      'initKey[x]=id&initValue=1',
      'order[x]=name',
      'page[x]=1',
    ]) {
      expect(() => query(raw), raw).toThrow()
    }
  })

  it.each([
    'limit=1e9',
    'limit=-1',
    'limit=0x10',
    'limit=1,5',
    'limit[]=5',
    'limit=0',
    'limit=101',
    'page=0',
    'page=-1',
    'page=10001',
    `initValue[]=${Array(201).fill('1').join('&initValue[]=')}`,
  ])('T06: refuses %.30s', (raw) => {
    expect(() => query(raw)).toThrow()
  })

  it('T06: accepts what is just inside the limits', async () => {
    await index(scope, thing, `page=10000&limit=100`)
    await index(scope, thing, `initValue[]=${Array(200).fill('1').join('&initValue[]=')}`)
  })

  it('T05, T08: each text of the corpus is stored unchanged and found by equality, part and quick search', async () => {
    for (const [at, text] of corpus.entries()) {
      const name = trimText(`n${at} ${text}`)
      const { id } = await create(scope, thing, { name, note: text })
      const found = async (wanted: Partial<ListQuery>) =>
        (
          JSON.parse(JSON.stringify(await list(scope, thing, { ...plain, limit: 100, ...wanted }))) as {
            list: { id: number; name: string; note: string }[]
          }
        ).list
      const [row] = await found({ search: [{ field: 'name', operator: 'eq', val: name }] })
      expect(row).toMatchObject({ id, name, note: text })
      expect(
        (await found({ search: [{ field: 'note', operator: 'LIKE', val: text }] })).map((one) => one.id),
      ).toContain(id)
      expect(
        (await found({ search: [{ field: 'note', operator: 'IN', val: [text] }] })).map((one) => one.id),
      ).toContain(id)
      expect((await found({ quickSearch: name })).map((one) => one.id)).toEqual([id])
    }
  })

  it('T08: what one database could not store is refused at the edge', () => {
    for (const raw of [
      'quickSearch=%00',
      'quickSearch=%ED%A0%80',
      'quickSearch=%C0%80',
      'quickSearch=%',
      'search[0][field]=name&search[0][operator]=eq&search[0][val]=a%00b',
    ]) {
      const tree = parseQueryString(raw)
      expect(isQueryError(tree) || isQueryError(readListQuery(tree as QueryTree)), raw).toBe(true)
    }
  })

  it('T11: a hidden field changes neither rows nor totals', async () => {
    const before = await index(scope, thing, 'limit=100')
    await database.write((trx) => trx.updateTable('t_thing').set({ secret: 'canary' }).execute())
    const after = await index(scope, thing, 'limit=100')
    expect(after).toEqual(before)
    expect((await index(scope, thing, 'quickSearch=canary')).total).toBe(0)
  })
})
