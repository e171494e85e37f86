/** Whether indexes and constraints of a PostgreSQL database hold for all rows. */
import { sql } from 'kysely'
import type { Reading, Row } from '../tables.ts'

/**
 * Indexes that an interrupted build left behind, and constraints that were never checked against the rows that were
 * there; empty = none. Damage of pages is found by the tools of PostgreSQL itself.
 */
export async function postgresFaults(query: Reading): Promise<readonly string[]> {
  const { rows } =
    await sql<Row>`select c.relname as fault from pg_index as i join pg_class as c on c.oid = i.indexrelid
      where not i.indisvalid and c.relnamespace = current_schema()::regnamespace
    union all select conname from pg_constraint
      where not convalidated and connamespace = current_schema()::regnamespace`.execute(query)
  return rows.map(({ fault }) => String(fault))
}

/** Checks that were added without a look at the rows. */
export async function postgresLaterFloors(query: Reading): Promise<readonly string[]> {
  const { rows } = await sql<{ name: string }>`select conname as name from pg_constraint where contype = 'c'
    and not convalidated and connamespace = current_schema()::regnamespace`.execute(query)
  return rows.map(({ name }) => name)
}
