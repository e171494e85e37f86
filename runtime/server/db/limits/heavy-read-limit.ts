/** Bounds how many heavy reads run at a time, in the order in which they came. */

/** How many may run. */
export interface HeavyReadBounds {
  /** So many begin as soon as they come. */
  readonly maxShort: number
  /** So many run at most: those above `maxShort` begin only beside reads that take long. */
  readonly maxRunning: number
  /** A read that runs for so many milliseconds takes long. */
  readonly longMs: number
  /** How long a place stays empty after a short read while others wait for it, in times of what that read took. */
  readonly rest: number
}

/**
 * Short reads follow one another, because each of them keeps a core busy that the lists of others need; with a rest
 * between them those have it for a part of the time. A long one must not hold up those that wait behind it, so that
 * they may run beside it.
 */
export class HeavyReadLimit {
  readonly #bounds: HeavyReadBounds
  readonly #waiting: (() => void)[] = []
  #running = 0
  #longRunning = 0

  constructor(bounds: HeavyReadBounds) {
    this.#bounds = bounds
  }

  /** How many reads wait for their turn. */
  get waiting(): number {
    return this.#waiting.length
  }

  /** Runs the read when its turn has come, and settles as it does. */
  async run<T>(read: () => Promise<T>): Promise<T> {
    if (!this.#isFree()) await new Promise<void>((resolve) => this.#waiting.push(resolve))
    else this.#running++
    let isLong = false
    const began = performance.now()
    const timer = setTimeout(() => {
      isLong = true
      this.#longRunning++
      this.#startNext()
    }, this.#bounds.longMs)
    try {
      return await read()
    } finally {
      clearTimeout(timer)
      if (isLong) this.#longRunning--
      const rest = isLong || this.#waiting.length === 0 ? 0 : (performance.now() - began) * this.#bounds.rest
      if (rest > 0) setTimeout(() => this.#end(), rest)
      else this.#end()
    }
  }

  #end(): void {
    this.#running--
    this.#startNext()
  }

  #isFree(): boolean {
    const { maxShort, maxRunning } = this.#bounds
    return this.#running < maxRunning && this.#running - this.#longRunning < maxShort
  }

  /** Whoever begins is counted here, so that nobody who comes meanwhile takes the place. */
  #startNext(): void {
    while (this.#waiting.length > 0 && this.#isFree()) {
      this.#running++
      this.#waiting.shift()?.()
    }
  }
}
