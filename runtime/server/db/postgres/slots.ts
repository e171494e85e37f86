/** At most so many at once; the others wait in line. */
import { StoreError } from '../store-error.ts'

export class Slots {
  readonly #queueLimit: number
  readonly #queue: (() => void)[] = []
  #free: number

  /** @param queueLimit how many may wait before one is refused */
  constructor(slots: number, queueLimit: number) {
    this.#free = slots
    this.#queueLimit = queueLimit
  }

  /** Runs the work when it is its turn. Rejects with a StoreError when the line is too long. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free--
    else if (this.#queue.length >= this.#queueLimit) throw new StoreError('busy', 'too many reads are waiting')
    else await new Promise<void>((resolve) => this.#queue.push(resolve))
    try {
      return await work()
    } finally {
      const next = this.#queue.shift()
      if (next) next()
      else this.#free++
    }
  }
}
