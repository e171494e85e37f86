/**
 * `GET routine.Attachment/usage?ids[]=`: which records refer to files, as far as the caller may see them, and for which
 * purposes files were uploaded.
 */
import { defineRoute, type RequestScope, type Route } from '../http/route.ts'
import { OperationError } from '../errors/operation-error.ts'
import { queryLimits, readIds, type RecordReference } from '../../protocol/index.ts'
import { idOf, tooMany } from '../records/read-id.ts'
import type { RawBuilder } from 'kysely'
import type { Row } from '../db/index.ts'
import { readHeavy } from '../records/query/run.ts'
import { findUses } from './attachment-uses.ts'

export const attachmentUsageRoute: Route = defineRoute({
  area: 'admin',
  controller: 'routine.Attachment',
  action: 'usage',
  method: 'GET',
  login: 'admin',
  node: 'routine/attachment/index',
  handler: async (scope) => {
    const ids = requestedIds(scope)
    const rows = await scope.database.query
      .selectFrom('attachment')
      .select(['id', 'url'])
      .where('id', 'in', ids.length > 0 ? [...ids] : [0])
      .execute()
    const urls = rows.map(({ url }) => String(url))
    const read = (statement: RawBuilder<Row>) => readHeavy(scope, statement.compile(scope.database.query))
    const uses = await findUses(scope, urls, read)
    const pageOf = ({ table }: RecordReference) => scope.registry.byId(table)?.page
    const list = rows
      .toSorted((one, other) => ids.indexOf(Number(one.id)) - ids.indexOf(Number(other.id)))
      .map(({ id, url }) => {
        const { references = [], more = false } = uses.get(String(url)) ?? {}
        return { id, references: references.map((one) => ({ ...one, page: pageOf(one) })), more }
      })
    return { data: { list, topics: await topicsOf(scope) } }
  },
})

/** @throws OperationError `bad_query` */
function requestedIds({ query }: RequestScope): readonly number[] {
  const ids = readIds(query).map(idOf)
  if (ids.length > queryLimits.limit) throw tooMany(queryLimits.limit)
  if (ids.some((id) => id === null)) throw new OperationError('bad_query')
  return ids.filter((id) => id !== null)
}

const maxTopics = 200

async function topicsOf({
  database,
}: RequestScope): Promise<readonly { readonly topic: string; readonly count: number }[]> {
  const rows = await database.query
    .selectFrom('attachment')
    .select(({ fn }) => ['topic', fn.countAll<number>().as('count')])
    .groupBy('topic')
    .orderBy('topic')
    .limit(maxTopics)
    .execute()
  return rows.map(({ topic, count }) => ({ topic: String(topic), count: Number(count) }))
}
