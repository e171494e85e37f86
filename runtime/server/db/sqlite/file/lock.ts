/** A lock on a file that ends with its process, however that ends. */
import { closeSync, openSync, rmSync } from 'node:fs'
import Sqlite from 'better-sqlite3'
import { codeOf } from '../../store-error.ts'

/** Whether a process has the lock of a file, or is writing it as a database. */
export function isLocked(file: string): boolean {
  const connection = new Sqlite(file, { timeout: 0 })
  try {
    lock(connection)
    return false
  } catch (error) {
    return codeOf(error).startsWith('SQLITE_BUSY')
  } finally {
    connection.close()
  }
}

/**
 * Locks a file, which is created when it is missing. The lock is that of SQLite, which is the system's: no process has
 * to be alive to tell that another one is not, and those in other containers see it as well.
 * @returns a function that removes the file and with it the lock; null while another process, or this one, has it
 */
export function lockFile(file: string): (() => void) | null {
  let connection: Sqlite.Database | null = null
  try {
    connection = new Sqlite(file, { timeout: 0 })
    lock(connection)
  } catch (error) {
    connection?.close()
    if (codeOf(error).startsWith('SQLITE_BUSY')) return null
    // The system says why, and names the file.
    if (codeOf(error).startsWith('SQLITE_CANTOPEN')) closeSync(openSync(file, 'a', 0o600))
    throw error
  }
  return () => {
    rmSync(file, { force: true })
    connection?.close()
  }
}

function lock(connection: Sqlite.Database): void {
  // No second file.
  connection.pragma('journal_mode = memory')
  connection.exec('begin exclusive')
}
