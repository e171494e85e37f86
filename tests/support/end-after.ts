/** Ends the process of a fault test after the n-th statement of its transactions, or after a commit. */
import type { Kysely, KyselyPlugin } from 'kysely'
import type { Database, Tables, Transaction } from '../../runtime/server/db/index.ts'

/** The database, after the n-th statement of whose transactions this process is killed. */
export function endAfter(database: Database, nth: number): Database {
  let left = nth
  const hit = (): void => {
    if (--left === 0) process.kill(process.pid, 'SIGKILL')
  }
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      hit()
      return result
    },
  }
  const write = database.write.bind(database)
  return Object.assign(database, {
    write: async (work: (trx: Transaction) => Promise<unknown>) => {
      const result = await write((trx) => work((trx as Kysely<Tables>).withPlugin(plugin) as Transaction))
      // The commit is done, and nobody has been told.
      hit()
      return result
    },
  }) as Database
}
