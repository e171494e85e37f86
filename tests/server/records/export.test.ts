import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import Papa from 'papaparse'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { create } from '../../../runtime/server/records/create.ts'
import { csvLine, safeCell } from '../../../runtime/server/core/models/csv.ts'
import { LineBuffer } from '../../../runtime/server/core/models/line-buffer.ts'
import { exportCsv } from '../../../runtime/server/records/export.ts'
import type { Database } from '../../../runtime/server/db/index.ts'
import { defaultLimits } from '../../../runtime/server/db/limits/read-limits.ts'
import type { Scope } from '../../../runtime/server/operation/scope.ts'
import { engines, type TestDatabase } from '../../support/databases.ts'
import { maker, query, refusal, scopeOn, thing } from './scope.ts'

const dangerous = [
  '=1+1',
  '+1',
  '-1',
  '@SUM(A1)',
  '\tx',
  '\rx',
  '\nx',
  '＝1+1',
  '＋1',
  '－1',
  '＠x',
  '=HYPERLINK("http://x","y")',
  "-2+3+cmd|' /C calc'!A0",
]

describe('a cell', () => {
  it.each(dangerous)('T59: %j is shown, not computed', (text) => {
    expect(safeCell(text, false)).toBe(`'${text}`)
  })
  it.each(['-3.05', '0.00', '-12', '12.5000'])('%j of a number field stays a number', (text) => {
    expect(safeCell(text, true)).toBe(text)
  })
  it.each(["'=1", 'a=1', '1-1', '"=1"', ' x'])('%j stays as it is', (text) => {
    expect(safeCell(text, false)).toBe(text)
  })
  it('reads back from a line as it was', () => {
    const cells = ['a,b', 'say "hi"', 'two\r\nlines', ' blank ', '', '螺丝', 'plain']
    expect(Papa.parse<string[]>(csvLine(cells).trimEnd()).data).toEqual([cells])
  })
})

describe('lines of a batch', () => {
  const lines = ['a,b\r\n', '螺丝,😀\r\n', `${'长'.repeat(40)}\r\n`, '\r\n']
  it('are bytes that the next batch leaves alone', () => {
    const buffer = new LineBuffer(8)
    for (const line of lines) buffer.append(line)
    const first = buffer.take()
    for (const line of lines.toReversed()) buffer.append(line)
    expect([String(first), String(buffer.take()), String(buffer.take())]).toEqual([
      lines.join(''),
      lines.toReversed().join(''),
      '',
    ])
  })
  it('are a text of that batch only', () => {
    const buffer = new LineBuffer(8)
    const texts = lines.map((line) => {
      buffer.append(line)
      return buffer.takeText()
    })
    expect(texts).toEqual(lines)
  })
})

describe.each(engines)('an export on $name', (engine) => {
  let database: TestDatabase
  let scope: Scope
  const text = async (raw: string, more: Partial<Scope> = {}): Promise<string> => {
    let all = ''
    for await (const piece of await exportCsv({ ...scope, ...more }, thing, query(raw))) all += piece
    return all
  }
  const table = async (raw: string) =>
    Papa.parse<Record<string, string>>((await text(raw)).slice(1), { header: true, skipEmptyLines: true }).data
  beforeAll(async () => {
    database = await engine.open([maker, thing])
    scope = scopeOn(database, [maker, thing])
    await create(scope, maker, { name: '=Acme', secret: 'canary' })
    for (const [at, name] of dangerous.entries())
      await create(scope, thing, {
        name,
        code: `c${at}`,
        price: '-3.05',
        count: -5,
        seen: 1732000000,
        status: 20,
        maker_id: 1,
        tags: ['=x', 'y'],
        secret: 'canary',
      })
  })
  afterAll(() => database?.dispose())

  it('holds every visible field in the words of the caller', async () => {
    const [first, ...others] = await table('order=id,asc')
    expect(first).toMatchObject({
      id: '1',
      name: "'=1+1",
      price: '-3.05',
      count: '-5',
      seen: '2024-11-19 15:06:40',
      status: 'option off',
      maker_id: "'=Acme",
      tags: "'=x,y",
      note: '',
    })
    expect(others).toHaveLength(dangerous.length - 1)
    const all = await text('', { language: 'zh-cn' })
    expect(all).toContain('选项off')
    expect(all.startsWith('\ufeff')).toBe(true)
    expect(all).not.toContain('canary')
  })

  it('follows filter and order of the list, not its page', async () => {
    const rows = await table('limit=1&order=id,desc&search[0][field]=code&search[0][operator]=IN&search[0][val]=c1,c3')
    expect(rows.map((row) => row['code'])).toEqual(['c3', 'c1'])
    await expect(exportCsv(scope, thing, query('order=secret,asc'))).rejects.toThrow('bad_query')
  })

  it('continues in portions', async () => {
    await database.write(async (trx) => {
      for (let part = 0; part < 13; part++)
        await trx
          .insertInto('t_thing')
          .values(Array.from({ length: 100 }, (_, at) => ({ name: `bulk ${part * 100 + at}` })))
          .execute()
    })
    const rows = await table('quickSearch=bulk&order=id,asc')
    expect(rows.map((row) => row['name'])).toEqual(Array.from({ length: 1300 }, (_, at) => `bulk ${at}`))
    let pieces = 0
    for await (const _piece of await exportCsv(scope, thing, query('quickSearch=bulk'))) pieces++
    // The line with the labels, six batches of 200 rows, and one of the rest.
    expect(pieces).toBe(8)
  })

  it('ends with the error of a cell that cannot be written, and the next one begins', async () => {
    const rows = database.query.selectFrom('t_thing').select('name').compile()
    const field = { ...thing.fields[0]!, kind: 'none' as 'text' }
    const csv = { columns: [{ name: 'name', field, hasFewValues: false }], language: 'en', timeZone: 'UTC' } as const
    const pieces = database.exportRows({ rows, csv, limits: defaultLimits })
    await expect(pieces.next()).rejects.toThrow()
    expect((await text('quickSearch=bulk')).split('\r\n')).toHaveLength(1302)
  })

  it('shows all rows as they were when it began, whatever is written while the client receives them', async () => {
    const pieces = await exportCsv(scope, thing, query('quickSearch=bulk&order=id,asc'))
    let all = String((await pieces.next()).value)
    await database.write(async (trx) => {
      await trx.updateTable('t_thing').set({ name: 'bulk changed' }).where('name', '=', 'bulk 1299').execute()
      await trx.deleteFrom('t_thing').where('name', '=', 'bulk 1298').execute()
      await trx.insertInto('t_thing').values({ name: 'bulk 1300' }).execute()
    })
    for await (const piece of pieces) all += piece
    expect(all).toMatch(/bulk 1298.*\r\n.*bulk 1299.*\r\n$/)
    expect(await text('quickSearch=bulk&order=id,asc')).toMatch(/bulk 1297.*\r\n.*bulk changed.*\r\n.*bulk 1300.*\r\n$/)
  })

  it.runIf(engine.name === 'sqlite')('takes the worker of the one before, unless that was cancelled', async () => {
    const read = () => text('quickSearch=bulk&order=id,asc')
    // Numbers of threads are given one after the other.
    const nextThread = async (): Promise<number> => {
      const thread = new Worker('', { eval: true })
      const { threadId } = thread
      await once(thread, 'exit')
      return threadId
    }
    await read()
    const before = await nextThread()
    for (let time = 0; time < 3; time++) await read()
    expect((await nextThread()) - before).toBe(1)
    const controller = new AbortController()
    const pieces = await exportCsv({ ...scope, signal: controller.signal }, thing, query('quickSearch=bulk'))
    await pieces.next()
    await pieces.next()
    controller.abort()
    await expect(pieces.next()).rejects.toThrow()
    await read()
    expect((await nextThread()) - before).toBe(3)
  })

  it('reads no further than the client receives, and ends when the client leaves', async () => {
    const batches: number[] = []
    const watched: Database = {
      ...database,
      adapter: database.adapter,
      query: database.query,
      exportRows: async function* (request) {
        for await (const lines of database.exportRows(request)) {
          batches.push(lines.length)
          yield lines
        }
      },
    }
    const controller = new AbortController()
    const more = { database: watched, signal: controller.signal }
    const pieces = await exportCsv({ ...scope, ...more }, thing, query('quickSearch=bulk'))
    await pieces.next()
    await pieces.next()
    expect(batches).toHaveLength(1)
    controller.abort()
    const error = await pieces.next().then(
      () => null,
      (caught: unknown) => database.adapter.problemOf(caught),
    )
    expect(error).toEqual({ kind: 'cancelled' })
  })

  it('is one at a time for each account, and at most four for all', async () => {
    const start = (id: number, deadlineMs = 50) =>
      exportCsv(
        { ...scope, actor: { ...scope.actor!, id }, settings: { ...scope.settings, query: { ...limits, deadlineMs } } },
        thing,
        query('quickSearch=bulk'),
      )
    const limits = scope.settings.query
    const open = [await start(1, 5000), await start(2, 5000), await start(3, 5000), await start(4, 5000)]
    expect((await refusal(start(1))).messageIn('en')).toMatch(/^Another long search of your account/)
    await expect(start(5)).rejects.toMatchObject({ code: 'busy' })
    const waiting = start(1, 5000)
    for (const pieces of open) await pieces.return?.()
    await (await waiting).return?.()
    expect((await text('quickSearch=bulk')).split('\r\n')).toHaveLength(1302)
  })
})
