/** Rows and count of a page in one statement: one round trip, and both see the same moment's data. */
import type { Statement } from '../tables.ts'

/** One row: `list` (JSON text of the rows as an array of objects) and `count` (null when none is needed). */
export function pageStatement(rows: Statement, count: Statement | null): Statement {
  const list = `(select coalesce(json_agg(page), '[]') from (${rows.sql}) as page) as list`
  if (count === null) return { sql: `select ${list}, null::bigint as count`, parameters: rows.parameters }
  const total = `(${shifted(count.sql, rows.parameters.length)}) as count`
  return { sql: `select ${list}, ${total}`, parameters: [...rows.parameters, ...count.parameters] }
}

/** The statement with its parameters numbered from `by` on. Its quoted names and literals contain no `$`. */
const shifted = (sql: string, by: number): string =>
  sql.replace(/\$(\d+)/g, (_all, number: string) => `$${Number(number) + by}`)
