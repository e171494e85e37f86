/**
 * Refreshes the planner's statistics while the server runs: with those from when a table was small, it reads all of the
 * table where an index finds the rows.
 */
import type { Database } from './database.ts'

/** Milliseconds between two looks at the sizes of tables. */
const intervalMs = 300_000

export interface StatisticsRefresh {
  /** Waits for the run under way. */
  stop(): Promise<void>
}

/** Refreshes the statistics of tables whose size has changed much, until it is stopped. What fails is tried again. */
export function startStatisticsRefresh(
  database: Pick<Database, 'optimizeChanged'>,
  onError: (error: unknown) => void,
): StatisticsRefresh {
  let running: Promise<unknown> = Promise.resolve()
  const run = (): Promise<unknown> => database.optimizeChanged().catch(onError)
  const timer = setInterval(() => (running = running.then(run)), intervalMs).unref()
  return {
    async stop() {
      clearInterval(timer)
      await running
    },
  }
}
