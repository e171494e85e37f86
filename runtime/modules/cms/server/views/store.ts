/** Views as they are stored: one for each viewer and half an hour, by days; the number of a text is their sum. */
import { sql } from 'kysely'
import { createJobDefinition, insertMissing, lockRows, nowSeconds } from 'tablewright/server'
import type { Database } from '#generated/database.ts'
import { statisticsOptions } from '#generated/cms/options.ts'
import type { Reading, Scope, Transaction } from '#generated/cms/server.ts'

export interface NotedView {
  readonly contentId: number
  /** Null = a guest. */
  readonly userId: number | null
  /** Tells guests of a text apart. */
  readonly guest: string
}

/** Seconds within which a viewer counts once. */
const viewPause = 1800

/** The day of the site, 2026-01-31. */
export const dayOf = ({ settings }: Pick<Scope, 'settings'>, seconds = nowSeconds()): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: settings.timeZone, dateStyle: 'short' }).format(seconds * 1000)

/**
 * Stores views of texts that are still there: a transaction for each, which nobody waits for long.
 * @returns how many counted
 */
export async function storeViews(scope: Scope, views: readonly NotedView[]): Promise<number> {
  const byText = new Map<number, NotedView[]>()
  for (const view of views) byText.set(view.contentId, [...(byText.get(view.contentId) ?? []), view])
  let total = 0
  for (const [id, viewsOfText] of byText)
    total += await scope.database.write(async (trx) => {
      await lockRows(scope, trx, 'cms/content', [id], 'write')
      return (await isThere(trx, id)) ? countViews(scope, trx, id, viewsOfText) : 0
    })
  return total
}

/** A text that was deleted since it was read counts no more. */
async function isThere(trx: Transaction, id: number): Promise<boolean> {
  const row = await trx.selectFrom('cms_content').select('delete_time').where('id', '=', id).executeTakeFirst()
  return row?.delete_time === null
}

/** Counts views of one text, which is locked. */
export async function countViews(
  scope: Pick<Scope, 'settings'>,
  trx: Transaction,
  contentId: number,
  views: readonly Omit<NotedView, 'contentId'>[],
): Promise<number> {
  const now = nowSeconds()
  const fresh: StoredViewer[] = []
  for (const view of views) {
    const viewerRow =
      view.userId === null ? await guestRow(trx, contentId, view.guest) : await memberRow(trx, contentId, view.userId)
    if (viewerRow && (viewerRow.update_time ?? 0) > now - viewPause) continue
    fresh.push({ contentId, ...view, id: viewerRow?.id ?? null })
  }
  if (fresh.length === 0) return 0
  const day = dayOf(scope)
  await insertMissing(trx, 'cms_daily_views', [{ content_id: contentId, day, count: 0, create_time: now, version: 1 }])
  await trx
    .updateTable('cms_daily_views')
    .set({ count: sql<number>`count + ${fresh.length}` })
    .where('content_id', '=', contentId)
    .where('day', '=', day)
    .execute()
  await trx
    .updateTable('cms_content')
    .set({ views: sql<number>`coalesce(views, 0) + ${fresh.length}` })
    .where('id', '=', contentId)
    .execute()
  // In the order of locks these come after the days, members before guests, and rows in the order of their ids.
  for (const viewer of fresh.toSorted(byLock)) await storeViewer(trx, viewer, now)
  return fresh.length
}

const guestRow = (trx: Transaction, contentId: number, viewer: string) =>
  trx
    .selectFrom('cms_viewer')
    .select(['id', 'update_time'])
    .where('content_id', '=', contentId)
    .where('viewer', '=', viewer)
    .executeTakeFirst()

const memberRow = (trx: Transaction, contentId: number, userId: number) =>
  trx
    .selectFrom('cms_statistics')
    .select(['id', 'update_time'])
    .where('content_id', '=', contentId)
    .where('user_id', '=', userId)
    .where('type', '=', statisticsOptions.type.view)
    .executeTakeFirst()

interface StoredViewer extends NotedView {
  /** Id of the row that is there already. */
  readonly id: number | null
}

const byLock = (left: StoredViewer, right: StoredViewer): number =>
  Number(left.userId === null) - Number(right.userId === null) || (left.id ?? Infinity) - (right.id ?? Infinity) || 0

/** Stores when the viewer has read the text last; of a member that is the history, too. */
async function storeViewer(
  trx: Transaction,
  { contentId, userId, guest, id }: StoredViewer,
  now: number,
): Promise<void> {
  if (id !== null)
    await trx
      .updateTable(userId === null ? 'cms_viewer' : 'cms_statistics')
      .set({ update_time: now })
      .where('id', '=', id)
      .execute()
  else if (userId === null)
    await insertMissing(trx, 'cms_viewer', [{ content_id: contentId, viewer: guest, update_time: now, version: 1 }])
  else
    await insertMissing(trx, 'cms_statistics', [
      {
        content_id: contentId,
        user_id: userId,
        type: statisticsOptions.type.view,
        create_time: now,
        update_time: now,
        version: 1,
      },
    ])
}

/** Texts whose number of views is not the sum of their days. */
export async function wrongViewCounts(query: Reading) {
  const days = await query
    .selectFrom('cms_daily_views')
    .select(({ fn }) => ['content_id', fn.sum<number | string>('count').as('count')])
    .groupBy('content_id')
    .execute()
  const counts = new Map(days.map((row) => [row.content_id, Number(row.count)]))
  const rows = await query.selectFrom('cms_content').select(['id', 'views']).orderBy('id').execute()
  return rows
    .map(({ id, views }) => ({ id, before: views, count: counts.get(id) ?? 0 }))
    .filter(({ before, count }) => (before ?? 0) !== count)
}

/** Guests are forgotten as soon as they would count again. */
export const forgetGuests = createJobDefinition<Database>()({
  name: 'cms/forgetGuests',
  label: { 'zh-cn': '清除近期访客', en: 'Forget recent guests' },
  schedule: { cron: '*/10 * * * *', payload: null },
  handler: async ({ complete }) => {
    await complete(async (trx) => {
      await trx
        .deleteFrom('cms_viewer')
        .where('update_time', '<=', nowSeconds() - viewPause)
        .execute()
    })
  },
})
