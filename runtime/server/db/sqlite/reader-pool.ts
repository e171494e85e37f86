/**
 * Reader workers by weight. Light reads have a worker at once, and a second one for as long as the first is stuck in a
 * read that was not so light. Heavy reads have workers of their own, started when first needed, one read at a time
 * each: two, because one account has one heavy read at a time and so leaves one of them to the others. Those leave the
 * processor to light reads and to the thread that answers requests, where there are fewer cores than threads.
 */
import type { Weight } from '../database.ts'
import type { ReaderSetup } from './reader-messages.ts'
import { StoreError } from '../store-error.ts'
import { ReaderWorker, type ReaderJob, type ReaderResult } from './reader-worker.ts'

interface PoolLimits {
  readonly minReaders: number
  readonly maxReaders: number
  /** Another worker starts when all wait longer than this, in milliseconds. */
  readonly timeoutMs: number
  /** Maximum number of jobs per worker. */
  readonly depth: number
  /** Jobs that may queue before one is refused. */
  readonly queue: number
  readonly cacheKilobytes: number
  readonly niceness: number
}

const limits: Readonly<Record<Weight, PoolLimits>> = {
  light: { minReaders: 1, maxReaders: 2, timeoutMs: 100, depth: 1000, queue: 1000, cacheKilobytes: 8000, niceness: 0 },
  // Counting a common word reads up to ten thousand rows all over the table. Among 500 000 products their pages need
  // 24 MB; a cache of 8 MB has dropped them when the next word needs them.
  heavy: { minReaders: 0, maxReaders: 2, timeoutMs: 0, depth: 1, queue: 200, cacheKilobytes: 32000, niceness: 10 },
  // Sorting takes as much memory again as the cache. On a million movements `doctor` takes a third longer with 8 MB,
  // and 55 MB more memory with 32 MB, in the same time.
  scan: { minReaders: 0, maxReaders: 1, timeoutMs: 0, depth: 1, queue: 200, cacheKilobytes: 16000, niceness: 10 },
}

/** Workers beyond the least end after this time without work, in milliseconds. */
const idleLimit = 30_000

export class ReaderPool {
  readonly #rules: PoolLimits
  readonly #script: string
  readonly #setup: ConstructorParameters<typeof ReaderWorker>[1]
  readonly #queue: { job: ReaderJob; resolve: (result: Promise<ReaderResult>) => void }[] = []
  readonly #sweep: NodeJS.Timeout
  #workers: ReaderWorker[] = []
  #closed = false

  constructor(script: string, place: Pick<ReaderSetup, 'file' | 'attachments'>, weight: Weight) {
    this.#rules = limits[weight]
    this.#script = script
    const { cacheKilobytes, niceness } = this.#rules
    this.#setup = { ...place, cacheKilobytes, niceness }
    while (this.#workers.length < this.#rules.minReaders) this.#start()
    this.#sweep = setInterval(() => this.#endIdle(), idleLimit).unref()
  }

  /**
   * Runs a job as soon as a worker is free. Rejects with a StoreError when too many jobs wait, the worker is lost, or
   * the job reaches its limits.
   */
  run(job: ReaderJob): Promise<ReaderResult> {
    if (this.#closed) return Promise.reject(new StoreError('unavailable', 'the database is closed'))
    const worker = this.#free()
    if (worker) return this.#give(worker, job)
    if (this.#queue.length >= this.#rules.queue)
      return Promise.reject(new StoreError('busy', 'too many reads are waiting'))
    return new Promise((resolve) => {
      const { signal } = job.limits
      const cancel = (): void => {
        this.#queue.splice(this.#queue.indexOf(entry), 1)
        resolve(Promise.reject(new StoreError('cancelled', 'the read was cancelled before it began')))
      }
      const start = (result: Promise<ReaderResult>): void => {
        signal?.removeEventListener('abort', cancel)
        resolve(result)
      }
      const entry = { job, resolve: start }
      signal?.addEventListener('abort', cancel)
      this.#queue.push(entry)
    })
  }

  /** Makes all workers read the planner's statistics again. */
  reopen(): void {
    for (const worker of this.#workers) worker.reopen()
  }

  async close(): Promise<void> {
    this.#closed = true
    clearInterval(this.#sweep)
    for (const { resolve } of this.#queue.splice(0))
      resolve(Promise.reject(new StoreError('unavailable', 'the database is closed')))
    await Promise.all(this.#workers.map((worker) => worker.close()))
  }

  #free(): ReaderWorker | null {
    this.#workers = this.#workers.filter((worker) => worker.usable || worker.load > 0)
    const usable = this.#workers.filter((worker) => worker.usable)
    const best = usable.reduce<ReaderWorker | null>(
      (least, worker) => (least === null || isBetter(worker, least) ? worker : least),
      null,
    )
    const stuck = best === null || best.oldest > this.#rules.timeoutMs || best.load >= this.#rules.depth
    if (stuck && usable.length < this.#rules.maxReaders) return this.#start()
    return best !== null && best.load < this.#rules.depth ? best : null
  }

  #start(): ReaderWorker {
    const worker = new ReaderWorker(this.#script, this.#setup)
    this.#workers.push(worker)
    return worker
  }

  async #give(worker: ReaderWorker, job: ReaderJob): Promise<ReaderResult> {
    try {
      return await worker.run(job)
    } finally {
      this.#next()
    }
  }

  #next(): void {
    const worker = this.#queue.length > 0 && !this.#closed ? this.#free() : null
    const next = worker && this.#queue.shift()
    if (next) next.resolve(this.#give(worker, next.job))
  }

  #endIdle(): void {
    for (const worker of this.#workers.slice(this.#rules.minReaders)) {
      if (worker.idle < idleLimit) continue
      this.#workers = this.#workers.filter((other) => other !== worker)
      void worker.close()
    }
  }
}

/** A worker that is not stuck comes first, then the one with fewer jobs. */
const isBetter = (left: ReaderWorker, right: ReaderWorker): boolean =>
  left.load === 0 || right.load === 0 ? left.load < right.load : left.oldest < right.oldest
