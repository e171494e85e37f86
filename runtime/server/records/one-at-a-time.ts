/** Requests of an account that may take long, such as imports and undoings: one at a time. */
import { memoizeByObject } from '../../protocol/index.ts'
import { AccountQueue, StoreError, type Database } from '../db/index.ts'
import { OperationError } from '../core/errors/operation-error.ts'
import type { Scope } from '../operation/scope.ts'

/** A click that is repeated waits for the one before; more than a few come from no person. */
const limits = { maxRunning: 1, maxWaiting: 5 }

const queueOf = memoizeByObject((_database: Database) => new AccountQueue(limits))

/**
 * Runs the work once those that the account began before are done. To be called outside of transactions.
 * @throws an OperationError `bad_state` when they take longer than a search may
 */
export async function oneAtATime<T>(
  { database, actor, settings, signal }: Pick<Scope, 'database' | 'actor' | 'settings' | 'signal'>,
  work: () => Promise<T>,
): Promise<T> {
  const wait = { account: actor?.id ?? null, signal: signal ?? null, deadlineMs: settings.query.deadlineMs }
  const leave = await queueOf(database)
    .enter(wait)
    .catch((error: unknown) => {
      const isOccupied = error instanceof StoreError && error.code === 'occupied'
      throw isOccupied ? new OperationError('bad_state', { text: 'problem.request_running' }) : error
    })
  try {
    return await work()
  } finally {
    leave()
  }
}
