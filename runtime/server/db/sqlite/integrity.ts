/** Whether the file of an SQLite database is whole. */
import { sql } from 'kysely'
import type { Reading, Row } from '../tables.ts'

/** KiB of pages kept meanwhile: indexes are compared with their tables row by row, which takes half the time then. */
const cacheSize = 64 * 1024

/** What is wrong with pages, indexes and references of the file; empty = nothing. Reads all of it. */
export async function sqliteFaults(query: Reading): Promise<readonly string[]> {
  const before = await sql<Row>`select cache_size as size from pragma_cache_size`.execute(query)
  const setCacheSize = (size: number) => sql`pragma cache_size = ${sql.lit(size)}`.execute(query)
  await setCacheSize(-cacheSize)
  try {
    const pages = await sql<Row>`select integrity_check as fault from pragma_integrity_check`.execute(query)
    const keys = await sql<Row>`select distinct "table" || ${sql.lit(' → ')} || parent as fault
      from pragma_foreign_key_check`.execute(query)
    return [...pages.rows, ...keys.rows].map(({ fault }) => String(fault)).filter((fault) => fault !== 'ok')
  } finally {
    await setCacheSize(Number(before.rows[0]?.['size']))
  }
}

/** Triggers enforce what came after the table. */
export async function sqliteLaterFloors(query: Reading): Promise<readonly string[]> {
  const { rows } = await sql<{ name: string }>`select name from sqlite_schema where type = 'trigger'`.execute(query)
  return rows.map(({ name }) => name)
}
