/** Rows and count of a page in one statement: one round trip, and both see the same moment's data. */
import type { PageRequest } from '../database.ts'
import type { Statement } from '../tables.ts'

/** One row: `list` (JSON text of the rows as an array of objects) and `count` (null when none is needed). */
export function pageStatement({
  rows,
  count,
  walk = null,
  plain = null,
}: Pick<PageRequest, 'rows' | 'count' | 'walk' | 'plain'>): Statement {
  if (count === null)
    return { sql: `select ${listOf(rows.sql)} as list, null::bigint as count`, parameters: rows.parameters }
  const parameters: unknown[] = []
  const add = (statement: Statement): string => {
    const text = shifted(statement.sql, parameters.length)
    parameters.push(...statement.parameters)
    return text
  }
  const total = `(${add(count)})`
  if (walk === null) return { sql: `select ${listOf(add(rows))} as list, ${total} as count`, parameters }
  // Only the chosen subqueries run.
  const isPlain = plain && '(select n from plain) > 0'
  const choose = (one: string, other: string): string => `case when ${isPlain} then ${one} else ${other} end`
  const found = plain ? `(select ${choose(`(${add(plain.count)})`, total)})` : total
  const matching = plain ? choose(listOf(add(plain.rows)), listOf(add(rows))) : listOf(add(rows))
  const list = `case when (select n ^ 2 from found) > (${add(walk.maxSquare)})
    then ${listOf(add(walk.rows))} else ${matching} end`
  const choice = plain ? `plain(n) as materialized (${add(plain.when)}), ` : ''
  const sql = `with ${choice}found(n) as materialized ${found}
    select ${list} as list, (select n from found) as count`
  return { sql, parameters }
}

const listOf = (sql: string): string => `(select coalesce(json_agg(page), '[]') from (${sql}) as page)`

/** The statement with its parameters numbered from `by` on. Its quoted names and literals contain no `$`. */
const shifted = (sql: string, by: number): string =>
  sql.replace(/\$(\d+)/g, (_all, number: string) => `$${Number(number) + by}`)
