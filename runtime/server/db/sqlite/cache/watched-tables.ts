/**
 * Tells whether some tables may hold something else than before. Temporary triggers of the connection that writes note
 * its own changes, whatever statement or trigger makes them; a commit of any other connection counts as a change of
 * every table.
 */
import type Sqlite from 'better-sqlite3'
import { quoted } from '../../ddl.ts'
import { codeOf } from '../../store-error.ts'
import { DataVersion } from '../connection.ts'

/** Name of the function in SQL by which the triggers note a change. */
const changedFunction = 'tablewright_changed'

const events = ['insert', 'update', 'delete'] as const

export class WatchedTables {
  readonly #connection: Sqlite.Database
  readonly #tables = new Set<string>()
  readonly #others: DataVersion
  readonly #schemaVersion: Sqlite.Statement
  /** Of the schema in which all triggers were created; null before. */
  #schema: unknown = null
  /** Counts the commits that changed a table, and the times at which changes may have been missed. */
  #changes = 0
  #isChanged = false

  /** @param connection the one that writes */
  constructor(connection: Sqlite.Database) {
    this.#connection = connection
    this.#others = new DataVersion(connection, [])
    this.#schemaVersion = connection.prepare('pragma main.schema_version').pluck()
    connection.function(changedFunction, () => this.#note())
  }

  /** To be called before `version` is to tell of them; tables that are not there yet are watched once they are. */
  add(tables: readonly string[]): void {
    for (const table of tables) this.#tables.add(table)
    this.#schema = null
  }

  /**
   * Changes with every commit that changes one of the tables, and sometimes without one. Null while it cannot be told:
   * a table is not there, the triggers are missing and a transaction is open, or another process locks the file.
   */
  version(): string | null {
    try {
      const schema = this.#schemaVersion.get()
      // A table that is made anew has lost its triggers.
      if (schema !== this.#schema && !this.#watch(schema)) return null
      if (!this.#connection.inTransaction) this.committed()
      return `${this.#others.read()} ${this.#changes}`
    } catch (error) {
      // This connection waits for no lock of another process (connection.ts), which readers do.
      if (codeOf(error).startsWith('SQLITE_BUSY')) return null
      throw error
    }
  }

  /** To be called in the same turn of the event loop as each commit of the connection. */
  committed(): void {
    if (!this.#isChanged) return
    this.#isChanged = false
    this.#changes += 1
  }

  #note(): null {
    this.#isChanged = true
    // A statement that is no part of a transaction commits as it ends.
    if (!this.#connection.inTransaction) this.committed()
    return null
  }

  #watch(schema: unknown): boolean {
    if (this.#connection.inTransaction || !this.#areThere()) return false
    for (const table of this.#tables)
      for (const event of events) {
        const name = quoted(`watch ${table} ${event}`)
        this.#connection.exec(
          `drop trigger if exists temp.${name}; create temporary trigger ${name} after ${event} on ` +
            `main.${quoted(table)} begin select ${changedFunction}(); end`,
        )
      }
    this.#schema = schema
    this.#changes += 1
    return true
  }

  #areThere(): boolean {
    const find = this.#connection.prepare(`select 1 from main.sqlite_schema where type = 'table' and name = ?`)
    return [...this.#tables].every((table) => find.get(table) !== undefined)
  }
}
