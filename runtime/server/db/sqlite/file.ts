/** Checks a SQLite file and its folder before anything is opened for writing, and reports what is wrong with them. */
import { randomBytes } from 'node:crypto'
import { closeSync, linkSync, openSync, readSync, renameSync, rmSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import Sqlite from 'better-sqlite3'
import { makeFolder, restrictAccess } from '../../core/make-folder.ts'
import { metaTable, ownershipOf } from '../ownership.ts'
import { DatabaseError } from '../database-error.ts'
import { codeOf, messageOf } from '../store-error.ts'
import { busyTimeout } from './connection.ts'

/**
 * Creates folder and file when they are missing. Throws a DatabaseError when the file cannot be used, an empty one
 * included: files created here never are, so it was a database that something has cut.
 */
export function checkFile(file: string): void {
  makeDataFolder(dirname(file))
  const size = sizeOf(file)
  if (size === null) return makeFile(file)
  // Guard T88: an empty file is not a new installation.
  // Without: if (size === 0) return
  if (size === 0) throw new DatabaseError('cut', { place: file })
  if (!hasHeader(file)) throw new DatabaseError('not_sqlite', { place: file })
  checkOwnership(file)
  for (const suffix of ['', '-wal', '-shm', '-reserved']) restrictAccess(`${file}${suffix}`)
}

/** Throws a DatabaseError when the file of another application is not there or is no database. */
export function checkAdoptedFile(file: string): void {
  if (sizeOf(file) === null) throw new DatabaseError('adopted_missing', { place: file })
  if (!hasHeader(file)) throw new DatabaseError('not_sqlite', { place: file })
}

/** Opens with `open`, waiting for another process that is just setting the file up. Throws a DatabaseError. */
export async function opened<T>(file: string, open: () => T): Promise<T> {
  const deadline = performance.now() + busyTimeout
  for (;;) {
    try {
      return open()
    } catch (error) {
      if (!codeOf(error).startsWith('SQLITE_BUSY') || performance.now() > deadline) throw cannotOpen(file, error)
    }
    await pause(20)
  }
}

function makeDataFolder(folder: string): void {
  try {
    makeFolder(folder)
  } catch (error) {
    throw new DatabaseError('folder', { place: folder, reason: codeOf(error) || messageOf(error) }, error)
  }
}

/**
 * Creates a database without tables that the owner alone can read. It is complete before it gets its name, so that no
 * interruption leaves an empty file.
 */
function makeFile(file: string): void {
  const fresh = `${file}.${randomBytes(6).toString('hex')}.new`
  try {
    closeSync(openSync(fresh, 'wx', 0o600))
    const connection = new Sqlite(fresh)
    connection.pragma('journal_mode = WAL')
    connection.close()
    giveName(fresh, file)
  } catch (error) {
    throw new DatabaseError('file', { place: file, reason: codeOf(error) || messageOf(error) }, error)
  } finally {
    rmSync(fresh, { force: true })
  }
}

/**
 * A link never replaces a file that another process has created at this moment; renaming is for disks without links.
 */
function giveName(fresh: string, file: string): void {
  try {
    linkSync(fresh, file)
  } catch (error) {
    if (sizeOf(file) === null) renameSync(fresh, file)
    else if (codeOf(error) !== 'EEXIST') throw error
  }
}

/** Bytes in the file, null when there is none yet. */
function sizeOf(file: string): number | null {
  try {
    const facts = statSync(file)
    if (!facts.isFile()) throw new DatabaseError('file', { place: file, reason: 'EISDIR' })
    return facts.size
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null
    throw error instanceof DatabaseError
      ? error
      : new DatabaseError('folder', { place: dirname(file), reason: codeOf(error) }, error)
  }
}

function hasHeader(file: string): boolean {
  const header = Buffer.alloc(16)
  try {
    const handle = openSync(file, 'r')
    readSync(handle, header, 0, 16, 0)
    closeSync(handle)
  } catch (error) {
    throw new DatabaseError('file', { place: file, reason: codeOf(error) || messageOf(error) }, error)
  }
  return header.toString('latin1') === 'SQLite format 3\0'
}

function checkOwnership(file: string): void {
  let connection: Sqlite.Database | null = null
  try {
    connection = new Sqlite(file, { readonly: true, fileMustExist: true, timeout: busyTimeout })
    const tables = connection
      .prepare("select name from sqlite_schema where type = 'table' and name not like 'sqlite\\_%' escape '\\'")
      .pluck()
      .all() as string[]
    const marked = tables.includes(metaTable)
    const format = marked
      ? connection.prepare(`select value from ${metaTable} where key = 'format'`).pluck().get()
      : null
    ownershipOf(file, tables, marked ? String(format ?? '') : null)
  } catch (error) {
    throw cannotOpen(file, error)
  } finally {
    connection?.close()
  }
}

const cannotOpen = (file: string, error: unknown): DatabaseError =>
  databaseErrorFrom(file, error) ?? new DatabaseError('file', { place: file, reason: messageOf(error) }, error)

/** An error of the engine which says that the file cannot be used, as an error for people; null for any other. */
export function databaseErrorFrom(file: string, error: unknown): DatabaseError | null {
  if (error instanceof DatabaseError) return error
  const code = codeOf(error)
  const params = { place: file, reason: messageOf(error) }
  if (code.startsWith('SQLITE_BUSY') || code.startsWith('SQLITE_LOCKED'))
    return new DatabaseError('locked', params, error)
  if (code === 'SQLITE_NOTADB') return new DatabaseError('not_sqlite', params, error)
  if (code.startsWith('SQLITE_CORRUPT')) return new DatabaseError('damaged', params, error)
  if (code === 'SQLITE_FULL' || code === 'SQLITE_IOERR_SHMSIZE') return new DatabaseError('full', params, error)
  if (/^SQLITE_(READONLY|CANTOPEN|IOERR|PERM|AUTH)/.test(code)) return new DatabaseError('file', params, error)
  return null
}
