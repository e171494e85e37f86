/** Values of the records that references lead to, as SQL: each is read by its primary key. */
import { sql, type RawBuilder } from 'kysely'
import type { LookupModel, LookupPathModel } from '../../../protocol/index.ts'

/** @param table alias of the rows the references are in */
export function lookupSql({ paths, separator }: LookupModel, table: string): RawBuilder<unknown> {
  const values = paths.map((path) => pathSql(path, table))
  const [first] = values
  // `concat_ws` leaves out what is NULL, and has no value of its own without any.
  return first && values.length === 1
    ? first
    : sql`nullif(concat_ws(${sql.lit(separator)}, ${sql.join(values.map((value) => sql`nullif(${value}, '')`))}), '')`
}

function pathSql({ steps, column }: LookupPathModel, table: string): RawBuilder<unknown> {
  const [first, ...others] = steps
  if (!first) return sql`${sql.id(table, column)}`
  const alias = (index: number): string => `l${index}`
  const joins = others.map(
    (step, index) => sql`join ${sql.table(step.table)} as ${sql.id(alias(index + 1))}
      on ${sql.id(alias(index + 1), 'id')} = ${sql.id(alias(index), step.column)}`,
  )
  return sql`(select ${sql.id(alias(others.length), column)}
    from ${sql.table(first.table)} as ${sql.id(alias(0))} ${sql.join(joins, sql` `)}
    where ${sql.id(alias(0), 'id')} = ${sql.id(table, first.column)})`
}
