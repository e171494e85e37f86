/** The log of searches: every word once, with how often it was searched for. */
import { sql } from 'kysely'
import { insertMissing, nowSeconds } from 'tablewright/server'
import { visibleTexts } from '../access.ts'
import type { Scope } from '#generated/cms/server.ts'

/** Longest search, in characters. */
export const maxWords = 50

/** Words of the log: of more, only those that are known are counted. */
const maxKnown = 5000

/** Stores searches that find something: what nobody has written is no word of the site. */
export async function storeSearches(
  scope: Scope,
  searches: readonly { readonly search: string; readonly count: number; readonly user: number | null }[],
): Promise<void> {
  const { database, settings, wordFilter } = scope
  const logSize = await database.query
    .selectFrom('cms_search_log')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  const isFull = Number(logSize.count) >= maxKnown
  for (const { search, count, user } of searches) {
    if (wordFilter && wordFilter.check(settings, search).level !== null) continue
    const { total } = await visibleTexts(scope, null).search({ text: search, limit: 1 })
    if (total === 0) continue
    await database.write(async (trx) => {
      const now = nowSeconds()
      if (!isFull)
        await insertMissing(trx, 'cms_search_log', [
          {
            search,
            count: 0,
            hot: 0,
            status: 1,
            weigh: 0,
            user_id: user,
            create_time: now,
            update_time: now,
            version: 1,
          },
        ])
      await trx
        .updateTable('cms_search_log')
        .set({ count: sql<number>`coalesce(count, 0) + ${count}`, update_time: now })
        .where('search', '=', search)
        .execute()
    })
  }
}
