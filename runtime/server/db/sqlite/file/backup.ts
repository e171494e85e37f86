/** Copies of a database file beside it, made before a change of its tables. */
import { closeSync, existsSync, openSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { DatabaseError } from '../../database-error.ts'
import { makeFolder } from '../../../core/make-folder.ts'
import { codeOf, messageOf } from '../../store-error.ts'
import { busyTimeout } from '../connection.ts'
import { isLocked } from './lock.ts'

/** How many copies are kept. */
const maxKept = 3

/** Where copies of a database are, and what their names begin with. */
const placeOf = (file: string): { readonly folder: string; readonly prefix: string } => ({
  folder: join(dirname(file), 'backups'),
  prefix: `${basename(file).replace(/\.sqlite$/, '')}-`,
})

/**
 * Removes what processes that were killed have left of copies and of a database to be restored, as far as this account
 * may.
 */
export function removePartialCopies(file: string): void {
  const { folder, prefix } = placeOf(file)
  const isPart = (name: string): boolean =>
    name.startsWith(prefix) && /^\d{8}T\d{9}\.sqlite\.part$/.test(name.slice(prefix.length))
  try {
    rmSync(`${file}.restoring`, { force: true })
    const parts = existsSync(folder) ? readdirSync(folder).filter(isPart) : []
    for (const name of parts) if (!isLocked(join(folder, name))) rmSync(join(folder, name), { force: true })
  } catch {
    // They only take space.
  }
}

/**
 * Writes a copy that its owner alone can read into the folder `backups`, then removes all but the newest ones.
 * @param now of the name, in milliseconds
 * @returns its path
 */
export function backUp(file: string, now: number): string {
  const { folder, prefix } = placeOf(file)
  const copy = join(folder, `${prefix}${new Date(now).toISOString().replace(/[-:.Z]/g, '')}.sqlite`)
  // Only a complete copy gets its name.
  const part = `${copy}.part`
  try {
    makeFolder(folder)
    removePartialCopies(file)
    // Guard T88: the copy of a database is for its owner alone.
    // Without: closeSync(openSync(part, 'wx', 0o644))
    closeSync(openSync(part, 'wx', 0o600))
    const connection = new Sqlite(file, { readonly: true, fileMustExist: true, timeout: busyTimeout })
    try {
      connection.prepare('vacuum into ?').run(part)
    } finally {
      connection.close()
    }
    renameSync(part, copy)
  } catch (error) {
    rmSync(part, { force: true })
    throw new DatabaseError('backup', { place: file, copy, reason: codeOf(error) || messageOf(error) }, error)
  }
  const isCopy = (name: string): boolean =>
    name.startsWith(prefix) && /^\d{8}T\d{9}\.sqlite$/.test(name.slice(prefix.length))
  const copies = readdirSync(folder).filter(isCopy).toSorted()
  for (const name of copies.slice(0, -maxKept)) rmSync(join(folder, name), { force: true })
  return copy
}
