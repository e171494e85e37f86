/** Trees: rows nested under their parents, hits with the way up to their root, indented labels of select lists. */
import { sql, type RawBuilder } from 'kysely'
import { requireTree, type StoredValue, type TableModel } from '../../protocol/index.ts'
import type { Adapter, Database, Row, Statement } from '../db/index.ts'
import { labelJoins, namedColumns, outerColumns } from './query/columns.ts'
import { fromWhere, orderBy } from './query/page.ts'
import type { Plan } from './query/plan.ts'
import { sqlOf, type Condition } from './query/condition.ts'
import { statementOf } from './query/statement.ts'
import type { RowShape } from '../core/models/row-shape.ts'

/** Maximum number of nodes in a tree; others are found by filters, `parentRowId` or the flat list. */
export const maxNodes = 5000

/**
 * Rows of the tree in order, one more than it shows where there are more. When the list is filtered, the ancestors of
 * every hit are included, so that all hits can be reached.
 */
export function treeStatement(database: Database, plan: Plan, shape: RowShape): Statement {
  return statementOf(database, treeRows(database, plan, shape), plan.now)
}

function treeRows(database: Database, plan: Plan, shape: RowShape): RawBuilder<unknown> {
  const { model } = plan
  const place = sql.id('_place')
  const columns = namedColumns(database.adapter, model, shape, 't')
  const order = sql`row_number() over (${orderBy(database.adapter, plan)}) as ${place}`
  const { adapter } = database
  const from = fromWhere(adapter, plan.filtered ? { ...plan, conditions: [isReached] } : plan)
  return sql`${plan.filtered ? reached(adapter, plan) : sql``}select ${outerColumns(model, shape)}
    from (select ${columns}, ${order} ${from} order by ${place}
      limit ${sql.lit(maxNodes + 1)}) as p ${labelJoins(model, shape, 'p')} order by ${sql.id('p', '_place')}`
}

/** Ids of the hits and of all above them that the caller reaches. */
function reached(adapter: Adapter, plan: Plan): RawBuilder<unknown> {
  const { table, softDelete } = plan.model
  const row = sql`${sql.id('t', 'id')}, ${sql.id('t', requireTree(plan.model).parent)}`
  const live = softDelete === null ? [] : [sql`${sql.id('t', softDelete)} is null`]
  const visibleRows = [...live, ...sqlOf(plan.bounds)]
  const where = visibleRows.length === 0 ? sql`` : sql` where ${sql.join(visibleRows, sql` and `)}`
  return sql`with recursive _reached(id, _parent) as (select ${row} ${fromWhere(adapter, plan)}
    union select ${row} from ${sql.table(table)} as t inner join _reached
      on _reached._parent = ${sql.id('t', 'id')}${where}) `
}

const isReached: Condition = {
  sql: sql`${sql.id('t', 'id')} in (select id from _reached)`,
  sources: [],
  scans: true,
  comparisons: 0,
}

/** A row with what hangs below it. */
export interface Node {
  readonly row: Row
  readonly children: readonly Node[]
}

/** Nests the rows, keeping their order. A row whose parent is not among them is at the top level. */
export function nest(model: TableModel, rows: readonly Row[]): readonly Node[] {
  const parentName = requireTree(model).parent
  const below = new Map<StoredValue, Row[]>()
  const ids = new Set(rows.map((row) => row['id'] ?? null))
  for (const row of rows) {
    const parent = row[parentName] ?? null
    const key = ids.has(parent) && parent !== row['id'] ? parent : null
    const brothers = below.get(key)
    if (brothers) brothers.push(row)
    else below.set(key, [row])
  }
  const nodes = (key: StoredValue): readonly Node[] =>
    (below.get(key) ?? []).map((row) => ({ row, children: nodes(row['id'] ?? null) }))
  return nodes(null)
}

/** All nodes from the top down, each with its label indented: `├` before a brother, `└` before none. */
export function indented(
  nodes: readonly Node[],
  titleOf: (row: Row) => string,
  above: { readonly depth: number; readonly last: boolean } = { depth: 0, last: false },
): readonly { readonly row: Row; readonly label: string }[] {
  const depth = above.depth + 1
  return nodes.flatMap(({ row, children }, index) => {
    const last = index === nodes.length - 1
    const label = branch(depth, last, above.last) + titleOf(row)
    return [{ row, label }, ...indented(children, titleOf, { depth, last })]
  })
}

const gap = '    '

function branch(depth: number, last: boolean, parentLast: boolean): string {
  if (depth === 1) return ''
  const way = depth === 2 ? '' : (parentLast ? '' : '│') + ' '.repeat((depth - 2) * 4)
  return gap + way + (last ? '└' : '├')
}

/**
 * Ids in layers: first those without children among the others, then those whose children are all in earlier layers,
 * and so on.
 */
export function leavesFirst(
  rows: readonly { readonly id: number; readonly parent: number }[],
): readonly (readonly number[])[] {
  const layers: (readonly number[])[] = []
  for (let left = rows; left.length > 0;) {
    const parents = new Set(left.map(({ parent }) => parent))
    const leaves = left.filter(({ id }) => !parents.has(id))
    // A cycle has no leaf; it forms one layer.
    layers.push((leaves.length > 0 ? leaves : left).map(({ id }) => id))
    left = leaves.length > 0 ? left.filter(({ id }) => parents.has(id)) : []
  }
  return layers
}
