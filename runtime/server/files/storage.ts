/** Files in the upload folder. Paths are built or checked here; no other code accesses the folder. */
import { createHash, randomBytes } from 'node:crypto'
import {
  access,
  constants,
  copyFile,
  link,
  mkdir,
  open,
  readdir,
  realpath,
  rename,
  rm,
  rmdir,
  stat,
  statfs,
} from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import type { Readable } from 'node:stream'
import { DiskFullError } from '../core/errors/system-error.ts'
import { headBytes } from './file-types.ts'

/** Files that arrive, or that may be removed soon. No address leads into the folder, because of the point. */
const incoming = '.incoming'
/** Files that grow until they are stored. No address leads into this folder either. */
const growing = '.growing'
/** Milliseconds after which such a file of the first folder belongs to a process that has ended. */
const abandonedMs = 86_400_000

const urlShape = /^\/storage((?:\/[A-Za-z0-9_-]{1,128}){1,12})\.([a-z0-9]{1,8})$/

/** The file of an address with its suffix; null when no stored file can have that address. */
export function locationOf(folder: string, url: string): { readonly path: string; readonly suffix: string } | null {
  const [, name, suffix] = (url.length <= 255 && urlShape.exec(url)) || []
  if (!name || !suffix) return null
  return { path: `${join(folder, name)}.${suffix}`, suffix }
}

/** The real path of a file under the folder, or null: absent, or a link leads out of the folder. */
export async function resolveLocation(folder: string, path: string): Promise<string | null> {
  try {
    const [root, real] = await Promise.all([realpath(folder), realpath(path)])
    // Guard T74: links in the upload folder lead nowhere else.
    // Without: return root && real
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

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}

/** Gives the work a path to write a file to, and removes what is there afterwards. */
export async function withIncoming<T>(folder: string, work: (path: string) => Promise<T>): Promise<T> {
  const path = await incomingPath(folder)
  try {
    return await work(path)
  } finally {
    await rm(path, { force: true })
  }
}

/** The path of a file that grows until it is stored, for its owner only. @param name letters, digits and points */
export async function growingPath(folder: string, name: string): Promise<string> {
  if (!/^[a-z0-9]{1,64}\.[a-z0-9]{1,8}$/.test(name)) throw new Error(`${JSON.stringify(name)} is no name of a file`)
  await mkdir(join(folder, growing), { recursive: true, mode: 0o700 })
  return join(folder, growing, name)
}

async function incomingPath(folder: string): Promise<string> {
  await mkdir(join(folder, incoming), { recursive: true, mode: 0o700 })
  return join(folder, incoming, `${randomBytes(12).toString('hex')}.part`)
}

export interface WrittenFile {
  readonly path: string
  readonly size: number
  readonly sha1: string
  /** Its first bytes. */
  readonly head: Buffer
}

/** Bytes that are written at once: a file of any length holds twice as much memory. */
const batchSize = 1024 * 1024

/** Bytes after which what was written goes to the disk. */
const syncedSize = 16 * 1024 * 1024

/** Writes a new file for the owner only, and flushes it to the disk. */
export async function writeIncoming(path: string, bytes: Readable | Iterable<Buffer>): Promise<WrittenFile> {
  const hash = createHash('sha1')
  const file = await open(path, 'wx', 0o600)
  let size = 0
  let head = Buffer.alloc(0)
  let batch: Buffer[] = []
  let batched = 0
  let arrived = 0
  // What follows arrives and is hashed while this is written.
  let writing: Promise<unknown> = Promise.resolve()
  // What was written goes to the disk meanwhile, so that little is left for the end. The system reports a failure once.
  let syncing: Promise<unknown> = Promise.resolve()
  let isSynced = true
  const flush = async (): Promise<void> => {
    await writing
    writing = file.writev(batch)
    // It is awaited in any case but that of an arrival that fails first.
    writing.catch(() => undefined)
    batch = []
    arrived += batched
    batched = 0
    if (arrived < syncedSize) return
    arrived = 0
    if (!isSynced) return
    isSynced = false
    syncing = file.datasync().then(() => (isSynced = true))
    syncing.catch(() => undefined)
  }
  try {
    for await (const chunk of bytes as AsyncIterable<Buffer>) {
      hash.update(chunk)
      if (head.length < headBytes) head = Buffer.concat([head, chunk.subarray(0, headBytes - head.length)])
      size += chunk.length
      batch.push(chunk)
      batched += chunk.length
      if (batched >= batchSize) await flush()
    }
    if (batched > 0) await flush()
    await writing
    await syncing
    await file.sync()
  } finally {
    await Promise.allSettled([writing, syncing])
    await file.close()
  }
  return { path, size, sha1: hash.digest('hex'), head }
}

/**
 * Puts a complete file at its place, unless there is one already. It appears whole or not at all.
 * @returns whether there was none
 */
export async function placeFile(source: string, target: string, attempts = 20): Promise<boolean> {
  try {
    await mkdir(dirname(target), { recursive: true, mode: 0o700 })
    await link(source, target)
    return true
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EEXIST') return false
    // A deletion has removed the empty folder in between.
    if (code === 'ENOENT' && attempts > 1 && (await exists(source))) return placeFile(source, target, attempts - 1)
    if (code !== 'EPERM' && code !== 'ENOTSUP' && code !== 'ENOSYS') throw error
  }
  // Disks without hard links: a copy next to the target, then renamed.
  if (await exists(target)) return false
  const part = `${target}.${randomBytes(6).toString('hex')}.part`
  try {
    await copyFile(source, part, constants.COPYFILE_EXCL)
    await rename(part, target)
    return true
  } catch (error) {
    await rm(part, { force: true })
    throw error
  }
}

/** Removes a file and the folders that become empty, up to the upload folder. Nothing to do when it is gone. */
export async function removeStored(folder: string, path: string): Promise<void> {
  await rm(path, { force: true })
  await removeEmptyFolders(folder, path)
}

/**
 * Moves a file of the upload folder away from its place. A link out of the folder is not followed.
 * @returns false when there is no such file
 */
export async function setAside(folder: string, path: string, aside: string): Promise<boolean> {
  // Guard T74: only files below the upload folder are removed.
  // Without: if (!(await exists(path))) return false
  if ((await resolveLocation(folder, path)) === null) return false
  await rename(path, aside)
  await removeEmptyFolders(folder, path)
  return true
}

async function removeEmptyFolders(folder: string, path: string): Promise<void> {
  let parent = dirname(path)
  while (parent.startsWith(folder + sep)) {
    try {
      await rmdir(parent)
    } catch {
      return
    }
    parent = dirname(parent)
  }
}

/** Addresses and sizes of all files that have an address, with the time of their last change in milliseconds. */
export async function* storedFiles(
  folder: string,
): AsyncGenerator<{ readonly url: string; readonly size: number; readonly changed: number }> {
  const names = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  for (const entry of names) {
    const path = join(entry.parentPath, entry.name)
    if (!entry.isFile() || [incoming, growing].some((own) => path.startsWith(join(folder, own) + sep))) continue
    const facts = await stat(path).catch(() => null)
    const url = `/storage/${relative(folder, path).replaceAll(sep, '/')}`
    if (facts) yield { url, size: facts.size, changed: facts.mtimeMs }
  }
}

/** Removes files that processes have left behind which ended while they received them. */
export async function removeAbandoned(folder: string): Promise<void> {
  const parts = await readdir(join(folder, incoming)).catch(() => [])
  for (const name of parts) {
    const path = join(folder, incoming, name)
    const facts = await stat(path).catch(() => null)
    if (facts && Date.now() - facts.mtimeMs > abandonedMs) await rm(path, { force: true })
  }
}
