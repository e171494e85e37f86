import { execFile } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import Sqlite from 'better-sqlite3'
import { build } from 'rolldown'
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest'
import { sql } from 'kysely'
import { applyPlan, DatabaseError, openDatabase, prepareDatabase } from '../../../runtime/server/db/index.ts'
import { engines, openAt, type Place } from '../../support/databases.ts'
import { field, tableModel } from '../../support/models.ts'

const models = Array.from({ length: 12 }, (_one, at) => tableModel(`start/t${at}`, { fields: [field('name', 'text')] }))
const options = () => ({ readerScript: inject('reader') })
const problemOf = (work: Promise<unknown>) =>
  work.then(
    () => 'opened',
    (error: unknown) => (error instanceof DatabaseError ? error : Promise.reject(error as Error)),
  )

describe.each(engines)('starting on $name', (engine) => {
  let place: Place
  beforeEach(async () => {
    place = await engine.place()
  })
  afterEach(() => place.remove())

  it('two servers that start at once on an empty database both come up', async () => {
    const both = await Promise.all([openAt(place), openAt(place), openAt(place)])
    const prepared = await Promise.all(both.map((database) => prepareDatabase(database, models, true)))
    expect(prepared.filter((one) => one.initialised)).toHaveLength(1)
    await Promise.all(both.map((database) => database.close()))
  })

  it('refuses a foreign database and leaves it as it is', async () => {
    const other = await openAt(place)
    await other.write((trx) => sql`create table their_things (id integer)`.execute(trx))
    await other.close()
    const problem = await problemOf(openAt(place))
    expect(problem).toMatchObject({ code: 'foreign', class: 'refused' })
    expect((problem as DatabaseError).messageIn('en')).toMatch(/their_things.*was not changed/)
    expect((problem as DatabaseError).messageIn('zh-cn')).toContain('their_things')
  })

  it('refuses a database of a newer format and leaves it as it is', async () => {
    const newer = await openAt(place)
    await applyPlan(newer, models.slice(0, 1))
    await newer.write((trx) =>
      trx.updateTable('tablewright_meta').set({ value: '99' }).where('key', '=', 'format').execute(),
    )
    await newer.close()
    expect(await problemOf(openAt(place))).toMatchObject({
      code: 'newer',
      class: 'refused',
      message: expect.stringContaining('99'),
    })
  })

  it('opens a database again with all that was in it', async () => {
    const first = await openAt(place)
    await applyPlan(first, models)
    await first.write((trx) => trx.insertInto('start_t0').values({ name: 'kept' }).execute())
    await first.close()
    const second = await openAt(place)
    expect((await prepareDatabase(second, models, false)).steps).toEqual([])
    expect(await second.query.selectFrom('start_t0').select('name').execute()).toEqual([{ name: 'kept' }])
    await second.close()
  })
})

describe('a SQLite file that cannot be used', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'tablewright-test-'))
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))
  const file = (name = 'a.sqlite') => join(folder, name)

  it.each([
    ['text', 'this is a shopping list, not a database'],
    ['a short file', 'x'],
    ['a picture', '\u0089PNG\r\n\u001a\n'.padEnd(200, '\0')],
  ])('is no database (%s)', async (_what, content) => {
    writeFileSync(file(), content, 'latin1')
    expect(await problemOf(openDatabase(file(), options()))).toMatchObject({
      code: 'not_sqlite',
      class: 'environment',
      message: expect.stringContaining(file()),
    })
    expect(readFileSync(file(), 'latin1')).toBe(content)
    expect(readdirSync(folder)).toEqual(['a.sqlite'])
  })

  it('is a folder, or a path below a file', async () => {
    expect(await problemOf(openDatabase(folder, options()))).toMatchObject({ code: 'file' })
    writeFileSync(file('plain'), '')
    expect(await problemOf(openDatabase(join(file('plain'), 'sub', 'a.sqlite'), options()))).toMatchObject({
      code: 'folder',
      class: 'environment',
    })
  })

  it('belongs to another application, and stays unchanged byte for byte', async () => {
    const other = new Sqlite(file())
    other.exec('create table mine (id integer primary key); insert into mine values (1)')
    other.close()
    const before = readFileSync(file())
    expect(await problemOf(openDatabase(`sqlite:${file()}`, options()))).toMatchObject({ code: 'foreign' })
    expect(readFileSync(file()).equals(before)).toBe(true)
    expect(readdirSync(folder)).toEqual(['a.sqlite'])
  })

  it('has a damaged first page', async () => {
    const place = { url: file(), remove: async () => {} }
    const database = await openAt(place)
    await applyPlan(database, models)
    await database.close()
    const bytes = readFileSync(file())
    bytes.fill(0xa5, 100, 4000)
    writeFileSync(file(), bytes)
    expect(await problemOf(openAt(place))).toMatchObject({ code: 'damaged', class: 'environment' })
    expect(readFileSync(file()).equals(bytes)).toBe(true)
  })

  it('T88 is empty: it may have been a database, so it does not become a new one', async () => {
    writeFileSync(file(), '')
    expect(await problemOf(openDatabase(file(), options()))).toMatchObject({
      code: 'cut',
      class: 'environment',
      message: expect.stringContaining(file()),
    })
    expect(readdirSync(folder).map((name) => [name, statSync(file(name)).size])).toEqual([['a.sqlite', 0]])
  })

  it('T88: only the owner can read it, its journal and its folder, even when all could before', async () => {
    const place = { url: join(folder, 'data', 'a.sqlite'), remove: async () => {} }
    const modes = () =>
      Object.fromEntries(
        ['', 'a.sqlite', 'a.sqlite-wal', 'a.sqlite-shm'].map((name) => [
          name,
          statSync(join(folder, 'data', name)).mode & 0o777,
        ]),
      )
    const expected = { '': 0o700, 'a.sqlite': 0o600, 'a.sqlite-wal': 0o600, 'a.sqlite-shm': 0o600 }
    const database = await openAt(place)
    await applyPlan(database, models)
    expect(modes()).toEqual(expected)
    await database.close()
    expect(readdirSync(join(folder, 'data'))).toEqual(['a.sqlite'])
    chmodSync(place.url, 0o644)
    const again = await openAt(place)
    await again.write((trx) => trx.insertInto('start_t0').values({ name: 'kept' }).execute())
    expect(modes()).toEqual(expected)
    await again.close()
  })

  it('is locked by another process', async () => {
    const holder = new Sqlite(file())
    holder.exec('create table mine (id integer primary key); begin exclusive')
    try {
      expect(await problemOf(openDatabase(file(), options()))).toMatchObject({ code: 'locked', class: 'environment' })
    } finally {
      holder.close()
    }
  })

  it('is in a folder without write permission', async () => {
    chmodSync(folder, 0o555)
    expect(await problemAsNobody(file())).toBe('file environment')
    chmodSync(folder, 0o000)
    expect(await problemAsNobody(file())).toMatch(/^(file|folder) environment$/)
    chmodSync(folder, 0o755)
  })
})

/** Root may write anywhere, so a process that has given up root's rights tries. */
async function problemAsNobody(file: string): Promise<string> {
  const script = mkdtempSync(join(tmpdir(), 'tablewright-test-'))
  const at = (path: string) => JSON.stringify(join(import.meta.dirname, '../../..', path))
  try {
    writeFileSync(
      join(script, 'try.mjs'),
      `
      import Sqlite from 'better-sqlite3'
      import { openDatabase } from ${at('runtime/server/db/index.ts')}
      new Sqlite(':memory:').close()
      if (process.getuid() === 0) { process.setgid(65534); process.setuid(65534) }
      openDatabase(process.argv[2], { readerScript: 'none.mjs' }).then(() => console.log('opened'), (error) => ` +
        `console.log(error.code, error.class))`,
    )
    const alias = { 'better-sqlite3': join(import.meta.dirname, '../../../node_modules/better-sqlite3/lib/index.js') }
    const output = { file: join(script, 'run.mjs'), format: 'esm' as const, codeSplitting: false }
    await build({
      input: join(script, 'try.mjs'),
      platform: 'node',
      external: /^node:|node_modules/,
      resolve: { alias },
      output,
      logLevel: 'silent',
    })
    const { stdout } = await promisify(execFile)(process.execPath, [join(script, 'run.mjs'), file])
    return stdout.trim()
  } finally {
    rmSync(script, { recursive: true, force: true })
  }
}

describe('a PostgreSQL server that cannot be used', () => {
  const url = (change: (url: URL) => void) => {
    const changed = new URL(inject('postgres'))
    change(changed)
    return changed.href
  }

  it('does not listen', async () => {
    const problem = await problemOf(openDatabase('postgres://user:secret@127.0.0.1:1/shop', options()))
    expect(problem).toMatchObject({
      code: 'unreachable',
      class: 'environment',
      message: expect.stringContaining('127.0.0.1:1/shop'),
    })
    expect((problem as DatabaseError).message).not.toContain('secret')
  })

  it('has no such database', async () => {
    expect(
      await problemOf(
        openDatabase(
          url((one) => {
            one.pathname = '/no_such_database'
          }),
          options(),
        ),
      ),
    ).toMatchObject({ code: 'no_database' })
  })

  it('has no such account', async () => {
    expect(
      await problemOf(
        openDatabase(
          url((one) => {
            one.username = 'nobody_known'
            one.password = 'secret'
          }),
          options(),
        ),
      ),
    ).toMatchObject({ code: 'sign_in' })
  })

  it('has no schema to work in', async () => {
    expect(
      await problemOf(
        openDatabase(
          url((one) => {
            one.searchParams.set('options', '-csearch_path=no_such_schema')
          }),
          options(),
        ),
      ),
    ).toMatchObject({ code: 'no_right' })
  })
})

it.each(['mysql://root@localhost/x', '', 'https://example.com/db'])('the address %j is not understood', async (url) => {
  expect(await problemOf(openDatabase(url, options()))).toMatchObject({ code: 'bad_url', class: 'environment' })
})

it('the message of a bad address hides its password', async () => {
  const problem = await problemOf(openDatabase('mysql://root:secret@localhost/x', options()))
  expect((problem as DatabaseError).message).not.toContain('secret')
})

it('a server checkpoints the write-ahead log after 16 MB, half of the space that it keeps back', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tablewright-'))
  const file = join(folder, 'filled.sqlite')
  const database = await openDatabase(file, { ...options(), reserve: true })
  try {
    const fill = (pages: number) =>
      database.write(async (trx) => {
        await sql`create table if not exists filled (page blob)`.execute(trx)
        await sql`
          with recursive pages (n) as (select 1 union all select n + 1 from pages where n < ${pages})
          insert into filled select zeroblob(4000) from pages`.execute(trx)
      })
    const megabytes = () => [file, `${file}-wal`].map((one) => Math.round(statSync(one).size / 2 ** 20))
    await fill(3500)
    expect(megabytes()).toEqual([0, 14])
    await fill(1000)
    expect(megabytes()).toEqual([18, 18])
    expect(statSync(`${file}-reserved`).size).toBe(32 * 2 ** 20)
  } finally {
    await database.close()
    rmSync(folder, { recursive: true })
  }
})
