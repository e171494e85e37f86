/** The public part of a table: rows and fields of `x-policy.public`, read by the one compiler of queries. */
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { AnyModule, EntityId, EntityOf, ModuleTypes } from '../../operation/entity-types.ts'
import { publicActor } from '../../operation/access/actor.ts'
import type { Scope } from '../../operation/scope.ts'
import { andRowsSql } from '../policy/policy.ts'
import { searchRows, type SearchAnswer, type SearchRequest } from '../search/search.ts'
import { countWhere, findRows, getRow, type RecordQuery, type Where } from './find.ts'

/** Lists, counts, searches and feeds of one table agree, because all of them ask here. */
export interface PublicRows<Row> {
  /** The row, or null: nobody learns whether there is one that is hidden. */
  get(id: number): Promise<Partial<Row> | null>
  /** Rows in the order of the list unless the query has one; 100 unless it has a limit. */
  find(query?: Omit<RecordQuery<Row>, 'deleted'>): Promise<readonly Partial<Row>[]>
  /** Rows that have all words of a text in the public fields of the quick search, best first, with snippets. */
  search(request: SearchRequest<Row>): Promise<SearchAnswer<Partial<Row>>>
  /** The exact number of rows. */
  count(where?: Where<Row>, quickSearch?: string): Promise<number>
  /**
   * The same rows as a condition, for statements of one's own.
   * @param table alias of the table in the statement
   */
  condition(table: string): RawBuilder<SqlBool>
}

/**
 * The public rows of an entity. Only fields that the policy lists are read, searched, filtered and sorted by.
 * @param viewer the member who looks, `member.id` of the rule; null = anybody
 * @throws an Error when the entity says nothing about the public
 */
export function publicRows<Types extends ModuleTypes = AnyModule, Id extends EntityId<Types> = EntityId<Types>>(
  scope: Scope<Types['tables']>,
  entity: Id,
  viewer: { readonly id: number } | null,
): PublicRows<EntityOf<Types, Id>['row']> {
  // The operations work on any tables.
  const own = { ...scope, actor: publicActor(viewer) } as unknown as Scope
  const model = own.registry.require(entity)
  const { policy, softDelete } = model
  if (!policy?.public) throw new Error(`${entity} has no x-policy.public: the public sees nothing of it`)
  const names = ['id', ...policy.public.fields]
  const publicPart = (row: Readonly<Record<string, unknown>>): Record<string, unknown> =>
    // A hook may have added to the row.
    Object.fromEntries(names.filter((name) => Object.hasOwn(row, name)).map((name) => [name, row[name]]))
  const rows: PublicRows<Record<string, unknown>> = {
    async get(id) {
      const row = Number.isSafeInteger(id) && id > 0 ? await getRow(own, model, id) : null
      return row && publicPart(row)
    },
    find: async (query = {}) => (await findRows(own, model, query)).map(publicPart),
    async search(request) {
      const answer = await searchRows(own, model, request)
      return { ...answer, hits: answer.hits.map((hit) => ({ ...hit, row: publicPart(hit.row) })) }
    },
    count: (where = {}, quickSearch = '') => countWhere(own, model, where, quickSearch),
    condition(table) {
      const live = softDelete === null ? sql`1 = 1` : sql`${sql.ref(`${table}.${softDelete}`)} is null`
      return sql<SqlBool>`(${live}${andRowsSql(own, model, 'index', table)})`
    },
  }
  return rows as PublicRows<EntityOf<Types, Id>['row']>
}
