/** Rows that hooks let a caller reach by the values of their columns, as a condition and as a check of a single row. */
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Row } from '../../db/index.ts'
import type { RowChoice } from '../../operation/scope.ts'
import type { Condition } from './condition.ts'

/** One of the choices; none = no row. */
export function choiceCondition(choices: readonly RowChoice[]): Condition {
  return {
    sql: choiceSql(choices, 't'),
    sources: [],
    scans: false,
    comparisons: 0,
  }
}

/** @param table alias of the rows; null = the only table of the statement */
function choiceSql(choices: readonly RowChoice[], table: string | null): RawBuilder<SqlBool> {
  const own = choices.map((choice) => {
    const columns = Object.entries(choice).map(([column, values]) => {
      const name = table === null ? sql.id(column) : sql.id(table, column)
      return values.length === 0 ? sql`1 = 0` : sql`${name} in (${sql.join(values)})`
    })
    return sql`(${sql.join(columns, sql` and `)})`
  })
  return own.length === 0 ? sql<SqlBool>`1 = 0` : sql<SqlBool>`(${sql.join(own, sql` or `)})`
}

/** ` and …` for handwritten statements over one table. */
export const andChoicesSql = (all: readonly (readonly RowChoice[])[]): RawBuilder<unknown> =>
  sql.join(
    all.map((choices) => sql` and ${choiceSql(choices, null)}`),
    sql``,
  )

export const isChosen = (choices: readonly RowChoice[], row: Row): boolean =>
  choices.some((choice) =>
    Object.entries(choice).every(([column, values]) => values.includes(String(row[column] ?? ''))),
  )
