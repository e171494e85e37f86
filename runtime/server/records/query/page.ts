/** The statements of a plan: a page of rows with labels, its count, all rows in order. */
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import {
  columnType,
  memoizeByObject,
  type ColumnType,
  type SortDirection,
  type StoredValue,
  type TableModel,
} from '../../../protocol/index.ts'
import type { Adapter, Database, PageRequest, Statement, Walk } from '../../db/index.ts'
import { isNullable, reusedSql } from '../../db/index.ts'
import type { RowShape } from '../../core/models/row-shape.ts'
import { labelColumn, type LabelledRelation } from '../../core/models/table-shapes.ts'
import { sqlOf, type Condition } from './condition.ts'
import { maxSortedSquare } from './index-choice.ts'
import type { Plan } from './plan.ts'
import { plainStatement } from './unindexed-search.ts'
import { joinAlias, type Source } from './source.ts'
import { labelJoins, labelledColumns, namedColumns, outerColumns } from './columns.ts'
import { statementOf } from './statement.ts'

/**
 * The rows of a page and its count. Where the count has to choose the access path, the rows are those that match, found
 * and sorted, and `walk` has the same rows by the index in the list's order.
 */
export function pageStatements(database: Database, plan: Plan, shape: RowShape): PageStatements {
  const page = plainStatements(database, plan, shape)
  if (plan.search === null) return page
  return {
    rows: rowsStatement(database, plan, shape, plan, 'found'),
    count: countStatement(database, plan, 'found'),
    // In an order without an index, so many rows match above the cap that they are sorted like all rows.
    walk: {
      rows: page.walk?.rows ?? page.rows,
      maxSquare: maxSquareStatement(database, plan, page.walk ? 'sizes' : 'cap'),
    },
    plain: { when: plainStatement(database, plan, plan.search), rows: page.rows, count: page.count },
  }
}

/** The same without the search index. */
function plainStatements(database: Database, plan: Plan, shape: RowShape): PlainStatements {
  const count = countStatement(database, plan)
  const { isOrdered, skipping } = plan.path
  if (!isOrdered) return { rows: rowsStatement(database, plan, shape, plan), count, walk: null }
  const walk = rowsStatement(database, plan, shape, plan, 'walk')
  if (skipping.length === 0) return { rows: walk, count, walk: null }
  const rows = rowsStatement(database, plan, shape, plan, 'sort')
  return { rows, count, walk: { rows: walk, maxSquare: maxSquareStatement(database, plan) } }
}

export type PageStatements = Pick<PageRequest, 'rows' | 'count' | 'walk' | 'plain'>

interface PlainStatements {
  readonly rows: Statement
  readonly count: Statement
  readonly walk: Walk | null
}

/**
 * `walk`: by the index in the list's order; `sort`: never by it; `found`: those that the search index finds; `free`: as
 * the engine likes.
 */
type Way = 'walk' | 'sort' | 'found' | 'free'

/** `page`: the last row of the page; `sizes`: the page and the table; `cap`: the cap of counts. */
type WalkRule = 'page' | 'sizes' | 'cap'

/** Where no index finds the matches, finding them reads all rows, and walking ends earlier once there is a page. */
const walkRule = ({ path }: Plan): WalkRule => (path.skipping.every(({ scans }) => scans) ? 'page' : 'sizes')

/** The square of the number of matching rows above which walking is cheaper; see path.ts. */
function maxSquareStatement(database: Database, plan: Plan, rule: WalkRule = walkRule(plan)): Statement {
  const last = plan.limit + plan.offset
  const table = sql.table(plan.model.table)
  const highest = sql.lit(maxSortedSquare(plan.cap))
  const square = {
    page: () => sql`select cast(${last} as bigint) * ${last} as n`,
    sizes: () => sql`select case when _product < ${highest} then _product else ${highest} end as n
      from (select cast(coalesce(max(id), 0) as bigint) * ${last} as _product from ${table}) as _size`,
    cap: () => sql`select ${highest} as n`,
  }[rule]
  return statementOf(database, square(), plan.now)
}

/** Which of the rows are wanted. */
interface Page {
  readonly limit: number
  readonly offset: number
}

/** Rows of the page. Targets are joined around the page's few rows only, never around the whole table. */
export function rowsStatement(
  database: Database,
  plan: Plan,
  shape: RowShape,
  page: Page,
  way: Way = 'free',
): Statement {
  const { adapter } = database
  const rows =
    plan.isDeep && way === 'walk'
      ? deepRows(adapter, plan, shape, page)
      : labelled(plan, shape, innerRows(adapter, plan, shape, page, way), adapter)
  return statementOf(database, rows, plan.now)
}

/** The ids of the page from the index alone, then its rows: those before it are passed without being read. */
function deepRows(adapter: Adapter, plan: Plan, shape: RowShape, page: Page): RawBuilder<unknown> {
  const ids = sql`${walkedIds(adapter, plan)} limit ${page.limit} offset ${page.offset}`
  return sql`select ${labelledColumns(adapter, plan.model, shape, 'p')} from (${ids}) as _found
    cross join ${sql.table(plan.model.table)} as p ${labelJoins(plan.model, shape, 'p')}
    where ${sql.id('p', 'id')} = ${sql.id('_found', 'id')} ${pageOrder(adapter, plan)}`
}

/** Number of matching rows; counting stops above the cap unless the exact number is requested. */
export function countStatement(database: Database, plan: Plan, way: Way = 'free'): Statement {
  const matching = fromWhere(database.adapter, plan, sql``, way)
  const count = plan.exact
    ? sql`select count(*) as n ${matching}`
    : sql`select count(*) as n from (select 1 as one ${matching} limit ${sql.lit(plan.cap + 1)}) as _hits`
  return statementOf(database, count, plan.now)
}

/**
 * All matching rows with labels, in order. Nothing is collected first: rows arrive as an index finds them.
 * @param lists lists of references, whose labels are added as JSON lists
 */
export function exportStatement(
  database: Database,
  plan: Plan,
  shape: RowShape,
  lists: readonly LabelledRelation[] = [],
): Statement {
  const { adapter } = database
  const titles = lists.map(({ field: { name }, relation, label }) => {
    const texts = adapter.jsonTexts(sql.id('t', name), relation.table, label.name)
    return sql`, ${texts} as ${sql.id(labelColumn(relation.as))}`
  })
  const columns = sql`${labelledColumns(adapter, plan.model, shape, 't')}${sql.join(titles, sql``)}`
  const rows =
    adapter.sortsJoined && plan.path.isOrdered && plan.path.skipping.length === 0
      ? sql`select ${columns} from (${walkedIds(adapter, plan)} limit -1) as _found
          cross join ${sql.table(plan.model.table)} as t ${labelJoins(plan.model, shape, 't')}
          where ${sql.id('t', 'id')} = ${sql.id('_found', 'id')}`
      : sql`select ${columns} ${fromWhere(adapter, plan, labelJoins(plan.model, shape, 't'))}
          ${orderBy(adapter, plan)}`
  return statementOf(database, rows, plan.now)
}

/** The ids in the list's order, as an index has them. */
const walkedIds = (adapter: Adapter, plan: Plan): RawBuilder<unknown> =>
  sql`select ${sql.id('t', 'id')} ${fromWhere(adapter, plan, sql``, 'walk')} ${orderBy(adapter, plan, 'walk')}`

/** Rows of these ids with labels, in no particular order. */
export function rowsByIds(database: Database, model: TableModel, shape: RowShape, ids: readonly number[]): Statement {
  const live = model.softDelete === null ? sql`` : sql` and ${sql.id('p', model.softDelete)} is null`
  return statementOf(
    database,
    sql`select ${labelledColumns(database.adapter, model, shape, 'p')}
      from ${sql.table(model.table)} as p ${labelJoins(model, shape, 'p')}
      where ${sql.id('p', 'id')} in (${sql.join(ids)})${live}`,
  )
}

/**
 * Number of rows that the conditions served by an index leave to be compared with the others; counting stops above the
 * limit.
 */
export function comparedRowsStatement(database: Database, plan: Plan, limit: number): Statement {
  const conditions = plan.conditions.filter((condition) => condition.comparisons === 0)
  const served: Plan = { ...plan, conditions, joins: [], weight: 'heavy' }
  return statementOf(
    database,
    sql`select count(*) as n from (select 1 as one ${fromWhere(database.adapter, served)} limit ${limit}) as _compared`,
    plan.now,
  )
}

/**
 * `from … where …` over the table as `t`, with a checkpoint where it may read more rows than it finds.
 * @param further joins
 * @param way `walk` hides what must not choose an index
 */
export function fromWhere(
  adapter: Adapter,
  plan: Plan,
  further: RawBuilder<unknown> = sql``,
  way: Way = 'free',
): RawBuilder<unknown> {
  const joins = plan.joins.map((joined) => {
    const alias = joinAlias(joined)
    return sql`left join ${sql.table(joined.relation.table)} as ${sql.id(alias)}
      on ${sql.id(alias, 'id')} = ${sql.id('t', joined.field.name)}`
  })
  const matches =
    way === 'found' && plan.search
      ? adapter.search.found(plan.model.table, plan.search.index, plan.search.query)
      : { from: sql`${sql.table(plan.model.table)} as t`, where: null }
  // The index passes so many rows in less time than the checks would take.
  const isDeep = plan.isDeep && way === 'walk'
  const isBounded = isDeep || (plan.conditions.length === 0 && plan.weight === 'light')
  const checkpoint = isBounded ? null : adapter.checkpoint(sql.id('t', 'id'))
  const conditions = [
    // Guard T81: scanning statements of SQLite can be ended.
    ...(checkpoint ? [checkpoint] : []),
    ...(matches.where ? [matches.where] : []),
    ...conditionsOf(adapter, plan, way),
  ]
  const where = conditions.length === 0 ? sql`` : sql`where ${sql.join(conditions, sql` and `)}`
  return sql`from ${matches.from} ${sql.join(joins, sql` `)} ${further} ${where}`
}

/** On the walk, what its index does not serve is evaluated for each row, so that it leads to no other index. */
function conditionsOf(adapter: Adapter, { conditions, path }: Plan, way: Way): readonly RawBuilder<SqlBool>[] {
  if (way !== 'walk') return sqlOf(conditions)
  const isHidden = (condition: Condition): boolean =>
    path.skipping.includes(condition) || (path.hasDeleted && condition.isLive === true)
  const skipping = sqlOf(conditions.filter(isHidden))
  const served = sqlOf(conditions.filter((condition) => !isHidden(condition)))
  if (skipping.length === 0) return served
  return [...served, adapter.unindexedCondition(sql.join(skipping, sql` and `))]
}

/** The order, followed by the primary key in the same direction. */
export const orderBy = (adapter: Adapter, { order, path }: Plan, way: Way = 'free'): RawBuilder<unknown> =>
  orderOf(adapter, order.source, order.direction, path.isById, way === 'sort' || way === 'found')

const orderOf = memoizeByObject(
  (adapter: Adapter, source: Source, direction: SortDirection, isById: boolean, isUnindexed: boolean) => {
    const isId = source.join === null && source.field.name === 'id'
    const id = sql<StoredValue>`${sql.id('t', 'id')}`
    const by = (column: RawBuilder<StoredValue>, type: ColumnType, isNull: boolean): RawBuilder<unknown> =>
      adapter.orderBy(isUnindexed ? adapter.unindexed(column, type) : column, direction, isNull)
    const last = by(id, 'integer', false)
    return reusedSql(
      isId || isById
        ? sql`order by ${last}`
        : sql`order by ${by(source.compared, columnType(source.field), source.nullable)}, ${last}`,
    )
  },
)

const sortKey = 'sort key'

function innerRows(adapter: Adapter, plan: Plan, shape: RowShape, page: Page, way: Way): RawBuilder<unknown> {
  const { join, column } = plan.order.source
  const key = join === null ? sql`` : sql`, ${column} as ${sql.id(sortKey)}`
  return sql`select ${namedColumns(adapter, plan.model, shape, 't')}${key} ${fromWhere(adapter, plan, sql``, way)}
    ${orderBy(adapter, plan, way)} limit ${page.limit} offset ${page.offset}`
}

/** Adds labels to the rows; the order is repeated, because the order of a subquery is not guaranteed. */
function labelled(plan: Plan, shape: RowShape, inner: RawBuilder<unknown>, adapter: Adapter): RawBuilder<unknown> {
  if (shape.relations.length === 0) return inner
  return sql`select ${outerColumns(plan.model, shape)}
    from (${inner}) as p ${labelJoins(plan.model, shape, 'p')} ${pageOrder(adapter, plan)}`
}

/** The list's order of rows called `p`. */
const pageOrder = (adapter: Adapter, { model, order }: Plan): RawBuilder<unknown> =>
  pageOrderOf(adapter, model, order.source, order.direction)

const pageOrderOf = memoizeByObject((adapter: Adapter, model: TableModel, source: Source, direction: SortDirection) => {
  const key = source.join === null ? sql.id('p', source.field.name) : sql.id('p', sortKey)
  return reusedSql(sql`order by ${adapter.orderBy(key, direction, source.nullable)},
      ${adapter.orderBy(sql.id('p', 'id'), direction, isNullable(model, 'id'))}`)
})
