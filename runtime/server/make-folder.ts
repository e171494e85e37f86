/** Creates folders. */
import { mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Creates a folder with all its parents; an existing one is left alone. Node's own recursive mkdir never returns where
 * the system answers ENOENT below an existing folder, as /proc does. Throws the system's error (EACCES, ENOTDIR,
 * EEXIST, ENOENT, …).
 */
export function makeFolder(path: string): void {
  const missing: string[] = []
  for (let folder = path; !isFolder(folder) && folder !== dirname(folder); folder = dirname(folder))
    missing.unshift(folder)
  for (const folder of missing) {
    try {
      mkdirSync(folder)
    } catch (error) {
      // Another process may be making the same folder.
      if (!isFolder(folder)) throw error
    }
  }
}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
