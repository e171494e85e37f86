/**
 * Transactions that stay open with their work done, so that a test can start another one at that very moment and see
 * whether it waits.
 */
import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Database, Transaction } from '../../runtime/server/db/index.ts'

export interface HeldDatabase {
  /** The database; its writes stay open once their work is done, until they are released. */
  readonly database: Database
  /** Holds this transaction alone, where an operation writes more than once. */
  hold(trx: Pick<Transaction, 'getExecutor'>): Promise<void>
  /** The work of a write is done, its transaction open. */
  readonly isDone: Promise<void>
  /** Another transaction waits for the open one. On an embedded database every other write does. */
  isBlocking(): Promise<boolean>
  /** Lets the open transaction commit. */
  release(): void
}

function signal(): { readonly given: Promise<void>; give(): void } {
  let give = (): void => {}
  const given = new Promise<void>((resolve) => {
    give = resolve
  })
  return { given, give: () => give() }
}

/** Holds the writes of the returned database; those of the given one run as always. */
export function holdWrites(database: Database): HeldDatabase {
  const [done, released] = [signal(), signal()]
  let holder: number | null = null
  const hold: HeldDatabase['hold'] = async (trx) => {
    if (!database.adapter.embedded) {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx)
      holder = rows[0]?.pid ?? null
    }
    done.give()
    await released.given
  }
  const write: Database['write'] = (work, urgency) =>
    database.write(async (trx) => {
      const result = await work(trx)
      await hold(trx)
      return result
    }, urgency)
  return {
    database: new Proxy(database, {
      get: (target, name) => (name === 'write' ? write : Reflect.get(target, name)),
    }),
    hold,
    isDone: done.given,
    isBlocking: async () => {
      if (database.adapter.embedded) return true
      const blocked = sql`select pid from pg_stat_activity where ${holder}::int = any(pg_blocking_pids(pid))`
      return (await blocked.execute(database.query)).rows.length > 0
    },
    release: released.give,
  }
}

/**
 * Runs the first write, holds its transaction open, starts the second and releases the first as soon as the second
 * either waits for it or is through. Neither takes a given time.
 * @returns what both came to, in this order, and whether the second had to wait
 */
export async function overlapWrites<T>(
  held: HeldDatabase,
  first: (database: Database) => Promise<T>,
  second: () => Promise<T>,
): Promise<readonly [T, T, boolean]> {
  const one = first(held.database)
  await Promise.race([held.isDone, one])
  let isSettled = false
  const other = second().finally(() => {
    isSettled = true
  })
  await expect.poll(async () => isSettled || (await held.isBlocking()), { interval: 5 }).toBe(true)
  const waited = !isSettled
  held.release()
  return [await one, await other, waited]
}
