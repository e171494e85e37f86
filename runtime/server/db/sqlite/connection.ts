/** Opens connections with the settings that the engine relies on. */
import Sqlite from 'better-sqlite3'

/** How long a statement waits for a lock of another process, in milliseconds. */
export const busyTimeout = 5000

/**
 * The one connection that writes. Statements on it never wait: transactions wait for the lock before they begin
 * (driver.ts).
 */
export function openWriter(file: string): Sqlite.Database {
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
    connection.pragma('busy_timeout = 0')
    return connection
  } catch (error) {
    connection.close()
    throw error
  }
}

/**
 * A connection that cannot write.
 * @param cacheKilobytes upper limit of its page cache
 */
export function openReader(file: string, cacheKilobytes: number): Sqlite.Database {
  const connection = new Sqlite(file, { readonly: true, fileMustExist: true, timeout: busyTimeout })
  connection.pragma(`cache_size = -${cacheKilobytes}`)
  return connection
}
