/**
 * Indexes the rows that were there before their search index, batch by batch: what is done stays done when the process
 * ends, and the next one goes on. Until an index has all rows, the quick search compares them.
 */
import { setTimeout as pause } from 'node:timers/promises'
import type { TableModel } from '../../../protocol/index.ts'
import { runText } from '../run-text.ts'
import type { Database } from '../database.ts'
import type { TablePlan } from '../ddl.ts'
import type { SearchPlan } from '../search.ts'
import { wantedTables } from './model-tables.ts'

export interface SearchProgress {
  readonly table: string
  /** Rows that are not indexed yet, and how many there were at first. */
  readonly left: number
  readonly total: number
}

export interface BuildOptions {
  readonly onProgress?: (progress: SearchProgress) => void
  /** Others write meanwhile: batches are small, and there is a pause after each. */
  readonly isShared?: boolean
  readonly signal?: AbortSignal
}

const batchSize = { alone: 2000, shared: 200 }
/** Milliseconds, about as long as a batch takes. */
const pauseMs = 15

/** Resolves when all search indexes of the models have all rows, or when the signal is aborted. */
export async function buildSearch(
  database: Database,
  models: readonly TableModel[],
  options: BuildOptions = {},
): Promise<void> {
  const { adapter, query, search } = database
  const tables = wantedTables(models)
  for (const table of tables) if (table.search) await fill(database, table, table.search, options)
  await search.refresh()
  // A table whose index is missing may lack a column of it, too, which waits for a decision.
  for (const table of tables)
    if (table.search && search.isReady(table.search))
      search.setCommon(table.search, await adapter.search.commonWindows(query, table.name, table.search))
}

async function fill(
  database: Database,
  table: TablePlan,
  search: SearchPlan,
  { onProgress, isShared = false, signal }: BuildOptions,
): Promise<void> {
  const size = isShared ? batchSize.shared : batchSize.alone
  const { adapter, query } = database
  const statements = adapter.ddl.fillSearch(table, search, size)
  if (statements === null) return
  const countLeft = (): Promise<number> => adapter.search.countWaiting(query, search)
  const total = await countLeft()
  const isStopped = (): boolean => signal?.aborted ?? false
  for (let left = total; left > 0 && !isStopped(); left = await countLeft()) {
    if (total > size) onProgress?.({ table: table.name, left, total })
    await database.write(async (trx) => {
      for (const statement of statements) await runText(trx, statement)
    })
    if (isShared) await pause(pauseMs)
  }
}

export interface SearchBuild {
  /** Waits for the batch under way. */
  stop(): Promise<void>
}

/** Milliseconds between two looks at which indexes there are: another process may complete one, or remove it. */
const refreshMs = 30_000
/** After so many looks, what is common in the rows is read again. */
const looksPerSample = 120

/**
 * Builds search indexes beside the server's work, and looks for those that another process completes or removes, until
 * it is stopped.
 */
export function startSearchBuild(
  database: Database,
  models: readonly TableModel[],
  onError: (error: unknown) => void,
): SearchBuild {
  const searches = wantedTables(models).flatMap(({ search }) => (search ? [search] : []))
  const stopped = new AbortController()
  let checks = 0
  const checkReadiness = async (): Promise<void> => {
    const isReady = searches.every((search) => database.search.isReady(search))
    try {
      if (isReady && checks % looksPerSample !== 0) await database.search.refresh()
      else await buildSearch(database, models, { isShared: true, signal: stopped.signal })
    } catch (error) {
      onError(error)
    }
    checks += 1
  }
  let running = checkReadiness()
  const timer = setInterval(() => (running = running.then(checkReadiness)), refreshMs).unref()
  return {
    async stop() {
      stopped.abort()
      clearInterval(timer)
      await running
    },
  }
}
