/**
 * Kysely on better-sqlite3: one connection, transactions queued in this process, the lock acquired before the work
 * begins. Waiting transactions share one commit, and so wait for the disk only once.
 */
import { setImmediate as immediate, setTimeout as pause } from 'node:timers/promises'
import type Sqlite from 'better-sqlite3'
import {
  Kysely,
  SqliteAdapter as KyselySqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type KyselyPlugin,
  type QueryResult,
} from 'kysely'
import { createCompiler } from '../caching-compiler.ts'
import type { WritesAlone } from '../remove-rows.ts'
import type { RunningTransactions } from '../running-transactions.ts'
import type { Tables } from '../tables.ts'
import { codeOf, StoreError } from '../store-error.ts'
import { CommitGroup } from './commit-group.ts'
import { busyTimeout } from './connection.ts'
import { Statements } from './statements.ts'

interface DriverOptions {
  /** What they do to a query depends on its form alone. */
  readonly plugins?: readonly KyselyPlugin[]
  /** Transactions on another connection: queries that are part of one run there. */
  readonly joins?: RunningTransactions
  /** The longest time a transaction waits for its turn, in milliseconds. */
  readonly wait?: number
}

/** A Kysely instance on one connection. */
export function kyselyOn(
  connection: Sqlite.Database,
  { plugins = [], joins, ...options }: DriverOptions = {},
): Kysely<Tables> {
  const dialect = dialectOn(new SqliteDriver(connection, options), plugins)
  return new Kysely<Tables>({ dialect: joins?.join(dialect) ?? dialect })
}

class SqliteAdapter extends KyselySqliteAdapter implements WritesAlone {
  readonly writesAlone = true
}

const dialectOn = (driver: SqliteDriver, plugins: readonly KyselyPlugin[]): Dialect => ({
  createAdapter: () => new SqliteAdapter(),
  createDriver: () => driver,
  createIntrospector: (db) => new SqliteIntrospector(db),
  createQueryCompiler: () => createCompiler(new SqliteQueryCompiler(), plugins),
})

class SqliteDriver implements Driver {
  readonly #statements: Statements
  readonly #turns: TransactionQueue
  readonly #group: CommitGroup

  constructor(raw: Sqlite.Database, { wait = 30_000 }: Omit<DriverOptions, 'plugins' | 'joins'>) {
    this.#statements = new Statements(raw)
    this.#turns = new TransactionQueue(wait)
    this.#group = new CommitGroup(raw, this.#statements)
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    await this.#turns.take()
    return new QueuedConnection(this.#statements, this.#group)
  }

  async releaseConnection(connection: DatabaseConnection): Promise<void> {
    if ((connection as QueuedConnection).hasLeft) return
    if (!this.#turns.isWanted) this.#group.commit()
    this.#turns.give()
  }

  async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await (connection as QueuedConnection).begin()
  }

  /** Resolves when what was written is on the disk. */
  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    const visit = connection as QueuedConnection
    // Lets requests that have arrived meanwhile join the queue: without these pauses it would always be empty. The
    // first one ends the turn of the event loop in which the work ran, the second one follows a look at the sockets.
    await immediate()
    if (!this.#turns.isWanted) await immediate()
    const endsHere = !this.#turns.isWanted || visit.isAlone || !this.#group.hasRoom || !this.#group.isAlive
    if (endsHere) return visit.commit()
    const written = visit.leave()
    this.#turns.give()
    return written
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    ;(connection as QueuedConnection).rollback()
  }

  async destroy(): Promise<void> {
    // The opener of the connection closes it; here only running work is awaited.
    await this.#turns.take()
    this.#group.commit()
  }
}

/** One turn on the connection: a query, or a transaction. */
class QueuedConnection implements DatabaseConnection {
  /** True when its turn has ended before it was over: its work is done and waits for the others' of its group. */
  hasLeft = false
  /** True when it had statements before its transaction, such as settings that no other transaction may run with. */
  isAlone = false
  readonly #statements: Statements
  readonly #group: CommitGroup
  #state: 'none' | 'first' | 'later' | 'over' = 'none'
  #failure: unknown = null

  constructor(statements: Statements, group: CommitGroup) {
    this.#statements = statements
    this.#group = group
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    // What is no transaction is on the disk at once.
    if (this.#state === 'none') {
      this.isAlone = true
      this.#group.commit()
    }
    if (this.#state === 'over') throw new Error('the transaction is over; its work has to await its statements')
    try {
      const statement = this.#statements.of(sql)
      if (statement.reader) return { rows: statement.all(...parameters) as R[] }
      const { changes, lastInsertRowid } = statement.run(...parameters)
      return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) }
    } catch (error) {
      this.#failure = error
      throw error
    }
  }

  // Kysely's interface requires a generator; this driver reads page by page instead.
  // oxlint-disable-next-line require-yield
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('read page by page, by key: an open cursor would hold the connection')
  }

  async begin(): Promise<void> {
    this.#state = this.#group.isOpen ? 'later' : 'first'
    if (this.#state === 'later') this.#statements.of('savepoint later').run()
    else await this.#lock()
  }

  commit(): void {
    this.#state = 'over'
    this.#group.end()
  }

  /** Leaves the connection to the next transaction. Resolves when the last of the group has committed for all. */
  leave(): Promise<void> {
    if (this.#state === 'later') this.#statements.of('release later').run()
    this.#state = 'over'
    this.hasLeft = true
    return this.#group.join()
  }

  /** Rolls back this transaction only, not the waiting ones. */
  rollback(): void {
    const { isAlive } = this.#group
    if (this.#state === 'over') return
    // After a full disk or an I/O error SQLite has rolled back everything already.
    if (!isAlive) this.#group.fail(this.#failure)
    else if (this.#state === 'first') this.#statements.of('rollback').run()
    else for (const sql of ['rollback to later', 'release later']) this.#statements.of(sql).run()
    this.#state = 'over'
  }

  /** Acquires the write lock. Waits for another process without blocking this thread. */
  async #lock(): Promise<void> {
    const deadline = performance.now() + busyTimeout
    for (let delay = 1; ; delay = Math.min(delay * 2, 50)) {
      if (this.#tryLock(performance.now() >= deadline)) return
      await pause(delay)
    }
  }

  #tryLock(last: boolean): boolean {
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
class TransactionQueue {
  readonly #wait: number
  readonly #queue: (() => void)[] = []
  #taken = false

  constructor(wait: number) {
    this.#wait = wait
  }

  /** True when a transaction waits in the queue. */
  get isWanted(): boolean {
    return this.#queue.length > 0
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
