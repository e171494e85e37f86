/** Counts already made, valid for as long as nobody has committed anything: the count is the dearest part of a filtered list. */
import type { Statement } from '../tables.ts'

const maxCounts = 500

export class CountCache {
  readonly #kept = new Map<string, number>()
  #version = -1

  /**
   * The count of the statement, made by `make` unless it is known.
   * @param version `PRAGMA data_version` of the transaction that asks: it changes with every commit of anybody else, in
   * any process, and this connection never writes
   */
  of(statement: Statement, version: number, make: () => number): number {
    if (version !== this.#version) this.#kept.clear()
    this.#version = version
    const key = `${statement.sql}\n${JSON.stringify(statement.parameters)}`
    const known = this.#kept.get(key)
    if (known !== undefined) return known
    const count = make()
    if (this.#kept.size >= maxCounts) this.#kept.clear()
    this.#kept.set(key, count)
    return count
  }
}
