import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { connect, createServer, type AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runText } from '../../../runtime/server/db/run-text.ts'
import { targetTable } from '../../../runtime/server/db/column-storage.ts'
import { sql } from 'kysely'
import pg from 'pg'
import type { RowShape } from '../../../runtime/server/core/models/row-shape.ts'
import type { Transaction } from '../../../runtime/server/db/index.ts'
import { engines, openAt, type TestDatabase } from '../../support/databases.ts'
import { field, reference, tableModel } from '../../support/models.ts'

const brand = tableModel('shop/brand', { fields: [field('name', 'text', { required: true })] })
const product = tableModel('shop/product', {
  fields: [
    field('name', 'text', { required: true }),
    field('price', 'decimal', { scale: 2 }),
    field('big', 'integer'),
    field('tags', 'tags'),
    reference('brand_id', brand),
  ],
  softDelete: 'deletetime',
  indexes: [{ name: 'name', on: ['name'], unique: true }],
})
const shape: RowShape = {
  columns: product.fields.filter((one) => !one.private).map((one) => ({ name: one.name, field: one })),
  relations: [
    {
      as: 'brand',
      idColumn: 'brand_id',
      labelColumn: 'brand__name',
      fullTitleColumn: null,
      deletedColumn: null,
      label: brand.fields[1]!,
    },
  ],
}

describe.each(engines)('the store on $name', (engine) => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await engine.open([brand, product])
  })
  afterAll(() => database.dispose())

  const add = (values: Record<string, string | number | null>) =>
    database.write((trx) => trx.insertInto('shop_product').values(values).returning('id').executeTakeFirstOrThrow())
  const names = async () =>
    (await database.query.selectFrom('shop_product').select('name').orderBy('id').execute()).map((row) => row['name'])
  const pageOf = (where: string) => {
    const base = database.query
      .selectFrom('shop_product as p')
      .leftJoin('shop_brand as b', 'b.id', 'p.brand_id')
      .where('p.name', 'like', where)
    return database.page({
      rows: base.selectAll('p').select('b.name as brand__name').orderBy('p.id', 'desc').limit(2).compile(),
      count: base.select(sql<number>`count(*)`.as('count')).compile(),
      shape,
      weight: 'light',
    })
  }

  it('sees in every way of reading what a write has just committed', async () => {
    const { id } = await add({ name: 'fresh' })
    const statement = database.query.selectFrom('shop_product').select('name').where('id', '=', id!).compile()
    expect(await database.query.selectFrom('shop_product').select('name').where('id', '=', id!).execute()).toEqual([
      { name: 'fresh' },
    ])
    expect(await database.rows(statement, 'light')).toEqual([{ name: 'fresh' }])
    expect(await database.rows(statement, 'heavy')).toEqual([{ name: 'fresh' }])
  })

  it('answers a page as encoded JSON text with its count', async () => {
    const { id } = await database.write((trx) =>
      trx.insertInto('shop_brand').values({ name: '品牌' }).returning('id').executeTakeFirstOrThrow(),
    )
    for (const name of ['page 1', 'page 2', 'page 3'])
      await add({ name, price: 1250, tags: '["a","b"]', brand_id: name === 'page 3' ? id! : null })
    const answer = await pageOf('page %')
    expect(answer.count).toBe(3)
    const rows = JSON.parse(answer.list) as Record<string, unknown>[]
    expect(rows.map((row) => row['name'])).toEqual(['page 3', 'page 2'])
    expect(rows[0]).toMatchObject({
      price: '12.50',
      tags: ['a', 'b'],
      big: null,
      version: 1,
      brand_id: id,
      brand: { id, name: '品牌' },
    })
    expect(rows[1]).toMatchObject({ brand_id: null, brand: null })
    expect(rows[0]).not.toHaveProperty('deletetime')
  })

  it('answers an empty page', async () => {
    expect(await pageOf('nothing like this')).toEqual({ list: '[]', count: 0 })
  })

  it('keeps the largest numbers, and counts, exact', async () => {
    const most = Number.MAX_SAFE_INTEGER
    await add({ name: 'most', big: most })
    await add({ name: 'least', big: -most })
    const rows = await database.query
      .selectFrom('shop_product')
      .select(['big'])
      .where('big', 'is not', null)
      .orderBy('big')
      .execute()
    expect(rows).toEqual([{ big: -most }, { big: most }])
    expect(await database.query.selectFrom('shop_product').select('name').where('big', '=', most).execute()).toEqual([
      { name: 'most' },
    ])
    const truth = await sql<{ yes: number }>`select exists (select 1 from ${sql.table('shop_product')}) as yes`.execute(
      database.query,
    )
    expect(truth.rows).toEqual([{ yes: 1 }])
  })

  it('rolls back all when the work throws', async () => {
    const before = await names()
    await expect(
      database.write(async (trx) => {
        await trx.insertInto('shop_product').values({ name: 'never' }).execute()
        throw new Error('changed my mind')
      }),
    ).rejects.toThrow('changed my mind')
    expect(await names()).toEqual(before)
  })

  it('commits and rolls back transactions without a statement', async () => {
    expect(await database.write(async () => 'nothing')).toBe('nothing')
    await expect(
      database.write(async () => {
        throw new Error('nothing either')
      }),
    ).rejects.toThrow('nothing either')
    await add({ name: 'after nothing' })
    expect(await names()).toContain('after nothing')
  })

  it('refuses statements of work that has ended, whether it was stored or not', async () => {
    const kept: Transaction[] = []
    await database.write(async (trx) => void kept.push(trx))
    const failed = database.write(async (trx) => {
      kept.push(trx)
      throw new Error('changed my mind')
    })
    await expect(failed).rejects.toThrow('changed my mind')
    for (const trx of kept) {
      await expect(trx.insertInto('shop_brand').values({ name: 'too late' }).execute()).rejects.toThrow(
        /already (?:committed|rolled back)/,
      )
      await expect(runText(trx, 'select 1')).rejects.toThrow(/already (?:committed|rolled back)/)
    }
    expect(await database.query.selectFrom('shop_brand').select('id').where('name', '=', 'too late').execute()).toEqual(
      [],
    )
  })

  it('runs writes one after another without losing one', async () => {
    await add({ name: 'counter', big: 0 })
    await Promise.all(
      Array.from({ length: 40 }, () =>
        database.write(async (trx) => {
          await runText(trx, "update shop_product set version = version where name = 'counter'")
          const { big } = await trx
            .selectFrom('shop_product')
            .select('big')
            .where('name', '=', 'counter')
            .executeTakeFirstOrThrow()
          await new Promise((resolve) => setImmediate(resolve))
          await trx
            .updateTable('shop_product')
            .set({ big: (big as number) + 1 })
            .where('name', '=', 'counter')
            .execute()
        }),
      ),
    )
    expect(
      await database.query.selectFrom('shop_product').select('big').where('name', '=', 'counter').execute(),
    ).toEqual([{ big: 40 }])
  })

  it('reports violations alike on both engines', async () => {
    await add({ name: 'once' })
    const problem = (work: Promise<unknown>) =>
      work.then(
        () => 'no error',
        (error: unknown) => database.adapter.problemOf(error),
      )
    expect(await problem(add({ name: 'once' }))).toEqual({ kind: 'unique', table: 'shop_product', fields: ['name'] })
    expect(await problem(add({ name: 'lost brand', brand_id: 999_999 }))).toEqual({ kind: 'foreign' })
    expect(await problem(add({ name: null }))).toEqual({ kind: 'required', fields: ['name'] })
    expect(database.adapter.problemOf(new Error('something else'))).toBeNull()
  })

  it('refuses to delete a record others refer to', async () => {
    const { id } = await database.write((trx) =>
      trx.insertInto('shop_brand').values({ name: 'held' }).returning('id').executeTakeFirstOrThrow(),
    )
    await add({ name: 'holder', brand_id: id! })
    const gone = database.write((trx) => trx.deleteFrom('shop_brand').where('id', '=', id!).execute())
    await expect(gone.catch((error: unknown) => database.adapter.problemOf(error))).resolves.toEqual({
      kind: 'foreign',
    })
  })

  it('lets a name be used again once its record is deleted', async () => {
    await add({ name: 'again', deletetime: 1_732_000_000 })
    await add({ name: 'again' })
    await expect(add({ name: 'again' })).rejects.toThrow()
  })

  it('reads and writes on when a table changes that frequent statements use', async () => {
    const other = await engine.open([brand])
    const read = () => other.query.selectFrom('shop_brand').selectAll().execute()
    const write = () =>
      other.write((trx) =>
        trx.updateTable('shop_brand').set({ name: 'kept' }).where('id', '>', 0).returningAll().execute(),
      )
    try {
      await other.write((trx) => trx.insertInto('shop_brand').values({ name: 'kept' }).execute())
      for (let use = 0; use < 4; use++) for (const run of [read, write]) expect(await run()).toHaveLength(1)
      for (const [column, run] of [
        ['first', read],
        ['second', write],
      ] as const) {
        await other.runAlone(`alter table shop_brand add column ${column} integer`)
        expect(await run()).toMatchObject([{ name: 'kept', [column]: null }])
      }
    } finally {
      await other.dispose()
    }
  })

  it('names the columns of all rows as the tables have them now, also within a transaction', async () => {
    const place = await engine.place()
    const [one, other] = [await openAt(place), await openAt(place)]
    try {
      const all = (trx: Transaction) => trx.selectFrom('driver_row').selectAll().execute()
      await one.write(async (trx) => {
        await runText(trx, 'create table driver_row (id integer primary key, first integer, second text)')
        await runText(trx, "insert into driver_row values (1, 10, 'ten'), (2, null, null)")
        expect(await all(trx)).toEqual([
          { id: 1, first: 10, second: 'ten' },
          { id: 2, first: null, second: null },
        ])
        await runText(trx, 'alter table driver_row rename column first to begin')
        expect(await all(trx)).toEqual([
          { id: 1, begin: 10, second: 'ten' },
          { id: 2, begin: null, second: null },
        ])
      })
      // As many columns as before, by another connection.
      await other.write(async (trx) => {
        await runText(trx, 'alter table driver_row drop column begin')
        await runText(trx, 'alter table driver_row add column third integer')
      })
      await one.write(async (trx) => {
        await runText(trx, 'update driver_row set third = 3')
        expect(await all(trx)).toEqual([
          { id: 1, second: 'ten', third: 3 },
          { id: 2, second: null, third: 3 },
        ])
        // The last of two columns with one name.
        expect(await runText(trx, 'select 1 as n, third as n from driver_row where id = 1')).toEqual([{ n: 3 }])
      })
    } finally {
      await one.close()
      await other.close()
      await place.remove()
    }
  })

  it('refreshes the statistics of a table that has grown', async () => {
    const other = await engine.open([product, brand])
    const countedRows = async (): Promise<number> => {
      const { rows } = await (
        other.adapter.embedded
          ? sql<{ n: number }>`select max(cast(stat as integer)) as n from sqlite_stat1 where tbl = 'shop_product'`
          : sql<{ n: number }>`select reltuples::int as n from pg_class where oid = 'shop_product'::regclass`
      ).execute(other.query)
      return rows[0]?.n ?? 0
    }
    try {
      await other.write((trx) => trx.insertInto('shop_product').values({ name: 'first' }).execute())
      await other.optimize('shop_product')
      expect(await countedRows()).toBe(1)
      await other.write((trx) =>
        sql`insert into ${targetTable('shop_product')} (name)
          with recursive n(i) as (select 1 union all select i + 1 from n where i < 19999)
          select 'product ' || i from n`.execute(trx),
      )
      await other.optimize('shop_product')
      // An estimate: not every row is looked at.
      expect(await countedRows()).toBeGreaterThan(10_000)
    } finally {
      await other.dispose()
    }
  })

  it('counts its own tables for the planner, and none of other applications', async () => {
    const other = await engine.open([brand])
    // Elsewhere a database is one file, of which all is ours.
    const elsewhere = `elsewhere_${randomBytes(6).toString('hex')}`
    const isAnalyzed = async (table: string): Promise<boolean> => {
      const { rows } = other.adapter.embedded
        ? await sql`select 1 from sqlite_stat1 where tbl = ${table}`.execute(other.query)
        : await sql`select 1 from pg_class where oid = ${table}::regclass and reltuples >= 0`.execute(other.query)
      return rows.length > 0
    }
    try {
      await other.write((trx) => trx.insertInto('shop_brand').values({ name: 'first' }).execute())
      if (!other.adapter.embedded) {
        await other.runAlone(`create schema ${elsewhere}`)
        await other.runAlone(`create table ${elsewhere}.orders as select 1 as id`)
      }
      await other.optimize()
      expect(await isAnalyzed('shop_brand')).toBe(true)
      if (!other.adapter.embedded) expect(await isAnalyzed(`${elsewhere}.orders`)).toBe(false)
    } finally {
      if (!other.adapter.embedded) await other.runAlone(`drop schema if exists ${elsewhere} cascade`)
      await other.dispose()
    }
  })

  it('refuses work after it was closed', async () => {
    const other = await engine.open([brand])
    const statement = other.query.selectFrom('shop_brand').selectAll().compile()
    await other.dispose()
    await expect(other.rows(statement, 'light')).rejects.toMatchObject({ code: 'unavailable' })
  })
})

describe('statements on PostgreSQL', () => {
  it('use one core each, unless the address says otherwise, whose options stay', async () => {
    const place = await engines[1]!.place()
    const settingsAt = async (url: string) => {
      const database = await openAt({ ...place, url })
      try {
        const { rows } = await sql<Record<'workers' | 'jit' | 'schema', string>>`
          select current_setting('max_parallel_workers_per_gather') as workers,
            current_setting('jit') as jit, current_schema() as schema`.execute(database.query)
        return rows[0]
      } finally {
        await database.close()
      }
    }
    try {
      const own = await settingsAt(place.url)
      expect(own).toMatchObject({ workers: '0', jit: 'off', schema: expect.stringMatching(/^test_/) })
      expect(await settingsAt(`${place.url}%20-c%20max_parallel_workers_per_gather=1`)).toEqual({
        ...own,
        workers: '1',
      })
    } finally {
      await place.remove()
    }
  })

  it('use what a pooler lets them where it refuses settings', async () => {
    const place = await engines[1]!.place()
    const { host, port } = new pg.Client({ connectionString: place.url })
    const refused: string[] = []
    const pooler = createServer((socket) => {
      socket.on('error', () => {})
      socket.once('data', (start) => {
        if (start.includes('jit=')) {
          refused.push('jit')
          return socket.end(refusal('unsupported startup parameter in options: jit'))
        }
        const server = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host)
        server.on('error', () => {}).write(start)
        socket.pipe(server).pipe(socket)
      })
    })
    await once(pooler.listen(0, '127.0.0.1'), 'listening')
    const address = new URL(place.url)
    address.searchParams.delete('host')
    address.host = `127.0.0.1:${(pooler.address() as AddressInfo).port}`
    try {
      const database = await openAt({ ...place, url: address.href })
      const { rows } = await sql<{ schema: string }>`select current_schema() as schema`.execute(database.query)
      await database.close()
      expect([refused, rows]).toEqual([['jit'], [{ schema: expect.stringMatching(/^test_/) }]])
    } finally {
      pooler.close()
      await place.remove()
    }
  })

  it('over listed rows find the few that they usually list by an index', async () => {
    const database = await engines[1]!.open([brand])
    try {
      await runText(
        database.query,
        `insert into shop_brand (name, version) select 'brand ' || i, 1 from generate_series(1, 5000) as i`,
      )
      await runText(database.query, 'analyze shop_brand')
      const listed = database.adapter.listed('d', [{ name: 'id', type: 'integer' }], [{ id: 1 }, { id: 2 }])
      const { rows } = await sql<{ 'QUERY PLAN': string }>`explain update ${targetTable('shop_brand')} as t
        set name = 'one' from ${listed} where t.id = d.id`.execute(database.query)
      expect(rows.map((line) => line['QUERY PLAN']).join('\n')).toMatch(/Index Scan using shop_brand_pkey/)
    } finally {
      await database.dispose()
    }
  })

  it('are parsed once per connection where they are frequent', async () => {
    const database = await engines[1]!.open([brand])
    try {
      const prepared = await database.write(async (trx) => {
        for (let use = 0; use < 6; use++) {
          await trx.selectFrom('shop_brand').select('name').where('id', '=', use).execute()
          await trx
            .selectFrom('shop_brand')
            .select(sql.lit(use).as(`once${use}`))
            .execute()
        }
        return sql<{ statement: string; uses: number }>`select statement, generic_plans + custom_plans as uses
          from pg_prepared_statements where statement like '%shop_brand%'`.execute(trx)
      })
      expect(prepared.rows).toEqual([{ statement: expect.stringContaining('"name"') as string, uses: 4 }])
    } finally {
      await database.dispose()
    }
  })
})

/** What a PostgreSQL server, or a pooler before it, sends when it does not accept a connection. */
function refusal(message: string): Buffer {
  const fields = Buffer.from(`SFATAL\0C08P01\0M${message}\0\0`)
  const head = Buffer.from('E\0\0\0\0')
  head.writeInt32BE(fields.length + 4, 1)
  return Buffer.concat([head, fields])
}
