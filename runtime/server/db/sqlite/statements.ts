/** Prepared statements of one connection, kept by their text. */
import type Sqlite from 'better-sqlite3'

const most = 200

export class Statements {
  readonly #connection: Sqlite.Database
  readonly #kept = new Map<string, Sqlite.Statement<unknown[]>>()

  constructor(connection: Sqlite.Database) {
    this.#connection = connection
  }

  /** The statement of that text, prepared at most once while it is in use. The longest unused leaves first. */
  of(sql: string): Sqlite.Statement<unknown[]> {
    const known = this.#kept.get(sql)
    const statement = known ?? this.#connection.prepare(sql)
    if (known) this.#kept.delete(sql)
    else if (this.#kept.size >= most) this.#kept.delete(this.#kept.keys().next().value!)
    this.#kept.set(sql, statement)
    return statement
  }

  /** Forgets all, as is needed after tables changed. */
  clear(): void {
    this.#kept.clear()
  }
}
