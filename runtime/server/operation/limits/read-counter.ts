/**
 * Counts requests that only read, in the memory of this process: a reader waits for no write, and what is stored until
 * the next commit stays. Each process counts its own, so several of them allow as many times the number.
 */
import { LRUCache } from 'lru-cache'
import { nowSeconds } from '../../core/clock.ts'
import type { LimitKey } from './limit-key.ts'

const windowSeconds = 60
/** Callers that are counted, those of the last requests: whoever has thousands of networks is not stopped by any. */
const maxCallers = 100_000

interface Count {
  readonly requests: number
  /** Unix seconds at which it starts anew. */
  readonly end: number
}

export class ReadCounter {
  readonly #counts = new LRUCache<LimitKey, Count>({ max: maxCallers })

  /**
   * Counts a request, or answers how many seconds to wait; then it was not counted.
   * @param most requests in a minute; after as many the caller waits for a minute
   */
  count(key: LimitKey, most: number): number {
    const now = nowSeconds()
    const last = this.#counts.get(key)
    // An end further away was set by a clock that was ahead.
    const count =
      last && last.end > now && last.end <= now + windowSeconds ? last : { requests: 0, end: now + windowSeconds }
    // Guard T35: a caller reads so often in a minute.
    // Without: if (most < 0) return 1
    if (count.requests >= most) return count.end - now
    const requests = count.requests + 1
    this.#counts.set(key, { requests, end: requests === most ? now + windowSeconds : count.end })
    return 0
  }
}
