/**
 * Which transaction the running code belongs to. Code inside a transaction that took a second connection would wait for
 * others that hold theirs and want a second one, too; and on SQLite it would not see what the transaction wrote. So all
 * it asks the database for is answered by the connection of its transaction, whoever asks: operations, hooks, effects
 * and routes of modules, through `trx` or past it. What cannot be part of a transaction is refused there.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import type {
  CompiledQuery,
  DatabaseConnection,
  Dialect,
  Driver,
  QueryResult,
  Transaction as KyselyTransaction,
  TransactionSettings,
} from 'kysely'
import type { Tables, Transaction } from './tables.ts'
import type { TopicChange } from './topic-change.ts'

interface Running {
  /** The transactions that it is one of. */
  readonly owner: RunningTransactions
  /** Null once its work has settled: code that was started in it and not awaited is on its own. */
  connection: DatabaseConnection | null
  readonly afterCommit: (() => Promise<void>)[]
  /** Changes that subscribers of topics are told after the commit. */
  readonly changes: TopicChange[]
  readonly hints: Set<string>
}

const running = new AsyncLocalStorage<Running>()

/** Tells subscribers of the change once the transaction that the caller is part of is committed. */
export function announceOnCommit(change: TopicChange): void {
  const store = running.getStore()
  if (store?.connection) store.changes.push(change)
}

/** Takes the topic's next number after that commit. */
export function hintOnCommit(topic: string): void {
  const store = running.getStore()
  if (store?.connection) store.hints.add(topic)
}

/** The transactions of one database. */
export class RunningTransactions {
  readonly #onCommit: (changes: readonly TopicChange[], hints: ReadonlySet<string>) => void

  constructor(onCommit: (changes: readonly TopicChange[], hints: ReadonlySet<string>) => void = () => {}) {
    this.#onCommit = onCommit
  }

  /** The connection of the transaction that the caller is part of; null = none. */
  get current(): DatabaseConnection | null {
    const store = running.getStore()
    return store?.owner === this ? store.connection : null
  }

  /**
   * Runs the work in a transaction, and once it is committed what the work left for later.
   * @param begin begins a transaction, runs the work that it is given in it, and commits
   */
  async run<T>(
    begin: (inside: (trx: KyselyTransaction<Tables>) => Promise<T>) => Promise<T>,
    work: (trx: Transaction) => Promise<T>,
  ): Promise<T> {
    let committed: Pick<Running, 'afterCommit' | 'changes' | 'hints'> | null = null
    const result = await begin(async (trx) => {
      const connection = await trx.getExecutor().provideConnection(async (provided) => provided)
      const store: Running = { owner: this, connection, afterCommit: [], changes: [], hints: new Set() }
      committed = store
      return running.run(store, async () => {
        try {
          return await work(trx)
        } finally {
          store.connection = null
        }
      })
    })
    return await this.#finish(result, committed)
  }

  async #finish<T>(result: T, committed: Pick<Running, 'afterCommit' | 'changes' | 'hints'> | null): Promise<T> {
    if (!committed) return result
    this.#onCommit(committed.changes, committed.hints)
    // The write is done, whatever becomes of these. Who has written them reads why.
    for (const late of committed.afterCommit) await late().catch((error: unknown) => console.error(error))
    return result
  }

  /** Leaves work for when the transaction that the caller is part of is committed. Throws an Error outside of one. */
  afterCommit(work: () => Promise<void>): void {
    const store = running.getStore()
    if (store?.owner !== this || store.connection === null)
      throw new Error('there is no transaction whose commit the work could wait for')
    store.afterCommit.push(work)
  }

  /** For what cannot be part of a transaction. Throws an Error inside of one. */
  refuseInside(request: string): void {
    if (this.current === null) return
    throw new Error(
      `${request} would take a second connection inside a transaction: use the trx that the work has received, ` +
        'or do it before or after the transaction',
    )
  }

  /** A dialect whose queries use the connection of the transaction that they are part of, and others of their own. */
  join(dialect: Dialect): Dialect {
    return {
      createAdapter: () => dialect.createAdapter(),
      createDriver: () => new JoiningDriver(dialect.createDriver(), this),
      createIntrospector: (db) => dialect.createIntrospector(db),
      createQueryCompiler: () => dialect.createQueryCompiler(),
    }
  }
}

class JoiningDriver implements Driver {
  readonly #driver: Driver
  readonly #running: RunningTransactions

  constructor(driver: Driver, transactions: RunningTransactions) {
    this.#driver = driver
    this.#running = transactions
  }

  init(): Promise<void> {
    return this.#driver.init()
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    const { current } = this.#running
    // Guard T81: code inside a transaction takes no second connection.
    // Without: return this.#driver.acquireConnection()
    return current ? new JoinedConnection(current) : this.#driver.acquireConnection()
  }

  async releaseConnection(connection: DatabaseConnection): Promise<void> {
    if (!(connection instanceof JoinedConnection)) await this.#driver.releaseConnection(connection)
  }

  beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    return this.#driver.beginTransaction(connection, settings)
  }

  commitTransaction(connection: DatabaseConnection): Promise<void> {
    return this.#driver.commitTransaction(connection)
  }

  rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    return this.#driver.rollbackTransaction(connection)
  }

  destroy(): Promise<void> {
    return this.#driver.destroy()
  }
}

/** The connection of a running transaction, which is not the caller's to release. */
class JoinedConnection implements DatabaseConnection {
  readonly #connection: DatabaseConnection

  constructor(connection: DatabaseConnection) {
    this.#connection = connection
  }

  executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    return this.#connection.executeQuery<R>(query)
  }

  streamQuery<R>(query: CompiledQuery, size?: number): AsyncIterableIterator<QueryResult<R>> {
    return this.#connection.streamQuery<R>(query, size)
  }
}
