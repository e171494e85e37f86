/** Whether the file of an SQLite database is whole. */
import { sql, type RawBuilder } from 'kysely'
import type { Reading, Row } from '../tables.ts'

/**
 * KiB of pages kept meanwhile, because indexes are compared with their tables row by row. The process keeps that
 * memory, also during the checks after this one; four times as much saves no time on a ledger of a million rows.
 */
const cacheSize = 16 * 1024

/** What is wrong with pages, indexes and references of the file; empty = nothing. Reads all of it. */
export async function sqliteFaults(query: Reading): Promise<readonly string[]> {
  const before = await sql<Row>`select cache_size as size from pragma_cache_size`.execute(query)
  const setCacheSize = (size: number) => sql`pragma cache_size = ${sql.lit(size)}`.execute(query)
  await setCacheSize(-cacheSize)
  try {
    const pages = await sql<Row>`with opened as materialized (select ${await openFullTexts(query)} as tables)
      select integrity_check as fault from opened cross join pragma_integrity_check`.execute(query)
    const keys = await sql<Row>`select distinct "table" || ${sql.lit(' → ')} || parent as fault
      from pragma_foreign_key_check`.execute(query)
    return [...pages.rows, ...keys.rows].map(({ fault }) => String(fault)).filter((fault) => fault !== 'ok')
  } finally {
    await setCacheSize(Number(before.rows[0]?.['size']))
  }
}

/**
 * Opens every full-text table. A connection remembers how the index of such a table is made up; whoever opens it looks
 * whether others have changed it since, but `integrity_check` does not, and would report damage where there is none. It
 * has to be one statement with the check, so that nobody commits in between.
 */
async function openFullTexts(query: Reading): Promise<RawBuilder<number>> {
  const { rows } = await sql<{ schema: string; name: string }>`select t.schema, t.name
    from pragma_table_list as t join pragma_table_list as own on own.schema = t.schema and own.type = 'shadow'
      and own.name = t.name || '_config'
    where t.type = 'virtual'`.execute(query)
  const opened = rows.map(({ schema, name }) => sql`exists (select 1 from ${sql.id(schema, name)} where rowid = 0)`)
  return sql<number>`${sql.join([sql.lit(0), ...opened], sql` + `)}`
}

/** Triggers enforce what came after the table. */
export async function sqliteLaterFloors(query: Reading): Promise<readonly string[]> {
  const { rows } = await sql<{ name: string }>`select name from sqlite_schema where type = 'trigger'`.execute(query)
  return rows.map(({ name }) => name)
}
