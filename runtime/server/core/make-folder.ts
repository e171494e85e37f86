/** Creates folders that only their owner can read, and takes existing files away from other users. */
import { chmodSync, mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Creates a folder with all its parents, for the owner only; an existing one is left alone. Node's own recursive
 * mkdir never returns where the system answers ENOENT below an existing folder, as /proc does. Throws the system's
 * error (EACCES, ENOTDIR, EEXIST, ENOENT, …).
 */
export function makeFolder(path: string): void {
  const missing: string[] = []
  for (let folder = path; !isFolder(folder) && folder !== dirname(folder); folder = dirname(folder))
    missing.unshift(folder)
  for (const folder of missing) {
    try {
      mkdirSync(folder, { mode: 0o700 })
    } catch (error) {
      // Another process may be making the same folder.
      if (!isFolder(folder)) throw error
    }
  }
}

/**
 * Removes the access of other users of the machine to a file or folder, which earlier versions and copies leave open.
 * Nothing happens where it does not exist, belongs to somebody else or the disk has no permissions.
 */
export function restrictAccess(path: string): void {
  const facts = statSync(path, { throwIfNoEntry: false })
  // Guard T88: existing files are taken away from other users.
  // Without: if (facts) return
  if (!facts || (facts.mode & 0o077) === 0) return
  try {
    chmodSync(path, facts.mode & 0o700)
  } catch (error) {
    if (!['EPERM', 'EROFS', 'ENOTSUP', 'ENOENT'].includes(String((error as NodeJS.ErrnoException).code))) throw error
  }
}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
