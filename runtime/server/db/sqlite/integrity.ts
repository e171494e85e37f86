/** Whether the file of an SQLite database is whole. */
import { sql } from 'kysely'
import type { Reading, Row } from '../tables.ts'

/** What is wrong with pages, indexes and references of the file; empty = nothing. Reads all of it. */
export async function sqliteFaults(query: Reading): Promise<readonly string[]> {
  const pages = await sql<Row>`select integrity_check as fault from pragma_integrity_check`.execute(query)
  const keys =
    await sql<Row>`select distinct "table" || ' → ' || parent as fault from pragma_foreign_key_check`.execute(query)
  return [...pages.rows, ...keys.rows].map(({ fault }) => String(fault)).filter((fault) => fault !== 'ok')
}
