/**
 * Copies of a PostgreSQL schema as lines of JSON in a compressed file, and their return into an empty schema: no tool
 * of the server is needed for either. The first line has the statements, then each table has one with its name,
 * followed by its rows.
 */
import { createReadStream, createWriteStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import type pg from 'pg'
import { quoted } from '../ddl.ts'
import { DatabaseError } from '../database-error.ts'
import { checkServer, placeOf } from './check.ts'

/** Rows that are fetched, or inserted, at a time. */
const batchSize = 500

/** What the first line of a copy has. */
interface Structure {
  /** Functions and tables. */
  readonly before: readonly string[]
  /** Constraints, indexes, triggers and counters: faster and possible only once the rows are there. */
  readonly after: readonly string[]
}

/** Writes what is committed at this moment. Writers go on meanwhile. */
export async function copyDatabase(url: string, target: string): Promise<void> {
  await withClient(url, async (client) => {
    await client.query('begin isolation level repeatable read read only deferrable')
    await pipeline(
      Readable.from(linesOf(client)),
      createGzip(),
      createWriteStream(target, { flags: 'wx', mode: 0o600 }),
    )
    await client.query('commit')
  })
}

/** Fills an empty schema, or leaves it as it is. Throws a DatabaseError `exists` when it has tables. */
export async function returnDatabase(copy: string, url: string): Promise<void> {
  await withClient(url, async (client) => {
    await client.query('begin')
    await client.query("select pg_advisory_xact_lock(hashtext('tablewright:' || current_schema()))")
    const tables = await read<{ readonly name: string }>(
      client,
      `select t.relname as name from pg_class t where ${ownTables}`,
    )
    if (tables.length > 0) throw new DatabaseError('exists', { place: placeOf(url) })
    await fill(client, createInterface({ input: createReadStream(copy).pipe(createGunzip()), crlfDelay: Infinity }))
    await client.query('commit')
  })
}

async function withClient(url: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const { default: driver } = await import('pg')
  const pool = new driver.Pool({ connectionString: url, max: 1, connectionTimeoutMillis: 3000 })
  pool.on('error', () => {})
  try {
    await checkServer(pool, url)
  } finally {
    await pool.end()
  }
  const client = new driver.Client({ connectionString: url, application_name: 'tablewright', statement_timeout: 0 })
  client.on('error', () => {})
  await client.connect()
  try {
    await work(client)
  } finally {
    // Ends a transaction that was not committed, too.
    await client.end()
  }
}

const read = async <Row>(client: pg.Client, text: string): Promise<readonly Row[]> =>
  (await client.query(text)).rows as Row[]

const here = 'current_schema()::regnamespace'
const ownTables = `t.relnamespace = ${here} and t.relkind in ('r', 'p')`

async function* linesOf(client: pg.Client): AsyncGenerator<string> {
  const tables = await read<{ readonly name: string }>(
    client,
    `select t.relname as name from pg_class t where ${ownTables} order by t.relname collate "C"`,
  )
  yield `${JSON.stringify(await readStructure(client))}\n`
  for (const { name } of tables) {
    yield `${JSON.stringify({ table: name })}\n`
    await client.query(
      `declare copy no scroll cursor for select row_to_json(_row)::text as row from ${quoted(name)} as _row`,
    )
    for (;;) {
      const rows = await read<{ readonly row: string }>(client, `fetch ${batchSize} from copy`)
      if (rows.length > 0) yield `${rows.map(({ row }) => row).join('\n')}\n`
      if (rows.length < batchSize) break
    }
    await client.query('close copy')
  }
}

interface ColumnRow {
  readonly table: string
  readonly name: string
  readonly type: string
  readonly collation: string | null
  readonly required: boolean
  readonly default: string | null
  readonly identity: string
}

async function readStructure(client: pg.Client): Promise<Structure> {
  const texts = async (text: string): Promise<readonly string[]> =>
    (await read<{ readonly text: string }>(client, text)).map((row) => row.text)
  const columns = await read<ColumnRow>(
    client,
    `select t.relname as table, a.attname as name, format_type(a.atttypid, a.atttypmod) as type,
      case when c.collname <> 'default' then quote_ident(c.collname) end as collation, a.attnotnull as required,
      pg_get_expr(d.adbin, d.adrelid) as default, a.attidentity as identity
    from pg_class t join pg_attribute a on a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped
    left join pg_collation c on c.oid = a.attcollation
    left join pg_attrdef d on d.adrelid = t.oid and d.adnum = a.attnum
    where ${ownTables} order by t.relname, a.attnum`,
  )
  const functions = await texts(
    // The name of the schema is left out: the copy may return into another one.
    `select replace(pg_get_functiondef(oid), 'FUNCTION ' || quote_ident(current_schema()) || '.', 'FUNCTION ') as text
      from pg_proc where pronamespace = ${here} order by oid`,
  )
  const constraints = await texts(
    `select 'alter table ' || quote_ident(t.relname) || ' add constraint ' || quote_ident(c.conname) || ' ' ||
      pg_get_constraintdef(c.oid, true) as text
    from pg_constraint c join pg_class t on t.oid = c.conrelid
    where c.connamespace = ${here} and c.contype in ('p', 'u', 'c', 'f')
    order by position(c.contype::text in 'pucf'), t.relname, c.conname`,
  )
  const indexes = await texts(
    `select pg_get_indexdef(i.indexrelid, 0, true) as text from pg_index i join pg_class t on t.oid = i.indrelid
    where ${ownTables} and i.indisvalid and not exists (select 1 from pg_constraint c where c.conindid = i.indexrelid
      and c.contype in ('p', 'u', 'x')) order by i.indexrelid`,
  )
  const triggers = await texts(
    `select pg_get_triggerdef(g.oid, true) as text from pg_trigger g join pg_class t on t.oid = g.tgrelid
    where ${ownTables} and not g.tgisinternal order by t.relname, g.tgname`,
  )
  const counters = await texts(
    `select format('select setval(pg_get_serial_sequence(%L, %L), %s, %L)', quote_ident(t.relname), a.attname,
      coalesce(s.last_value, 1), s.last_value is not null) as text
    from pg_class t join pg_attribute a on a.attrelid = t.oid and a.attidentity <> ''
    join pg_depend d on d.refobjid = t.oid and d.refobjsubid = a.attnum and d.deptype = 'i'
    join pg_class q on q.oid = d.objid and q.relkind = 'S'
    join pg_sequences s on s.schemaname = current_schema() and s.sequencename = q.relname
    where ${ownTables} order by t.relname`,
  )
  const names = [...new Set(columns.map(({ table }) => table))]
  const tables = names.map((name) => {
    const own = columns.filter(({ table }) => table === name)
    return `create table ${quoted(name)} (${own.map(columnText).join(', ')})`
  })
  return { before: [...functions, ...tables], after: [...constraints, ...indexes, ...triggers, ...counters] }
}

function columnText({ name, type, collation, required, default: value, identity }: ColumnRow): string {
  return [
    quoted(name),
    type,
    ...(collation === null ? [] : [`collate ${collation}`]),
    ...(required ? ['not null'] : []),
    ...(value === null ? [] : [`default ${value}`]),
    ...(identity === '' ? [] : [`generated ${identity === 'a' ? 'always' : 'by default'} as identity`]),
  ].join(' ')
}

/** Inserts the rows before constraints and triggers are there: what was copied has passed them. */
async function fill(client: pg.Client, lines: AsyncIterable<string>): Promise<void> {
  let structure: Structure | null = null
  let table = ''
  let rows: string[] = []
  const insert = async (): Promise<void> => {
    if (rows.length > 0)
      await client.query(
        `insert into ${quoted(table)} overriding system value
          select * from json_populate_recordset(null::${quoted(table)}, $1::json)`,
        [`[${rows.join(',')}]`],
      )
    rows = []
  }
  for await (const line of lines) {
    if (structure === null) {
      structure = JSON.parse(line) as Structure
      for (const statement of structure.before) await client.query(statement)
    } else if (line.startsWith('{"table":')) {
      await insert()
      table = (JSON.parse(line) as { readonly table: string }).table
    } else {
      rows.push(line)
      if (rows.length === batchSize) await insert()
    }
  }
  await insert()
  for (const statement of structure?.after ?? []) await client.query(statement)
}
