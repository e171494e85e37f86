/** The operation behind `index`: a page, a tree or a select list, as finished JSON text of `data`. */
import { queryLimits, type ListQuery, type TableModel } from '../../protocol/index.ts'
import type { Row } from '../db/index.ts'
import { countStatement, rowsStatement } from './query/page.ts'
import { planQuery, type Plan } from './query/plan.ts'
import { encodeRow, type RowShape, type WireRow } from './row-shape.ts'
import type { Scope } from './scope.ts'
import { optionShape, rowShape } from './shape-of.ts'
import { indented, mostNodes, nest, treeStatement, type Node } from './tree.ts'

/**
 * `{list, total, more?, remark}`; trees answer `{list, remark}` with nested `children`, their select lists
 * `{options, remark}` with indented labels. Throws a Refusal `bad_query`.
 */
export async function list(scope: Scope, model: TableModel, query: ListQuery): Promise<{ readonly json: string }> {
  const plan = planQuery(scope, model, query)
  if (!model.tree || query.isTree === false) return { json: await page(scope, plan, query.select ? optionShape(model) : rowShape(model, scope.registry)) }
  if (query.parentRowId !== null) return { json: await page(scope, { ...plan, limit: mostNodes, offset: 0 }, rowShape(model, scope.registry)) }
  return { json: JSON.stringify(query.select ? await treeOptions(scope, plan, query) : await tree(scope, plan)) }
}

async function page(scope: Scope, plan: Plan, shape: RowShape): Promise<string> {
  const { database } = scope
  const rows = rowsStatement(database, plan, shape, plan)
  const answer = await database.page({ rows, count: countStatement(database, plan), shape, weight: plan.weight })
  const found = answer.count ?? 0
  const isMore = !plan.exact && found > queryLimits.cap
  return `{"list":${answer.list},"total":${isMore ? queryLimits.cap : found}${isMore ? ',"more":true' : ''},"remark":""}`
}

async function tree(scope: Scope, plan: Plan): Promise<{ list: readonly WireRow[]; remark: string }> {
  const shape = rowShape(plan.model, scope.registry)
  const rows = await treeOf(scope, plan, shape)
  const encode = ({ row, children }: Node): WireRow =>
    children.length === 0 ? encodeRow(shape, row) : { ...encodeRow(shape, row), children: children.map(encode) }
  return { list: nest(plan.model, rows).map(encode), remark: '' }
}

/** Labels of chosen values (`initValue`) stand without their branches. */
async function treeOptions(scope: Scope, plan: Plan, query: ListQuery): Promise<Record<string, unknown>> {
  const { model } = plan
  const shape = optionShape(model)
  if ((query.init?.values.length ?? 0) > 0) return { options: await flatOptions(scope, plan, shape), remark: '' }
  const nodes = nest(model, await treeOf(scope, plan, shape))
  return { options: indented(nodes, model.title).map(({ row, label }) => ({ ...encodeRow(shape, row), [model.title]: label })), remark: '' }
}

async function flatOptions(scope: Scope, plan: Plan, shape: RowShape): Promise<readonly WireRow[]> {
  const rows = await scope.database.rows(rowsStatement(scope.database, plan, shape, plan), plan.weight)
  return rows.map((row) => encodeRow(shape, row))
}

function treeOf(scope: Scope, plan: Plan, shape: RowShape): Promise<Row[]> {
  return scope.database.rows(treeStatement(scope.database, plan, shape), plan.weight)
}
