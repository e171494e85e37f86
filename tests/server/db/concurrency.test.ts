import { fork } from 'node:child_process'
import { setMaxListeners } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, getPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import Sqlite from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest'
import { sql } from 'kysely'
import { applyPlan, openDatabase, type Database, type ReadLimits } from '../../../runtime/server/db/index.ts'
import { busyTimeout } from '../../../runtime/server/db/sqlite/connection.ts'
import { checkFunction, createCancelMemory, ReadInterrupt } from '../../../runtime/server/db/sqlite/read-interrupt.ts'
import { engines, openAt, type Place, type TestDatabase } from '../../support/databases.ts'
import { endlessRead } from '../../support/endless-read.ts'
import { field, tableModel } from '../../support/models.ts'
import { useShiftedClock } from '../../support/shifted-clock.ts'
import { threadPriorities } from '../../support/thread-priorities.ts'

const item = tableModel('busy/item', { fields: [field('name', 'text'), field('amount', 'integer')] })
const shape = { columns: item.fields.map((one) => ({ name: one.name, field: one })), relations: [] }
const elapsed = async (work: Promise<unknown>) => {
  const start = performance.now()
  await work
  return performance.now() - start
}

describe.each(engines)('many at once on $name', (engine) => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await engine.open([item])
    await database.write((trx) =>
      sql`insert into busy_item (name, amount) with recursive n(i) as (select 1 union all select i + 1 from n
        where i < 2000) select 'item', i from n`.execute(trx),
    )
  })
  afterAll(() => database.dispose())

  const slow = () =>
    sql`select count(*) as n from busy_item a, busy_item b where a.amount * b.amount % 7 = 3`.compile(database.query)
  const light = () =>
    database.page({
      rows: sql`select * from busy_item where id = 5`.compile(database.query),
      count: sql`select 1`.compile(database.query),
      shape,
      weight: 'light',
    })
  const add = () => database.write((trx) => trx.insertInto('busy_item').values({ name: 'new', amount: 0 }).execute())

  it.runIf(engine.name === 'sqlite' && process.platform === 'linux')(
    'heavy reads leave the processor to light ones and to the thread that answers requests',
    async () => {
      const own = getPriority(0)
      // 19 is the lowest there is.
      const lowered = Math.min(19, own + 10)
      await light()
      expect(threadPriorities()).not.toContain(lowered)
      await database.rows(slow(), 'heavy')
      expect(threadPriorities().filter((one) => one === lowered)).toHaveLength(1)
      expect(getPriority(0)).toBe(own)
    },
  )

  it('a long read stops neither light reads nor writes', async () => {
    await light()
    const alone = await elapsed(database.rows(slow(), 'heavy'))
    expect(alone).toBeGreaterThan(50)
    let running = true
    const long = Promise.all([database.rows(slow(), 'heavy'), database.rows(slow(), 'heavy')]).finally(() => {
      running = false
    })
    const waits: number[] = []
    while (running && waits.length < 40) {
      waits.push(await elapsed(light()), await elapsed(add()))
    }
    await long
    expect(waits.length).toBeGreaterThanOrEqual(10)
    expect(waits.toSorted((one, other) => one - other)[Math.floor(waits.length / 2)]).toBeLessThan(alone / 2)
  })

  it('passes over whole tables run one at a time, and leave heavy reads their places', async () => {
    const stop = new AbortController()
    const limits = { account: null, signal: stop.signal, deadlineMs: 60_000 }
    const passes = Promise.allSettled(
      Array.from({ length: 4 }, () => database.rows(endlessRead(database), 'scan', limits)),
    )
    await pause(300)
    const own = { account: 1, signal: null, deadlineMs: 3000 }
    try {
      const one = sql<{ id: number }>`select id from busy_item where id = 1`.compile(database.query)
      const reads = Array.from({ length: 3 }, () => database.rows(one, 'heavy', own))
      expect(await Promise.race([Promise.all(reads), pause(10_000, 'still waiting')])).toEqual([
        [{ id: 1 }],
        [{ id: 1 }],
        [{ id: 1 }],
      ])
    } finally {
      stop.abort()
      await passes
    }
  }, 30_000)

  describe.runIf(engine.name === 'postgresql')('statements of a read on the server', () => {
    const ended = (deadlineMs: number) => ({ account: 1, signal: null, deadlineMs })
    const slowPage = (seconds: number, deadlineMs: number) =>
      database.page({
        rows: sql`select id, name, amount from busy_item, pg_sleep(${seconds}) where name = 'new'`.compile(
          database.query,
        ),
        count: sql`select count(*) as n from busy_item, pg_sleep(${seconds}) where name = 'new'`.compile(
          database.query,
        ),
        shape,
        weight: 'heavy',
        limits: ended(deadlineMs),
      })

    it('see the same moment', async () => {
      await add()
      const page = slowPage(0.2, 5000)
      await pause(100)
      await add()
      const { list, count } = await page
      expect(JSON.parse(list)).toHaveLength(count ?? 0)
    })

    it('share the deadline', async () => {
      await expect(slowPage(0.4, 600)).rejects.toMatchObject({ code: 'deadline' })
    })

    it('of a pass over whole tables have their own deadline, not that of the connection', async () => {
      const timeout = sql`select current_setting('statement_timeout') as timeout`.compile(database.query)
      const limits = { account: null, signal: null, deadlineMs: 1_800_000 }
      expect(await database.rows(timeout, 'scan', limits)).toEqual([{ timeout: '30min' }])
    })
  })

  it('a read that was wrongly called light holds up the others only for a moment', async () => {
    const slower = sql`select count(*) as n from busy_item a, busy_item b, (select 1 as one union all select 2 union all
        select 3 union all select 4 union all select 5 union all select 6) c
      where a.amount * b.amount % 7 = 3`.compile(database.query)
    let running = true
    const long = database.rows(slower, 'light').finally(() => {
      running = false
    })
    await pause(150)
    expect(await light()).toMatchObject({ count: 1 })
    expect(running).toBe(true)
    await long
  })

  it('answers a thousand reads at once, each its own', async () => {
    const answers = await Promise.all(
      Array.from({ length: 1000 }, (_one, at) =>
        database
          .rows(
            sql<{ id: number }>`select id from busy_item where id = ${at + 1}`.compile(database.query),
            at % 10 === 0 ? 'heavy' : 'light',
          )
          .catch((error: unknown) => database.adapter.problemOf(error)),
      ),
    )
    const ids = answers.map((answer) => (Array.isArray(answer) ? answer[0]!['id'] : answer))
    expect(ids.every((id, at) => id === at + 1)).toBe(true)
  })

  it('an error of a reader reaches only its caller', async () => {
    const bad = database.rows({ sql: 'select no_such_column from busy_item', parameters: [] }, 'light')
    const good = light()
    await expect(bad).rejects.toThrow(/no_such_column/)
    expect(await good).toMatchObject({ count: 1 })
  })

  it('page and count see the same moment', async () => {
    const counting = () =>
      database.page({
        rows: sql`select * from busy_item where name = 'moment'`.compile(database.query),
        count: sql`select count(*) from busy_item where name = 'moment'`.compile(database.query),
        shape,
        weight: 'light',
      })
    const writes = Promise.all(
      Array.from({ length: 100 }, () =>
        database.write((trx) => trx.insertInto('busy_item').values({ name: 'moment' }).execute()),
      ),
    )
    for (let round = 0; round < 50; round++) {
      const { list, count } = await counting()
      expect((JSON.parse(list) as unknown[]).length).toBe(count)
    }
    await writes
    expect((await counting()).count).toBe(100)
  })

  it('close waits for what runs', async () => {
    const other = await engine.open([item])
    const write = other.write(async (trx) => {
      await trx.insertInto('busy_item').values({ name: 'late' }).execute()
      await pause(100)
      return 'written'
    })
    const read = other.rows(sql`select 1 as one`.compile(other.query), 'light')
    await pause(10)
    const closed = other.dispose()
    expect(await read).toEqual([{ one: 1 }])
    expect(await write).toBe('written')
    await closed
  })
})

describe.each(engines)('T81 the limits of a read on $name', (engine) => {
  let place: Place
  let database: Database
  beforeAll(async () => {
    place = await engine.place()
    database = await openAt(place)
    await applyPlan(database, [item])
  })
  afterAll(async () => {
    await database.close()
    await place.remove()
  })

  const limits = (more: Partial<ReadLimits> = {}): ReadLimits => ({
    account: 1,
    signal: null,
    deadlineMs: 60_000,
    ...more,
  })
  const endless = (own: ReadLimits, weight: 'light' | 'heavy' = 'heavy') =>
    database.rows(endlessRead(database), weight, own)
  const short = (own: ReadLimits) => database.rows(sql`select 1 as n`.compile(database.query), 'heavy', own)
  const kindOf = (read: Promise<unknown>) =>
    read.then(
      () => null,
      (error: unknown) => database.adapter.problemOf(error)?.kind,
    )

  it.each(['light', 'heavy'] as const)('a %s read ends at its deadline', async (weight) => {
    expect(await kindOf(endless(limits({ deadlineMs: 20 }), weight))).toBe('deadline')
    const spaced = endlessRead(database, 64)
    expect(await kindOf(database.rows(spaced, weight, limits({ deadlineMs: 20 })))).toBe('deadline')
    expect(await short(limits())).toEqual([{ n: 1 }])
  })

  it.each(['light', 'heavy'] as const)('a %s read ends when its client has gone', async (weight) => {
    const client = new AbortController()
    const read = kindOf(endless(limits({ signal: client.signal }), weight))
    await short(limits({ account: 2 }))
    client.abort()
    expect(await read).toBe('cancelled')
    expect(await kindOf(endless(limits({ signal: client.signal }), weight))).toBe('cancelled')
    expect(await short(limits())).toEqual([{ n: 1 }])
  })

  it('an account runs one heavy read at a time; others wait, give up or leave, and other accounts go on', async () => {
    const client = new AbortController()
    const leaving = new AbortController()
    const first = kindOf(endless(limits({ signal: client.signal })))
    const next = short(limits())
    const gone = kindOf(short(limits({ signal: leaving.signal })))
    expect(await kindOf(short(limits({ deadlineMs: 20 })))).toBe('occupied')
    leaving.abort()
    expect(await gone).toBe('cancelled')
    expect(await short(limits({ account: 2 }))).toEqual([{ n: 1 }])
    expect(await short(limits({ account: null }))).toEqual([{ n: 1 }])
    client.abort()
    expect([await first, await next]).toEqual(['cancelled', [{ n: 1 }]])
  })

  it('an account runs six light reads at a time; others wait or give up, and other accounts go on', async () => {
    const light = (own: ReadLimits) => database.rows(sql`select 1 as n`.compile(database.query), 'light', own)
    const client = new AbortController()
    const reads = Array.from({ length: 6 }, () => kindOf(endless(limits({ signal: client.signal }), 'light')))
    const seventh = kindOf(light(limits({ deadlineMs: 20 })))
    // A seventh that ran would wait behind the others on SQLite's reader: the test has to end all the same.
    const answer = await Promise.race([seventh, pause(2000).then(() => 'no answer')])
    if (answer === 'no answer') client.abort()
    expect(answer).toBe('occupied')
    const next = light(limits())
    // On SQLite a reader is busy with the endless reads; the second one serves everybody else.
    if (engine.name === 'postgresql') expect(await light(limits({ account: 2 }))).toEqual([{ n: 1 }])
    expect(await short(limits({ account: null }))).toEqual([{ n: 1 }])
    client.abort()
    expect([new Set(await Promise.all(reads)), await next]).toEqual([new Set(['cancelled']), [{ n: 1 }]])
  })

  it('refuses more waiting reads of one account than a person needs', async () => {
    const client = new AbortController()
    setMaxListeners(30, client.signal)
    const reads = Array.from({ length: 30 }, () => kindOf(endless(limits({ signal: client.signal }))))
    const refused = await Promise.race(reads)
    client.abort()
    expect(refused).toBe('occupied')
    expect(new Set(await Promise.all(reads))).toEqual(new Set(['occupied', 'cancelled']))
  })

  it.runIf(engine.name === 'postgresql')('accounts together run as many as leave cores to others', async () => {
    const most = Math.min(3, Math.max(2, availableParallelism() - 1))
    const client = new AbortController()
    const reads = [1, 2, 3, 4, 5].map((account) => kindOf(endless(limits({ account, signal: client.signal }))))
    const text = endlessRead(database).sql
    const count = sql<{ n: number }>`select count(*) as n from pg_stat_activity
      where datname = current_database() and state = 'active' and query = ${text}`
    const running = async () => Number((await count.execute(database.query)).rows[0]?.n)
    try {
      await vi.waitFor(async () => expect(await running()).toBe(most))
      await pause(100)
      expect(await running()).toBe(most)
    } finally {
      client.abort()
    }
    expect(new Set(await Promise.all(reads))).toEqual(new Set(['cancelled']))
  })

  it.runIf(engine.name === 'postgresql')('counts the reads of all processes', async () => {
    const other = await openAt(place)
    const client = new AbortController()
    const first = kindOf(endless(limits({ signal: client.signal })))
    const elsewhere = () => kindOf(other.rows(sql`select 1`.compile(other.query), 'heavy', limits({ deadlineMs: 50 })))
    let answer = await elsewhere()
    // The first read may still be on its way to the server.
    while (answer === null) answer = await elsewhere()
    client.abort()
    expect([answer, await first]).toEqual(['occupied', 'cancelled'])
    await other.close()
  })
})

it('a reader of SQLite measures its deadline by the monotonic clock (T81)', () => {
  const connection = new Sqlite(':memory:')
  const interrupt = new ReadInterrupt(createCancelMemory())
  interrupt.register(connection)
  const check = connection.prepare(`select ${checkFunction}() as n`)
  const clocks = { date: vi.spyOn(Date, 'now'), monotonic: vi.spyOn(performance, 'now') }
  const [date, monotonic] = [Date.now(), performance.now()]
  clocks.monotonic.mockReturnValue(monotonic)
  interrupt.begin({ id: 1, deadlineMs: 1000 })
  for (const jump of [86_400_000, -86_400_000]) {
    clocks.date.mockReturnValue(date + jump)
    expect(check.all()).toEqual([{ n: 1 }])
  }
  clocks.monotonic.mockReturnValue(monotonic + 1000)
  expect(() => check.all()).toThrow('longer than its deadline')
  vi.restoreAllMocks()
  connection.close()
})

describe('two processes on one SQLite file', () => {
  const skipTime = useShiftedClock()
  let place: Place
  let database: Database
  beforeAll(async () => {
    place = await engines[0]!.place()
    database = await openAt(place)
    await applyPlan(database, [item])
  })
  afterAll(async () => {
    await database.close()
    await place.remove()
  })

  it('a write waits for the other process without stopping reads of this one', async () => {
    const holder = new Sqlite(place.url.replace('sqlite:', ''))
    holder.exec('begin immediate')
    let written = false
    const write = database
      .write((trx) => trx.insertInto('busy_item').values({ name: 'patient' }).execute())
      .then(() => {
        written = true
      })
    for (let round = 0; round < 5; round++) {
      await pause(30)
      await database.query.selectFrom('busy_item').selectAll().execute()
    }
    expect(written).toBe(false)
    holder.exec('commit')
    holder.close()
    await write
    expect(written).toBe(true)
  })

  it('counts what the other process has written since', async () => {
    const other = new Sqlite(place.url.replace('sqlite:', ''))
    const count = async () =>
      (
        await database.page({
          rows: sql`select * from busy_item limit 1`.compile(database.query),
          count: sql`select count(*) from busy_item where name = ${'theirs'}`.compile(database.query),
          shape,
          weight: 'light',
        })
      ).count
    expect([await count(), await count()]).toEqual([0, 0])
    for (let round = 1; round <= 20; round++) {
      other.exec("insert into busy_item (name) values ('theirs')")
      expect([await count(), await count()]).toEqual([round, round])
    }
    other.close()
  })

  it('gives up after five seconds with a clean error, and can write afterwards', async () => {
    const holder = new Sqlite(place.url.replace('sqlite:', ''))
    holder.exec('begin immediate')
    let problem: unknown
    const write = database
      .write((trx) => trx.insertInto('busy_item').values({ name: 'refused' }).execute())
      .catch((error: unknown) => {
        problem = database.adapter.problemOf(error)
      })
    for (let round = 0; round < 5; round++) {
      await pause(20)
      await database.query.selectFrom('busy_item').selectAll().execute()
    }
    expect([busyTimeout, problem]).toEqual([5000, undefined])
    skipTime(busyTimeout)
    await write
    expect(problem).toEqual({ kind: 'busy' })
    holder.close()
    await database.write((trx) => trx.insertInto('busy_item').values({ name: 'fine' }).execute())
  })

  it('keeps every acknowledged write when the process is killed', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'tablewright-test-'))
    const script = join(folder, 'write.mjs')
    const driver = JSON.stringify(join(import.meta.dirname, '../../../node_modules/better-sqlite3/lib/index.js'))
    writeFileSync(
      script,
      `import Sqlite from ${driver}
      const db = new Sqlite(process.argv[2], { timeout: 5000 })
      db.pragma('synchronous = FULL')
      const add = db.prepare("insert into busy_item (name, amount) values ('killed', ?)")
      for (let i = 1; ; i++) { add.run(i); process.send(i) ; await new Promise(setImmediate) }`,
    )
    const child = fork(script, [place.url.replace('sqlite:', '')])
    let acknowledged = 0
    child.on('message', (value) => {
      acknowledged = value as number
    })
    while (acknowledged < 50) await pause(5)
    child.kill('SIGKILL')
    await new Promise((resolve) => child.once('exit', resolve))
    const found = await sql<{ n: number }>`select max(amount) as n from busy_item where name = 'killed'`.execute(
      database.query,
    )
    expect(found.rows[0]!.n).toBeGreaterThanOrEqual(acknowledged)
    await database.write((trx) => trx.insertInto('busy_item').values({ name: 'after' }).execute())
    rmSync(folder, { recursive: true, force: true })
  })
})

describe('a reader worker that dies', () => {
  it('fails the reads it held and is replaced', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'tablewright-test-'))
    const script = join(folder, 'reader.mjs')
    writeFileSync(
      script,
      `import { parentPort } from 'node:worker_threads'
      const on = parentPort.on.bind(parentPort)
      const isCrash = (batch) => Array.isArray(batch) && batch.some((one) => one.rows.sql === 'crash')
      parentPort.on = (name, listen) => on(name, (batch) => (isCrash(batch) ? process.exit(7) : listen(batch)))
      await import(${JSON.stringify(inject('reader'))})`,
    )
    const database = await openDatabase(join(folder, 'a.sqlite'), { readerScript: script })
    const one = () => database.rows({ sql: 'select 1 as one', parameters: [] }, 'light')
    expect(await one()).toEqual([{ one: 1 }])
    const lost = await Promise.allSettled([database.rows({ sql: 'crash', parameters: [] }, 'light'), one()])
    expect(lost.map((each) => each.status === 'rejected' && database.adapter.problemOf(each.reason))).toEqual([
      { kind: 'unavailable' },
      { kind: 'unavailable' },
    ])
    expect(await one()).toEqual([{ one: 1 }])
    await database.close()
    rmSync(folder, { recursive: true, force: true })
  })

  it('that cannot start fails reads instead of hanging', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'tablewright-test-'))
    const database = await openDatabase(join(folder, 'a.sqlite'), { readerScript: join(folder, 'missing.mjs') })
    const problem = await database
      .rows({ sql: 'select 1', parameters: [] }, 'light')
      .catch((error: unknown) => database.adapter.problemOf(error))
    expect(problem).toEqual({ kind: 'unavailable' })
    await database.close()
    rmSync(folder, { recursive: true, force: true })
  })
})
