/**
 * Delivers a message of a log at most once. What leaves the server cannot be rolled back, so the row is marked before
 * anything irrevocable happens: a message whose end nobody recorded is unknown, and never sent again by itself.
 */
import type { Database } from '../../db/database.ts'
import type { Row, Transaction } from '../../db/tables.ts'
import { nowSeconds } from '../../core/clock.ts'
import type { RetryRule } from './queue.ts'

/** Values of the column `status`. `stored`: no server is configured, the message lies in the outbox. */
export const deliveryStates = { queued: 0, sent: 1, failed: 2, stored: 3, sending: 4, unknown: 5 } as const

/** The other side said that it did not take the message. */
export class DeliveryRefused extends Error {
  /** True when a further attempt would be refused as well. */
  readonly isFinal: boolean

  constructor(message: string, isFinal: boolean) {
    super(message)
    this.name = 'DeliveryRefused'
    this.isFinal = isFinal
  }
}

/** Another attempt has taken the message over. */
class NotQueued extends Error {}

export interface Delivery {
  /** Table of the log, with the columns `status`, `attempts`, `error`, `next_time` and `sent_time`. */
  readonly table: string
  readonly id: number
  /** Of the job, from 1. */
  readonly attempt: number
  /** Of the job: seconds before each further attempt. */
  readonly pauses: readonly number[]
  /** Columns of a message that was sent, for example the number that the provider has given it. */
  readonly whenSent: () => Row
  /** Columns once no further attempt follows, for example an empty content where it held a code; absent = none. */
  readonly whenEnded?: () => Row
  /** Takes out of an error what neither the logs nor the list of jobs may repeat; absent = nothing. */
  readonly hide?: (text: string) => string
  /**
   * Sends the message and resolves when the other side has taken it. Awaits `begin` before it transmits anything that
   * could be taken. Throws a DeliveryRefused when the other side refuses; any other error counts as a failed attempt
   * before `begin`, and leaves unknown what happened after it.
   * @returns `stored` when there is no other side; then `begin` is not called
   */
  send(begin: () => Promise<void>): Promise<'sent' | 'stored'>
}

/**
 * One attempt, in a job with the same pauses. Throws when another attempt shall follow. Each change of the row is a
 * transaction of its own, which locks only that row.
 */
export async function deliverOnce(database: Database, delivery: Delivery): Promise<void> {
  const { table, id, attempt, pauses, whenSent, whenEnded = () => ({}), hide = (text) => text, send } = delivery
  const { queued, sent: sentState, failed, stored: storedState, sending, unknown } = deliveryStates
  const row = await database.query.selectFrom(table).select('status').where('id', '=', id).executeTakeFirst()
  if (row?.['status'] === sending) {
    const error = 'The process that sent the message ended before it recorded the answer.'
    await change(database, delivery, [sending], { status: unknown, error, ...whenEnded() })
  }
  if (row?.['status'] !== queued) return
  let begun: number | null = null
  const begin = async (): Promise<void> => {
    begun = await change(database, delivery, [queued], { status: sending, next_time: null }, 1)
    // Guard T37: a message is begun by one attempt only.
    if (begun === null) throw new NotQueued()
  }
  // A message that was marked unknown in the meantime is still this attempt's, unless a further one has begun.
  const finish = (values: Row): Promise<number | null> =>
    begun === null
      ? change(database, delivery, [queued], values, 1)
      : change(database, { table, id, begun }, [sending, unknown], values)
  try {
    const outcome = await send(begin)
    const status = outcome === 'sent' ? sentState : storedState
    await finish({
      status,
      error: null,
      next_time: null,
      sent_time: nowSeconds(),
      ...(outcome === 'sent' && whenSent()),
      ...whenEnded(),
    })
  } catch (error) {
    if (error instanceof NotQueued) return
    const reason = String(error instanceof Error ? error.message : error)
    // Guard T13: errors of servers do not repeat a code.
    // Without: const text = reason.slice(0, maxError)
    const text = hide(reason).slice(0, maxError)
    // Guard T37: a message whose end nobody recorded is not sent again.
    if (begun !== null && !(error instanceof DeliveryRefused)) {
      await finish({ status: unknown, error: text, ...whenEnded() })
      return
    }
    const pause = pauses[attempt - 1]
    if (pause === undefined || (error instanceof DeliveryRefused && error.isFinal)) {
      await finish({ status: failed, error: text, next_time: null, ...whenEnded() })
      return
    }
    await finish({ status: queued, error: text, next_time: nowSeconds() + pause })
    throw hide(reason) === reason ? error : new Error(text)
  }
}

const maxError = 500

/**
 * What becomes of a message whose job was given up: an attempt that nobody ended leaves it unknown, one that did not
 * begin has failed. Without this it would be queued, or being sent, for ever. Locks only the row.
 * @param more further columns, as those of `whenEnded`
 */
export async function giveUpDelivery(
  trx: Transaction,
  table: string,
  id: number,
  reason: string,
  more: Row = {},
): Promise<void> {
  const { queued, failed, sending, unknown } = deliveryStates
  const error = reason.slice(0, maxError)
  for (const [from, to] of [
    [sending, unknown],
    [queued, failed],
  ] as const)
    await trx
      .updateTable(table)
      .set({ status: to, error, next_time: null, ...more })
      .where('id', '=', id)
      .where('status', '=', from)
      .execute()
}

/** Attempts and pauses of a job that calls `deliverOnce`. */
export const deliveryRetry = { pauses: [60, 300, 1800, 7200] } as const satisfies RetryRule

/** Writes the row if it has one of these states. @returns its attempts; null when it was another's */
async function change(
  database: Database,
  { table, id, begun }: Pick<Delivery, 'table' | 'id'> & { readonly begun?: number | null },
  states: readonly number[],
  values: Row,
  more = 0,
): Promise<number | null> {
  return database.write(async (trx) => {
    let update = trx
      .updateTable(table)
      .set(({ eb }) => ({ ...values, attempts: eb('attempts', '+', more) }))
      .where('id', '=', id)
      .where('status', 'in', states)
    if (begun !== undefined) update = update.where('attempts', '=', begun)
    const row = await update.returning('attempts').executeTakeFirst()
    return row ? Number(row['attempts']) : null
  })
}
