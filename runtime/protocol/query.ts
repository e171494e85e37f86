/**
 * The list query as it travels (protocol: page, limit, order, quickSearch, search[n][field|operator|val|render],
 * initKey/initValue[]/initOperator, isTree, select, parentRowId, exact), parsed from and written to query strings with
 * PHP-style brackets. Parsing is bounded and never throws; fields are checked later against the table model.
 */
import { operatorOf, type Operator } from './operators.ts'
import { isSafeText, trimText } from './safe-text.ts'
import type { SortModel } from './table-model.ts'

/** One condition. `val` is one text or a list of texts; `field` may name a relation's shown field (`brand.name`). */
export interface Filter {
  readonly field: string
  readonly operator: Operator
  readonly val: string | readonly string[]
  readonly render?: string
}

export interface ListQuery {
  readonly page: number
  readonly limit: number
  readonly order: SortModel | null
  readonly quickSearch: string
  readonly search: readonly Filter[]
  readonly init: { readonly key: string | null; readonly operator: Operator; readonly values: readonly string[] } | null
  readonly select: boolean
  /** Null = as the table prefers. */
  readonly isTree: boolean | null
  readonly parentRowId: string | null
  readonly exact: boolean
  /** Groups: only those below the caller's rights, without the caller's own. */
  readonly absoluteAuth?: boolean
  /** Only records that are marked as deleted; for those who may restore them. */
  readonly deleted?: boolean
}

export const queryLimits = {
  page: 10_000,
  limit: 100,
  limitDefault: 10,
  filters: 50,
  /** Records that one request deletes: as many as their ids fit into an address, however long they are. */
  ids: 300,
  values: 200,
  bytes: 8192,
  text: 1000,
  cap: 10_000,
} as const

/** Bracket query as a shallow tree: `a=1`, `a[]=1&a[]=2`, `a[0][b]=1`, `a[0][b][]=1`. */
export type QueryTree = Map<string, QueryNode>
export type QueryNode = string | QueryTree

/** Why a query was refused; `detail` names the part, never whether a hidden field exists. */
export interface QueryError {
  readonly refused: string
}

const keyShape = /^([A-Za-z_][A-Za-z0-9_.-]{0,63})((?:\[[A-Za-z0-9_.-]{0,64}\]){0,3})$/

/**
 * Splits a raw query string (without `?`). Keys that do not match the grammar are dropped like any unknown key, except
 * that a malformed `search…` is rejected.
 * @param dropped receives the keys that were dropped
 * @returns the tree, or an error when it is too long, badly encoded or contains characters that no text may contain
 */
export function parseQueryString(raw: string, dropped: string[] = []): QueryTree | QueryError {
  // Guard T07: 8 KB of query at most.
  if (raw.length > queryLimits.bytes) return { refused: 'length' }
  const tree: QueryTree = new Map()
  if (raw === '') return tree
  for (const part of raw.split('&')) {
    if (part === '') continue
    const cut = part.indexOf('=')
    const key = decodePart(cut < 0 ? part : part.slice(0, cut))
    const value = decodePart(cut < 0 ? '' : part.slice(cut + 1))
    if (key === null || value === null) return { refused: 'encoding' }
    const [, name, brackets = ''] = keyShape.exec(key) ?? []
    // Every other name has its last value; of records to delete, none that was named may be left out.
    if (key === 'ids') insert(tree, key, '', [textOf(tree, key), value].filter(Boolean).join(','))
    else if (name !== undefined) insert(tree, name, brackets, value)
    else if (key.startsWith('search')) return { refused: 'search' }
    else dropped.push(key)
  }
  return tree
}

function decodePart(text: string): string | null {
  try {
    const decoded = decodeURIComponent(text.replaceAll('+', ' '))
    return isSafeText(decoded) ? decoded : null
  } catch {
    // Guard T07: broken encodings are refused, not thrown.
    // Without: throw new Error(text)
    return null
  }
}

function insert(tree: QueryTree, name: string, brackets: string, value: string): void {
  const path = [name, ...[...brackets.matchAll(/\[([^\]]*)\]/g)].map(([, inner = '']) => inner)]
  let branch = tree
  path.forEach((segment, index) => {
    const key = segment === '' ? String(branch.size) : segment
    if (index === path.length - 1) {
      branch.set(key, value)
      return
    }
    const next = branch.get(key)
    const child: QueryTree = next instanceof Map ? next : new Map()
    branch.set(key, child)
    branch = child
  })
}

const textOf = (tree: QueryTree, key: string): string => {
  const value = tree.get(key)
  return typeof value === 'string' ? value : ''
}

const flag = (text: string): boolean => text !== '' && text !== '0' && text !== 'false'

/** Reads the list query out of a tree. Field names are not checked here. */
export function readListQuery(tree: QueryTree): ListQuery | QueryError {
  const page = readCount(tree, 'page', 1, queryLimits.page)
  const limit = readCount(tree, 'limit', queryLimits.limitDefault, queryLimits.limit)
  const order = readOrder(tree)
  const search = readSearch(tree.get('search'))
  const init = readInit(tree)
  for (const read of [page, limit, order, search, init]) if (isQueryError(read)) return read
  const quickSearch = trimText(textOf(tree, 'quickSearch'))
  if (quickSearch.length > queryLimits.text) return { refused: 'quickSearch' }
  return {
    page: page as number,
    limit: limit as number,
    order: order as SortModel | null,
    search: search as readonly Filter[],
    init: init as ListQuery['init'],
    quickSearch,
    select: flag(textOf(tree, 'select')),
    isTree: tree.has('isTree') ? flag(textOf(tree, 'isTree')) : null,
    parentRowId: textOf(tree, 'parentRowId') || null,
    exact: flag(textOf(tree, 'exact')),
    ...(flag(textOf(tree, 'absoluteAuth')) && { absoluteAuth: true }),
    ...(flag(textOf(tree, 'deleted')) && { deleted: true }),
  }
}

export function isQueryError(value: unknown): value is QueryError {
  return typeof value === 'object' && value !== null && 'refused' in value
}

function readCount(tree: QueryTree, key: string, fallback: number, most: number): number | QueryError {
  const value = tree.get(key)
  if (value === undefined || value === '') return fallback
  // Guard T06: limit and page are plain digits.
  // Without: if (typeof value !== 'string' || Number.isNaN(Number(value)) || Number(value) > most) return { refused:
  // key }
  if (
    typeof value !== 'string' ||
    !/^[1-9]\d{0,5}$/.test(value) ||
    // Guard T06: limit and page have a most.
    Number(value) > most
  )
    return { refused: key }
  return Number(value)
}

function readOrder(tree: QueryTree): SortModel | null | QueryError {
  const value = tree.get('order')
  if (value === undefined || value === '') return null
  if (typeof value !== 'string') return { refused: 'order' }
  const [field = '', direction = 'asc', ...rest] = value.split(',')
  const lower = direction.toLowerCase()
  if (field === '' || rest.length > 0 || (lower !== 'asc' && lower !== 'desc')) return { refused: 'order' }
  return { field, direction: lower }
}

function readSearch(node: QueryNode | undefined): readonly Filter[] | QueryError {
  if (node === undefined || node === '') return []
  if (
    typeof node === 'string' ||
    // Guard T07: 50 conditions at most.
    node.size > queryLimits.filters
  )
    return { refused: 'search' }
  const filters: Filter[] = []
  for (const [index, entry] of node) {
    if (!/^\d{1,2}$/.test(index) || typeof entry === 'string') return { refused: 'search' }
    const filter = readFilter(entry)
    if (isQueryError(filter)) return filter
    if (filter) filters.push(filter)
  }
  return filters
}

function readFilter(entry: QueryTree): Filter | null | QueryError {
  const field = entry.get('field')
  const name = entry.get('operator')
  const val = readValues(entry.get('val'))
  if (isQueryError(val)) return val
  if (field === undefined || name === undefined || val === null) return null
  if (typeof field !== 'string' || typeof name !== 'string') return { refused: 'search' }
  const operator = operatorOf(name)
  if (!operator) return { refused: 'search' }
  const render = entry.get('render')
  return typeof render === 'string' && render !== '' ? { field, operator, val, render } : { field, operator, val }
}

/** One text, a list of texts, or null when nothing is given. */
function readValues(node: QueryNode | undefined): string | readonly string[] | null | QueryError {
  if (node === undefined) return null
  if (typeof node === 'string') return node.length > queryLimits.bytes ? { refused: 'search' } : node
  const values = [...node.values()]
  // Guard T03: a value is a text or a list of texts.
  if (
    // Guard T06: at most 200 values of initValue.
    values.length > queryLimits.values ||
    values.some((value) => typeof value !== 'string')
  )
    return { refused: 'search' }
  return values as string[]
}

function readInit(tree: QueryTree): ListQuery['init'] | QueryError {
  const values = readValues(tree.get('initValue'))
  if (isQueryError(values)) return { refused: 'initValue' }
  const list = values === null || values === '' ? [] : typeof values === 'string' ? [values] : values
  const key = tree.get('initKey')
  if (key !== undefined && typeof key !== 'string') return { refused: 'initKey' }
  if (list.length === 0) return key ? { key, operator: 'IN', values: [] } : null
  const operator = operatorOf(textOf(tree, 'initOperator') || 'IN')
  return operator ? { key: key || null, operator, values: list } : { refused: 'initOperator' }
}

/** Texts of an id list (`ids[]=1&ids[]=2`, `ids=1&ids=2`, or `ids=1,2`), each once. */
export function readIds(tree: QueryTree): readonly string[] {
  const value = tree.get('ids')
  if (value === undefined) return []
  const list = typeof value === 'string' ? [value] : [...value.values()]
  const ids = list.flatMap((text) => (typeof text === 'string' ? text.split(',') : [])).map(trimText)
  return [...new Set(ids.filter((id) => id !== ''))]
}

/** How many ids a query that is too long to be read names at least. */
export const countIds = (raw: string): number =>
  raw.split('&').reduce((count, part) => {
    const [, list] = /^ids(?:\[[^\]]*\]|%5b.*?%5d)*=(.*)$/i.exec(part) ?? []
    return list ? count + list.split(/,|%2c/i).length : count
  }, 0)

/** Writes a list query as a query string (without `?`); defaults are left out. The inverse of reading. */
export function writeListQuery(query: Partial<ListQuery>): string {
  const parts: string[] = []
  const put = (key: string, value: string) => parts.push(`${key}=${encodeURIComponent(value)}`)
  if (query.page && query.page !== 1) put('page', String(query.page))
  if (query.limit && query.limit !== queryLimits.limitDefault) put('limit', String(query.limit))
  if (query.order) put('order', `${query.order.field},${query.order.direction}`)
  if (query.quickSearch) put('quickSearch', query.quickSearch)
  query.search?.forEach((filter, index) => writeFilter(put, filter, index))
  if (query.init?.key) put('initKey', query.init.key)
  query.init?.values.forEach((value) => put('initValue[]', value))
  if (query.select) put('select', 'true')
  if (query.isTree !== null && query.isTree !== undefined) put('isTree', query.isTree ? '1' : '0')
  if (query.parentRowId) put('parentRowId', query.parentRowId)
  if (query.exact) put('exact', '1')
  if (query.deleted) put('deleted', '1')
  return parts.join('&')
}

function writeFilter(put: (key: string, value: string) => void, filter: Filter, index: number): void {
  put(`search[${index}][field]`, filter.field)
  put(`search[${index}][operator]`, filter.operator)
  if (typeof filter.val === 'string') put(`search[${index}][val]`, filter.val)
  else filter.val.forEach((value, valueIndex) => put(`search[${index}][val][${valueIndex}]`, value))
  if (filter.render) put(`search[${index}][render]`, filter.render)
}
