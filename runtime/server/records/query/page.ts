/** The statements of a plan: a page of rows with labels, its count, all rows in order. */
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import {
  columnType,
  isColumn,
  type FieldModel,
  type RelationModel,
  type StoredValue,
  type TableModel,
} from '../../../protocol/index.ts'
import type { Adapter, Database, PageRequest, Statement, Walk } from '../../db/index.ts'
import { isNullable } from '../../db/index.ts'
import type { RelationShape, RowShape } from '../../models/row-shape.ts'
import { buildAll, type Parameters } from './condition.ts'
import { columnExpression } from '../../rules/eval-context.ts'
import { lookupSql } from '../../rules/lookup-sql.ts'
import { maxSortedSquare } from './path.ts'
import type { Plan } from './plan.ts'
import { plainStatement } from './plain.ts'
import { nowSlot } from './parameter.ts'
import { joinAlias } from './source.ts'
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
  const build = {
    page: (slots: Parameters) => sql`select cast(${slots(0)} as bigint) * ${slots(0)} as n`,
    sizes: (slots: Parameters) => sql`select case when _product < ${highest} then _product else ${highest} end as n
      from (select cast(coalesce(max(id), 0) as bigint) * ${slots(0)} as _product from ${table}) as _size`,
    cap: () => sql`select ${highest} as n`,
  }[rule]
  const values = rule === 'cap' ? [] : [last]
  return statementOf(database, {
    model: plan.model,
    shape: `max square ${rule} ${plan.cap}`,
    values,
    now: plan.now,
    build,
  })
}

/** Rows of the page. Targets are joined around the page's few rows only, never around the whole table. */
export function rowsStatement(
  database: Database,
  plan: Plan,
  shape: RowShape,
  page: { readonly limit: number; readonly offset: number },
  way: Way = 'free',
): Statement {
  const values = [...valuesOf(plan, way), page.limit, page.offset]
  const { adapter } = database
  const isDeep = plan.isDeep && way === 'walk'
  const kind = `rows ${isDeep ? 'deep' : way} ${shape.columns.length} ${shape.relations.length}`
  return statementOf(database, {
    model: plan.model,
    shape: keyOf(plan, kind),
    values,
    now: plan.now,
    build: (slots) =>
      isDeep
        ? deepRows(adapter, plan, shape, slots)
        : labelled(plan, shape, innerRows(adapter, plan, shape, slots, way), adapter),
  })
}

/** The ids of the page from the index alone, then its rows: those before it are passed without being read. */
function deepRows(adapter: Adapter, plan: Plan, shape: RowShape, slots: Parameters): RawBuilder<unknown> {
  const at = valuesOf(plan).length
  const columns = [...namedColumns(adapter, plan.model, shape, 'p'), ...labelColumns(plan.model, shape)]
  const ids = sql`${walkedIds(adapter, plan, slots)} limit ${slots(at)} offset ${slots(at + 1)}`
  return sql`select ${sql.join(columns)} from (${ids}) as _found
    cross join ${sql.table(plan.model.table)} as p ${labelJoins(plan.model, shape)}
    where ${sql.id('p', 'id')} = ${sql.id('_found', 'id')} ${pageOrder(adapter, plan)}`
}

/** Number of matching rows; counting stops above the cap unless the exact number is requested. */
export function countStatement(database: Database, plan: Plan, way: Way = 'free'): Statement {
  const build = (slots: Parameters): RawBuilder<unknown> => {
    const matching = fromWhere(database.adapter, plan, slots, sql``, way)
    return plan.exact
      ? sql`select count(*) as n ${matching}`
      : sql`select count(*) as n from (select 1 as one ${matching} limit ${sql.lit(plan.cap + 1)}) as _hits`
  }
  return statementOf(database, {
    model: plan.model,
    shape: keyOf(plan, `count ${plan.exact ? 'all' : plan.cap} ${way}`),
    values: valuesOf(plan, way),
    now: plan.now,
    build,
  })
}

/** All matching rows with labels, in order. Nothing is collected first: rows arrive as an index finds them. */
export function exportStatement(database: Database, plan: Plan, shape: RowShape): Statement {
  const { adapter } = database
  const columns = [...namedColumns(adapter, plan.model, shape, 't'), ...labelColumns(plan.model, shape)]
  return statementOf(database, {
    model: plan.model,
    shape: keyOf(plan, `export ${shape.columns.length} ${shape.relations.length}`),
    values: valuesOf(plan),
    now: plan.now,
    build: (slots) =>
      adapter.sortsJoined && plan.path.isOrdered && plan.path.skipping.length === 0
        ? sql`select ${sql.join(columns)} from (${walkedIds(adapter, plan, slots)} limit -1) as _found
            cross join ${sql.table(plan.model.table)} as t ${labelJoins(plan.model, shape, 't')}
            where ${sql.id('t', 'id')} = ${sql.id('_found', 'id')}`
        : sql`select ${sql.join(columns)} ${fromWhere(adapter, plan, slots, labelJoins(plan.model, shape, 't'))}
            ${orderBy(adapter, plan)}`,
  })
}

/** The ids in the list's order, as an index has them. */
const walkedIds = (adapter: Adapter, plan: Plan, slots: Parameters): RawBuilder<unknown> =>
  sql`select ${sql.id('t', 'id')} ${fromWhere(adapter, plan, slots, sql``, 'walk')} ${orderBy(adapter, plan, 'walk')}`

/** Rows of these ids with labels, in no particular order. */
export function rowsByIds(database: Database, model: TableModel, shape: RowShape, ids: readonly number[]): Statement {
  const columns = namedColumns(database.adapter, model, shape, 'p')
  const live = model.softDelete === null ? sql`` : sql` and ${sql.id('p', model.softDelete)} is null`
  const build = (slots: Parameters): RawBuilder<unknown> =>
    sql`select ${sql.join([...columns, ...labelColumns(model, shape)])}
      from ${sql.table(model.table)} as p ${labelJoins(model, shape)}
      where ${sql.id('p', 'id')} in (${sql.join(ids.map((_id, at) => slots(at)))})${live}`
  return statementOf(database, {
    model,
    shape: `by ids ${ids.length} ${shape.columns.length} ${shape.relations.length}`,
    values: ids,
    build,
  })
}

export function valuesOf(plan: Plan, way: Way = 'free'): readonly unknown[] {
  const values = plan.conditions.flatMap((condition) => condition.values)
  return way === 'found' ? [...values, plan.search?.query] : values
}

function keyOf(plan: Plan, kind: string): string | null {
  const shapes = plan.conditions.map((condition) => condition.shape)
  return shapes.includes(null)
    ? null
    : `${kind} ${plan.weight}: ${shapes.join(' and ')} by ${plan.order.source.name} ${plan.order.direction}`
}

/**
 * Number of rows that the conditions served by an index leave to be compared with the others; counting stops above the
 * limit.
 */
export function comparedRowsStatement(database: Database, plan: Plan, limit: number): Statement {
  const conditions = plan.conditions.filter((condition) => condition.comparisons === 0)
  const served: Plan = { ...plan, conditions, joins: [], weight: 'heavy' }
  const values = [...valuesOf(served), limit]
  const build = (slots: Parameters): RawBuilder<unknown> =>
    sql`select count(*) as n from (select 1 as one ${fromWhere(database.adapter, served, slots)}
      limit ${slots(values.length - 1)}) as _compared`
  return statementOf(database, { model: plan.model, shape: keyOf(served, 'compared'), values, now: plan.now, build })
}

/**
 * `from … where …` over the table as `t`, with a checkpoint where it may read more rows than it finds.
 * @param further joins
 * @param way `walk` hides what must not choose an index
 */
export function fromWhere(
  adapter: Adapter,
  plan: Plan,
  slots: Parameters,
  further: RawBuilder<unknown> = sql``,
  way: Way = 'free',
): RawBuilder<unknown> {
  const joins = plan.joins.map((joined) => {
    const alias = joinAlias(joined)
    return sql`left join ${sql.table(joined.relation.table)} as ${sql.id(alias)}
      on ${sql.id(alias, 'id')} = ${sql.id('t', joined.field.name)}`
  })
  const found =
    way === 'found' && plan.search
      ? adapter.search.found(plan.model.table, plan.search.index, slots(valuesOf(plan).length))
      : { from: sql`${sql.table(plan.model.table)} as t`, where: null }
  // The index passes so many rows in less time than the checks would take.
  const isDeep = plan.isDeep && way === 'walk'
  const isBounded = isDeep || (plan.conditions.length === 0 && plan.weight === 'light')
  const checkpoint = isBounded ? null : adapter.checkpoint(sql.id('t', 'id'))
  const conditions = [
    ...(checkpoint ? [checkpoint] : []),
    ...(found.where ? [found.where] : []),
    ...conditionsOf(adapter, plan, slots, way),
  ]
  const where = conditions.length === 0 ? sql`` : sql`where ${sql.join(conditions, sql` and `)}`
  return sql`from ${found.from} ${sql.join(joins, sql` `)} ${further} ${where}`
}

/** On the walk, what its index does not serve is evaluated for each row, so that it leads to no other index. */
function conditionsOf(
  adapter: Adapter,
  { conditions, path }: Plan,
  slots: Parameters,
  way: Way,
): readonly RawBuilder<SqlBool>[] {
  const built = buildAll(conditions, slots)
  if (way !== 'walk') return built
  const hidden = conditions.map((one) => path.skipping.includes(one) || (path.hasDeleted && one.shape === 'live'))
  const skipping = built.filter((_one, at) => hidden[at])
  const served = built.filter((_one, at) => !hidden[at])
  if (skipping.length === 0) return served
  return [...served, adapter.unindexedCondition(sql.join(skipping, sql` and `))]
}

/** The order, followed by the primary key in the same direction. */
export function orderBy(adapter: Adapter, { order, path }: Plan, way: Way = 'free'): RawBuilder<unknown> {
  const { source, direction } = order
  const isId = source.join === null && source.field.name === 'id'
  const id = sql<StoredValue>`${sql.id('t', 'id')}`
  const by = (column: RawBuilder<StoredValue>, field: FieldModel | null, isNull: boolean): RawBuilder<unknown> =>
    adapter.orderBy(
      way === 'sort' || way === 'found'
        ? adapter.unindexed(column, field === null ? 'integer' : columnType(field))
        : column,
      direction,
      isNull,
    )
  if (isId || path.isById) return sql`order by ${by(id, null, false)}`
  return sql`order by ${by(source.compared, source.field, source.nullable)}, ${by(id, null, false)}`
}

/** The columns of a row, with what is computed or looked up in place of one under its name. */
export function namedColumns(
  adapter: Adapter,
  model: TableModel,
  shape: RowShape,
  table: string,
): readonly RawBuilder<unknown>[] {
  const unstored = new Set(model.fields.filter((field) => !isColumn(field)).map(({ name }) => name))
  return shape.columns.map(({ name }) =>
    unstored.has(name)
      ? sql`${columnExpression(adapter, model, name, table, nowSlot)} as ${sql.id(name)}`
      : sql`${sql.id(table, name)}`,
  )
}

const sortKey = 'sort key'

function innerRows(adapter: Adapter, plan: Plan, shape: RowShape, slots: Parameters, way: Way): RawBuilder<unknown> {
  const columns = namedColumns(adapter, plan.model, shape, 't')
  const key = plan.order.source.join === null ? [] : [sql`${plan.order.source.column} as ${sql.id(sortKey)}`]
  const at = valuesOf(plan, way).length
  return sql`select ${sql.join([...columns, ...key])} ${fromWhere(adapter, plan, slots, sql``, way)}
    ${orderBy(adapter, plan, way)} limit ${slots(at)} offset ${slots(at + 1)}`
}

/** Adds labels to the rows; the order is repeated, because the order of a subquery is not guaranteed. */
function labelled(plan: Plan, shape: RowShape, inner: RawBuilder<unknown>, adapter: Adapter): RawBuilder<unknown> {
  if (shape.relations.length === 0) return inner
  const columns = shape.columns.map((column) => sql`${sql.id('p', column.name)}`)
  return sql`select ${sql.join([...columns, ...labelColumns(plan.model, shape)])}
    from (${inner}) as p ${labelJoins(plan.model, shape)} ${pageOrder(adapter, plan)}`
}

/** The list's order of rows called `p`. */
function pageOrder(adapter: Adapter, { model, order: { source, direction } }: Plan): RawBuilder<unknown> {
  const key = source.join === null ? sql.id('p', source.field.name) : sql.id('p', sortKey)
  return sql`order by ${adapter.orderBy(key, direction, source.nullable)},
    ${adapter.orderBy(sql.id('p', 'id'), direction, isNullable(model, 'id'))}`
}

/** Result columns of the labels; targets are joined as `r.<relation>`. */
export function labelColumns(model: TableModel, shape: RowShape): readonly RawBuilder<unknown>[] {
  return shape.relations.flatMap((one) => {
    const { softDelete, fullTitle } = relationOf(model, one).relation
    const labels = [
      sql`${sql.id(alias(one), 'id')} as ${sql.id(one.idColumn)}`,
      sql`${sql.id(alias(one), one.label.name)} as ${sql.id(one.labelColumn)}`,
      ...(fullTitle && one.fullTitleColumn
        ? [sql`${lookupSql(fullTitle, alias(one))} as ${sql.id(one.fullTitleColumn)}`]
        : []),
    ]
    return softDelete === null || one.deletedColumn === null
      ? labels
      : [...labels, sql`${sql.id(alias(one), softDelete)} as ${sql.id(one.deletedColumn)}`]
  })
}

/** Joins of the labels around rows called `p`. */
export function labelJoins(model: TableModel, shape: RowShape, rows = 'p'): RawBuilder<unknown> {
  const joins = shape.relations.map((one) => {
    const { name, relation } = relationOf(model, one)
    return sql`left join ${sql.table(relation.table)} as ${sql.id(alias(one))}
    on ${sql.id(alias(one), 'id')} = ${sql.id(rows, name)}`
  })
  return sql.join(joins, sql` `)
}

const alias = ({ as }: RelationShape): string => `r.${as}`

/** The field behind a relation of the shape, which was made from the same model. */
function relationOf(
  model: TableModel,
  { as }: RelationShape,
): { readonly name: string; readonly relation: RelationModel } {
  for (const { name, relation } of model.fields) if (relation?.as === as) return { name, relation }
  throw new TypeError(`${model.id} has no relation ${as}`)
}
