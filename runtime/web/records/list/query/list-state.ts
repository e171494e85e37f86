/**
 * What a list shows, as its address carries it: `page, limit, order, quickSearch, search…, exact, deleted, parentRowId,
 * edit | add`. Pure.
 */
import {
  fieldEverNamed,
  isQueryError,
  parseQueryString,
  queryLimits,
  readListQuery,
  writeListQuery,
  type FieldModel,
  type ListQuery,
  type TableModel,
} from '../../../../protocol/index.ts'

/** The open record form: the id of the record, or a new one. */
export type FormTarget = number | 'new'

export interface ListState extends Pick<
  ListQuery,
  'page' | 'order' | 'quickSearch' | 'search' | 'parentRowId' | 'exact'
> {
  /** The list shows what was deleted. */
  readonly deleted: boolean
  /** Rows a page; null = as the person last chose. */
  readonly limit: number | null
  readonly form: FormTarget | null
}

export const defaultPageSize = 20
export const pageSizes: readonly number[] = [10, defaultPageSize, 50, 100]

export const plainState: ListState = {
  page: 1,
  limit: null,
  order: null,
  quickSearch: '',
  search: [],
  parentRowId: null,
  exact: false,
  deleted: false,
  form: null,
}

/**
 * Reads the query of an address.
 * @param raw with or without its `?`
 * @param table whose fields a kept address may name by former names
 * @returns null when it asks for something no list can show (damaged, too long, page 0)
 */
export function readListState(raw: string, table?: Pick<TableModel, 'fields'>): ListState | null {
  const tree = parseQueryString(raw.startsWith('?') ? raw.slice(1) : raw)
  if (isQueryError(tree)) return null
  const query = readListQuery(tree)
  if (isQueryError(query)) return null
  const { page, quickSearch, parentRowId, exact } = query
  const ofToday = <Part extends { readonly field: string }>(part: Part): Part => ({
    ...part,
    field: (table && fieldEverNamed(table, part.field)?.name) ?? part.field,
  })
  const edit = tree.get('edit')
  const id = typeof edit === 'string' && /^[1-9]\d{0,15}$/.test(edit) ? Number(edit) : null
  return {
    page,
    order: query.order && ofToday(query.order),
    quickSearch,
    search: query.search.map(ofToday),
    parentRowId,
    exact,
    deleted: query.deleted === true,
    limit: tree.get('limit') ? query.limit : null,
    form: id ?? (tree.get('add') === '1' ? 'new' : null),
  }
}

/** Writes a state as the query of an address (without `?`); the inverse of reading. */
export function writeListState({ limit, form, ...query }: ListState): string {
  const parts = [writeListQuery({ ...query, limit: limit ?? queryLimits.limitDefault })]
  // Said although it is the protocol's default: a copied address must not follow the reader's own page size.
  if (limit === queryLimits.limitDefault) parts.push(`limit=${limit}`)
  if (form !== null) parts.push(form === 'new' ? 'add=1' : `edit=${form}`)
  return parts.filter((part) => part !== '').join('&')
}

/** The part of the state the server is asked with. */
export function queryOf(
  { page, order, quickSearch, search, parentRowId, exact, deleted }: ListState,
  limit: number,
): Partial<ListQuery> {
  return { page, limit, order, quickSearch, search, parentRowId, exact, ...(deleted && { deleted }) }
}

/** True when conditions narrow the list, so that "nothing found" differs from "nothing there". */
export function isNarrowed(state: ListState): boolean {
  return state.quickSearch !== '' || state.search.length > 0
}

/** Pages a total fills; at least one, at most what the protocol can ask for. */
export function pageCount(total: number, limit: number, hasMore: boolean): number {
  return hasMore ? queryLimits.page : Math.min(queryLimits.page, Math.max(1, Math.ceil(total / limit)))
}

/**
 * What a click on the field's header orders by: a reference goes by what its target is called, as people read the
 * column.
 */
export function orderFieldOf(field: Pick<FieldModel, 'name' | 'relation'>): string {
  return field.relation ? `${field.relation.as}.${field.relation.show}` : field.name
}
