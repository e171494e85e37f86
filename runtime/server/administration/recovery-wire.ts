/** The pages of the recycle bin and of sensitive data as BuildAdmin's clients show and search them. */
import { operatorOf, type QueryTree } from '../../protocol/index.ts'
import type { Row } from '../db/index.ts'
import { isNativeClient } from '../http/compat/client.ts'
import { connectionName } from '../http/compat/connection.ts'
import type { RequestScope, Route, RouteAnswer } from '../http/route.ts'
import { shownData } from './recovery-routes.ts'

type Wire = Readonly<Record<string, unknown>>

/** A field of their tables that is none here. Null = the filter is met by all rows. */
type Search = (scope: RequestScope, filter: QueryTree) => Promise<QueryTree | null>

interface RecoveryPage {
  /** How their names are searched. */
  readonly search: Readonly<Record<string, Search>>
  readonly rows: (scope: RequestScope, rows: readonly Wire[], purpose: 'list' | 'row') => Promise<readonly Wire[]>
}

/** The route with what those clients read besides, and with searches in all columns that they show. */
export function withRecoveryWire(route: Route): Route {
  const page = pages.get(route.controller)
  if (!page || (route.action !== 'index' && route.action !== 'edit' && route.action !== 'info')) return route
  return {
    ...route,
    handler: async (scope) => {
      if (isNativeClient(scope.request) || scope.request.method !== 'GET') return route.handler(scope)
      return adaptRows(page, scope, await route.handler({ ...scope, query: await readSearch(page, scope) }))
    },
  }
}

async function readSearch({ search }: RecoveryPage, scope: RequestScope): Promise<QueryTree> {
  const entries = scope.query.get('search')
  if (!(entries instanceof Map)) return scope.query
  const next: [string, QueryTree][] = []
  for (const [index, entry] of entries) {
    if (!(entry instanceof Map)) return scope.query
    const rewrite = search[String(entry.get('field'))]
    const filter = rewrite ? await rewrite(scope, entry) : entry
    if (filter) next.push([index, filter])
  }
  return new Map([...scope.query, ['search', new Map(next)]])
}

async function adaptRows({ rows }: RecoveryPage, scope: RequestScope, answer: RouteAnswer): Promise<RouteAnswer> {
  const data = 'json' in answer ? JSON.parse(answer.json) : 'data' in answer ? answer.data : null
  if (typeof data !== 'object' || data === null) return answer
  const { list, row } = data as { readonly list?: readonly Wire[]; readonly row?: Wire }
  const [only] = row ? await rows(scope, [row], 'row') : []
  const more = { ...(list && { list: await rows(scope, list, 'list') }), ...(only && { row: only }) }
  return {
    ...('code' in answer && { code: answer.code }),
    ...('msg' in answer && { msg: answer.msg }),
    data: { ...data, ...more },
  }
}

const filterOf = (field: string, operator: string, val: readonly string[]): QueryTree =>
  new Map<string, string | QueryTree>([
    ['field', field],
    ['operator', operator],
    ['val', new Map(val.map((text, index) => [String(index), text]))],
  ])

/** One of these records. No record has the id 0. */
const amongIds = (ids: readonly unknown[]): QueryTree =>
  filterOf('id', 'IN', ids.length === 0 ? ['0'] : ids.map(String))

const textOf = (filter: QueryTree): string => {
  const val = filter.get('val')
  return typeof val === 'string' ? val : ''
}

/** True when a text, which is no column here, meets the filter. */
function isMet(filter: QueryTree, text: string): boolean {
  const [operator, val] = [operatorOf(String(filter.get('operator'))), textOf(filter)]
  const isPart = text.toLowerCase().includes(val.toLowerCase())
  if (operator === 'eq') return text === val
  if (operator === 'ne') return text !== val
  if (operator === 'NOT LIKE') return !isPart
  return operator === 'IN' ? val.split(',').includes(text) : isPart
}

const searchConnection: Search = async (_scope, filter) => (isMet(filter, connectionName) ? null : amongIds([]))

const controllerOf = ({ registry }: RequestScope, entity: unknown): string =>
  registry.byId(String(entity))?.controller.replaceAll('.', '/').toLowerCase() ?? ''

const searchController: Search = async (scope, filter) => {
  const models = scope.registry.list.filter(({ id }) => isMet(filter, controllerOf(scope, id)))
  return models.length === 0
    ? amongIds([])
    : filterOf(
        'entity',
        'IN',
        models.map(({ id }) => id),
      )
}

/** They show the record as `id=5`. */
const searchRecord: Search = async (_scope, filter) =>
  new Map([...filter, ['field', 'record_id'], ['val', textOf(filter).replace(/^\s*id\s*=\s*/i, '')]])

/** Entries of which a search looks at the data, the newest first, and those that it returns. */
const maxSearched = 1000
const maxMatches = 200

/** A search in deleted data looks at what the caller sees of it: whether something else is there is not told. */
const searchData: Search = async (scope, filter) => {
  const rows = await scope.database.query
    .selectFrom('data_recycle_log')
    .select(['id', 'entity', 'data'])
    .orderBy('id', 'desc')
    .limit(maxSearched)
    .execute()
  const matches = rows.filter((row) => isMet(filter, JSON.stringify(shownData(scope, row))))
  return amongIds(matches.slice(0, maxMatches).map(({ id }) => id))
}

const searchTitles: Search = async (scope, filter) => {
  const rows = await scope.database.query.selectFrom('sensitive_data').select(['id', 'data_fields']).execute()
  const isMatch = (row: Row): boolean =>
    Object.entries(titlesIn(JSON.parse(String(row['data_fields'] ?? '{}')))).some((pair) =>
      pair.some((text) => isMet(filter, text)),
    )
  return amongIds(
    rows
      .filter(isMatch)
      .slice(0, maxMatches)
      .map(({ id }) => id),
  )
}

/** Titles of watched fields by their names. */
const titlesIn = (value: unknown): Readonly<Record<string, string>> =>
  typeof value === 'object' && value !== null ? (value as Readonly<Record<string, string>>) : {}

const rulePage: RecoveryPage = {
  search: { connection: searchConnection },
  rows: async (_scope, rows) => rows.map((row) => ({ ...row, connection: connectionName })),
}

/** Who did it, and by which rule: the names are those of today. */
async function withNames(
  { database }: RequestScope,
  rows: readonly Wire[],
  [key, table]: readonly ['recycle', 'data_recycle'] | readonly ['sensitive', 'sensitive_data'],
  controllerAs: (row: Wire) => string,
): Promise<readonly Wire[]> {
  const idsOf = (name: string): readonly number[] => [0, ...rows.map((row) => Number(row[name] ?? 0))]
  const admins = await database.query
    .selectFrom('admin')
    .select(['id', 'nickname'])
    .where('id', 'in', idsOf('admin_id'))
    .execute()
  const rules = await database.query
    .selectFrom(table)
    .select(['id', 'name'])
    .where('id', 'in', idsOf(`${key}_id`))
    .execute()
  return rows.map((row) => {
    const admin = admins.find(({ id }) => Number(id) === Number(row['admin_id']))
    const rule = rules.find(({ id }) => Number(id) === Number(row[`${key}_id`]))
    const username = String(row['username'] ?? '')
    return {
      ...row,
      connection: connectionName,
      admin: { id: row['admin_id'] ?? 0, username, nickname: admin?.['nickname'] ?? username },
      [key]: { id: row[`${key}_id`] ?? 0, name: rule?.['name'] ?? '', controller_as: controllerAs(row) },
    }
  })
}

const pages: ReadonlyMap<string, RecoveryPage> = new Map(
  Object.entries<RecoveryPage>({
    'security.DataRecycle': rulePage,
    'security.SensitiveData': {
      search: { connection: searchConnection, data_fields: searchTitles },
      rows: async (scope, rows, purpose) =>
        (await rulePage.rows(scope, rows, purpose)).map((row) =>
          purpose === 'row'
            ? row
            : {
                ...row,
                data_fields: Object.entries(titlesIn(row['data_fields'])).map(([name, title]) => title || name),
              },
        ),
    },
    'security.DataRecycleLog': {
      search: { connection: searchConnection, 'recycle.controller_as': searchController, data: searchData },
      async rows(scope, rows, purpose) {
        const named = await withNames(scope, rows, ['recycle', 'data_recycle'], (row) =>
          controllerOf(scope, row['entity']),
        )
        if (purpose === 'row' || rows.length === 0) return named
        const stored = await scope.database.query
          .selectFrom('data_recycle_log')
          .select(['id', 'entity', 'data'])
          .where(
            'id',
            'in',
            rows.map((row) => Number(row['id'])),
          )
          .execute()
        const texts = new Map(stored.map((row) => [Number(row['id']), JSON.stringify(shownData(scope, row))]))
        return named.map((row) => ({ ...row, data: texts.get(Number(row['id'])) ?? '{}' }))
      },
    },
    'security.SensitiveDataLog': {
      search: { connection: searchConnection, 'sensitive.controller_as': searchController, id_value: searchRecord },
      async rows(scope, rows, purpose) {
        const named = await withNames(scope, rows, ['sensitive', 'sensitive_data'], (row) =>
          controllerOf(scope, row['entity']),
        )
        return named.map((row) => ({
          ...row,
          id_value:
            purpose === 'row' ? String(row['record_id']) : `${String(row['primary_key'])}=${String(row['record_id'])}`,
        }))
      },
    },
  }),
)
