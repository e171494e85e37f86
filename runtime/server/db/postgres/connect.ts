/** Opens a PostgreSQL database as a Database: a pool, of which heavy reads may use only a part. */
import { availableParallelism } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { CompiledQuery, Kysely, PostgresDialect, PostgresQueryCompiler, sql } from 'kysely'
import pLimit from 'p-limit'
import type pg from 'pg'
import { encodeRow, type RowShape } from '../../core/models/row-shape.ts'
import { createCompiler, withCompiler, type CachingCompiler } from '../caching-compiler.ts'
import { runStatement } from '../run-text.ts'
import { AccountQueue, heavyReads, lightReads } from '../limits/account-queue.ts'
import type { Database, ExportRequest, OpenOptions, PageAnswer, PageRequest, Weight } from '../database.ts'
import { ExportSlots, maxExports } from '../limits/export-slots.ts'
import { defaultLimits, type ReadLimits } from '../limits/read-limits.ts'
import { codeOf, retryCodes, StoreError } from '../store-error.ts'
import { SearchIndexes } from '../search.ts'
import { ModelVersion } from '../model-version.ts'
import { readModelRows } from '../plan/metadata.ts'
import { RunningTransactions } from '../running-transactions.ts'
import type { Row, Statement, Tables, Transaction } from '../tables.ts'
import { AdoptedPlugin } from '../adopted/adopted-plugin.ts'
import { AdoptedTables } from '../adopted/adopted-tables.ts'
import { postgresAdapter } from './adapter.ts'
import { postgresAdopted } from '../adopted/postgres.ts'
import { checkAdopted, checkServer, ownSchemaUrl, placeOf } from './check.ts'
import { exportFromCursor } from './export.ts'
import { NumericColumns } from './numeric-columns.ts'
import { NumericPlugin } from './numeric-plugin.ts'
import { oneRow, pageStatement, readPage } from './page.ts'
import { ModelCommit, isOfOtherModel, isRefusedCommit } from './model-commit.ts'
import { createPreparingPool, staleCodes } from './prepared.ts'
import { startHealthMonitor } from './health-monitor.ts'
import { HeavyReadLimit } from '../limits/heavy-read-limit.ts'
import { shareRuns } from '../share-runs.ts'
import { runRead, runReads, type ReadTarget, type RunStatement } from './read.ts'
import { isRefusedSetting, withSessionSettings } from './session-settings.ts'
import { hasTopics, TopicFeed } from '../topics.ts'
import { PostgresTopicChannel } from './topic-channel.ts'
import { valueTypes } from './values.ts'

/** Connections one process holds at most. */
const poolSize = 10
const cores = availableParallelism()
/**
 * How many of them heavy reads may use: each keeps a core of the database's machine busy. Where that is this machine
 * and has two, a second one leaves too little of them to the lists of others, except beside one that takes long: two
 * accounts have to get on at once. Six accounts that search without a pause leave lists their time with the rest.
 */
const heavyReadBounds = {
  maxShort: Math.min(3, Math.max(1, cores - 1)),
  maxRunning: Math.min(3, Math.max(2, cores - 1)),
  longMs: 100,
  rest: 1,
}
/** Heavy reads that may wait; further ones are rejected. */
const maxWaitingReads = 200
const maxAttempts = 5
/** The first retry comes after up to twice as long, each further one after up to twice as long as the one before. */
const retryDelayMs = 10
/** So long after the last look a change of columns by hand is noticed. */
const refreshMs = 10_000

/** Connects. Throws a DatabaseError; then nothing was changed. */
export async function connectPostgres(
  address: string,
  { models = [] }: Pick<OpenOptions, 'models'>,
): Promise<Database> {
  // Imported here, since a bundle in one file would load what it imports at the top on SQLite, too.
  const { default: driver } = await import('pg')
  const adopted = new AdoptedTables(models, postgresAdopted)
  const url = adopted.list.length > 0 ? await ownSchemaUrl(driver, address) : address
  try {
    return await connectTo(driver, withSessionSettings(url), adopted, hasTopics(models))
  } catch (error) {
    // A pooler forwards only what it knows. Slower statements are better than no start.
    if (!isRefusedSetting(error)) throw error
    return connectTo(driver, url, adopted, hasTopics(models))
  }
}

async function connectTo(
  driver: typeof pg,
  url: string,
  adopted: AdoptedTables,
  hasTopicTable: boolean,
): Promise<Database> {
  const pool = createPool(driver, url, poolSize)
  startHealthMonitor(pool, url)
  try {
    await checkServer(pool, url)
    await checkAdopted(pool, url, adopted)
  } catch (error) {
    await pool.end()
    throw error
  }
  const database = new PostgresDatabase(
    placeOf(url),
    { pool, url },
    { apart: createPool(driver, url, 1), exportPool: createPool(driver, url, maxExports) },
    adopted,
    { isActive: hasTopicTable, channel: new PostgresTopicChannel(driver, pool, url) },
  )
  try {
    await database.refreshStorage()
  } catch (error) {
    await database.close()
    throw error
  }
  return database
}

function createPool(driver: typeof pg, url: string, max: number): pg.Pool {
  const pool = new driver.Pool({
    connectionString: url,
    max,
    types: valueTypes(driver),
    application_name: 'tablewright',
    keepAlive: true,
    connectionTimeoutMillis: 3000,
    idleTimeoutMillis: 30_000,
    statement_timeout: 30_000,
    lock_timeout: 5000,
    idle_in_transaction_session_timeout: 60_000,
  })
  // A lost connection is replaced at the next use and its caller gets an error; without listeners it would end the
  // process.
  pool.on('error', () => {})
  pool.on('connect', (client) => {
    client.on('error', () => {})
  })
  return pool
}

class PostgresDatabase implements Database {
  readonly adapter = postgresAdapter
  readonly place: string
  readonly query: Kysely<Tables>
  readonly search = new SearchIndexes(() => postgresAdapter.search.ready(this.query))
  readonly modelVersion = new ModelVersion()
  readonly #numericColumns = new NumericColumns()
  readonly #compiler: CachingCompiler
  #nextRefresh = 0
  #seenVersion: string | null = null
  readonly #target: ReadTarget
  readonly topics: TopicFeed
  readonly #running = new RunningTransactions((changes, hints) => this.topics.committed(changes, hints))
  readonly #heavyReads = new AccountQueue(heavyReads)
  readonly #lightReads = new AccountQueue(lightReads)
  readonly #heavyReadLimit = new HeavyReadLimit(heavyReadBounds)
  /** One at a time, beside heavy reads: for those somebody waits, so a pass takes none of their places. */
  readonly #limitScans = pLimit(1)
  /** Transactions that wait for it hold connections of the other pool, so it has one of its own, made when needed. */
  readonly #apart: Kysely<Tables>
  readonly #adopted: AdoptedTables
  readonly #exports = new ExportSlots()
  /**
   * The transactions whose changes a read sees now: every commit changes the text. Those of other databases of the
   * server do, too, which costs some reads.
   */
  readonly #readSnapshot = shareRuns(async () => {
    const { rows } = await sql<{ text: string }>`select pg_current_snapshot()::text as text`.execute(this.query)
    return rows[0]?.text ?? null
  })
  /** Exports keep their connections for as long as their consumers read, so they take none of the others. */
  readonly #exportPool: pg.Pool
  #closing: Promise<void> | null = null

  constructor(
    place: string,
    target: ReadTarget,
    { apart, exportPool }: { readonly apart: pg.Pool; readonly exportPool: pg.Pool },
    adopted: AdoptedTables,
    topics: { readonly isActive: boolean; readonly channel: PostgresTopicChannel },
  ) {
    this.topics = new TopicFeed({ ...topics, write: (work) => this.write(work) })
    const numeric = new NumericPlugin(this.#numericColumns)
    this.#adopted = adopted
    const plugins = adopted.list.length > 0 ? [new AdoptedPlugin(adopted), numeric] : [numeric]
    const compiler = createCompiler(new PostgresQueryCompiler(), plugins)
    this.#compiler = compiler
    this.#exportPool = exportPool
    this.place = place
    this.#target = target
    const commit = new ModelCommit(() => this.modelVersion.version)
    const pool = createPreparingPool(target.pool, (client) => commit.run(client))
    const dialect = this.#running.join(new PostgresDialect({ pool }))
    this.query = new Kysely<Tables>({ dialect: withCompiler(dialect, compiler) })
    const other = new PostgresDialect({ pool: createPreparingPool(apart) })
    this.#apart = new Kysely<Tables>({ dialect: withCompiler(other, compiler) })
  }

  async write<T>(work: (trx: Transaction) => Promise<T>): Promise<T> {
    this.#running.refuseInside('another transaction')
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#running.run((inside) => this.query.transaction().execute(inside), work)
      } catch (error) {
        const code = codeOf(error)
        if (isOfOtherModel(error)) {
          await this.checkModel()
          this.modelVersion.refuse(error)
        }
        if (
          attempt === maxAttempts ||
          !(retryCodes.includes(code) || staleCodes.includes(code) || isRefusedCommit(error))
        )
          throw error
        // Those that met each other now come back at different moments.
        await pause(Math.random() * retryDelayMs * 2 ** attempt)
      }
    }
  }

  // No change of tables needs it here.
  writeUnchecked<T>(work: (trx: Transaction) => Promise<T>): Promise<T> {
    return this.write(work)
  }

  afterCommit(work: () => Promise<void>): void {
    this.#running.afterCommit(work)
  }

  async refreshStorage(): Promise<void> {
    this.#nextRefresh = performance.now() + refreshMs
    if (!(await this.#numericColumns.refresh(this.query))) return
    this.#compiler.clear()
  }

  async checkModel(): Promise<void> {
    const rows = await readModelRows(this.query)
    // Plans change columns with the model; what people do by hand may be seen later.
    if (rows.version !== this.#seenVersion || performance.now() > this.#nextRefresh) {
      this.#seenVersion = rows.version
      await this.refreshStorage()
    }
    this.modelVersion.judge(rows)
  }

  writeApart<T>(_trx: Transaction, work: (apart: Transaction) => Promise<T>): Promise<T> {
    return this.#apart.transaction().execute(work)
  }

  // Asking the server would take as long as a short read.
  version(): null {
    return null
  }

  async commitVersion(): Promise<string | null> {
    return this.#running.current === null ? this.#readSnapshot() : null
  }

  async page(request: PageRequest): Promise<PageAnswer> {
    this.#running.refuseInside('a page of a list')
    const { rows, count, walk, plain, shape, weight, limits = defaultLimits } = request
    const answer =
      weight === 'light' && !plain
        ? await oneRow(this.#run<PageAnswer>(pageStatement({ rows, count, walk }), weight, limits))
        : await this.#runHeavy(limits, (run) => readPage({ rows, count, walk, plain }, run))
    return { list: encodedList(shape, answer.list), count: answer.count }
  }

  async rows(statement: Statement, weight: Weight, limits: ReadLimits = defaultLimits): Promise<Row[]> {
    if (this.#running.current) return (await runStatement(this.query, statement)).rows
    return this.#run<Row>(statement, weight, limits)
  }

  async *exportRows(request: ExportRequest): AsyncGenerator<Buffer, void> {
    this.#running.refuseInside('an export')
    const release = await this.#exports.take(request.limits)
    try {
      yield* exportFromCursor({ pool: this.#exportPool, url: this.#target.url }, request)
    } finally {
      release()
    }
  }

  backup(): null {
    return null
  }

  async runAlone(statement: string): Promise<void> {
    this.#running.refuseInside('a statement that runs alone')
    await this.query.connection().execute(async (connection) => {
      const run = (text: string) => connection.executeQuery(CompiledQuery.raw(text))
      await run('set statement_timeout = 0; set lock_timeout = 0')
      try {
        await run(statement)
      } finally {
        await run('reset statement_timeout; reset lock_timeout')
      }
    })
  }

  async optimize(table?: string): Promise<void> {
    // Tables of other applications are theirs to count.
    if (table !== undefined && this.#adopted.find(table)) return
    if (table !== undefined) return this.runAlone(`analyze "${table}"`)
    // Not the whole database: tables of other applications are theirs, and what changes them may wait for this.
    const { rows } = await sql<{ name: string }>`
      select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname = current_schema()
      order by tablename`.execute(this.query)
    if (rows.length > 0) await this.runAlone(`analyze (skip_locked) ${rows.map(({ name }) => name).join(', ')}`)
  }

  close(): Promise<void> {
    this.#closing ??= this.#close()
    return this.#closing
  }

  async #close(): Promise<void> {
    await this.topics.close()
    await Promise.all([this.query.destroy(), this.#apart.destroy(), this.#exportPool.end()])
    if (!this.#target.pool.ended) await this.#target.pool.end()
  }

  async #run<R extends object>(statement: Statement, weight: Weight, limits: ReadLimits): Promise<R[]> {
    this.#checkOpen()
    if (weight === 'light') return this.#lightReads.run(limits, () => runRead<R>(this.#target, statement, limits))
    if (weight === 'scan') return this.#limitScans(() => runReads(this.#target, limits, (run) => run<R>(statement)))
    return this.#runHeavy(limits, (run) => run<R>(statement))
  }

  async #runHeavy<T>(limits: ReadLimits, read: (run: RunStatement) => Promise<T>): Promise<T> {
    this.#checkOpen()
    return this.#heavyReads.run(limits, () => {
      if (this.#heavyReadLimit.waiting >= maxWaitingReads) throw new StoreError('busy', 'too many reads are waiting')
      return this.#heavyReadLimit.run(() => runReads(this.#target, limits, read))
    })
  }

  #checkOpen(): void {
    if (this.#closing) throw new StoreError('unavailable', 'the database is closed')
  }
}

const encodedList = (shape: RowShape, list: string): string =>
  JSON.stringify((JSON.parse(list) as Row[]).map((row) => encodeRow(shape, row)))
