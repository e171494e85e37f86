/** Writes the rows of a log of messages: those that wait to be sent, and what former versions left in them. */
import { nowSeconds } from '../../core/clock.ts'
import type { Row, Transaction } from '../../db/tables.ts'
import { deliveryStates } from './delivery.ts'
import { hiddenContent } from './sealed-content.ts'

/** Columns of a log beside those that `deliverOnce` writes, `secret` and `sealed`. */
export interface LoggedContent {
  readonly table: string
  /** Columns that show dots where the message holds a code. */
  readonly shown: readonly string[]
  /** Columns that are empty there. */
  readonly omitted: readonly string[]
}

const hiddenColumns = ({ shown, omitted }: LoggedContent): Row => ({
  ...Object.fromEntries(shown.map((name) => [name, hiddenContent])),
  ...Object.fromEntries(omitted.map((name) => [name, null])),
})

/**
 * Adds a message that waits to be sent.
 * @param sealed what `sealContent` made of the content of a message with a code; null = it has none
 * @returns its id
 */
export async function addMessage(
  trx: Transaction,
  log: LoggedContent,
  content: Row,
  sealed: string | null,
): Promise<number> {
  const { id } = await trx
    .insertInto(log.table)
    .values({
      ...content,
      // Guard T13: the logs of messages show dots for what a message with a code says.
      ...(sealed !== null && hiddenColumns(log)),
      sealed,
      secret: sealed === null ? 0 : 1,
      status: deliveryStates.queued,
      attempts: 0,
      create_time: nowSeconds(),
      version: 1,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return Number(id)
}

/** A hook `beforeRemove`: what is deleted while it waits is not in the recycle bin with its code. */
export async function removeSealedContent(trx: Transaction, table: string, ids: readonly number[]): Promise<void> {
  await trx
    .updateTable(table)
    .set({ sealed: null })
    .where('id', 'in', [...ids])
    .execute()
}

/**
 * Former versions stored the content of messages with codes as it was. What still waits there is not sent.
 * @param reason the error that such a message shows
 */
export async function hideFormerCodes(trx: Transaction, log: LoggedContent, reason: string): Promise<void> {
  const { queued, failed } = deliveryStates
  const [first = ''] = log.shown
  await trx
    .updateTable(log.table)
    .set((eb) => ({
      ...hiddenColumns(log),
      error: eb.case().when('status', '=', queued).then(reason).else(eb.ref('error')).end(),
      status: eb.case().when('status', '=', queued).then(failed).else(eb.ref('status')).end(),
    }))
    .where('secret', '=', 1)
    .where(({ eb, or }) => or([eb(first, 'is', null), eb(first, '!=', hiddenContent)]))
    .execute()
}
