/**
 * argon2id in threads that leave the processor to everything else: a hash takes it for as long as dozens of requests,
 * and in the thread pool of Node it would be given as much of it as the thread that answers them.
 */
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import pLimit from 'p-limit'

const argon2Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

/**
 * How long a thread waits for another hash, in milliseconds. It holds 14 MB, and starting one takes about as long as a
 * hash: worth it between the sign-ins of a crowd, not from one person's to the next.
 */
const keptMs = 100

/** To hash a password, or to compare it with a hash. */
type Job =
  | { readonly password: string; readonly options: typeof argon2Options }
  | { readonly password: string; readonly stored: string }

/** What the thread answers; an error is a defect of the surroundings, such as a missing binary. */
type Answer = { readonly result: string | boolean } | { readonly error: string }

export interface HashThreads {
  /** The hash of a password with the costs of new hashes. */
  hash(password: string): Promise<string>
  /** Whether the password has the hash; what is no hash is that of no password. */
  verify(stored: string, password: string): Promise<boolean>
}

/**
 * Each hash uses 19 MiB and a core while it runs, which makes guessing expensive. Few run at once, so that memory does
 * not run out; more than there are cores would end none of them earlier, and all other work later.
 */
const maxThreads = Math.min(4, availableParallelism())

/** Threads are started when they are needed. @param startWorker starts one of them */
export function createHashThreads(startWorker: () => Worker = startHashWorker): HashThreads {
  const limit = pLimit(maxThreads)
  /** Threads without work, the one that had some last at the end. */
  const waiting: HashThread[] = []
  const forget = (thread: HashThread): void => {
    const at = waiting.indexOf(thread)
    if (at >= 0) waiting.splice(at, 1)
  }
  const run = (job: Job): Promise<string | boolean> =>
    limit(async () => {
      const thread = waiting.pop() ?? new HashThread(startWorker(), forget)
      const answer = await thread.run(job)
      waiting.push(thread)
      thread.wait()
      if ('error' in answer) throw new Error(answer.error)
      return answer.result
    })
  return {
    hash: async (password) => String(await run({ password, options: argon2Options })),
    verify: async (stored, password) => (await run({ password, stored })) === true,
  }
}

export function startHashWorker(): Worker {
  // A build copies the file and writes its new address here.
  return new Worker(new URL('./hash-worker.mjs', import.meta.url), {
    execArgv: [],
    resourceLimits: { maxYoungGenerationSizeMb: 2 },
  })
}

class HashThread {
  readonly #worker: Worker
  readonly #forget: () => void
  #timer: NodeJS.Timeout | undefined

  /** @param forget called when the thread has ended, or is about to */
  constructor(worker: Worker, forget: (thread: HashThread) => void) {
    this.#worker = worker
    this.#forget = () => forget(this)
    // One that waits has nobody to tell.
    worker.on('error', () => {}).once('exit', this.#forget)
  }

  /** Rejects when the thread is lost; then it is not used again. */
  run(job: Job): Promise<Answer> {
    clearTimeout(this.#timer)
    const worker = this.#worker
    worker.ref()
    return new Promise((resolve, reject) => {
      const settle = (answer: Answer): void => {
        worker.off('error', fail).off('exit', end)
        resolve(answer)
      }
      const fail = (error: Error): void => {
        worker.off('message', settle).off('exit', end)
        reject(error)
      }
      const end = (): void => fail(new Error('a thread that compares passwords ended'))
      worker.once('message', settle).once('error', fail).once('exit', end)
      worker.postMessage(job)
    })
  }

  /** Waits for other work without keeping the process alive, and ends after a while. */
  wait(): void {
    this.#worker.unref()
    this.#timer = setTimeout(() => {
      this.#forget()
      void this.#worker.terminate()
    }, keptMs).unref()
  }
}

/** Those of this process. */
export const { hash, verify } = createHashThreads()
