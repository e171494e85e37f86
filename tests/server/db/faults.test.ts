import { statSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import { sql } from 'kysely'
import { applyPlan } from '../../../runtime/server/db/index.ts'
import { engines, openAt, type TestDatabase } from '../../support/databases.ts'
import { field, tableModel } from '../../support/models.ts'

const account = tableModel('fault/account', {
  fields: [field('name', 'text', { required: true }), field('amount', 'integer')],
})

describe.each(engines)('faults on $name', (engine) => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await engine.open([account])
  })
  afterAll(() => database.dispose())
  beforeEach(() =>
    database.write(async (trx) => {
      await trx.deleteFrom('fault_account').execute()
      await trx
        .insertInto('fault_account')
        .values([
          { name: 'a', amount: 100 },
          { name: 'b', amount: 100 },
        ])
        .execute()
    }),
  )

  const move = (from: string, to: string) =>
    database.write(async (trx) => {
      await sql`update fault_account set amount = amount - 1 where name = ${from}`.execute(trx)
      await pause(5)
      await sql`update fault_account set amount = amount + 1 where name = ${to}`.execute(trx)
    })
  const amounts = async () =>
    (await database.query.selectFrom('fault_account').select(['name', 'amount']).orderBy('name').execute()).map(
      (row) => row['amount'],
    )

  it('transactions that block each other crosswise all come through', async () => {
    await Promise.all([move('a', 'b'), move('b', 'a'), move('a', 'b')])
    expect(await amounts()).toEqual([99, 101])
  })

  it('a work that fails half way leaves nothing, and the next one finds the store as before', async () => {
    for (const at of [0, 1, 2]) {
      await expect(
        database.write(async (trx) => {
          const failAt = (point: number) => {
            if (point === at) throw new Error(`failed at ${point}`)
          }
          failAt(0)
          await sql`update fault_account set amount = 0 where name = 'a'`.execute(trx)
          failAt(1)
          await sql`update fault_account set amount = 200 where name = 'b'`.execute(trx)
          failAt(2)
        }),
      ).rejects.toThrow(`failed at ${at}`)
      expect(await amounts()).toEqual([100, 100])
    }
    await move('a', 'b')
    expect(await amounts()).toEqual([99, 101])
  })

  it('an error inside a transaction undoes what came before it, too', async () => {
    await expect(
      database.write(async (trx) => {
        await sql`update fault_account set amount = 0`.execute(trx)
        await sql`insert into fault_account (name) values (null)`.execute(trx)
      }),
    ).rejects.toThrow()
    expect(await amounts()).toEqual([100, 100])
  })

  it('none are found in a search index that others write between two looks of one connection', async () => {
    const place = await engine.place()
    const [beside, writer] = [await openAt(place), await openAt(place)]
    try {
      await applyPlan(writer, [tableModel('fault/note', { fields: [field('text', 'text')], search: ['text'] })])
      const found: (readonly string[])[] = []
      for (let round = 0; round < 4; round++) {
        const texts = Array.from({ length: 130 }, (_one, at) => ({ text: `other text ${round} ${at}` }))
        for (let batch = 0; batch < 4; batch++)
          await writer.write((trx) => trx.insertInto('fault_note').values(texts).execute())
        found.push(await beside.adapter.faults(beside.query))
      }
      expect(found).toEqual(found.map(() => []))
    } finally {
      await Promise.all([beside.close(), writer.close()])
      await place.remove()
    }
  })
})

it('a new SQLite file can be read by its owner only', async () => {
  const place = await engines[0]!.place()
  const database = await openAt(place)
  for (const suffix of ['', '-wal', '-shm'])
    expect(statSync(place.url.replace('sqlite:', '') + suffix).mode & 0o077).toBe(0)
  await database.close()
  await place.remove()
})

describe('an unreliable PostgreSQL server', () => {
  let database: TestDatabase
  let other: pg.Client
  beforeAll(async () => {
    database = await engines[1]!.open([account])
    await database.write((trx) => trx.insertInto('fault_account').values({ name: 'a', amount: 1 }).execute())
    other = new pg.Client({ connectionString: inject('postgres') })
    await other.connect()
  })
  afterAll(async () => {
    await other.end()
    await database.dispose()
  })
  const schema = async () =>
    (await sql<{ name: string }>`select current_schema() as name`.execute(database.query)).rows[0]!.name
  const dropConnections = (where: string) =>
    other.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'tablewright'
        and pid <> pg_backend_pid() and query like $1`,
      [where],
    )

  it('loses idle connections without ending the process, and the next read works', async () => {
    await sql`select 'idle here'`.execute(database.query)
    await dropConnections('%idle here%')
    await pause(100)
    expect(await database.query.selectFrom('fault_account').select('amount').execute()).toEqual([{ amount: 1 }])
  })

  it('reports a connection lost during work as unavailable, and rolls the work back', async () => {
    const work = database
      .write(async (trx) => {
        await sql`update fault_account set amount = 99`.execute(trx)
        await sql`select pg_sleep(20), 'busy here'`.execute(trx)
      })
      .catch((error: unknown) => database.adapter.problemOf(error))
    await pause(200)
    await dropConnections('%busy here%')
    expect(await work).toEqual({ kind: 'unavailable' })
    expect(await database.query.selectFrom('fault_account').select('amount').execute()).toEqual([{ amount: 1 }])
  })

  it('reports the same when the connection is lost between two statements', async () => {
    const work = database
      .write(async (trx) => {
        const { pid } = (
          await sql<{ pid: number }>`update fault_account set amount = 99 returning pg_backend_pid() as pid`.execute(
            trx,
          )
        ).rows[0]!
        await other.query('select pg_terminate_backend($1)', [pid])
        await pause(200)
        await sql`update fault_account set amount = 98`.execute(trx)
      })
      .catch((error: unknown) => database.adapter.problemOf(error))
    expect(await work).toEqual({ kind: 'unavailable' })
    expect(await database.query.selectFrom('fault_account').select('amount').execute()).toEqual([{ amount: 1 }])
  })

  it('gives up waiting for a locked row after five seconds', async () => {
    const { rows } = await sql<{ lock_timeout: string }>`show lock_timeout`.execute(database.query)
    expect(rows).toEqual([{ lock_timeout: '5s' }])
    await other.query(`begin; update ${await schema()}.fault_account set amount = 2`)
    const work = database
      .write(async (trx) => {
        await sql`set local lock_timeout = '50ms'`.execute(trx)
        await sql`update fault_account set amount = 3`.execute(trx)
      })
      .catch((error: unknown) => database.adapter.problemOf(error))
    expect(await work).toEqual({ kind: 'busy' })
    await other.query('rollback')
  })

  it('refuses an integer it cannot return exactly', async () => {
    await expect(sql`select 9007199254740993::bigint as n`.execute(database.query)).rejects.toThrow(RangeError)
    expect(
      (await sql`select sum(n)::numeric as n from (values (9007199254740991::bigint)) as v(n)`.execute(database.query))
        .rows,
    ).toEqual([{ n: 9007199254740991 }])
  })
})
