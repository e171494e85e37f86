/** An export seen from the server's thread: a reader worker of its own, from which batches are pulled. */
import { Worker } from 'node:worker_threads'
import type { ExportRequest } from '../database.ts'
import { exportIdleMs } from '../export-slots.ts'
import { StoreError } from '../store-error.ts'
import { exportRead } from './export-reader.ts'
import { cancelRead, createCancelMemory } from './read-interrupt.ts'
import { errorOf } from './reader-worker.ts'
import type { ExportAnswer, ExportMessage, ReaderSetup } from './reader-messages.ts'

/** Batches as they are consumed; the worker reads one ahead. Rejects with a StoreError, or what SQLite throws. */
export async function* exportFromWorker(
  script: string,
  setup: Pick<ReaderSetup, 'file' | 'cacheKilobytes'>,
  { rows, csv, limits }: ExportRequest,
): AsyncGenerator<Buffer, void> {
  const cancelMemory = createCancelMemory()
  const { sql, parameters } = rows
  const job = { rows: { sql, parameters }, csv, deadlineMs: limits.deadlineMs }
  const worker = new Worker(script, {
    workerData: { ...setup, cancelMemory, export: job } satisfies ReaderSetup,
    execArgv: [],
    resourceLimits: { maxYoungGenerationSizeMb: 8 },
  })
  const send = (message: ExportMessage): void => worker.postMessage(message)
  let isCancelled = limits.signal?.aborted ?? false
  const cancel = (): void => {
    isCancelled = true
    cancelRead(cancelMemory, exportRead)
    send('close')
  }
  const pull = (): Promise<ExportAnswer> => {
    const answer = nextAnswer(worker)
    send('next')
    return answer
  }
  limits.signal?.addEventListener('abort', cancel)
  try {
    for (let ahead = pull(); ;) {
      const answer = await ahead
      if (isCancelled) throw new StoreError('cancelled', 'the export was cancelled')
      if ('error' in answer) throw errorOf(answer.error)
      if (!answer.isLast) ahead = pull()
      const idle = setTimeout(cancel, exportIdleMs).unref()
      const { buffer, byteOffset, byteLength } = answer.lines
      if (byteLength > 0) yield Buffer.from(buffer, byteOffset, byteLength)
      clearTimeout(idle)
      if (answer.isLast) return
    }
  } finally {
    limits.signal?.removeEventListener('abort', cancel)
    cancel()
  }
}

/** The next message of the worker; an error when it ends without one. */
function nextAnswer(worker: Worker): Promise<ExportAnswer> {
  return new Promise((resolve) => {
    const settle = (answer: ExportAnswer): void => {
      worker.off('message', settle).off('error', fail).off('exit', end)
      resolve(answer)
    }
    const fail = (error: Error): void => settle({ error: { message: error.message, code: 'SQLITE_IOERR' } })
    const end = (): void => fail(new Error('the reader of the export ended'))
    worker.on('message', settle).on('error', fail).on('exit', end)
  })
}
