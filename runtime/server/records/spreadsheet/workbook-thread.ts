/** A thread that reads or writes one workbook, seen from the server's thread. */
import { Worker } from 'node:worker_threads'
import { WorkbookError, workbookLimits, type WorkbookProblem } from './workbook-error.ts'

/** The last message of a thread that has a problem. */
interface ProblemAnswer {
  readonly problem: { readonly code: WorkbookProblem; readonly params: WorkbookError['params'] }
}

export class WorkbookThread {
  readonly #worker: Worker
  readonly #messages: unknown[] = []
  #wake: (() => void) | null = null
  #failure: Error | null = null
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

  async end(): Promise<void> {
    await this.#worker.terminate()
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
