/**
 * Brings the outputs to disk: only what changed, each file whole or not at all, nothing outside its folders, no edit
 * lost.
 */
import { randomBytes } from 'node:crypto'
import { lstat, mkdir, open, readdir, readFile, rename, rm, rmdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { originOf, type Output } from './emit/output.ts'
import { compareTexts } from './source/problem.ts'

type FileState = 'written' | 'unchanged' | 'removed' | 'kept' | 'blocked'

/**
 * What happened, or would happen, to one file. `kept` = edited by hand, `blocked` = a symbolic link or folder is in
 * the way.
 */
export interface FileResult {
  readonly path: string
  readonly state: FileState
}

export interface WriteOptions {
  /** Overwrite and remove files that were edited by hand. */
  readonly force: boolean
  /** Only report what would happen. */
  readonly dryRun: boolean
}

/** Files worked on at the same time. */
const batchSize = 32

/**
 * Writes the outputs below `root` and removes files the generator once made and no longer does. Hand-written files
 * without our banner are never touched unless an output has their name.
 * @param folders folders that belong to the generator, below `root`
 * @throws the file system's error; files written until then stay whole
 */
export async function write(
  root: string,
  outputs: readonly Output[],
  folders: readonly string[],
  options: WriteOptions,
): Promise<readonly FileResult[]> {
  const results: FileResult[] = []
  for (let at = 0; at < outputs.length; at += batchSize) {
    const states = outputs
      .slice(at, at + batchSize)
      .map(async (output) => ({ path: output.path, state: await writeFile(root, output, options) }))
    results.push(...(await Promise.all(states)))
  }
  const wanted = new Set(outputs.map((output) => output.path))
  for (const folder of folders) results.push(...(await removeStale(root, folder, wanted, options)))
  return results.sort((a, b) => compareTexts(a.path, b.path))
}

async function writeFile(root: string, output: Output, options: WriteOptions): Promise<FileState> {
  if (!(await isPlainPath(root, output.path))) return 'blocked'
  const target = join(root, output.path)
  const present = await textOf(target)
  if (present === output.text) return 'unchanged'
  if (present !== null && originOf(present) !== 'made' && !options.force) return 'kept'
  if (!options.dryRun) await replaceFile(target, output.text)
  return 'written'
}

/** Writes a temporary file next to the target and renames it, so that a reader never sees half of a text. */
async function replaceFile(target: string, text: string): Promise<void> {
  await mkdir(dirname(target), { recursive: true })
  const temporary = `${target}.${randomBytes(6).toString('hex')}.tmp`
  try {
    const file = await open(temporary, 'wx')
    try {
      await file.writeFile(text)
    } finally {
      await file.close()
    }
    await rename(temporary, target)
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
}

/** False when a part of the path below `root` is a symbolic link, or a folder has the name of the file. */
async function isPlainPath(root: string, path: string): Promise<boolean> {
  const segments = path.split('/')
  for (let length = 1; length <= segments.length; length++) {
    const stat = await lstat(join(root, ...segments.slice(0, length))).catch(() => null)
    if (stat === null) return true
    if (length < segments.length ? !stat.isDirectory() : !stat.isFile()) return false
  }
  return true
}

async function textOf(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

async function removeStale(
  root: string,
  folder: string,
  wanted: ReadonlySet<string>,
  options: WriteOptions,
): Promise<FileResult[]> {
  const stat = await lstat(join(root, folder)).catch(() => null)
  if (!stat?.isDirectory()) return []
  const results: FileResult[] = []
  for (const entry of await readdir(join(root, folder), { withFileTypes: true })) {
    const path = `${folder}/${entry.name}`
    if (entry.isDirectory()) results.push(...(await removeStale(root, path, wanted, options)))
    else if (entry.isFile() && !wanted.has(path)) results.push(...(await removeFile(root, path, options)))
  }
  if (!options.dryRun) await removeEmpty(join(root, folder))
  return results
}

async function removeFile(root: string, path: string, options: WriteOptions): Promise<FileResult[]> {
  const isLeftover = /\.[0-9a-f]{12}\.tmp$/.test(path)
  const origin = isLeftover ? 'made' : originOf(await readFile(join(root, path), 'utf8'))
  if (origin === 'foreign') return []
  if (origin === 'edited' && !options.force) return [{ path, state: 'kept' }]
  if (!options.dryRun) await rm(join(root, path))
  return [{ path, state: 'removed' }]
}

async function removeEmpty(folder: string): Promise<void> {
  const left = await readdir(folder)
  if (left.length === 0) await rmdir(folder)
}
