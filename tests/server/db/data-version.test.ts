/** What was read is stored until something is committed, by whichever process. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { applyPlan, type Database } from '../../../runtime/server/db/index.ts'
import { AnswerCache } from '../../../runtime/server/db/answer-cache.ts'
import { CommitCache } from '../../../runtime/server/db/commit-cache.ts'
import { nowSeconds } from '../../../runtime/server/core/clock.ts'
import { engines, openAt, type Place } from '../../support/databases.ts'
import { field, tableModel } from '../../support/models.ts'

const body = field('body', 'text')
const note = tableModel('version/note', { fields: [body] })
const shape = { columns: [{ name: 'body', field: body }], relations: [] }

describe.each(engines)('pages on $name', (engine) => {
  let place: Place
  let database: Database
  let otherProcess: Database
  beforeAll(async () => {
    place = await engine.place()
    database = await openAt(place)
    await applyPlan(database, [note])
    otherProcess = await openAt(place)
  })
  afterAll(async () => {
    await database.close()
    await otherProcess.close()
    await place.remove()
  })

  const add = (writer: Database, text: string) =>
    writer.write((trx) => trx.insertInto(note.table).values({ body: text, version: 1 }).execute())
  const readPage = async () => {
    const { query } = database
    const rows = query.selectFrom(note.table).select('body').orderBy('id').compile()
    const count = query.selectFrom(note.table).select(({ fn }) => fn.countAll().as('n'))
    const answer = await database.page({ rows, count: count.compile(), shape, weight: 'light' })
    return [(JSON.parse(answer.list) as { body: string }[]).map((row) => row.body).join(), answer.count]
  }

  it('T15: have a version that changes with every commit, here or in another process', async () => {
    // Other databases of a server have commits, too: between two of them the version stays.
    const stable = async (): Promise<string> => {
      for (let last = await database.commitVersion(); ;) {
        const next = await database.commitVersion()
        if (next !== null && next === last) return next
        last = next
      }
    }
    const versions = [await stable()]
    for (const writer of [database, otherProcess, otherProcess]) {
      await add(writer, 'x')
      versions.push(await stable())
    }
    expect(new Set(versions).size).toBe(4)
    await database.write(async (trx) => {
      await trx.deleteFrom(note.table).execute()
      expect(await database.commitVersion()).toBeNull()
    })
    const shared = await Promise.all(Array.from({ length: 5 }, () => database.commitVersion()))
    expect(shared.every((version) => version !== null && !versions.includes(version))).toBe(true)
  })

  it('T15: are made once for all who ask, until a commit or their end', async () => {
    let count = 0
    const cache = new AnswerCache<string>(database, { max: 10 })
    const settings = {}
    const read = (parts: string, own: object = settings, end?: number) =>
      cache.of({ settings: own, parts }, async () => {
        count += 1
        const rows = await database.query.selectFrom(note.table).select('body').orderBy('id').execute()
        return { value: rows.map((row) => row['body']).join(), end }
      })
    expect(await Promise.all([read('a'), read('a'), read('a')])).toEqual(['', '', ''])
    if (database.version() !== null) expect(count).toBe(1)
    await add(otherProcess, 'n')
    expect(await read('a')).toBe('n')
    await database.write((trx) => trx.deleteFrom(note.table).execute())
    expect(await read('a')).toBe('')
    const before = count
    await read('a', {})
    await read('b')
    for (let time = 0; time < 3; time++) await read('over', settings, nowSeconds())
    expect(count).toBeGreaterThanOrEqual(before + 5)
  })

  it('show what was committed last, here or in another process', async () => {
    expect(await readPage()).toEqual(['', 0])
    await add(database, 'a')
    expect(await readPage()).toEqual(['a', 1])
    await add(otherProcess, 'b')
    expect(await readPage()).toEqual(['a,b', 2])
    expect(await readPage()).toEqual(['a,b', 2])
    await add(otherProcess, 'c')
    await add(database, 'd')
    expect(await readPage()).toEqual(['a,b,c,d', 4])
  })
})

describe('a cache until the next commit', () => {
  let version: string | null = '1'
  let reads = 0
  const cache = new CommitCache<{ read: number }>(() => version, { max: 2 })
  const read = async (key: string, meanwhile = () => {}) =>
    (
      await cache.of(key, async () => {
        meanwhile()
        return { read: ++reads }
      })
    ).read

  it('reads again after a commit only', async () => {
    expect([await read('a'), await read('a'), await read('b')]).toEqual([1, 1, 2])
    version = '2'
    expect([await read('a'), await read('a')]).toEqual([3, 3])
  })

  it('stores nothing that was read while something was committed', async () => {
    expect(await read('c', () => (version = '3'))).toBe(4)
    expect(await read('c')).toBe(5)
  })

  it('stores nothing either where others have noticed the commit first', async () => {
    let noticed: Promise<number> | null = null
    const slow = cache.of('slow', async () => {
      version = '3b'
      noticed = read('h')
      await noticed
      return { read: -1 }
    })
    expect([(await slow).read, await noticed, await read('h')]).toEqual([-1, 6, 6])
    expect(await read('slow')).toBe(7)
  })

  it('stores nothing where the database does not tell', async () => {
    version = null
    expect([await read('d'), await read('d')]).toEqual([8, 9])
    version = '3'
    expect(await read('d')).toBe(10)
  })

  it('drops the value that was not used for longest', async () => {
    version = '4'
    expect([await read('e'), await read('f'), await read('e'), await read('g')]).toEqual([11, 12, 11, 13])
    expect([await read('e'), await read('f')]).toEqual([11, 14])
  })
})
