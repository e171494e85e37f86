/** Checks a SQLite file and its folder before anything is opened for writing, and reports what is wrong with them. */
import { closeSync, openSync, readSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import Sqlite from 'better-sqlite3'
import { makeFolder } from '../../make-folder.ts'
import { metaTable, ownershipOf } from '../ownership.ts'
import { DatabaseError } from '../database-error.ts'
import { codeOf, messageOf } from '../store-error.ts'
import { busyTimeout } from './connection.ts'

/** Creates folder and file when they are missing. Throws a DatabaseError when the file cannot be used. */
export function checkFile(file: string): void {
  makeDataFolder(dirname(file))
  const size = sizeOf(file)
  if (size === null) makeFile(file)
  if (!size) return
  if (!hasHeader(file)) throw new DatabaseError('not_sqlite', { place: file })
  checkOwnership(file)
}

/** Opens with `open`, waiting for another process that is just setting the file up. Throws a DatabaseError. */
export async function opened<T>(file: string, open: () => T): Promise<T> {
  const deadline = performance.now() + busyTimeout
  for (;;) {
    try {
      return open()
    } catch (error) {
      if (!codeOf(error).startsWith('SQLITE_BUSY') || performance.now() > deadline) throw problemWith(file, error)
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

/** Other users of the machine must not read the data. */
function makeFile(file: string): void {
  try {
    closeSync(openSync(file, 'a', 0o600))
  } catch (error) {
    throw new DatabaseError('file', { place: file, reason: codeOf(error) || messageOf(error) }, error)
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
    const found = marked
      ? connection.prepare(`select value from ${metaTable} where key = 'format'`).pluck().get()
      : null
    ownershipOf(file, tables, marked ? String(found ?? '') : null)
  } catch (error) {
    throw problemWith(file, error)
  } finally {
    connection?.close()
  }
}

/** An error of the engine as an error for people. */
function problemWith(file: string, error: unknown): unknown {
  if (error instanceof DatabaseError) return error
  const code = codeOf(error)
  const params = { place: file, reason: messageOf(error) }
  if (code.startsWith('SQLITE_BUSY') || code.startsWith('SQLITE_LOCKED'))
    return new DatabaseError('locked', params, error)
  if (code === 'SQLITE_NOTADB') return new DatabaseError('not_sqlite', params, error)
  if (code.startsWith('SQLITE_CORRUPT')) return new DatabaseError('damaged', params, error)
  if (code === 'SQLITE_FULL' || code === 'SQLITE_IOERR_SHMSIZE') return new DatabaseError('full', params, error)
  return new DatabaseError('file', params, error)
}
