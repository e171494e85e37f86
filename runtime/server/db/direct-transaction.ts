/**
 * Transactions whose statements go to the connection at once. Kysely keeps each statement until the one before it is
 * answered, and sends it through an executor and a provider of its own. The drivers need neither: they run statements
 * in the order in which they get them.
 */
import {
  DefaultQueryExecutor,
  DummyDriver,
  Transaction,
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Kysely,
  type QueryCompiler,
  type QueryExecutor,
  type QueryResult,
} from 'kysely'
import type { Tables } from './tables.ts'

export class DirectTransactions {
  readonly #dialect: Dialect
  readonly #compiler: QueryCompiler
  readonly #base: QueryExecutor

  /** @param query the instance that the transactions belong to */
  constructor(query: Kysely<Tables>, dialect: Dialect) {
    this.#dialect = dialect
    this.#compiler = dialect.createQueryCompiler()
    this.#base = query.getExecutor()
  }

  /**
   * Runs the work with a transaction that has begun on the connection. Once the work has ended it refuses statements.
   * Results are those of the driver: no plugin of ours changes one.
   */
  async run<T>(connection: DatabaseConnection, work: (trx: Transaction<Tables>) => Promise<T>): Promise<T> {
    const executor = new DirectExecutor(this.#compiler, this.#base, connection)
    const config = { dialect: this.#dialect }
    try {
      return await work(new Transaction<Tables>({ config, dialect: this.#dialect, driver, executor }))
    } finally {
      executor.end()
    }
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
