/** Tables of which BuildAdmin's clients show more than a row has here, and search in all that they show. */
import { operatorOf, queryLimits, type QueryTree } from '../../../protocol/index.ts'
import { OperationError } from '../../core/errors/operation-error.ts'
import { EncodedRows } from '../../core/models/encoded-rows.ts'
import type { RequestScope, Route, RouteAnswer } from '../route.ts'
import { isNativeClient } from './client.ts'

export type Wire = Readonly<Record<string, unknown>>

/** A field of their tables that is none here. Null = the filter is met by all rows. */
export type Search = (scope: RequestScope, filter: QueryTree) => Promise<QueryTree | null>

export interface TablePage {
  /** How their names are searched. */
  readonly search: ReadonlyMap<string, Search>
  readonly rows: (scope: RequestScope, rows: readonly Wire[], purpose: 'list' | 'row') => Promise<readonly Wire[]>
}

/** The route with what those clients read besides, and with their searches. */
export function withTablePage(route: Route, page: TablePage | undefined): Route {
  if (!page || (route.action !== 'index' && route.action !== 'edit' && route.action !== 'info')) return route
  return {
    ...route,
    handler: async (scope) => {
      if (isNativeClient(scope.request) || scope.request.method !== 'GET') return route.handler(scope)
      return adaptRows(page, scope, await route.handler({ ...scope, query: await readSearch(page, scope) }))
    },
  }
}

async function readSearch({ search }: TablePage, scope: RequestScope): Promise<QueryTree> {
  const entries = scope.query.get('search')
  if (!(entries instanceof Map)) return scope.query
  const next: [string, QueryTree][] = []
  for (const [index, entry] of entries) {
    if (!(entry instanceof Map)) return scope.query
    const rewrite = search.get(String(entry.get('field')))
    const filter = rewrite ? await rewrite(scope, entry) : entry
    if (filter) next.push([index, filter])
  }
  return new Map([...scope.query, ['search', new Map(next)]])
}

async function adaptRows({ rows }: TablePage, scope: RequestScope, answer: RouteAnswer): Promise<RouteAnswer> {
  const data = 'data' in answer ? answer.data : null
  if (typeof data !== 'object' || data === null) return answer
  const { list, row } = data as { readonly list?: EncodedRows | readonly Wire[]; readonly row?: Wire }
  const [only] = row ? await rows(scope, [row], 'row') : []
  const more = {
    ...(list && { list: await rows(scope, list instanceof EncodedRows ? list.rows() : list, 'list') }),
    ...(only && { row: only }),
  }
  return {
    ...('code' in answer && { code: answer.code }),
    ...('msg' in answer && { msg: answer.msg }),
    data: { ...data, ...more },
  }
}

export const filterOf = (field: string, operator: string, val: readonly string[]): QueryTree =>
  new Map<string, string | QueryTree>([
    ['field', field],
    ['operator', operator],
    ['val', new Map(val.map((text, index) => [String(index), text]))],
  ])

/** One of these records. No record has the id 0. */
export const amongIds = (ids: readonly unknown[]): QueryTree =>
  filterOf('id', 'IN', ids.length === 0 ? ['0'] : ids.map(String))

/**
 * The filter by the ids that a search has found; none of them = no record.
 * @throws an OperationError `bad_query` when there are more than a filter may name
 */
export function amongFound(filter: QueryTree, name: string, ids: readonly unknown[]): QueryTree {
  if (ids.length > queryLimits.values)
    throw new OperationError('bad_query', {
      text: 'problem.broad_search',
      params: { limit: queryLimits.values, value: textOf(filter) },
    })
  return ids.length === 0 ? amongIds([]) : filterOf(name, 'IN', ids.map(String))
}

export const textOf = (filter: QueryTree): string => {
  const val = filter.get('val')
  return typeof val === 'string' ? val : ''
}

/** True when a text, which is no column here, meets the filter. */
export function isMet(filter: QueryTree, text: string): boolean {
  const [operator, val] = [operatorOf(String(filter.get('operator'))), textOf(filter)]
  const isPart = text.toLowerCase().includes(val.toLowerCase())
  if (operator === 'eq') return text === val
  if (operator === 'ne') return text !== val
  if (operator === 'NOT LIKE') return !isPart
  return operator === 'IN' ? val.split(',').includes(text) : isPart
}
