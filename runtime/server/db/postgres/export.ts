/** An export: a cursor in a transaction of its own, from which batches are fetched as the consumer asks for them. */
import { setImmediate as breathe } from 'node:timers/promises'
import type pg from 'pg'
import type { StoredValue } from '../../../protocol/index.ts'
import { createLineWriter } from '../../models/csv-rows.ts'
import type { ExportRequest } from '../database.ts'
import { exportBatchSize, exportIdleMs } from '../export-slots.ts'
import { codeOf, StoreError } from '../store-error.ts'
import { guardRead, type ReadTarget } from './read.ts'

/** Batches as they are consumed; the next one is fetched while the consumer writes one. Rejects with a StoreError. */
export async function* exportFromCursor(
  { pool, url }: ReadTarget,
  { rows, csv, limits }: ExportRequest,
): AsyncGenerator<Buffer, void> {
  const client = await pool.connect()
  let mustClose = false
  const run = <T>(read: () => Promise<T>): Promise<T> =>
    guardRead({ url, client, limits, hasTimer: true }, read, (isSpoiled) => {
      mustClose ||= isSpoiled
    })
  const fetch = (): Promise<Batch> => {
    const batch = run(() =>
      client.query<StoredValue[]>({ text: `fetch ${exportBatchSize} from export`, rowMode: 'array' }),
    )
    // The consumer may have gone before the promise rejects; code that awaits it still gets the error.
    batch.catch(() => {})
    return batch
  }
  let ahead: Promise<Batch> | null = null
  try {
    await run(() => openCursor(client, rows))
    ahead = fetch()
    let write: ReturnType<typeof createLineWriter> | null = null
    while (ahead !== null) {
      const batch: Batch = await ahead
      if (limits.signal?.aborted) throw new StoreError('cancelled', 'the export was cancelled')
      ahead = batch.rows.length < exportBatchSize ? null : fetch()
      write ??= createLineWriter(
        csv,
        batch.fields.map(({ name }) => name),
      )
      // A batch takes longer than a list; other requests run between two of them.
      await breathe()
      if (batch.rows.length > 0) yield Buffer.from(batch.rows.map(write).join(''))
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

type Batch = pg.QueryArrayResult<StoredValue[]>

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
