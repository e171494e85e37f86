/**
 * Transactions whose statements go to the connection at once. Kysely keeps each statement until the one before it is
 * answered, and sends it through an executor and a provider of its own. The drivers need neither: they run statements
 * in the order in which they get them.
 */
import {
  DefaultQueryExecutor,
  DummyDriver,
  Transaction as KyselyTransaction,
  type Compilable,
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Kysely,
  type KyselyPlugin,
  type QueryCompiler,
  type QueryExecutor,
  type QueryResult,
} from 'kysely'
import type { RunningTransactions } from './running-transactions.ts'
import type { Tables, Transaction } from '../tables.ts'

export class DirectTransactions {
  readonly #dialect: Dialect
  readonly #compiler: QueryCompiler
  readonly #base: QueryExecutor
  readonly #running: RunningTransactions

  /** @param query the instance that the transactions belong to */
  constructor(query: Kysely<Tables>, dialect: Dialect, running: RunningTransactions) {
    this.#running = running
    this.#dialect = dialect
    this.#compiler = dialect.createQueryCompiler()
    this.#base = query.getExecutor()
  }

  /**
   * Runs the work with a transaction that has begun on the connection. Once the work has ended it refuses statements.
   * Results are those of the driver: no plugin of ours changes one.
   */
  async run<T>(connection: DatabaseConnection, work: (trx: Transaction) => Promise<T>): Promise<T> {
    const executor = new DirectExecutor(this.#compiler, this.#base, connection)
    try {
      return await this.#running.run(connection, () => work(new LazyTransaction(executor, this.#dialect)))
    } finally {
      executor.end()
    }
  }
}

/**
 * A transaction that makes one of Kysely's when a statement is built with it. Most writes run texts that were compiled
 * before; and what Kysely's constructor copies and freezes has another shape in V8 each time.
 */
class LazyTransaction implements Transaction {
  readonly #executor: DirectExecutor
  readonly #dialect: Dialect
  #built: KyselyTransaction<Tables> | null = null

  constructor(executor: DirectExecutor, dialect: Dialect) {
    this.#executor = executor
    this.#dialect = dialect
  }

  getExecutor(): QueryExecutor {
    return this.#executor
  }

  executeQuery<R>(query: CompiledQuery<R> | Compilable<R>): Promise<QueryResult<R>> {
    return this.#executor.executeQuery<R>('compile' in query ? query.compile() : query)
  }

  get selectFrom(): Transaction['selectFrom'] {
    return this.#kysely.selectFrom.bind(this.#kysely)
  }

  get insertInto(): Transaction['insertInto'] {
    return this.#kysely.insertInto.bind(this.#kysely)
  }

  get updateTable(): Transaction['updateTable'] {
    return this.#kysely.updateTable.bind(this.#kysely)
  }

  get deleteFrom(): Transaction['deleteFrom'] {
    return this.#kysely.deleteFrom.bind(this.#kysely)
  }

  get schema(): Transaction['schema'] {
    return this.#kysely.schema
  }

  get introspection(): Transaction['introspection'] {
    return this.#kysely.introspection
  }

  /** Not for the server: tests watch or stop statements with one. */
  withPlugin(plugin: KyselyPlugin): KyselyTransaction<Tables> {
    return this.#kysely.withPlugin(plugin)
  }

  get #kysely(): KyselyTransaction<Tables> {
    const dialect = this.#dialect
    this.#built ??= new KyselyTransaction({ config: { dialect }, dialect, driver, executor: this.#executor })
    return this.#built
  }
}

/** A transaction would ask it for connections only to begin another one. */
const driver = new DummyDriver()

class DirectExecutor extends DefaultQueryExecutor {
  #connection: DatabaseConnection | null

  constructor(compiler: QueryCompiler, { adapter, plugins }: QueryExecutor, connection: DatabaseConnection) {
    super(compiler, adapter, { provideConnection: (consume) => consume(this.#open()) }, [...plugins])
    this.#connection = connection
  }

  // The base class would go through the provider, and wait for each of its promises.
  override async executeQuery<R>(compiled: CompiledQuery): Promise<QueryResult<R>> {
    return this.#open().executeQuery<R>(compiled)
  }

  end(): void {
    this.#connection = null
  }

  #open(): DatabaseConnection {
    if (this.#connection === null) throw new Error('the transaction is over; its work has to await its statements')
    return this.#connection
  }
}
