/** Prepared statements of one connection, kept by their text. */
import type Sqlite from 'better-sqlite3'

/** Statements of a generation. Those not asked for during a whole one are forgotten. */
const generation = 150

export class Statements {
  readonly #connection: Sqlite.Database
  #young = new Map<string, Sqlite.Statement<unknown[]>>()
  #old: ReadonlyMap<string, Sqlite.Statement<unknown[]>> = new Map()

  constructor(connection: Sqlite.Database) {
    this.#connection = connection
  }

  /** The statement of that text, prepared at most once while it is in use. */
  of(sql: string): Sqlite.Statement<unknown[]> {
    const known = this.#young.get(sql)
    if (known) return known
    const statement = this.#old.get(sql) ?? this.#connection.prepare(sql)
    if (this.#young.size >= generation) {
      this.#old = this.#young
      this.#young = new Map()
    }
    this.#young.set(sql, statement)
    return statement
  }

  /** Forgets all, as is needed after tables changed. */
  clear(): void {
    this.#young = new Map()
    this.#old = new Map()
  }
}
