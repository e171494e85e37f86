/** Bounds the exports that run at the same time: each keeps a connection for as long as its consumer reads. */
import { AccountQueue, heavyReads } from './account-queue.ts'
import type { ReadLimits } from './read-limits.ts'
import { StoreError } from '../store-error.ts'

/** Exports of all accounts together. */
export const maxExports = 4

/**
 * Rows that are read at once, and the longest time the consumer may take for what it received. The text of more rows
 * would be a large object, which stays in memory longer than others.
 */
export const exportBatchSize = 200
export const exportIdleMs = 60_000

export class ExportSlots {
  readonly #accounts = new AccountQueue(heavyReads)
  #running = 0

  /** Resolves with what ends the slot. Rejects with a StoreError: `busy`, or what `AccountQueue.enter` rejects with. */
  async take(limits: ReadLimits): Promise<() => void> {
    const leave = await this.#accounts.enter(limits)
    if (this.#running >= maxExports) {
      leave()
      throw new StoreError('busy', 'too many exports are running')
    }
    this.#running++
    return () => {
      this.#running--
      leave()
    }
  }
}
