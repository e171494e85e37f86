/** The meaning of a list query for a table: conditions, order, joins, and how much work it may be. */
import { sql, type SqlBool } from 'kysely'
import {
  deletedView,
  memoizeByObject,
  queryLimits,
  visibleFields,
  type Filter,
  type ListQuery,
  type RuleModel,
  type SortDirection,
  type StoredValue,
  type TableModel,
} from '../../../protocol/index.ts'
import { reusedSql, searchPlanOf, type Adapter, type SearchPlan, type Weight } from '../../db/index.ts'
import { OperationError } from '../../core/errors/operation-error.ts'
import type { ListRestriction } from '../accessible.ts'
import { canRestore, viewOf, type OwnerFilter } from '../policy/policy.ts'
import { rowEvalContext } from '../../operation/rules/eval-context.ts'
import { ruleConditionSql } from '../../operation/rules/sql.ts'
import { nowSeconds } from '../../core/clock.ts'
import type { Scope } from '../../operation/scope.ts'
import type { LabelledRelation } from '../../core/models/table-shapes.ts'
import { choiceCondition } from './choices.ts'
import { anyOf, seek, type Condition } from './condition.ts'
import { conditionOf, contains } from './operators.ts'
import type { QueryContext } from './operand.ts'
import { accessPath, type AccessPath } from './index-choice.ts'
import { sourceOf, sourcesOf, type Source, type Sources } from './source.ts'

export interface Plan {
  readonly model: TableModel
  readonly conditions: readonly Condition[]
  /** The conditions that restrict the caller's rows. */
  readonly bounds: readonly Condition[]
  /** Those of them that do more than choose between records that are there and deleted ones. */
  readonly narrowing: readonly Condition[]
  readonly isDeleted: boolean
  readonly order: { readonly source: Source; readonly direction: SortDirection }
  /** Relations whose target a condition or the order reads. */
  readonly joins: readonly LabelledRelation[]
  readonly limit: number
  readonly offset: number
  readonly exact: boolean
  /** Counting stops above it, unless the number has to be exact. */
  readonly cap: number
  readonly path: AccessPath
  /** So many rows precede the page that an index finds its ids before anything else of a row is read. */
  readonly isDeep: boolean
  readonly weight: Weight
  /** Unix seconds; the time for everything in the answer. */
  readonly now: number
  /** The search index that finds the rows of the quick search; null = they are compared. */
  readonly search: IndexedSearch | null
  /** True when the caller filters the list (not counting deleted rows and the parent). */
  readonly filtered: boolean
}

export interface IndexedSearch {
  readonly index: SearchPlan
  /** The text that the index is searched for. */
  readonly query: string
  /** The condition that decides which of the rows found match; one of the plan's. */
  readonly condition: Condition
}

/** The cap of the first options of a reference: a person who sees so many types another letter. */
const optionsCap = 2000
/** Rows beyond this offset make a heavy read. */
const deepOffset = 2000
/** The same where an index alone passes them: 200 000 rows take less than 10 ms. */
const deepCoveredOffset = 200_000

/**
 * Checks every name and value of the query against the table. Throws an OperationError `bad_query`.
 * The plan's model is the table as the caller may see it.
 */
export function planQuery(
  scope: Scope,
  table: TableModel,
  query: ListQuery,
  { accessible, owned, choices = [], rows = [], found: ids }: ListRestriction,
): Plan {
  const view = viewOf(scope, table, 'index')
  // Guard T15: deleted records are listed for those who may restore them.
  if (query.deleted && !canRestore(scope, table)) throw new OperationError('bad_query')
  const model = query.deleted ? deletedView(view) : view
  // Guard T11: quick search looks into visible fields only.
  // Without: const sources = sourcesOf({ ...model, fields: model.fields.map((field) => ({ ...field, private: false
  // })) }, scope.registry, scope.database.adapter)
  const sources = sourcesOf(model, scope.registry, scope.database.adapter)
  const context: QueryContext = {
    adapter: scope.database.adapter,
    timeZone: scope.settings.timeZone,
    language: scope.language,
  }
  const quick = ids ? [oneOf(ids)] : quickSearch(sources, model, query.quickSearch, context)
  const wanted = [
    ...searchConditions(sources, query.search, context),
    ...quick,
    ...initConditions(sources, model, query.init, context),
  ]
  const now = nowSeconds()
  const bounds = [
    // Guard T15: lists, counts, exports hold one's rows.
    ...(owned ? [ownerCondition(owned, context.adapter)] : []),
    ...(accessible ? [oneOf(accessible)] : []),
    ...choices.map(choiceCondition),
    // Guard T15: rules of rows bind lists.
    ...rows.map((rule) => ruleConditionOf(scope, table, rule, now)),
  ]
  const narrowing = [...bounds, ...parent(sources, model, query.parentRowId), ...wanted]
  const isDeleted = query.deleted === true
  const conditions = [...liveRows(model, isDeleted), ...narrowing]
  const sort = query.order ?? model.list.sort
  const order = { source: sourceOf(sources, sort.field), direction: sort.direction }
  const path = accessPath(context.adapter, scope.registry.byId(table.id) ?? table, {
    source: order.source,
    conditions: narrowing,
    isDeleted,
  })
  const isPicked = (query.init?.values.length ?? 0) > 0
  const limit = isPicked ? queryLimits.values : query.limit
  const offset = isPicked ? 0 : (query.page - 1) * query.limit
  const lightOffset = path.isCovered ? deepCoveredOffset : deepOffset
  const isHeavy =
    query.exact || offset > lightOffset || !path.isOrdered || conditions.some((condition) => condition.scans)
  // Clients that page by the total alone have to see it rise before they arrive there.
  const isNearStart = offset + limit <= optionsCap / 2
  const joins = joinsOf([order.source, ...conditions.flatMap((condition) => condition.sources)])
  return {
    model,
    conditions,
    bounds,
    narrowing,
    isDeleted,
    order,
    joins,
    limit,
    offset,
    exact: query.exact,
    // Only where a high count leads to an index: without one, all rows would be sorted above a lower cap.
    cap: query.select && path.isOrdered && isNearStart ? optionsCap : queryLimits.cap,
    path,
    isDeep: path.isCovered && offset > deepOffset,
    weight: isHeavy ? 'heavy' : 'light',
    now,
    search: ids ? null : indexedSearch(scope, table, view, { text: query.quickSearch, conditions: quick }),
    filtered: wanted.length > 0,
  }
}

/** The names that a query may have for fields: of those that the caller sees. */
export function namesOfQuery(scope: Scope, table: TableModel, { deleted }: ListQuery): readonly string[] {
  const view = viewOf(scope, table, 'index')
  return [...sourcesOf(deleted ? deletedView(view) : view, scope.registry, scope.database.adapter).keys()]
}

function searchConditions(sources: Sources, filters: readonly Filter[], context: QueryContext): readonly Condition[] {
  return filters
    .map((filter) => conditionOf(sourceOf(sources, filter.field), filter, context))
    .filter((condition) => condition !== null)
}

/** Any of the search fields contains the text; a table without search fields is searched by id. */
function quickSearch(sources: Sources, model: TableModel, text: string, context: QueryContext): readonly Condition[] {
  if (text === '') return []
  const fields = model.search.filter((name) => sources.has(name))
  return [anyOf((fields.length > 0 ? fields : ['id']).map((name) => contains(sourceOf(sources, name), text, context)))]
}

/**
 * The index has all search fields of the table. A caller who does not see all of them gets none of it: how long the
 * search takes would tell what the others contain.
 */
function indexedSearch(
  { database, registry }: Scope,
  table: TableModel,
  view: TableModel,
  { text, conditions }: { readonly text: string; readonly conditions: readonly Condition[] },
): IndexedSearch | null {
  const full = registry.byId(table.id) ?? table
  const index = searchPlanOf(full)
  const [condition] = conditions
  if (!index || !condition || !database.search.isReady(index)) return null
  const visibleNames = new Set(visibleFields(view).map(({ name }) => name))
  // Guard T01: a search index is for those who see all fields that it contains.
  if (!full.search.every((name) => view.search.includes(name) && visibleNames.has(name))) return null
  const query = database.adapter.search.query(text, database.search.commonOf(index))
  return query === null ? null : { index, query, condition }
}

/** `initKey` may carry the table's own name (`product.id`). */
function initConditions(
  sources: Sources,
  model: TableModel,
  init: ListQuery['init'],
  context: QueryContext,
): readonly Condition[] {
  if (!init) return []
  const key = init.key ?? 'id'
  const own = key.startsWith(`${model.name}.`) && !sources.has(key) ? key.slice(model.name.length + 1) : key
  const source = sourceOf(sources, own)
  const [first] = init.values
  if (first === undefined) return []
  const val = init.values.length === 1 ? first : init.values
  const condition = conditionOf(source, { field: own, operator: init.operator, val }, context)
  return condition ? [condition] : []
}

/** Records that are there, or those that were deleted. */
const liveRows = memoizeByObject(({ softDelete }: TableModel, isDeleted: boolean): readonly Condition[] => {
  if (softDelete === null) return []
  const column = sql.id('t', softDelete)
  const condition = { sources: [], scans: isDeleted, comparisons: 0 }
  return isDeleted
    ? [{ ...condition, sql: reusedSql(sql<SqlBool>`${column} is not null`) }]
    : [{ ...condition, sql: reusedSql(sql<SqlBool>`${column} is null`), isLive: true }]
})

/** A row of one of these admins. */
function ownerCondition({ column, ids }: OwnerFilter, adapter: Adapter): Condition {
  const [only] = ids
  if (only !== undefined && ids.length === 1)
    return {
      sql: sql`${sql.id('t', column)} = ${only}`,
      sources: [],
      scans: false,
      comparisons: 0,
    }
  return {
    sql: adapter.isAmong(sql.id('t', column), JSON.stringify(ids)),
    sources: [],
    scans: false,
    comparisons: 0,
  }
}

/** A row for which the rule is true. */
const ruleConditionOf = (
  { actor, database: { adapter } }: Scope,
  model: TableModel,
  rule: RuleModel,
  now: number,
): Condition => ({
  sql: ruleConditionSql(adapter, rule, rowEvalContext(adapter, model, 't', { actor, now })),
  sources: [],
  scans: true,
  comparisons: 0,
})

/** One of these records; the ids are numbers of the server and become part of the text. */
function oneOf(ids: Iterable<number>): Condition {
  const list = [...ids].map((id) => sql.lit(id))
  return {
    sql: list.length === 0 ? sql`1 = 0` : sql`${sql.id('t', 'id')} in (${sql.join(list)})`,
    sources: [],
    scans: false,
    comparisons: 0,
  }
}

function parent(sources: Sources, model: TableModel, row: string | null): readonly Condition[] {
  if (!model.tree || row === null) return []
  if (!/^\d{1,15}$/.test(row)) throw new OperationError('bad_query')
  const source = sourceOf(sources, model.tree.parent)
  const id: StoredValue = Number(row)
  if (id === 0) return [seek(source, 'null', sql`${source.compared} is null`)]
  return [seek(source, '=', sql`${source.compared} = ${id}`)]
}

function joinsOf(sources: readonly Source[]): readonly LabelledRelation[] {
  return [...new Set(sources.map((source) => source.join).filter((join) => join !== null))]
}
