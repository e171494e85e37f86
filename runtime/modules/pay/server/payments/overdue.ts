/** Ends payments that are overdue, and asks the provider first about those that it knows of. */
import { insertMany, lockRows, nowSeconds } from 'tablewright/server'
import { logOptions } from '#generated/pay/options.ts'
import { addEvent, attemptOf, findPayment, lockPayment, providerOf, type LogRow, type ProvidersOf } from '../payment.ts'
import { ProviderError } from '../providers/provider.ts'
import type { Reading, Scope } from '#generated/pay/server.ts'
import { askProvider } from './ask.ts'
import { markClosed } from './close.ts'

const { state: states, closing: yesNo } = logOptions

/** Seconds between two questions at first; later as long as the payment has been overdue, up to an hour. */
const firstPause = 60
const maxPause = 3600

/** Rows that one transaction closes: others do not wait for long. */
const batchSize = 50

/** Closes overdue payments that no provider knows of. @returns how many there were */
export async function closeUnbegun({ database, registry }: Scope): Promise<number> {
  let count = 0
  for (;;) {
    const closed = await database.write(async (trx) => {
      const due = await duePayments(trx)
        .where('attempt', 'is', null)
        .select('id')
        .orderBy('id')
        .limit(batchSize)
        .execute()
      const ids = due.map(({ id }) => id)
      if (ids.length === 0) return 0
      await lockRows({ database, registry }, trx, 'pay/log', ids, 'write')
      const now = nowSeconds()
      const rows = await trx
        .updateTable('pay_log')
        .set({ state: states.closed, closing: yesNo.no, close_time: now, next_time: null })
        .where('id', 'in', ids)
        .where('state', '=', states.created)
        // One that was begun meanwhile is left to its provider.
        .where('attempt', 'is', null)
        .returning('id')
        .execute()
      const event = { kind: 'closed', content: null, admin_id: null, create_time: now, version: 1 } as const
      if (rows.length > 0)
        await insertMany(
          database,
          registry.require('pay/event'),
          trx,
          rows.map(({ id }) => ({ pay_log_id: id, ...event })),
        )
      return ids.length
    })
    count += closed
    if (closed < batchSize) return count
  }
}

/** Payments that are overdue, or are being closed. */
export const duePayments = (query: Pick<Reading, 'selectFrom'>) =>
  query.selectFrom('pay_log').where('state', '=', states.created).where('next_time', '<=', nowSeconds())

/** Payments that one run of the job asks providers about, one after the other. */
const maxAsked = 100

/** Closes overdue payments at their providers; those that were paid meanwhile are paid. */
export async function closeBegun(providersOf: ProvidersOf, scope: Scope, signal: AbortSignal): Promise<void> {
  const due = await duePayments(scope.database.query)
    .where('attempt', 'is not', null)
    .select('id')
    .orderBy('next_time')
    .limit(maxAsked)
    .execute()
  for (const { id } of due) {
    if (signal.aborted) return
    await closeAtProvider(providersOf, scope, id)
  }
}

/**
 * Asks the provider to end a payment, outside of transactions.
 * @returns what became of it; `open` when the provider gave no valid answer
 */
export async function closeAtProvider(
  providersOf: ProvidersOf,
  scope: Scope,
  id: number,
): Promise<'closed' | 'paid' | 'open'> {
  const row = await findPayment(scope.database.query, id)
  if (row?.state !== states.created) return row?.state === states.paid ? 'paid' : 'closed'
  const provider = attemptOf(row) && providerOf(providersOf, scope, row)
  try {
    if (!provider) throw new ProviderError('unknown', 'provider', 'the provider is not set up')
    const answer = await provider.close(row.sn)
    if (answer === 'paid') {
      const state = await askProvider(providersOf, scope, id)
      return state === 'paid' ? 'paid' : 'open'
    }
    return await scope.database.write(async (trx) => {
      const { row: locked } = await lockPayment({ scope, trx }, id)
      if (locked.state === states.paid) return 'paid'
      await markClosed({ scope, trx }, locked)
      return 'closed'
    })
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    await postpone(scope, row, error)
    return 'open'
  }
}

async function postpone(scope: Scope, row: LogRow, error: ProviderError): Promise<void> {
  const now = nowSeconds()
  const pause = Math.min(maxPause, Math.max(firstPause, now - row.expire_time))
  await scope.database.write(async (trx) => {
    const { row: locked } = await lockPayment({ scope, trx }, row.id)
    if (locked.state !== states.created) return
    await trx
      .updateTable('pay_log')
      .set({ next_time: now + pause })
      .where('id', '=', row.id)
      .execute()
    const content = `${error.code}: ${error.message}`
    const last = await trx
      .selectFrom('pay_event')
      .select(['kind', 'content'])
      .where('pay_log_id', '=', row.id)
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst()
    // A provider that is out of reach for days is one event.
    if (last?.kind !== 'query_failed' || last.content !== content)
      await addEvent({ scope, trx }, row.id, 'query_failed', content)
  })
}
