/** Rows and count of a page in one statement: one round trip, and both see the same moment's data. */
import type { Walk } from '../../database.ts'
import type { Statement } from '../../tables.ts'

/** One row: `list` (JSON text of the rows as an array of objects) and `count` (null when none is needed). */
export function pageStatement(rows: Statement, count: Statement | null, walk: Walk | null = null): Statement {
  if (count === null)
    return { sql: `select ${listOf(rows.sql)} as list, null::bigint as count`, parameters: rows.parameters }
  const parameters: unknown[] = []
  const add = (statement: Statement): string => {
    const text = shifted(statement.sql, parameters.length)
    parameters.push(...statement.parameters)
    return text
  }
  const found = add(count)
  const matching = listOf(add(rows))
  const walked = walk && `when (select n ^ 2 from found) > (${add(walk.maxSquare)}) then ${listOf(add(walk.rows))}`
  // Only the chosen subquery runs.
  const list = `case when (select n from found) = 0 then '[]' ${walked ?? ''} else ${matching} end`
  const sql = `with found(n) as materialized (${found}) select ${list} as list, (select n from found) as count`
  return { sql, parameters }
}

/** JSON text of the statement's rows. */
export const listOf = (sql: string): string => `(select coalesce(json_agg(page), '[]') from (${sql}) as page)`

/** The statement with its parameters numbered from `by` on. Its quoted names and literals contain no `$`. */
export const shifted = (sql: string, by: number): string =>
  sql.replace(/\$(\d+)/g, (_all, number: string) => `$${Number(number) + by}`)
