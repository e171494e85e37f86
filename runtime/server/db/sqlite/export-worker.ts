/** Exports seen from the server's thread: each has a reader worker of its own, from which batches are pulled. */
import { Worker } from 'node:worker_threads'
import type { ExportRequest } from '../database.ts'
import { exportIdleMs } from '../limits/export-slots.ts'
import { StoreError } from '../store-error.ts'
import { exportRead } from './export-reader.ts'
import { cancelRead, createCancelMemory } from './read-interrupt.ts'
import { errorOf } from './reader-worker.ts'
import type { ExportAnswer, ExportMessage, ReaderSetup } from './reader-messages.ts'

/** How long a worker waits for another export, in milliseconds. Starting one takes as long as exporting 5,000 rows. */
const keptMs = 10_000

/** The workers of one database. One that has done its export is kept for a while. */
export class ExportWorkers {
  readonly #script: string
  readonly #setup: Pick<ReaderSetup, 'file' | 'cacheKilobytes' | 'attachments'>
  #kept: ExportWorker | null = null
  #isClosed = false

  constructor(script: string, setup: Pick<ReaderSetup, 'file' | 'cacheKilobytes' | 'attachments'>) {
    this.#script = script
    this.#setup = setup
  }

  /**
   * Batches as they are consumed; the worker reads one ahead. Rejects with a StoreError, or what SQLite throws.
   */
  async *run({ rows: { sql, parameters }, csv, limits }: ExportRequest): AsyncGenerator<Buffer, void> {
    const worker = this.#take()
    let isCancelled = limits.signal?.aborted ?? false
    let isRead = false
    const cancel = (): void => {
      isCancelled = true
      worker.cancel()
    }
    limits.signal?.addEventListener('abort', cancel)
    try {
      worker.send({ rows: { sql, parameters }, csv, deadlineMs: limits.deadlineMs })
      for (let ahead = worker.pull(); ;) {
        const answer = await ahead
        if (isCancelled) throw new StoreError('cancelled', 'the export was cancelled')
        if ('error' in answer) throw errorOf(answer.error)
        isRead = answer.isLast
        if (!isRead) ahead = worker.pull()
        const idle = setTimeout(cancel, exportIdleMs).unref()
        if (answer.lines !== '') yield Buffer.from(answer.lines)
        clearTimeout(idle)
        if (isRead) return
      }
    } finally {
      limits.signal?.removeEventListener('abort', cancel)
      if (isRead && !isCancelled) this.#keep(worker)
      else cancel()
    }
  }

  /** Ends the worker that waits: the next one reads the planner's statistics anew. */
  async endWaiting(): Promise<void> {
    const idleWorker = this.#kept
    this.#kept = null
    await idleWorker?.close()
  }

  /** Keeps no worker from now on. */
  close(): Promise<void> {
    this.#isClosed = true
    return this.endWaiting()
  }

  #take(): ExportWorker {
    const idleWorker = this.#kept
    this.#kept = null
    return idleWorker?.resume() ? idleWorker : new ExportWorker(this.#script, this.#setup)
  }

  #keep(worker: ExportWorker): void {
    if (this.#isClosed || this.#kept) return void worker.close()
    this.#kept = worker
    worker.wait(keptMs, () => {
      if (this.#kept === worker) this.#kept = null
    })
  }
}

class ExportWorker {
  readonly #cancelMemory = createCancelMemory()
  readonly #worker: Worker
  readonly #ended: Promise<void>
  #isRunning = true
  #timer: NodeJS.Timeout | undefined

  constructor(script: string, setup: Pick<ReaderSetup, 'file' | 'cacheKilobytes' | 'attachments'>) {
    this.#worker = new Worker(script, {
      workerData: {
        ...setup,
        cancelMemory: this.#cancelMemory,
        niceness: 0,
        isForExports: true,
      } satisfies ReaderSetup,
      execArgv: [],
      resourceLimits: { maxYoungGenerationSizeMb: 2 },
    })
    this.#ended = new Promise((resolve) => {
      this.#worker.once('exit', () => {
        this.#isRunning = false
        resolve()
      })
    })
    // One that waits has nobody to tell; whoever pulls hears of it as well.
    this.#worker.on('error', () => {})
  }

  send(message: ExportMessage): void {
    this.#worker.postMessage(message)
  }

  pull(): Promise<ExportAnswer> {
    const answer = nextAnswer(this.#worker)
    this.send('next')
    return answer
  }

  /** Ends the statement, the sooner the more often it asks, and then the worker. */
  cancel(): void {
    cancelRead(this.#cancelMemory, exportRead)
    void this.close()
  }

  close(): Promise<void> {
    clearTimeout(this.#timer)
    this.send('close')
    return this.#ended
  }

  /** Waits for another export without keeping the process alive, and ends after that time. */
  wait(ms: number, end: () => void): void {
    this.#worker.unref()
    this.#timer = setTimeout(() => {
      end()
      void this.close()
    }, ms).unref()
  }

  /** @returns false when it has ended meanwhile */
  resume(): boolean {
    clearTimeout(this.#timer)
    if (this.#isRunning) this.#worker.ref()
    return this.#isRunning
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
