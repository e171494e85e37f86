/** Kysely on better-sqlite3: one connection, transactions queued in this process, the lock taken before the work begins. */
import { setTimeout as pause } from 'node:timers/promises'
import type Sqlite from 'better-sqlite3'
import {
  Kysely, SqliteAdapter as KyselySqliteAdapter, SqliteIntrospector, SqliteQueryCompiler,
  type CompiledQuery, type DatabaseConnection, type Driver, type QueryResult,
} from 'kysely'
import type { Tables } from '../tables.ts'
import { codeOf, StoreError } from '../store-error.ts'
import { busyTimeout } from './connection.ts'
import { Statements } from './statements.ts'

/** A Kysely instance on one connection. `wait`: longest time a transaction waits for its turn, in milliseconds. */
export function kyselyOn(connection: Sqlite.Database, wait = 30_000): Kysely<Tables> {
  return new Kysely<Tables>({
    dialect: {
      createAdapter: () => new KyselySqliteAdapter(),
      createDriver: () => new SqliteDriver(connection, wait),
      createIntrospector: (db) => new SqliteIntrospector(db),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
  })
}

class SqliteDriver implements Driver {
  readonly #connection: SqliteConnection
  readonly #turns: Turns

  constructor(connection: Sqlite.Database, wait: number) {
    this.#connection = new SqliteConnection(connection)
    this.#turns = new Turns(wait)
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    await this.#turns.take()
    return this.#connection
  }

  async releaseConnection(): Promise<void> {
    this.#turns.give()
  }

  async beginTransaction(): Promise<void> {
    await this.#connection.begin()
  }

  async commitTransaction(): Promise<void> {
    this.#connection.commit()
  }

  async rollbackTransaction(): Promise<void> {
    // After a full disk or an I/O error SQLite has rolled back already.
    if (this.#connection.raw.inTransaction) this.#connection.raw.exec('rollback')
  }

  async destroy(): Promise<void> {
    // Whoever opened the connection closes it; here only the last work is awaited.
    await this.#turns.take()
  }
}

class SqliteConnection implements DatabaseConnection {
  readonly raw: Sqlite.Database
  readonly #statements: Statements

  constructor(raw: Sqlite.Database) {
    this.raw = raw
    this.#statements = new Statements(raw)
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const statement = this.#statements.of(sql)
    if (statement.reader) return { rows: statement.all(...parameters) as R[] }
    const { changes, lastInsertRowid } = statement.run(...parameters)
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) }
  }

  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('read page by page, by key: an open cursor would hold the connection')
  }

  /** Takes the write lock. Waits for another process without stopping this thread. */
  async begin(): Promise<void> {
    const deadline = Date.now() + busyTimeout
    for (let delay = 1; ; delay = Math.min(delay * 2, 50)) {
      if (this.#tryBegin(Date.now() >= deadline)) return
      await pause(delay)
    }
  }

  commit(): void {
    this.#statements.of('commit').run()
  }

  #tryBegin(last: boolean): boolean {
    try {
      this.#statements.of('begin immediate').run()
      return true
    } catch (error) {
      if (last || !codeOf(error).startsWith('SQLITE_BUSY')) throw error
      return false
    }
  }
}

/** Who may use the connection, in the order of asking. */
class Turns {
  readonly #wait: number
  readonly #queue: (() => void)[] = []
  #taken = false

  constructor(wait: number) {
    this.#wait = wait
  }

  async take(): Promise<void> {
    if (!this.#taken) {
      this.#taken = true
      return
    }
    await new Promise<void>((resolve, reject) => {
      const go = () => {
        clearTimeout(timer)
        resolve()
      }
      const timer = setTimeout(() => {
        this.#queue.splice(this.#queue.indexOf(go), 1)
        reject(new StoreError('busy', `no turn to write within ${this.#wait} ms`))
      }, this.#wait)
      this.#queue.push(go)
    })
  }

  give(): void {
    const next = this.#queue.shift()
    if (next) next()
    else this.#taken = false
  }
}
