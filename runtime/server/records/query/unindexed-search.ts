/**
 * When a quick search does better without its index: in a small table, where another condition leaves few rows, and
 * when many rows match. The index has every row that matches a common text, so counting up to the cap is cheaper in
 * the rows themselves. How common it is shows in the oldest and the newest rows: both, because texts such as numbers
 * with a date in them are common among one of them only.
 */
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Database, Statement } from '../../db/index.ts'
import { sqlOf } from './condition.ts'
import type { IndexedSearch, Plan } from './plan.ts'
import { statementOf } from './statement.ts'

/** So few rows are compared in less time than the index takes. */
const fewRows = 2000
/** Rows looked at on either side, and how many of them have to match to make the text common. */
const sampleSize = 400
const commonInSample = 40

/** One row, one column: 1 where the search compares rows, 0 where the index finds them. */
export function plainStatement(database: Database, { model, conditions, now }: Plan, search: IndexedSearch): Statement {
  const table = sql.table(model.table)
  const seeks = conditions.filter(
    (condition) => !condition.scans && condition.comparisons === 0 && condition.sources.length > 0,
  )
  const left = seeks.length === 0 ? [] : conditions.filter((condition) => seeks.includes(condition) || condition.isLive)
  const { condition } = search
  const matching = (direction: string): RawBuilder<unknown> =>
    sql`(select count(*)
      from (select * from ${table} order by id ${sql.raw(direction)} limit ${sql.lit(sampleSize)}) as t
      where ${condition.sql})`
  const isCommon = sql<SqlBool>`${matching('asc')} >= ${sql.lit(commonInSample)}
      and ${matching('desc')} >= ${sql.lit(commonInSample)}`
  const isSmall = sql<SqlBool>`(select coalesce(max(id), 0) from ${table}) <= ${sql.lit(fewRows)}`
  const leavesFew = sql<SqlBool>`(select count(*) from (select 1 as one from ${table} as t
      where ${sql.join(sqlOf(left), sql` and `)}
      limit ${sql.lit(fewRows + 1)}) as _few) <= ${sql.lit(fewRows)}`
  const ways = left.length === 0 ? [isSmall, isCommon] : [isSmall, leavesFew, isCommon]
  return statementOf(
    database,
    sql`select case ${sql.join(
      ways.map((way) => sql`when ${way} then 1`),
      sql` `,
    )} else 0 end as n`,
    now,
  )
}
