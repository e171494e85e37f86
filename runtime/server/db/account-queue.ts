/** Runs the heavy reads of one account one after the other, so that one person cannot occupy all readers. */
import { StoreError } from './store-error.ts'
import type { ReadLimits } from './read-limits.ts'

/** Reads of one account that may wait; further ones are rejected. */
const maxWaiting = 20

export class AccountQueue {
  /** Waiting reads by account; an account without a running read has no entry. */
  readonly #waiting = new Map<number, (() => void)[]>()

  /**
   * Runs the work when no other work of the account runs. Rejects with a StoreError: `occupied` when it waited longer
   * than the deadline or too many wait already, `cancelled` when the signal was aborted meanwhile.
   */
  async run<T>(limits: ReadLimits, work: () => Promise<T>): Promise<T> {
    const leave = await this.enter(limits)
    try {
      return await work()
    } finally {
      leave()
    }
  }

  /** Waits like `run`. Resolves with what has to be called once when the work is over. */
  async enter({ account, signal, deadlineMs }: ReadLimits): Promise<() => void> {
    if (account === null) return () => {}
    await this.#enter(account, signal, deadlineMs)
    return () => this.#leave(account)
  }

  #enter(account: number, signal: AbortSignal | null, timeoutMs: number): Promise<void> {
    if (signal?.aborted) return Promise.reject(cancelledError())
    const waiting = this.#waiting.get(account)
    if (!waiting) {
      this.#waiting.set(account, [])
      return Promise.resolve()
    }
    if (waiting.length >= maxWaiting) return Promise.reject(occupiedError())
    return new Promise((resolve, reject) => {
      const stopWaiting = (): void => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', cancel)
      }
      const giveUp = (error: StoreError): void => {
        stopWaiting()
        waiting.splice(waiting.indexOf(start), 1)
        reject(error)
      }
      const start = (): void => {
        stopWaiting()
        resolve()
      }
      const cancel = (): void => giveUp(cancelledError())
      const timer = setTimeout(() => giveUp(occupiedError()), timeoutMs)
      signal?.addEventListener('abort', cancel)
      waiting.push(start)
    })
  }

  #leave(account: number): void {
    const next = this.#waiting.get(account)?.shift()
    if (next) next()
    else this.#waiting.delete(account)
  }
}

const cancelledError = (): StoreError => new StoreError('cancelled', 'the read was cancelled before it began')
const occupiedError = (): StoreError => new StoreError('occupied', 'another heavy read of the account is running')
