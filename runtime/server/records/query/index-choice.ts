/**
 * How an index finds the rows of a list. There are two ways: to walk an index in the list's order and skip rows that do
 * not match, or to find the matching rows and sort them. Left alone, SQLite takes the filter's index and sorts
 * everything it finds, even where four rows in five match. Both engines therefore receive statements that allow one
 * way only, and the count that a page needs anyway decides between them.
 *
 * With c matching rows among n, a page that ends at row m reads about m·n/c rows by walking and c rows by sorting. So
 * it walks when c² > m·n, and either way reads about √(m·n) rows at most: 2 000 for the first page of 200 000 rows.
 * Options of a reference are counted less far, so above 200 000 rows they walk sooner: n / 100 rows for a page of 20.
 * That holds for matches spread over the order; where they all lie at its end, the deadline of the read is the bound.
 */
import { columnType, fieldOf, isColumn, memoizeByObject, type TableModel } from '../../../protocol/index.ts'
import { indexPlans, type Adapter } from '../../db/index.ts'
import { always, type Condition } from './condition.ts'
import type { Source } from './source.ts'

export interface AccessPath {
  /** False = no index has the rows in this order, so that all matching rows are read and sorted. */
  readonly isOrdered: boolean
  /** The order is the one of the ids, because a condition lets one value of the sorted column through. */
  readonly isById: boolean
  /**
   * The index in the list's order contains deleted rows. SQLite would rather sort all rows of one that does not, such
   * as a unique one, so the condition that keeps deleted rows away is hidden from it.
   */
  readonly hasDeleted: boolean
  /** Conditions that the index in the list's order does not serve. Empty = one statement does everything well. */
  readonly skipping: readonly Condition[]
  /**
   * The index alone tells which rows belong to the list, so that rows before the page are passed without being read.
   */
  readonly isCovered: boolean
}

/**
 * @param model the table with all its fields: a hidden field may belong to an index
 * @param conditions all but the one that keeps deleted rows away
 */
export function accessPath(
  adapter: Adapter,
  model: TableModel,
  { source, conditions, isDeleted }: { source: Source; conditions: readonly Condition[]; isDeleted: boolean },
): AccessPath {
  const isUnordered = { isOrdered: false, isById: false, hasDeleted: false, skipping: [], isCovered: false }
  if (source.join !== null || !isColumn(source.field)) return isUnordered
  const equal = new Map(
    conditions.flatMap((condition) => (condition.equal ? [[condition.equal.field.name, condition]] : [])),
  )
  const isById = equal.has(source.name)
  const first = isById ? 'id' : source.name
  const fixed = new Set(equal.keys())
  if (model.softDelete !== null && !isDeleted) fixed.add(model.softDelete)
  const walked = walkedIndex(adapter, model, { first, fixed, isDeleted })
  if (walked === null) return isUnordered
  const isServed = (condition: Condition): boolean =>
    condition === always ||
    (condition.equal !== undefined && walked.before.has(condition.equal.field.name)) ||
    (condition.range !== undefined && condition.range.name === first)
  const hasDeleted = !walked.isPartial && !walked.before.has(model.softDelete ?? '')
  const skipping = conditions.filter((condition) => !isServed(condition))
  return { isOrdered: true, isById, hasDeleted, skipping, isCovered: skipping.length === 0 && walked.hasAll }
}

interface WalkedIndex {
  /** Columns with a fixed value that stand before the sorted one. */
  readonly before: ReadonlySet<string>
  /** It lacks the deleted rows. */
  readonly isPartial: boolean
  /** It has the id, and tells deleted rows from the others. */
  readonly hasAll: boolean
}

/** The index that serves most conditions in this order, null when none has it. The primary key has that of the ids. */
function walkedIndex(
  adapter: Adapter,
  model: TableModel,
  { first, fixed, isDeleted }: { first: string; fixed: ReadonlySet<string>; isDeleted: boolean },
): WalkedIndex | null {
  const own = {
    before: new Set<string>(),
    isPartial: false,
    hasAll: adapter.ddl.hasNarrowKeys && model.softDelete === null,
  }
  let best: WalkedIndex | null = first === 'id' ? own : null
  for (const { columns, whereNull } of indexesOf(model)) {
    if (whereNull !== null && isDeleted) continue
    const full = adapter.indexesEndWithId ? [...columns, 'id'] : columns
    let position = 0
    while (position < full.length && full[position] !== first && fixed.has(full[position] ?? '')) position += 1
    if (full[position] !== first || !(first === 'id' || full[position + 1] === 'id' || hasManyValues(model, first)))
      continue
    const hasAll =
      full.includes('id') && (model.softDelete === null || whereNull !== null || full.includes(model.softDelete))
    if (best === null || position > best.before.size || (position === best.before.size && hasAll && !best.hasAll))
      best = { before: new Set(full.slice(0, position)), isPartial: whereNull !== null, hasAll }
  }
  return best
}

/** Few rows have the same value, so sorting those by id is cheap where the index does not. */
function hasManyValues(model: TableModel, name: string): boolean {
  const field = fieldOf(model, name)
  return field !== undefined && !field.options && !field.relation && columnType(field) !== 'json'
}

const indexesOf = memoizeByObject((model: TableModel) => indexPlans(model))

/** The square of the count above which a page walks; above the cap of counts it always does. */
export const maxSortedSquare = (cap: number): number => (cap + 1) ** 2 - 1
