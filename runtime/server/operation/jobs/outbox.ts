/** Messages that nobody transmits: files in the data folder, which only its owner can read. */
import { readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { makeFolder, restrictAccess } from '../../core/make-folder.ts'
import type { Settings } from '../../settings/settings.ts'

type DataFolder = Pick<Settings, 'dataFolder'>

/** One folder for each way of sending. */
export type OutboxName = 'mail' | 'sms'

const pathOf = (name: OutboxName, file: string): string => `outbox/${name}/${file}`

/**
 * Writes a message; a file that is being written never has its final name.
 * @param file begins with the id of the message in its log, for example `7.eml`
 * @returns where it lies below the data folder
 */
export async function storeInOutbox(
  { dataFolder }: DataFolder,
  name: OutboxName,
  file: string,
  content: string | Buffer,
): Promise<string> {
  const folder = join(dataFolder, pathOf(name, ''))
  makeFolder(folder)
  // Earlier versions and copies may have left it open to other users of the machine.
  restrictAccess(folder)
  const path = join(folder, file)
  await writeFile(`${path}.part`, content, { mode: 0o600 })
  await rename(`${path}.part`, path)
  return pathOf(name, file)
}

const idsPerQuestion = 500

/**
 * Removes the files of messages that are no longer in their log.
 * @param findStored those of the given ids that are
 */
export async function removeFromOutbox(
  { dataFolder }: DataFolder,
  name: OutboxName,
  findStored: (ids: readonly number[]) => Promise<readonly number[]>,
): Promise<void> {
  const folder = join(dataFolder, pathOf(name, ''))
  const files = (await readdir(folder).catch(() => [])).filter((file) => Number.isInteger(Number.parseInt(file, 10)))
  for (let start = 0; start < files.length; start += idsPerQuestion) {
    const part = files.slice(start, start + idsPerQuestion).map((file) => [file, Number.parseInt(file, 10)] as const)
    const storedIds = new Set(await findStored(part.map(([, id]) => id)))
    for (const [file, id] of part) if (!storedIds.has(id)) await rm(join(folder, file), { force: true })
  }
}
