/** The pages of the recycle bin and of sensitive data as BuildAdmin's clients show and search them. */
import { queryLimits } from '../../../protocol/index.ts'
import type { Row } from '../../db/index.ts'
import { connectionName } from '../../http/compat/connection.ts'
import {
  amongFound,
  amongIds,
  filterOf,
  isMet,
  textOf,
  withTablePage,
  type Search,
  type TablePage,
  type Wire,
} from '../../http/compat/table-page.ts'
import type { RequestScope, Route } from '../../http/route.ts'
import { shownData } from './recovery-routes.ts'

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

/** Entries whose data a search looks at together. */
const batchSize = 1000

/** A search in deleted data looks at what the caller sees of it: whether something else is there is not told. */
const searchData: Search = async (scope, filter) => {
  const found: unknown[] = []
  let last = 0
  // One match too many is refused, so that the others need not be looked for.
  while (found.length <= queryLimits.values) {
    const rows = await scope.database.query
      .selectFrom('data_recycle_log')
      .select(['id', 'entity', 'data'])
      .where('id', '>', last)
      .orderBy('id')
      .limit(batchSize)
      .execute()
    found.push(...rows.filter((row) => isMet(filter, JSON.stringify(shownData(scope, row)))).map(({ id }) => id))
    if (rows.length < batchSize) break
    last = Number(rows.at(-1)?.id)
    scope.signal?.throwIfAborted()
  }
  return amongFound(filter, 'id', found)
}

const searchTitles: Search = async (scope, filter) => {
  const rows = await scope.database.query.selectFrom('sensitive_data').select(['id', 'data_fields']).execute()
  const isMatch = (row: Row): boolean =>
    Object.entries(titlesIn(JSON.parse(String(row['data_fields'] ?? '{}')))).some((pair) =>
      pair.some((text) => isMet(filter, text)),
    )
  return amongFound(
    filter,
    'id',
    rows.filter(isMatch).map(({ id }) => id),
  )
}

/** Titles of watched fields by their names. */
const titlesIn = (value: unknown): Readonly<Record<string, string>> =>
  typeof value === 'object' && value !== null ? (value as Readonly<Record<string, string>>) : {}

const rulePage: TablePage = {
  search: new Map(Object.entries({ connection: searchConnection })),
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

const pages: ReadonlyMap<string, TablePage> = new Map(
  Object.entries<TablePage>({
    'security.DataRecycle': rulePage,
    'security.SensitiveData': {
      search: new Map(Object.entries({ connection: searchConnection, data_fields: searchTitles })),
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
      search: new Map(
        Object.entries({ connection: searchConnection, 'recycle.controller_as': searchController, data: searchData }),
      ),
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
      search: new Map(
        Object.entries({
          connection: searchConnection,
          'sensitive.controller_as': searchController,
          id_value: searchRecord,
        }),
      ),
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

/** The route as those clients know it. */
export const withRecoveryWire = (route: Route): Route => withTablePage(route, pages.get(route.controller))
