/**
 * Backups of database and uploaded files as a folder that can be moved anywhere: `manifest.json` with the size and hash
 * of every file, the copy of the database, and `files/`.
 */
import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { copiesOf, requireDatabase } from '../../db/index.ts'
import { makeFolder } from '../../core/make-folder.ts'
import { BackupError } from './backup-error.ts'
import { beginPartialBackup, removePartialBackups } from './partial-backup.ts'
import { copyNew, describeFile, listFiles, type BackedUpFile } from './files.ts'

/** Increase it when an older version cannot read what a newer one writes. */
const format = 1
const manifestName = 'manifest.json'
const filesFolder = 'files'

interface Manifest {
  readonly format: number
  /** Of the package that wrote it. */
  readonly version: string
  /** Unix seconds. */
  readonly created: number
  readonly database: BackedUpFile
  /** Uploaded files; the paths begin below `files/`. */
  readonly files: readonly BackedUpFile[]
}

export interface BackupOptions {
  readonly databaseUrl: string
  readonly uploadFolder: string
  /** The new folder. */
  readonly target: string
  readonly version: string
  /** Unix seconds. */
  readonly now: number
  /** Uploads for this purpose are left out. */
  readonly without?: string
}

export interface BackupReport {
  readonly folder: string
  readonly created: number
  readonly files: number
  /** Of all files together. */
  readonly bytes: number
}

/**
 * Writes a backup while servers may go on working. Throws a DatabaseError or a BackupError; then there is no folder.
 * Uploaded files are copied before the database and after it: each file that a record of the copy names was there at
 * that moment, so one of the two rounds has found it.
 */
export async function createBackup({
  databaseUrl,
  uploadFolder,
  target,
  version,
  now,
  without,
}: BackupOptions): Promise<BackupReport> {
  requireDatabase(databaseUrl)
  if (existsSync(target)) throw new BackupError('exists', { place: target })
  const copies = copiesOf(databaseUrl)
  makeFolder(dirname(target))
  await removePartialBackups(dirname(target))
  // Only a complete backup gets its name.
  const { folder: part, end } = await beginPartialBackup(target)
  try {
    await mkdir(join(part, filesFolder), { recursive: true, mode: 0o700 })
    const copyFiles = async (): Promise<void> => {
      const isLeftOut = (path: string): boolean => without !== undefined && path.startsWith(`${without}/`)
      for (const path of (await listFiles(uploadFolder)).filter((file) => !isLeftOut(file)))
        await copyNew(join(uploadFolder, path), join(part, filesFolder, path))
    }
    await copyFiles()
    await copies.write(databaseUrl, join(part, copies.name))
    await copyFiles()
    const files: BackedUpFile[] = []
    for (const path of await listFiles(join(part, filesFolder)))
      files.push(await describeFile(join(part, filesFolder), path))
    const manifest: Manifest = {
      format,
      version,
      created: now,
      database: await describeFile(part, copies.name),
      files,
    }
    await writeFile(join(part, manifestName), JSON.stringify(manifest, null, 2), { mode: 0o600 })
    await rename(part, target)
    return reportOf(target, manifest)
  } finally {
    await end()
  }
}

const reportOf = (folder: string, { created, database, files }: Manifest): BackupReport => ({
  folder,
  created,
  files: files.length,
  bytes: files.reduce((sum, { bytes }) => sum + bytes, database.bytes),
})

export interface RestoreOptions {
  /** Folder of the backup. */
  readonly source: string
  readonly databaseUrl: string
  readonly uploadFolder: string
  /** Name under which a database that is there is kept when it is replaced; null = it is not replaced. */
  readonly replaced: string | null
}

export interface RestoreReport extends BackupReport {
  /** Where the database that was there is kept; null = there was none. */
  readonly replaced: string | null
}

/**
 * Checks a backup as a whole, then puts its database and files in their places. Throws a BackupError or a
 * DatabaseError; then the database is as before. Uploaded files that are there stay.
 */
export async function restoreBackup({
  source,
  databaseUrl,
  uploadFolder,
  replaced,
}: RestoreOptions): Promise<RestoreReport> {
  const manifest = await readManifest(source)
  const copies = copiesOf(databaseUrl)
  if (manifest.database.path !== copies.name) throw new BackupError('other_engine', { place: source })
  await verify(source, manifest.database)
  // Guard T51: a damaged file of a backup is not restored.
  for (const file of manifest.files) await verify(join(source, filesFolder), file)
  for (const { path } of manifest.files) {
    // Files first: a record never names one that is missing.
    await copyNew(join(source, filesFolder, path), join(uploadFolder, path))
  }
  const kept = await copies.restore(join(source, copies.name), databaseUrl, replaced)
  return { ...reportOf(source, manifest), replaced: kept.replaced }
}

async function readManifest(source: string): Promise<Manifest> {
  const text = await readFile(join(source, manifestName), 'utf8').catch(() => null)
  if (text === null) throw new BackupError('none', { place: source })
  const manifest = parse(text)
  if (!manifest) throw new BackupError('damaged', { place: source, file: manifestName })
  // A path that leads elsewhere was not written by a backup.
  const strange = [manifest.database, ...manifest.files].find(({ path }) => path.split(/[\\/]/).includes('..'))
  // Guard T51: a backup whose paths lead elsewhere is not restored.
  if (strange) throw new BackupError('damaged', { place: source, file: strange.path })
  if (manifest.format > format) throw new BackupError('newer', { place: source, version: manifest.version })
  return manifest
}

function parse(text: string): Manifest | null {
  try {
    const manifest = JSON.parse(text) as Partial<Manifest> | null
    return manifest?.database && manifest.files && typeof manifest.format === 'number' ? (manifest as Manifest) : null
  } catch {
    return null
  }
}

async function verify(folder: string, { path, bytes, sha256 }: BackedUpFile): Promise<void> {
  const found = await describeFile(folder, path).catch(() => null)
  if (found?.bytes !== bytes || found.sha256 !== sha256) throw new BackupError('damaged', { place: folder, file: path })
}
