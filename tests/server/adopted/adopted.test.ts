/** Tables of another application: introspected, then browsed and edited as they are, on both engines. */
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { documentsOf, type Introspected } from '../../../cli/introspecting/documents.ts'
import { readPostgres } from '../../../cli/introspecting/read-postgres.ts'
import { openDatabase, planDatabase, prepareDatabase } from '../../../runtime/server/db/index.ts'
import { engines } from '../../support/databases.ts'
import { createForeign, introspect, modelsOf, serveForeign, type Foreign, type Served } from './foreign.ts'

const tables = `
  create table "Artist" ("ArtistId" {serial}, "Name" varchar(120));
  create table customers (
    code char(5) primary key, company varchar(40) not null, remark varchar(40) not null default '');
  create table invoice (
    id {serial}, customer_code char(5) not null references customers (code), issued date not null,
    paid_at {moment}, is_open {flag} not null default {on}, total numeric(10, 2) not null check (total >= 0),
    state varchar(10) not null default 'new' check (state in ('new', 'sent', 'paid')),
    created_at {moment} not null default {now}, scan {bytes});
  create table invoice_line (
    id {serial}, invoice_id integer not null references invoice (id),
    artist_id integer references "Artist" ("ArtistId"),
    quantity integer not null, price numeric(10, 2) not null, hidden varchar(20));
  create table rating (customer_code char(5) not null references customers (code) on delete cascade,
    artist_id integer not null references "Artist" ("ArtistId"), stars integer not null,
    primary key (customer_code, artist_id));
  create table chapter (no integer not null primary key, title varchar(40) not null unique);
  create table log (line varchar(200));
  create view open_invoices as select id, total from invoice where state <> 'paid';
  insert into "Artist" ("Name") values ('AC/DC'), ('Björk'), (null);
  insert into customers values ('ALFKI', 'Alfreds', ''), ('BERGS', 'Berglunds', 'slow');
  insert into invoice (customer_code, issued, paid_at, total) values
    ('ALFKI', '2024-01-31', '2024-02-01 09:30:00', 10.5), ('BERGS', '2024-02-29', null, 0.1);
  insert into invoice_line (invoice_id, artist_id, quantity, price, hidden) values
    (1, 1, 2, 5, 'kept'), (1, 2, 1, 0.5, null);
  insert into rating values ('ALFKI', 1, 5), ('ALFKI', 2, 3), ('BERGS', 1, 1);
  insert into chapter values (1, 'One'), (7, 'Seven');
  insert into log values ('first'), ('second')`

describe.each(engines)('adopted tables on $name', (engine) => {
  let foreign: Foreign
  let introspected: Introspected
  let served: Served
  let before: string
  beforeAll(async () => {
    foreign = await createForeign(engine, tables)
    before = await stateOf(foreign)
    introspected = await introspect(foreign)
  })
  afterAll(async () => {
    await served?.close()
    await foreign.remove()
  })

  it('are read without a change, and what cannot be used in full is reported', async () => {
    expect(await stateOf(foreign)).toBe(before)
    const limited = introspected.notes.filter((note) => note.class === 'limited')
    expect(limited.map(({ table, column }) => [table.split('.').at(-1), column])).toEqual([
      ['log', null],
      ['invoice', 'scan'],
    ])
  })

  it('get own tables beside them, and then the plan is empty', async () => {
    served = await serveForeign(engine, introspected)
    expect((await planDatabase(served.database, served.models)).steps).toEqual([])
    expect(await structureOf(foreign)).toEqual(JSON.parse(before).structure)
  })

  it('are not counted for the planner, which would change what is not ours', async () => {
    const { database, models } = served
    const artist = models.find(({ name }) => name === 'artist')
    await database.optimize(artist?.table ?? '')
    await database.optimize()
    expect(await structureOf(foreign)).toEqual(JSON.parse(before).structure)
  })

  it('show rows with relations, lines and converted values', async () => {
    const invoice = await served.row('shop.Invoice', 1)
    expect(invoice).toMatchObject({
      issued: '2024-01-31',
      paid_at: Date.parse('2024-02-01T09:30:00+08:00') / 1000,
      is_open: 1,
      total: '10.50',
      state: 'new',
      scan: null,
      lines: [
        { quantity: 2, price: '5.00', artist: { id: 1, name: 'AC/DC' } },
        { quantity: 1, price: '0.50' },
      ],
    })
    expect(invoice['customerCodeRecord']).toMatchObject({ company: 'Alfreds' })
    expect(await served.list('shop.OpenInvoices')).toMatchObject([{ total: '10.50' }, { total: '0.10' }])
    expect(await served.list('shop.Log')).toMatchObject([{ line: 'first' }, { line: 'second' }])
  })

  it('are searched, filtered and sorted', async () => {
    expect(await served.list('shop.Artist', '&quickSearch=bj')).toMatchObject([{ name: 'Björk' }])
    const filter = (field: string, value: string, operator: string) =>
      `&search[0][field]=${field}&search[0][val]=${value}&search[0][operator]=${operator}`
    expect(await served.list('shop.Invoice', filter('total', '0,1', 'RANGE'))).toMatchObject([{ total: '0.10' }])
    const alfki = (await served.list('shop.Customers', '&quickSearch=alfki'))[0]?.['id']
    expect(await served.list('shop.Invoice', filter('customer_code', String(alfki), 'eq'))).toMatchObject([{ id: 1 }])
    const { data } = await served.get('shop.Rating/index?order=stars,asc')
    expect((data['list'] as { stars: number }[]).map(({ stars }) => stars)).toEqual([1, 3, 5])
  })

  it('are counted and shown with what the other application has just added', async () => {
    const named = '&search[0][field]=name&search[0][operator]=LIKE&search[0][val]=Sigur'
    const find = async () => {
      const { data } = await served.get(`shop.Artist/index?limit=20${named}`)
      return [data['total'], (data['list'] as unknown[]).length]
    }
    expect(await find()).toEqual([0, 0])
    for (const count of [1, 2]) {
      await foreign.run(`insert into "Artist" ("Name") values ('Sigur Rós')`)
      expect(await find()).toEqual([count, count])
    }
    await foreign.run(`delete from "Artist" where "Name" = 'Sigur Rós'`)
  })

  it('refuse a save over the change of another admin, of the other application, and of a line', async () => {
    const first = await served.row('shop.Invoice', 1)
    const { version, lines } = first
    const grid = served.models.find(({ id }) => id === 'shop/invoice')?.fields.find(({ name }) => name === 'lines')
    expect(grid?.columns).toEqual(['artist_id', 'quantity', 'price', 'hidden'])
    expect(await served.post('shop.Invoice/edit', { id: 1, version, state: 'sent' })).toMatchObject({ code: 1 })
    const stale = await served.post('shop.Invoice/edit', { id: 1, version, state: 'paid' })
    expect(stale).toMatchObject({ code: 0, data: { reason: 'conflict', row: { state: 'sent' } } })

    const second = await served.row('shop.Invoice', 1)
    await foreign.run(`update invoice set total = 11 where id = 1`)
    const overOther = await served.post('shop.Invoice/edit', { id: 1, version: second['version'], state: 'paid' })
    expect(overOther.data).toMatchObject({ reason: 'conflict', row: { total: '11.00', state: 'sent' } })

    const third = await served.row('shop.Invoice', 1)
    const [line, ...others] = lines as object[]
    const save = (quantity: number) =>
      served.post('shop.Invoice/edit', { id: 1, version: third['version'], lines: [{ ...line, quantity }, ...others] })
    const both = await Promise.all([save(3), save(4)])
    expect(both.map(({ code }) => code).sort()).toEqual([0, 1])
    expect(both.find(({ code }) => code === 0)?.data.reason).toBe('conflict')
    const stored = await foreign.rows('select quantity, hidden from invoice_line order by id')
    expect(stored).toEqual([
      { quantity: both[0]?.code === 1 ? 3 : 4, hidden: 'kept' },
      { quantity: 1, hidden: null },
    ])
  })

  it('add, change and delete a document with its lines, and leave other columns as they were', async () => {
    const alfki = (await served.list('shop.Customers'))[0]?.['id']
    const added = await served.post('shop.Invoice/add', {
      customer_code: alfki,
      issued: '2025-05-05',
      paid_at: '2025-05-06 12:00:00',
      is_open: 0,
      total: '3.30',
      state: 'paid',
      lines: [{ artist_id: 2, quantity: 3, price: '1.10' }],
    })
    expect(added).toMatchObject({ code: 1 })
    const id = Number(added.data['id'])
    const [stored] = await foreign.rows(
      `select cast(issued as char(10)) as issued, cast(paid_at as char(19)) as paid_at, total,
        created_at is null as is_empty from invoice where id = ${id}`,
    )
    expect(stored).toMatchObject({ issued: '2025-05-05', paid_at: '2025-05-06 12:00:00' })
    expect(Number(stored?.['total'])).toBe(3.3)
    expect(Boolean(stored?.['is_empty'])).toBe(false)
    const row = await served.row('shop.Invoice', id)
    const lines = [{ artist_id: 1, quantity: 1, price: '2.00' }]
    expect(await served.post('shop.Invoice/edit', { id, version: row['version'], lines })).toMatchObject({ code: 1 })
    expect(await foreign.rows(`select quantity from invoice_line where invoice_id = ${id}`)).toEqual([{ quantity: 1 }])
    expect(await served.remove(`shop.Invoice/del?ids[]=${id}`)).toMatchObject({ code: 1 })
    expect(await foreign.rows(`select 1 as one from invoice_line where invoice_id = ${id}`)).toEqual([])
  })

  it('find records by keys of texts and of several columns', async () => {
    const [alfki, bergs] = await served.list('shop.Customers', '&order=company,asc')
    const at = Number(bergs?.['company'] === 'Berglunds' ? bergs['id'] : alfki?.['id'])
    expect(
      await served.post('shop.Customers/edit', { id: at, company: 'Berglunds snabbköp', remark: '' }),
    ).toMatchObject({
      code: 1,
    })
    expect(await foreign.rows(`select company, remark from customers where code = 'BERGS'`)).toEqual([
      { company: 'Berglunds snabbköp', remark: '' },
    ])
    const add = () => served.post('shop.Rating/add', { customer_code: at, artist_id: 3, stars: 2 })
    const added = await add()
    expect(added).toMatchObject({ code: 1 })
    expect(await add()).toMatchObject({ code: 0, data: { reason: 'duplicate' } })
    expect(await served.remove(`shop.Rating/del?ids[]=${String(added.data['id'])}`)).toMatchObject({ code: 1 })
    expect(await foreign.rows('select count(*) as n from rating')).toMatchObject([{ n: expect.anything() }])
    expect(await served.list('shop.Rating')).toHaveLength(3)
  })

  it('refuse to delete what is referred to, and delete what goes with a record', async () => {
    const refused = await served.remove('shop.Artist/del?ids[]=1')
    expect(refused).toMatchObject({ code: 0, data: { reason: 'in_use' } })
    await foreign.run(`insert into customers values ('CENTC', 'Centro', ''); insert into rating values ('CENTC', 3, 4)`)
    const id = (await served.list('shop.Customers', '&quickSearch=centro'))[0]?.['id']
    expect(await served.remove(`shop.Customers/del?ids[]=${String(id)}`)).toMatchObject({ code: 1 })
    expect(await foreign.rows(`select 1 as one from rating where customer_code = 'CENTC'`)).toEqual([])
  })

  it('number new rows where the database does not, and name the field of a duplicate', async () => {
    expect(await served.post('shop.Chapter/add', { title: 'Eight' })).toMatchObject({ code: 1, data: { id: 8 } })
    const twice = await served.post('shop.Chapter/add', { title: 'One' })
    expect(twice).toMatchObject({ code: 0, data: { reason: 'duplicate', errors: { title: expect.any(String) } } })
  })

  it('offer no writes where there is no key', async () => {
    expect(await served.post('shop.Log/edit', { id: 1, line: 'x' })).toMatchObject({ code: 404 })
    expect(await served.remove('shop.OpenInvoices/del?ids[]=1')).toMatchObject({ code: 404 })
  })
})

/** Everything about the other application's database: of SQLite the bytes of its file. */
async function stateOf(foreign: Foreign): Promise<string> {
  const rows =
    foreign.engine === 'sqlite' ? readFileSync(foreign.place).toString('base64') : await foreign.rows('table invoice')
  return JSON.stringify({ rows, structure: await structureOf(foreign) })
}

/** Names of its tables, columns, indexes and triggers. */
async function structureOf(foreign: Foreign): Promise<unknown> {
  if (foreign.engine === 'sqlite') return foreign.rows('select type, name, sql from sqlite_schema order by name')
  return foreign.rows(
    `select relname as name, relkind as type, relhastriggers as triggers, relnatts as columns from pg_class
      where relnamespace = '${foreign.place}'::regnamespace order by relname`,
  )
}

it('keeps own tables in a schema of their own on PostgreSQL, where the address names none', async () => {
  const name = `adopted_${randomBytes(6).toString('hex')}`
  const on = async (url: string, statement: string): Promise<Record<string, unknown>[]> => {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    try {
      return (await client.query<Record<string, unknown>>(statement)).rows
    } finally {
      await client.end()
    }
  }
  const server = inject('postgres')
  await on(server, `create database ${name}`)
  const url = new URL(server)
  url.pathname = `/${name}`
  try {
    await on(url.href, `create table "user" (id serial primary key, name text); insert into "user" (name) values ('x')`)
    const foreign = await readPostgres(url.href, ['public'])
    const introspected = await documentsOf(foreign, { module: 'shop', file: null, zone: 'UTC' })
    await foreign.close()
    const models = (await modelsOf(introspected)).entities.map(({ model }) => model)
    const database = await openDatabase(`${url.href}${url.search ? '&' : '?'}options=-c%20work_mem=5MB`, {
      readerScript: '',
      models,
    })
    await prepareDatabase(database, models, true)
    const rows = await database.query.selectFrom('shop_user_record').selectAll().execute()
    const memory = await sql`select current_setting('work_mem') as work_mem`.execute(database.query)
    await database.close()
    expect(memory.rows).toEqual([{ work_mem: '5MB' }])
    expect(rows).toMatchObject([{ id: 1, name: 'x', version: expect.any(Number) }])
    const tables = await on(
      url.href,
      `select schemaname as schema, tablename as name from pg_tables where schemaname in ('public', 'tablewright')
        order by 1, 2`,
    )
    expect(tables).toEqual([
      { schema: 'public', name: 'user' },
      { schema: 'tablewright', name: 'tablewright_meta' },
      { schema: 'tablewright', name: 'tablewright_plan' },
    ])
  } finally {
    await on(server, `drop database ${name} with (force)`)
  }
})

it('refuses to serve tables that have changed or are elsewhere, with what to do', async () => {
  const [engine] = engines
  if (!engine) throw new Error('no engine')
  const foreign = await createForeign(engine, 'create table item (id integer primary key, name varchar(9))')
  const models = (await modelsOf(await introspect(foreign))).entities.map(({ model }) => model)
  const place = await engine.place()
  const open = () => openDatabase(place.url, { readerScript: inject('reader'), models })
  await foreign.run('alter table item rename column name to title')
  await expect(open()).rejects.toMatchObject({ code: 'adopted_changed' })
  await foreign.remove()
  await expect(open()).rejects.toMatchObject({ code: 'adopted_missing' })
  await expect(openDatabase(inject('postgres'), { readerScript: '', models })).rejects.toMatchObject({
    code: 'adopted_engine',
  })
  await place.remove()
})
