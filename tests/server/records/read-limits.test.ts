/** T81 Every way to read many records has a deadline, ends with its client, and stays within the budget. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type {
  Database,
  ExportRequest,
  PageRequest,
  ReadLimits,
  Statement,
  Weight,
} from '../../../runtime/server/db/index.ts'
import { SearchIndexes } from '../../../runtime/server/db/search.ts'
import { StoreError } from '../../../runtime/server/db/store-error.ts'
import { exportCsv } from '../../../runtime/server/records/export.ts'
import type { Scope } from '../../../runtime/server/operation/scope.ts'
import { engines, type TestDatabase } from '../../support/databases.ts'
import { field, reference, tableModel } from '../../support/models.ts'
import { index, maker, query, refusal, scopeOn, thing } from './scope.ts'

const search = (...filters: readonly (readonly [field: string, operator: string, value: string])[]): string =>
  filters
    .map(([field, operator, val], at) =>
      Object.entries({ field, operator, val })
        .map(([key, value]) => `search[${at}][${key}]=${encodeURIComponent(value)}`)
        .join('&'),
    )
    .join('&')

const branchFacts = {
  search: ['name'],
  sort: 'weigh',
  list: { columns: ['name'], sort: { field: 'id', direction: 'asc' as const } },
}
const nameField = field('name', 'text', { required: true, maxLength: 200 })
const parent = reference('parent_id', tableModel('t/branch', { ...branchFacts, fields: [nameField] }))
const branch = tableModel('t/branch', {
  ...branchFacts,
  tree: { parent: 'parent_id', depth: null },
  fields: [nameField, parent],
})

describe.each(engines)('T81 reading many records on $name', (engine) => {
  let database: TestDatabase
  let scope: Scope
  beforeAll(async () => {
    database = await engine.open([maker, thing, branch])
    scope = scopeOn(database, [maker, thing, branch])
    await database.write(async (trx) => {
      for (let at = 1; at <= 40; at += 1)
        await trx
          .insertInto('t_thing')
          .values({ name: `n${at}`, code: `c${at}`, count: at, status: 10, weigh: at, createtime: 1, version: 1 })
          .execute()
    })
  })
  afterAll(() => database.dispose())

  const paths: readonly (readonly [path: string, read: (own: Scope) => Promise<unknown>])[] = [
    ['a plain list', (own) => index(own, thing, '')],
    ['a list with an indexed filter', (own) => index(own, thing, search(['code', 'eq', 'c1']))],
    ['a search', (own) => index(own, thing, search(['note', 'NOT LIKE', 'x']))],
    ['a quick search', (own) => index(own, thing, 'quickSearch=n')],
    ['a sort by a field without an index', (own) => index(own, thing, 'order=count,desc')],
    ['an exact count', (own) => index(own, thing, `exact=1&${search(['status', 'eq', '10'])}`)],
    ['a deep page', (own) => index(own, thing, 'page=500&limit=10')],
    ['a choice', (own) => index(own, thing, 'select=1&quickSearch=n')],
    ['chosen values', (own) => index(own, thing, 'initKey=name&initValue[]=n1&initValue[]=n2')],
    ['a tree', (own) => index(own, branch, 'quickSearch=n')],
    ['the choices of a tree', (own) => index(own, branch, 'select=1&quickSearch=n')],
    [
      'an export',
      async (own) => {
        for await (const piece of await exportCsv(own, thing, query('quickSearch=n')))
          expect(piece.length).toBeGreaterThan(0)
      },
    ],
  ]

  it.each(paths)('%s is read with the deadline, the account and the client of its request', async (_path, read) => {
    const { signal } = new AbortController()
    const { reads, watched } = watch(database)
    await read({ ...scope, database: watched, signal })
    expect(reads.length).toBeGreaterThan(0)
    for (const { limits } of reads) expect(limits).toMatchObject({ signal, deadlineMs: 5000 })
    expect(reads[0]?.limits?.account).toBe(7)
  })

  it.each(paths.slice(1))('%s can be ended while its statement runs', async (_path, read) => {
    const { reads, watched } = watch(database)
    await read({ ...scope, database: watched })
    const text = reads[0]?.texts.join('\n') ?? ''
    if (engine.name === 'sqlite') expect(text).toContain('tablewright_may_continue()')
    else expect(text).not.toContain('may_continue')
  })

  it.each(paths)('%s that is ended or has to wait is refused with what to do', async (_path, read) => {
    const failing = (code: 'deadline' | 'occupied'): Scope => {
      const fail = () => Promise.reject(new StoreError(code, code))
      const { adapter, query: point } = database
      const failingExport = async function* (): AsyncGenerator<Buffer, void> {
        yield await fail()
      }
      return {
        ...scope,
        database: { ...database, adapter, query: point, page: fail, rows: fail, exportRows: failingExport },
      }
    }
    const late = await refusal(read(failing('deadline')))
    expect(late.code).toBe('bad_query')
    expect(late.messageIn('en')).toMatch(
      new RegExp(
        '^This search took longer than 5 seconds and was stopped. Use fewer text filters, sort by an indexed field, ' +
          'or narrow it by one: (code, maker_id|parent_id)\\.$',
      ),
    )
    expect((await refusal(read(failing('occupied')))).messageIn('en')).toMatch(/^Another long search of your account/)
  })

  const budget = (maxComparisons: number): Scope => ({
    ...scope,
    settings: { ...scope.settings, query: { ...scope.settings.query, maxComparisons } },
  })
  const texts = search(['note', 'NOT LIKE', 'x'], ['name', 'NOT LIKE', 'y'])

  it('refuses more comparisons than the budget allows before any is made', async () => {
    const own = budget(100)
    const { reads, watched } = watch(database)
    const refused = await refusal(index({ ...own, database: watched }, thing, texts))
    expect(reads.map(({ texts: all }) => all.some((text) => text.includes('like')))).toEqual([false])
    expect([refused.code, refused.messageIn('en')]).toEqual([
      'bad_query',
      'This search is too large: it compares 4 values in each of more than 25 records. Use fewer filters, or narrow ' +
        'it by an indexed field first: code, maker_id.',
    ])
    expect((await refusal(exportCsv(own, thing, query(texts)))).code).toBe('bad_query')
    const search = new SearchIndexes(() => Promise.resolve([]))
    const unsearched = { ...watch(database).watched, search }
    const compared = { ...budget(79), database: unsearched }
    expect((await refusal(index(compared, thing, 'quickSearch=n'))).code).toBe('bad_query')
  })

  it('refuses to sort many records by a field without an index, and names those that have one', async () => {
    const refused = await refusal(index(budget(799), thing, 'order=count,asc'))
    expect([refused.code, refused.messageIn('en')]).toEqual([
      'bad_query',
      'The list cannot be sorted by “count”: no index has that order, and more than 39 records would have to be ' +
        'sorted. Sort by another field (code), or narrow the list by an indexed field first: code, maker_id.',
    ])
    expect((await refusal(exportCsv(budget(799), thing, query('order=count,asc')))).code).toBe('bad_query')
    expect((await refusal(index(budget(799), thing, 'order=maker.name,asc'))).messageIn('en')).toMatch(
      /^The list cannot be sorted by “maker_id”: /,
    )
    expect((await index(budget(800), thing, 'order=count,asc')).total).toBe(40)
    for (const alternative of ['code', 'id'])
      expect((await index(budget(1), thing, `order=${alternative},asc`)).total, alternative).toBe(40)
    const narrowed = `order=count,asc&${search(['code', 'RANGE', 'c1,c2']).replaceAll('[0]', '[2]')}`
    expect((await index(budget(300), thing, narrowed)).total).toBe(12)
  })

  it('counts what an index leaves: a filter on an indexed field narrows the search', async () => {
    const narrowed = `${texts}&${search(['code', 'RANGE', 'c1,c2']).replaceAll('[0]', '[2]')}`
    expect((await index(budget(100), thing, narrowed)).total).toBe(12)
    expect((await index(budget(160), thing, texts)).total).toBe(40)
    expect((await index(budget(1), thing, 'order=id,asc')).total).toBe(40)
  })
})

it('T81 only run.ts and the store itself read pages and rows', () => {
  const places = ['runtime/server', 'runtime/modules'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .map((name) => join(folder, name))
      .filter((file) => /\.tsx?$/.test(file) && !file.startsWith(join('runtime/server/db'))),
  )
  const reading = places.filter((file) => /\bdatabase\s*\.(rows|page|exportRows)\(/.test(readFileSync(file, 'utf8')))
  expect(reading).toEqual([join('runtime/server/records/query/run.ts')])
})

interface WatchedRead {
  readonly texts: readonly string[]
  readonly limits: ReadLimits | undefined
}

/** The database, and what was read from it. */
function watch(database: Database): { readonly reads: readonly WatchedRead[]; readonly watched: Database } {
  const reads: WatchedRead[] = []
  const { adapter, query: point } = database
  return {
    reads,
    watched: {
      ...database,
      adapter,
      query: point,
      page: (request: PageRequest) => {
        reads.push({ texts: [request.rows.sql, request.count?.sql ?? ''], limits: request.limits })
        return database.page(request)
      },
      rows: (statement: Statement, weight: Weight, limits?: ReadLimits) => {
        reads.push({ texts: [statement.sql], limits })
        return database.rows(statement, weight, limits)
      },
      exportRows: (request: ExportRequest) => {
        reads.push({ texts: [request.rows.sql], limits: request.limits })
        return database.exportRows(request)
      },
    },
  }
}
