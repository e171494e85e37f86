/** Reading records for server code, by the one compiler of queries. */
import {
  isQueryError,
  readListQuery,
  type Filter,
  type ListQuery,
  type Operator,
  type TableModel,
} from '../../../protocol/index.ts'
import { encodeRow, type WireRow } from '../../core/models/row-shape.ts'
import { rowShape } from '../../core/models/table-shapes.ts'
import type { Scope } from '../../operation/scope.ts'
import { filterAccessible, restrictList } from '../accessible.ts'
import { countStatement, rowsStatement } from '../query/page.ts'
import { planQuery, type Plan } from '../query/plan.ts'
import { readRows } from '../query/run.ts'
import { readRow } from '../read.ts'

type Value = string | number | boolean

/**
 * Conditions by field, all of which hold: a value, null for an empty field, a list of values of which one holds, or
 * operators with their values. A field of a relation is named with a dot (`brand.name`).
 */
export type Where<Row> = {
  readonly [Name in keyof Row | `${string}.${string}`]?:
    | Value
    | null
    | readonly Value[]
    | { readonly [Name in Operator]?: Value | readonly Value[] }
}

export interface RecordQuery<Row> {
  readonly where?: Where<Row>
  readonly quickSearch?: string
  readonly order?: { readonly field: keyof Row & string; readonly direction: 'asc' | 'desc' }
  readonly limit?: number
  readonly offset?: number
  /** Only records that are marked as deleted. */
  readonly deleted?: boolean
}

const usualLimit = 100

export async function findRows(
  scope: Scope,
  model: TableModel,
  { where = {}, limit = usualLimit, offset = 0, ...query }: RecordQuery<Record<string, unknown>>,
): Promise<readonly WireRow[]> {
  const plan = { ...(await planOf(scope, model, where, query)), limit, offset }
  const shape = rowShape(plan.model, scope.registry)
  const rows = await readRows(scope, plan, rowsStatement(scope.database, plan, shape, plan), plan.weight)
  return rows.map((row) => encodeRow(shape, row))
}

export async function countWhere(
  scope: Scope,
  model: TableModel,
  where: Where<Record<string, unknown>>,
  quickSearch = '',
): Promise<number> {
  const plan = await planOf(scope, model, where, { exact: true, quickSearch })
  const [row] = await readRows(scope, plan, countStatement(scope.database, plan), plan.weight)
  return Number(row?.['n'] ?? 0)
}

export async function getRow(scope: Scope, model: TableModel, id: number): Promise<WireRow | null> {
  const [reached] = await filterAccessible(scope, model, [id])
  return reached === undefined ? null : readRow(scope, model, reached, 'index')
}

/** The meaning of the conditions for the caller. */
export async function planOf(
  scope: Scope,
  model: TableModel,
  where: Where<Record<string, unknown>>,
  more: Partial<Pick<ListQuery, 'quickSearch' | 'order' | 'deleted' | 'exact'>>,
): Promise<Plan> {
  const plain = readListQuery(new Map())
  if (isQueryError(plain)) throw new TypeError('an empty query cannot be refused')
  const query: ListQuery = { ...plain, ...more, isTree: false, search: filtersOf(where) }
  return planQuery(scope, model, query, await restrictList(scope, model, query))
}

const filtersOf = (where: Where<Record<string, unknown>>): readonly Filter[] =>
  Object.entries(where).flatMap(([field, condition]: [string, unknown]) => {
    if (condition === undefined) return []
    if (condition === null) return [{ field, operator: 'NULL' as const, val: '1' }]
    if (Array.isArray(condition)) return [{ field, operator: 'IN' as const, val: condition.map(textOf) }]
    if (typeof condition !== 'object') return [{ field, operator: 'eq' as const, val: textOf(condition) }]
    return Object.entries(condition).map(([operator, value]) => ({
      field,
      // The type of the conditions names these operators only.
      operator: operator as Operator,
      val: Array.isArray(value) ? value.map(textOf) : textOf(value),
    }))
  })

const textOf = (value: unknown): string => (typeof value === 'boolean' ? String(Number(value)) : String(value))
