/** Prepared statements of one connection by their text, and the rows they find. */
import type Sqlite from 'better-sqlite3'
import { LRUCache } from 'lru-cache'
import type { StoredValue } from '../../../protocol/index.ts'
import type { Row } from '../tables.ts'

/** Statements kept prepared; the least recently used one is dropped first. */
const maxStatements = 300

/** What a statement answers, as long as the tables stay as they are. */
interface Columns {
  readonly schema: string
  readonly names: readonly string[]
  /** A row without values: copies of it share their shape, which is faster than naming each column of each row. */
  readonly empty: Row
}

export class Statements {
  readonly #connection: Sqlite.Database
  readonly #prepared = new LRUCache<string, Sqlite.Statement<unknown[]>>({ max: maxStatements })
  readonly #columns = new WeakMap<Sqlite.Statement<unknown[]>, Columns>()
  #schemas: readonly Sqlite.Statement[] | null = null

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

  /**
   * The rows of a statement that answers rows. Within a transaction they are built here, because better-sqlite3 takes
   * twice as long; the version of the schema, which tells whether a statement has other columns now, costs as much as
   * that saves elsewhere.
   */
  rows(statement: Sqlite.Statement<unknown[]>, parameters: readonly unknown[]): Row[] {
    if (!this.#connection.inTransaction) return statement.all(...parameters) as Row[]
    statement.raw(true)
    try {
      const found = statement.all(...parameters) as StoredValue[][]
      if (found.length === 0) return []
      const { names, empty } = this.#columnsOf(statement)
      return found.map((values) => {
        const row = { ...empty }
        // A statement answers as many values as it has columns.
        for (let at = 0; at < names.length; at++) row[names[at]!] = values[at]!
        return row
      })
    } finally {
      statement.raw(false)
    }
  }

  #columnsOf(statement: Sqlite.Statement<unknown[]>): Columns {
    const schema = this.#schema()
    const known = this.#columns.get(statement)
    if (known?.schema === schema) return known
    const names = statement.columns().map(({ name }) => name)
    const columns = { schema, names, empty: Object.fromEntries(names.map((name) => [name, null])) }
    this.#columns.set(statement, columns)
    return columns
  }

  /** Changes with every change of a table in one of the connection's files. */
  #schema(): string {
    this.#schemas ??= (this.#connection.pragma('database_list') as { name: string }[]).map(({ name }) =>
      this.#connection.prepare(`pragma "${name}".schema_version`).pluck(),
    )
    return this.#schemas.map((version) => version.get()).join()
  }
}
