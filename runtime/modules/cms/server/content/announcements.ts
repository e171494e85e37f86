/** Tells authors once that a scheduled text has become visible. Whether it is visible depends on no clock but now. */
import { createJobDefinition, lockRows, nowSeconds } from 'tablewright/server'
import type { Database } from '#generated/database.ts'
import { announceDecision } from '../notices.ts'
import type { Scope } from '#generated/cms/server.ts'

/** Older publications are no news, as those of a site that had no announcements before. */
const latestSeconds = 86_400
/** Texts of one run: the others come with the next one. */
const maxTexts = 200

/**
 * Announces what was published since, each in a transaction of its own. A text whose announcement fails counts as
 * announced: it is tried once.
 * @returns the ids of the texts
 */
export async function announcePublished(scope: Scope): Promise<readonly number[]> {
  const { database } = scope
  const now = nowSeconds()
  const rows = await database.query
    .selectFrom('cms_content')
    .select(['id', 'user_id', 'title'])
    .where('status', '=', 'normal')
    .where('announced_time', 'is', null)
    .where('publish_time', '<=', now)
    .where('publish_time', '>', now - latestSeconds)
    .where('delete_time', 'is', null)
    .orderBy('id')
    .limit(maxTexts)
    .execute()
  for (const { id, user_id: userId, title } of rows) {
    const announce = (tells: boolean): Promise<void> =>
      database.write(async (trx) => {
        if (userId !== null) await lockRows(scope, trx, 'member/user', [userId], 'reference')
        const { numUpdatedRows } = await trx
          .updateTable('cms_content')
          .set({ announced_time: nowSeconds() })
          .where('id', '=', id)
          .where('announced_time', 'is', null)
          .executeTakeFirstOrThrow()
        if (tells && numUpdatedRows > 0n) await announceDecision({ scope, trx }, 'published', { userId, title })
      })
    await announce(true).catch(() => announce(false))
  }
  return rows.map(({ id }) => id)
}

export const announceJob = createJobDefinition<Database>()({
  name: 'cms/announcePublished',
  label: { 'zh-cn': '通知定时内容已发布', en: 'Announce scheduled texts that are published' },
  schedule: { cron: '*/5 * * * *', payload: null },
  async handler({ scope, complete }) {
    await announcePublished(scope)
    await complete(async () => {})
  },
})
