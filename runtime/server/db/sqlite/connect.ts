/** Opens a SQLite file as a Database: one writer, a connection for point reads, and reader workers. */
import { resolve } from 'node:path'
import type Sqlite from 'better-sqlite3'
import { CompiledQuery, type Kysely } from 'kysely'
import { memoizeByObject } from '../../../protocol/index.ts'
import type { RowShape } from '../../core/models/row-shape.ts'
import type { Database, ExportRequest, OpenOptions, PageAnswer, PageRequest, Urgency, Weight } from '../database.ts'
import type { Row, Statement, Tables, Transaction } from '../tables.ts'
import { runStatement } from '../run-text.ts'
import { AccountQueue, heavyReads, lightReads } from '../limits/account-queue.ts'
import { ExportSlots } from '../limits/export-slots.ts'
import { DatabaseError } from '../database-error.ts'
import { defaultLimits, type ReadLimits } from '../limits/read-limits.ts'
import { messageOf, StoreError } from '../store-error.ts'
import { AdoptedPlugin } from '../adopted/adopted-plugin.ts'
import { AdoptedTables } from '../adopted/adopted-tables.ts'
import { sqliteAdapter } from './adapter.ts'
import { attachmentsOf, sqliteAdopted, type Attachment } from '../adopted/sqlite.ts'
import { SearchIndexes } from '../search.ts'
import { ModelVersion } from '../model-version.ts'
import { readModelRows } from '../plan/metadata.ts'
import { backUp, removePartialCopies } from './file/backup.ts'
import { ReservedSpace } from './file/reserved-space.ts'
import { DataVersion, ModelReader, openReader, openWriter, setLogSize } from './connection.ts'
import { CommitCache } from '../commit-cache.ts'
import { statementKey } from './count-cache.ts'
import { ExportWorkers } from './export-worker.ts'
import { kyselyOn } from './driver.ts'
import { checkAdoptedFile, checkFile, opened } from './file.ts'
import { RunningTransactions } from '../running-transactions.ts'
import { hasTopics, TopicFeed } from '../topics.ts'
import { ReaderPool } from './reader-pool.ts'
import type { ReaderJob, ReaderResult } from './reader-worker.ts'

/** What a read of raw rows lacks. */
const noPage = { count: null, walk: null, plain: null, shape: null }

/**
 * Counts the tables without statistics and those whose size has changed much since: 2 for ANALYZE, 16 for looking at
 * few rows of each, 65536 for all tables. Attached files are of other applications and stay as they are.
 */
const optimizeMain = 'pragma main.optimize = 0x10012'
/** Has a connection that was open meanwhile read the statistics. */
const readStatistics = 'pragma writable_schema = reset'
/** Milliseconds between two looks at the sizes of tables. */
const optimizeInterval = 300_000

/** Rows that refer to nothing. */
async function countOrphans(trx: Transaction): Promise<number> {
  return (await trx.executeQuery(CompiledQuery.raw('pragma foreign_key_check'))).rows.length
}

/** Characters of pages that are stored until the next commit: many people open the same first page of a list. */
const maxPages = 4_000_000

/** Page cache of the connection for point reads, in kilobytes. */
const pointCache = 2000
/** The same of an export, which reads every page once. */
const exportCache = 1000

/** Opens (creating it when it is missing) the file. Throws a DatabaseError; then nothing was changed. */
export async function connectSqlite(file: string, options: OpenOptions): Promise<Database> {
  const reserved = options.reserve ? new ReservedSpace(file) : null
  try {
    return await connect(file, options, reserved)
  } catch (error) {
    // Opening needs space as well, for the index of the write-ahead log.
    if (!(error instanceof DatabaseError && error.code === 'full' && reserved?.release())) throw error
    return connect(file, options, reserved)
  }
}

async function connect(file: string, options: OpenOptions, reserved: ReservedSpace | null): Promise<Database> {
  checkFile(file)
  const { models = [], adoptedFile = (_name, path) => resolve(path) } = options
  const attachments = attachmentsOf(models, adoptedFile)
  for (const attachment of attachments) checkAdoptedFile(attachment.file)
  const adopted = new AdoptedTables(models, sqliteAdopted)
  const writer = await opened(file, () => openWriter(file, attachments, options.writesAdopted))
  const reader = await opened(file, () => openReader(file, pointCache, attachments))
  try {
    checkAdopted(reader, adopted, attachments)
    if (reserved) removePartialCopies(file)
  } catch (error) {
    reader.close()
    writer.close()
    throw error
  }
  reserved?.reserve()
  if (reserved) setLogSize(writer, reserved.logSize)
  return new SqliteDatabase({
    place: file,
    writer,
    reader,
    pools: {
      light: new ReaderPool(options.readerScript, { file, attachments }, 'light'),
      heavy: new ReaderPool(options.readerScript, { file, attachments }, 'heavy'),
      scan: new ReaderPool(options.readerScript, { file, attachments }, 'scan'),
    },
    reserved,
    exportWorkers: new ExportWorkers(options.readerScript, { file, cacheKilobytes: exportCache, attachments }),
    adopted,
    attachments,
    hasTopicTable: hasTopics(models),
  })
}

/** Whether the tables still are as the schemas have them. Throws a DatabaseError `adopted_changed`. */
function checkAdopted(reader: Sqlite.Database, adopted: AdoptedTables, attachments: readonly Attachment[]): void {
  for (const table of adopted.list) {
    try {
      reader.prepare(`select * from ${table.rows()} limit 0`)
    } catch (error) {
      const place = attachments.find(({ name }) => name === table.model.adopted?.file?.name)?.file ?? ''
      throw new DatabaseError('adopted_changed', { place, table: table.model.id, reason: messageOf(error) }, error)
    }
  }
}

/** The key of a page: what its text depends on, apart from the stored data. Other ways to the rows follow from it. */
function createPageKey(): (rows: Statement, count: Statement | null, shape: RowShape) => string {
  let shapes = 0
  const numberOf = memoizeByObject((_shape: RowShape) => ++shapes)
  return (rows, count, shape) =>
    `${numberOf(shape)}\n${statementKey(rows)}\n${count === null ? '' : statementKey(count)}`
}

interface Connections {
  readonly place: string
  readonly writer: Sqlite.Database
  readonly reader: Sqlite.Database
  readonly pools: Readonly<Record<Weight, ReaderPool>>
  readonly reserved: ReservedSpace | null
  readonly exportWorkers: ExportWorkers
  readonly adopted: AdoptedTables
  readonly attachments: readonly Attachment[]
  /** The tables have topics. */
  readonly hasTopicTable: boolean
}

class SqliteDatabase implements Database {
  readonly adapter = sqliteAdapter
  readonly place: string
  readonly query: Kysely<Tables>
  readonly search = new SearchIndexes(() => sqliteAdapter.search.ready(this.query))
  readonly modelVersion = new ModelVersion()
  readonly topics: TopicFeed
  readonly #running = new RunningTransactions((changes, hints) => this.topics.committed(changes, hints))
  readonly #writer: Kysely<Tables>
  readonly #raw: Sqlite.Database
  readonly #model: ModelReader
  readonly #reader: Sqlite.Database
  readonly #dataVersion: DataVersion
  readonly #pages = new CommitCache<PageAnswer>(() => this.version(), {
    maxSize: maxPages,
    sizeCalculation: ({ list }, key) => list.length + key.length,
  })
  readonly #pageKey = createPageKey()
  readonly #connections: readonly Sqlite.Database[]
  readonly #pools: Readonly<Record<Weight, ReaderPool>>
  readonly #reserved: ReservedSpace | null
  readonly #heavyReads = new AccountQueue(heavyReads)
  readonly #lightReads = new AccountQueue(lightReads)
  readonly #exports = new ExportSlots()
  readonly #exportWorkers: ExportWorkers
  readonly #optimizing: NodeJS.Timeout
  #closing: Promise<void> | null = null

  constructor({
    place,
    writer,
    reader,
    pools,
    reserved,
    exportWorkers,
    adopted,
    attachments,
    hasTopicTable,
  }: Connections) {
    this.place = place
    this.topics = new TopicFeed({ isActive: hasTopicTable, write: (work) => this.write(work) })
    const plugins = adopted.list.length > 0 ? [new AdoptedPlugin(adopted)] : []
    this.#writer = kyselyOn(writer, { plugins })
    this.#raw = writer
    this.query = kyselyOn(reader, { plugins, joins: this.#running })
    this.#reader = reader
    this.#dataVersion = new DataVersion(reader, attachments)
    this.#connections = [reader, writer]
    this.#model = new ModelReader(writer)
    this.#pools = pools
    this.#reserved = reserved
    this.#exportWorkers = exportWorkers
    // With statistics from when a table was small, statements read all of it where an index finds the rows. What
    // fails, since another process writes or the disk is full, is tried again.
    this.#optimizing = setInterval(() => void this.optimize().catch(() => {}), optimizeInterval).unref()
  }

  async write<T>(work: (trx: Transaction) => Promise<T>, urgency: Urgency = 'ordinary'): Promise<T> {
    this.#running.refuseInside('another transaction')
    if (urgency === 'ordinary' && this.#reserved?.isFull)
      throw new StoreError('full', 'the disk is full; only what is essential is written')
    const run = (trx: Transaction): Promise<T> => {
      if (this.modelVersion.version !== null && this.#model.hasChanged()) this.modelVersion.judge(this.#model.read())
      this.modelVersion.refuse()
      return work(trx)
    }
    const begin = (): Promise<T> => this.#running.run((inside) => this.#writer.transaction().execute(inside), run)
    try {
      return await begin()
    } catch (error) {
      const freedSpace = sqliteAdapter.problemOf(error)?.kind === 'full' && this.#reserved?.release()
      if (!freedSpace || urgency === 'ordinary') throw error
      return begin()
    }
  }

  async writeUnchecked<T>(work: (trx: Transaction) => Promise<T>): Promise<T> {
    this.#running.refuseInside('another transaction')
    return this.#writer.connection().execute(async (connection) => {
      // Within a transaction the setting has no effect; this commits those that wait for a common commit.
      await connection.executeQuery(CompiledQuery.raw('select 1'))
      this.#raw.pragma('foreign_keys = off')
      try {
        return await this.#running.run(
          (inside) => connection.transaction().execute(inside),
          async (trx) => {
            const before = await countOrphans(trx)
            const result = await work(trx)
            if ((await countOrphans(trx)) > before) throw new Error('rows would refer to records that do not exist')
            return result
          },
        )
      } finally {
        this.#raw.pragma('foreign_keys = on')
      }
    })
  }

  afterCommit(work: () => Promise<void>): void {
    this.#running.afterCommit(work)
  }

  // Integers are stored as such.
  async refreshStorage(): Promise<void> {}

  async checkModel(): Promise<void> {
    this.modelVersion.judge(await readModelRows(this.query))
  }

  writeApart<T>(trx: Transaction, work: (apart: Transaction) => Promise<T>): Promise<T> {
    return work(trx)
  }

  // Null where what the caller reads now is not of the last commit: nobody else may be served with it.
  version(): string | null {
    return this.#reader.inTransaction || this.#running.current !== null ? null : this.#dataVersion.read()
  }

  async commitVersion(): Promise<string | null> {
    return this.version()
  }

  async page({
    rows,
    count,
    walk = null,
    plain = null,
    shape,
    weight,
    limits = defaultLimits,
  }: PageRequest): Promise<PageAnswer> {
    this.#running.refuseInside('a page of a list')
    return this.#pages.of(this.#pageKey(rows, count, shape), () =>
      this.#read(weight, { rows, count, walk, plain, shape, limits }),
    )
  }

  async rows(statement: Statement, weight: Weight, limits: ReadLimits = defaultLimits): Promise<Row[]> {
    if (this.#running.current) return (await runStatement(this.query, statement)).rows
    const { list } = await this.#read(weight, { ...noPage, rows: statement, limits })
    return JSON.parse(list) as Row[]
  }

  async *exportRows(request: ExportRequest): AsyncGenerator<Buffer, void> {
    this.#running.refuseInside('an export')
    const release = await this.#exports.take(request.limits)
    try {
      yield* this.#exportWorkers.run(request)
    } finally {
      release()
    }
  }

  #read(weight: Weight, job: ReaderJob): Promise<ReaderResult> {
    const run = (): Promise<ReaderResult> => this.#pools[weight].run(job)
    return (weight === 'light' ? this.#lightReads : this.#heavyReads).run(job.limits, run)
  }

  backup(): string {
    return backUp(this.place, Date.now())
  }

  async runAlone(statement: string): Promise<void> {
    this.#running.refuseInside('a statement that runs alone')
    await this.#writer.executeQuery(CompiledQuery.raw(statement))
  }

  async optimize(): Promise<void> {
    // It waits for other processes like a write, because it asks for their lock.
    await this.write((trx) => trx.executeQuery(CompiledQuery.raw(optimizeMain)))
    await this.query.executeQuery(CompiledQuery.raw(readStatistics))
    for (const pool of Object.values(this.#pools)) pool.reopen()
    void this.#exportWorkers.endWaiting()
  }

  close(): Promise<void> {
    this.#closing ??= this.#close()
    return this.#closing
  }

  /** The writer is closed last: the last connection checkpoints the log into the file. */
  async #close(): Promise<void> {
    clearInterval(this.#optimizing)
    await this.topics.close()
    await Promise.all([...Object.values(this.#pools), this.#exportWorkers].map((worker) => worker.close()))
    await this.query.destroy()
    await this.#writer.destroy()
    for (const connection of this.#connections) connection.close()
  }
}
