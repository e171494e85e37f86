/** Runs few reads of one account at a time, so that one person cannot occupy all readers. */
import { StoreError } from '../store-error.ts'
import type { ReadLimits } from './read-limits.ts'

/** Reads of one account. */
interface AccountLimits {
  readonly maxRunning: number
  /** Reads that may wait; further ones are rejected. */
  readonly maxWaiting: number
}

/** An expensive read leaves half of the readers to others. */
export const heavyReads: AccountLimits = { maxRunning: 1, maxWaiting: 20 }

/**
 * A browser has six connections to a server. Light reads of one account fill no reader and no pool of connections, and
 * others wait for these few at most, however many one account asks for.
 */
export const lightReads: AccountLimits = { maxRunning: 6, maxWaiting: 200 }

/** The reads of one account. */
interface Place {
  running: number
  readonly waiting: (() => void)[]
}

export class AccountQueue {
  readonly #limits: AccountLimits
  /** By account; an account without a running read has no entry. */
  readonly #places = new Map<number, Place>()

  constructor(limits: AccountLimits) {
    this.#limits = limits
  }

  /**
   * Runs the work as soon as fewer works of the account run than may. Rejects with a StoreError: `occupied` when it
   * waited longer than the deadline or too many wait already, `cancelled` when the signal was aborted meanwhile.
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
    // Guard T81: one heavy read of an account at a time.
    await this.#enter(account, signal, deadlineMs)
    return () => this.#leave(account)
  }

  #enter(account: number, signal: AbortSignal | null, timeoutMs: number): Promise<void> {
    if (signal?.aborted) return Promise.reject(cancelledError())
    const place = this.#places.get(account) ?? { running: 0, waiting: [] }
    const { waiting } = place
    if (place.running < this.#limits.maxRunning) {
      place.running += 1
      this.#places.set(account, place)
      return Promise.resolve()
    }
    if (waiting.length >= this.#limits.maxWaiting) return Promise.reject(occupiedError())
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
    const place = this.#places.get(account)
    const next = place?.waiting.shift()
    if (next) return next()
    if (place && --place.running === 0) this.#places.delete(account)
  }
}

const cancelledError = (): StoreError => new StoreError('cancelled', 'the read was cancelled before it began')
const occupiedError = (): StoreError => new StoreError('occupied', 'other reads of the account are running')
