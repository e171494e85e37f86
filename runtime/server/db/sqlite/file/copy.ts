/** Copies of an SQLite database as one file, and their return. */
import {
  closeSync,
  copyFileSync,
  existsSync,
  fsyncSync,
  linkSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { dirname } from 'node:path'
import Sqlite from 'better-sqlite3'
import { makeFolder } from '../../../core/make-folder.ts'
import { DatabaseError } from '../../database-error.ts'
import { codeOf, messageOf } from '../../store-error.ts'
import { busyTimeout } from '../connection.ts'
import { databaseErrorFrom } from '../file.ts'

/** Writes what is committed at this moment into a new file that its owner alone can read. Writers go on meanwhile. */
export function copyDatabase(file: string, target: string): void {
  closeSync(openSync(target, 'wx', 0o600))
  const connection = new Sqlite(file, { readonly: true, fileMustExist: true, timeout: busyTimeout })
  try {
    connection.prepare('vacuum into ?').run(target)
  } finally {
    connection.close()
  }
}

/**
 * Puts a copy in the place of the database, whole or not at all. Throws a DatabaseError: `exists` when there is a
 * database and none may be replaced, `in_use` while a process has it open.
 * @param replaced where the database that was there is kept; null = none may be replaced
 */
export function returnDatabase(copy: string, file: string, replaced: string | null): void {
  makeFolder(dirname(file))
  const fresh = `${file}.restoring`
  rmSync(fresh, { force: true })
  try {
    if (existsSync(file)) {
      if (replaced === null) throw new DatabaseError('exists', { place: file })
      setAside(file, replaced)
    }
    copyFileSync(copy, fresh)
    // The journal mode is kept in the file.
    const connection = new Sqlite(fresh)
    connection.pragma('journal_mode = WAL')
    connection.close()
    flush(fresh)
    renameSync(fresh, file)
    flush(dirname(file))
  } catch (error) {
    rmSync(fresh, { force: true })
    if (error instanceof DatabaseError) throw error
    throw new DatabaseError('file', { place: file, reason: codeOf(error) || messageOf(error) }, error)
  }
}

/** Keeps the database under another name, too, with all that was committed; a damaged one as it is. */
function setAside(file: string, replaced: string): void {
  closeDown(file)
  makeFolder(dirname(replaced))
  try {
    linkSync(file, replaced)
  } catch {
    // Disks without hard links.
    copyFileSync(file, replaced)
  }
  if (statSync(`${file}-wal`, { throwIfNoEntry: false })?.size) renameSync(`${file}-wal`, `${replaced}-wal`)
  for (const suffix of ['-wal', '-shm']) rmSync(`${file}${suffix}`, { force: true })
}

/**
 * Writes the write-ahead log back into the file, unless the file is damaged. Nobody else may have it open: their log
 * would be lost.
 */
function closeDown(file: string): void {
  const connection = new Sqlite(file, { timeout: 0 })
  try {
    connection.pragma('locking_mode = EXCLUSIVE')
    connection.exec('begin exclusive; commit')
    connection.pragma('wal_checkpoint(TRUNCATE)')
  } catch (error) {
    if (codeOf(error).startsWith('SQLITE_BUSY')) throw new DatabaseError('in_use', { place: file }, error)
    // A backup is what helps then, so it has to be possible to restore one.
    if (!['damaged', 'not_sqlite'].includes(databaseErrorFrom(file, error)?.code ?? '')) throw error
  } finally {
    connection.close()
  }
}

function flush(path: string): void {
  const descriptor = openSync(path, 'r')
  try {
    fsyncSync(descriptor)
  } catch {
    // Folders cannot be flushed everywhere.
  } finally {
    closeSync(descriptor)
  }
}
