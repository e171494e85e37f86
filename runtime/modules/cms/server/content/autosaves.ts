/** Transactions in which a draft saves itself: what one writes in ten minutes becomes one revision. */
import { nowSeconds } from 'tablewright/server'
import { authorOf, autosaveNote, latestRevision } from './revisions.ts'
import { stringify, type TextData } from './text-fields.ts'
import type { Scope, Transaction } from '#generated/cms/server.ts'

export const savesAlone = new WeakSet<object>()

/** Seconds of one revision. */
const revisionPause = 600

/**
 * Writes a draft over the newest revision, if that is an earlier state of the same draft by the same author.
 * @returns false when it needs a revision of its own
 */
export async function extendRevision(
  scope: Pick<Scope, 'actor'>,
  trx: Transaction,
  contentId: number,
  data: TextData,
): Promise<boolean> {
  const latest = await latestRevision(trx, contentId)
  if (latest?.state !== 'applied' || latest.note !== autosaveNote) return false
  const { admin_id: admin } = authorOf(scope)
  const isRecent = (latest.create_time ?? 0) > nowSeconds() - revisionPause
  if (!isRecent || latest.admin_id !== admin || (await wasReviewed(trx, contentId, latest.create_time ?? 0)))
    return false
  await trx
    .updateTable('cms_content_revision')
    .set({ data: stringify(data), title: data.title })
    .where('id', '=', latest.id)
    .execute()
  return true
}

/** A state that was submitted or published stays as it was. */
async function wasReviewed(trx: Transaction, contentId: number, since: number): Promise<boolean> {
  const review = await trx
    .selectFrom('cms_review_log')
    .select('id')
    .where('content_id', '=', contentId)
    .where('action', '<>', 'add')
    .where('create_time', '>=', since)
    .limit(1)
    .executeTakeFirst()
  return review !== undefined
}
