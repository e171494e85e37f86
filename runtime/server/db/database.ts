/**
 * The interface of a database. Operations build SQL with Kysely and the adapter's fragments; which engine runs it, in
 * which thread, is decided behind this interface.
 */
import type { CsvShape } from '../core/models/csv-rows.ts'
import type { TableModel } from '../../protocol/index.ts'
import type { RowShape } from '../core/models/row-shape.ts'
import type { Adapter } from './adapter.ts'
import type { ModelVersion } from './model-version.ts'
import type { ReadLimits } from './limits/read-limits.ts'
import type { SearchIndexes } from './search.ts'
import type { Reading, Row, Statement, Tables, Transaction } from './tables.ts'
import type { TopicFeed } from './topics.ts'

/**
 * `heavy`: may read many rows (text search, exact count). Heavy reads queue among themselves. `scan`: passes over whole
 * tables, for which nobody waits.
 */
export type Weight = 'light' | 'heavy' | 'scan'

export interface PageRequest {
  readonly rows: Statement
  /** One row, one column. Null = no count needed. */
  readonly count: Statement | null
  /** The same rows found in another way, which is the cheaper one where the count is high. Needs a count. */
  readonly walk?: Walk | null
  /** Needs a count and a walk. */
  readonly plain?: Plain | null
  /** Pass the same object for the same shape: it crosses to a worker once only. */
  readonly shape: RowShape
  readonly weight: Weight
  /** Absent = those of reads that no request waits for. */
  readonly limits?: ReadLimits
}

/** The page without the search index, which reads fewer rows where `when` returns 1. */
export interface Plain {
  /** One row, one column. */
  readonly when: Statement
  readonly rows: Statement
  readonly count: Statement
}

export interface Walk {
  readonly rows: Statement
  /** One row, one column: the square of the count above which these rows are read. */
  readonly maxSquare: Statement
}

export interface ExportRequest {
  readonly rows: Statement
  readonly csv: CsvShape
  /** The deadline applies to every batch of rows. One account exports one list at a time. */
  readonly limits: ReadLimits
}

export interface PageAnswer {
  /** JSON text of the array of encoded rows. */
  readonly list: string
  readonly count: number | null
}

/** `essential`: small writes for signing in and out; they may use the space that is reserved for a full disk. */
export type Urgency = 'ordinary' | 'essential'

export interface OpenOptions {
  /** The built reader worker (`.build/server/reader.mjs`); engines without reader workers ignore it. */
  readonly readerScript: string
  /** Reserve disk space for essential writes; engines on other machines ignore it. */
  readonly reserve?: boolean
  /** A database that is not there is refused instead of made. */
  readonly existing?: boolean
  /** All tables; those of other applications are found by them. Absent = there are only own ones. */
  readonly models?: readonly TableModel[]
  /** Records of other applications are written: their SQLite files get a write-ahead log, as the own one has. */
  readonly writesAdopted?: boolean
  /** Where the file of another application is. By default its path is relative to the working directory. */
  readonly adoptedFile?: AdoptedFile
}

/** @param name under which it is attached @param path as the schemas have it @returns an absolute path */
export type AdoptedFile = (name: string, path: string) => string

/** `DB` are its tables as a module declares them; the core works on any. */
export interface Database<DB = Tables> {
  readonly adapter: Adapter
  /** How to name the database to people: the file, or host and name; never a password. */
  readonly place: string
  /**
   * Short reads by key. Outside `write` it sees committed data only, and cannot write on SQLite. Inside, it is part of
   * the transaction, whoever asks: no code can take a second connection there.
   */
  readonly query: Reading<DB>
  /**
   * One transaction; committed when the work resolves, rolled back when it throws. The work may run more than once
   * (up to 5 times after a serialization failure or deadlock), so it must have no effect but through `trx`. Inside,
   * `query` and `rows` are part of the transaction; another `write`, a page, an export or `runAlone` is refused with an
   * Error.
   */
  write<T>(work: (trx: Transaction<DB>) => Promise<T>, urgency?: Urgency): Promise<T>
  /**
   * Runs the work once the transaction that the caller is part of is committed, and never when it is rolled back. An
   * error that the work throws is ignored, since the write is done. Throws an Error outside of a transaction.
   */
  afterCommit(work: () => Promise<void>): void
  /**
   * A write during which the database checks no references, for changes of tables that work only then. Rejects, and
   * nothing is stored, when afterwards more rows than before refer to nothing.
   */
  writeUnchecked<T>(work: (trx: Transaction) => Promise<T>): Promise<T>
  /**
   * A short write that must not wait for the rest of the running transaction, such as the next number of a counter that
   * many need: committed at once, whatever becomes of the transaction, where there are several writers; otherwise part
   * of the transaction. It must touch no row that transactions lock.
   */
  writeApart<T>(trx: Transaction<DB>, work: (apart: Transaction<DB>) => Promise<T>): Promise<T>
  /**
   * A page of rows as finished JSON text, with its count, read from one moment's data. Rejects with an error of the
   * kind `deadline`, `occupied` or `cancelled` when the read reaches its limits; so does `rows`.
   */
  page(request: PageRequest): Promise<PageAnswer>
  /**
   * Changes with every commit, by any process: what was read is still true while it stays the same. Null where that
   * cannot be told at once.
   */
  version(): string | null
  /** As `version`, where the database may be asked for it. Null within a transaction. */
  commitVersion(): Promise<string | null>
  /** Raw rows of a longer read. */
  rows(statement: Statement, weight: Weight, limits?: ReadLimits): Promise<Row[]>
  /**
   * All rows of a statement as lines of a CSV file in UTF-8, in pieces of whole lines, read from one moment's data as
   * far as the consumer takes them. Rejects like `page`, with `busy` when too many exports are running, and with
   * `cancelled` when the consumer takes nothing for a minute: an open read keeps old data from being cleaned up.
   */
  exportRows(request: ExportRequest): AsyncGenerator<Buffer, void>
  /** Whether the database still means what this process was started with; no write is committed when it does not. */
  readonly modelVersion: ModelVersion
  /** Looks how the columns of the own tables are stored; worth calling after a change of them. */
  refreshStorage(): Promise<void>
  /** Looks whether another process has changed the recorded model. Rejects when the database cannot be read. */
  checkModel(): Promise<void>
  /** The indexes of the quick search, as far as they find all rows. */
  readonly search: SearchIndexes
  /** The changes that transactions publish (`topics.ts`). */
  readonly topics: TopicFeed
  /**
   * Copies the database before a change of its tables, and keeps the last copies only. Throws a DatabaseError.
   * @returns where the copy is; null where the server of the database is backed up by others
   */
  backup(): string | null
  /** A statement that cannot be part of a transaction. It may take as long as it needs. */
  runAlone(statement: string): Promise<void>
  /**
   * Refreshes the planner's statistics of one table, or of all that are ours; worth calling after a large load. Those
   * of adopted tables stay as they are.
   */
  optimize(table?: string): Promise<void>
  /** Waits for running work, then closes files and connections. */
  close(): Promise<void>
}
