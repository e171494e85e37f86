/**
 * A backup while it is written. Its folder has another name until it is complete, and a locked file beside it says that
 * it is written; the lock of a process that was killed is gone, so that the next one finds and removes what it left.
 */
import { existsSync } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { lockFile } from '../../db/index.ts'
import { BackupError } from './backup-error.ts'

const suffix = '.partial-backup'
const lockSuffix = '.lock'
/** What earlier versions left in the folder of backups. */
const formerName = /^tablewright-\d{8}T\d{9}\.part$/

export interface PartialBackup {
  /** To be written and then renamed. */
  readonly folder: string
  /** Removes what still has that name. */
  end(): Promise<void>
}

/** Claims the name that the backup has until it is complete. Throws a BackupError while another process writes it. */
export async function beginPartialBackup(target: string): Promise<PartialBackup> {
  const folder = `${target}${suffix}`
  const unlock = lockFile(`${folder}${lockSuffix}`)
  if (!unlock) throw new BackupError('being_written', { place: target })
  const end = async (): Promise<void> => {
    try {
      await rm(folder, { recursive: true, force: true })
    } finally {
      unlock()
    }
  }
  try {
    await rm(folder, { recursive: true, force: true })
    // Another process may have completed it just before this one had the lock.
    if (existsSync(target)) throw new BackupError('exists', { place: target })
    return { folder, end }
  } catch (error) {
    unlock()
    throw error
  }
}

/** Removes the partial backups in a folder that nobody writes any more, as far as this account may. */
export async function removePartialBackups(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => [])
  for (const name of names) {
    const path = join(folder, name)
    const isFormer = formerName.test(name)
    if (isFormer || name.endsWith(`${suffix}${lockSuffix}`)) await remove(path, isFormer).catch(() => undefined)
  }
}

async function remove(path: string, isFormer: boolean): Promise<void> {
  if (isFormer) return rm(path, { recursive: true, force: true })
  const unlock = lockFile(path)
  // Guard T51: a backup that is still written is not removed by another one.
  // Without: if (!unlock) return rm(path.slice(0, -lockSuffix.length), { recursive: true })
  if (!unlock) return
  try {
    await rm(path.slice(0, -lockSuffix.length), { recursive: true, force: true })
  } finally {
    unlock()
  }
}
