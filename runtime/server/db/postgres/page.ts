/** The statements of a page: its rows, and their count, which may choose how the rows are read. */
import type { PageAnswer, PageRequest, Plain, Walk } from '../database.ts'
import type { Statement } from '../tables.ts'
import type { RunStatement } from './read.ts'

/** How the rows and their count are read. */
type PageWays = Pick<PageRequest, 'rows' | 'count'> & { readonly walk?: Walk | null | undefined }

type AllWays = PageWays & { readonly plain?: Plain | null | undefined }

/**
 * Rows and count in one statement: one round trip, and both see the same moment's data. One row: `list` (JSON text of
 * the rows as an array of objects) and `count` (null when none is needed).
 */
export function pageStatement({ rows, count, walk }: PageWays): Statement {
  if (count === null)
    return { sql: `select ${listOf(rows.sql)} as list, null::bigint as count`, parameters: rows.parameters }
  const parameters: unknown[] = []
  const add = adding(parameters)
  const total = add(count)
  const matching = listOf(add(rows))
  const walked = walk && `when (select n ^ 2 from _found) > (${add(walk.maxSquare)}) then ${listOf(add(walk.rows))}`
  // Only the chosen subquery runs.
  const list = `case when (select n from _found) = 0 then '[]' ${walked ?? ''} else ${matching} end`
  const sql = `with _found(n) as materialized (${total}) select ${list} as list, (select n from _found) as count`
  return { sql, parameters }
}

/**
 * The same within a transaction that sees one moment's data: the count, then the rows in the way that it chooses, when
 * there are any. Planning rows with their labels takes longer than a round trip, and longer still in two ways. What is
 * asked before the count waits for its turn among heavy reads as well.
 */
export async function readPage({ plain, ...ways }: AllWays, run: RunStatement): Promise<PageAnswer> {
  const way = plain && (await oneRow(run<{ n: number }>(plain.when)))
  const { rows, count, walk } = plain && way?.n === 1 ? { ...ways, ...plain } : ways
  const counted = count && (await oneRow(run<Counted>(countStatement(count, walk ?? null))))
  if (counted?.count === 0) return { list: '[]', count: 0 }
  const rowsStatement = walk && counted?.walks ? walk.rows : rows
  const { list } = await oneRow(
    run<{ list: string }>({ sql: `select ${listOf(rowsStatement.sql)} as list`, parameters: rowsStatement.parameters }),
  )
  return { list, count: counted?.count ?? null }
}

interface Counted {
  readonly count: number
  readonly walks: boolean
}

function countStatement(count: Statement, walk: Walk | null): Statement {
  const parameters: unknown[] = []
  const add = adding(parameters)
  const walks = `n ^ 2 > (${walk ? add(walk.maxSquare) : 'null'})`
  return { sql: `select n as count, ${walks} as walks from (${add(count)}) as _found`, parameters }
}

/** The row of a statement that always has one. */
export async function oneRow<R>(rows: Promise<R[]>): Promise<R> {
  const [row] = await rows
  if (!row) throw new TypeError('the statement of a page returned no row')
  return row
}

/** @returns the text of a statement, whose parameters follow those that are there */
const adding =
  (parameters: unknown[]) =>
  (statement: Statement): string => {
    const text = shifted(statement.sql, parameters.length)
    parameters.push(...statement.parameters)
    return text
  }

/** JSON text of the statement's rows. */
const listOf = (sql: string): string => `(select coalesce(json_agg(_page), '[]') from (${sql}) as _page)`

/** The statement with its parameters numbered from `by` on. Its quoted names and literals contain no `$`. */
const shifted = (sql: string, by: number): string =>
  sql.replace(/\$(\d+)/g, (_all, number: string) => `$${Number(number) + by}`)
