/**
 * The reader's side of an export: one statement, so that all its rows come from one moment's data, read batch by batch
 * as the consumer asks for them.
 */
import type { MessagePort } from 'node:worker_threads'
import type Sqlite from 'better-sqlite3'
import type { StoredValue } from '../../../protocol/index.ts'
import { createLineWriter } from '../../core/models/csv-rows.ts'
import { LineBuffer } from '../../core/models/line-buffer.ts'
import { exportBatchSize } from '../limits/export-slots.ts'
import { codeOf, messageOf } from '../store-error.ts'
import type { ReadInterrupt } from './read-interrupt.ts'
import type { ExportAnswer, ExportJob, ExportMessage } from './reader-messages.ts'

/** Number of the reads of the worker: one that was cancelled is its last. */
export const exportRead = 1

/** Answers each `next` with a batch of the export that began last. After an error only `close` may follow. */
export function serveExports(port: MessagePort, connection: Sqlite.Database, interrupt: ReadInterrupt): void {
  let batches: Generator<string, string | undefined> | null = null
  let deadlineMs = 0
  port.on('message', (message: ExportMessage) => {
    if (message === 'close') {
      batches?.return(undefined)
      connection.close()
      port.close()
    } else if (message === 'next') {
      try {
        interrupt.begin({ id: exportRead, deadlineMs })
        const { value: lines = '', done } = batches?.next() ?? { done: true }
        port.postMessage({ lines, isLast: done === true } satisfies ExportAnswer)
      } catch (error) {
        port.postMessage({ error: { message: messageOf(error), code: codeOf(error) } } satisfies ExportAnswer)
      }
    } else {
      batches = linesOf(connection, message.rows, message.csv)
      deadlineMs = message.deadlineMs
    }
  })
}

function* linesOf(
  connection: Sqlite.Database,
  { sql, parameters }: ExportJob['rows'],
  csv: ExportJob['csv'],
): Generator<string, string | undefined> {
  const statement = connection.prepare<unknown[], StoredValue[]>(sql).raw(true)
  const write = createLineWriter(
    csv,
    statement.columns().map(({ name }) => name),
  )
  const lines = new LineBuffer()
  let count = 0
  for (const row of statement.iterate(...parameters)) {
    lines.append(write(row))
    if (++count % exportBatchSize === 0) yield lines.takeText()
  }
  return lines.takeText()
}
