/** Likes, dislikes and favourites of members: one each, likes and dislikes exclude each other. */
import { lockRows, nowSeconds, OperationError } from 'tablewright/server'
import { readText } from './access.ts'
import { countViews } from './views/store.ts'
import { statisticsOptions } from '#generated/cms/options.ts'
import type { Reading, Scope, Transaction } from '#generated/cms/server.ts'

const { type: types } = statisticsOptions
const columns = { [types.like]: 'likes', [types.dislike]: 'dislikes', [types.collect]: 'collects' } as const
type Mark = keyof typeof columns
const marks = [types.like, types.dislike, types.collect] as const

export interface MarkCount {
  readonly id: number
  readonly column: (typeof columns)[Mark]
  readonly before: number | null
  readonly count: number
}

/** Texts whose numbers of likes, dislikes or favourites are not what is stored. @param among absent = all */
export async function wrongMarkCounts(query: Reading, among?: readonly number[]): Promise<readonly MarkCount[]> {
  const texts = query.selectFrom('cms_content').select(['id', 'likes', 'dislikes', 'collects']).orderBy('id')
  const rows = await (among ? texts.where('id', 'in', among) : texts).execute()
  const counted = await query
    .selectFrom('cms_statistics')
    .select(({ fn }) => ['content_id', 'type', fn.countAll<number | string>().as('count')])
    .$if(among !== undefined, (select) => select.where('content_id', 'in', among ?? []))
    .groupBy(['content_id', 'type'])
    .execute()
  const counts = new Map(counted.map((row) => [`${row.content_id}:${row.type}`, Number(row.count)]))
  return rows.flatMap((row) =>
    marks
      .map((mark) => ({
        id: row.id,
        column: columns[mark],
        before: row[columns[mark]],
        count: counts.get(`${row.id}:${mark}`) ?? 0,
      }))
      .filter(({ before, count }) => before !== count),
  )
}

async function refreshMarks(trx: Transaction, id: number): Promise<void> {
  for (const { column, count } of await wrongMarkCounts(trx, [id]))
    await trx
      .updateTable('cms_content')
      .set({ [column]: count })
      .where('id', '=', id)
      .execute()
}

/**
 * Sets or takes away a mark of a member.
 * @throws an OperationError `not_found` for a text that the member does not see
 */
export async function setMark(
  scope: Scope,
  trx: Transaction,
  {
    contentId,
    userId,
    mark,
    isSet,
  }: {
    readonly contentId: number
    readonly userId: number
    readonly mark: 'like' | 'dislike' | 'collect'
    readonly isSet: boolean
  },
): Promise<void> {
  await lockRows(scope, trx, 'cms/content', [contentId], 'write')
  if ((await readText(scope, contentId, { id: userId })) === null) throw new OperationError('not_found')
  const own = (type: Mark) =>
    trx
      .deleteFrom('cms_statistics')
      .where('content_id', '=', contentId)
      .where('user_id', '=', userId)
      .where('type', '=', type)
      .execute()
  await own(types[mark])
  if (isSet) {
    if (mark !== 'collect') await own(mark === 'like' ? types.dislike : types.like)
    await addRow(trx, contentId, userId, types[mark])
  }
  await refreshMarks(trx, contentId)
}

const addRow = async (trx: Transaction, contentId: number, userId: number, type: 0 | 1 | 2 | 3): Promise<void> => {
  const now = nowSeconds()
  await trx
    .insertInto('cms_statistics')
    .values({ content_id: contentId, user_id: userId, type, create_time: now, update_time: now, version: 1 })
    .execute()
}

/** A member has read a text: it is in the history, and counts as a view once in half an hour. */
export async function countView(scope: Scope, trx: Transaction, contentId: number, userId: number): Promise<boolean> {
  await lockRows(scope, trx, 'cms/content', [contentId], 'write')
  if ((await readText(scope, contentId, { id: userId })) === null) throw new OperationError('not_found')
  return (await countViews(scope, trx, contentId, [{ userId, guest: '' }])) > 0
}
