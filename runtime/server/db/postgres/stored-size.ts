/** How much tables hold, from the catalogue. */
import { sql } from 'kysely'
import type { StoredSize } from '../adapter.ts'
import type { Reading, Row } from '../tables.ts'

export async function postgresStoredSize(query: Reading, tables: readonly string[]): Promise<StoredSize> {
  if (tables.length === 0) return { rows: 0, bytes: 0 }
  const size =
    await sql<Row>`select coalesce(sum(pg_total_relation_size(_class.oid)), 0) as bytes from pg_class as _class
    join pg_namespace as _schema on _schema.oid = _class.relnamespace and _schema.nspname = current_schema()
    where _class.relkind in ('r', 'p') and _class.relname = any (array[${sql.join(tables)}]::text[])`.execute(query)
  const counts = tables.map((table) => sql`(select count(*) from ${sql.table(table)})`)
  const count = await sql<Row>`select ${sql.join(counts, sql` + `)} as total`.execute(query)
  return { rows: Number(count.rows[0]?.['total'] ?? 0), bytes: Number(size.rows[0]?.['bytes'] ?? 0) }
}
