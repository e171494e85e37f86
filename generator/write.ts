/**
 * Brings the outputs to disk: only what changed, each file whole or not at all, nothing outside its folders, no edit
 * lost.
 */
import { randomBytes } from 'node:crypto'
import {
  closeSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
  type Stats,
} from 'node:fs'
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
  /** Texts of files as an earlier call left them, by path: equal ones are not read again. */
  readonly known?: Map<string, string>
}

/**
 * Writes the outputs below `root` and removes files the generator once made and no longer does. Hand-written files
 * without our banner are never touched unless an output has their name.
 * @param folders folders that belong to the generator, below `root`
 * Nothing waits for the disk in the background: for small files that takes several times the processor time.
 * @throws the file system's error; files written until then stay whole
 */
export function write(
  root: string,
  outputs: readonly Output[],
  folders: readonly string[],
  options: WriteOptions,
): readonly FileResult[] {
  const place: Place = { root, plain: new Set() }
  const results: FileResult[] = outputs.map((output) => ({
    path: output.path,
    state: writeFile(place, output, options),
  }))
  const wanted = new Set(outputs.map((output) => output.path))
  for (const folder of folders) results.push(...removeStale(root, folder, wanted, options))
  return results.sort((a, b) => compareTexts(a.path, b.path))
}

interface Place {
  readonly root: string
  /** Folders that are there and none of which is a link. */
  readonly plain: Set<string>
}

function writeFile(place: Place, output: Output, options: WriteOptions): FileState {
  if (options.known?.get(output.path) === output.text) return 'unchanged'
  const state = compareAndWrite(place, output, options)
  if (state === 'unchanged' || state === 'written') options.known?.set(output.path, output.text)
  return state
}

function compareAndWrite(place: Place, output: Output, options: WriteOptions): FileState {
  // Guard T62: links below generated/ are not followed.
  if (!isPlainPath(place, output.path)) return 'blocked'
  const target = join(place.root, output.path)
  const present = textOf(target)
  if (present === output.text) return 'unchanged'
  if (present !== null && originOf(present) !== 'made' && !options.force) return 'kept'
  if (!options.dryRun) replaceFile(place, output)
  return 'written'
}

/** Writes a temporary file next to the target and renames it, so that a reader never sees half of a text. */
function replaceFile({ root, plain }: Place, { path, text }: Output): void {
  const target = join(root, path)
  const folder = dirname(path)
  if (!plain.has(folder)) mkdirSync(join(root, folder), { recursive: true })
  plain.add(folder)
  const temporary = `${target}.${randomBytes(6).toString('hex')}.tmp`
  try {
    const file = openSync(temporary, 'wx')
    try {
      writeFileSync(file, text)
    } finally {
      closeSync(file)
    }
    renameSync(temporary, target)
  } catch (error) {
    rmSync(temporary, { force: true })
    throw error
  }
}

/** False when a part of the path below `root` is a symbolic link, or a folder has the name of the file. */
function isPlainPath(place: Place, path: string): boolean {
  const folder = dirname(path)
  if (folder !== '.' && !isPlainFolder(place, folder)) return false
  const stat = statOf(join(place.root, path))
  return stat === null || stat.isFile()
}

/** False when the folder, or one it is in, is a symbolic link or a file; true when it is not there. */
function isPlainFolder(place: Place, folder: string): boolean {
  if (place.plain.has(folder)) return true
  const above = dirname(folder)
  if (above !== '.' && !isPlainFolder(place, above)) return false
  const stat = statOf(join(place.root, folder))
  if (stat === null) return true
  if (stat.isDirectory()) place.plain.add(folder)
  return stat.isDirectory()
}

/** Null where nothing is found. */
function statOf(path: string): Stats | null {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) ?? null
  } catch {
    return null
  }
}

function textOf(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

function removeStale(root: string, folder: string, wanted: ReadonlySet<string>, options: WriteOptions): FileResult[] {
  const stat = statOf(join(root, folder))
  if (!stat?.isDirectory()) return []
  const results: FileResult[] = []
  for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
    const path = `${folder}/${entry.name}`
    if (entry.isDirectory()) results.push(...removeStale(root, path, wanted, options))
    else if (entry.isFile() && !wanted.has(path)) results.push(...removeFile(root, path, options))
  }
  if (!options.dryRun) removeEmpty(join(root, folder))
  return results
}

function removeFile(root: string, path: string, options: WriteOptions): FileResult[] {
  const isLeftover = /\.[0-9a-f]{12}\.tmp$/.test(path)
  const origin = isLeftover ? 'made' : originOf(readFileSync(join(root, path), 'utf8'))
  if (origin === 'foreign') return []
  if (origin === 'edited' && !options.force) return [{ path, state: 'kept' }]
  if (!options.dryRun) rmSync(join(root, path))
  return [{ path, state: 'removed' }]
}

function removeEmpty(folder: string): void {
  const left = readdirSync(folder)
  if (left.length === 0) rmdirSync(folder)
}
