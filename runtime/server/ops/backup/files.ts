/** Copies folders file by file, and knows what they should contain. */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { constants, copyFile, mkdir, readdir, stat } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { pipeline } from 'node:stream/promises'

/** One file of a backup. */
export interface BackedUpFile {
  /** Relative to the folder, with `/`. */
  readonly path: string
  readonly bytes: number
  readonly sha256: string
}

/** All files below a folder, by relative path; none when it does not exist. Hidden ones are left out. */
export async function listFiles(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter((path) => !path.split('/').some((part) => part.startsWith('.')))
    .toSorted()
}

/**
 * Copies a file that may be gone by now, where there is none yet. Disks that can share the blocks of both do.
 * @returns false when it is gone
 */
export async function copyNew(source: string, target: string): Promise<boolean> {
  await mkdir(dirname(target), { recursive: true, mode: 0o700 })
  try {
    await copyFile(source, target, constants.COPYFILE_FICLONE | constants.COPYFILE_EXCL)
    return true
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EEXIST') return true
    if (code === 'ENOENT') return false
    throw error
  }
}

/** Size and hash of a file. */
export async function describeFile(folder: string, path: string): Promise<BackedUpFile> {
  const hash = createHash('sha256')
  const file = join(folder, path)
  await pipeline(createReadStream(file), hash)
  return { path, bytes: (await stat(file)).size, sha256: hash.digest('hex') }
}
