/**
 * `GET routine.Attachment/usage?ids[]=`: which records refer to files, as far as the caller may see them, and for which
 * purposes files were uploaded.
 */
import { defineRoute, type RequestScope, type Route } from '../../http/route.ts'
import { OperationError } from '../../core/errors/operation-error.ts'
import { queryLimits, readIds, type RecordReference } from '../../../protocol/index.ts'
import { idOf, tooMany } from '../../records/read-id.ts'
import type { RawBuilder } from 'kysely'
import type { Row } from '../../db/index.ts'
import { readHeavy } from '../../records/query/run.ts'
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
    return { data: { list, ...(await topicsOf(scope)) } }
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

interface Topics {
  /** The first purposes, each with the number of its files. */
  readonly topics: readonly { readonly topic: string; readonly count: number }[]
  /** All purposes. */
  readonly topic_count: number
  /** All files. */
  readonly file_count: number
}

async function topicsOf({ database }: RequestScope): Promise<Topics> {
  const files = database.query.selectFrom('attachment')
  const rows = await files
    .select(({ fn }) => ['topic', fn.countAll<number>().as('count')])
    .groupBy('topic')
    .orderBy('topic')
    .limit(maxTopics + 1)
    .execute()
  const topics = rows.slice(0, maxTopics).map(({ topic, count }) => ({ topic: String(topic), count: Number(count) }))
  if (rows.length <= maxTopics)
    return { topics, topic_count: topics.length, file_count: topics.reduce((sum, { count }) => sum + count, 0) }
  const all = await files
    .select(({ fn }) => [fn.count<number>('topic').distinct().as('topics'), fn.countAll<number>().as('files')])
    .executeTakeFirstOrThrow()
  return { topics, topic_count: Number(all.topics), file_count: Number(all.files) }
}
