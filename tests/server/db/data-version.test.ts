/** What was read is stored until something is committed, by whichever process. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { applyPlan, CommitCache, type Database } from '../../../runtime/server/db/index.ts'
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

describe.each(engines)('the version of tables on $name', (engine) => {
  const other = tableModel('version/other', { fields: [body] })
  let place: Place
  let database: Database
  let otherProcess: Database
  let versionOf: () => string | null
  beforeAll(async () => {
    place = await engine.place()
    database = await openAt(place)
    versionOf = database.watchTables([note.table])
    expect(versionOf()).toBeNull()
    await applyPlan(database, [note, other])
    otherProcess = await openAt(place)
  })
  afterAll(async () => {
    await database.close()
    await otherProcess.close()
    await place.remove()
  })
  const add = (writer: Database, table: string, text = 'a') =>
    writer.write((trx) => trx.insertInto(table).values({ body: text, version: 1 }).execute())
  const isSameAfter = async (work: () => Promise<unknown>): Promise<boolean> => {
    const before = versionOf()
    await work()
    expect(before === null).toBe(engine.name !== 'sqlite')
    return versionOf() === before
  }

  it.runIf(engine.name !== 'sqlite')('is unknown', async () => {
    expect(await isSameAfter(() => add(database, other.table))).toBe(true)
  })

  it.runIf(engine.name === 'sqlite')('stays the same while only other tables are changed here', async () => {
    expect(await isSameAfter(() => add(database, other.table))).toBe(true)
    expect(await isSameAfter(() => database.query.selectFrom(note.table).selectAll().execute())).toBe(true)
    const names = ['first', 'second', 'third']
    expect(await isSameAfter(() => Promise.all(names.map((name) => add(database, other.table, name))))).toBe(true)
  })

  it.runIf(engine.name === 'sqlite')('changes with the commit of a change, not before it', async () => {
    expect(await isSameAfter(() => add(database, note.table))).toBe(false)
    const before = versionOf()
    await database.write(async (trx) => {
      await trx.updateTable(note.table).set({ body: 'b' }).execute()
      // What a transaction reads is of no commit.
      expect(versionOf()).toBeNull()
    })
    const after = versionOf()
    expect(after).not.toBe(before)
    await add(database, note.table)
    // Nobody asked since, and the next transaction is open already.
    await database.write(async (trx) => {
      await trx.updateTable(other.table).set({ body: 'b' }).execute()
      expect(versionOf()).not.toBe(after)
    })
    await Promise.all([add(database, other.table), add(database, note.table), add(database, other.table)])
    expect(versionOf()).not.toBe(after)
    expect(await isSameAfter(() => database.write((trx) => trx.deleteFrom(note.table).execute()))).toBe(false)
    expect(
      await isSameAfter(() => database.runAlone(`insert into "${note.table}" (body, version) values ('c', 1)`)),
    ).toBe(false)
  })

  it.runIf(engine.name === 'sqlite')('changes with what others commit, and with what triggers change', async () => {
    expect(await isSameAfter(() => add(otherProcess, note.table))).toBe(false)
    await database.runAlone(
      `create trigger copies after insert on "${other.table}" ` +
        `begin update "${note.table}" set body = new.body; end`,
    )
    expect(versionOf()).not.toBeNull()
    expect(await isSameAfter(() => add(database, other.table))).toBe(false)
  })

  it.runIf(engine.name === 'sqlite')(
    'changes when the table is made anew, and with the changes after that',
    async () => {
      expect(
        await isSameAfter(async () => {
          await database.runAlone(`drop table "${note.table}"`)
          expect(versionOf()).toBeNull()
          await applyPlan(database, [note, other])
        }),
      ).toBe(false)
      expect(await isSameAfter(() => add(database, note.table))).toBe(false)
      const second = database.watchTables([other.table])
      expect(await isSameAfter(() => add(database, other.table))).toBe(false)
      expect(second()).toBe(versionOf())
    },
  )
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
