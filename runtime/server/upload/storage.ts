/** Files in the upload folder. Paths are built or checked here; no other code accesses the folder. */
import { randomBytes } from 'node:crypto'
import { access, mkdir, open, realpath, rename, rm, statfs } from 'node:fs/promises'
import { dirname, join, sep } from 'node:path'
import { DiskFullError } from '../errors/system-error.ts'
import { formatSeconds } from '../../protocol/index.ts'
import type { StoredSuffix } from './name.ts'

/** `/storage/{topic}/{yyyymmdd}/{name}{sha1}.{suffix}`, the day in site time. */
export function storedUrl(of: {
  readonly topic: string
  readonly name: string
  readonly sha1: string
  readonly suffix: string
  readonly time: number
  readonly timeZone: string
}): string {
  const day = formatSeconds(of.time, of.timeZone).slice(0, 10).replaceAll('-', '')
  return `/storage/${of.topic}/${day}/${of.name}${of.sha1}.${of.suffix}`
}

const urlShape = /^\/storage\/([A-Za-z0-9_-]{1,32})\/(\d{8})\/([A-Za-z0-9_-]{40,55})\.(jpg|png|webp|gif)$/

/** The file of an address with its suffix; null when no stored file can have that address. */
export function locationOf(
  folder: string,
  url: string,
): { readonly path: string; readonly suffix: StoredSuffix } | null {
  const [, topic, day, name, suffix] = urlShape.exec(url) ?? []
  if (!topic || !day || !name || !suffix) return null
  return { path: join(folder, topic, day, `${name}.${suffix}`), suffix: suffix as StoredSuffix }
}

/** The real path of a file under the folder, or null: absent, or a link leads out of the folder. */
export async function resolveLocation(folder: string, path: string): Promise<string | null> {
  try {
    const [root, real] = await Promise.all([realpath(folder), realpath(path)])
    return real.startsWith(root + sep) ? real : null
  } catch {
    return null
  }
}

/** Throws a DiskFullError unless the disk has room for so many bytes and the reserve. */
export async function ensureSpace(folder: string, bytes: number, reserve: number): Promise<void> {
  // Where it cannot be known, writing will show it.
  const disk = await statfs(folder).catch(() => null)
  if (disk && disk.bavail * disk.bsize < bytes + reserve) throw new DiskFullError(folder)
}

export async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}

/**
 * Writes the whole file or nothing, for the owner only: under a temporary name first, flushed to the disk, then
 * renamed.
 */
export async function writeStored(path: string, bytes: Buffer): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const part = `${path}.${randomBytes(6).toString('hex')}.part`
  try {
    const file = await open(part, 'wx', 0o600)
    await file
      .writeFile(bytes)
      .then(() => file.sync())
      .finally(() => file.close())
    await rename(part, path)
  } catch (error) {
    await rm(part, { force: true })
    throw error
  }
}

/** Removes a file. Nothing to do when it is gone. */
export const removeStored = (path: string): Promise<void> => rm(path, { force: true })
