/** Stores what was read from the database until anything is committed to it, or to the tables of the read. */
import { LRUCache } from 'lru-cache'

/** How much is stored; the least recently used value is dropped first. */
export type CacheLimits<Value> =
  | { readonly max: number }
  | { readonly maxSize: number; sizeCalculation: (value: Value, key: string) => number }

export class CommitCache<Value extends object> {
  readonly #version: () => string | null | Promise<string | null>
  readonly #values: LRUCache<string, Value>
  #known: string | null = null

  /**
   * @param version changes with every commit after which a read may find something else; null = nothing is stored
   */
  constructor(version: () => string | null | Promise<string | null>, limits: CacheLimits<Value>) {
    this.#version = version
    this.#values = new LRUCache<string, Value>(limits)
  }

  /**
   * What was read for the key since the last commit, or else what `read` resolves with.
   * @param key names everything that the value depends on, apart from the stored data
   * @param read gets the version, null = it is not known
   * @param isCurrent whether a value is still true although nothing was committed; absent = always
   */
  async of(
    key: string,
    read: (version: string | null) => Promise<Value>,
    isCurrent: (value: Value) => boolean = () => true,
  ): Promise<Value> {
    const version = await this.#current()
    const cached = this.#values.get(key)
    if (cached !== undefined && isCurrent(cached)) return cached
    const value = await read(version)
    // With a commit in between the value may be of before or after it: stored for the version that it was asked
    // with, it serves nobody who asks after that commit.
    if (version !== null && this.#known === version) this.#values.set(key, value)
    return value
  }

  async #current(): Promise<string | null> {
    const version = await this.#version()
    // Guard T33: a token's row is read again after any commit.
    if ((version === null || version !== this.#known) && this.#values.size > 0) this.#values.clear()
    this.#known = version
    return version
  }
}
