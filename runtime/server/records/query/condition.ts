/** A piece of a WHERE clause whose text does not depend on the values it compares with. */
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { StoredValue } from '../../../protocol/index.ts'
import type { Source } from './source.ts'

/** Returns the parameter of the condition's n-th value. */
export type Parameters = (index: number) => string

export interface Condition {
  /** Determines the SQL text together with table and engine. Null = the text contains values, so it is not cached. */
  readonly shape: string | null
  readonly values: readonly StoredValue[]
  readonly build: (slots: Parameters) => RawBuilder<SqlBool>
  readonly sources: readonly Source[]
  /** True when it may scan all rows. */
  readonly scans: boolean
  /** How many values it compares in each row that is scanned for it; 0 where an index finds the rows. */
  readonly comparisons: number
  /** The source that has one and the same value in all rows that match. */
  readonly equal?: Source
  /** The source whose matching values lie next to each other. */
  readonly range?: Source
}

const ranges: ReadonlySet<string> = new Set(['<', '<=', '>', '>='])

/** A condition on one column that an index of the column can serve. */
export function seek(
  source: Source,
  sign: string,
  values: readonly StoredValue[],
  build: (column: Source['compared'], slots: Parameters) => RawBuilder<SqlBool>,
): Condition {
  return {
    shape: `${source.name} ${sign}`,
    values,
    build: (slots) => build(source.compared, slots),
    sources: [source],
    scans: !source.indexed,
    comparisons: source.indexed ? 0 : 1,
    ...(source.join === null && (sign === '=' || sign === 'null') && { equal: source }),
    ...(source.join === null && ranges.has(sign) && { range: source }),
  }
}

/** A condition on one column that scans all rows. */
export function scan(
  source: Source,
  sign: string,
  values: readonly StoredValue[],
  build: (column: Source['compared'], slots: Parameters) => RawBuilder<SqlBool>,
): Condition {
  return { ...seek(source, sign, values, build), scans: true, comparisons: 1 }
}

export const isNull = (source: Source): Condition =>
  seek(source, 'null', [], (column) => sql<SqlBool>`${column} is null`)
export const isNotNull = (source: Source): Condition =>
  seek(source, 'not null', [], (column) => sql<SqlBool>`${column} is not null`)
export const always: Condition = {
  shape: 'all',
  values: [],
  build: () => sql<SqlBool>`1 = 1`,
  sources: [],
  scans: false,
  comparisons: 0,
}
export const never: Condition = {
  shape: 'none',
  values: [],
  build: () => sql<SqlBool>`1 = 0`,
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
  const shapes = conditions.map((condition) => condition.shape)
  return {
    shape: shapes.includes(null) ? null : `(${shapes.join(word)})`,
    values: conditions.flatMap((condition) => condition.values),
    build: (slots) => sql<SqlBool>`(${sql.join(buildAll(conditions, slots), sql.raw(word))})`,
    sources: conditions.flatMap((condition) => condition.sources),
    scans: conditions.some((condition) => condition.scans),
    comparisons: conditions.reduce((sum, condition) => sum + condition.comparisons, 0),
    ...(isRange && first?.range && { range: first.range }),
  }
}

/** Builds several conditions over one list of values. */
export function buildAll(conditions: readonly Condition[], slots: Parameters): RawBuilder<SqlBool>[] {
  let start = 0
  return conditions.map((condition) => {
    const from = start
    start += condition.values.length
    return condition.build((index) => slots(from + index))
  })
}
