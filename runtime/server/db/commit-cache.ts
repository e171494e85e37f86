/** Stores what was read from the database until anything is committed to it, or to the tables of the read. */
import { LRUCache } from 'lru-cache'

export class CommitCache<Value extends object> {
  readonly #version: () => string | null
  readonly #values: LRUCache<string, Value>
  #known: string | null = null

  /**
   * @param version changes with every commit after which a read may find something else; null = nothing is stored
   * @param limits how much is stored; the least recently used value is dropped first
   */
  constructor(
    version: () => string | null,
    limits:
      | { readonly max: number }
      | { readonly maxSize: number; sizeCalculation: (value: Value, key: string) => number },
  ) {
    this.#version = version
    this.#values = new LRUCache<string, Value>(limits)
  }

  /**
   * What was read for the key since the last commit, or else what `read` resolves with.
   * @param key names everything that the value depends on, apart from the stored data
   */
  async of(key: string, read: () => Promise<Value>): Promise<Value> {
    const version = this.#current()
    const cached = this.#values.get(key)
    if (cached !== undefined) return cached
    const value = await read()
    // With a commit in between the value may be of before or after it: stored for the version that it was asked
    // with, it serves nobody who asks after that commit.
    if (version !== null && this.#known === version) this.#values.set(key, value)
    return value
  }

  #current(): string | null {
    const version = this.#version()
    // Guard T33: a token's row is read again after any commit.
    if ((version === null || version !== this.#known) && this.#values.size > 0) this.#values.clear()
    this.#known = version
    return version
  }
}
