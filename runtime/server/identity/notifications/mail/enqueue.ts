import type { SystemTransaction } from '../../../operation/access/system-tables.ts'
import { enqueueJob } from '../../../operation/jobs/queue.ts'
import { kindsIn } from './choices.ts'

/** Name of the job that mails a notice. */
export const noticeMailJob = 'system/mailNotice'

export interface NoticeMailPayload {
  /** Id of the notice. */
  readonly notice: number
}

interface PublishedNotice {
  readonly id: number
  /** Name of its kind. */
  readonly kind: string
  /** Ids of accounts. */
  readonly receivers: readonly number[]
}

/** Adds the job in the transaction of the notice, if one of its receivers wants mail of this kind. Locks nothing. */
export async function enqueueNoticeMail(
  trx: SystemTransaction,
  { id, kind, receivers }: PublishedNotice,
): Promise<void> {
  const choices = await trx.selectFrom('notice_mail').select(['admin_id', 'kinds']).execute()
  const reached = new Set(receivers)
  const isWanted = choices.some(({ admin_id, kinds }) => reached.has(admin_id) && kindsIn(kinds).includes(kind))
  if (isWanted) await enqueueJob<NoticeMailPayload>(trx, { name: noticeMailJob }, { notice: id })
}
