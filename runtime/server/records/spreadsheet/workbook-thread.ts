/** A thread that reads or writes one workbook, seen from the server's thread. */
import { Worker } from 'node:worker_threads'
import { WorkbookError, workbookLimits, type WorkbookProblem } from './workbook-error.ts'

/** The last message of a thread that has a problem. */
interface ProblemAnswer {
  readonly problem: { readonly code: WorkbookProblem; readonly params: WorkbookError['params'] }
}

/** Milliseconds until a thread that does not answer is terminated. */
const graceMs = 1000

export class WorkbookThread {
  readonly #worker: Worker
  readonly #messages: unknown[] = []
  #wake: (() => void) | null = null
  #failure: Error | null = null
  readonly #ended: Promise<void>
  /** Milliseconds that the thread may still work. */
  #left: number

  /** @param seconds that it may work while the server's thread waits for it; null = any time */
  constructor(workerData: object, seconds: number | null) {
    this.#left = seconds === null ? Number.POSITIVE_INFINITY : seconds * 1000
    // A build copies the file and writes its new address here.
    this.#worker = new Worker(new URL('./workbook-worker.mjs', import.meta.url), {
      workerData,
      execArgv: [],
      // Guard T59: a workbook has the memory of its thread only.
      resourceLimits: { maxOldGenerationSizeMb: workbookLimits.memoryMegabytes },
    })
    this.#ended = new Promise((resolve) => void this.#worker.once('exit', () => resolve()))
    this.#worker
      .on('message', (message: unknown) => this.#settle(() => this.#messages.push(message)))
      .on('error', (error) => this.#settle(() => (this.#failure = failureOf(error))))
      .on('exit', () => this.#settle(() => (this.#failure ??= new WorkbookError('broken'))))
  }

  /** The next message. Throws a WorkbookError when there is none. */
  async receive<Message>(): Promise<Message> {
    const start = performance.now()
    const timer = Number.isFinite(this.#left)
      ? setTimeout(
          () => this.#settle(() => (this.#failure = new WorkbookError('time', { limit: workbookLimits.seconds }))),
          this.#left,
        ).unref()
      : undefined
    try {
      while (this.#messages.length === 0) {
        if (this.#failure) throw this.#failure
        await new Promise<void>((resolve) => (this.#wake = resolve))
      }
    } finally {
      clearTimeout(timer)
      this.#left = Math.max(0, this.#left - (performance.now() - start))
    }
    const message = this.#messages.shift() as Message | ProblemAnswer
    if (!isProblem(message)) return message
    throw new WorkbookError(message.problem.code, message.problem.params)
  }

  send(kind: 'next' | 'rows' | 'written', value: string | null = null): void {
    this.#worker.postMessage({ kind, value })
  }

  /**
   * Lets the thread end itself. Node 20 aborts the whole process ("close before init") when a thread is terminated just
   * as it makes a stream of zlib, so that is only for one that does not answer.
   */
  async end(): Promise<void> {
    this.#worker.postMessage({ kind: 'exit', value: null })
    const timer = setTimeout(() => void this.#worker.terminate(), graceMs)
    await this.#ended
    clearTimeout(timer)
  }

  #settle(change: () => void): void {
    change()
    this.#wake?.()
    this.#wake = null
  }
}

const isProblem = (message: unknown): message is ProblemAnswer =>
  typeof message === 'object' && message !== null && 'problem' in message

const failureOf = (error: unknown): Error =>
  (error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY'
    ? new WorkbookError('memory', { limit: workbookLimits.memoryMegabytes })
    : new WorkbookError('broken')
