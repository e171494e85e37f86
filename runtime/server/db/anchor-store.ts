/** Ids of rows at known positions of lists, as long as the data stay as they were; see `Keyset`. */
import { LRUCache } from 'lru-cache'
import type { Statement } from './tables.ts'

/** Anchors are so many rows apart: passing these by an index takes 20 to 100 microseconds. */
export const anchorStep = 1000
/** Lists whose anchors are stored. */
const maxLists = 50

/** The position of the last anchor before a row. */
export const anchorPosition = (offset: number): number => offset - (offset % anchorStep)

export class AnchorStore {
  /** By list, then by position. A list has as many positions as it has thousands of rows. */
  readonly #lists = new LRUCache<string, Map<number, number>>({ max: maxLists })
  #version = ''

  /** The version of the data whose anchors are stored. */
  get version(): string {
    return this.#version
  }

  /** Forgets the anchors of any other version. */
  useVersion(version: string): void {
    if (version !== this.#version) this.#lists.clear()
    this.#version = version
  }

  /**
   * The anchors of a list, by position; what is set here is stored.
   * @param anchor finds one; its last parameter is the position
   */
  of({ sql, parameters }: Statement): Map<number, number> {
    const list = JSON.stringify([sql, ...parameters.slice(0, -1).map((value) => [typeof value, String(value)])])
    const anchors = this.#lists.get(list) ?? new Map<number, number>()
    this.#lists.set(list, anchors)
    return anchors
  }
}
