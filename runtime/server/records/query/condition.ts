/** Pieces of a WHERE clause. */
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Source } from './source.ts'

export interface Condition {
  readonly sql: RawBuilder<SqlBool>
  readonly sources: readonly Source[]
  /** True when it may scan all rows. */
  readonly scans: boolean
  /** How many values it compares in each row that is scanned for it; 0 where an index finds the rows. */
  readonly comparisons: number
  /** The source that has one and the same value in all rows that match. */
  readonly equal?: Source
  /** The source whose matching values lie next to each other. */
  readonly range?: Source
  /** The condition that keeps deleted rows away. */
  readonly isLive?: true
}

const ranges: ReadonlySet<string> = new Set(['<', '<=', '>', '>='])

/** A condition on one column that an index of the column can serve. */
export function seek(source: Source, sign: string, condition: RawBuilder<SqlBool>): Condition {
  return {
    sql: condition,
    sources: [source],
    scans: !source.indexed,
    comparisons: source.indexed ? 0 : 1,
    ...(source.join === null && (sign === '=' || sign === 'null') && { equal: source }),
    ...(source.join === null && ranges.has(sign) && { range: source }),
  }
}

/** A condition on one column that scans all rows. */
export function scan(source: Source, sign: string, condition: RawBuilder<SqlBool>): Condition {
  return { ...seek(source, sign, condition), scans: true, comparisons: 1 }
}

export const isNull = (source: Source): Condition => seek(source, 'null', sql<SqlBool>`${source.compared} is null`)
export const isNotNull = (source: Source): Condition =>
  seek(source, 'not null', sql<SqlBool>`${source.compared} is not null`)
export const always: Condition = {
  sql: sql<SqlBool>`1 = 1`,
  sources: [],
  scans: false,
  comparisons: 0,
}
export const never: Condition = {
  sql: sql<SqlBool>`1 = 0`,
  sources: [],
  scans: false,
  comparisons: 0,
}

export function anyOf(conditions: readonly Condition[]): Condition {
  return conditions.length === 0 ? never : joined(conditions, ' or ')
}

export function allOf(conditions: readonly Condition[]): Condition {
  return conditions.length === 0 ? always : joined(conditions, ' and ')
}

function joined(conditions: readonly Condition[], word: ' and ' | ' or '): Condition {
  const [first] = conditions
  if (first && conditions.length === 1) return first
  const isRange = word === ' and ' && conditions.every(({ range }) => range && range === first?.range)
  return {
    sql: sql<SqlBool>`(${sql.join(sqlOf(conditions), sql.raw(word))})`,
    sources: conditions.flatMap((condition) => condition.sources),
    scans: conditions.some((condition) => condition.scans),
    comparisons: conditions.reduce((sum, condition) => sum + condition.comparisons, 0),
    ...(isRange && first?.range && { range: first.range }),
  }
}

export const sqlOf = (conditions: readonly Condition[]): readonly RawBuilder<SqlBool>[] =>
  conditions.map((condition) => condition.sql)
