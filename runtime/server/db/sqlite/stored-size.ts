/** How much tables hold, from the statistics of the file. */
import { sql } from 'kysely'
import type { StoredSize } from '../adapter.ts'
import type { Reading, Row } from '../tables.ts'

/** The rows of each table are counted in its smallest index, the pages of its trees come from `dbstat`. */
export async function sqliteStoredSize(query: Reading, tables: readonly string[]): Promise<StoredSize> {
  if (tables.length === 0) return { rows: 0, bytes: 0 }
  const names = JSON.stringify(tables)
  const size = await sql<Row>`select coalesce(sum(_tree.pgsize), 0) as bytes from main.sqlite_schema as _object
    join dbstat as _tree on _tree.name = _object.name and _tree.aggregate = true
    where _object.tbl_name in (select value from json_each(${names})) and _object.rootpage > 0`.execute(query)
  const counts = tables.map((table) => sql`(select count(*) from main.${sql.id(table)})`)
  const count = await sql<Row>`select ${sql.join(counts, sql` + `)} as total`.execute(query)
  return { rows: Number(count.rows[0]?.['total'] ?? 0), bytes: Number(size.rows[0]?.['bytes'] ?? 0) }
}
