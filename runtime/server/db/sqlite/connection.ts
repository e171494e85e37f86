/** Opens connections with the settings that the engine relies on. */
import Sqlite from 'better-sqlite3'
import { allowReads } from './read-interrupt.ts'
import { modelKeys, type ModelRows } from '../model-version.ts'
import { metaTable } from '../ownership.ts'
import { attach, type Attachment } from '../adopted/sqlite.ts'

/** How long a statement waits for a lock of another process, in milliseconds. */
export const busyTimeout = 5000

/**
 * The one connection that writes. Statements on it never wait: transactions wait for the lock before they begin
 * (driver.ts).
 */
/** @param needsLog the attached files get a write-ahead log, too */
export function openWriter(file: string, attachments: readonly Attachment[] = [], needsLog = false): Sqlite.Database {
  const connection = new Sqlite(file, { timeout: busyTimeout })
  try {
    const mode = connection.pragma('journal_mode = WAL', { simple: true })
    if (mode !== 'wal') throw new Error(`write-ahead log is not possible here (journal mode ${String(mode)})`)
    connection.pragma('synchronous = FULL')
    connection.pragma('foreign_keys = ON')
    connection.pragma('cache_size = -4000')
    connection.pragma('journal_size_limit = 67108864')
    // Statement journals of large statements stay in memory and need no file.
    connection.pragma('temp_store = memory')
    attach(connection, attachments)
    // With a rollback journal readers and the writer would stop each other.
    if (needsLog) for (const { name } of attachments) connection.pragma(`"${name}".journal_mode = WAL`)
    connection.pragma('busy_timeout = 0')
    allowReads(connection)
    return connection
  } catch (error) {
    connection.close()
    throw error
  }
}

/** Lets a commit of this connection checkpoint the write-ahead log once it holds so many bytes, in place of 4 MB. */
export function setLogSize(writer: Sqlite.Database, bytes: number): void {
  const pageSize = Number(writer.pragma('page_size', { simple: true }))
  writer.pragma(`wal_autocheckpoint = ${Math.max(1, Math.floor(bytes / pageSize))}`)
}

/**
 * A connection that cannot write.
 * @param cacheKilobytes upper limit of its page cache
 */
export function openReader(
  file: string,
  cacheKilobytes: number,
  attachments: readonly Attachment[] = [],
): Sqlite.Database {
  const connection = new Sqlite(file, { readonly: true, fileMustExist: true, timeout: busyTimeout })
  connection.pragma(`cache_size = -${cacheKilobytes}`)
  attach(connection, attachments)
  return connection
}

/** Tells whether anything was committed since a read, by this process or by another one. */
export class DataVersion {
  readonly #versions: readonly Sqlite.Statement[]

  /** @param connection its own commits do not count */
  constructor(connection: Sqlite.Database, attachments: readonly Attachment[]) {
    // Each file has a version of its own.
    this.#versions = ['main', ...attachments.map(({ name }) => name)].map((name) =>
      connection.prepare(`pragma "${name}".data_version`).pluck(),
    )
  }

  /**
   * Changes with every commit to one of the files. Within a transaction it is that of the data which the transaction
   * reads.
   */
  read(): string {
    return this.#versions.map((version) => version.get()).join()
  }
}

/** Reads the recorded model on the connection that writes. */
export class ModelReader {
  readonly #commits: Sqlite.Statement
  readonly #rows: () => Sqlite.Statement
  #seen: unknown = null

  constructor(writer: Sqlite.Database) {
    this.#commits = writer.prepare('pragma data_version').pluck()
    // The table is there once the database is ours.
    this.#rows = () => writer.prepare(`select value from ${metaTable} where key = ?`).pluck()
  }

  /** Whether another connection has committed anything since the last call. */
  hasChanged(): boolean {
    const version = this.#commits.get()
    const hasChanged = version !== this.#seen
    this.#seen = version
    return hasChanged
  }

  read(): ModelRows {
    const rows = this.#rows()
    const valueOf = (key: string): string | null => (rows.get(key) as string | undefined) ?? null
    return { version: valueOf(modelKeys.version), model: valueOf(modelKeys.model) }
  }
}
