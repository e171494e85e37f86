/** Marks an entry of the two logs as taken back, in the transaction that takes it back. */
import type { Transaction } from '../../db/index.ts'
import type { OperationError } from '../../core/errors/operation-error.ts'
import type { Scope } from '../../operation/scope.ts'
import type { tables } from './write-log.ts'

export interface Mark {
  readonly log: typeof tables.recycleLog | typeof tables.sensitiveLog
  readonly column: 'is_restore' | 'is_rollback'
  readonly entry: number
  /** What the second of two hears who take the same entry back; what it wrote is taken back. */
  readonly refusal: () => OperationError
}

/** Call it last: like all that writes only append to, the logs are locked after the rest. */
export async function markTakenBack(trx: Transaction, { log, column, entry, refusal }: Mark): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable(log)
    .set({ [column]: 1 })
    .where('id', '=', entry)
    .where(column, '=', 0)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) throw refusal()
}

/** The scope whose writes mark the entry as well. */
export const withMark = (scope: Scope, mark: Mark): Scope => ({
  ...scope,
  withIdempotency: (work) =>
    scope.database.write(async (trx) => {
      const done = await work(trx)
      await markTakenBack(trx, mark)
      return done
    }),
})
