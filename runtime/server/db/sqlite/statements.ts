/** Prepared statements of one connection by their text. */
import type Sqlite from 'better-sqlite3'
import { LRUCache } from 'lru-cache'

/** Statements kept prepared; the least recently used one is dropped first. */
const maxStatements = 300

export class Statements {
  readonly #connection: Sqlite.Database
  readonly #prepared = new LRUCache<string, Sqlite.Statement<unknown[]>>({ max: maxStatements })

  constructor(connection: Sqlite.Database) {
    this.#connection = connection
  }

  /** The statement of that text, prepared when it is used for the first time. */
  of(sql: string): Sqlite.Statement<unknown[]> {
    const known = this.#prepared.get(sql)
    if (known) return known
    const statement = this.#connection.prepare(sql)
    this.#prepared.set(sql, statement)
    return statement
  }
}
