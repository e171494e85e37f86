/** Checks a PostgreSQL server and schema before anything is written, and reports what is wrong with them. */
import type pg from 'pg'
import type { AdoptedTables } from '../adopted/adopted-tables.ts'
import { ownSchema } from '../adopted/postgres.ts'
import { postgresAdapter } from './adapter.ts'
import { metaTable, ownershipOf } from '../ownership.ts'
import { DatabaseError } from '../database-error.ts'
import { codeOf, messageOf } from '../store-error.ts'
import { withOptions } from './session-settings.ts'

interface Facts {
  readonly encoding: string
  readonly schema: string | null
  readonly may: number
  readonly tables: string
}

/** Throws a DatabaseError when the database cannot be used. */
export async function checkServer(pool: pg.Pool, url: string): Promise<void> {
  const place = placeOf(url)
  try {
    await inspect(pool, place)
  } catch (error) {
    throw cannotConnect(place, error)
  }
}

/** The address without the password. */
export function placeOf(url: string): string {
  try {
    const { host, pathname } = new URL(url)
    return `${host}${pathname}`
  } catch {
    return 'PostgreSQL'
  }
}

async function inspect(pool: pg.Pool, place: string): Promise<void> {
  const { rows } = await pool.query<Facts>(
    `
    select pg_encoding_to_char(encoding) as encoding, current_schema() as schema,
      coalesce(has_schema_privilege(current_schema(), 'create'), false) as may,
      (select coalesce(json_agg(relname order by relname), '[]')::text from pg_class
        where relnamespace = (select oid from pg_namespace where nspname = current_schema()) and relkind in ('r', ` +
      `'p')) as tables
    from pg_database where datname = current_database()`,
  )
  // The server lists the database of this connection.
  const { encoding, schema, may, tables } = rows[0]!
  if (encoding !== 'UTF8') throw new DatabaseError('encoding', { place, reason: encoding })
  const names = JSON.parse(tables) as string[]
  const format = names.includes(metaTable)
    ? await pool.query<{ value: string }>(`select value from ${metaTable} where key = 'format'`)
    : null
  ownershipOf(place, names, format && (format.rows[0]?.value ?? ''))
  if (may === 0)
    throw new DatabaseError('no_right', {
      place,
      reason: schema === null ? 'no schema on the search path' : `schema ${schema}`,
    })
}

/**
 * The address under which the product's own tables are apart from those of another application: in the schema
 * `tablewright`, which is created, unless the address names a search path or the tables are there already. Throws a
 * DatabaseError.
 */
export async function ownSchemaUrl({ Client }: typeof pg, url: string): Promise<string> {
  if (new URL(url).searchParams.get('options')?.includes('search_path')) return url
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 3000 })
  try {
    await client.connect()
    const { rows } = await client.query<{ own: string | null; there: string | null }>(
      `select to_regclass('${metaTable}')::text as own, to_regnamespace('${ownSchema}')::text as there`,
    )
    if (rows[0]?.own) return url
    if (!rows[0]?.there) await client.query(`create schema if not exists ${ownSchema}`)
  } catch (error) {
    throw cannotConnect(placeOf(url), error)
  } finally {
    await client.end().catch(() => {})
  }
  return withOptions(url, { search_path: ownSchema })
}

/** Whether adopted tables still are as the schemas have them. Throws a DatabaseError `adopted_changed`. */
export async function checkAdopted(pool: pg.Pool, url: string, adopted: AdoptedTables): Promise<void> {
  for (const table of adopted.list) {
    try {
      await pool.query(`select * from ${table.rows()} as t limit 0`)
    } catch (error) {
      const params = { place: placeOf(url), table: table.model.id, reason: messageOf(error) }
      throw new DatabaseError('adopted_changed', params, error)
    }
  }
}

const cannotConnect = (place: string, error: unknown): DatabaseError =>
  databaseErrorFrom(place, error) ?? new DatabaseError('unreachable', { place, reason: reasonOf(error) }, error)

/** An error of the server which says that the database cannot be used, as an error for people; null for any other. */
export function databaseErrorFrom(place: string, error: unknown): DatabaseError | null {
  if (error instanceof DatabaseError) return error
  const code = codeOf(error)
  const params = { place, reason: reasonOf(error) }
  if (code === '28P01' || code === '28000') return new DatabaseError('sign_in', params, error)
  if (code === '3D000') return new DatabaseError('no_database', params, error)
  if (code === '42501') return new DatabaseError('no_right', params, error)
  if (code === '25006') return new DatabaseError('read_only', params, error)
  if (code === 'XX001' || code === 'XX002') return new DatabaseError('damaged', params, error)
  const kind = postgresAdapter.problemOf(error)?.kind
  if (kind === 'full') return new DatabaseError('full', params, error)
  return kind === 'unavailable' ? new DatabaseError('unreachable', params, error) : null
}

/** Node hides the reasons of several tried addresses in `errors`. */
function reasonOf(error: unknown): string {
  const first = error instanceof AggregateError ? (error.errors[0] as unknown) : error
  return messageOf(first) || codeOf(error)
}
