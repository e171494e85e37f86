/** The operation behind `index`: a page, a tree or a select list. */
import { isTextual, memoizeByObject, visibleColumns, type ListQuery, type TableModel } from '../../protocol/index.ts'
import type { Row } from '../db/index.ts'
import { OperationError } from '../core/errors/operation-error.ts'
import { presentRows, hasPresentHook } from './run-hooks.ts'
import { restrictList, refuseInaccessible } from './accessible.ts'
import { visibleLines, wireLines } from './lines/wire.ts'
import { canRestore, viewOf } from './policy/policy.ts'
import { pageStatements, rowsStatement } from './query/page.ts'
import { planQuery, type Plan } from './query/plan.ts'
import { readPage, readRows, refuseOverBudget } from './query/run.ts'
import { EncodedRows } from '../core/models/encoded-rows.ts'
import { encodeRow, type RowShape, type WireRow } from '../core/models/row-shape.ts'
import { addFileInfo, hasFiles } from './relations/files.ts'
import { addNames, hasLists } from './relations/names.ts'
import type { Scope } from '../operation/scope.ts'
import { optionShape, rowShape } from '../core/models/table-shapes.ts'
import { indented, maxNodes, nest, treeStatement, type Node } from './tree.ts'

/** The `data` of the answer. */
export interface ListAnswer {
  readonly list?: EncodedRows | readonly WireRow[]
  readonly options?: readonly WireRow[]
  readonly total?: number
  /** There are more rows than `total`, up to which they were counted. */
  readonly more?: true
  /** The additions of hooks. */
  readonly [name: string]: unknown
}

/**
 * `{list, total, more?, remark}`; trees return `{list, remark}` with nested `children`, their select lists `{options,
 * remark}` with indented labels. `parentRowId` returns the lines of that record where records own lines. Throws an
 * OperationError `bad_query`, also for callers who request deleted records and may not restore them, or `not_found`
 * when the caller does not reach the record of the lines.
 * @param wholeTrees trees that are asked for flat (`isTree=0`) return all rows as `{list, remark}` or `{options,
 * remark}`, as BuildAdmin's clients expect; otherwise pages with a total
 */
export async function list(
  scope: Scope,
  model: TableModel,
  query: ListQuery,
  { wholeTrees = false }: { readonly wholeTrees?: boolean } = {},
): Promise<ListAnswer> {
  if (query.parentRowId !== null && hasLines(scope, model))
    return linesOf(scope, model, query.parentRowId, query.deleted === true)
  const plan = planQuery(scope, model, query, await restrictList(scope, model, query))
  // Guard T81: lists stay within the budget of comparisons.
  await refuseOverBudget(scope, plan)
  const shape = query.select ? optionShape(plan.model) : rowShape(plan.model, scope.registry)
  const extra = { remark: await remarkOf(scope, model) }
  if (model.tree && wholeTrees && query.isTree === false && !query.deleted && query.parentRowId === null) {
    const { rows, ...more } = await flatTree(scope, plan, shape)
    return { [query.select ? 'options' : 'list']: rows, ...more, ...extra }
  }
  if (!model.tree || query.isTree === false || query.deleted) {
    // Together, because a person waits for them with every key.
    const [answer, exact] = await Promise.all([
      page(scope, plan, shape, extra),
      query.select && query.page === 1 ? exactOptions(scope, model, query) : [],
    ])
    return exact.length === 0 ? answer : withExactFirst(exact, answer)
  }
  if (query.parentRowId !== null)
    return page(scope, { ...plan, limit: maxNodes, offset: 0 }, rowShape(plan.model, scope.registry), extra)
  return { ...(query.select ? await treeOptions(scope, plan, query) : await tree(scope, plan)), ...extra }
}

const hasLines = (scope: Scope, model: TableModel): boolean =>
  !model.tree && visibleLines(viewOf(scope, model, 'index')).length > 0

async function linesOf(scope: Scope, model: TableModel, parent: string, isDeleted: boolean): Promise<ListAnswer> {
  if (!/^\d{1,15}$/.test(parent) || (isDeleted && !canRestore(scope, model))) throw new OperationError('bad_query')
  const id = Number(parent)
  await refuseInaccessible(scope, model, [id])
  if (isDeleted) await refuseInaccessible(scope, model, [id], 'restore')
  if (!(await isThere(scope, model, id, isDeleted))) throw new OperationError('not_found')
  const view = viewOf(scope, model, 'index')
  // Only views with visible lines get here.
  const list = await wireLines(scope, view, visibleLines(view)[0]!, id)
  return { list, total: list.length, remark: await remarkOf(scope, model) }
}

/** A record, or one that was deleted. */
async function isThere(
  { database }: Scope,
  { table, softDelete }: TableModel,
  id: number,
  isDeleted: boolean,
): Promise<boolean> {
  const query = database.query.selectFrom(table).select('id').where('id', '=', id)
  return (
    (await (
      softDelete === null ? query : query.where(softDelete, isDeleted ? 'is not' : 'is', null)
    ).executeTakeFirst()) !== undefined
  )
}

interface PageAnswer extends ListAnswer {
  readonly list: EncodedRows | readonly WireRow[]
  readonly total: number
}

async function page(
  scope: Scope,
  plan: Plan,
  shape: RowShape,
  extra: Readonly<Record<string, unknown>>,
): Promise<PageAnswer> {
  const { database } = scope
  const answer = await readPage(scope, plan, {
    ...pageStatements(database, plan, shape),
    shape,
    weight: plan.weight,
  })
  const count = answer.count ?? 0
  const isMore = !plan.exact && count > plan.cap
  const list = await presented(scope, plan.model, new EncodedRows(answer.list))
  return { list, total: isMore ? plan.cap : count, ...(isMore && { more: true }), ...extra }
}

/** How many records an exact text may name: it is unique in its column, and a text may stand in two of them. */
const exactLimit = 2

/** The options which the text of a quick search names exactly. */
async function exactOptions(scope: Scope, model: TableModel, query: ListQuery): Promise<readonly WireRow[]> {
  const text = query.quickSearch
  if (text === '') return []
  const pending = uniqueTexts(viewOf(scope, model, 'index')).map(async (field) => {
    const search = [...query.search, { field, operator: 'eq' as const, val: text }]
    const own = { ...query, quickSearch: '', search, limit: exactLimit }
    const plan = planQuery(scope, model, own, await restrictList(scope, model, own))
    const shape = optionShape(plan.model)
    const statement = rowsStatement(scope.database, plan, shape, { limit: exactLimit, offset: 0 })
    const rows = await readRows(scope, plan, statement, plan.weight)
    return [...(await wiresOf(scope, plan.model, shape, rows)).values()]
  })
  return [...new Map((await Promise.all(pending)).flat().map((row) => [row['id'], row])).values()]
}

/** These options first: a code that was scanned is not among the first twenty of all that contain it. */
function withExactFirst(exact: readonly WireRow[], answer: PageAnswer): PageAnswer {
  const ids = new Set(exact.map((row) => row['id']))
  const page = answer.list instanceof EncodedRows ? answer.list.rows() : answer.list
  // Beyond the limit, because the next page begins after the last row of this one.
  const list = [...exact, ...page.filter((row) => !ids.has(row['id']))]
  return { ...answer, list, total: Math.max(answer.total, exact.length) }
}

/** Columns of text whose values are unique. */
const uniqueTexts = memoizeByObject((view: TableModel): readonly string[] => {
  const names = [view.key, ...view.indexes.filter(({ unique }) => unique).map(({ on }) => on)]
    .filter((on) => on.length === 1)
    .flat()
  return visibleColumns(view)
    .filter((field) => names.includes(field.name) && isTextual(field))
    .map(({ name }) => name)
})

/** The rows as they are, unless hooks change those of this table. */
async function presented(
  scope: Scope,
  model: TableModel,
  list: EncodedRows,
): Promise<EncodedRows | readonly WireRow[]> {
  if (!hasPresentHook(scope, model) && !hasLists(model) && !hasFiles(model)) return list
  const rows = list.rows()
  await complete(scope, model, rows)
  return rows
}

async function complete(scope: Scope, model: TableModel, rows: readonly WireRow[]): Promise<void> {
  await addNames(scope, model, rows)
  await addFileInfo(scope, model, rows)
  await presentRows(scope, model, rows, 'index')
}

/** The banner above the page's list. */
const remarkOf = async (scope: Scope, model: TableModel): Promise<string> =>
  scope.remarkOf ? scope.remarkOf(model.page) : ''

async function tree(scope: Scope, plan: Plan): Promise<ListAnswer> {
  const shape = rowShape(plan.model, scope.registry)
  const { rows, ...more } = await treeOf(scope, plan, shape)
  const wires = await wiresOf(scope, plan.model, shape, rows)
  const encode = ({ row, children }: Node): WireRow => {
    // `wires` was made from these rows.
    const wire = wires.get(row)!
    return children.length === 0 ? wire : { ...wire, children: children.map(encode) }
  }
  return { list: nest(plan.model, rows).map(encode), ...more }
}

/** All rows of a tree in order, at most as many as a tree shows. */
async function flatTree(scope: Scope, plan: Plan, shape: RowShape): Promise<Nodes<WireRow>> {
  const statement = rowsStatement(scope.database, plan, shape, { limit: maxNodes + 1, offset: 0 })
  const { rows, ...more } = shownNodes(await readRows(scope, plan, statement, plan.weight))
  return { rows: [...(await wiresOf(scope, plan.model, shape, rows)).values()], ...more }
}

/** What a tree shows of its rows; `more` says that there are others, which a filter finds. */
interface Nodes<Node> {
  readonly rows: readonly Node[]
  readonly more?: true
}

const shownNodes = (rows: readonly Row[]): Nodes<Row> =>
  rows.length > maxNodes ? { rows: rows.slice(0, maxNodes), more: true } : { rows }

async function wiresOf(
  scope: Scope,
  model: TableModel,
  shape: RowShape,
  rows: readonly Row[],
): Promise<ReadonlyMap<Row, WireRow>> {
  const wires = new Map(rows.map((row) => [row, encodeRow(shape, row)]))
  await complete(scope, model, [...wires.values()])
  return wires
}

/** Labels of selected values (`initValue`) are not indented. */
async function treeOptions(scope: Scope, plan: Plan, query: ListQuery): Promise<ListAnswer> {
  const { model } = plan
  const shape = optionShape(model)
  const isChosen = (query.init?.values.length ?? 0) > 0
  if (isChosen) return { options: (await flatTree(scope, plan, shape)).rows }
  const { rows, ...more } = await treeOf(scope, plan, shape)
  const wires = await wiresOf(scope, model, shape, rows)
  const titleOf = (row: Row): string => String(wires.get(row)?.[model.title] ?? '')
  return {
    options: indented(nest(model, rows), titleOf).map(({ row, label }) => ({
      ...wires.get(row),
      [model.title]: label,
    })),
    ...more,
  }
}

async function treeOf(scope: Scope, plan: Plan, shape: RowShape): Promise<Nodes<Row>> {
  return shownNodes(await readRows(scope, plan, treeStatement(scope.database, plan, shape), plan.weight))
}
