/** One reader worker seen from the server's thread. */
import { Worker } from 'node:worker_threads'
import type { RowShape } from '../../core/models/row-shape.ts'
import type { Plain, Walk } from '../database.ts'
import type { ReadLimits } from '../limits/read-limits.ts'
import { StoreError } from '../store-error.ts'
import type { Statement } from '../tables.ts'
import { cancelRead, createCancelMemory } from './read-interrupt.ts'
import type { ReaderAnswer, ReaderRequest, ReaderSetup } from './reader-messages.ts'

export interface ReaderJob {
  readonly rows: Statement
  readonly count: Statement | null
  readonly walk: Walk | null
  readonly plain: Plain | null
  readonly shape: RowShape | null
  readonly limits: ReadLimits
}

export interface ReaderResult {
  readonly list: string
  readonly count: number | null
}

interface Waiting {
  readonly resolve: (result: ReaderResult) => void
  readonly reject: (error: Error) => void
  readonly since: number
  /** Stops listening for the cancellation. */
  readonly finish: () => void
}

/** Shapes a worker may store; beyond that a new worker replaces it. */
const maxShapes = 2000

export class ReaderWorker {
  readonly #worker: Worker
  readonly #cancelMemory = createCancelMemory()
  readonly #waiting = new Map<number, Waiting>()
  readonly #shapes = new Map<RowShape, number>()
  readonly #gone: Promise<void>
  #batch: ReaderRequest[] = []
  #next = 1
  #lastUse = performance.now()
  #online: number | null = null
  #alive = true

  constructor(script: string, setup: Omit<ReaderSetup, 'cancelMemory'>) {
    this.#worker = new Worker(script, {
      workerData: { ...setup, cancelMemory: this.#cancelMemory } satisfies ReaderSetup,
      execArgv: [],
      resourceLimits: { maxYoungGenerationSizeMb: 8 },
    })
    this.#worker.unref()
    this.#worker.on('online', () => {
      this.#online = performance.now()
    })
    this.#worker.on('message', (answers: readonly ReaderAnswer[]) => answers.forEach((answer) => this.#settle(answer)))
    this.#worker.on('error', (error) => this.#fail(error))
    this.#gone = new Promise((resolve) => {
      this.#worker.on('exit', (code) => {
        this.#fail(new Error(`the reader ended with code ${code}`))
        resolve()
      })
    })
  }

  /** False once the worker has ended or should get no new jobs. */
  get usable(): boolean {
    return this.#alive && this.#shapes.size < maxShapes
  }

  /** Jobs that were sent and not yet answered. */
  get load(): number {
    return this.#waiting.size
  }

  /**
   * How long the oldest job has been waiting, in milliseconds; 0 when none does. The worker's own start does not count.
   */
  get oldest(): number {
    const first = this.#waiting.values().next().value
    return first && this.#online !== null ? performance.now() - Math.max(first.since, this.#online) : 0
  }

  /** How long there has been nothing to do, in milliseconds. */
  get idle(): number {
    return this.#waiting.size > 0 ? 0 : performance.now() - this.#lastUse
  }

  run(job: ReaderJob): Promise<ReaderResult> {
    const { signal, deadlineMs } = job.limits
    return new Promise((resolve, reject) => {
      const id = this.#next++
      // The answer is awaited all the same: until then the worker is not free.
      const cancel = (): void => cancelRead(this.#cancelMemory, id)
      const finish = (): void => signal?.removeEventListener('abort', cancel)
      this.#waiting.set(id, { resolve, reject, since: performance.now(), finish })
      signal?.addEventListener('abort', cancel)
      if (signal?.aborted) cancel()
      if (this.#waiting.size === 1) this.#worker.ref()
      const count = job.count && bare(job.count)
      const walk = job.walk && { rows: bare(job.walk.rows), maxSquare: bare(job.walk.maxSquare) }
      const plain = job.plain && {
        when: bare(job.plain.when),
        rows: bare(job.plain.rows),
        count: bare(job.plain.count),
      }
      this.#send({ id, rows: bare(job.rows), count, walk, plain, deadlineMs, ...this.#shapeOf(job.shape) })
    })
  }

  reopen(): void {
    this.#worker.postMessage('reopen')
  }

  /** Waits for running jobs, then ends the worker. */
  async close(): Promise<void> {
    if (!this.#alive) return
    this.#worker.ref()
    this.#worker.postMessage('close')
    await this.#gone
  }

  /** Jobs of the same tick travel together. */
  #send(request: ReaderRequest): void {
    this.#batch.push(request)
    if (this.#batch.length > 1) return
    queueMicrotask(() => {
      const batch = this.#batch
      this.#batch = []
      if (this.#alive) this.#worker.postMessage(batch)
    })
  }

  #shapeOf(shape: RowShape | null): { shape: number | null; newShape?: RowShape } {
    if (shape === null) return { shape: null }
    const shapeId = this.#shapes.get(shape)
    if (shapeId !== undefined) return { shape: shapeId }
    this.#shapes.set(shape, this.#shapes.size + 1)
    return { shape: this.#shapes.size, newShape: shape }
  }

  #settle(answer: ReaderAnswer): void {
    const waiting = this.#waiting.get(answer.id)
    if (!waiting) return
    this.#waiting.delete(answer.id)
    waiting.finish()
    this.#lastUse = performance.now()
    if (this.#waiting.size === 0) this.#worker.unref()
    if ('error' in answer) waiting.reject(errorOf(answer.error))
    else waiting.resolve({ list: answer.list, count: answer.count })
  }

  #fail(cause: Error): void {
    this.#alive = false
    const waiting = [...this.#waiting.values()]
    this.#waiting.clear()
    for (const { finish } of waiting) finish()
    for (const { reject } of waiting) reject(new StoreError('unavailable', `a read was lost: ${cause.message}`, cause))
  }
}

/** An error of the worker: what the reader itself throws has a class of its own, the rest comes from the driver. */
export function errorOf({ message, code }: { readonly message: string; readonly code: string }): Error {
  return code === 'deadline' || code === 'cancelled'
    ? new StoreError(code, message)
    : Object.assign(new Error(message), { code })
}

/** A Kysely query contains its whole syntax tree; only text and values are sent to the worker. */
const bare = ({ sql, parameters }: Statement): Statement => ({ sql, parameters })
