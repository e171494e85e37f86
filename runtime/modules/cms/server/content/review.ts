/** The log of reviews: every change of state, in its order. */
import { nowSeconds } from 'tablewright/server'
import { authorOf } from './revisions.ts'
import type { Row, Scope, Transaction } from '#generated/cms/server.ts'

type Status = Row<'cms/content'>['status']

export async function logReview(
  scope: Pick<Scope, 'actor'>,
  trx: Transaction,
  entry: {
    readonly contentId: number
    readonly action: string
    readonly from: Status | null
    readonly to: Status
    readonly reason?: string | null
  },
): Promise<void> {
  await trx
    .insertInto('cms_review_log')
    .values({
      content_id: entry.contentId,
      action: entry.action,
      from_status: entry.from,
      to_status: entry.to,
      reason: entry.reason ?? null,
      ...authorOf(scope),
      create_time: nowSeconds(),
      version: 1,
    })
    .execute()
}
