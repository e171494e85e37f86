/** Transactions of SQLite that share a commit. */
import { mkdtempSync, rmSync, stat } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { sql, type Kysely } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openWriter } from '../../../runtime/server/db/sqlite/connection.ts'
import { kyselyOn } from '../../../runtime/server/db/sqlite/driver.ts'
import type { Tables, Transaction } from '../../../runtime/server/db/tables.ts'

let folder: string
let connection: Sqlite.Database
let other: Sqlite.Database
let database: Kysely<Tables>
let commits: number

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tablewright-'))
  const file = join(folder, 'group.sqlite')
  connection = openWriter(file)
  connection.exec(
    'create table parent (id integer primary key); create table item (name text unique, parent integer ' +
      'references parent (id) deferrable initially deferred)',
  )
  other = new Sqlite(file, { readonly: true })
  database = kyselyOn(connection)
  commits = 0
  const prepare = connection.prepare.bind(connection)
  // The one statement that waits for the disk, counted where it is prepared.
  connection.prepare = ((text: string) => {
    const statement = prepare(text)
    if (text !== 'commit') return statement
    const run = statement.run.bind(statement)
    statement.run = () => {
      commits++
      return run()
    }
    return statement
  }) as typeof connection.prepare
})
afterEach(() => {
  other.close()
  connection.close()
  rmSync(folder, { recursive: true })
})

const add =
  (name: string, parent: number | null = null) =>
  async (trx: Transaction) =>
    void (await trx.insertInto('item').values({ name, parent }).execute())
const write = (work: (trx: Transaction) => Promise<void>) => database.transaction().execute(work)
const stored = () => other.prepare('select name from item order by rowid').pluck().all()
const told = (work: Promise<unknown>) =>
  work.then(
    () => 'stored',
    (error: Error) => error.message,
  )

describe('transactions that wait for each other', () => {
  it('share a commit, and each is answered when it is on the disk', async () => {
    const seen = await Promise.all(
      Array.from({ length: 20 }, async (_one, at) => {
        await write(add(`n${at}`))
        return stored().length
      }),
    )
    expect(seen.every((count, at) => count > at)).toBe(true)
    expect(commits).toBeLessThan(10)
  })

  it('share it, too, when the second arrives from outside while the first works', async () => {
    const arrived = new Promise<void>((resolve) => stat(folder, () => resolve()))
    const both = arrived.then(async () => {
      const second = new Promise<void>((resolve, reject) =>
        stat(folder, () => void write(add('second')).then(resolve, reject)),
      )
      const first = write(async (trx) => {
        await add('first')(trx)
        // The answer of the system is there, and nobody has looked for it yet.
        const until = performance.now() + 20
        while (performance.now() < until);
      })
      await Promise.all([first, second])
    })
    await both
    expect([stored(), commits]).toEqual([['first', 'second'], 1])
  })

  it('see what those before them did', async () => {
    const counts: number[] = []
    await Promise.all(
      Array.from({ length: 5 }, (_one, at) =>
        write(async (trx) => {
          await add(`n${at}`)(trx)
          counts.push(Number((await sql<{ n: number }>`select count(*) as n from item`.execute(trx)).rows[0]!.n))
        }),
      ),
    )
    expect(counts).toEqual([1, 2, 3, 4, 5])
  })

  it.each([0, 3, 7])('lose nothing when number %i is taken back', async (at) => {
    const works = Array.from({ length: 8 }, (_one, place) =>
      told(
        write(async (trx) => {
          await add(`n${place}`)(trx)
          if (place === at) throw new Error('changed my mind')
        }),
      ),
    )
    expect(await Promise.all(works)).toEqual(
      Array.from({ length: 8 }, (_one, place) => (place === at ? 'changed my mind' : 'stored')),
    )
    expect(stored()).toEqual(
      Array.from({ length: 8 }, (_one, place) => `n${place}`).filter((name) => name !== `n${at}`),
    )
  })

  it('lose nothing when all after the first are refused', async () => {
    const answers = await Promise.all(Array.from({ length: 4 }, () => told(write(add('once')))))
    expect(answers).toEqual(['stored', ...Array.from({ length: 3 }, () => 'UNIQUE constraint failed: item.name')])
    expect(stored()).toEqual(['once'])
  })

  it('all reject when the commit fails and store nothing; later ones run', async () => {
    const answers = await Promise.all([told(write(add('a'))), told(write(add('orphan', 404))), told(write(add('b')))])
    expect(answers).toEqual(Array.from({ length: 3 }, () => 'FOREIGN KEY constraint failed'))
    expect(stored()).toEqual([])
    await write(add('after'))
    expect(stored()).toEqual(['after'])
  })

  it('all reject when SQLite itself has rolled back', async () => {
    const works = [
      told(write(add('a'))),
      told(
        write(async (trx) => {
          await add('b')(trx)
          await sql`insert or rollback into item (name) values ('b')`.execute(trx)
        }),
      ),
      told(write(add('c'))),
    ]
    expect(await Promise.all(works)).toEqual([
      'UNIQUE constraint failed: item.name',
      'UNIQUE constraint failed: item.name',
      'stored',
    ])
    expect(stored()).toEqual(['c'])
  })

  it('are stored before the connection is closed', async () => {
    const works = Array.from({ length: 3 }, (_one, at) => told(write(add(`n${at}`))))
    await new Promise((resolve) => setImmediate(resolve))
    await database.destroy()
    expect(await Promise.all(works)).toEqual(['stored', 'stored', 'stored'])
    expect(stored()).toHaveLength(3)
  })

  it('do not make the first wait for ever', async () => {
    let first = Infinity
    const slow = Array.from({ length: 30 }, (_one, at) =>
      write(async (trx) => {
        await add(`n${at}`)(trx)
        await new Promise((resolve) => setTimeout(resolve, 10))
      }).then(() => {
        first = Math.min(first, commits)
      }),
    )
    await Promise.all(slow)
    expect(first).toBe(1)
    expect(commits).toBeGreaterThan(3)
  })
})

it('a single transaction commits without waiting', async () => {
  await write(add('one'))
  await write(add('two'))
  expect([stored(), commits]).toEqual([['one', 'two'], 2])
})

describe('pauses before a commit', () => {
  it('leave everybody else their turn, however often a transaction comes again', async () => {
    let [others, isOver] = [0, false]
    const other = (): void => {
      if (isOver) return
      others += 1
      setImmediate(other)
    }
    setImmediate(other)
    for (let count = 0; count < 6; count++) await write(add(`again${count}`))
    isOver = true
    expect(others).toBeGreaterThanOrEqual(6)
  })

  it('let transactions that begin in the next turn share the commit', async () => {
    commits = 0
    for (let at = 0; at < 40; at++) {
      const second = new Promise<void>((resolve, reject) =>
        setImmediate(() => void write(add(`second${at}`)).then(resolve, reject)),
      )
      await Promise.all([write(add(`first${at}`)), second])
    }
    expect(commits).toBe(40)
    expect(stored()).toHaveLength(80)
  })
})
