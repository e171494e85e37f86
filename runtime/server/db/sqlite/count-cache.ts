/** Counts of filtered lists, valid until the next commit: counting is the most expensive part of such a list. */
import { LRUCache } from 'lru-cache'
import type { Statement } from '../tables.ts'

const maxCounts = 500

/** Names a statement with its values. */
export const statementKey = ({ sql, parameters }: Statement): string => `${sql}\n${JSON.stringify(parameters)}`

export class CountCache {
  readonly #counts = new LRUCache<string, number>({ max: maxCounts })
  #version = ''

  /**
   * The count of the statement, computed by `make` unless it is known.
   * @param version that of the data which the transaction reads
   */
  of(statement: Statement, version: string, make: () => number): number {
    if (version !== this.#version) this.#counts.clear()
    this.#version = version
    const key = statementKey(statement)
    const cachedCount = this.#counts.get(key)
    if (cachedCount !== undefined) return cachedCount
    const count = make()
    this.#counts.set(key, count)
    return count
  }
}
