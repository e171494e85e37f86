/**
 * Kysely keeps each statement of a transaction until the one before it is answered. The driver needs no such wait: it
 * sends statements in the order in which it gets them, and the server runs them in that order.
 */
import { DummyDriver, Transaction, type Dialect } from 'kysely'
import type { Tables } from '../tables.ts'

/** The same transaction, which sends its statements at once. */
export async function unqueued(trx: Transaction<Tables>, dialect: Dialect): Promise<Transaction<Tables>> {
  const queued = trx.getExecutor()
  const connection = await queued.provideConnection(async (one) => one)
  // It still refuses statements once the transaction has ended.
  const executor = queued.withConnectionProvider({ provideConnection: (consume) => consume(connection) })
  return new Transaction<Tables>({ config: { dialect }, dialect, driver: new DummyDriver(), executor })
}
