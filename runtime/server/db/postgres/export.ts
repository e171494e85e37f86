/** An export: a cursor in a transaction of its own, from which batches are fetched as the consumer asks for them. */
import { setImmediate as breathe } from 'node:timers/promises'
import type pg from 'pg'
import type { StoredValue } from '../../../protocol/index.ts'
import { createLineWriter } from '../../core/models/csv-rows.ts'
import { LineBuffer } from '../../core/models/line-buffer.ts'
import type { ExportRequest } from '../database.ts'
import { exportBatchSize, exportIdleMs } from '../limits/export-slots.ts'
import { codeOf, StoreError } from '../store-error.ts'
import { guardRead, type ReadTarget } from './read.ts'

/** Batches as they are consumed; the next one is fetched while the consumer writes one. Rejects with a StoreError. */
export async function* exportFromCursor(
  { pool, url }: ReadTarget,
  { rows, csv, limits }: ExportRequest,
): AsyncGenerator<Buffer, void> {
  const { default: driver } = await import('pg')
  const client = await pool.connect()
  const lines = new BatchWriter(csv)
  let mustClose = false
  const run = <T>(read: () => Promise<T>): Promise<T> =>
    guardRead({ url, client, limits, hasTimer: true }, read, (isSpoiled) => {
      mustClose ||= isSpoiled
    })
  const fetch = (): Promise<Batch> => {
    const batch = run(() => lines.readAll(client.query(new driver.Query(nextBatch))))
    // The consumer may have gone before the promise rejects; code that awaits it still gets the error.
    batch.catch(() => {})
    return batch
  }
  let ahead: Promise<Batch> | null = null
  try {
    await run(() => openCursor(client, rows))
    ahead = fetch()
    while (ahead !== null) {
      const batch: Batch = await ahead
      if (limits.signal?.aborted) throw new StoreError('cancelled', 'the export was cancelled')
      ahead = batch.rows < exportBatchSize ? null : fetch()
      // A batch takes longer than a list; other requests run between two of them.
      await breathe()
      if (batch.rows > 0) yield batch.lines
    }
  } catch (error) {
    if (codeOf(error) === idleTimeout) throw new StoreError('cancelled', 'the consumer of the export stopped', error)
    throw error
  } finally {
    await ahead?.catch(() => {})
    await client.query('rollback').catch(() => {
      mustClose = true
    })
    client.release(mustClose)
  }
}

const nextBatch: pg.QueryArrayConfig = { text: `fetch ${exportBatchSize} from export`, rowMode: 'array' }

interface Batch {
  readonly rows: number
  readonly lines: Buffer
}

/**
 * Writes each row as it arrives: rows that wait for the rest of their batch are moved to the memory that is cleared
 * last, and a long export took 130 MB of it.
 */
class BatchWriter {
  readonly #csv: ExportRequest['csv']
  readonly #lines = new LineBuffer()
  #write: ReturnType<typeof createLineWriter> | null = null

  constructor(csv: ExportRequest['csv']) {
    this.#csv = csv
  }

  /** Resolves with the rows of the query when all of them are written. */
  readAll(query: InstanceType<typeof pg.Query>): Promise<Batch> {
    return new Promise((resolve, reject) => {
      let rows = 0
      let failure: unknown = null
      const write = (row: readonly StoredValue[], names: () => readonly string[]): void => {
        this.#write ??= createLineWriter(this.#csv, names())
        this.#lines.append(this.#write(row))
        rows++
      }
      query.on('row', (row: unknown, result) => {
        if (failure !== null) return
        try {
          // In the row mode of the batch.
          write(row as readonly StoredValue[], () => (result?.fields ?? []).map(({ name }) => name))
        } catch (error) {
          // What is thrown here would end the process.
          failure = error
        }
      })
      query.on('error', reject)
      query.on('end', () => (failure === null ? resolve({ rows, lines: this.#lines.take() }) : reject(failure)))
    })
  }
}

const idleTimeout = '25P03'

/**
 * All batches show the moment at which the cursor was opened. A plan that finds the first rows early is preferred to
 * one that sorts all rows first.
 */
async function openCursor(client: pg.PoolClient, { sql, parameters }: ExportRequest['rows']): Promise<void> {
  await client.query(`begin isolation level repeatable read read only; set local cursor_tuple_fraction = 0.0001;
    set local idle_in_transaction_session_timeout = ${exportIdleMs}; set local statement_timeout = 0`)
  await client.query(`declare export no scroll cursor for ${sql}`, [...parameters])
}
